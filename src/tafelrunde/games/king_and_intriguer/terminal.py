"""König & Intrigant in a terminal: El Grande's Spain, the cards of this round with their roles, and
a hand of action cards.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.style import Style
from rich.text import Text

from ...match.texts import Texts
from ...terminal.canvas import Look, fit, wrap
from ...terminal.labels import View
from ...terminal.seats import EMBLEMS, seat_style
from ...terminal.words import Words
from ..el_grande.terminal import KEYS as BOARD_KEYS
from ..el_grande.terminal import QUIET, REGIONS, ROWS, SPOTS, seats, status
from ..el_grande.terminal import board as board_of
from .blanks import court_on, number_on
from .notes import marks, order
from .tables import CARD, ROLE_IDS, TO_COURT

KEYS = {
    **{word: BOARD_KEYS[word] for word in (*REGIONS, "castillo", "court", "action", "end", "done", "veto", "allow")},
    "joker": "j", "king": "k", "intriguer": "i", "card": "c", "wait": "x",
}
HEADING = Style(color="#A59791", italic=True)
NAME = Style(bold=True, color="#FFE7B0")
__all__ = ["KEYS", "ROWS", "SPOTS", "board", "detail", "expected", "facts", "side", "status"]


def board(view: View, texts: Texts, look: Look) -> list[Text]:
    """Spain with everything on it, and what cards have done to regions."""
    return board_of(view, texts, look, signs(view, Words(texts.lang)))


def signs(view: View, words: Words) -> dict[str, str]:
    """Signs by place: what cards did to regions, a turned tile, what stands beside a castillo that
    may collapse.
    """
    found: dict[str, list[str]] = {}
    for region, marked in marks(view).items():
        for mark in marked:
            sign = {"protected": "◊", "limit": "≤6", "double": "×2", "allied": "&" + mark.get("group", "")}.get(mark["mark"])
            found.setdefault(region, []).append(sign or words("king_and_intriguer.board.at_castillo"))
    for tile in view["turned"]:
        found.setdefault(view["tiles"][tile], []).append("↻")
    if view["collapse"]:
        beside = [f"{EMBLEMS[seat]}{n}" for seat, n in enumerate(view["beside"]) if n]
        found.setdefault("castillo", []).append("!" + "".join(beside))
    return {place: " ".join(listed) for place, listed in found.items()}


# ------------------------------------------------------------ beside the board


def side(view: View, texts: Texts, look: Look) -> list[Text]:
    """The seats in the order of play, the viewer's hand, cards that lie and the cards of this
    round.
    """
    words, round_ = Words(texts.lang), order(view)
    laid = {row["seat"]: 0 if row["card"] == "joker" else int(number_on(view, row["card"])) for row in round_}
    values, heading = [laid.get(seat) for seat in range(view["players"])], words("king_and_intriguer.board.card")
    rows = [*seats(view, texts, words, look, values, [*laid], heading), *hand(view, words, look), *lying(view, words, look)]
    if round_ and len(rows) < look.height:
        rows.append(Text(words("king_and_intriguer.board.round_cards"), HEADING))
        room = max(0, (look.height - len(rows)) // len(round_) - 1)
        for row in round_:
            rows += round_card(view, texts, words, look, row, min(4, room))
    free = [str(texts.find(f"tile.{tile}")) for tile, at in view["tiles"].items() if at is None]
    if free and len(rows) < look.height:
        rows.append(Text(fit(words("el_grande.board.tiles", tiles=", ".join(free)), look.width), QUIET))
    return rows


def hand(view: View, words: Words, look: Look) -> list[Text]:
    """The viewer's cards."""
    held = view["hands"][look.seat] if look.seat is not None else None
    if held is None:
        return []
    cards = " ".join("J" if card == "joker" else str(number_on(view, card)) for card in held)
    return wrap(Text.assemble((f"{words('el_grande.board.hand')} ", QUIET), (cards, Style(bold=True))), look.width, 4)


def lying(view: View, words: Words, look: Look) -> list[Text]:
    """The cards that stay face up, with their owners."""
    cards = [f"{EMBLEMS[card['seat']]}{card['value']}" for card in view["lying"]]
    if not cards:
        return []
    return [Text(fit(words("king_and_intriguer.board.lying", cards=" ".join(cards)), look.width), QUIET)]


def round_card(view: View, texts: Texts, words: Words, look: Look, row: Mapping[str, Any], lines: int) -> list[Text]:
    """A card of this round: its player, how many caballeros its turn places, its role, its effect.
    """
    seat, card, role = row["seat"], row["card"], row.get("role")
    acts = row.get("acts_as") in ROLE_IDS
    says = texts.find(f"role.{role}.says") if acts else texts.named("card", str(card), "says")
    head = Text().append(f"{EMBLEMS[seat]} {'J' if card == 'joker' else number_on(view, card)} ", seat_style(seat))
    tail = f" +{row['caballeros']}" if "caballeros" in row else ""
    own = "" if acts else texts.named("card", str(card), "short")
    name = " · ".join(filter(None, [words(f"king_and_intriguer.board.{role}") if role else "", own]))
    head.append(fit(name, look.width - len(head.plain) - len(tail)), Style(dim=True) if seat in view["acted"] else NAME)
    head.append(tail, QUIET)
    return [head, *(Text("    ").append_text(line) for line in (wrap(str(says or ""), look.width - 4, lines) if lines else []))]


def facts(texts: Texts, action: str) -> dict[str, Any]:
    """What a card brings to court."""
    verb, *cards = action.split()
    if verb not in ("action", "discard") or not cards:
        return {}
    made = texts.own.get(f"card.{cards[0]}.court")
    return {"court": int(str(made) if made else TO_COURT[CARD[cards[0]]])}


def detail(view: View, texts: Texts, action: str) -> str:
    """What a card brings and does, or the role."""
    words = Words(texts.lang)
    verb, *arguments = action.split()
    if verb in ("action", "discard") and arguments:
        says = texts.named("card", arguments[0], "says")
        if arguments[0] == "joker":
            return says
        return words("king_and_intriguer.detail.card", n=court_on(view, arguments[0]), text=says)
    if verb == "role" and arguments[0] != "card":
        return str(texts.find(f"role.{arguments[0]}.says") or "")
    if verb in ("action", "veto", "allow", "role") and view["turn"] is not None:
        role, card = view["roles"][view["turn"]], view["played"][view["turn"]]
        return str(texts.find(f"role.{role}.says") or "") if role in ROLE_IDS else texts.named("card", str(card), "says")
    return ""


def expected(view: View, action: str) -> bool:
    """Closed cards are those in the player's own hand; seats those that play; lying cards those
    that lie.
    """
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
