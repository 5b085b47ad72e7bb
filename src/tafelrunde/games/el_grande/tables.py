"""The data files as tables of numbers that rules can index: board, cards, power cards,
modifiers.
"""
from __future__ import annotations

from typing import Any

from ...kernel import names, table
from .sources import VERBS, data_for

DATA, VALUES = data_for(__package__)
"""The data, and the mark of an owner's values (empty for the built-in ones)."""

# ------------------------------------------------------------ the board

REGION_IDS = tuple(r["id"] for r in DATA["region"])
PLACE_IDS = (*REGION_IDS, "castillo", "france", "portugal")
"""Where the king can stand: regions in scoring order, then the castillo and abroad."""
REGIONS = 9
CASTILLO, FRANCE, PORTUGAL = 9, 10, 11
ALL_REGIONS = (1 << REGIONS) - 1
CASTILLO_BIT = 1 << CASTILLO
TILE_IDS = tuple(t["id"] for t in DATA["tile"])
BESIDE = -1
"""Where a tile lies that is not on the board; and the place of a grande that does not exist."""
SEATS = 5
DUMMY = 2
CABALLEROS, AT_HOME, AT_COURT = 30, 2, 7


def region_bits(ids: list[str]) -> int:
    """The bit set of some regions."""
    return sum(1 << REGION_IDS.index(i) for i in ids)


NEAR = table([*(region_bits(r["neighbours"]) for r in DATA["region"]), ALL_REGIONS,
              *(region_bits([r["id"] for r in DATA["region"] if c in r["borders"]]) for c in ("france", "portugal"))])
"""By the king's place: the regions that count as adjacent to it (EG-4.2, EG-11.2, EG-11.3)."""
TABLES = table([*(t for side in ("table_4_5", "table_2_3")
                  for t in (*(tuple(r[side]) for r in DATA["region"]), tuple(DATA["castillo"][side]),
                            *(tuple(t["table"]) for t in DATA["tile"])))])
"""Points for the places: regions, castillo, two tiles; first the side for 4-5 players, then that
for 2-3.
"""
TILE_ROW, SIDE_ROWS = 10, 12


def paid_places(players: int) -> int:
    """EG-9.2: how many places of a table are paid; with two and three players the board lies on its
    other side.
    """
    return 2 if players <= 3 else 3


KING_BONUS, GRANDE_BONUS = 0, 1
BONUS = table([DATA["scoring"]["king_bonus"], DATA["scoring"]["grande_bonus"]])

# ------------------------------------------------------------ steps of actions and abilities

Do = names("Do", "NOTHING", *(verb.upper() for verb in VERBS))
"""What a step does."""
Scoring = names("Scoring", "CHOICE", "VALUES", "FIRSTS", "MOST", "FEWEST", "CASTILLO")
Travel = names("Travel", "ANY", "ADJACENT", "ABROAD", "FEWEST", "CASTILLO")
ALL = 99
NONE, SINGLE = 0, 1
"""How many: as many as there are, none, one alone."""
ANYWHERE, FROM_ONE_REGION = 0, 1
"""Where the caballeros of a move are taken."""
UP_TO, EXACTLY = 0, 1
"""Whether a move may end before its number is reached, or goes on as far as possible."""
(VERB, MUST, N, OWN, OPPOSING, ONE_REGION, CASTILLO_TOO, AT_LEAST, EVERYONE, EACH, WHICH, VALUES_SCORED, TRAVEL, MOVE_HALF,
 PLACE_HALF) = range(15)
"""The columns of STEPS, each with one meaning.  VERB is what is done, MUST whether it goes on as
far as possible, N how many (of a move: own and opposing ones together).  OWN, OPPOSING and
ONE_REGION belong to moves; CASTILLO_TOO to placing (into it) and to scoring (it may be chosen);
AT_LEAST and EVERYONE to battles; EACH to banishing; WHICH and VALUES_SCORED (a set of values) to
scoring; TRAVEL to the king; MOVE_HALF and PLACE_HALF are the rows of the two halves of a choice.
"""
_rows: list[tuple[int, ...]] = [(0,) * 15]


def _count(step: dict[str, Any], key: str, default: int = 0) -> int:
    value = step.get(key, default)
    return ALL if value == "all" else int(value)


def _moved(step: dict[str, Any]) -> dict[int, int]:
    own, opposing, both = _count(step, "own"), _count(step, "opposing"), _count(step, "any")
    n = min(own + opposing + both, ALL)
    return {N: n, OWN: n if both else own, OPPOSING: n if both else opposing, ONE_REGION: int(step.get("from") == "one")}


