"""Scenes on the Rhine: a position from a few words, a turn in one line, and its results."""
from __future__ import annotations

from typing import Any

import tafelrunde as tr
from tafelrunde.games.rheinlaender.board import BOARD
from tafelrunde.games.rheinlaender.tables import TILE_COUNT, TILES
from tafelrunde.match.match import Match

SEATS = {"red": 0, "blue": 1, "gold": 2, "green": 3, "black": 4}
RED, BLUE, GOLD, GREEN, BLACK = SEATS.values()
NUMBER = {name: i for i, name in enumerate(BOARD.spaces)}


def around(spaces: list[str]) -> list[str]:
    """The sites beside some spaces or their neighbours."""
    near = {NUMBER[x] for x in spaces} | {y for x in spaces for y in BOARD.adjacent[NUMBER[x]]}
    return [str(i + 1) for i, site in enumerate(BOARD.sites) if near & set(site.spaces)]


def filled(tiles: dict[str, str], near: list[str]) -> dict[str, str]:
    """All sites with tiles: those not given get towns as long as there are any, the near ones
    first.
    """
    left = [word for word, n in zip(TILES, TILE_COUNT, strict=True) for _ in range(n)]
    for word in tiles.values():
        left.remove(word)
    left.sort(key=lambda word: not word.startswith("town"))
    order = sorted(range(1, len(BOARD.sites) + 1), key=lambda site: str(site) not in near)
    return {**tiles, **{str(site): left.pop(0) for site in order if str(site) not in tiles}}


def scene(players: int = 4, turn: int = RED, cards: Any = None, tiles: dict[int, str] | None = None,
          castles: dict[int, int] | None = None, forts: dict[str, int] | None = None,
          owners: dict[str, int | None] | None = None, options: dict[str, Any] | None = None, aim: str = "",
          **keys: Any) -> Match:
    """A match at a position: knights by colour (`red="L24 L25"`), the cards of the seat on turn,
    `aim` a space to come.

    Forts of all seats are laid far away unless `forts_left` says how many each has left, so that a
    turn is card and knight only.
    """
    knights = {space: seat for colour, seat in SEATS.items() for space in keys.pop(colour, "").split()}
    spaces = [*knights, *aim.split()]
    hands: list[Any] = [None] * players
    hands[turn] = [cards] if isinstance(cards, int) else cards
    laid = {**({} if "forts_left" in keys else remote_forts(players, [*spaces, *(forts or {})])), **(forts or {})}
    return tr.load({
        "game": "rheinlaender", "players": players, "turn": turn, "start_player": 0, "options": options or {},
        "tiles": filled({str(k): v for k, v in (tiles or {}).items()}, around(spaces)), "knights": knights,
        "castle_knights": {str(k): v for k, v in (castles or {}).items()}, "forts": laid,
        "duchies": [{"spaces": [x], "owner": seat} for x, seat in (owners or {}).items()], "hands": hands, **keys})


def remote_forts(players: int, spaces: list[str]) -> dict[str, int]:
    """All fortresses of all seats on banks of lands that nothing here touches."""
    lands = {n for x in spaces for y in (NUMBER[x], *BOARD.adjacent[NUMBER[x]]) for n in BOARD.lands_of(y)}
    free = [x for x, name in enumerate(BOARD.spaces) if x < BOARD.banks and not lands & set(BOARD.lands_of(x))]
    return {BOARD.spaces[free[-1 - i]]: i % players for i in range(3 * players)}


def turn(match: Match, card: int, action: str, then: str = "") -> Match:
    """Play a card and what comes by it (which may happen by itself), then a fortress or the end
    where it is asked.
    """
    seat, before = match.pending[0], match.decisions
    match.play(f"card {card}")
    if match.pending == (seat,) and match.decisions == before + 1 and action in match.legal(seat):
        match.play(action)
    if then:
        match.play(then)
    return match


def legal(match: Match, verb: str) -> list[str]:
    """What the pending seat may name with a verb."""
    return [a.split()[-1] for a in match.legal(match.pending[0]) if a.split()[0] == verb]


def owner(match: Match, space: str) -> int | None:
    """Who owns the duchy of a space."""
    return next(d["owner"] for d in match.position()["duchies"] if space in d["spaces"])


def duchy(match: Match, space: str) -> list[str]:
    """The spaces of the duchy of a space; empty for none."""
    return next((d["spaces"] for d in match.position()["duchies"] if space in d["spaces"]), [])


def knights(match: Match, space: str) -> list[int]:
    """The knights of each seat in the duchy of a space, castle knights included."""
    at = match.position()
    spaces = duchy(match, space) or [space]
    found = [at["knights"][x] for x in spaces]
    found += [seat for site, seat in at["castle_knights"].items()
              if {BOARD.spaces[x] for x in BOARD.sites[int(site) - 1].spaces} & set(spaces)]
    return [found.count(p) for p in range(match.players)]


def events(match: Match, name: str) -> list[list[str]]:
    """The arguments of all events of a kind so far."""
    return [[str(v) for v in e["arguments"].values()] for e in match.events(seat=None) if e["event"] == name]


def paid(match: Match) -> dict[int, list[int]]:
    """What each seat was paid, in order."""
    found: dict[int, list[int]] = {}
    for seat, n in events(match, "paid"):
        found.setdefault(int(seat), []).append(int(n))
    return found
