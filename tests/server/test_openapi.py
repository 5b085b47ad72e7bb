"""The OpenAPI document: whatever a program that has read it sends, no answer breaks its
promises.
"""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance
from server.conftest import usual
from server.declared import document
from server.helping import serving

from tafelrunde.server.cleaning import clean

schema = schemathesis.openapi.from_dict(document())


@dataclass
class Known:
    """A server, a guest and things that exist there."""

    url: str
    headers: dict[str, str]
    values: dict[str, str]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Known]:
    """A server in a thread of its own, for clients that are not asynchronous."""
    folder = tmp_path_factory.mktemp("openapi")
    ready, stop = threading.Event(), threading.Event()
    urls: list[str] = []

    async def run() -> None:
        async with serving(usual(folder, "", limits=False)) as served:
            urls.append(served.url)
            ready.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert ready.wait(60)
    try:
        yield _found(urls[0])
    finally:
        stop.set()
        thread.join()


def _found(url: str) -> Known:
    guest = httpx.post(f"{url}/api/guests", json={}, timeout=120).json()
    headers = {"Authorization": f"Bearer {guest['token']}"}
    table = httpx.post(f"{url}/api/play-now", json={"game": "el_grande", "level": "random"}, headers=headers,
                       timeout=120).json()
    user = guest["user"]["id"]
    return Known(url, headers, {"table": table["id"], "user": user, "opponent": user, "name": "el_grande", "lang": "de"})


@pytest.mark.slow
@schema.exclude(path="/api/news").parametrize()
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_answer_keeps_the_documents_promises(case: Case, known: Known) -> None:
    for name, value in known.values.items():
        if name in case.path_parameters and len(str(case.path_parameters[name])) % 3 != 1:
            case.path_parameters[name] = value  # every third thing is made up, the others exist
    answer = case.call(base_url=known.url, headers=known.headers, timeout=120)
    refused = answer.status_code == 422 and any(unseen(text) for text in texts(case.body))
    case.validate_response(answer, excluded_checks=[positive_data_acceptance] if refused else [])


def test_every_request_stands_in_the_protocol() -> None:
    written = Path(__file__).parents[2].joinpath("docs/protocol.md").read_text("utf-8")
    assert [path for path in document()["paths"] if f"{path}`" not in written] == []


def texts(value: Any) -> Iterator[str]:
    """Every text in a body, names of keys too."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *texts(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value


def unseen(text: str) -> bool:
    """Whether a text cannot be stored or has nothing to be seen: no schema can say that,
    test_cleaning.py shows it.
    """
    return "\0" in text or bool(text and not clean(text))
