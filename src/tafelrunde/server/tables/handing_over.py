"""Accepting a finished game from somebody's device: the server checks its record by replaying
it.
"""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

import tafelrunde

from ... import bots
from ...errors import BadRecord, Unverified
from ...match.chance import OLD
from ...match.history import Decision
from ...match.records import Parsed, parse
from ...match.replaying import rebuild
from ..errors import Refused
from ..people.ids import new_id
from ..people.person import Person
from ..storage.entries import Entry, Taken
from .clocks import Clock
from .hall import Whole, whole
from .live import Live
from .pinning import rules_version
from .playing_on import deciding, starting
from .sitting import table_id, with_clean_texts
from .table import Config, Table

if TYPE_CHECKING:
    from .home import Home

MOST = 2000
"""The most decisions such a game may have: many times what any title needs."""
BOT = "bot "
"""The prefix of a bot's name in a record, before its level."""


@dataclass(frozen=True)
class Handed:
    """The content of a record of a whole game, as plain values."""

    game: str
    players: int
    options: dict[str, Any]
    header: dict[str, str]
    names: dict[str, str]
    decisions: list[Decision]


@dataclass(frozen=True)
class Wrong:
    """Why a record is refused: the sentence's key, and what is wrong in which line."""

    code: str
    key: str = ""
    why: str = ""


def checked(text: str) -> Handed | Wrong:
    """Replay a record of a whole game."""
    try:
        record = parse(text)
        game = tafelrunde.game(record.header.get("Game", ""))
        if len(record.lines) > 3 * MOST:
            return Wrong("too_large")
        match = rebuild(game, record)
        if not match.over:
            return Wrong("conflict", "record_unfinished")
        tafelrunde.verify(text)
        names, options = _names(record), match.position()["options"]
        if with_clean_texts(options) != options:
            raise record.fail("Options", "the name of a card has characters in it that cannot be seen")
    except (BadRecord, Unverified, tafelrunde.UnknownGame, tafelrunde.BrokenGame, RecursionError) as error:
        # The last of them because JSON may be nested deeper than Python goes
        return Wrong("conflict", "bad_record", str(error)[:300])
    return Handed(game.name, match.state.players, options, record.header, names, list(match.history.decisions()))


def _names(record: Parsed) -> dict[str, str]:
    """Who held the seats, by their numbers as texts."""
    try:
        found = json.loads(record.header.get("Seats", "{}"))
    except ValueError as error:
        raise record.fail("Seats", f"the header's JSON cannot be read: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found.values()):
        raise record.fail("Seats", "expected a JSON object with a name for each seat")
    return found


def _level(name: str) -> str:
    """The level of the bot that a record names; the simplest if it names none of ours."""
    level = name.removeprefix(BOT)
    try:
        bots.Level.read(level)
    except bots.BadLevel:
        return "simple"
    return level


async def hand_over(house: Home, person: Person, place: str, text: str, held: list[int] | None) -> Live:
    """The game of a record as a finished table of the person; the same record again gives the same
    table.

    The person held the seats `held`; if they are not given, all seats that the record gives to no
    bot. Nobody watched its draws, so it is not rated and not listed.
    """
    found = await house.studies.apart(place, checked, text)
    if isinstance(found, Wrong):
        raise Refused(found.code, found.key, field="body.record", why=found.why)
    game, players, header, names = found.game, found.players, found.header, found.names
    mine = held if held is not None else [i for i in range(players) if not names.get(str(i), BOT).startswith(BOT)] or [0]
    if not mine or any(not 0 <= seat < players for seat in mine) or len(set(mine)) != len(mine):
        raise Refused("bad_request", "bad_seat", field="body.seats")
    seeds: dict[str, str] = json.loads(header.get("Player seeds", "{}"))
    secret = bytes.fromhex(header["Secret"])
    config = Config(game, players, found.options, rules_version(game), header["Seed commitment"],
                    clock=Clock(), listed=False, spectators=True, rated=False, hotseat=len(mine) > 1, played_on=True)
    seats = [{"kind": "person", "user": person.id, "seed": seeds.get(str(i))} if i in mine else
             {"kind": "bot", "level": _level(names.get(str(i), "")), "seed": seeds.get(str(i))} for i in range(players)]
    id_ = house.hall.named(table_id(person.id, f"record {header['Seed commitment']}"))
    if await house.hall.shelf.row(id_) is not None:
        return await house.hall.fresh(id_)
    first = Entry(1, "create", house.now(), None, person.id, {"config": msgspec.to_builtins(config), "seats": seats})
    made = await house.studies.apart(place, played, id_, secret, first, header.get("Chance", OLD), found.decisions, mine)
    try:
        return await house.hall.bring(id_, made)
    except Taken:
        return await house.hall.fresh(id_)


def played(id_: str, secret: bytes, first: Entry, scheme: str, decisions: list[Decision], mine: list[int]) -> Whole:
    """The table of a game that is over, from its first entry on."""
    at, user = first.at, first.user or ""
    following = [starting(at, user, scheme), *(deciding(at, d, set(mine)) for d in decisions)]
    return whole(Table(id_, secret, new_id()), first, following, at)
