"""The cards of a position: given by id, by value, or not at all."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import random_below
from ...kernel.reading import entries, known_keys, mapping, per_seat, refuse, whole
from .state import State
from .tables import CARD_IDS, CARDS, SPLIT, START_HAND, VALUE, VALUES

NUMBER = {card_id: c for c, card_id in enumerate(CARD_IDS)}
FRONT, DISCARDS, PILE = -1, -2, -3
"""Places of cards beside the hands, which are the seats' numbers."""


class Deal:
    """Every card to its place: ids first, then values (the lowest id that is free), then unknown ones by chance."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.free = set(range(CARDS))
        self.places: dict[int, list[int]] = {}
        self.wanted: list[tuple[int, int]] = []
        self.unknown: list[int] = []

    def ask(self, cards: list[Any], place: int, where: str) -> None:
        """Cards wanted at a place: ids are taken at once."""
        self.places.setdefault(place, [])
        for card in cards:
            if card is None:
                self.unknown.append(place)
            elif isinstance(card, str):
                if NUMBER.get(card, -1) not in self.free:
                    refuse(f"{where}: " + (f"the card {card} lies elsewhere too" if card in NUMBER
                                           else f"there is no card {card[:20]!r}"))
                self.put(NUMBER[card], place)
            else:
                self.wanted.append((whole(card, where, 1, VALUES), place))

    def put(self, card: int, place: int) -> None:
        """One card to a place."""
        self.free.discard(card)
        self.places.setdefault(place, []).append(card)

    def fill(self) -> None:
        """Values, then unknown cards."""
        for value, place in self.wanted:
            card = min((c for c in self.free if VALUE[c] == value), default=None)
            if card is None:
                refuse(f"hands, draw_pile, discards: too many cards of {value}")
            self.put(card, place)
        for place in self.unknown:
            if not self.free:
                refuse(f"hands, draw_pile, discards: there are {CARDS} cards in all")
            self.put(sorted(self.free)[random_below(self.s, len(self.free))], place)

    def words(self, place: int) -> list[int]:
        """The cards of a place as a set in two words."""
        words = [0, 0]
        for card in self.places.get(place, []):
            words[card >= SPLIT] |= 1 << (card % SPLIT)
        return words


def deal_cards(s: State, position: Mapping[str, Any], now: dict[str, Any]) -> None:
    """Hands, draw pile, discards and the card in front; what everybody remembers of them."""
    deal = Deal(s)
    if s.series:
        front = now.get("front")
        deal.ask([s.series if front is None else front], FRONT, "open: front")
    for seat, row in enumerate(per_seat(position, "hands", s.players, [None] * START_HAND)):
        deal.ask(entries(row, f"hands: seat {seat}"), seat, f"hands: seat {seat}")
    for key, place in (("discards", DISCARDS), ("draw_pile", PILE)):
        if key in position:
            deal.ask(entries(position[key], key), place, key)
    deal.fill()
    rest = PILE if "draw_pile" not in position else DISCARDS if "discards" not in position else None
    if rest is None and deal.free:
        refuse(f"hands, draw_pile, discards: there are {CARDS} cards in all; {len(deal.free)} are missing")
    for card in sorted(deal.free):
        deal.put(card, rest or PILE)
    for seat in range(s.players):
        s.hand[seat] = deal.words(seat)
        s.held[seat] = len(deal.places[seat])
    s.pile, s.discards = deal.words(PILE), deal.words(DISCARDS)
    s.pile_left = len(deal.places.get(PILE, []))
    s.front = deal.places[FRONT][0] if s.series else -1
    s.known = [0] * CARDS
    s.made = 0
    remember(s, deal, mapping(position.get("known", {}), "known"))


def remember(s: State, deal: Deal, known: dict[str, Any]) -> None:
    """Cards that everybody has seen going into hands, and cards drawn before the pile was made again."""
    known_keys(known, ("hands", "earlier"), "known")
    for seat, row in enumerate(per_seat(known, "hands", s.players, [])):
        for card in numbers(row, "known: hands"):
            if card not in deal.places[seat]:
                refuse(f"known: {CARD_IDS[card]} is not in the hand of seat {seat}")
            s.known[card] = -1 - seat
    groups = [numbers(row, "known: earlier") for row in entries(known.get("earlier", []), "known: earlier")]
    if len(groups) > 100:
        refuse("known: too many groups of earlier cards")
    hidden = {c for seat in range(s.players) for c in deal.places[seat] if s.known[c] == 0}
    for making, group in enumerate(groups):
        for card in group:
            if card not in hidden:
                refuse(f"known: {CARD_IDS[card]} is not hidden in a hand")
            hidden.discard(card)
            s.known[card] = making
    s.made = len(groups)
    if s.made:
        for card in {*hidden, *deal.places.get(PILE, [])}:
            s.known[card] = s.made


def numbers(row: Any, where: str) -> list[int]:
    """Cards given by id."""
    found: list[int] = []
    for card in entries(row, where):
        if not isinstance(card, str) or card not in NUMBER:
            refuse(f"{where}: there is no card {str(card)[:20]!r}")
        found.append(NUMBER[card])
    return found
