"""People: guests by cookie, accounts, their settings, ratings, chat, blocking."""
from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import typer
from server.helping import Served, play_out, until
from typer.testing import CliRunner

from tafelrunde.cli.serve import register
from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.errors import Refused
from tafelrunde.server.people import people as people_module
from tafelrunde.server.people import push
from tafelrunde.server.people.person import Person
from tafelrunde.server.people.push import Push
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage import schema

pytestmark = pytest.mark.anyio
PASSWORD = "correct horse battery"


class Browser:
    """What a browser does: keeps cookies, sends Origin and the CSRF token."""

    def __init__(self, served: Served) -> None:
        self.http = httpx.AsyncClient(base_url=served.url, timeout=30)
        self.origin = served.url
        self.me: dict[str, Any] = {}
        self.csrf = ""

    async def open(self) -> Browser:
        self._take(await self.http.get("/api/me"))
        return self

    def _take(self, answer: httpx.Response) -> dict[str, Any]:
        body = answer.json()
        if "csrf" in body:
            self.me, self.csrf = body["user"], body["csrf"]
        return body

    async def send(self, method: str, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
        answer = await self.http.request(method, path, json=body, headers={"X-CSRF-Token": self.csrf, "Origin": self.origin})
        assert answer.status_code == status, answer.text
        return self._take(answer)


async def test_a_guest_is_there_at_once_and_keeps_everything_as_an_account(served: Served) -> None:
    me = await Browser(served).open()
    assert me.me["guest"]
    guest = me.me["id"]
    cookie = next(c for c in me.http.cookies.jar if c.name == "tafelrunde")
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "lax"
    table = await me.send("POST", "/api/play-now", 201, game="el_grande", level="random")
    await me.send("PATCH", "/api/me", name="Ada  Lovelace\u200b")
    assert me.me["name"] == "Ada Lovelace"
    await me.send("PUT", "/api/me/settings", sounds=False, theme="dark")
    made = await me.send("POST", "/api/account", 201, email="Ada@Example.org", password=PASSWORD)
    assert made["user"] == me.me
    assert me.me["id"] == guest
    assert not me.me["guest"]
    assert me.me["email"] == "ada@example.org"
    other = await Browser(served).open()
    await other.send("POST", "/api/login", 401, email="ada@example.org", password="wrong password")
    await other.send("POST", "/api/login", 401, email="nobody@example.org", password=PASSWORD)
    await other.send("POST", "/api/login", email=" ADA@example.org", password=PASSWORD)
    assert other.me["id"] == guest
    mine = (await other.http.get("/api/tables/mine")).json()["tables"]
    assert [t["id"] for t in mine] == [table["id"]]
    assert (await other.http.get("/api/me/settings")).json() == {"settings": {"sounds": False, "theme": "dark"}}
    await me.send("POST", "/api/account", 409, email="again@example.org", password=PASSWORD)
    rows = await served.house.database.rows(_password(guest))
    assert rows[0].password.startswith("$argon2id$")


def _password(user: str) -> Any:
    import sqlalchemy as sa

    from tafelrunde.server.storage.schema import users

    return sa.select(users.c.password).where(users.c.id == user)


async def test_a_guests_games_move_into_the_account_at_log_in(served: Served) -> None:
    account = await Browser(served).open()
    await account.send("POST", "/api/account", 201, email="bela@example.org", password=PASSWORD, name="Bela")
    guest = await Browser(served).open()
    table = await guest.send("POST", "/api/play-now", 201, game="el_grande", level="random")
    await guest.send("POST", "/api/login", email="bela@example.org", password=PASSWORD)
    assert guest.me["id"] == account.me["id"]
    shown = (await guest.http.get(f"/api/tables/{table['id']}")).json()
    assert shown["mine"] == table["mine"]
    assert shown["seats"][table["mine"][0]]["user"]["name"] == "Bela"
    state = (await guest.http.get(f"/api/tables/{table['id']}/state")).json()
    await until(lambda: _asked(guest, table["id"]))
    state = (await guest.http.get(f"/api/tables/{table['id']}/state")).json()
    await guest.send("POST", f"/api/tables/{table['id']}/actions", id="after-login", version=state["version"],
                     action=state["legal"][0])


async def _account(served: Served, email: str) -> Browser:
    made = await Browser(served).open()
    await made.send("POST", "/api/account", 201, email=email, password=PASSWORD)
    return made


async def _guest_with_a_table(served: Served) -> tuple[Browser, Person, str]:
    """A guest, as a request knows them that has begun already, and their table."""
    guest = await Browser(served).open()
    table = await guest.send("POST", "/api/play-now", 201, game="el_grande", level="random")
    found = await served.house.people.find(guest.me["id"])
    assert found is not None
    return guest, found, table["id"]


async def _tables_of(browser: Browser) -> list[str]:
    return [t["id"] for t in (await browser.http.get("/api/tables/mine")).json()["tables"]]


async def test_two_log_ins_of_one_guest_at_once_do_not_split_its_games(served: Served) -> None:
    """Both requests knew the guest before either had moved its games."""
    ada, bela = await _account(served, "h@example.org"), await _account(served, "i@example.org")
    _, then, table = await _guest_with_a_table(served)
    people = served.house.people
    assert (await people.log_in(then, "h@example.org", PASSWORD)).id == ada.me["id"]
    assert (await people.log_in(then, "i@example.org", PASSWORD)).id == bela.me["id"], "that works, too"
    assert await _tables_of(ada) == [table]
    assert await _tables_of(bela) == []
    live = await served.house.hall.get(table)
    await served.house.hall.reload(live)
    assert live.table.people() == [ada.me["id"]]  # the log and the lists name the same account


async def test_a_guest_who_registers_while_logging_in_is_one_or_the_other(served: Served) -> None:
    ada = await _account(served, "j@example.org")
    people = served.house.people
    _, then, table = await _guest_with_a_table(served)
    await people.log_in(then, "j@example.org", PASSWORD)
    with pytest.raises(Refused, match="conflict"):
        # Nobody is this guest any more.
        await people.register(then, "k@example.org", PASSWORD, None)
    guest, then, other = await _guest_with_a_table(served)
    await guest.send("POST", "/api/account", 201, email="k@example.org", password=PASSWORD)
    assert (await people.log_in(then, "j@example.org", PASSWORD)).id == ada.me["id"]
    with pytest.raises(Refused, match="conflict"):
        await people.register(then, "l@example.org", PASSWORD, None)
    assert await _tables_of(ada) == [table]
    assert await _tables_of(guest) == [other]
    assert (await guest.open()).me["email"] == "k@example.org"


async def test_nothing_moves_into_an_account_that_has_been_deleted(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    people = served.house.people
    ada = await _account(served, "m@example.org")
    account = await people.find(ada.me["id"])
    assert account is not None
    guest, _, table = await _guest_with_a_table(served)
    right = people_module._verify

    async def and_meanwhile(kept: str | None, password: str) -> bool:
        found = await right(kept, password)
        await people.delete(account)
        return found

    monkeypatch.setattr(people_module, "_verify", and_meanwhile)
    await guest.send("POST", "/api/login", 401, email="m@example.org", password=PASSWORD)
    assert await _tables_of(guest) == [table]


async def _asked(browser: Browser, table: str) -> bool:
    return bool((await browser.http.get(f"/api/tables/{table}/state")).json()["legal"])


async def test_log_out_everywhere_and_another_password(served: Served) -> None:
    one = await Browser(served).open()
    await one.send("POST", "/api/account", 201, email="c@example.org", password=PASSWORD)
    account = one.me["id"]
    two = await Browser(served).open()
    await two.send("POST", "/api/login", email="c@example.org", password=PASSWORD)
    await one.send("POST", "/api/account/password", 403, old="not this one", new="a new password")
    await one.send("POST", "/api/account/password", old=PASSWORD, new="a new password")
    assert (await two.open()).me["id"] != account  # logged out there
    assert (await one.open()).me["id"] == account
    await two.send("POST", "/api/login", email="c@example.org", password="a new password")
    token = (await two.send("POST", "/api/me/tokens", 201))["token"]
    program = Client(served.url, token)
    assert (await program.get("/api/me"))["user"]["id"] == account
    await one.send("POST", "/api/account/email", password="a new password", email="d@example.org")
    await one.send("POST", "/api/logout", everywhere=True)
    assert one.me["guest"]
    assert (await two.open()).me["id"] != account
    with pytest.raises(ServerRefused) as refused:
        await program.get("/api/me")
    assert refused.value.code == "unauthorized"
    await two.send("POST", "/api/login", email="d@example.org", password="a new password")


async def test_who_is_logged_out_has_no_open_connection_left(served: Served) -> None:
    ada, thief = await served.person("Ada"), Client(served.url, patience=60)
    table = await served.table(ada, bots=1)
    await ada.post("/api/account", email="g@example.org", password=PASSWORD)
    thief.token = (await ada.post("/api/me/tokens"))["token"]
    async with ada.sit(table) as a, thief.sit(table) as stolen:
        assert stolen.state["seat"] == a.state["seat"] == 0
        await ada.request("PATCH", "/api/me", {"name": "Ada L."})  # another name is no reason
        await a.until(lambda: a.state["seats"][0]["name"] == "Ada L.")
        await ada.post("/api/account/password", old=PASSWORD, new="another password")
        with pytest.raises(ServerRefused) as refused:
            await stolen.until(lambda: False)
        assert refused.value.code == "unauthorized"
        assert any(m["type"] == "bye" and m["reason"] == "logged_out" for m in stolen.heard)
        await a.until(lambda: a.connects == 2)  # with the new token they are back
        assert a.state["seat"] == 0


async def test_a_deleted_account_leaves_its_games_without_the_name(served: Served) -> None:
    ada = await Browser(served).open()
    bela = await served.person("Bela")
    await ada.send("POST", "/api/account", 201, email="e@example.org", password=PASSWORD, name="Ada")
    table = await bela.post("/api/tables", game="el_grande", players=2, options={"short": True})
    await ada.send("POST", f"/api/tables/{table['id']}/join")
    await ada.send("POST", f"/api/tables/{table['id']}/chat", id="hello-chat", text="good evening")
    waiting = await ada.send("POST", "/api/tables", 201, game="toledo", players=2)
    await ada.send("DELETE", "/api/account", 403, password="not this one")
    await ada.send("DELETE", "/api/account", password=PASSWORD)
    await ada.send("POST", "/api/login", 401, email="e@example.org", password=PASSWORD)
    await until(lambda: _nameless(bela, table["id"]))
    # A bot plays on at once
    assert (await bela.get(f"/api/tables/{table['id']}"))["seats"][1]["away"] == "resigned"
    # Nobody waits for who will not come
    assert (await bela.get(f"/api/tables/{waiting['id']}"))["status"] == "closed"
    assert (await bela.get("/api/tables"))["tables"] == []
    assert (await bela.get(f"/api/tables/{table['id']}/chat"))["messages"] == []
    assert "Ada" not in await bela.get(f"/api/tables/{table['id']}/record")


async def _nameless(person: Client, table: str) -> bool:
    seat = (await person.get(f"/api/tables/{table}"))["seats"][1]
    return seat["user"] is None and seat["name"] == "" and seat["kind"] == "person"


async def test_ratings_history_and_statistics(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    await ada.post("/api/account", email="ada@example.org", password=PASSWORD)
    table = await served.table(ada, bela, rated=True)
    async with ada.sit(table) as a, bela.sit(table) as b:
        assert (a.table["rated"], a.table["casual"]) == (True, None)
        await asyncio.gather(play_out(a), play_out(b, 2))
        await a.until(lambda: bool((a.table["result"] or {}).get("ratings")))
        ratings = a.table["result"]["ratings"]
    assert {r["seat"] for r in ratings} == {0, 1}
    assert all(r["before"] == 1000.0 != r["after"] and r["uncertainty"] < 667 for r in ratings)
    me = (await ada.get("/api/me"))["user"]["id"]
    profile = await ada.get(f"/api/users/{me}")
    assert profile["ratings"][0]["games"] == 1
    assert profile["ratings"][0]["uncertainty"] == ratings[0]["uncertainty"]
    best = (await ada.get("/api/ratings", game="el_grande", players=2))["ratings"]
    assert [(r["name"], r["level"]) for r in best] == [("Ada", None)]  # a guest is not on the list
    history = await ada.get("/api/me/history", game="el_grande", players=2)
    assert history["games"][0]["table"] == table
    assert history["games"][0]["opponents"] == [{"name": "Bela", "level": None}]
    assert history["games"][0]["rating"]["after"] == ratings[0]["after"]
    stats = (await ada.get(f"/api/users/{me}/stats"))["stats"]
    assert (stats[0]["games"], stats[0]["players"]) == (1, 2)
    assert (await ada.get("/api/me/history", game="toledo"))["games"] == []
    await ada.post(f"/api/tables/{table}/rematch")
    served.house.hall.forget(served.house.hall.tables[table])
    # What is stored is still whole
    assert (await ada.get(f"/api/tables/{table}"))["result"]["ratings"] == ratings


async def test_chat_is_plain_text_heard_by_who_wants_to_hear(served: Served) -> None:
    ada, bela, cleo = [await served.person(n) for n in ("Ada", "Bela", "Cleo")]
    table = await served.table(ada, bela, cleo)
    async with ada.sit(table) as a, bela.sit(table) as b:
        await b.ask("chat", id="first-words", text="<b>hi</b>\x07 {seat}")
        await b.ask("chat", id="first-words", text="<b>hi</b>\x07 {seat}")
        await a.until(lambda: bool(a.messages))
        assert a.messages[0]["text"] == "<b>hi</b> {seat}"
        assert a.messages[0]["seat"] == 1
        with pytest.raises(ServerRefused) as refused:
            await b.ask("chat", text="\u200b")
        assert refused.value.field == "text"
        user = a.messages[0]["user"]["id"]
        assert (await ada.request("PUT", f"/api/tables/{table}/mute/{user}"))["muted"] == [user]
        await b.ask("chat", text="can you hear me?")
        await b.until(lambda: any("hear" in m["text"] for m in b.messages))
    assert (await ada.get(f"/api/tables/{table}/chat"))["messages"] == []
    await ada.request("DELETE", f"/api/tables/{table}/mute/{user}")
    assert len((await ada.get(f"/api/tables/{table}/chat"))["messages"]) == 2
    await ada.request("PUT", f"/api/me/blocks/{user}")
    assert (await ada.get(f"/api/tables/{table}/chat"))["messages"] == []


async def test_people_who_blocked_each_other_do_not_meet(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    ids = {p: (await p.get("/api/me"))["user"]["id"] for p in (ada, bela)}
    blocked = await ada.request("PUT", f"/api/me/blocks/{ids[bela]}")
    assert blocked["blocks"] == [{"id": ids[bela], "name": "Bela"}]
    for host, guest in ((ada, bela), (bela, ada)):
        table = await host.post("/api/tables", game="el_grande", players=2)
        with pytest.raises(ServerRefused) as refused:
            await guest.post(f"/api/tables/{table['id']}/join")
        assert refused.value.code == "forbidden"
    with pytest.raises(ServerRefused):
        await ada.request("PUT", f"/api/me/blocks/{ids[ada]}")
    carla = await served.person("Carla")
    await ada.request("PUT", f"/api/me/blocks/{carla.user['id']}")
    first = await ada.get("/api/me/blocks", limit=1)
    more = await ada.get("/api/me/blocks", limit=2, skip=first["next"])
    assert [one["name"] for page in (first, more) for one in page["blocks"]] == ["Bela", "Carla"]
    assert more["next"] is None
    await ada.request("DELETE", f"/api/me/blocks/{carla.user['id']}")
    assert (await ada.request("DELETE", f"/api/me/blocks/{ids[bela]}"))["blocks"] == []
    report = await ada.post("/api/reports", user=ids[bela], text="was rude")
    assert len(report["report"]) == 22


async def test_push_subscriptions_go_to_push_services_only(served: Served) -> None:
    ada = await served.person("Ada")
    keys = {"p256dh": "B" * 80, "auth": "A" * 22}
    good = "https://updates.push.services.mozilla.com/wpush/v2/abc"
    assert await ada.post("/api/me/push", endpoint=good, expirationTime=None, keys=keys) == {"subscriptions": 1}
    assert await ada.post("/api/me/push", endpoint=good, keys=keys) == {"subscriptions": 1}
    for bad in ("https://127.0.0.1/x", "https://evil.example/x", "https://fcm.googleapis.com.evil.example/x",
                "https://updates.push.services.mozilla.com:8080/x", "https://", "https://[", "https://x:123456",
                "https://evil.example:8443\\@updates.push.services.mozilla.com/x", "https://a@updates.push.services.mozilla.com/x",
                "https://updates.push.services.mozilla.com/a b", "https://evil.example#@updates.push.services.mozilla.com/"):
        with pytest.raises(ServerRefused) as refused:
            await ada.post("/api/me/push", endpoint=bad, keys=keys)
        assert refused.value.field == "body.endpoint"
    assert await ada.request("DELETE", "/api/me/push", {"endpoint": good}) == {"subscriptions": 0}
    assert (await ada.get("/api/push/key"))["key"] is None  # nobody to write to is set


async def test_nothing_is_sent_to_an_address_that_was_kept_before_it_would_be_refused(
        lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await lone.person("Ada")
    sent: list[str] = []

    def send(subscription: dict[str, Any], *rest: str) -> int:
        sent.append(subscription["endpoint"])
        return 201

    monkeypatch.setattr(push, "_send", send)
    house = Push(replace(lone.settings, push_contact="mailto:house@example.org"), lone.house.database)
    good, bad = (f"https://{host}/x" for host in ("fcm.googleapis.com", "evil.example\\@fcm.googleapis.com"))
    for endpoint in (good, bad):
        await lone.house.database.execute(sa.insert(schema.push).values(
            endpoint=endpoint, user_id=ada.user["id"], body=json.dumps({"endpoint": endpoint})))
    assert await house.send(ada.user["id"], {}) == 1
    assert sent == [good]


def commanded(settings: Settings, *arguments: str, typed: str = "") -> tuple[int, str]:
    app = typer.Typer()
    register(app)
    done = CliRunner().invoke(app, [*arguments, "--database", settings.database, "--data-dir", settings.data_dir], input=typed)
    return done.exit_code, done.output


async def test_the_keeper_reads_reports_and_gives_new_passwords(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    made = await ada.post("/api/account", email="Ada@example.org", password="forgotten soon")
    # The client goes on as the account
    assert (ada.token, ada.user) == (made["token"], made["user"])
    await ada.post("/api/reports", user=bela.user["id"], text="shouts\x1b[31m")
    code, said = await asyncio.to_thread(commanded, served.settings, "reports")
    assert code == 0
    assert f"({made['user']['id']}) about Bela ({bela.user['id']})" in said
    assert "shouts" in said
    assert "\x1b" not in said  # whatever they write stays on its line
    code, said = await asyncio.to_thread(commanded, served.settings, "password", "ada@example.org", typed="a new one\na new one\n")
    assert code == 0, said
    with pytest.raises(ServerRefused):
        await bela.post("/api/login", email="ada@example.org", password="forgotten soon")
    assert (await bela.post("/api/login", email="ada@example.org", password="a new one"))["user"]["id"] == made["user"]["id"]
    for wrong in (("nobody@example.org", "long enough"), ("ada@example.org", "short")):
        code, said = await asyncio.to_thread(commanded, served.settings, "password", wrong[0], typed=f"{wrong[1]}\n{wrong[1]}\n")
        assert code != 0


async def test_only_so_many_people_can_be_muted_at_a_table(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.server.web.tables.MOST_MUTED", 3)
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    others = [f"{n:022}" for n in range(4)]
    for other in (*others[:3], others[0]):  # somebody twice is one
        await ada.request("PUT", f"/api/tables/{table}/mute/{other}")
    with pytest.raises(ServerRefused) as refused:
        await ada.request("PUT", f"/api/tables/{table}/mute/{others[3]}")
    assert (refused.value.code, "3" in refused.value.error["text"]) == ("conflict", True)
    await ada.request("DELETE", f"/api/tables/{table}/mute/{others[0]}")
    assert (await ada.request("PUT", f"/api/tables/{table}/mute/{others[3]}"))["muted"] == others[1:]


async def test_people_are_found_by_a_part_of_their_name(served: Served) -> None:
    names = ("Ádám Škoda", "Adam Novák", "Hidden Adam", "Adam who left", "Bela 100%")
    people = [await served.person(name) for name in names]
    for n, person in enumerate(people):
        await person.post("/api/account", email=f"p{n}@example.org", password="correct horse battery")
    await people[2].request("PATCH", "/api/me", {"hidden": True})
    await people[3].request("DELETE", "/api/account", {"password": "correct horse battery"})
    guest = await served.person("Adam the guest")

    async def found(name: str, **more: Any) -> list[str]:
        return [one["name"] for one in (await guest.get("/api/users", name=name, **more))["people"]]

    assert await found("ADAM") == ["Adam Novák", "Ádám Škoda"]
    assert await found("škod") == await found("skod") == ["Ádám Škoda"]
    assert await found("0%") == ["Bela 100%"]
    assert await found("a_a") == []
    first = await guest.get("/api/users", name="adam", limit=1)
    assert first["next"] == 1
    assert [one["name"] for one in first["people"]] + await found("adam", limit=1, skip=1) == await found("adam")
    with pytest.raises(ServerRefused) as refused:
        await guest.get("/api/users", name="a")
    assert refused.value.field == "query.name"
