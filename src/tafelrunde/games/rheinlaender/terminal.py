"""Rheinländer in a terminal: the river unrolled in three bands, with the duchies and their worth
next to it.

Every column is a land: left bank, river with the land's number, right bank.  Where an island parts
the river two lands share a column, and the island lies between their arms.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.style import Style
from rich.text import Text

from ...match.texts import Texts
from ...terminal.canvas import Canvas, Look, fit, wrap
from ...terminal.labels import View
from ...terminal.seats import CASTLE, CHURCH, EMBLEMS, seat_style
from ...terminal.words import Words
from .board import BOARD
from .duchy import Duchy, duchies

SPOTS = ("space",)
KEYS = {"nothing": "n", "end": "e"}
ROWS = 20
CELL, BANDS = 3, 3
CENTRES = {"town2": "2", "town3": "3", "town4": "4", "castle": CASTLE, "bishopric": CHURCH}
"""The sign of a realm centre: a town by its points, a castle, a church."""
FORT = "✶"
GROUNDS = ("#5A2620", "#1E3A63", "#5A4614", "#1C4A3C", "#4A4247")
"""The background of a duchy in its owner's colour, always with the owner's sign."""
BANK, WATER, NOBODY = "#3A3128", "#1B3A4A", "#5C5155"
QUIET, TARGET = Style(color="#A59791"), Style(color="#FFE7B0", bold=True)


@dataclass(frozen=True)
class Place:
    """Where a space is drawn: its column on the unrolled river and its row, from the left bank (0)
    to the right (4).
    """

    column: int
    row: int


@cache
def places() -> dict[str, Place]:
    """Every space of the board."""
    found: dict[str, Place] = {}
    column = 0
    shared = [space for space in range(len(BOARD.spaces)) if len(BOARD.lands_of(space)) > 1]
    for land in BOARD.lands:
        if BOARD.spaces[land.river] in found:
            continue
        island = next((bank for bank in land.banks if bank in shared), None)
        if island is None:
            rows = {land.banks[0]: 1, land.river: 2, land.banks[1]: 3}
        else:
            upper, lower = (BOARD.lands[n] for n in BOARD.lands_of(island))
            if upper.banks[1] != island:
                upper, lower = lower, upper
            rows = {upper.banks[0]: 0, upper.river: 1, island: 2, lower.river: 3, lower.banks[1]: 4}
        found |= {BOARD.spaces[space]: Place(column, row) for space, row in rows.items()}
        column += 1
    return found


@cache
def bands() -> list[tuple[int, int, int, int]]:
    """The bands of the river: first column, end, first row of its banks, and the top of the band on
    the sheet.

    No band ends within an island.
    """
    columns = 1 + max(place.column for place in places().values())
    parted = {place.column for place in places().values() if place.row == 0}
    found: list[tuple[int, int, int, int]] = []
    first = top = 0
    while first < columns:
        end = columns if len(found) == BANDS - 1 else min(columns, first + -(-columns // BANDS))
        while end - 1 in parted and end in parted:
            end -= 1
        rows = [place.row for place in places().values() if first <= place.column < end]
        found.append((first, end, min(rows), top))
        top += max(rows) - min(rows) + 3
        first = end
    return found


def cell_of(space: str) -> tuple[int, int]:
    """The left cell and the row of a space on the sheet."""
    place = places()[space]
    first, _, low, top = next(band for band in bands() if band[0] <= place.column < band[1])
    return (place.column - first) * CELL, top + 1 + place.row - low


def board(view: View, texts: Texts, look: Look) -> list[Text]:
    """The river with banks, knights, fortresses and realm centres."""
    canvas = Canvas(max(62, min(look.width, 80)), max(ROWS, cell_of(BOARD.spaces[BOARD.lands[-1].river])[1] + 4))
    owners = {space: duchy["owner"] for duchy in view["duchies"] for space in duchy["spaces"]}
    for space in places():
        _space(canvas, view, look, space, owners)
    for number, site in enumerate(BOARD.sites, start=1):
        _site(canvas, view, str(number), [BOARD.spaces[space] for space in site.spaces])
    return canvas.rows()


def _space(canvas: Canvas, view: View, look: Look, space: str, owners: dict[str, int | None]) -> None:
    """One space: who stands there, the land's number on the river, the key where it can be
    chosen.
    """
    x, y = cell_of(space)
    river = next((n for n, land in enumerate(BOARD.lands, start=1) if BOARD.spaces[land.river] == space), None)
    ground = Style(bgcolor=WATER if river else BANK)
    if space in owners:
        owner = owners[space]
        ground = Style(bgcolor=NOBODY if owner is None else GROUNDS[owner])
    knight, fort = view["knights"].get(space), view["forts"].get(space)
    words, style = (f"{river:>2} " if river else " · "), QUIET
    if knight is not None:
        words, style = f" {EMBLEMS[knight]} ", seat_style(knight)
    elif fort is not None:
        words, style = f" {FORT} ", Style(color="#F6ECD9")
    canvas.put(x, y, words, ground + style + Style(underline=space in look.focus))
    if space in look.keys:
        canvas.put(x, y, "[", ground + TARGET)
        canvas.put(x + 1, y, look.keys[space] or EMBLEMS[knight or 0], ground + TARGET + Style(reverse=True))
        canvas.put(x + 2, y, "]", ground + TARGET)
    elif space in look.changed:
        canvas.put(x + 2, y, "*", ground + Style(color="#FFD98A", bold=True))
    canvas.spot(space, x, y, CELL, 1)


def _site(canvas: Canvas, view: View, site: str, spaces: Sequence[str]) -> None:
    """A realm centre outside its bank, between its two spaces; an island's between them on the
    island.
    """
    cells = sorted(cell_of(space) for space in spaces)
    row = places()[spaces[0]].row
    tile, knight = view["tiles"].get(site), view["castle_knights"].get(site)
    if tile is None:
        return
    x, y = cells[0][0] + 2, cells[0][1] + (-1 if row < 2 else 1 if row > 2 else 0)
    end = canvas.put(x, y, CENTRES[tile], Style(bold=True, color="#FFD98A" if tile.startswith("town") else "#F6ECD9"))
    if knight is not None and row != 2:
        canvas.put(end, y, EMBLEMS[knight], seat_style(knight))


# ------------------------------------------------------------ beside the board


def side(view: View, texts: Texts, look: Look) -> list[Text]:
    """The seats, the viewer's cards, and every duchy with what it is worth."""
    words = Words(texts.lang)
    heads = [words(f"rheinlaender.board.{key}") for key in ("knights", "forts", "coins")]
    rows = [Text(" " * 11 + "".join(f"{head:>8}" for head in heads), QUIET)]
    for seat in range(view["players"]):
        coins = view["coins"][seat]
        row = Text().append("▸" if seat in view["pending"] else " ", Style(color="#D795BE", bold=True))
        shown = f"{EMBLEMS[seat]} {fit(texts.word('seat', seat), 8)}"
        row.append(shown, seat_style(seat) + Style(underline=seat == look.seat)).append(" " * (10 - len(shown)))
        cells = (view["supply"][seat], view["forts_left"][seat], "?" if coins is None else coins)
        rows.append(row.append("".join(f"{cell:>8}" for cell in cells)))
    hand = view["hands"][look.seat] if look.seat is not None else None
    if hand is not None:
        held = (" ".join(map(str, hand)), Style(bold=True))
        rows.append(Text.assemble((f"{words('rheinlaender.board.hand')} ", QUIET), held))
    if view["archbishop"] is not None:
        bishop = texts.word("seat", view["archbishop"])
        rows += wrap(Text(words("rheinlaender.board.archbishop", seat=bishop), QUIET), look.width, 2)
    rows.append(Text(words("rheinlaender.board.legend", castle=CASTLE, church=CHURCH, fort=FORT), QUIET))
    return [*rows, *ledger(view, texts, look, look.height - len(rows))]


