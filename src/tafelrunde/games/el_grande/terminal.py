"""El Grande in a terminal: Spain as boxes in their geographic places, and what lies beside the
board.

Boxes that share a line are neighbours, and no others.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rich.style import Style
from rich.text import Text

from ...match.texts import Texts
from ...terminal.canvas import Canvas, Look, fit, wrap
from ...terminal.labels import View
from ...terminal.seats import CROWN, EMBLEMS, KING, seat_style
from ...terminal.words import Words
from .actions import ACTIONS
from .notes import by_sum, points_at, sums
from .sources import printed

SPOTS = ("region", "place")
REGIONS = tuple(region["id"] for region in printed()["region"])
KEYS = {
    **{region: str(n) for n, region in enumerate(REGIONS, start=1)}, "castillo": "0", "court": "c",
    "france": "f", "portugal": "p", **{card["id"]: str(card["deck"]) for card in printed()["card"]},
    "action": "a", "end": "e", "done": "d", "ability": "a", "skip": "s", "veto": "v", "allow": "o", "none": "n",
}
TINTS = {
    "galicia": "#39462D", "navarra": "#4B3A25", "aragon": "#514122", "cataluna": "#473230", "castilla": "#443B29",
    "toledo": "#3B3821", "sevilla": "#4C371F", "granada": "#343426", "valencia": "#353D28", "castillo": "#3A3135",
}
ROYAL = "#4B2039"
LINE, TARGET = Style(color="#8C7B6B"), Style(color="#FFE7B0", bold=True)
QUIET, TABLE = Style(color="#A59791"), Style(color="#F6ECD9")
WIDTH, ROWS = 62, 18
"""The smallest board."""
COLUMNS = (5, 7, 7, 6)
"""Cells for points, court, province and power card beside the board."""


def boxes(width: int, height: int) -> dict[str, tuple[int, int, int, int]]:
    """Where each region and the castillo lie: left, top, width, height, frames included."""
    across = [round(x * (width - 1) / 61) for x in range(62)]
    rows = [1 + round(k * (height - 2) / 4) for k in range(5)]
    west = 3

    def box(left: int, right: int, top: int, bottom: int) -> tuple[int, int, int, int]:
        return left, rows[top], right - left + 1, rows[bottom] - rows[top] + 1

    tower = rows[3] + 1
    return {
        "galicia": box(0, across[16], 0, 1),
        "navarra": box(across[16], across[31], 0, 1),
        "aragon": box(across[31], across[46], 0, 2),
        "cataluna": box(across[46], across[61], 0, 2),
        "castilla": box(west, across[31], 1, 2),
        "toledo": box(west, across[37], 2, 3),
        "valencia": box(across[37], across[61], 2, 3),
        "sevilla": box(west, across[20], 3, 4),
        "granada": box(across[20], across[43], 3, 4),
        "castillo": (across[45], tower, across[61] - across[45] + 1, rows[4] - tower + 1),
    }


def board(view: View, texts: Texts, look: Look, marks: Mapping[str, str] | None = None) -> list[Text]:
    """Spain with everything that stands on it; `marks` are further signs by place."""
    width, height = max(WIDTH, min(look.width, 104)), max(ROWS, min(look.height, 26))
    canvas = Canvas(width, height)
    places = boxes(width, height)
    _abroad(canvas, view, texts, look, places)
    for place in (*REGIONS, "castillo"):
        left, top, w, h = places[place]
        tint = ROYAL if view["king"] == place else TINTS[place]
        for row in range(top + 1, top + h - 1):
            canvas.put(left + 1, row, " " * (w - 2), Style(bgcolor=tint))
        canvas.box(left, top, w, h, LINE)
        canvas.spot(place, left, top, w, h)
    for place in (*REGIONS, "castillo"):
        left, top, w, h = places[place]
        if place in look.keys:
            canvas.box(left, top, w, h, TARGET, heavy=True)
        ground = Style(bgcolor=ROYAL if view["king"] == place else TINTS[place])
        _inside(canvas, view, texts, look, place, (left + 1, top + 1, w - 2, h - 2), ground, (marks or {}).get(place, ""))
    return canvas.rows()


def _inside(canvas: Canvas, view: View, texts: Texts, look: Look, place: str, area: tuple[int, int, int, int],
            ground: Style, marks: str) -> None:
    """The content of a box: its name and the king, its points, grandes and marks, its caballeros.
    """
    left, top, width, height = area
    legal, key = place in look.keys, KEYS[place]
    mark = Style(reverse=True, bold=True, color="#FFE7B0") if legal else QUIET
    canvas.put(left, top, key, ground + mark)
    castillo = Words(texts.lang)("el_grande.board.castillo")
    name = castillo if place == "castillo" else texts.word("region", REGIONS.index(place))
    king = f" {KING}" if view["king"] == place else ""
    style = Style(bold=True, underline=place in look.focus, color="#FFF9E8" if legal or not look.keys else "#D8CBB4")
    end = canvas.put(left + 2, top, fit(name, width - 2 - len(king)), ground + style)
    end = canvas.put(end, top, king, ground + Style(color="#D795BE", bold=True))
    if place in look.changed and end + 1 < left + width:
        canvas.put(end + 1, top, "*", ground + Style(color="#FFD98A", bold=True))
    points, tiled = points_at(place, view["tiles"], view["players"]), place in view["tiles"].values()
    words = "·".join(map(str, points))
    end = canvas.put(left, top + 1, f"[{words}]" if tiled else words,
                     ground + (Style(color="#FFD98A", bold=True) if tiled else TABLE))
    grandes = [seat for seat, at in enumerate(view["grandes"]) if at == place]
    if grandes:
        end = canvas.put(end + 1, top + 1, CROWN, ground + Style(color="#FFD98A"))
        for seat in grandes:
            end = canvas.put(end, top + 1, EMBLEMS[seat], ground + seat_style(seat))
    if marks:
        end = canvas.put(end + 1, top + 1, fit(marks, left + width - end - 1), ground + Style(color="#D795BE", bold=True))
    counts = view["castillo"] if place == "castillo" else view["regions"][place]
    row = top + 2 if height > 2 else top + 1
    start = left if height > 2 else end + 1
    _counts(canvas, counts, (start, row, left + width - start), ground)


def _counts(canvas: Canvas, counts: Sequence[int | None], area: tuple[int, int, int], ground: Style) -> None:
    """Each colour's caballeros, the most first; a question mark for hidden counts."""
    x, y, width = area
    known = sorted(((n, seat) for seat, n in enumerate(counts) if n), key=lambda pair: (-pair[0], pair[1]))
    parts = [(EMBLEMS[seat] + str(n), seat_style(seat)) for n, seat in known]
    if any(n is None for n in counts):
        parts.append(("?", QUIET))
    space = " " if sum(len(words) + 1 for words, _ in parts) - 1 <= width else ""
    end = x + width
    for words, style in parts:
        if x + len(words) <= end:
            x = canvas.put(x, y, words + (space if x + len(words) < end else ""), ground + style)


