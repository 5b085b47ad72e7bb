"""Standing orders: answers to announcements that a holder of a 40 leaves behind, so that nobody
waits in a slow game.

An order is one line, as in El Grande.  The first that fits an announcement decides it; where none
does, the seat is asked.

    never                          allow everything
    veto card 60                   veto that card
    veto scoring of 3              veto the next scoring card of seat 3
    veto king                      veto whatever moves the king, the king's role included
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..el_grande.orders import BadOrder, answer, parsed
from ..el_grande.orders import Order as BoardOrder
from .tables import CARD_IDS, DEEDS, VERB, Do

__all__ = ["BadOrder", "Order", "answer", "read"]

KINDS: dict[str, tuple[int, ...]] = {
    "scoring": (Do.SCORE, Do.BALLOT, Do.ARBITRATE, Do.DOUBLE, Do.ALLY),
    "moving": (Do.INTRIGUE, Do.GRANDE, Do.PLACE, Do.THROW, Do.OUTING, Do.THROW_GRANDES, Do.SHOVE, Do.FREE_HAND, Do.QUEEN),
    "returning": (Do.WITHDRAW, Do.LEVY, Do.BANISH, Do.CIVIL_WAR, Do.WHIRLWIND),
    "king": (Do.KING,),
    "tile": (Do.TILE, Do.TURN),
    "lying": (Do.SPY, Do.LIMIT, Do.STRANGER, Do.ABOLISH),
}
"""Kinds of special actions that an order may name, by their effect."""


@dataclass(frozen=True)
class Order(BoardOrder):
    """What to answer to a card, a kind of special actions, a seat, or everything."""

    def fits(self, s: Any) -> bool:
        """Whether the order applies to the announced action: a card's, or a role's."""
        return (self.card in (-1, s.step) and self.seat in (-1, s.actor)
                and (not self.kind or DEEDS[s.step][VERB] in KINDS[self.kind]))


def read(text: str) -> Order:
    """An order from its line.

    >>> read("veto card 60 of 2")
    Order(answer='veto', card=12, kind='', seat=2)
    """
    return Order(*parsed(text, CARD_IDS, KINDS))
