"""Standing orders: answers to announcements that a holder of a Veto leaves behind, so that nobody
waits in a slow game.

An order is one line.  The first that fits an announcement decides it; where none does, the seat is
asked as usual.

    never                          allow everything
    veto card fiesta               veto that card
    veto scoring of 3              veto the next scoring card of seat 3
    allow of 2                     allow whatever seat 2 does
    allow king                     allow cards that move the king
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...kernel import TafelrundeError
from .fields import Phase
from .sources import VERBS
from .state import State
from .tables import CARD_IDS, CARD_STEPS, CARDS, SEATS, STEPS, VERB, Do

KINDS: dict[str, set[int]] = {
    kind: {getattr(Do, name.upper()) for name, deed in VERBS.items() if deed.kind == kind}
    for kind in dict.fromkeys(deed.kind for deed in VERBS.values() if deed.kind)
}
"""Kinds of cards that an order may name, by their effect."""


class BadOrder(TafelrundeError, ValueError):
    """An order that cannot be read; the message says what is wrong."""


@dataclass(frozen=True)
class Order:
    """What to answer (`veto` or `allow`) to a card, a kind of cards, a seat, or everything."""

    answer: str
    card: int = -1
    kind: str = ""
    seat: int = -1

    def fits(self, s: Any) -> bool:
        """Whether the order applies to the announced action."""
        verbs = {STEPS[step][VERB] for step in CARD_STEPS[s.card + s.edition * CARDS] if step}
        return (self.card in (-1, s.card) and self.seat in (-1, s.actor)
                and (not self.kind or bool(verbs & KINDS[self.kind])))


def read(text: str) -> Order:
    """An order from its line.

    >>> read("veto scoring of 3")
    Order(answer='veto', card=-1, kind='scoring', seat=3)
    """
    return Order(*parsed(text, CARD_IDS, KINDS))


def parsed(text: str, cards: Sequence[str], kinds: Iterable[str]) -> tuple[str, int, str, int]:
    """What an order contains: the answer, a card, a kind of cards, a seat."""
    words = text.split()
    if words == ["never"]:
        return "allow", -1, "", -1
    if len(words) < 2 or words[0] not in ("veto", "allow"):
        raise BadOrder(f"{text!r}: an order is 'never', or begins with 'veto' or 'allow' and says to what")
    card, kind, seat, rest = -1, "", -1, words[1:]
    while rest:
        word = rest.pop(0)
        if word == "card" and rest and rest[0] in cards and card < 0:
            card = cards.index(rest.pop(0))
        elif word == "of" and rest and rest[0] in map(str, range(SEATS)) and seat < 0:
            seat = int(rest.pop(0))
        elif word in kinds and not kind:
            kind = word
        else:
            raise BadOrder(f"{text!r}: {word!r} is not understood here (card <id>, of <seat>, {', '.join(kinds)})")
    return words[0], card, kind, seat


def answer(s: State, seat: int, orders: Sequence[Order]) -> str | None:
    """What a seat has ordered to answer to the announcement that it is asked about; None when it
    must be asked itself.
    """
    if s.phase != Phase.VETO or not s.waiting >> seat & 1:
        return None
    return next((order.answer for order in orders if order.fits(s)), None)
