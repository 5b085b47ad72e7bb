"""What a table tells about a view besides the position: the order of the round with its roles, what
cards did to regions, what every place pays or would pay now, and what the cards in the viewer's
hand would bring.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from ..el_grande.notes import tables
from .cards import highest, may_choose_role
from .forecast import forecast, hand
from .tables import CABALLERO_CARDS, CARD, LIMITED_TO, PLAYERS_EDITION

LIMIT = 66


def notes(view: Mapping[str, Any]) -> dict[str, Any]:
    """All of it follows from what the view shows."""
    rows = order(view)
    pays = forecast(view)
    return {"order": rows, "marks": marks(view), "tables": tables(view), "turn_order": turn_order(view, rows),
            "forecast": pays, "hand": hand(view, pays, order)}


def order(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cards laid this round, the first to act first (KI-2.3): seat and card; when all lie, also
    the caballero card, the role (KI-2.2), and what the seat acts as: its role, its card, or None
    while that is for it to choose (KI-3.3).
    """
    cards, laid = view["played"], list(view["laid"])
    waiting = [seat for seat, card in enumerate(cards) if card == "joker"]
    rows: list[dict[str, Any]] = [{"seat": seat, "card": cards[seat]} for seat in (*by_card(view, laid), *waiting)]
    if len(laid) == view["players"]:
        for place, row in enumerate(rows):
            role = "king" if place == 0 else "intriguer" if place == len(rows) - 1 else None
            row |= {"caballeros": int(CABALLERO_CARDS[len(rows)][place]), "role": role,
                    "acts_as": view["roles"][row["seat"]] or acts_as(view, row["card"], role)}
    return rows


def by_card(view: Mapping[str, Any], laid: Sequence[int]) -> list[int]:
    """KI-2.3, KI-5.4: the seats that have laid a card, the highest first."""
    cards, blanks = view["played"], view["options"].get("blank_cards", ())
    table = SimpleNamespace(players=len(cards), blank_value=[blank["value"] for blank in blanks],
                            played=[0 if card is None else CARD[str(card)] + 1 for card in cards],
                            laid=[laid.index(seat) + 1 if seat in laid else 0 for seat in range(len(cards))])
    left, found = sum(1 << seat for seat in laid), []
    while left:
        found.append(highest(table, left))
        left &= ~(1 << found[-1])
    return found


def turn_order(view: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """The players in the order in which they lay their cards, then in that of their turns;
    otherwise as they sit.
    """
    seats, laid = range(view["players"]), list(view["laid"])
    if view["phase"] == "cards":
        return laid + [seat for seat in seats if seat not in laid]
    return [row["seat"] for row in rows] if view["phase"] == "turns" and len(laid) == len(seats) else [*seats]


def acts_as(view: Mapping[str, Any], card: int, role: str | None) -> str | None:
    """What a seat will act as if it has not chosen yet."""
    if role is None:
        return "card"
    table = SimpleNamespace(players=view["players"], offered=PLAYERS_EDITION if view["options"]["players_edition"] else 0)
    return None if may_choose_role(table, CARD[str(card)]) else role


def marks(view: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """By region, in the order of the board: protected (95), limited (66), doubled as far as the
    viewer may know (130), allied (53; a letter per alliance), and where the castillo was slid (23).
    """
    found: dict[str, list[dict[str, Any]]] = {}

    def mark(region: str | None, kind: str, **more: Any) -> None:
        if region is not None:
            found.setdefault(region, []).append({"mark": kind, **more})

    for region in view["protected"]:
        mark(region, "protected")
    for card in view["lying"]:
        if card["value"] == LIMIT:
            mark(card["region"], "limit", seat=card["seat"], most=LIMITED_TO)
    for seat, region in enumerate(view["doubles"]):
        mark(region, "double", seat=seat)
    for letter, pair in zip("ABCDE", view["alliances"], strict=False):
        for region in pair:
            mark(region, "allied", group=letter)
    mark(view["castillo_at"], "castillo")
    return {region: found[region] for region in view["regions"] if region in found}
