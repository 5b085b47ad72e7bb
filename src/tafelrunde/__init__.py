"""Tafelrunde: a table for El Grande, König & Intrigant, Rheinländer and Toledo.

>>> import tafelrunde as tr
>>> m = tr.new("el_grande", players=4, seed="anything", options={"short": True})
>>> seat = m.pending[0]
>>> m.play(m.legal(seat)[0], seat=seat)
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .errors import (
    BadOptions,
    BadPosition,
    BadRecord,
    BrokenGame,
    CannotUndo,
    IllegalAction,
    Reason,
    TafelrundeError,
    UnknownGame,
    Unverified,
)
from .games import find as _find
from .games import names as _names
from .version import __version__

if TYPE_CHECKING:
    from .kernel import Game
    from .match.match import Match

__all__ = ["BadOptions", "BadPosition", "BadRecord", "BrokenGame", "CannotUndo", "IllegalAction", "Reason", "TafelrundeError",
           "UnknownGame", "Unverified", "__version__", "game", "games", "load", "new", "replay", "verify"]


def games() -> tuple[str, ...]:
    """The names of the games.

    >>> "el_grande" in games()
    True
    """
    return _names()


def game(name: str) -> Game:
    """A game's declarations and law; UnknownGame if there is no such game."""
    try:
        return _find(name)
    except KeyError:
        raise UnknownGame(f"game: there is no game {name!r} (there are: {', '.join(games())})") from None


def new(name: str, players: int = 4, seed: object | None = None, options: Mapping[str, Any] | None = None,
        player_seeds: Mapping[int, str] | None = None, names: Mapping[int, str] | None = None) -> Match:
    """A new match.  The same seed gives the same draws; without one they cannot be predicted.

    >>> new("el_grande", players=3, seed=1).players
    3
    """
    from .match.fairness import secret_from
    from .match.match import Match

    return Match.begin(game(name), players, options, secret_from(seed), player_seeds, names)


def load(position: Mapping[str, Any]) -> Match:
    """A match that continues from a position, which may be partial (docs/notation.md §1)."""
    from .match.fairness import secret_from
    from .match.match import Match

    if not isinstance(position, Mapping) or not isinstance(position.get("game"), str):
        raise BadPosition("position: expected an object with the key 'game'")
    found = game(position["game"])
    return Match.from_state(found, found.load(dict(position)), secret_from(0))


def replay(text: str, decisions: int | None = None, secret: bytes | None = None) -> Match:
    """The match that a record tells, up to its end or to a number of decisions; BadRecord names a
    broken line.
    """
    from .match.records import parse
    from .match.replaying import rebuild

    record = parse(text)
    try:
        found = game(record.header["Game"])
    except UnknownGame as error:
        raise record.fail("Game", str(error)) from None
    return rebuild(found, record, secret, decisions)


def verify(text: str) -> int:
    """Recompute every draw of a finished record from its revealed secret: how many there were; else
    Unverified.
    """
    from .match.records import parse
    from .match.replaying import verify as check

    return check(game(parse(text).header["Game"]), text)
