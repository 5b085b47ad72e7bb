"""Known vulnerabilities are looked up, and silence does not count as an answer."""
from __future__ import annotations

import json
import runpy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
audit: Any = runpy.run_path(str(ROOT / "tools" / "audit.py"))


class Index(BaseHTTPRequestHandler):
    """An index that knows a vulnerability of one package."""

    def do_GET(self) -> None:
        known = {"/pypi/weak/1.0/json": {"vulnerabilities": [
            {"id": "PYSEC-1", "aliases": ["CVE-2026-0001"], "summary": "It can be\nbroken.", "fixed_in": ["1.1"]},
            {"id": "PYSEC-2", "aliases": [], "summary": "Taken back.", "fixed_in": [], "withdrawn": "2026-01-01"}]},
            "/pypi/sound/2.0/json": {"vulnerabilities": []}, "/pypi/mute/3.0/json": {"info": {}}}
        body = json.dumps(known.get(self.path, {})).encode()
        self.send_response(200 if self.path in known else 404)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def root() -> Any:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Index)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_weakness_is_told(root: str) -> None:
    found = audit["of_python"](root, "weak", "1.0")
    assert [tuple(w) for w in found] == [("weak 1.0", "CVE-2026-0001", "It can be broken.", "1.1")]
    assert audit["of_python"](root, "sound", "2.0") == []


@pytest.mark.parametrize(("name", "version"), [("mute", "3.0"), ("absent", "1.0")])
def test_an_index_that_does_not_know_is_not_an_all_clear(root: str, name: str, version: str) -> None:
    with pytest.raises(audit["CannotTell"], match=f"{name} {version}"):
        audit["of_python"](root, name, version)


def test_an_index_that_is_away_is_not_an_all_clear() -> None:
    with pytest.raises(audit["CannotTell"]):
        audit["of_python"]("http://127.0.0.1:9", "any", "1.0")


def test_npms_answer_is_read() -> None:
    said = {"vulnerabilities": {"left": {"range": "<2", "via": [
        {"url": "https://example.org/advisories/GHSA-xxxx", "title": "Breaks."}, "other"], "fixAvailable": {"version": "2.0.0"}}}}
    assert [tuple(w) for w in audit["read_npm"](json.dumps(said))] == [("left <2", "GHSA-xxxx", "Breaks.", "2.0.0")]
    assert audit["read_npm"]('{"vulnerabilities": {}}') == []


@pytest.mark.parametrize("said", [
    "", "not json", '{"error": {"code": "ENOAUDIT", "summary": "no audit here"}}', '{"message": "away"}'])
def test_npms_silence_is_not_an_all_clear(said: str) -> None:
    with pytest.raises(audit["CannotTell"]):
        audit["read_npm"](said)


def test_every_pin_is_looked_up() -> None:
    pins = audit["pinned"]()
    assert pins["uvicorn"]
    assert len(pins) > 50
