"""What keeps people safe: origins, cookies, tokens, headers, sizes, paths, ids; and what the server
depends on.
"""
from __future__ import annotations

import asyncio
import json
import re
import tomllib
from importlib.metadata import distribution, requires
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from server.helping import Served
from server.test_people import Browser
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tafelrunde import words
from tafelrunde.server.errors import WRONG
from tafelrunde.server.people.ids import Keys, new_id
from tafelrunde.server.settings import Settings
from tafelrunde.server.web.files import find
from tafelrunde.server.web.headers import POLICY
from tafelrunde.server.web.hosts import ours
from tafelrunde.server.web.pages import Pages

pytestmark = pytest.mark.anyio


async def test_foreign_pages_can_do_nothing_in_a_persons_name(lone: Served) -> None:
    me = await Browser(lone).open()
    body = {"game": "el_grande", "players": 3}
    for headers, code in (({"Origin": "https://evil.example", "X-CSRF-Token": me.csrf}, "origin"),
                          ({"Origin": "null", "X-CSRF-Token": me.csrf}, "origin"),
                          ({"Origin": lone.url}, "csrf"),
                          ({"Origin": lone.url, "X-CSRF-Token": "0" * 32}, "csrf"),
                          ({"X-CSRF-Token": ""}, "csrf")):
        answer = await me.http.post("/api/tables", json=body, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == code
    other = await Browser(lone).open()
    answer = await me.http.post("/api/tables", json=body, headers={"X-CSRF-Token": other.csrf})
    assert answer.json()["error"]["code"] == "csrf"
    form = await me.http.post("/api/tables", content=json.dumps(body), headers={
        "X-CSRF-Token": me.csrf, "Content-Type": "text/plain"})
    assert form.status_code == 422
    assert (await me.http.get("/api/tables/mine")).json()["tables"] == []


async def test_foreign_pages_cannot_open_sockets(lone: Served) -> None:
    person = await lone.person()
    table = await person.post("/api/play-now", game="el_grande", level="random")
    address = lone.url.replace("http", "ws") + f"/api/tables/{table['id']}/socket"
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        async with connect(address, origin="https://evil.example") as socket:
            await socket.recv()
    async with connect(address, origin=lone.url) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 2, "token": person.token}))
        assert json.loads(await socket.recv())["type"] == "welcome"


async def test_a_page_whose_name_was_made_to_mean_us_can_do_nothing(lone: Served) -> None:
    """DNS rebinding: such a page has our origin, and its own name."""
    port = lone.url.rpartition(":")[2]
    evil = f"evil.example:{port}"
    table = await (await lone.person()).post("/api/play-now", game="el_grande", level="random")
    async with httpx.AsyncClient(base_url=lone.url, timeout=60) as http:
        for method, path in (("GET", "/api/me"), ("POST", "/api/guests"), ("GET", "/metrics"), ("GET", "/")):
            answer = await http.request(method, path, headers={"Host": evil, "Origin": f"http://{evil}"},
                                        json={"name": "Eve"} if method == "POST" else None)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin"), path
            assert evil in answer.json()["error"]["text"]
            assert "set-cookie" not in answer.headers
        for host in (f"localhost:{port}", f"127.0.0.1:{port}", "[::1]", f"tafelrunde.localhost:{port}", f"LOCALHOST.:{port}"):
            assert (await http.get("/api/me", headers={"Host": host})).status_code == 200, host
    path = f"/api/tables/{table['id']}/socket"
    for host, status in ((evil, b" 403 "), (f"localhost:{port}", b" 101 ")):
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
                     "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        assert status in await reader.readline()
        writer.close()


@pytest.mark.parametrize(("chosen", "host", "is_ours"), [
    ({}, "evil.example", False), ({}, "127.0.0.1.evil.example", False), ({}, "localhost.evil.example", False),
    ({}, "", True), ({"host": "::1"}, "evil.example:1", False), ({"host": "localhost"}, "evil.example", False),
    ({"public_url": "https://games.example"}, "games.example", True),
    ({"public_url": "https://games.example"}, "evil.example", False),
    ({"host": "0.0.0.0"}, "games.lan:8080", True)])
def test_which_names_are_ours(chosen: dict[str, str], host: str, is_ours: bool) -> None:
    assert ours(Settings(**chosen))(host) is is_ours


@pytest.mark.parametrize("token", ["x", "a.0.b", "." * 300, "\u00e4", "A" * 22 + ".0.", "A" * 22 + ".0." + "B" * 43])
async def test_made_up_tokens_are_nobody(lone: Served, token: str) -> None:
    answer = await httpx.AsyncClient(timeout=120, base_url=lone.url).get(
        "/api/me", headers={"Authorization": f"Bearer {token}".encode()})
    assert answer.status_code == 401
    asking = httpx.AsyncClient(timeout=120, base_url=lone.url)
    cookie = await asking.get("/api/me", headers={"Cookie": f"tafelrunde={token}".encode()})
    assert cookie.status_code == 200
    assert "set-cookie" in cookie.headers  # a new guest