def _abroad(canvas: Canvas, view: View, texts: Texts, look: Look, places: dict[str, tuple[int, int, int, int]]) -> None:
    """France above, Portugal to the left, where the king may be sent."""
    for country in ("france", "portugal"):
        name = str(texts.find(f"place.{country}.name"))
        here = view["king"] == country
        style = TARGET if country in look.keys else Style(color="#D795BE", bold=True) if here else QUIET
        words = (f"{KEYS[country]} " if country in look.keys else "") + name + (f" {KING}" if here else "")
        if country == "france":
            left = places["navarra"][0] + 2
            canvas.put(left, 0, words, style)
            canvas.spot(country, left, 0, canvas.width - left, 1)
        else:
            top = places["castilla"][1] + 1
            room = canvas.height - top
            for k, letter in enumerate(words.replace(" ", "")[:room]):
                canvas.put(1, top + k, letter, style)
            canvas.spot(country, 0, top, 3, room)


@cache
def _entries(table: str, by: str) -> dict[Any, dict[str, Any]]:
    return {one[by]: one for one in printed()[table]}


def entry(table: str, by: str, name: Any) -> dict[str, Any]:
    """An entry of the data files."""
    return _entries(table, by)[name]


# ------------------------------------------------------------ beside the board


def side(view: View, texts: Texts, look: Look) -> list[Text]:
    """The seats in the order of play, the open cards and the viewer's hand."""
    words = Words(texts.lang)
    order = by_sum(view["played"], view["played_modifiers"])
    rows = [*seats(view, texts, words, look, sums(view), order, words("el_grande.board.power")), *hand(view, texts, words, look)]
    open_cards = [*view["open_cards"]]
    used = (view.get("open") or {}).get("card")
    cards = sorted(dict.fromkeys([*open_cards, *([used] if used else [])]),
                   key=lambda card: -entry("card", "id", card)["deck"])
    if cards:
        rows.append(Text(words("el_grande.board.cards"), Style(color="#A59791", italic=True)))
        room = max(1, (look.height - len(rows)) // len(cards) - 1)
        for card in cards:
            rows += action_card(view, texts, words, look, card, card == used, min(4, room))
    free = [str(texts.find(f"tile.{tile}")) for tile, at in view["tiles"].items() if at is None]
    if free and len(rows) < look.height:
        rows.append(Text(words("el_grande.board.tiles", tiles=", ".join(free)), QUIET))
    return rows


def seats(view: View, texts: Texts, words: Words, look: Look, values: Sequence[int | None], order: Sequence[int],
          laid: str) -> list[Text]:
    """One line per colour, in the order of the cards laid: points, court, province, and what was
    laid (headed `laid`).

    Players who have laid nothing yet follow clockwise from the start player.
    """
    heads = [*(words(f"el_grande.board.{key}") for key in ("points", "court", "province")), laid]
    rows = [Text(" " * 11 + "".join(f"{head:>{w}}" for head, w in zip(heads, COLUMNS, strict=True)), QUIET)]
    waiting = view.get("pending", [])
    start, n = view["start_player"] or 0, len(values)
    for seat in (*order, *sorted(set(range(n)) - set(order), key=lambda seat: (seat - start) % n)):
        dummy = seat >= view["players"]
        name = words("el_grande.board.dummy") if dummy else texts.word("seat", seat)
        mark = "▸" if seat in waiting else "★" if seat == view["start_player"] else " "
        value = values[seat]
        cells = ["–" if dummy else view["scores"][seat], "" if dummy else view["court"][seat], view["province"][seat],
                 "·" if value is None else value]
        row = Text().append(mark, Style(color="#D795BE", bold=True))
        shown = f"{EMBLEMS[seat]} {fit(name, 8)}"
        row.append(shown, seat_style(seat) + Style(underline=seat == look.seat)).append(" " * (10 - len(shown)))
        for n, (cell, width) in enumerate(zip(cells, COLUMNS, strict=True)):
            row.append(f"{cell:>{width}}", Style(bold=n in (0, 3), dim=n == 3 and seat in view["acted"]))
        rows.append(row)
    return rows


def hand(view: View, texts: Texts, words: Words, look: Look) -> list[Text]:
    """The viewer's power cards, and modifiers where they are in play."""
    held = view["hands"][look.seat] if look.seat is not None else None
    if held is None or look.seat is None:
        return []
    row = Text().append(f"{words('el_grande.board.hand')} ", QUIET)
    row.append(" ".join(str(value) if value in held else "·" for value in range(1, 14)), Style(bold=True))
    rows = [row]
    modifiers = view["modifiers"][look.seat] or []
    if modifiers:
        names = ", ".join(modifier_name(texts, modifier) for modifier in modifiers)
        rows += wrap(Text.assemble((f"{words('el_grande.board.modifiers')} ", QUIET), names), look.width, 2)
    return rows


def modifier_name(texts: Texts, modifier: str) -> str:
    """A modifier's name."""
    found = texts.find(f"modifier.{modifier}")
    return str(found["name"] if isinstance(found, dict) else found or modifier)


def action_card(view: View, texts: Texts, words: Words, look: Look, card: str, used: bool, lines: int) -> list[Text]:
    """How many caballeros a card places, its name, and its effect."""
    found = texts.find(f"card.{card}") or {}
    key = KEYS[card]
    head = Text().append(f" {key} ", Style(reverse=used or card in look.keys, bold=True))
    head.append(f" {fit(str(found.get('name', card)), look.width - 16)}", Style(bold=True, color="#FFE7B0"))
    if used:
        seat: int = view["turn"]
        head.append(f"  {EMBLEMS[seat]} {texts.word('seat', seat)}", seat_style(seat))
    effect = [Text("    ").append_text(row) for row in wrap(str(found.get("says", "")), look.width - 4, lines)]
    meta = Style.from_meta({"spot": card})
    rows = [head, *effect]
    for row in rows:
        row.stylize(meta)
    return rows


def status(view: View, texts: Texts) -> str:
    """The round, and when the next general scoring comes."""
    words = Words(texts.lang)
    if view["over"]:
        return words("el_grande.board.over")
    scoring = next(n for n in (3, 6, 9) if n >= view["round"])
    return words("el_grande.board.round", n=view["round"], scoring=scoring)


def facts(texts: Texts, action: str) -> dict[str, Any]:
    """What a power card brings to court; how many caballeros an action card places."""
    verb, *arguments = action.split()
    if verb == "power":
        return {"court": entry("power", "value", int(arguments[0]))["court"]}
    return {"places": entry("card", "id", arguments[0])["place"]} if verb == "card" else {}


def detail(view: View, texts: Texts, action: str) -> str:
    """What a card does, what a power card brings, what is in a region."""
    words = Words(texts.lang)
    verb, *arguments = action.split()
    if verb == "card":
        found = texts.find(f"card.{arguments[0]}") or {}
        n, text = entry("card", "id", arguments[0])["place"], str(found.get("says", ""))
        return words("el_grande.detail.card", n=n, text=text)
    if verb == "power":
        return words("el_grande.detail.power", n=entry("power", "value", int(arguments[0]))["court"])
    if verb in ("modifier", "pass", "regain") and arguments[0] in _entries("modifier", "id"):
        found = texts.find(f"modifier.{arguments[0]}")
        return str(found.get("says", "")) if isinstance(found, dict) else ""
    if verb in ("action", "veto", "allow"):
        card = (view.get("open") or {}).get("card")
        found = texts.find(f"card.{card}") if card else None
        return str(found.get("says", "")) if isinstance(found, dict) else ""
    if verb == "ability" and view["turn"] is not None:
        found = texts.find(f"modifier.{view['played_modifiers'][view['turn']]}")
        return str(found.get("says", "")) if isinstance(found, dict) else ""
    return ""


def expected(view: View, action: str) -> bool:
    """Closed cards are only those of this round; seats those that play; everything else may be
    expected.
    """
    verb, *arguments = action.split()
    if verb == "card":
        return arguments[0] in view["open_cards"]
    if ACTIONS.verb_of[ACTIONS.id(action)].means[:1] == ("seat",):
        return int(arguments[0]) < len(view["scores"])
    if verb in ("modifier", "pass", "regain") and not arguments[0].isdigit():
        held = view["modifiers"][view["seat"]] if view.get("seat") is not None else []
        return arguments[0] in (held or [])
    return True
