"""Updates tell what has changed: with it a client has byte for byte what it would be shown afresh,
and no more.
"""
from __future__ import annotations

import random
import sys
from types import FrameType
from typing import Any

import msgspec
import pytest
from server.helping import Served

import tafelrunde as tr
from tafelrunde.kernel import seed_generator
from tafelrunde.server.errors import Refused
from tafelrunde.server.storage.entries import Entry
from tafelrunde.server.tables import acting
from tafelrunde.server.tables.base import Base, encode
from tafelrunde.server.tables.changes import apply, changes
from tafelrunde.server.tables.live import Done, Live
from tafelrunde.server.tables.table import Table

BESIDE = ("steps", "rewound", "clocks", "seats", "watching")
PEOPLE = 3


class Client:
    """A reader that keeps the state as a client does, from messages alone."""

    def __init__(self, user: str | None, seat: int | None) -> None:
        self.user = user
        self.mark = ""
        self.kept = False
        self.called = "Somebody"
        self.invite: str | None = None
        self.seat = seat
        self.sits = seat is not None
        self.lang = "en"
        self.version: int | None = None
        self.base: Base | None = None
        self.beside = 0
        self.state: dict[str, Any] = {}
        self.last: dict[str, Any] = {}
        self.changed = 0

    def tell(self, message: bytes) -> None:
        self.last = told = msgspec.json.decode(message)
        if "state" in told:
            self.state = told["state"]
        else:
            assert told["from"] == self.state["version"]
            self.state = apply(self.state, told["changes"]) | {k: told[k] for k in BESIDE if k in told}
            self.changed += 1

    def refuse(self, refused: Refused) -> None:
        raise AssertionError("everybody may look here") from refused

    def follow(self, person: Any) -> None:
        raise AssertionError("nobody changes here")

    def log_out(self) -> None:
        raise AssertionError("nobody logs out here")


def begun(game: str, options: dict[str, Any] | None = None, seed: int = 7) -> Live:
    """A running table of three people, each looking at it, and a spectator."""
    chosen = tr.game(game).checked(options or {})
    table = Table("t" * 22, bytes([seed]) * 32, "i" * 22)
    config = {"game": game, "players": PEOPLE, "options": chosen, "rules": "", "commitment": ""}
    seats = [{"kind": "person", "user": f"u{i}"} for i in range(PEOPLE)]
    table.apply(Entry(1, "create", 1000, None, "u0", {"config": config, "seats": seats}))
    table.apply(Entry(2, "start", 1001, None, "u0", {"level": "simple"}))
    live = Live(table, lambda: 5000)
    live.readers |= {*(Client(f"u{i}", i) for i in range(PEOPLE)), Client(None, None)}
    live.broadcast()
    return live


def decide(live: Live, chooser: random.Random) -> None:
    """Somebody decides at random; sometimes they take it back."""
    table = live.table
    match = table.match
    assert match is not None
    seat = chooser.choice(match.pending)
    taken = next((p for p in range(PEOPLE) if not match.undo_barrier(p)), None)
    if taken is not None and chooser.random() < 0.1:
        table.apply(acting.undo(table, f"u{taken}", taken, table.version, 2000, None, "en"))
    else:
        action = chooser.choice(match.legal(seat))
        table.apply(acting.decide(table, f"u{seat}", seat, action, table.version, 2000, None, "en"))


