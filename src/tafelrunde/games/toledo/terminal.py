"""Toledo in a terminal: the road from the cathedral up to the Alcazar in three rows, and what lies
beside it.
"""
from __future__ import annotations

from collections import Counter
from typing import Any

from rich.style import Style
from rich.text import Text

from ...match.texts import Texts
from ...terminal.canvas import Canvas, Look, fit, wrap
from ...terminal.labels import View
from ...terminal.seats import EMBLEMS, seat_style
from ...terminal.words import Words
from .components import MASTERS
from .tables import COMPONENTS

SPOTS = ("step",)
KEYS = {"draw": "d", "free": "f", "skip": "s", "end": "e", "none": "n"}
ROWS = 18
ACROSS, CELL = 7, 8
"""The number of spaces in a row of the road, and the width of one in cells."""
GATES = COMPONENTS.gates
LAST = max(GATES)
QUIET, TARGET = Style(color="#A59791"), Style(color="#FFE7B0", bold=True)
LINE, STONE, GATE = Style(color="#8C7B6B"), "#3A3128", "#45293A"


def place_of(step: int) -> tuple[int, int]:
    """Column and row (0 at the bottom) of a step: the road turns at the end of each row."""
    row, across = divmod(step - 1, ACROSS)
    return (across if row % 2 == 0 else ACROSS - 1 - across), row


