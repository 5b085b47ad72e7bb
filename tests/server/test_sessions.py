"""Sessions are rows: one per device, each can be ended; tokens for programs are their own, and
narrower.
"""
from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from itsdangerous import Signer
from server.helping import Served, Shifted, serving, until
from server.test_people import Browser, commanded
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tafelrunde.server.client import Client, ServerRefused, TableSocket
from tafelrunde.server.people.devices import device
from tafelrunde.server.people.ids import new_id
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage import schema
from tafelrunde.server.storage.database import Database
from tafelrunde.server.storage.migrate import FOLDER, migrate
from tafelrunde.server.web.messages import PROTOCOL

pytestmark = pytest.mark.anyio
PASSWORD = "correct horse battery"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAFARI = ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
          "Mobile/15E148 Safari/604.1")


async def browser(served: Served, agent: str = FIREFOX) -> Browser:
    made = Browser(served)
    made.http.headers["User-Agent"] = agent
    return await made.open()


async def registered(served: Served, email: str = "ada@example.org") -> Browser:
    one = await browser(served)
    await one.send("POST", "/api/account", 201, email=email, password=PASSWORD)
    return one


async def signed_in(served: Served, agent: str = SAFARI, email: str = "ada@example.org") -> Browser:
    one = await browser(served, agent)
    await one.send("POST", "/api/login", email=email, password=PASSWORD)
    return one


def cookie(one: Browser) -> str:
    return one.http.cookies["tafelrunde"]


async def who(served: Served, token: str) -> str | None:
    """Whose a cookie is; None if it is no longer anybody's."""
    async with httpx.AsyncClient(timeout=120, base_url=served.url, cookies={"tafelrunde": token}) as http:
        answer = await http.get("/api/me")
        return None if "set-cookie" in answer.headers else answer.json()["user"]["id"]


async def ended(socket: TableSocket) -> None:
    with pytest.raises(ServerRefused) as refused:
        await socket.until(lambda: False)
    assert refused.value.code == "unauthorized"
    assert any(m["type"] == "bye" and m["reason"] == "logged_out" for m in socket.heard)


@asynccontextmanager
async def slow_hello(served: Served, table: str, token: str) -> AsyncIterator[Callable[[], Awaitable[list[dict[str, Any]]]]]:
    """A socket that is opened now and says hello later; what it is told then."""
    address = f"{served.url.replace('http', 'ws')}/api/tables/{table}/socket"
    async with connect(address, additional_headers={"Cookie": f"tafelrunde={token}"}) as socket:

        async def hello() -> list[dict[str, Any]]:
            await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL}))
            told: list[dict[str, Any]] = []
            with suppress(ConnectionClosed):
                while True:
                    told.append(json.loads(await socket.recv()))
            return told

        yield hello


@asynccontextmanager
async def slow_news(served: Served, token: str) -> AsyncIterator[Callable[[], Awaitable[str]]]:
    """A request for the news whose body comes later; what is answered then."""
    host, _, port = served.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET /api/news HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: tafelrunde={token}\r\nConnection: close\r\n"
                 "Content-Length: 1\r\n\r\n".encode())
    await writer.drain()

    async def finish() -> str:
        writer.write(b" ")
        return (await reader.read()).decode()

    try:
        yield finish
    finally:
        writer.close()


@pytest.mark.parametrize(("agent", "name"), [
    (FIREFOX, "Firefox, Linux"), (SAFARI, "Safari, iPhone"), ("", ""), ("python-httpx/0.28", "python-httpx/0.28"),
    ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
    ("\u202eevil\x07" + "x" * 200, "evil" + "x" * 56)])
def test_a_device_has_a_short_clean_name(agent: str, name: str) -> None:
    assert device(agent) == name


async def test_log_out_ends_the_session_and_every_device_has_its_own(served: Served) -> None:
    one = await registered(served)
    two = await signed_in(served)
    account = one.me["id"]
    assert cookie(one) != cookie(two)
    old = cookie(one)
    await one.send("POST", "/api/logout")
    assert await who(served, old) is None
    assert await who(served, cookie(two)) == account