@pytest.mark.parametrize("game", tr.games())
def test_what_has_changed_makes_what_would_be_shown_afresh(game: str) -> None:
    chooser = random.Random(11)
    live = begun(game)
    match = live.table.match
    while not match.over:
        decide(live, chooser)
        match = live.table.match
        live.broadcast()
        for reader in live.readers:
            assert isinstance(reader, Client)
            before = live.table.version - 1
            live.forget_shown()
            fresh = live.state(reader.user, reader.seat, reader.lang, before)
            assert encode(reader.state) == encode(fresh), (game, reader.seat, live.table.version)
    assert all(r.changed > live.table.version // 2 for r in live.readers if isinstance(r, Client))


SECRETS = [
    ("el_grande", {}), ("el_grande", {"memory": "ledger"}),
    ("el_grande", {"modules": ["power_shift", "new_regent"], "alternatives": ["secret_ballot"], "memory": "notes"}),
    ("king_and_intriguer", {}), ("king_and_intriguer", {"extra_cards": True, "players_edition": True}),
    ("rheinlaender", {}), ("rheinlaender", {"open_coins": True}), ("toledo", {})]


@pytest.mark.parametrize(("game", "options"), SECRETS)
def test_a_view_made_of_the_public_part_and_ones_own_is_the_whole_view(game: str, options: dict[str, Any]) -> None:
    """What everybody is shown is made once; with what a seat alone may see it is, byte for byte,
    what the seat sees.
    """
    chooser = random.Random(5)
    live = begun(game, options)
    differed = 0
    while True:
        match = live.table.match
        assert match is not None
        live.broadcast()
        whole = {seat: encode(match.view(seat)) for seat in (None, *range(PEOPLE))}
        for seat, expected in whole.items():
            base = live.base([] if seat is None else [seat], seat, "en")
            assert bytes(base.view()) == expected, (game, seat, live.table.version)
            shared = base.public.pieces() if base.public is not None else {}
            assert encode(shared | {"pending": list(match.pending), "seat": None}) == whole[None]
            differed += any(bytes(shared[name]) != bytes(piece) for name, piece in base.own.pieces().items()
                            if name in shared)
        if match.over:
            break
        decide(live, chooser)
    assert differed


@pytest.mark.parametrize(("game", "options"), [
    ("el_grande", {"modules": ["power_shift"]}), ("king_and_intriguer", {}), ("rheinlaender", {}), ("toledo", {})])
def test_a_hidden_change_changes_no_path(game: str, options: dict[str, Any]) -> None:
    """Everything that a seat cannot know is redrawn: the seat is told of no change at all."""
    chooser = random.Random(3)
    live = begun(game, options)
    permuted = 0
    for moment in range(60):
        decide(live, chooser)
        match = live.table.match
        assert match is not None
        if match.over:
            break
        live.broadcast()
        true = match.state
        match._past = []  # what was before is no longer what it was
        live.forget_shown()
        live.broadcast()
        for reader in list(live.readers):
            match.state = true.clone()
            match.state.rng = seed_generator(moment)
            for viewer in (0, PEOPLE - 1) if reader.seat is None else (reader.seat,):
                match.game.law.resample(match.state, viewer)
            permuted += any(getattr(true, f.name) != getattr(match.state, f.name) for f in match.game.secret_fields
                            if f.name != "rng")
            others, live.readers = live.readers, {reader}
            live.forget_shown()
            live.broadcast()
            assert isinstance(reader, Client)
            assert reader.last.get("changes") == [], (game, reader.seat, moment)
            live.readers, match.state = others, true
            live.forget_shown()
    assert permuted > 0 or game == "king_and_intriguer"  # which draws nothing hidden


@pytest.mark.parametrize(("before", "after", "expected"), [
    (b'{"a":1}', b'{"a":1}', []),
    (b'{"a":1,"b":[1,2]}', b'{"a":1,"b":[1,3]}', [[["b"], [1, 3]]]),
    (b'{"a":[[1],[2]]}', b'{"a":[[1],[3]]}', [[["a", 1], [3]]]),
    (b'{"a":[[1],null]}', b'{"a":[null,[3]]}', [[["a", 0], None], [["a", 1], [3]]]),
    (b'{"a":{"x":1,"y":2}}', b'{"a":{"y":2,"x":1}}', [[["a"], {"y": 2, "x": 1}]]),
    (b'{"a":{"x":1}}', b'{"a":{"x":1,"y":2}}', [[["a"], {"x": 1, "y": 2}]]),
    (b'{"a":[]}', b'{"a":[{"b":1}]}', [[["a"], [{"b": 1}]]]),
    (b'{"a":null}', b'{"a":{"b":1}}', [[["a"], {"b": 1}]]),
    (b'[1]', b'{"b":1}', [[[], {"b": 1}]]),
])
def test_changes_are_the_smallest_that_keep_the_order(before: bytes, after: bytes, expected: list[Any]) -> None:
    found = msgspec.json.decode(encode(changes(before, after)))
    assert found == expected
    assert encode(apply(msgspec.json.decode(before), found)) == after


def test_who_has_another_language_or_seat_gets_the_whole_state() -> None:
    live = begun("el_grande")
    reader = next(r for r in live.readers if r.seat == 1)
    assert isinstance(reader, Client)
    reader.base = None
    decide(live, random.Random(1))
    live.broadcast()
    assert reader.last["state"]["version"] == live.table.version


def test_the_answer_comes_with_the_update() -> None:
    live = begun("el_grande")
    reader = next(r for r in live.readers if r.seat == 0)
    assert isinstance(reader, Client)
    decide(live, random.Random(1))
    done = Done(reader, "my-action")
    live.broadcast(done)
    assert done.told
    assert reader.last["done"] == {"id": "my-action", "version": live.table.version}
    assert all("done" not in r.last for r in live.readers if isinstance(r, Client) and r is not reader)


class Steps:
    """Counts the bytecode instructions of some work: the same on every machine."""

    def __enter__(self) -> Steps:
        self.n = 0
        self.before = sys.gettrace()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self.before)

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_opcodes = True
        self.n += event == "opcode"
        return self._trace