def board(view: View, texts: Texts, look: Look) -> list[Text]:
    """The road with its shops and pawns, the cathedral below it, the Alcazar above."""
    words, canvas = Words(texts.lang), Canvas(max(62, min(look.width, 80)), ROWS)
    rows = -(-LAST // ACROSS)
    for step in range(1, LAST + 1):
        column, row = place_of(step)
        left, top = column * CELL, 1 + (rows - 1 - row) * 4
        canvas.box(left, top, CELL + 1, 5, LINE)
        canvas.spot(str(step), left, top, CELL + 1, 5)
        _space(canvas, view, words, look, step, (left + 1, top + 1))
    for step in range(1, LAST + 1):
        if str(step) in look.keys:
            column, row = place_of(step)
            canvas.box(column * CELL, 1 + (rows - 1 - row) * 4, CELL + 1, 5, TARGET, heavy=True)
    for row in range(rows):
        first = next(step for step in range(1, LAST + 1) if place_of(step)[1] == row)
        if first <= len(COMPONENTS.spaces):
            price = words("toledo.board.price", n=COMPONENTS.spaces[first - 1].price)
            canvas.put(ACROSS * CELL + 2, 3 + (rows - 1 - row) * 4, price, QUIET)
    inside = [sum(1 for step in pawns if step in GATES) for pawns in view["pawns"]]
    _crowd(canvas, words("toledo.board.alcazar"), inside, 0)
    at_home = [pawns.count(0) for pawns in view["pawns"]]
    _crowd(canvas, words("toledo.board.cathedral"), at_home, rows * 4 + 2, "0" in look.keys)
    canvas.spot("0", 0, rows * 4 + 2, canvas.width, 1)
    swords: Counter[int] = Counter(view["swords_left"])
    left_over = " ".join(f"{value}" + (f"×{n}" if n > 1 else "") for value, n in sorted(swords.items()))
    canvas.put(0, rows * 4 + 3, fit(words("toledo.board.swords", swords=left_over or "–"), canvas.width), QUIET)
    stock = words("toledo.board.stock", metal=view["stock"]["metal"], gems=view["stock"]["gems"],
                  paintings=" ".join(map(str, view["paintings_left"])) or "–")
    canvas.put(0, rows * 4 + 4, fit(stock, canvas.width), QUIET)
    return canvas.rows()


def _crowd(canvas: Canvas, name: str, counts: list[int], y: int, legal: bool = False) -> None:
    """How many pawns of each colour stand at one end of the road."""
    x = canvas.put(0, y, f"{name}: ", TARGET if legal else Style(bold=True))
    for seat, n in enumerate(counts):
        x = canvas.put(x, y, f"{EMBLEMS[seat]}{n} ", seat_style(seat))


def _space(canvas: Canvas, view: View, words: Words, look: Look, step: int, at: tuple[int, int]) -> None:
    """A space: its number and owner, what is done there, its circles with the pawns on them."""
    x, y = at
    kind, size, owner = shop_at(view, step)
    ground = Style(bgcolor=GATE if step in GATES else STONE)
    for row in range(3):
        canvas.put(x, y + row, " " * (CELL - 1), ground)
    here = (view.get("open") or {}).get("pawn") == step
    style = Style(bold=True, underline=str(step) in look.focus, reverse=here)
    end = canvas.put(x, y, str(step), ground + style + (TARGET if str(step) in look.keys else QUIET))
    if str(step) in look.changed:
        canvas.put(end, y, "*", ground + Style(color="#FFD98A", bold=True))
    if owner is not None:
        canvas.put(x + CELL - 2, y, EMBLEMS[owner], ground + seat_style(owner))
    name = "gate" if step in GATES else kind
    if name:
        canvas.put(x, y + 1, fit(words(f"toledo.board.{name}"), CELL - 1), ground + Style(color="#F6ECD9"))
    standing = view["circles"].get(str(step), []) if step not in GATES else []
    x2 = x
    for seat in standing:
        x2 = canvas.put(x2, y + 2, EMBLEMS[seat], ground + seat_style(seat)) + 1
    for _ in range(max(0, size - len(standing))):
        x2 = canvas.put(x2, y + 2, "○", ground + QUIET) + 1


def shop_at(view: View, step: int) -> tuple[str, int, int | None]:
    """What is on a step: its kind (empty if none), its number of circles, its owner."""
    if str(step) in view["shops"]:
        kind, size, owner = view["shops"][str(step)]
        return str(kind), int(size), int(owner)
    if step <= len(COMPONENTS.spaces):
        space = COMPONENTS.spaces[step - 1]
        return space.printed, space.circles, None
    return "", 0, None


# ------------------------------------------------------------ beside the board


def side(view: View, texts: Texts, look: Look) -> list[Text]:
    """What every player has, and the viewer's hand."""
    words = Words(texts.lang)
    heads = [words(f"toledo.board.{key}") for key in ("cards", "metal", "gem")]
    rows = [Text(" " * 11 + "".join(f"{head:>8}" for head in heads), QUIET)]
    for seat in range(view["players"]):
        rows += holdings(view, texts, words, look, seat)
    hand = view["hands"][look.seat] if look.seat is not None else None
    if hand is not None:
        values = " ".join(str(card)[1] for card in sorted(str(card) for card in hand if card))
        rows += [Text(""), Text.assemble((f"{words('toledo.board.hand')} ", QUIET), (values or "–", Style(bold=True)))]
    masters = ", ".join(f"{texts.word('master', n)} {view['masters_left'][kind]}" for n, kind in enumerate(MASTERS))
    return [*rows, Text(""), *wrap(Text(words("toledo.board.masters", tiles=masters), QUIET), look.width, 3)]


def holdings(view: View, texts: Texts, words: Words, look: Look, seat: int) -> list[Text]:
    """A seat's points so far, cards, metal and gems; then its swords, paintings and tiles, if it
    has any.
    """
    head = Text().append("▸" if seat in view["pending"] else " ", Style(color="#D795BE", bold=True))
    shown = f"{EMBLEMS[seat]} {fit(texts.word('seat', seat), 8)}"
    head.append(shown, seat_style(seat) + Style(underline=seat == look.seat)).append(" " * (10 - len(shown)))
    cells = (len(view["hands"][seat]), view["metal"][seat], view["gems"][seat])
    head.append("".join(f"{cell:>8}" for cell in cells))
    kept = {"swords_held": view["swords"], "delivered": view["delivered"], "paintings": view["paintings"]}
    parts = [words(f"toledo.board.{key}", list=" ".join(map(str, all_of[seat])))
             for key, all_of in kept.items() if all_of[seat]]
    tiles = Counter(view["masters"][seat])
    parts += [texts.word("master", MASTERS.index(kind)) + (f" ×{n}" if n > 1 else "") for kind, n in tiles.items()]
    lines = wrap(Text("; ".join(parts), QUIET), look.width - 3, 2) if parts else []
    return [head, *(Text("   ").append_text(line) for line in lines)]


def status(view: View, texts: Texts) -> str:
    """Whether the last round has begun."""
    words = Words(texts.lang)
    if view["over"]:
        return words("toledo.board.over")
    return words("toledo.board.running" if view["last_round"] is None else "toledo.board.last_round")


def facts(texts: Texts, action: str) -> dict[str, Any]:
    """Where a move leads to; the materials of a sword."""
    verb, *arguments = action.split()
    if verb in ("move", "extra"):
        return {"to": int(arguments[0]) + int(arguments[1])}
    if verb == "sword":
        sword = next(s for s in COMPONENTS.swords if s.value == int(arguments[0]))
        return {"metal": sword.metal, "gems": sword.gems}
    return {}


def detail(view: View, texts: Texts, action: str) -> str:
    """What is at the end of a move."""
    verb, *arguments = action.split()
    if verb not in ("move", "extra"):
        return ""
    words, to = Words(texts.lang), int(arguments[0]) + int(arguments[1])
    if to in GATES:
        return words("toledo.detail.gate")
    kind, size, owner = shop_at(view, to)
    free = size - len(view["circles"].get(str(to), []))
    whose = texts.word("seat", owner) if owner is not None else "–"
    return words("toledo.detail.space", kind=words(f"toledo.board.{kind}"), owner=whose, n=free)


def expected(view: View, action: str) -> bool:
    """Closed moves are those of the viewer's own pawns with cards in hand; shops are not listed by
    the hundred.
    """
    verb, *arguments = action.split()
    seat = view.get("seat")
    if seat is None or verb == "shop":
        return False
    if verb in ("move", "extra"):
        held = {str(card)[1] for card in view["hands"][seat] if card}
        return arguments[0] in held and int(arguments[1]) in view["pawns"][seat]
    if verb == "back":
        return int(arguments[0]) in view["pawns"][seat]
    if verb == "duel":
        return int(arguments[0]) < view["players"]
    return True
