"""The cards of a position typed by hand: each goes to one place, whether it is named or not."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .chance import random_below
from .reading import refuse

Wanted = tuple[Any, str, int | list[int] | None]
"""A place, what a message about it begins with, and what is wanted there: a card, any of some
cards, or just any.
"""


class Deal:
    """Every card to its place: those that are named, then any of several (the lowest that is free),
    then others by chance.
    """

    def __init__(self, s: Any, cards: int, name: Callable[[int], Any]) -> None:
        self.s, self.cards, self.name = s, cards, name
        self.free = set(range(cards))
        self.places: dict[Any, list[int]] = {}

    def put(self, card: int, place: Any) -> None:
        """One card to a place."""
        self.free.discard(card)
        self.places.setdefault(place, []).append(card)

    def at(self, place: Any) -> list[int]:
        """The cards of a place."""
        return self.places.get(place, [])

    def fill(self, wanted: Iterable[Wanted]) -> None:
        """Cards that belong at places."""
        every = list(wanted)
        for place, where, card in every:
            if isinstance(card, int):
                if card not in self.free:
                    refuse(f"{where}: the card {self.name(card)} is there twice")
                self.put(card, place)
        for place, where, card in every:
            if isinstance(card, list):
                fitting = [c for c in card if c in self.free]
                if not fitting:
                    refuse(f"{where}: there {'is' if len(card) == 1 else 'are'} only {len(card)} of {self.name(card[0])}, and more "
                           "are named")
                self.put(fitting[0], place)
        for place, where, card in every:
            if card is None:
                self.draw(place, where, self.free)

    def share(self, given: Mapping[str, Any], hands: Sequence[Sequence[Any]], beside: Mapping[str, list[Any]]) -> None:
        """Cards to hands (by seat), discards and draw pile, as they are given, and to what lies
        `beside` them.

        What is left is the draw pile, or where that is told the discards.  A pile that is not known
        card by card is not told.
        """
        told = None not in given.get("draw_pile", [None])
        places: dict[Any, Sequence[Any]] = {**beside, **dict(enumerate(hands)), "discards": given.get("discards", []),
                                            "draw_pile": given["draw_pile"] if told else []}
        self.fill((place, f"hands: seat {place}" if isinstance(place, int) else place, card)
                  for place, cards in places.items() for card in cards)
        if self.free and told and "discards" in given:
            refuse(f"hands, draw_pile, discards: {len(self.free)} of the {self.cards} cards are missing")
        for card in sorted(self.free):
            self.put(card, "discards" if told else "draw_pile")

    def draw(self, place: Any, where: str, among: Iterable[int]) -> int:
        """One of some cards, drawn, to a place."""
        left = sorted(self.free.intersection(among))
        if not left:
            refuse(f"{where}: too few cards are left; there are {self.cards} in all")
        card = left[random_below(self.s, len(left))]
        self.put(card, place)
        return card


def bits(members: Iterable[int]) -> int:
    """Some numbers as a set."""
    return sum(1 << m for m in members)


def members(bits: int) -> list[int]:
    """The members of a set, ascending."""
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def drawn(s: Any, cards: int, n: int) -> int:
    """Some cards of a set, drawn, as a set; all of them where there are fewer."""
    left = members(cards)
    return bits(left.pop(random_below(s, len(left))) for _ in range(min(n, len(left))))
