"""Continuing from a step of a finished game: the same deal and the same luck, against bots."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from ...match.history import Decision
from ..errors import Refused
from ..people.ids import new_id
from ..people.person import Person
from ..storage.entries import Entry
from . import acting
from .clocks import Clock
from .live import Live
from .pinning import rules_version
from .sitting import checked_level
from .table import Table

if TYPE_CHECKING:
    from .home import Home


async def play_on(house: Home, live: Live, person: Person, at: int, seat: int | None, level: str | None) -> Live:
    """A table of one person and bots at which the first decisions of a finished game are made
    already.

    Its chance is drawn from the same secret, which is known by now, so it is not rated and not
    listed.
    """
    old = live.table
    if old.status != "over" or old.match is None:
        raise Refused("conflict", "not_over")
    if old.config.rules != rules_version(old.config.game):
        raise Refused("conflict", "status_held")
    if not 0 <= at < old.decisions:
        raise Refused("not_found", "bad_at", field="body.at", n=old.decisions - 1)
    made = old.match.history.decisions()[:at]
    mine = seat if seat is not None else next(iter(old.seats_of(person.id)), old.match.history.decisions()[at].seat)
    if not 0 <= mine < old.config.players:
        raise Refused("bad_request", "bad_seat", field="body.seat")
    config = msgspec.structs.replace(old.config, clock=Clock(), listed=False, spectators=True, rated=False, hotseat=False,
                                     help=True, ask_ready=False, played_on=True, daily="", tournament="")
    chosen = checked_level(level)
    seats = [{"kind": "person", "user": person.id, "seed": s.seed} if i == mine else
             {"kind": "bot", "level": s.level or chosen, "seed": s.seed} for i, s in enumerate(old.seats)]
    table = Table(new_id(), old.secret, new_id())
    now = house.now()
    first = Entry(1, "create", now, None, person.id, {"config": msgspec.to_builtins(config), "seats": seats})
    return await house.hall.create(table, first, [starting(now, person.id, old.scheme), *(deciding(now, d, {mine}) for d in made)])


def starting(at: int, user: str, scheme: str) -> Callable[[Table], Entry]:
    """The beginning of a match whose chance is drawn from a secret that is known."""
    return lambda table: acting.entry(table, "start", at, None, user, level="simple", chance=scheme)


def deciding(at: int, decision: Decision, mine: set[int]) -> Callable[[Table], Entry]:
    """A decision that was made already."""
    def build(table: Table) -> Entry:
        if table.match is None:
            raise Refused("conflict", f"status_{table.status}")
        action = table.match.game.actions.name(decision.action)
        by = "person" if decision.seat in mine else "bot"
        return acting.decided(table, decision.seat, action, at, by, user=table.seats[decision.seat].user)

    return build
