"""Opening: pages at once, everything else as soon as it is loaded; `serve --open` shows the page in
the person's browser.
"""
from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from helpers.ports import free_port

from tafelrunde.server.opening import Opening
from tafelrunde.server.web.headers import POLICY


@contextmanager
def opened(folder: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """A server that opens its page in a browser that only writes the address down."""
    browser = folder / "browser.sh"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {folder}/opened\n')
    browser.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, "-m", "tafelrunde.server", "--open", "--port", str(port), "--data-dir", str(folder)],
        env={**os.environ, "BROWSER": f"{browser} %s", "DISPLAY": ":99"},
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(120)
        if process.stdout is not None:
            process.stdout.close()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def answer(address: str) -> str:
    """The first line of what the server says; the connection waits until it is there."""
    host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(f"GET /health HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        return line.makefile("r", encoding="latin-1").readline().strip()


def test_the_page_opens_once_and_a_second_start_opens_it_again(tmp_path: Path) -> None:
    port = free_port()
    with opened(tmp_path, port) as first:
        assert f"Tafelrunde is open: http://localhost:{port}/" in said(first)
        assert answer(f"http://localhost:{port}/") == "HTTP/1.1 200 OK"
        with opened(tmp_path, port) as second:
            assert f"Tafelrunde is open already: http://localhost:{port}/" in said(second)
            assert second.wait(60) == 0
    assert (tmp_path / "opened").read_text().splitlines() == [f"http://localhost:{port}/"] * 2


def test_where_somebody_else_has_the_port_another_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with opened(tmp_path, port) as process:
            line = said(process)
            assert "Tafelrunde is open: http://localhost:" in line
            assert f":{port}/" not in line
            assert answer(line.split()[3]) == "HTTP/1.1 200 OK"


def test_a_server_says_that_somebody_else_has_the_port(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = subprocess.run([sys.executable, "-m", "tafelrunde.server", "--port", str(port), "--data-dir", str(tmp_path)],
                              capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert done.stderr == f"port: another program listens on 127.0.0.1, port {port}\n"


@pytest.mark.anyio
async def test_pages_come_while_the_rest_is_still_being_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<p>the table</p>")
    monkeypatch.setenv("TAFELRUNDE_DATA_DIR", str(tmp_path / "data"))
    opening = Opening()
    opening.folder = tmp_path
    asked: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    told: asyncio.Queue[Any] = asyncio.Queue()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(opening), base_url="http://localhost") as http:
        for path in ("/", "/t/any", "/index.html"):
            page = await http.get(path)
            assert page.text == "<p>the table</p>"
            assert page.headers["content-security-policy"] == POLICY
        waiting = asyncio.create_task(http.get("/api/me"))
        unknown = asyncio.create_task(http.get("/../secret.txt"))
        living = asyncio.create_task(opening({"type": "lifespan"}, asked.get, told.put))
        await asked.put({"type": "lifespan.startup"})
        assert (await told.get())["type"] == "lifespan.startup.complete"
        assert (await waiting).json()["user"]["guest"]
        assert (await unknown).status_code == 404
        await asked.put({"type": "lifespan.shutdown"})
        await living
        assert (await told.get())["type"] == "lifespan.shutdown.complete"


def test_a_server_that_cannot_open_says_why_and_ends(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    done = subprocess.run([sys.executable, "-m", "tafelrunde.server", "--port", "0", "--data-dir", str(tmp_path / "data")],
                          env={**os.environ, "TAFELRUNDE_PATIENCE": "1"}, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode != 0
    assert "the server cannot open" in done.stderr
    assert "Traceback" not in done.stderr
