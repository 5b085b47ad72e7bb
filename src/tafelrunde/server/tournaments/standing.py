"""Standings: points and tie-breaks.

- **Points**: in every game the share of the others at the table whom one has beaten; a tie counts
  half.
- **Opponents**: the points of all whom one has met, added up.
- **Wins**: games in which nobody came before; a shared first place is shared.
- **Share**: one's part of all points that were made at one's tables.
- **Lot**: drawn when the tournament is made, from its number.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

OUT = 0.5
"""Points for sitting out: what a game brings on average."""


@dataclass(frozen=True)
class Game:
    """A finished game: who sat where, which place each took (from 1) and with how many points of
    the game.
    """

    entrants: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass
class Standing:
    """One entrant's row."""

    entrant: int
    points: float = 0.0
    opponents: float = 0.0
    wins: float = 0.0
    share: float = 0.0
    games: int = 0
    out: int = 0
    place: int = 0
    met: list[int] = field(default_factory=list[int])


def beaten(places: Sequence[int]) -> list[float]:
    """By seat, the share of the others that finished behind it; a tie counts half.

    >>> beaten([1, 2, 2, 4])
    [1.0, 0.5, 0.5, 0.0]
    """
    others = max(1, len(places) - 1)
    return [sum((place < other) + (place == other) / 2 for n, other in enumerate(places) if n != seat) / others
            for seat, place in enumerate(places)]


def lot(tournament: str, entrant: int) -> str:
    """The lot, for entrants that are equal in everything else."""
    return sha256(f"{tournament}:{entrant}".encode()).hexdigest()


def standings(tournament: str, entrants: Iterable[int], games: Iterable[Game], out: Iterable[int] = ()) -> list[Standing]:
    """Everybody's row, the best first; `out` names everybody who sat out, as often as they did."""
    rows = {entrant: Standing(entrant) for entrant in entrants}
    for game in games:
        _count(rows, game)
    for entrant in out:
        rows[entrant].out += 1
        rows[entrant].points += OUT
    points: defaultdict[int, float] = defaultdict(float, {row.entrant: row.points for row in rows.values()})
    for row in rows.values():
        row.opponents = sum(points[other] for other in row.met)
    ordered = sorted(rows.values(), key=lambda row: (*_key(row), lot(tournament, row.entrant)))
    for place, row in enumerate(ordered, 1):
        row.place = place
    return ordered


def _key(row: Standing) -> tuple[float, ...]:
    """The sort key; rounded, because thirds do not add up to a whole."""
    return tuple(-round(value, 6) for value in (row.points, row.opponents, row.wins, row.share))


def _count(rows: dict[int, Standing], game: Game) -> None:
    total, first = sum(map(abs, game.scores)), game.places.count(1)
    for seat, (entrant, points) in enumerate(zip(game.entrants, beaten(game.places), strict=True)):
        row = rows[entrant]
        row.games += 1
        row.points += points
        row.wins += 1 / first if game.places[seat] == 1 else 0
        row.share += game.scores[seat] / total if total else 0
        row.met += [other for other in game.entrants if other != entrant]
