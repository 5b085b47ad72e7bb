"""Inferring a position: action cards in decks, open, discarded, in the box and before their takers."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import random_below
from ...kernel.dealing import Deal, bits
from ...kernel.reading import refuse
from .laying_out import alternatives_of, deck_copies
from .state import State
from .tables import CARD_IDS, CARDS, DECK_OF, GRAND_STRATEGY, SECRET_BALLOT, VETO, YOUR_MAJESTY
from .vetoes import held_when_taken, hold_veto, next_marker, took_veto_now

Given = Mapping[str, Any]
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
    """EG-1.2: every action card is in one place; those that are not named are drawn, or lie in their decks."""
    kinds = [c for c, n in enumerate(composition(s)) for _ in range(n)]
    deal = Deal(s, len(kinds), lambda i: CARD_IDS[kinds[i]], kinds)
    decks = {at + 1: cards for at, cards in given.get("decks", {}).items() if cards is not None}
    box = given.get("box") if given.get("box") or decks or not any(s.extra) else None
    check_named(s, given, decks, box or [], phase)
    name_cards(s, deal, {"open: card": taken_now(s, given, what, phase), "vetoes": [VETO] * s.vetoes, "box": box or [],
                         "open_cards": given.get("open_cards", []), "discards": given.get("discards", []),
                         **{f"decks: {deck}": cards for deck, cards in decks.items()}})
    for deck in range(1, 6) if box is None else ():
        for _ in range(alternatives_of(s, deck)):
            deal.draw("box", "box", [i for i in deal.free if DECK_OF[kinds[i]] == deck and kinds[i] not in ALTERNATIVES])
    if "open_cards" not in given and phase in ("power", "turns"):
        draw_open_cards(s, deal, decks, "discards" in given)
    deal.put_rest("decks", deal.left(lambda c: deck_of(s, c) not in decks))
    if "discards" not in given:
        deal.put_rest("discards", deal.left(lambda c: c != YOUR_MAJESTY))
    for i in deal.free:
        refuse(f"decks: {CARD_IDS[kinds[i]]} is nowhere: neither in a deck nor open, discarded or in the box")
    for place, counts in (("decks", s.deck), ("box", s.boxed), ("discards", s.discard)):
        for i in deal.at(place):
            counts[kinds[i]] += 1
    s.open = bits(kinds[i] for i in deal.at("open_cards"))


def name_cards(s: State, deal: Deal, named: Mapping[str, list[int]]) -> None:
    """Cards that are named go where they are said to be."""
    for where, cards in named.items():
        for c in cards:
            if c not in deal.kinds:
                refuse(f"{where}: {CARD_IDS[c]} is not in this game (see options)")
    deal.fill((where.partition(":")[0], where, deal.copies(c)) for where, cards in named.items() for c in cards)


def check_named(s: State, given: Given, decks: Mapping[int, list[int]], box: list[int], phase: str) -> None:
    """EG-2.2, EG-10.1: what can lie in which deck, open, discarded and in the box."""
    shown = given.get("open_cards", [])
    if len({deck_of(s, c) for c in shown}) < len(shown) or (shown and phase not in ("power", "turns")):
        refuse("open_cards: each deck shows one card, and only in the phases 'power' and 'turns'")
    if YOUR_MAJESTY in given.get("discards", []):
        refuse("discards: your_majesty is never discarded; it goes back to deck 5")
    for deck, c in ((deck, c) for deck, cards in decks.items() for c in cards if deck_of(s, c) != deck):
        refuse(f"decks: {CARD_IDS[c]} belongs to deck {deck_of(s, c)}, not {deck}")
    for deck in range(1, 6) if box else ():
        n, wanted = sum(DECK_OF[c] == deck and c not in ALTERNATIVES for c in box), alternatives_of(s, deck)
        if n != wanted or set(box) & set(ALTERNATIVES):
            refuse(f"box: {n} cards of deck {deck} lie in it, but {wanted} alternative cards are in that deck")


def taken_now(s: State, given: Given, what: Given, phase: str) -> list[int]:
    """EG-C-veto: Vetoes before their takers, oldest first; the card of the seat on turn, unless it lies before it as a Veto."""
    low = s.marker + (phase in ("scoring", "over"))
    for i, held in enumerate(given.get("vetoes", [])[:2]):
        until = held.get("until_round", next_marker(s))
        if "seat" not in held or not low <= until <= max(low, next_marker(s)):
            refuse(f"vetoes: expected a seat, and until_round from {low} to {max(low, next_marker(s))}, not {until}")
        s.veto_seat[i], s.veto_until[i], s.vetoes = held["seat"], until, i + 1
    s.card = what.get("card", -1)
    if s.card == VETO and held_when_taken(s) and not took_veto_now(s) and s.vetoes < 2:
        hold_veto(s, s.actor)
    return [s.card] if s.card >= 0 and not took_veto_now(s) else []


def draw_open_cards(s: State, deal: Deal, decks: Mapping[int, list[int]], discards_told: bool) -> None:
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
