"""Every test of the server runs on a real SQLite and on a real PostgreSQL."""
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.lots import draw_by
from server.declared import document, strange_answer, strange_message
from server.helping import Frozen, Served, serving
from server.postgres import Postgres

from tafelrunde.server.client import Client, TableSocket
from tafelrunde.server.settings import Settings


@pytest.fixture(autouse=True)
def deals(request: pytest.FixtureRequest) -> None:
    """Every test has its own deals, the same each time."""
    draw_by(lambda: request.node.name)


@pytest.fixture(autouse=True)
def nothing_undeclared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a client receives in a test is what the server's declarations promise."""
    document()  # now, because that also sets up logging
    strange: list[str] = []
    request, take = Client.request, TableSocket._take

    async def asked(self: Client, method: str, path: str, json: Any = None, **query: Any) -> Any:
        answer = await request(self, method, path, json, **query)
        strange.extend(strange_answer(method, path, answer))
        return answer

    async def taken(self: TableSocket, frame: bytes) -> None:
        strange.extend(strange_message(msgspec.json.decode(frame)))
        await take(self, frame)

    monkeypatch.setattr(Client, "request", asked)
    monkeypatch.setattr(TableSocket, "_take", taken)
    yield
    assert strange == []


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    with Postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """The settings of a server with a database of its own."""
    url = request.getfixturevalue("postgres").new_database() if request.param == "postgres" else ""
    return usual(tmp_path, url)


@pytest.fixture
def sqlite(tmp_path: Path) -> Settings:
    """For tests that do not depend on the kind of database."""
    return usual(tmp_path, "")


def usual(folder: Path, url: str, **more: Any) -> Settings:
    chosen: dict[str, Any] = {"port": 0, "data_dir": str(folder / "data"), "database": url, "bots": "inside",
                              "standin": "random", "log_level": "error", "patience": 3} | more
    return Settings(**chosen).checked()


@pytest.fixture
async def served(settings: Settings) -> AsyncIterator[Served]:
    """A running server in this process, on a port of its own."""
    async with serving(settings) as running:
        yield running


@pytest.fixture
async def lone(sqlite: Settings) -> AsyncIterator[Served]:
    """A running server on SQLite, for tests that do not depend on the kind of database."""
    async with serving(sqlite) as running:
        yield running


@pytest.fixture
async def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """A running server in which time stands still and every match has the same secret."""
    monkeypatch.setattr("tafelrunde.server.tables.sitting.new_secret", lambda: b"\x07" * 32)
    settings = usual(tmp_path, "", limits=False)
    async with serving(settings, Frozen(settings)) as served:
        yield served
