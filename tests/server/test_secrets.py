"""Nothing secret leaves: with secrets permuted, every byte to the other seats and to spectators is
the same.
"""
from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.conftest import usual
from server.helping import Frozen, Served, serving

import tafelrunde as tr
from tafelrunde.kernel import seed_generator
from tafelrunde.server.client import Client

pytestmark = pytest.mark.anyio


SECRETIVE = {"el_grande": {"modules": ["power_shift"]}}
"""Options with which a game has secrets: plain El Grande hides nothing that could not be
counted.
"""


def playable() -> Iterator[str]:
    for name in tr.games():
        tr.game(name)
        yield name


async def everything(reader: Client, table: str, seat: int | None, asked: bool) -> dict[str, bytes]:
    """Everything that a reader can get about a table."""
    path = f"/api/tables/{table}"
    asks = [f"{path}/state", f"{path}/state?since=0", f"{path}/steps", f"{path}/record", f"{path}/picture", path, f"{path}/chat",
            f"{path}/replay?at=0"]
    if seat is not None:
        asks.append(f"{path}/orders")
        for action in list(tr.game((await reader.get(path))["game"]).actions.ids)[::23]:
            asks.append(f"{path}/why_not?action={action}")
    if asked:
        legal = (await reader.get(f"{path}/state"))["legal"]
        asks += [f"{path}/preview?action={a}" for a in legal[:: max(1, len(legal) // 4)]]
        asks.append(f"{path}/observation")
    headers = {"Authorization": f"Bearer {reader.token}"}
    return {a: (await reader.http.get(a, headers=headers)).content for a in asks}


@pytest.mark.parametrize("game", list(playable()))
async def test_what_a_reader_cannot_know_changes_no_byte(frozen: Served, game: str) -> None:
    players = tr.game(game).seats[0] + 1
    people = [await frozen.person(f"P{i}") for i in range(players)]
    table = await frozen.table(*people, game=game, options=SECRETIVE.get(game, {}))
    watcher = await frozen.person("Watcher")
    live = frozen.house.hall.tables[table]
    chooser = random.Random(7)
    permuted = 0
    for moment in range(4):
        for _ in range(chooser.randrange(5, 25)):
            match = live.table.match
            assert match is not None
            seat = chooser.choice(match.pending)
            await people[seat].post(f"/api/tables/{table}/actions", id=f"move-{match.decisions:06}",
                                    version=live.table.version, action=chooser.choice(match.legal(seat)))
        match = live.table.match
        assert match is not None
        assert not match.over
        match._past = []  # what was before is no longer what it was
        true = match.state
        for seat in (*range(players), None):
            reader = watcher if seat is None else people[seat]
            asked = seat is not None and seat in match.pending
            live.forget_shown()
            before = await everything(reader, table, seat, asked)
            match.state = true.clone()
            match.state.rng = seed_generator(1000 + moment)
            # A spectator knows less than any seat
            for viewer in (0, players - 1) if seat is None else (seat,):
                match.game.law.resample(match.state, viewer)
            live.forget_shown()
            permuted += any(getattr(true, f.name) != getattr(match.state, f.name) for f in match.game.fields if f.name != "rng")
            after = await everything(reader, table, seat, asked)
            match.state = true
            assert {k: v for k, v in after.items() if v != before[k]} == {}, (game, seat, moment)
    assert permuted > 0


async def course(folder: Path, choice: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[bytes]]:
    """One game in which seat 0 makes a secret choice; everything that each socket was sent."""
    numbers = random.Random(5)
    made = iter(lambda: "".join(numbers.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=22)), None)
    for module in ("tables.sitting", "people.people", "web.asking", "web.people"):
        monkeypatch.setattr(f"tafelrunde.server.{module}.new_id", lambda: next(made))
    monkeypatch.setattr("tafelrunde.server.tables.sitting.new_secret", lambda: b"\x07" * 32)
    settings = usual(folder, "", secret_key="the same key")
    sent: dict[str, list[bytes]] = {}
    async with serving(settings, Frozen(settings)) as served:
        people = [await served.person(f"P{i}") for i in range(4)]
        watcher = await served.person("Watcher")
        table = await served.table(*people, options={"modules": ["power_shift"]})
        sockets = []
        for i, person in enumerate([*people, watcher]):
            socket = person.sit(table)
            sent[f"seat {i}" if i < 4 else "watcher"] = frames = []
            socket.listener = lambda frame, frames=frames: frames.append(frame) if b'"update"' in frame[:20] else None
            await socket.__aenter__()
            sockets.append(socket)
        for seat in range(4):
            legal = sockets[seat].state["legal"]
            version = await sockets[seat].act(legal[choice if seat == 0 else 0], id_=f"secret-{seat}")
            for socket in sockets:
                await socket.until(lambda s=socket, v=version: s.state["version"] >= v)
        for socket in sockets:
            await socket.close()
    return sent


async def test_a_secret_decision_changes_no_byte_for_those_who_may_not_know(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = await course(tmp_path / "one", 0, monkeypatch)
    two = await course(tmp_path / "two", 1, monkeypatch)
    assert one["seat 0"] != two["seat 0"]  # whose secret it is sees the difference
    for reader in ("seat 2", "seat 3", "watcher"):
        assert one[reader] == two[reader], reader
    # seat 1 or its neighbour gets the card; nobody knows before all have answered
    assert one["seat 1"][:3] == two["seat 1"][:3]