def ledger(view: View, texts: Texts, look: Look, room: int) -> list[Text]:
    """The duchies, the most valuable first: owner, where, knights, worth when lost and at the
    end.
    """
    found = sorted(duchies(view), key=lambda duchy: (-duchy.final, duchy.spaces))
    if not found or room < 2:
        return []
    rows = [Text(Words(texts.lang)("rheinlaender.board.duchies"), QUIET + Style(italic=True))]
    for duchy in found[: room - 1]:
        rows.append(_duchy(duchy, texts, look))
    return rows


def _duchy(duchy: Duchy, texts: Texts, look: Look) -> Text:
    owner = EMBLEMS[duchy.owner] if duchy.owner is not None else "–"
    row = Text().append(f"{owner} ", seat_style(duchy.owner) if duchy.owner is not None else QUIET)
    where = ", ".join(str(texts.find(f"site.{site}")) for site in duchy.centres) or f"{duchy.spaces[0]}–{duchy.spaces[-1]}"
    row.append(f"{fit(where, look.width - 20):{look.width - 20}} ")
    for seat, n in duchy.knights:
        row.append(f"{EMBLEMS[seat]}{n}", seat_style(seat))
    row.append(f" {duchy.value}/{duchy.final}", Style(bold=True))
    return row


def status(view: View, texts: Texts) -> str:
    """When the game ends."""
    words = Words(texts.lang)
    if view["over"]:
        return words("rheinlaender.board.over")
    if view["last_round"]:
        return words("rheinlaender.board.last_round")
    return words("rheinlaender.board.running", n=min(view["supply"]))


def facts(texts: Texts, action: str) -> dict[str, Any]:
    """Nothing to add."""
    return {}


def detail(view: View, texts: Texts, action: str) -> str:
    """For a card, what stands in its land now."""
    verb, *arguments = action.split()
    if verb != "card":
        return ""
    words, land = Words(texts.lang), BOARD.lands[int(arguments[0]) - 1]
    taken = {**view["knights"], **view["forts"]}
    free = [space for space in (*land.banks, land.river) if BOARD.spaces[space] not in taken]
    return words("rheinlaender.detail.card", n=sum(1 for space in free if space in land.banks))


def expected(view: View, action: str) -> bool:
    """Closed cards are those in hand; spaces that are closed for a knight are those of the card
    that lies there.
    """
    verb, *arguments = action.split()
    if verb == "card":
        hand = view["hands"][view["seat"]] if view.get("seat") is not None else None
        return int(arguments[0]) in (hand or [])
    if verb in ("knight", "swap"):
        card = (view.get("open") or {}).get("card")
        if card is None:
            return False
        land = BOARD.lands[int(card) - 1]
        return arguments[0] in {BOARD.spaces[space] for space in (*land.banks, land.river)}
    return False