def test_tokens_are_ours_alone() -> None:
    ours, theirs = Keys("one key"), Keys("another key")
    id_ = new_id()
    signed = ours.guest(id_)
    assert ours.read(signed) == (id_, None)
    assert ours.guest(id_) != signed
    assert theirs.read(signed) is None
    assert ours.read(new_id() + signed[22:]) is None
    assert ours.read(signed[:26] + ("A" if signed[26] != "A" else "B") + signed[27:]) is None
    assert ours.is_csrf("token", ours.csrf("token"))
    assert not ours.is_csrf("token", theirs.csrf("token"))
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", i) for i in ids)  # 128 bits


async def test_every_answer_has_the_security_headers(lone: Served) -> None:
    async with httpx.AsyncClient(timeout=120, base_url=lone.url) as http:
        for path in ("/", "/api/me", "/api/nowhere", "/t/whatever", "/health"):
            headers = (await http.get(path)).headers
            assert headers["content-security-policy"] == POLICY
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert "server" not in headers
    script = next(p for p in POLICY.split("; ") if p.startswith("script-src"))
    assert script == "script-src 'self' 'wasm-unsafe-eval'", "modules may be compiled, nothing else may be evaluated"


async def test_inputs_have_sizes(lone: Served) -> None:
    me = await lone.person()
    headers = {"Authorization": f"Bearer {me.token}", "Content-Type": "application/json"}
    async with httpx.AsyncClient(timeout=120, base_url=lone.url) as http:
        big = await http.post("/api/tables", content=b'{"game": "' + b"x" * 100_000 + b'"}', headers=headers)
        assert big.status_code == 413
        assert big.json()["error"]["code"] == "too_large"

        async def endless() -> object:
            for _ in range(100):
                yield b"x" * 4096

        try:
            streamed = await http.post("/api/tables", content=endless(), headers=headers)
            assert streamed.status_code == 413
        except httpx.TransportError:
            pass  # it was cut off while it still talked
        assert (await me.get("/api/tables/mine"))["tables"] == []
        deep = await http.put("/api/me/settings", content=b'{"a":' * 5000 + b"1" + b"}" * 5000, headers=headers)
        assert deep.status_code in (400, 413, 422)
        for broken in (b'{"name":' + b'{"a":' * 500, b"[" * 5000, b'{"name":' + b"[" * 990 + b"]" * 990 + b"}"):
            answer = await http.post("/api/guests", content=broken, headers=headers)
            # Wrong at its beginning, and no JSON further on
            assert answer.json()["error"]["code"] == "bad_request", answer.text
        many = await http.put("/api/me/settings", json={"a": "x" * 9000}, headers=headers)
        assert many.status_code == 413
    table = await me.post("/api/play-now", game="el_grande", level="random")
    async with me.sit(table["id"]) as seat:
        await seat._send({"type": "chat", "id": "a" * 10, "text": "x" * 9000})
        await seat.until(lambda: any(m["type"] == "refused" and m["error"]["code"] == "too_large" for m in seat.heard))


@pytest.mark.parametrize("frame", [
    "", "null", "[]", "{", '{"type": "fly"}', '{"type": "act"}', '{"type": "hello", "protocol": 2}', "\ud800",
    '{"type": "act", "id": "x", "version": 1, "action": "power 1"}', '{"type":"look","seat":-1}', '{"type": "act", "id": 5}',
    '{"type": "preview", "ref": "r", "action": "%s"}' % ("x" * 300), '{"type": "pong", "n": 1, "more": 2}', "[" * 3000,
    '{"type": "answer", "id": "12345678", "ask": 99999999999999999999, "yes": true}',
])
async def test_nonsense_on_a_socket_gets_an_answer_and_the_connection_stays(lone: Served, frame: str) -> None:
    me = await lone.person()
    table = await me.post("/api/play-now", game="el_grande", level="random")
    async with me.sit(table["id"]) as seat:
        assert seat._socket is not None
        await seat._socket.send(frame.encode("utf-8", "surrogatepass"), text="\ud800" not in frame)
        await seat.until(lambda: any(m["type"] == "refused" for m in seat.heard))
        error = next(m["error"] for m in seat.heard if m["type"] == "refused")
        assert error["code"] == "bad_request"
        assert error["text"]
        await seat.my_turn()
        await seat.act(seat.state["legal"][0])  # all is well
        assert seat.connects == 1