async def test_a_token_for_a_program_is_no_cookie(lone: Served) -> None:
    ada = await registered(lone)
    made = await ada.send("POST", "/api/me/tokens", 201, name="My bot", scope="play")
    async with httpx.AsyncClient(base_url=lone.url, cookies={"tafelrunde": made["token"]}) as thief:
        found = (await thief.get("/api/me")).json()["user"]
    assert found["guest"]
    assert found["name"] != (await ada.send("GET", "/api/me"))["user"]["name"]


async def test_a_guest_stays_the_same_while_their_first_deed_is_stored(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks for more than one thing at a time: none of the answers may make its guest
    somebody else.
    """
    database, sessions = served.house.database, served.house.sessions
    execute, find, seen = database.execute, sessions.find, list[str | None]()
    one, other = await browser(served), await browser(served)

    async def looked_at(*statements: sa.Executable) -> None:
        await execute(*statements)
        monkeypatch.setattr(database, "execute", execute)
        seen.append(await who(served, cookie(one)))

    monkeypatch.setattr(database, "execute", looked_at)
    await one.send("PATCH", "/api/me", name="Ada")
    assert seen == [one.me["id"]]

    async def overtaken(token: str) -> Any:
        found = await find(token)
        monkeypatch.setattr(sessions, "find", find)
        await other.send("PATCH", "/api/me", name="Bea")
        return found

    monkeypatch.setattr(sessions, "find", overtaken)
    assert await who(served, cookie(other)) == other.me["id"]


async def test_my_devices_are_listed_and_each_can_be_ended(served: Served) -> None:
    one = await registered(served)
    two = await signed_in(served)
    table = await one.send("POST", "/api/play-now", 201, game="el_grande", level="random")
    listed = (await one.http.get("/api/me/sessions")).json()["sessions"]
    assert {(s["name"], s["kind"], s["scope"], s["current"]) for s in listed} == {
        ("Firefox, Linux", "browser", "all", True), ("Safari, iPhone", "browser", "all", False)}
    assert all(s["used_at"] >= s["created_at"] > 0 for s in listed)
    # The socket that the other device has open
    there = Client(served.url, cookie(two), patience=60)
    async with there.sit(table["id"]) as socket, slow_hello(served, table["id"], cookie(two)) as says_hello, \
            slow_news(served, cookie(two)) as asks_for_news:
        other = next(s["id"] for s in listed if not s["current"])
        left = await one.send("DELETE", f"/api/me/sessions/{other}")
        assert [s["name"] for s in left["sessions"]] == ["Firefox, Linux"]
        await ended(socket)
        # A request that came in time but slowly is refused
        assert [m["type"] for m in await says_hello()] == ["bye"]
        assert "event:" not in await asks_for_news()
    assert await who(served, cookie(two)) is None
    await one.send("DELETE", f"/api/me/sessions/{other}", 404)
    # This one: that is logging out
    await one.send("DELETE", f"/api/me/sessions/{left['sessions'][0]['id']}", 409)
    stranger = await browser(served)
    await stranger.send("DELETE", f"/api/me/sessions/{left['sessions'][0]['id']}", 404)
    three = await signed_in(served)
    token = (await one.send("POST", "/api/me/tokens", 201, scope="read"))["token"]
    rest = (await one.send("DELETE", "/api/me/sessions"))["sessions"]
    # A program's token is no device: it is revoked by itself
    assert {s["kind"] for s in rest} == {"browser", "token"}
    assert len(rest) == 2
    assert (await Client(served.url, token).get("/api/me"))["user"]["id"] == one.me["id"]
    assert await who(served, cookie(three)) is None
    assert await who(served, cookie(one)) == one.me["id"]


async def test_tokens_are_kept_as_their_hash_alone(served: Served) -> None:
    one = await registered(served)
    token = (await one.send("POST", "/api/me/tokens", 201, name="my bot"))["token"]
    rows = await served.house.database.rows(sa.select(schema.sessions))
    kept = " ".join(str(value) for row in rows for value in row)
    for secret in (cookie(one), token):
        assert secret not in kept
        assert sha256(secret.encode()).hexdigest() in kept


async def test_a_token_for_a_program_is_named_narrow_and_revocable(served: Served) -> None:
    one = await registered(served)
    table = await one.send("POST", "/api/play-now", 201, game="el_grande", level="random")
    made = {scope: await one.send("POST", "/api/me/tokens", 201, name=f"{scope} bot", scope=scope) for scope in ("read", "play")}
    assert (made["play"]["session"]["name"], made["play"]["session"]["scope"]) == ("play bot", "play")
    read, play = (Client(served.url, made[scope]["token"], patience=60) for scope in ("read", "play"))
    assert cookie(one) not in (read.token, play.token)
    where = f"/api/tables/{table['id']}"
    async with read.sit(table["id"]) as r, play.sit(table["id"]) as p:
        await r.my_turn()
        for attempt in (("act", {"action": r.state["legal"][0], "version": r.state["version"]}), ("chat", {"text": "hello"}),
                        ("orders", {"orders": []}), ("leave", {})):
            with pytest.raises(ServerRefused) as refused:
                await r.ask(attempt[0], **attempt[1])
            assert refused.value.code == "forbidden"
        await p.my_turn()
        assert await p.act(p.state["legal"][0])
    assert (await read.get("/api/me"))["user"]["email"] is None
    await play.post(f"{where}/chat", id="a-message", text="hello")
    forbidden: list[tuple[Client, str, str, dict[str, Any]]] = [
        (read, "POST", f"{where}/chat", {"id": "b-message", "text": "x"}), (read, "POST", "/api/play-now", {"game": "toledo"}),
        (play, "PATCH", "/api/me", {"name": "Eve"}), (play, "GET", "/api/me/sessions", {}), (play, "POST", "/api/me/tokens", {}),
        (play, "DELETE", "/api/me/sessions", {}), (play, "POST", "/api/account/password", {"old": PASSWORD, "new": PASSWORD}),
        (play, "DELETE", "/api/account", {"password": PASSWORD}), (play, "POST", "/api/logout", {"everywhere": True})]
    for client, method, path, body in forbidden:
        with pytest.raises(ServerRefused) as refused:
            await client.request(method, path, body or None)
        assert (refused.value.status, refused.value.code) == (403, "forbidden"), (method, path)
    async with play.sit(table["id"]) as p:
        await one.send("DELETE", f"/api/me/sessions/{made['play']['session']['id']}")
        await ended(p)
    with pytest.raises(ServerRefused) as refused:
        await play.get("/api/me")
    assert refused.value.code == "unauthorized"
    # The whole account is for people alone
    await one.send("POST", "/api/me/tokens", 422, scope="all")


async def test_the_keepers_reset_signs_everybody_out(served: Served) -> None:
    one = await registered(served)
    table = await one.send("POST", "/api/play-now", 201, game="el_grande", level="random")
    thief = Client(served.url, cookie(one), patience=60)
    async with thief.sit(table["id"]) as stolen:
        typed = "a new one\na new one\n"
        code, said = await asyncio.to_thread(commanded, served.settings, "password", "ada@example.org", typed=typed)
        assert code == 0, said
        assert await who(served, cookie(one)) is None
        await ended(stolen)


def older(served: Served, user: str, epoch: int) -> str:
    """A cookie as it was before there were sessions."""
    return Signer(served.house.keys.key, salt="tafelrunde", digest_method=sha256).sign(f"{user}.{epoch}").decode()


async def test_a_cookie_from_before_becomes_a_session_once(served: Served) -> None:
    guest = await served.person("Ada")
    table = await served.table(guest, bots=1)
    user = guest.user["id"]
    await served.house.database.execute(sa.update(schema.users).where(schema.users.c.id == user).values(epoch=3),
                                        sa.delete(schema.sessions))
    served.house.people.forget(user)
    for wrong in (2, 4):
        assert await who(served, older(served, user, wrong)) is None
    token = older(served, user, 3)
    # As a page asks, all at once
    assert set(await asyncio.gather(*(who(served, token) for _ in range(4)))) == {user}
    again = Client(served.url, token)
    assert (await again.get("/api/tables/mine"))["tables"][0]["id"] == table  # nothing is lost
    rows = await served.house.database.rows(sa.select(schema.sessions).where(schema.sessions.c.user_id == user))
    assert len(rows) == 1
    await served.house.sessions.end(user, rows[0].id)
    assert await who(served, token) is None  # it counted once
    unknown = older(served, new_id(), 0)  # a guest of whom nothing was kept
    assert await who(served, unknown) is not None


async def test_a_guest_without_a_row_keeps_the_cookie_when_the_row_is_made(served: Served) -> None:
    guest = await browser(served)
    before = cookie(guest)
    assert await served.house.database.rows(sa.select(schema.sessions)) == []
    table = await guest.send("POST", "/api/play-now", 201, game="el_grande", level="random")
    assert cookie(guest) == before
    assert (await guest.http.get("/api/tables/mine")).json()["tables"][0]["id"] == table["id"]
    session = (await guest.http.get("/api/me/sessions")).json()["sessions"][0]
    assert (session["name"], session["current"]) == ("Firefox, Linux", True)
    await guest.send("POST", "/api/logout")
    assert await who(served, before) is None  # its signature alone is nothing any more


async def test_a_session_that_nobody_uses_ends_after_a_year(settings: Settings) -> None:
    house = Shifted(settings)
    async with serving(settings, house) as served:
        one = await registered(served)
        house.offset = 300 * 86_400_000
        answer = await one.http.get("/api/me")
        assert "set-cookie" in answer.headers  # the browser is to keep it for another year
        assert cookie(one)
        await until(lambda: _used(one, house))
        house.offset += 300 * 86_400_000
        assert (await one.http.get("/api/me")).json()["user"]["id"] == one.me["id"]
        await until(lambda: _used(one, house))
        house.offset += 366 * 86_400_000
        assert (await one.http.get("/api/me")).json()["user"]["id"] != one.me["id"]
        await house.sessions.clear()
        assert await house.database.rows(sa.select(schema.sessions)) == []


async def _used(one: Browser, house: Shifted) -> bool:
    """Whether it is recorded that the session was used today."""
    return bool((await one.http.get("/api/me/sessions")).json()["sessions"][0]["used_at"] > house.now() - 86_400_000)


async def test_wrong_log_ins_from_one_address_lock_nobody_else_out(lone: Served) -> None:
    await registered(lone)
    body = {"email": "ada@example.org", "password": "wrong"}

    async def attempt(address: str, body: dict[str, str]) -> int:
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with httpx.AsyncClient(timeout=120, base_url=lone.url, transport=transport) as http:
            csrf = (await http.get("/api/me")).json()["csrf"]
            return (await http.post("/api/login", json=body, headers={"X-CSRF-Token": csrf})).status_code

    assert [await attempt("127.0.0.1", body) for _ in range(11)] == [401] * 10 + [429]
    assert await attempt("127.0.0.2", body | {"password": PASSWORD}) == 200


def alembic(connection: sa.Connection, step: Any, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    step(config, revision)


async def test_a_database_with_people_and_games_goes_up_and_down(settings: Settings) -> None:
    database = Database(settings)
    database.prepare()
    user = new_id()
    async with database.connection(write=True) as connection:
        await connection.run_sync(alembic, command.upgrade, "0001")
        await connection.execute(sa.insert(schema.users).values(
            id=user, name="Ada", email="ada@example.org", created_at=5, epoch=2))
    await migrate(database)
    assert await database.rows(sa.select(schema.sessions)) == []
    await database.close()
    async with serving(settings) as served:
        token = older(served, user, 2)
        assert await who(served, token) == user
        ada = Client(served.url, token)
        table = await ada.post("/api/tables", game="el_grande", players=2)
    database = Database(settings)
    async with database.connection(write=True) as connection:
        await connection.run_sync(alembic, command.downgrade, "0001")
        names = await connection.run_sync(lambda c: sa.inspect(c).get_table_names())
        rows = (await connection.execute(sa.select(schema.users.c.email))).all()
        tables = (await connection.execute(sa.select(schema.tables.c.id))).all()
    assert "sessions" not in names
    assert ([r.email for r in rows], [t.id for t in tables]) == (["ada@example.org"], [table["id"]])
    await migrate(database)  # and up again
    assert await database.rows(sa.select(schema.sessions)) == []
    await database.close()


async def test_whoever_signs_in_at_too_many_devices_leaves_the_oldest(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.server.people.sessions.MOST_DEVICES", 3)
    sessions = served.house.sessions
    person = await served.house.people.new_guest("Ada", "en")
    program, _ = await sessions.begin_token(person.id, "my bot", "play")
    tokens: list[str] = []
    for n in range(5):
        monkeypatch.setattr(sessions, "now", lambda n=n: 1_000_000_000_000 + n)
        tokens.append((await sessions.begin(person.id, "browser", f"browser {n}"))[0])
    assert [await sessions.find(token) is not None for token in tokens] == [False, False, True, True, True]
    assert await sessions.find(program) is not None
