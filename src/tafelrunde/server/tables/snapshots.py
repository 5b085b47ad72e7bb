"""Snapshots: a table as it was at a version, so that loading it replays only the rest.

A snapshot is valid only for the exact rules and code that it was taken with; otherwise the log is
played from its beginning.  It is taken where nothing before can be taken back any more.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from ...match.history import Decision, History
from ...match.match import Match
from .clocks import Clocks, Hand
from .pinning import rules_version
from .table import Ask, Config, Seat, Step, Table

EVERY = 64
"""Versions between two snapshots of a table."""
KEPT: dict[str, Any] = {
    "config": Config, "version": int, "open_until": int, "status": str, "host": str | None, "created_at": int,
    "started_at": int | None,
    "ended_at": int | None, "seats": list[Seat], "steps": list[Step], "keys": dict[str, int], "ask": Ask | None,
    "asked_at": list[int], "timed": int, "rematch": str | None, "rules": str, "scheme": str, "held_because": str, "adopts": str,
    "put_out": set[str]}
"""The files whose code decides how a snapshot is read."""
CODE = ("table.py", "clocks.py", "snapshots.py")


class Kept(msgspec.Struct):
    """A table as it is stored."""

    table: dict[str, Any]
    hands: list[Hand]
    state: dict[str, Any]
    decisions: list[tuple[int, int]]
    told: list[int]
    events: list[tuple[int, int, int, int, int]]
    barriers: list[str]


@lru_cache(maxsize=32)
def made_with(game: str) -> str:
    """What a title's snapshots depend on: its rules, and the code that reads them."""
    code = sha256()
    for name in CODE:
        code.update((Path(__file__).parent / name).read_bytes())
    return f"{rules_version(game)}+{code.hexdigest()[:12]}"


def is_due(table: Table, last: int) -> bool:
    """Whether it is time for a snapshot; `last` is the version of the one before."""
    match = table.match
    if match is None or not match.settled or table.rules != rules_version(table.config.game):
        return False
    return table.version - last >= EVERY or (table.status == "over" and last < table.version)


def take(table: Table) -> bytes:
    """Take a snapshot of the current table."""
    match = table.match
    if match is None:
        raise ValueError(f"table {table.id} has not begun")
    history = match.history
    kept = Kept({name: msgspec.to_builtins(getattr(table, name)) for name in KEPT}, table.clocks.hands,
                {f.name: getattr(match.state, f.name) for f in match.game.fields},
                [(d.seat, d.action) for d in history.decisions()],
                [history.span(n)[0] for n in range(match.decisions)], list(history.events()), list(match.told))
    return msgspec.json.encode(kept)


def restore(table: Table, body: bytes, merged: Mapping[str, str]) -> None:
    """Bring an empty table to where the snapshot was taken, with the accounts that its guests have
    become.
    """
    kept = msgspec.json.decode(body, type=Kept)
    for name, type_ in KEPT.items():
        setattr(table, name, msgspec.convert(kept.table[name], type_))
    for seat in table.seats:
        seat.user = merged.get(seat.user, seat.user) if seat.user else None
    table.host = merged.get(table.host, table.host) if table.host else None
    table.put_out = {merged.get(user, user) for user in table.put_out}
    table.clocks = Clocks(table.config.clock, len(table.seats))
    table.clocks.hands = kept.hands
    match = table.begun()
    match.resume(_state(match, kept.state), _history(match, kept), kept.barriers)
    table.match = match


def people_in(body: bytes) -> list[str]:
    """The people whom a snapshot names."""
    table = msgspec.json.decode(body, type=Kept).table
    return [u for u in (table["host"], *(seat["user"] for seat in table["seats"]), *table["put_out"]) if u]


def _state(match: Match, values: dict[str, Any]) -> Any:
    state = match.game.state()
    for f in match.game.fields:
        setattr(state, f.name, values[f.name])
    return state


def _history(match: Match, kept: Kept) -> History:
    history = History(match.game)
    ends = [*kept.told, len(kept.events)]
    history.tell(kept.events[:ends[0]])
    for n, (seat, action) in enumerate(kept.decisions):
        history.decide(Decision(seat, action))
        history.tell(kept.events[ends[n]:ends[n + 1]])
    return history