def test_paths_stay_inside_their_folder(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("the page")
    (web / "assets" / "app-0123abcd.js").write_text("let x")
    (tmp_path / "secret.txt").write_text("secret")
    (web / "link.txt").symlink_to(tmp_path / "secret.txt")
    pages = Pages(web)
    assert find(web, "/assets/app-0123abcd.js") == web / "assets" / "app-0123abcd.js"
    for path in ("/../secret.txt", "/assets/../../secret.txt", "/link.txt", "//etc/passwd", "/\x00", "/" + "a/" * 500,
                 "/assets", "/%2e%2e/secret.txt"):
        assert find(web, path) in (None, web / "index.html")

    def answer(path: str, method: str = "GET") -> object:
        return pages.answer({"path": path, "method": method, "headers": []})

    assert answer("/t/abc").path == web / "index.html"
    assert "immutable" in answer("/assets/app-0123abcd.js").headers["cache-control"]
    assert answer("/missing.js").status_code == 404
    assert answer("/api/nothing").status_code == 404
    assert answer("/", "POST").status_code == 405


def test_errors_tell_no_internals_and_all_have_sentences_in_four_languages() -> None:
    folder = Path("src/tafelrunde/server")
    catalogues = {lang: words.read(folder, lang) for lang in words.LANGUAGES}
    code = "".join(p.read_text("utf-8") for p in folder.rglob("*.py"))
    used = set(re.findall(r'Refused\(\s*"[a-z_]+",\s*"([a-z_]+)"', code)) | set(re.findall(r'Refused\(\s*"([a-z_]+)"', code))
    assert len(used) > 50
    for lang, catalogue in catalogues.items():
        assert used <= set(catalogue["error"]), (lang, used - set(catalogue["error"]))
        assert {"kind", *WRONG.values()} == set(catalogue["error"]["wrong"])
        assert _keys(catalogue) == _keys(catalogues["en"]), lang


def _keys(catalogue: dict[str, object], path: str = "") -> set[str]:
    found: set[str] = set()
    for key, value in catalogue.items():
        found |= _keys(value, f"{path}.{key}") if isinstance(value, dict) else {f"{path}.{key}"}
    return found


def test_the_server_depends_on_nothing_that_is_not_pinned_with_hashes() -> None:
    """Every distribution that the extra `server` brings in is the version that the lists pin, with
    its hashes.
    """
    lists = "".join((Path("requirements") / f"{n}.txt").read_text("utf-8") for n in ("build", "play"))
    pinned = dict(re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==(\S+)[^\n]*\\\n\s+--hash=sha256:[0-9a-f]{64}", lists, re.M))
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==([^\s;]+)", lists, re.M):
        versions.setdefault(_plain(name), set()).add(version)
    todo = [Requirement(r) for r in requires("tafelrunde") or []]
    todo = [r for r in todo if r.marker is None or r.marker.evaluate({"extra": "server"})]
    seen: set[str] = set()
    while todo:
        requirement = todo.pop()
        name = _plain(requirement.name)
        if name in seen:
            continue
        seen.add(name)
        assert distribution(name).version in versions.get(name, set()), name
        assert distribution(name).metadata["License-Expression"] or distribution(name).metadata["License"] or any(
            "License" in c for c in distribution(name).metadata.get_all("Classifier") or []), name
        for text in distribution(name).requires or []:
            further = Requirement(text)
            extras = [{"extra": e} for e in requirement.extras] or [{"extra": ""}]
            if further.marker is None or any(further.marker.evaluate(e) for e in extras):
                todo.append(further)
    assert len(seen) > 25
    assert pinned
    lines = [line for line in lists.splitlines() if "==" in line]
    assert lists.count("--hash=sha256:") >= len(lines)


PIN = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==([^\s;]+)", re.M)


def weaknesses(lists: str) -> list[str]:
    """Published vulnerabilities of the pinned packages, by the list next to this file."""
    known = tomllib.loads((Path(__file__).parent / "advisories.toml").read_text("utf-8"))
    return [f"{name} {version}: {weakness} is mended in {free}" for name, version in PIN.findall(lists)
            for weakness, free in known.get(_plain(name), {}).items() if Version(version) < Version(free)]


def test_nothing_is_pinned_that_has_a_published_weakness() -> None:
    """Offline; all lists, those for tests and benchmarks too."""
    lists = "".join(p.read_text("utf-8") for p in Path("requirements").glob("*.txt"))
    assert weaknesses(lists) == []


def test_a_pin_with_a_published_weakness_is_found_and_the_list_is_of_packages_that_we_pin() -> None:
    lists = "".join(p.read_text("utf-8") for p in Path("requirements").glob("*.txt"))
    for old, weakness in (("h11==0.14.0 \\\n", "CVE-2025-43859"), ("Starlette==0.40.0 ; os_name=='nt' \\\n", "CVE-2025-54121")):
        found = weaknesses(lists + old)
        assert any(weakness in line for line in found)
        assert all(line.lower().startswith(old.partition("==")[0].lower()) for line in found)
    known = tomllib.loads((Path(__file__).parent / "advisories.toml").read_text("utf-8"))
    assert set(known) <= {_plain(name) for name, _ in PIN.findall(lists)}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
