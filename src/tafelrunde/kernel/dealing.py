"""The cards of a position typed by hand: each goes to one place, whether it is named or not."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from typing import Any

from .chance import random_below
from .reading import refuse

Wanted = tuple[Any, str, int | list[int] | None]
"""A place, how a message about it begins, and what belongs there: a card, any of some cards, or any
card at all.
"""


class Deal:
    """Every card to its place: first named cards, then any of several (the lowest free one), then
    random ones.

    If there are several cards of a kind, `kinds` has the kind of each card.
    """

    def __init__(self, s: Any, cards: int, name: Callable[[int], Any], kinds: Sequence[int] = ()) -> None:
        self.s, self.cards, self.name, self.kinds = s, cards, name, kinds
        self.free = set(range(cards))
        self.places: dict[Any, list[int]] = {}

    def put(self, card: int, place: Any) -> None:
        """One card to a place."""
        self.free.discard(card)
        self.places.setdefault(place, []).append(card)

    def put_rest(self, place: Any, among: Iterable[int] | None = None) -> None:
        """The remaining cards, or some of them, to a place."""
        for card in sorted(self.free) if among is None else among:
            self.put(card, place)

    def copies(self, kind: int) -> list[int]:
        """The cards of a kind."""
        return [card for card, k in enumerate(self.kinds) if k == kind]

    def left(self, fits: Callable[[int], bool]) -> list[int]:
        """The cards without a place whose kind fits."""
        return [card for card in sorted(self.free) if fits(self.kinds[card])]

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

        The remaining cards form the draw pile; if the draw pile is given, they form the discards. A
        pile that is not known card by card counts as not given.
        """
        told = None not in given.get("draw_pile", [None])
        places: dict[Any, Sequence[Any]] = {**beside, **dict(enumerate(hands)), "discards": given.get("discards", []),
                                            "draw_pile": given["draw_pile"] if told else []}
        self.fill((place, f"hands: seat {place}" if isinstance(place, int) else place, card)
                  for place, cards in places.items() for card in cards)
        if self.free and told and "discards" in given:
            refuse(f"hands, draw_pile, discards: {len(self.free)} of the {self.cards} cards are missing")
        self.put_rest("discards" if told else "draw_pile")

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


def draw_each(s: Any, cells: MutableSequence[int], seats: Sequence[int], choices: Callable[[int], list[int]],
              fits: Callable[[], bool]) -> bool:
    """Draw the cells of some seats so that they fit; cells stay 0 if nothing fits."""
    if not seats:
        return True
    left = choices(seats[0])
    while left:
        cells[seats[0]] = left.pop(random_below(s, len(left)))
        if fits() and draw_each(s, cells, seats[1:], choices, fits):
            return True
    cells[seats[0]] = 0
    return False


def divide(s: Any, cards: int, names: Sequence[Any], whose: str, places: Mapping[str, tuple[int | None, int]]) -> list[int]:
    """A set of cards divided among places: each gets its given cards, or a number of cards drawn
    from the rest.

    The last place for which nothing is given gets all remaining cards.
    """
    found: dict[str, int] = {}
    for name, (said, _) in places.items():
        strange = members((said or 0) & (~cards | sum(found.values())))
        if strange:
            refuse(f"{name}: {names[strange[0]]} of {whose} is in two places, or not among the cards offered; see the options")
        found[name] = said or 0
    unsaid = [name for name, (said, _) in places.items() if said is None]
    for name in unsaid:
        left = members(cards & ~sum(found.values()))
        for _ in range(len(left) if name == unsaid[-1] else min(places[name][1], len(left))):
            found[name] |= 1 << left.pop(random_below(s, len(left)) if name != unsaid[-1] else -1)
    left = members(cards & ~sum(found.values()))
    if left:
        refuse(f"{', '.join(places)}: {names[left[0]]} of {whose} is nowhere")
    return [*found.values()]
