"""What a table tells about a view beside the position: the order of the round with its roles, and what cards did to regions."""
from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from .cards import may_choose_role
from .tables import CABALLERO_CARDS, CARD, LIMITED_TO, PLAYERS_EDITION

LIMIT = 66


def notes(view: Mapping[str, Any]) -> dict[str, Any]:
    """All of it follows from what the view shows."""
    return {"order": order(view), "marks": marks(view)}


def order(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cards laid this round, the first to act first (KI-2.3): seat and card; when all lie, also the caballero card, the
    role (KI-2.2), and what the seat acts as: its role, its card, or None while that is for it to choose (KI-3.3)."""
    cards, laid = view["played"], list(view["laid"])
    waiting = [seat for seat, card in enumerate(cards) if card == "joker"]
    seats = sorted(laid, key=lambda seat: (-cards[seat], laid.index(seat))) + waiting
    rows: list[dict[str, Any]] = [{"seat": seat, "card": cards[seat]} for seat in seats]
    if len(laid) == view["players"]:
        for place, row in enumerate(rows):
            role = "king" if place == 0 else "intriguer" if place == len(rows) - 1 else None
            row |= {"caballeros": int(CABALLERO_CARDS[len(rows)][place]), "role": role,
                    "acts_as": view["roles"][row["seat"]] or acts_as(view, row["card"], role)}
    return rows


def acts_as(view: Mapping[str, Any], card: int, role: str | None) -> str | None:
    """What a seat will act as that has said nothing yet."""
    if role is None:
        return "card"
    table = SimpleNamespace(players=view["players"], offered=PLAYERS_EDITION if view["options"]["players_edition"] else 0)
    return None if may_choose_role(table, CARD[str(card)]) else role


def marks(view: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """By region, in the order of the board: protected (95), limited (66), doubled as far as the viewer may know (130), allied
    (53; a letter per alliance), and where the castillo was slid (23)."""
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
