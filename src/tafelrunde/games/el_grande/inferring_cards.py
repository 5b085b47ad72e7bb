"""Inferring a position: action cards in decks, open, discarded, in the box and before their takers."""
from __future__ import annotations

from typing import Any

from ...kernel import random_below
from ...kernel.dealing import Deal, bits
from ...kernel.reading import refuse
from .laying_out import alternatives_of, deck_copies
from .state import State
from .tables import CARD_IDS, CARDS, DECK_OF, GRAND_STRATEGY, SECRET_BALLOT, VETO, YOUR_MAJESTY
from .vetoes import held_when_taken, hold_veto, next_marker, took_veto_now

Given = dict[str, Any]
ALTERNATIVES = (GRAND_STRATEGY, VETO, SECRET_BALLOT)
COMPOSITIONS: dict[tuple[int, ...], list[int]] = {}
"""The cards of a game by its options, as far as they were asked for."""


def composition(s: State) -> list[int]:
    """All cards of the game by number: in decks, open, discarded, in the box, before their takers."""
    chosen = (s.edition, s.regent, *s.extra)
    if chosen not in COMPOSITIONS:
        added = dict(zip(ALTERNATIVES, s.extra, strict=True))
        COMPOSITIONS[chosen] = [deck_copies(s, c) + added.get(c, 0) for c in range(CARDS)]
    return COMPOSITIONS[chosen][:]


def deck_of(s: State, card: int) -> int:
    """The deck that a card lies in; a merged one is deck 2."""
    return 2 if s.merged and DECK_OF[card] == 3 else DECK_OF[card]


def place_cards(s: State, given: Given, what: Given, phase: str) -> None:
    """EG-2.2, EG-10.1: every card is where it is named; others are drawn open, then in their decks, else discarded."""
    kinds = [c for c, n in enumerate(composition(s)) for _ in range(n)]
    deal = Deal(s, len(kinds), lambda i: CARD_IDS[kinds[i]], kinds)
    decks = {at + 1: cards for at, cards in given.get("decks", {}).items() if cards is not None}
    lies_open = phase in ("power", "turns")
    named = {"open": taken_now(s, given, what), "vetoes": [VETO] * s.vetoes, "box": given.get("box") or [],
             "open_cards": given.get("open_cards", []) if lies_open else [], "discards": given.get("discards", []),
             "decks": [c for cards in decks.values() for c in cards]}
    for where, c in ((where, c) for where, cards in named.items() for c in cards if c not in kinds):
        refuse(f"{where}: {CARD_IDS[c]} is not in this game (see options)")
    deal.fill((where, where, deal.copies(c)) for where, cards in named.items() for c in cards)
    for deck in range(1, 6) if not named["box"] else ():
        for _ in range(alternatives_of(s, deck)):
            deal.draw("box", "box", [i for i in deal.free if DECK_OF[kinds[i]] == deck and kinds[i] not in ALTERNATIVES])
    if "open_cards" not in given and lies_open:
        draw_open_cards(s, deal, {*decks}, "discards" in given)
    deal.put_rest("decks", deal.left(lambda c: deck_of(s, c) not in decks))
    deal.put_rest("discards" if "discards" not in given else "nowhere", deal.left(lambda c: c != YOUR_MAJESTY))
    for i in (*deal.at("nowhere"), *deal.free):
        refuse(f"decks: {CARD_IDS[kinds[i]]} is nowhere: neither in a deck nor open, discarded or in the box")
    for place, counts in (("decks", s.deck), ("box", s.boxed), ("discards", s.discard)):
        for i in deal.at(place):
            counts[kinds[i]] += 1
    s.open = bits(kinds[i] for i in deal.at("open_cards"))


def taken_now(s: State, given: Given, what: Given) -> list[int]:
    """EG-C-veto: Vetoes before their takers, oldest first; the card of the seat on turn, unless it lies before it as a Veto."""
    for i, held in enumerate(given.get("vetoes", [])[:2]):
        s.veto_seat[i], s.veto_until[i], s.vetoes = held["seat"], held.get("until_round", next_marker(s)), i + 1
    s.card = what.get("card", -1)
    if s.card == VETO and held_when_taken(s) and not took_veto_now(s) and s.vetoes < 2:
        hold_veto(s, s.actor)
    return [s.card] if s.card >= 0 and not took_veto_now(s) else []


def draw_open_cards(s: State, deal: Deal, decks: set[int], discards_told: bool) -> None:
    """EG-2.2: a card of each deck, of those that are nowhere else, less those that were taken this round and discarded.

    Where a deck and the discards are told, its open card is the one that is nowhere else; so is the King card, where its
    deck is told.
    """
    taken = -1 if s.card < 0 else deck_of(s, s.card)
    free = {deck: [i for i in sorted(deal.free) if deck_of(s, deal.kinds[i]) == deck] for deck in range(1, 6)
            if deck != taken and not (s.merged and deck == 3)}
    king = deal.left(lambda c: c == YOUR_MAJESTY and 5 in decks)
    fixed = [deck for deck in free if deck in decks and (discards_told or (deck == 5 and king))]
    others = [deck for deck in free if free[deck] and deck not in fixed]
    for _ in range(min(len(others), s.acted.bit_count() - sum(not free[deck] for deck in fixed))):
        gone = [i for i in free[others.pop(random_below(s, len(others)))] if deal.kinds[i] != YOUR_MAJESTY]
        if gone and not discards_told:
            deal.draw("discards", "discards", gone)
    for deck in [*(deck for deck in fixed if free[deck]), *others]:
        deal.draw("open_cards", "open_cards", king if deck == 5 and king else free[deck])
