"""König & Intrigant in a terminal: El Grande's Spain, the cards of this round with their roles, and a hand of action cards."""
from __future__ import annotations

from typing import Any

from rich.style import Style
from rich.text import Text

from ...match.texts import Texts
from ...terminal.canvas import Look, fit, wrap
from ...terminal.labels import View
from ...terminal.seats import EMBLEMS, seat_style
from ...terminal.words import Words
from ..el_grande.terminal import ARGUMENTS as BOARD_ARGUMENTS
from ..el_grande.terminal import KEYS as BOARD_KEYS
from ..el_grande.terminal import QUIET, REGIONS, ROWS, SPOTS, order, seats, status
from ..el_grande.terminal import board as board_of
from .tables import CARD, DATA

ARGUMENTS = {
    **BOARD_ARGUMENTS, "discard": ("card",), "lay": ("card",), "role": ("role",), "throw": ("seat", "place"),
    "double": ("region",), "name": ("seat",), "stranger": ("region",), "turn": ("tile",), "remove": ("seat", "lying"),
}
KEYS = {
    **{word: BOARD_KEYS[word] for word in (*REGIONS, "castillo", "court", "action", "end", "done", "veto", "allow")},
    "joker": "j", "king": "k", "intriguer": "i", "card": "c", "wait": "x",
}
HEADING = Style(color="#A59791", italic=True)
NAME = Style(bold=True, color="#FFE7B0")
__all__ = ["ARGUMENTS", "KEYS", "ROWS", "SPOTS", "board", "detail", "expected", "facts", "side", "status"]


def board(view: View, texts: Texts, look: Look) -> list[Text]:
    """Spain with everything that stands on it and what cards have done to regions."""
    return board_of(view, texts, look, marks(view, Words(texts.lang)))


def marks(view: View, words: Words) -> dict[str, str]:
    """Signs by place: protected, limited, doubled, allied, a turned tile, the castillo slid there or what stands beside it."""
    found: dict[str, list[str]] = {}

    def mark(place: str | None, sign: str) -> None:
        if place:
            found.setdefault(place, []).append(sign)

    for region in view["protected"]:
        mark(region, "◊")
    for card in view["lying"]:
        if card["value"] == 66:
            mark(card["region"], "≤6")
    for region in view["doubles"]:
        mark(region, "×2")
    for letter, pair in zip("ABCDE", view["alliances"], strict=False):
        for region in pair:
            mark(region, f"&{letter}")
    for tile in view["turned"]:
        mark(view["tiles"][tile], "↻")
    mark(view["castillo_at"], words("king_and_intriguer.board.at_castillo"))
    beside = [f"{EMBLEMS[seat]}{n}" for seat, n in enumerate(view["beside"] or []) if n]
    if view["collapse"]:
        mark("castillo", "!" + "".join(beside))
    return {place: " ".join(signs) for place, signs in found.items()}


# ------------------------------------------------------------ beside the board


def value_of(card: int | str | None) -> int | None:
    """By what a card is ordered; a Joker still waits for its second card."""
    return 0 if isinstance(card, str) else card


def side(view: View, texts: Texts, look: Look) -> list[Text]:
    """The seats in the order of play, the viewer's hand, the cards of this round and those that lie."""
    words = Words(texts.lang)
    values = [value_of(card) for card in view["played"]]
    rows = [*seats(view, texts, words, look, values), *hand(view, words, look)]
    rows += lying(view, texts, words, look)
    laid = [seat for seat in order(values, view["start_player"] or 0) if values[seat] is not None]
    if laid and len(rows) < look.height:
        rows.append(Text(words("king_and_intriguer.board.round_cards"), HEADING))
        room = max(0, (look.height - len(rows)) // len(laid) - 1)
        for seat in laid:
            rows += round_card(view, texts, words, look, seat, min(4, room))
    free = [str(texts.find(f"tile.{tile}")) for tile, at in view["tiles"].items() if at is None]
    if free and len(rows) < look.height:
        rows.append(Text(fit(words("el_grande.board.tiles", tiles=", ".join(free)), look.width), QUIET))
    return rows


def hand(view: View, words: Words, look: Look) -> list[Text]:
    """The viewer's cards."""
    held = view["hands"][look.seat] if look.seat is not None else None
    if held is None:
        return []
    cards = " ".join("J" if card == "joker" else str(card) for card in held)
    return wrap(Text.assemble((f"{words('el_grande.board.hand')} ", QUIET), (cards, Style(bold=True))), look.width, 4)


def lying(view: View, texts: Texts, words: Words, look: Look) -> list[Text]:
    """The cards that stay face up, with their owners."""
    cards = [f"{EMBLEMS[card['seat']]}{card['value']}" for card in view["lying"]]
    if not cards:
        return []
    return [Text(fit(words("king_and_intriguer.board.lying", cards=" ".join(cards)), look.width), QUIET)]


def round_card(view: View, texts: Texts, words: Words, look: Look, seat: int, lines: int) -> list[Text]:
    """A card of this round: whose, its role, what it does."""
    card, role = view["played"][seat], view["roles"][seat]
    found: dict[str, Any] = texts.find(f"card.{card}") or {}
    name = words(f"king_and_intriguer.board.{role}") if role in ("king", "intriguer") else str(found.get("short", card))
    says = texts.find(f"role.{role}.says") if role in ("king", "intriguer") else found.get("says", "")
    head = Text().append(f"{EMBLEMS[seat]} {'J' if card == 'joker' else card} ", seat_style(seat))
    head.append(fit(name, look.width - len(head.plain)), NAME if seat not in view["acted"] else Style(dim=True))
    return [head, *(Text("    ").append_text(row) for row in (wrap(str(says), look.width - 4, lines) if lines else []))]


def court_of(card: str) -> int:
    """How many caballeros a card brings to court."""
    return int(DATA["card"][CARD[card]].get("court", 0))


def facts(action: str) -> dict[str, Any]:
    """What a card brings to court."""
    words = action.split()
    return {"court": court_of(words[1])} if words[0] in ("action", "discard") and len(words) > 1 else {}


def detail(view: View, texts: Texts, action: str) -> str:
    """What a card brings and does, or the role."""
    words = Words(texts.lang)
    verb, *arguments = action.split()
    if verb in ("action", "discard") and arguments:
        says = str((texts.find(f"card.{arguments[0]}") or {}).get("says", ""))
        if arguments[0] == "joker":
            return says
        return words("king_and_intriguer.detail.card", n=court_of(arguments[0]), text=says)
    if verb == "role" and arguments[0] != "card":
        return str(texts.find(f"role.{arguments[0]}.says") or "")
    if verb in ("action", "veto", "allow", "role") and view["turn"] is not None:
        role, card = view["roles"][view["turn"]], view["played"][view["turn"]]
        key = f"role.{role}.says" if verb != "role" and role in ("king", "intriguer") else f"card.{card}.says"
        return str(texts.find(key) or "")
    return ""


def expected(view: View, action: str) -> bool:
    """Closed cards are those in the own hand; seats those that play; lying cards those that lie."""
    verb, *arguments = action.split()
    if verb in ("action", "discard") and arguments:
        held = view["hands"][view["seat"]] if view.get("seat") is not None else None
        return any(str(card) == arguments[0] for card in held or [])
    if verb in ("take", "return", "throw", "name", "remove") and arguments[0].isdigit():
        if int(arguments[0]) >= view["players"]:
            return False
    if verb == "remove":
        return any(str(card["value"]) == arguments[1] and card["seat"] == int(arguments[0]) for card in view["lying"])
    return True