def _columns(step: dict[str, Any]) -> dict[int, int]:
    """What the columns of a step hold besides its verb."""
    verb, n = step["verb"], {N: _count(step, "n")}
    if verb == "move":
        return _moved(step)
    if verb == "place":
        return {**n, CASTILLO_TOO: int(step["to"] == "castillo")}
    if verb == "battle":
        return {**n, AT_LEAST: _count(step, "at_least"), EVERYONE: int(step.get("everyone", False))}
    if verb == "banish":
        return {N: 1, EACH: int(step["each"])}
    if verb == "score":
        return {WHICH: getattr(Scoring, step["which"].upper()), CASTILLO_TOO: int(step.get("castillo", False)),
                VALUES_SCORED: sum(1 << v for v in step.get("values", ()))}
    if verb == "king":
        return {**n, TRAVEL: getattr(Travel, step["to"].upper())}
    if verb == "choose":
        return {**n, MOVE_HALF: _step({"verb": "move", **step["move"]}), PLACE_HALF: _step({"verb": "place", **step["place"]})}
    return n


def _step(step: dict[str, Any]) -> int:
    """The row of a step; it is added if there is none like it yet."""
    columns = {VERB: getattr(Do, step["verb"].upper()), MUST: int(step.get("must", False)), **_columns(step)}
    row = tuple(columns.get(column, 0) for column in range(15))
    if row not in _rows:
        _rows.append(row)
    return _rows.index(row)


def _steps(steps: list[dict[str, Any]]) -> tuple[int, int]:
    rows = [_step(s) for s in steps]
    first, second = (*rows, 0, 0)[:2]
    return first, second


# ------------------------------------------------------------ action cards

CARD_IDS = tuple(c["id"] for c in DATA["card"])
CARDS = len(CARD_IDS)
CARD = {id_: i for i, id_ in enumerate(CARD_IDS)}
SETS = tuple(c["set"] for c in DATA["card"])
DECK_OF = table([c["deck"] for c in DATA["card"]])
PLACES = table([c["place"] for c in DATA["card"]])
"""How many caballeros a card places."""
YOUR_MAJESTY, VETO, GRAND_STRATEGY, SECRET_BALLOT = (
    CARD[i] for i in ("your_majesty", "veto", "grand_strategy", "secret_ballot"))
DECK_START = table([next((i for i, c in enumerate(DATA["card"]) if c["deck"] >= deck), CARDS) for deck in range(7)])
"""Cards are sorted by deck: those of deck d are numbered from DECK_START[d] to before DECK_START[d
+ 1].
"""
EDITIONS = ("2023", "1995")
BASE = table([*(c["copies"] if c["set"] == "base" else 0 for c in DATA["card"])])
OLD_IDS = {c["edition_1995"]["id"]: c["id"] for c in DATA["card"] if "id" in c.get("edition_1995", {})}
"""The cards of 1995 by their own ids: other names for those that do the same."""
OLD = table([*(c.get("edition_1995", {}).get("copies", 0) for c in DATA["card"])])
REGENT = table([*(c["copies"] if c["set"] == "new_regent" else 0 for c in DATA["card"])])
CARD_STEPS = table([*(_steps(c["steps"]) for c in DATA["card"]),
                    *(_steps(c.get("edition_1995", {}).get("steps", c["steps"])) for c in DATA["card"])])
"""The two steps of a card's special action (0: none); the 1995 cards follow those of 2023."""

# ------------------------------------------------------------ power cards and modifiers

POWERS = 13
FULL_HAND = (1 << (POWERS + 1)) - 2
"""Bits 1 to 13: a hand's values."""
TO_COURT = table([0, *(p["court"] for p in sorted(DATA["power"], key=lambda p: p["value"]))])
COURT_MOST = max(9, *TO_COURT)
MODIFIER_IDS = tuple(m["id"] for m in DATA["modifier"])
MODIFIERS = len(MODIFIER_IDS)
ALL_MODIFIERS = (1 << MODIFIERS) - 1
WORTH = table([0, *(m["value"] for m in DATA["modifier"])])
"""By modifier played (0: none, else its number + 1): what it adds."""
ABILITY = table([0, *(_steps(m["ability"])[0] for m in DATA["modifier"])])
"""By modifier played: the step it allows at the start of the turn."""
STEPS = table(_rows)
