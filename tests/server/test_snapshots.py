"""A table restored from its last snapshot equals the table from its whole log."""
from __future__ import annotations

import random
from typing import Any

import pytest
import sqlalchemy as sa
from server.helping import Served, play_out, until

import tafelrunde as tr
from tafelrunde.server.storage.entries import Entry
from tafelrunde.server.storage.schema import snapshots as stored
from tafelrunde.server.tables import acting, snapshots
from tafelrunde.server.tables.pinning import replayed, rules_version
from tafelrunde.server.tables.table import Table

PEOPLE = 3


def course(game: str, seed: int, moves: int) -> list[Entry]:
    """A game with everything that happens at tables: clocks, taking back, asking, standing in,
    returning.
    """
    chooser = random.Random(seed)
    table = empty()
    entries: list[Entry] = []

    def happen(entry: Entry) -> None:
        table.apply(entry)
        entries.append(entry)

    config = {"game": game, "players": PEOPLE, "options": tr.game(game).checked({}), "rules": rules_version(game), "commitment": "",
              "clock": {"kind": "live", "bank_ms": 600_000, "increment_ms": 1000}, "rated": False}
    seats = [{"kind": "person", "user": f"u{i}", "seed": "ab"} for i in range(PEOPLE)]
    happen(Entry(1, "create", 1000, None, "u0", {"config": config, "seats": seats}))
    happen(Entry(2, "start", 1001, None, "u0", {"level": "simple"}))
    for n in range(moves):
        at, match = 2000 + 50 * n, table.match
        assert match is not None
        if match.over:
            break
        taken = next((p for p in range(PEOPLE) if not match.undo_barrier(p)), None)
        if taken is not None and chooser.random() < 0.15:
            happen(acting.undo(table, f"u{taken}", taken, table.version, at, f"u{taken}:undo-{n}", "en"))
        elif chooser.random() < 0.05:
            happen(acting.entry(table, "standin", at, 1, None, level="simple", away="absent"))
            happen(acting.take_back_seat(table, "u1", at + 1, f"u1:back-{n}"))
        elif chooser.random() < 0.05 and match.decisions > 3 and table.ask is None and match.history.made(0):
            happen(acting.ask_undo(table, "u0", 0, match.decisions - 1, at, f"u0:ask-{n}"))
        else:
            seat = chooser.choice(match.pending)
            action = chooser.choice(match.legal(seat))
            happen(acting.decided(table, seat, action, at, "person", "en", f"u{seat}", f"u{seat}:act-{n}"))
    return entries


def empty() -> Table:
    return Table("t" * 22, b"\x05" * 32, "i" * 22)


def seen(table: Table) -> dict[str, Any]:
    """Everything in a table, with its match as values."""
    match = table.match
    assert match is not None
    plain = {k: v for k, v in vars(table).items() if k not in ("match", "clocks")}
    return plain | {"clock": table.clocks.clock, "hands": vars(table.clocks), "entries": match.history.entries,
                    "state": {f.name: getattr(match.state, f.name) for f in match.game.fields if f.name != "rng"},
                    "veils": match.history.veils(), "made": [match.history.made(p) for p in range(PEOPLE)],
                    "undo": [match.undo_barrier(p) for p in range(PEOPLE)], "record": match.record("all"),
                    "views": [match.view(p) for p in (None, 0, 1, 2)]}


def comparable(shown: dict[str, Any]) -> dict[str, Any]:
    return {k: (vars_of(v) if k == "hands" else v) for k, v in shown.items()}


def vars_of(clocks: dict[str, Any]) -> dict[str, Any]:
    return {k: repr(v) for k, v in clocks.items()}


