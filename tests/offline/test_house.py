"""The house of a device: it answers what a server answers, and keeps what a browser lets it
keep.
"""
from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from helpers.lots import draw_by
from helpers.networks import small_network
from offline.keeping import Memory, Page
from server.helping import Served, serving

import tafelrunde as tr
from tafelrunde.bots.net import weights
from tafelrunde.offline.desk import open_house
from tafelrunde.server.bots import child
from tafelrunde.server.client import Client, ServerRefused, TableSocket
from tafelrunde.server.people.ids import new_id
from tafelrunde.server.settings import Settings

ASKED = {"game": "toledo", "players": 3, "level": "random", "seat": 1}
GETS = ("state?since=3", "steps?from=2&to=9", "replay?at=4", "replay?at=4&seat=2", "verify", "review?seat=1",
        "review?judged=false", "positions", "choices?at=3&seat=1", "choices?at=100000",
        "replay?at=100000", "review?seat=8", "exercise", "state?seat=0")
TITLES = ("/api/games", "/api/games/toledo", "/api/games/el_grande/texts/hu", "/api/games/rheinlaender/rules",
          "/api/games/toledo/data", "/api/games/el_grande/exercises", "/api/games/chess", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def masked(value: Any, names: dict[str, str]) -> Any:
    """The messages, without what differs between any two houses: times, ids and guests' names."""
    if isinstance(value, dict):
        return {key: masked(inner, names) for key, inner in value.items() if key not in ("at", "ready")}
    if isinstance(value, list):
        return [masked(inner, names) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool) and value > 10**11:
        return "time"
    return names.get(value, value) if isinstance(value, str) else value


async def until_asked(page: Page, table: str) -> dict[str, Any]:
    """My next state in which I must decide, or the last one."""
    while True:
        state = await page.get(f"/api/tables/{table}/state")
        if state["asked"] or state["over"]:
            return state
        await asyncio.sleep(0)


async def play(page: Page, line: Any, table: str, most: int = 10_000, key: str = "act") -> dict[str, Any]:
    """Play my seat at random; returns the last state."""
    chooser = random.Random(1)
    for n in range(most):
        state = await until_asked(page, table)
        if state["over"]:
            return state
        act = {"type": "act", "id": f"{key}{n:019d}", "version": state["version"], "action": chooser.choice(state["legal"])}
        await line.hear(json.dumps(act | {"seat": state["seat"]}))
    return await until_asked(page, table)


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Everything that a server says on sockets."""
    found: list[dict[str, Any]] = []
    take = TableSocket._take

    async def taken(self: TableSocket, frame: bytes) -> None:
        found.append(json.loads(frame))
        await take(self, frame)

    monkeypatch.setattr(TableSocket, "_take", taken)
    return found


async def at_a_server(served: Served, person: Client, frames: list[dict[str, Any]]) -> tuple[str, list[Any]]:
    """The same game on a server: its table, and the messages."""
    table = (await person.post("/api/play-now", **ASKED))["id"]
    chooser = random.Random(1)
    async with person.sit(table) as socket:
        for n in range(10_000):
            state = await socket.my_turn()
            if state["over"]:
                break
            version = await socket.act(chooser.choice(state["legal"]), seat=state["seat"], id_=f"act{n:019d}")
            await socket.until(lambda v=version: socket.state["version"] >= v)
    return table, frames


async def asked(person: Client, path: str) -> Any:
    """What a server answers, or how it refuses."""
    try:
        return await person.get(path)
    except ServerRefused as refused:
        return {"error": refused.error}


@pytest.mark.anyio
async def test_a_device_says_what_a_server_says(tmp_path: Any, frames: list[dict[str, Any]]) -> None:
    """The same game through both: every message of the table, and every answer about it and about
    the titles.
    """
    draw_by(lambda: "the same deal")
    async with serving(Settings(port=0, data_dir=str(tmp_path), limits=False)) as served:
        person = await served.person("Ada")
        theirs, said = await at_a_server(served, person, frames)
        me = await person.get("/api/me")
        answers = {path: await asked(person, f"/api/tables/{theirs}/{path}") for path in GETS}
        answers |= {path: await asked(person, path) for path in TITLES}
        record = (await person.http.get(f"/api/tables/{theirs}/record")).text

    draw_by(lambda: "the same deal")
    desk = await open_house(Memory())
    page = Page(desk)
    await page.ask("PATCH", "/api/me", name="Ada")
    ours = (await page.ask("POST", "/api/play-now", **ASKED))[1]["id"]
    line = await page.look(ours)
    await play(page, line, ours)
    names = {theirs: "table", ours: "table", me["user"]["id"]: "me", (await page.get("/api/me"))["user"]["id"]: "me"}

    def told(messages: list[dict[str, Any]]) -> list[Any]:
        """A server tells its readers that a table's ratings are settled, and who is there: the
        table's own course is the rest.
        """
        return [masked(m, names) for m in messages if m["type"] in ("welcome", "update")]

    assert told(page.heard)[0]["table"].keys() == told(said)[0]["table"].keys()
    assert len(said) > 400
    # The first bots may be faster than the welcome
    assert told(page.heard)[-400:] == told(said)[-400:]
    line.close()
    for path, answer in answers.items():
        got = (await page.ask("GET", f"/api/tables/{ours}/{path}" if path in GETS else path))[1]
        assert masked(got, names) == masked(answer, names), path
    assert (await page.get(f"/api/tables/{ours}/record")) == record
    await desk.house.close()


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["el_grande", "king_and_intriguer", "rheinlaender", "toledo"])
async def test_games_are_there_after_every_kind_of_interruption(game: str) -> None:
    """A new house on the same storage goes on where the last one stopped, also in the middle of the
    bots' turns.
    """
    store = Memory()
    desk = await open_house(store)
    page = Page(desk)
    table = (await page.ask("POST", "/api/play-now", game=game, players=3, level="random"))[1]["id"]
    assert table.startswith("~")
    decisions = -1
    for time in range(4):
        line = await page.look(table)
        state = await play(page, line, table, most=3, key=f"{time:03d}")
        assert state["decisions"] > decisions
        decisions = state["decisions"]
        await page.ask("POST", f"/api/tables/{table}/leave")  # a bot takes over, and is interrupted
        await desk.house.close()
        desk = await open_house(store)
        page = Page(desk)
        assert [t["id"] for t in (await page.get("/api/tables/mine"))["tables"]] == [table]
        assert (await page.ask("POST", f"/api/tables/{table}/return"))[0] == 200
    await desk.house.close()


@pytest.mark.anyio
async def test_several_people_share_a_device() -> None:
    desk = await open_house(Memory())
    page = Page(desk)
    seats = [{"kind": "me", "name": name} for name in ("Ada", "Bo")]
    status, table = await page.ask("POST", "/api/tables", game="toledo", players=2, hotseat=True, seats=seats)
    assert (status, table["status"], table["mine"]) == (201, "running", [0, 1])
    line = await page.look(table["id"])
    state = page.heard[0]["state"]
    seat = state["pending"][0]
    await line.hear(json.dumps({"type": "look", "seat": seat}))
    assert page.heard[-1]["state"]["seat"] == seat
    await line.hear(json.dumps({"type": "look", "seat": 7}))
    assert page.heard[-1]["error"]["code"] == "forbidden"
    record = await page.get(f"/api/tables/{table['id']}/record")
    # Whoever holds the device gets a file with nobody's secrets.
    assert "\nView: spectator\n" in record


@pytest.mark.anyio
async def test_a_guest_is_named_in_the_language_of_the_page() -> None:
    memory = Memory()
    page = Page(await open_house(memory))

    async def name(lang: str) -> str:
        found: str = (await page.get(f"/api/me?lang={lang}"))["user"]["name"]
        return found

    assert (await name("de")).startswith("Gast ")
    assert (await name("hu")).endswith(". vendég")
    page = Page(await open_house(memory))
    assert (await name("cs")).startswith("Host ")
    await page.ask("PATCH", "/api/me", name="Ada")
    assert await name("de") == "Ada"


@pytest.mark.anyio
async def test_an_exercise_is_judged_here() -> None:
    desk = await open_house(Memory())
    page = Page(desk)
    first = (await page.get("/api/games/el_grande/exercises"))["exercises"][0]["id"]
    status, table = await page.ask("POST", "/api/exercises", game="el_grande", exercise=first)
    assert (status, table["exercise"]) == (200, first)
    again = (await page.ask("POST", "/api/exercises", game="el_grande", exercise=first))[1]
    assert again["id"] == table["id"]
    assert (await page.get(f"/api/tables/{table['id']}/exercise"))["over"] is False
    assert (await page.get("/api/tables/mine"))["tables"] == []


@pytest.mark.anyio
async def test_a_full_storage_loses_nothing() -> None:
    """What cannot be stored does not happen; when there is room again, the game continues."""
    store = Memory()
    desk = await open_house(store)
    page = Page(desk)
    seats = [{"kind": "me"}, {"kind": "me"}]
    table = (await page.ask("POST", "/api/tables", game="toledo", players=2, hotseat=True, seats=seats))[1]["id"]
    line = await page.look(table)
    before = await page.get(f"/api/tables/{table}/state?seat={page.heard[0]['state']['pending'][0]}")
    act = {"type": "act", "id": new_id(), "version": before["version"], "action": before["legal"][0], "seat": before["seat"]}
    kept = dict(store.kept)
    store.says = "full"
    await line.hear(json.dumps(act))
    refused = page.heard[-1]
    assert (refused["type"], refused["id"], refused["error"]["code"]) == ("refused", act["id"], "busy")
    assert "room" in refused["error"]["text"]
    assert (await page.ask("POST", "/api/play-now", game="toledo"))[0] == 503
    assert store.kept == kept
    store.says = "done"
    await line.hear(json.dumps(act))
    assert page.heard[-1]["done"]["id"] == act["id"]


@pytest.mark.anyio
async def test_a_bot_whose_decision_has_no_room_says_so_once_and_goes_on_later(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_by(lambda: "a bot begins")
    store = Memory()
    desk = await open_house(store)
    page = Page(desk)
    desk.look(False)
    table = (await page.ask("POST", "/api/play-now", game="toledo", players=3, level="random", seat=2))[1]["id"]
    await page.look(table)
    tried = 0
    write = store.write

    async def full(batch: str) -> str:
        nonlocal tried
        tried += 1
        return "full" if tried <= 3 else await write(batch)

    monkeypatch.setattr(store, "write", full)
    monkeypatch.setattr("tafelrunde.server.bots.turns.AGAIN_S", 0)
    desk.look(True)
    state = await until_asked(page, table)
    assert state["decisions"] > 0
    told = [message["error"] for message in page.heard if message["type"] == "refused"]
    assert [(error["code"], "room" in error["text"]) for error in told] == [("busy", True)]
    await desk.house.close()


@pytest.mark.anyio
async def test_a_network_comes_when_its_bot_plays_and_the_next_lower_level_plays_until_then(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    monkeypatch.setattr(weights, "COMING", set())
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "modules")
    draw_by(lambda: "a bot begins")
    whole = small_network(tr.game("toledo"))
    comes: list[bytes | None] = [None, whole[:-1], whole]
    played: list[str] = []
    think = child.think

    async def learn(title: str) -> None:
        content = comes.pop(0)
        if content:
            (tmp_path / f"{title}.weights").write_bytes(content)

    def noted(table: str, level: str, *more: Any, **other: Any) -> str:
        played.append(level)
        return think(table, level, *more, **other)

    monkeypatch.setattr(child, "think", noted)
    desk = await open_house(Memory(), networks="toledo", learn=learn)
    page = Page(desk)
    offered = {name: [one["level"] for one in (await page.get(f"/api/games/{name}"))["levels"]] for name in ("toledo", "el_grande")}
    assert ("master" in offered["toledo"], "master" in offered["el_grande"]) == (True, False)
    desk.look(False)
    table = (await page.ask("POST", "/api/play-now", game="toledo", players=3, level="master:5nodes", seat=2))[1]["id"]
    line = await page.look(table)
    desk.look(True)
    await play(page, line, table, most=3)
    assert played[:3] == ["strong:5nodes", "strong:5nodes", "master:5nodes"]
    assert set(played[3:]) <= {"master:5nodes"}
    assert not comes, "what is here is not fetched again"
    told = [message["error"] for message in page.heard if message["type"] == "refused"]
    assert [(error["field"], "Strong plays instead" in error["text"]) for error in told] == [("level", True)]
    said = [vars(record)["fields"]["why"] for record in caplog.records if record.getMessage() == "weights"]
    assert ["there are none" in said[0], "damaged" in said[1], len(said)] == [True, True, 2]
    await desk.house.close()


@pytest.mark.anyio
async def test_a_device_that_is_full_from_the_beginning_opens_and_says_so() -> None:
    store = Memory()
    store.says = "full"
    page = Page(await open_house(store))
    assert (await page.get("/api/me"))["user"]["name"]
    status, answer = await page.ask("POST", "/api/play-now", game="toledo")
    assert (status, answer["error"]["code"]) == (503, "busy")
    assert "room" in answer["error"]["text"]


@pytest.mark.anyio
async def test_two_pages_of_a_device_see_the_same_game() -> None:
    store = Memory()
    one = Page(await open_house(store))
    seats = [{"kind": "me"}, {"kind": "me"}]
    table = (await one.ask("POST", "/api/tables", game="toledo", players=2, hotseat=True, seats=seats))[1]["id"]
    two = Page(await open_house(store))
    await two.look(table)
    line = await one.look(table)
    state = await one.get(f"/api/tables/{table}/state?seat={one.heard[0]['state']['pending'][0]}")
    act = {"type": "act", "id": new_id(), "version": state["version"], "action": state["legal"][0], "seat": state["seat"]}
    await line.hear(json.dumps(act))
    await two.desk.changed_elsewhere(table)
    assert two.heard[-1]["type"] == "update"
    assert (await two.get(f"/api/tables/{table}/state"))["version"] == (await one.get(f"/api/tables/{table}/state"))["version"]


@pytest.mark.anyio
async def test_no_bot_thinks_while_nobody_looks() -> None:
    draw_by(lambda: "a bot begins")  # otherwise the person may be the first to decide
    desk = await open_house(Memory())
    page = Page(desk)
    desk.look(False)
    table = (await page.ask("POST", "/api/play-now", game="toledo", players=3, level="random", seat=2))[1]["id"]
    for _ in range(50):
        await asyncio.sleep(0)
    before = (await page.get(f"/api/tables/{table}/state"))["decisions"]
    desk.look(True)
    state = await until_asked(page, table)
    assert state["decisions"] > before == 0
    await desk.house.close()


@pytest.mark.anyio
async def test_what_is_deleted_is_gone() -> None:
    store = Memory()
    desk = await open_house(store)
    page = Page(desk)
    table = (await page.ask("POST", "/api/tables", game="toledo", players=2))[1]["id"]
    assert (await page.ask("DELETE", f"/api/tables/{table}"))[0] == 200
    assert (await page.ask("GET", f"/api/tables/{table}"))[0] == 404
    assert [key for key in store.kept if table in key] == []


@pytest.mark.anyio
async def test_a_game_that_is_deleted_while_its_bots_think_stays_deleted() -> None:
    """Nothing of it comes back, nobody goes on thinking, and whoever looks at it is told."""
    draw_by(lambda: "a bot begins")
    store, said = Memory(), list[str]()
    desk = await open_house(store, said.append)
    page = Page(desk)
    desk.look(False)
    table = (await page.ask("POST", "/api/play-now", game="toledo", players=3, level="random", seat=2))[1]["id"]
    await page.look(table)
    for _ in range(20):
        await asyncio.sleep(0)
    assert desk.house.bots.running, "a bot waits for somebody who looks"
    said.clear()
    assert (await page.ask("DELETE", f"/api/tables/{table}"))[0] == 200
    desk.look(True)
    for _ in range(200):
        await asyncio.sleep(0)
    assert [key for key in store.kept if table in key] == []
    assert not desk.house.bots.running
    assert said == [table]
    assert (page.heard[-1]["type"], page.heard[-1]["error"]["code"], page.closed) == ("refused", "not_found", [4004])
    assert (await page.ask("DELETE", f"/api/tables/{table}"))[0] == 404
    await desk.house.close()


@pytest.mark.anyio
async def test_a_game_that_another_page_deletes_is_gone_here_too() -> None:
    """Whether or not the other page's word arrives before this one plays on."""
    for told in (True, False):
        store = Memory()
        one, two = Page(await open_house(store)), Page(await open_house(store))
        seats = [{"kind": "me"}, {"kind": "me"}]
        table = (await one.ask("POST", "/api/tables", game="toledo", players=2, hotseat=True, seats=seats))[1]["id"]
        other = (await one.ask("POST", "/api/tables", game="toledo", players=2, hotseat=True, seats=seats))[1]["id"]
        line = await two.look(table)
        state = await two.get(f"/api/tables/{table}/state?seat={two.heard[0]['state']['pending'][0]}")
        assert (await one.ask("DELETE", f"/api/tables/{table}"))[0] == 200
        if told:
            await two.desk.changed_elsewhere(table)
            assert two.closed == [4004]
        act = {"type": "act", "id": new_id(), "version": state["version"], "action": state["legal"][0], "seat": state["seat"]}
        await line.hear(json.dumps(act))
        assert two.heard[-1]["error"]["code"] == "not_found"
        assert [key for key in store.kept if table in key] == []
        assert [t["id"] for t in (await two.get("/api/tables/mine"))["tables"]] == [other], "the list is whole"


class Lost(Memory):
    """A storage that the browser takes away."""

    away = False

    async def read(self, prefix: str) -> str:
        if self.away:
            raise RuntimeError("UnknownError: the connection to the storage is lost")
        return await super().read(prefix)

    async def write(self, batch: str) -> str:
        if self.away:
            raise RuntimeError("InvalidStateError: the storage is closing")
        return await super().write(batch)


@pytest.mark.anyio
async def test_a_storage_that_is_taken_away_is_said_in_words_and_loses_nothing() -> None:
    store = Lost()
    desk = await open_house(store)
    page = Page(desk)
    seats = [{"kind": "me"}, {"kind": "me"}]
    table = (await page.ask("POST", "/api/tables", game="toledo", players=2, hotseat=True, seats=seats))[1]["id"]
    line = await page.look(table)
    state = await page.get(f"/api/tables/{table}/state?seat={page.heard[0]['state']['pending'][0]}")
    act = {"type": "act", "id": new_id(), "version": state["version"], "action": state["legal"][0], "seat": state["seat"]}
    kept, store.away = dict(store.kept), True
    await line.hear(json.dumps(act))
    assert (page.heard[-1]["id"], page.heard[-1]["error"]["code"]) == (act["id"], "busy")
    assert "could not store" in page.heard[-1]["error"]["text"]
    assert (await page.ask("GET", "/api/tables/mine"))[0] == 503
    other = Page(desk)
    await other.look("~AAAAAAAAAAAAAAAAAAAAAA")
    assert (other.heard[-1]["error"]["code"], other.closed) == ("busy", [1013]), "and the page comes back by itself"
    store.away = False
    assert store.kept == kept
    await line.hear(json.dumps(act))
    assert page.heard[-1]["done"]["id"] == act["id"]


@pytest.mark.anyio
@pytest.mark.parametrize(("method", "path", "body", "code"), [
    ("POST", "/api/play-now", {"game": "chess"}, "not_found"),
    ("POST", "/api/play-now", {"game": "toledo", "level": "divine"}, "bad_request"),
    ("POST", "/api/tables", {"game": "toledo"}, "bad_request"),
    ("GET", "/api/tables/mine?status=strange", {}, "bad_request"),
    ("GET", "/api/tournaments", {}, "not_found"),
    ("GET", "/api/tables/~nothing/state", {}, "not_found"),
])
async def test_bad_requests_are_refused_in_words(method: str, path: str, body: dict[str, Any], code: str) -> None:
    page = Page(await open_house(Memory()))
    status, answer = await page.ask(method, path, **body)
    assert status >= 400
    assert answer["error"]["code"] == code
    assert answer["error"]["text"]


@pytest.mark.anyio
async def test_a_game_is_handed_to_a_server(tmp_path: Any) -> None:
    """The server replays the record: it becomes a finished table of mine, casual and in no list; a
    changed record does not.
    """
    desk = await open_house(Memory())
    page = Page(desk)
    table = (await page.ask("POST", "/api/play-now", **ASKED))[1]["id"]
    line = await page.look(table)
    over = await play(page, line, table)
    record = await page.get(f"/api/tables/{table}/record")
    await desk.house.close()
    lines = record.splitlines()
    last = max(i for i, text in enumerate(lines) if text[:1].isdigit())
    unfinished = "\n".join(text for i, text in enumerate(lines) if i < last).replace(
        next(text for text in lines if text.startswith("Result: ")), "Result: *") + "\n"
    async with serving(Settings(port=0, data_dir=str(tmp_path))) as served:
        person = await served.person("Ada")
        taken = await person.post("/api/records", record=record, seats=[1])
        assert (taken["status"], taken["result"]["scores"]) == ("over", over["scores"])
        assert (taken["rated"], taken["listed"], taken["casual"]) == (False, False, "played_on")
        assert [s["level"] for s in taken["seats"]] == ["random", None, "random"]
        assert taken["mine"] == [1]
        again = await asyncio.gather(*(person.post("/api/records", record=record, seats=[1]) for _ in range(3)))
        assert {table["id"] for table in again} == {taken["id"]}
        assert [table["id"] for table in (await person.get("/api/tables/mine?status=over"))["tables"]] == [taken["id"]]
        wrong = record.replace("Secret: ", "Secret: 00", 1)
        for bad, seats in ((unfinished, [1]), (wrong, [1]), ("Game: chess\n\n", [1]), (record, [7]), (record, [])):
            with pytest.raises(ServerRefused):
                await person.post("/api/records", record=bad, seats=seats)


@pytest.mark.anyio
async def test_a_record_is_opened_on_another_device() -> None:
    """What one device has written down is a finished game on the next: once, with its people and
    bots, and looked back at.
    """
    desk = await open_house(Memory())
    page = Page(desk)
    table = (await page.ask("POST", "/api/play-now", **ASKED))[1]["id"]
    over = await play(page, await page.look(table), table)
    record = await page.get(f"/api/tables/{table}/record")
    await desk.house.close()
    other = Page(await open_house(Memory()))
    status, opened = await other.ask("POST", "/api/records", record=record)
    assert (status, opened["status"], opened["mine"], opened["result"]["scores"]) == (201, "over", [1], over["scores"])
    assert opened["id"].startswith("~")
    assert (await other.ask("POST", "/api/records", record=record))[1]["id"] == opened["id"]
    assert [one["id"] for one in (await other.get("/api/tables/mine"))["tables"]] == [opened["id"]]
    assert (await other.get(f"/api/tables/{opened['id']}/review?judged=false"))["turns"]
    assert (await other.get(f"/api/tables/{opened['id']}/verify"))["verified"]
    seats = next(line for line in record.splitlines() if line.startswith("Seats: "))
    unnamed = [record.replace(seats, f"Seats: {wrong}") for wrong in ("{", "[1]", '{"0": 1}', 9000 * "[")]
    unnamed += [record.replace(seats, f"{seats}\n{header}: {9000 * '['}") for header in ("Player seeds", "Options")]
    for bad in ("", "Game: chess\n\n", record[:200], record.replace("Secret: ", "Secret: 00", 1), *unnamed):
        status, answer = await other.ask("POST", "/api/records", record=bad)
        assert 400 <= status < 500
        assert answer["error"]["text"]
    assert len((await other.get("/api/tables/mine"))["tables"]) == 1
