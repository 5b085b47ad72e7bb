"""What people settle in the waiting room: who sits where, whether it is rated, and that everybody
is ready.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..errors import Refused
from ..people.person import Person
from ..storage.entries import Entry
from .acting import entry, own_seat
from .live import Live
from .sitting import check_host
from .table import Table
from .terms import check_rated

if TYPE_CHECKING:
    from .home import Home


async def move(house: Home, live: Live, person: Person, seat: int | None, to: int) -> None:
    """Go to a free seat; the host lets any two seats change places."""
    def build(table: Table) -> Entry:
        _check_open(table)
        host = table.host == person.id
        chosen = seat if seat is not None and host else own_seat(table, person.id, seat)
        for number, field in ((chosen, "body.seat"), (to, "body.to")):
            if not 0 <= number < len(table.seats):
                raise Refused("conflict", "bad_seat", field=field)
        if table.seats[to].kind != "open" and not host:
            raise Refused("conflict", "seat_taken", field="body.to")
        return entry(table, "move", house.now(), chosen, person.id, to=to)

    await house.hall.act(live.table.id, build)


async def say_ready(house: Home, live: Live, person: Person, ready: bool) -> None:
    """Somebody is ready for the game to begin, or not yet."""
    def build(table: Table) -> Entry:
        _check_open(table)
        if not table.seats_of(person.id):
            raise Refused("forbidden", "not_seated")
        return entry(table, "ready", house.now(), None, person.id, ready=ready)

    await house.hall.act(live.table.id, build)
    await house.sitting.begin_when_ready(live)


async def set_rated(house: Home, live: Live, person: Person, rated: bool) -> None:
    """The host makes the game rated or casual; it cannot become rated for people who joined a
    casual game.
    """
    def build(table: Table) -> Entry:
        check_host(table, person)
        check_rated(msgspec.structs.replace(table.config, rated=rated), (s.kind for s in table.seats))
        if rated and not table.config.rated and any(user != person.id for user in table.people()):
            raise Refused("conflict", "rated_company", field="body.rated")
        return entry(table, "terms", house.now(), None, person.id, rated=rated)

    await house.hall.act(live.table.id, build)


def _check_open(table: Table) -> None:
    if table.status != "open":
        raise Refused("conflict", f"status_{table.status}")
