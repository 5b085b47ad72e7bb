"""Views of Rheinländer to draw. Duchies are made from the knights, so that the views hold
together.
"""

from collections import Counter
from typing import Any

from tafelrunde.games.rheinlaender.board import BOARD

TILES = (
    "castle town4 bishopric castle town2 town3 bishopric castle town4 town2 castle town3 town4 castle castle bishopric"
    " castle town2 bishopric town3 town4 bishopric bishopric town2 town3 bishopric"
).split()
NEIGHBOURS = {BOARD.spaces[k]: {BOARD.spaces[n] for n in row} for k, row in enumerate(BOARD.adjacent)}


def view(knights: dict[str, int], players: int, **more: Any) -> dict[str, Any]:
    """A position with these knights: duchies by connection, each owned by whoever has most
    there.
    """
    tiles = {str(k): tile for k, tile in enumerate(TILES, start=1)}
    castles: dict[str, int] = {}
    for site, tile in tiles.items():
        beside = [BOARD.spaces[space] for space in BOARD.sites[int(site) - 1].spaces]
        holders = [knights[space] for space in beside if space in knights]
        if tile == "castle" and holders:
            castles[site] = holders[0]
    return {
        "game": "rheinlaender", "players": players, "options": {}, "turn": 1, "start_player": 2, "last_round": False,
        "over": False, "tiles": tiles, "knights": knights, "castle_knights": castles, "forts": {},
        "duchies": duchies(knights), "coins": [None, 9] + [None] * (players - 2),
        "hands": [None, [8, 16, 25, 30, 31]] + [None] * (players - 2), "draw_pile": None, "discards": [1, 2],
        "supply": [8] * players, "forts_left": [2] * players, "archbishop": 0, "open": None,
    } | more  # fmt: skip


def duchies(knights: dict[str, int]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    left = set(knights)
    while left:
        group, edge = set(), {min(left)}
        while edge:
            space = edge.pop()
            group.add(space)
            edge |= NEIGHBOURS[space] & set(knights) - group
        left -= group
        if len(group) > 1:
            ranked = Counter(knights[space] for space in group).most_common()
            tied = len(ranked) > 1 and ranked[0][1] == ranked[1][1]
            found.append({"spaces": sorted(group), "owner": None if tied else ranked[0][0]})
    return found


def placed(**seats: str) -> dict[str, int]:
    """Knights from words: placed(s0="L4 L5", s1="R5")."""
    return {space: int(seat[1]) for seat, spaces in seats.items() for space in spaces.split()}


FULL = placed(
    s0="L4 L5 L6 W5 L29 L30 L31 R41 R42 L51 L52",
    s1="R5 R6 R7 R11 R12 L22 L23 L24 L43 L44 L45",
    s2="L13 L14 R22 R26 R27 R29 L33 I36_39 L47 L48",
    s3="L9 L10 L26 L27 R30 R35 R36 R45 R46 R47 L53",
    s4="I16_19 I17_20 R53 R54",
)
LAST = placed(s0="L1 L2 R1", s1="R2 W1 W2", s2="I34_37 I35_38 W38")
EVERYWHERE = {space: k % 5 for k, space in enumerate(BOARD.spaces)}

VIEWS: dict[str, tuple[dict[str, Any], int | None]] = {
    "start": (view({}, 3, turn=0), 1),
    "five": (view(FULL, 5, forts={"R28": 0, "L11": 1, "R9": 2}), 1),
    "everywhere": (view(EVERYWHERE, 5, coins=[12, 30, 8, 17, 21], over=True, turn=None, archbishop=None), None),
    "last": (view(LAST, 3, last_round=True, forts={"L3": 1}), None),
}