@pytest.mark.parametrize("game", tr.games())
def test_a_snapshot_and_the_rest_make_the_same_table(game: str) -> None:
    entries = course(game, 5, 260)
    whole = replayed(empty(), entries, {})
    walking, taken = empty(), 0
    last = 0
    for n, entry in enumerate(entries, 1):
        walking.apply(entry)
        if not snapshots.is_due(walking, last):
            continue
        last = walking.version
        body = snapshots.take(walking)
        again = empty()
        snapshots.restore(again, body, {})
        assert comparable(seen(again)) == comparable(seen(walking)), (game, entry.version)
        finished = replayed(again, entries[n:], {})
        assert comparable(seen(finished)) == comparable(seen(whole)), (game, entry.version)
        taken += 1
    assert taken >= 2


def test_every_part_of_a_table_is_kept() -> None:
    """A part that is added to tables must be added to their snapshots."""
    table = empty()
    for entry in course("toledo", 1, 5):
        table.apply(entry)
    assert set(vars(table)) == {*snapshots.KEPT, "id", "secret", "invite", "match", "clocks", "outline", "_digest"}
    assert set(vars(table.clocks)) == {"clock", "hands"}


def test_a_guest_who_has_become_an_account_is_found_in_snapshots() -> None:
    table = empty()
    for entry in course("toledo", 1, 5):
        table.apply(entry)
    body = snapshots.take(table)
    again = empty()
    snapshots.restore(again, body, {"u0": "account"})
    assert sorted(snapshots.people_in(body)) == ["u0", "u0", "u1", "u2"]
    table.put_out = {"u3", "u4"}
    snapshots.restore(again, snapshots.take(table), {"u0": "account", "u3": "another"})
    assert again.put_out == {"another", "u4"}  # somebody put out stays out, as an account too
    assert (again.host, again.seats[0].user, again.seats[1].user) == ("account", "account", "u1")


@pytest.mark.anyio
async def test_a_table_that_slept_comes_back_from_its_snapshot(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.server.tables.snapshots.EVERY", 8)
    ada = await served.person("Ada")
    table = await served.table(ada, bots=2)
    async with ada.sit(table) as socket:
        # Until something has happened that nobody can take back, which is where a snapshot is taken
        for _ in range(60):
            await socket.my_turn()
            version = await socket.act(socket.state["legal"][0])
            await socket.until(lambda v=version: socket.state["version"] >= v)
            if served.house.hall.tables[table].kept_at:
                break
        await socket.my_turn()
        before = dict(socket.state)
    hall = served.house.hall
    live = hall.tables[table]
    rows = await served.house.database.rows(sa.select(stored.c.version).where(stored.c.table_id == table))
    assert 8 <= rows[0].version <= live.table.version

    async def asleep() -> bool:
        hall.forget(live)
        return table not in hall.tables

    await until(asleep)
    played: list[int] = []
    apply = Table.apply
    monkeypatch.setattr(Table, "apply", lambda self, entry: (played.append(entry.version), apply(self, entry))[1])
    after = await ada.get(f"/api/tables/{table}/state")
    assert {k: after[k] for k in ("view", "legal", "version", "undo", "scores")} == {
        k: before[k] for k in ("view", "legal", "version", "undo", "scores")}
    # Only the rest was played again
    assert played == list(range(rows[0].version + 1, after["version"] + 1))
    async with ada.sit(table) as socket:
        await play_out(socket)


@pytest.mark.anyio
async def test_a_snapshot_of_other_rules_is_left_alone(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.server.tables.snapshots.EVERY", 4)
    ada = await served.person("Ada")
    table = await served.table(ada, bots=2)
    async with ada.sit(table) as socket:
        for _ in range(8):
            await socket.my_turn()
            await socket.act(socket.state["legal"][0])
        state = await socket.my_turn()
    await served.house.database.execute(sa.update(stored).values(made_with="others", body=b"nonsense"))
    hall = served.house.hall

    async def asleep() -> bool:
        hall.forget(hall.tables[table])
        return table not in hall.tables

    await until(asleep)
    assert (await ada.get(f"/api/tables/{table}/state"))["view"] == state["view"]
