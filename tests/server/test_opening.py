"""`serve --open`: the page opens in the person's browser, on the port there is."""
from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.postgres import free_port


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
        process.wait(30)
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