def test_a_move_costs_the_same_late_in_a_long_game() -> None:
    """Toledo, the longest title: the cost of a move does not grow with the length of the game."""
    chooser = random.Random(11)
    live = begun("toledo")
    costs: list[int] = []
    while not live.table.match.over:
        seat = chooser.choice(live.table.pending)
        action = chooser.choice(live.table.match.legal(seat))
        entry = acting.decide(live.table, f"u{seat}", seat, action, live.table.version, 2000, None, "en")
        if live.table.decisions % 12:
            live.table.apply(entry)
            live.broadcast()
            continue
        with Steps() as counted:
            live.table.apply(entry)
            live.broadcast()
        costs.append(counted.n)
    assert len(costs) > 30
    third = len(costs) // 3
    early, late = sorted(costs[:third]), sorted(costs[-third:])
    assert late[third // 2] < 1.5 * early[third // 2], (early, late)


@pytest.mark.parametrize("game", tr.games())
def test_nobody_can_change_a_position_through_its_view(game: str) -> None:
    """A view is independent: writing into it leaves the match unchanged."""
    live = begun(game)
    for _ in range(30):
        decide(live, random.Random(2))
    match = live.table.match
    before = match.state.clone()
    for seat in (0, None):
        _scribble(match.view(seat))
    _scribble(match.position())
    assert all(getattr(before, f.name) == getattr(match.state, f.name) for f in match.game.fields)


def _scribble(value: Any) -> None:
    inner = list(value.values()) if isinstance(value, dict) else list(value) if isinstance(value, list) else []
    for one in inner:
        _scribble(one)
    if isinstance(value, list):
        value.append("scribble")


@pytest.mark.parametrize("game", tr.games())
def test_what_was_decided_before_another_took_back_stays(game: str) -> None:
    """Whoever took back has shown what they would do: nothing from before it is offered, and every
    offer can be kept.
    """
    chooser, taken_back = random.Random(4), 0
    live = begun(game)
    for _ in range(400):
        table = live.table
        match = table.match
        assert match is not None
        if match.over:
            break
        taken = next((p for p in range(PEOPLE) if not match.undo_barrier(p)), None)
        assert taken is None or not match.settled
        if taken is not None and chooser.random() < 0.5:
            taken_back += 1
            before = match.decisions
            table.apply(acting.undo(table, f"u{taken}", taken, table.version, 2000, None, "en"))
            assert table.match is not None
            assert table.match.decisions == before - 1
        else:
            seat = chooser.choice(match.pending)
            table.apply(acting.decide(table, f"u{seat}", seat, chooser.choice(match.legal(seat)), table.version, 2000, None, "en"))
    assert taken_back


@pytest.mark.anyio
async def test_an_old_client_is_told_to_load_again(lone: Served) -> None:
    from websockets.asyncio.client import connect

    person = await lone.person("Old")
    table = await lone.table(person, bots=1)
    async with connect(lone.url.replace("http", "ws") + f"/api/tables/{table}/socket") as socket:
        await socket.send(encode({"type": "hello", "protocol": 1, "token": person.token, "lang": "de"}).decode())
        told = msgspec.json.decode(await socket.recv())
    assert told["type"] == "refused"
    assert told["error"]["field"] == "protocol"
    assert "2" in told["error"]["text"]


@pytest.mark.anyio
async def test_a_client_that_has_missed_something_asks_for_everything(lone: Served) -> None:
    people = [await lone.person(f"P{i}") for i in range(2)]
    table = await lone.table(*people)
    async with people[0].sit(table) as one, people[1].sit(table) as two:
        two.state["version"] = -1  # as if an update had been lost
        live = lone.house.hall.tables[table]
        seat = live.table.pending[0]
        made = await people[seat].post(f"/api/tables/{table}/actions", id="a-move-01", version=live.table.version,
                                       action=live.table.match.legal(seat)[0])
        await one.until(lambda: one.state["version"] == made["done"]["version"])
        await two.until(lambda: two.state["version"] == made["done"]["version"])
        assert two.state["legal"] == (live.table.match.legal(1) if 1 in live.table.pending else [])
