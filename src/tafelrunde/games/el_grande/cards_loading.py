"""Loading a position: action cards in decks, open, discarded, in the box and before their takers."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import random_below
from ...kernel.reading import entries, known_keys, mapping, refuse, whole, word
from .laying_out import alternatives_of
from .position import composition, members
from .state import State
from .tables import (
    CARD_IDS,
    CARDS,
    DECK_OF,
    DUMMY,
    GRAND_STRATEGY,
    OLD_IDS,
    PLACES,
    SECRET_BALLOT,
    VETO,
    YOUR_MAJESTY,
)
from .vetoes import held_when_taken, hold_veto, next_marker, took_veto_now


def load_cards(s: State, given: Mapping[str, Any], phase: str) -> None:
    """Where every action card is."""
    rest = composition(s)
    load_vetoes(s, given, phase)
    taken = given["open"].get("card")
    s.card = -1 if taken is None else card_number(taken, "open: card")
    if s.card == VETO and held_when_taken(s) and not took_veto_now(s) and s.vetoes < 2:
        hold_veto(s, s.actor)
    if took_veto_now(s):
        held = s.vetoes
    else:
        held = s.vetoes + (s.card == VETO)
        if s.card >= 0 and s.card != VETO:
            take(s, rest, [s.card], "open: card")
    take(s, rest, [VETO] * held, "vetoes")
    opened, discards = given.get("open_cards"), given.get("discards")
    cards = [] if opened is None else [card_number(c, "open_cards") for c in entries(opened, "open_cards")]
    check_one_per_deck(s, cards)
    if cards and phase in ("setup", "scoring", "over"):
        refuse(f"open_cards: no action cards lie open in the phase {phase}")
    take(s, rest, cards, "open_cards")
    s.open = sum(1 << c for c in cards)
    named = [card_number(c, "discards") for c in entries([] if discards is None else discards, "discards")]
    if YOUR_MAJESTY in named:
        refuse("discards: your_majesty is never discarded; it goes back to deck 5")
    take(s, rest, named, "discards")
    for c in named:
        s.discard[c] += 1
    boxed = load_box(s, given, rest)
    decks = load_decks(s, given, rest)
    s.boxed[:] = draw_box(s, rest) if boxed is None else boxed
    if opened is None and phase in ("power", "turns"):
        draw_open_cards(s, rest, decks, named if discards is not None else None)
    for c in members(sum(1 << c for c in range(CARDS) if rest[c])):
        if deck_of(s, c) not in decks:
            s.deck[c] += rest[c]
        elif discards is None and c != YOUR_MAJESTY:
            s.discard[c] += rest[c]
        else:
            refuse(f"action cards: {CARD_IDS[c]} is nowhere: neither in a deck nor open, discarded or in the box")


def card_number(name: Any, where: str) -> int:
    """A card by its id, or by that of the 1995 edition."""
    return word(OLD_IDS.get(name, name) if isinstance(name, str) else name, where, CARD_IDS, "action card")


def take(s: State, rest: list[int], cards: list[int], where: str) -> None:
    """Take some cards out of those that are left; refuse what is not there."""
    for c in cards:
        rest[c] -= 1
        if rest[c] < 0:
            total = composition(s)[c]
            if total == 0:
                refuse(f"{where}: {CARD_IDS[c]} is not in this game (see options)")
            refuse(f"{where}: there {'is' if total == 1 else 'are'} only {total} of {CARD_IDS[c]}, and more are named")


def deck_of(s: State, card: int) -> int:
    """The deck that a card lies in; a merged one is deck 2."""
    return 2 if s.merged and DECK_OF[card] == 3 else DECK_OF[card]


def check_one_per_deck(s: State, cards: list[int]) -> None:
    """EG-2.2: each deck shows one card."""
    decks = [deck_of(s, c) for c in cards]
    for c, deck in zip(cards, decks, strict=True):
        if decks.count(deck) > 1:
            refuse(f"open_cards: deck {deck} shows one card, not {decks.count(deck)} ({CARD_IDS[c]} is one of them)")


def load_vetoes(s: State, given: Mapping[str, Any], phase: str) -> None:
    """EG-C-veto: cards before their takers, oldest first, with the last round of each."""
    vetoes = entries(given.get("vetoes") or [], "vetoes")
    if len(vetoes) > 2:
        refuse(f"vetoes: there are two of them, not {len(vetoes)}")
    for i, veto in enumerate(vetoes):
        held = mapping(veto, "vetoes")
        known_keys(held, ("seat", "until_round"), "vetoes")
        s.veto_seat[i] = whole(held.get("seat"), "vetoes: seat", 0, s.players - 1)
        until = held.get("until_round", next_marker(s))
        low = s.marker + (phase in ("scoring", "over"))
        s.veto_until[i] = whole(until, "vetoes: until_round", low, max(low, next_marker(s)))
    s.vetoes = len(vetoes)


def load_box(s: State, given: Mapping[str, Any], rest: list[int]) -> list[int] | None:
    """EG-10.1: for every alternative card one of its deck lies in the box; None where they must be drawn."""
    box = given.get("box")
    if box is None or (not box and any(s.extra) and "decks" not in given):
        return None
    cards = [card_number(c, "box") for c in entries(box, "box")]
    for c in cards:
        if c in (GRAND_STRATEGY, VETO, SECRET_BALLOT):
            refuse(f"box: {CARD_IDS[c]} is an alternative card and in play")
    for deck in range(1, 6):
        n, wanted = sum(DECK_OF[c] == deck for c in cards), alternatives_of(s, deck)
        if n != wanted:
            refuse(f"box: {n} cards of deck {deck} lie in it, but {wanted} alternative cards are in that deck")
    take(s, rest, cards, "box")
    counts = [0] * CARDS
    for c in cards:
        counts[c] += 1
    return counts


def load_decks(s: State, given: Mapping[str, Any], rest: list[int]) -> set[int]:
    """The decks that are given, by number."""
    decks = mapping(given.get("decks") or {}, "decks")
    known_keys(decks, ("1", "2", "4", "5") if s.merged else ("1", "2", "3", "4", "5"), "decks")
    for key, names in decks.items():
        cards = [card_number(c, f"decks: {key}") for c in entries([] if names is None else names, f"decks: {key}")]
        for c in cards:
            if deck_of(s, c) != int(key):
                refuse(f"decks: {CARD_IDS[c]} belongs to deck {deck_of(s, c)}, not {key}")
        take(s, rest, cards, f"decks: {key}")
        for c in cards:
            s.deck[c] += 1
    return {int(key) for key, names in decks.items() if names is not None}


def draw_box(s: State, rest: list[int]) -> list[int]:
    """Cards that went back unseen, drawn from those that are nowhere else."""
    boxed = [0] * CARDS
    for deck in range(1, 6):
        for _ in range(alternatives_of(s, deck)):
            free = [c for c in range(CARDS) for _ in range(rest[c])
                    if DECK_OF[c] == deck and c not in (GRAND_STRATEGY, VETO, SECRET_BALLOT)]
            if not free:
                refuse(f"box: no card of deck {deck} is left to lie in it")
            card = free[random_below(s, len(free))]
            rest[card] -= 1
            boxed[card] += 1
    return boxed


def draw_open_cards(s: State, rest: list[int], decks: set[int], discards: list[int] | None) -> None:
    """EG-2.2: a card of each deck, of those that are nowhere else, less those that were taken this round.

    What was taken is discarded, unless the discards are given: then they stay as they are.  Where a deck is given too, its
    open card is the one that is nowhere else.
    """
    fixed = decks if discards is not None else decks & {deck_of(s, YOUR_MAJESTY)} if rest[YOUR_MAJESTY] else set[int]()
    shows = [1, 2, 4, 5] if s.merged else [1, 2, 3, 4, 5]
    if s.card >= 0:
        shows.remove(deck_of(s, s.card))
    found: dict[int, int] = {}
    for deck in shows:
        left = [c for c in range(CARDS) for _ in range(rest[c]) if deck_of(s, c) == deck]
        if YOUR_MAJESTY in left and deck in decks:
            left = [YOUR_MAJESTY]
        if left:
            found[deck] = left[random_below(s, len(left))]
    gone = sum(deck in fixed and deck not in found for deck in shows)
    for p in members(s.acted)[gone:]:
        free = [deck for deck in found if deck not in fixed]
        if free:
            taken = taken_from(s, p, free, found, discards)
            card = found.pop(taken)
            if discards is None and card != YOUR_MAJESTY:
                rest[card] -= 1
                s.discard[card] += 1
    for card in found.values():
        rest[card] -= 1
        s.open |= 1 << card


def taken_from(s: State, p: int, decks: list[int], found: dict[int, int], discards: list[int] | None) -> int:
    """The deck whose open card a seat has taken: where discards are given, rather one that they can have come from."""
    if p == DUMMY and s.players == 2:
        return max(decks, key=lambda deck: PLACES[found[deck]])
    if discards is not None:
        seen = {deck_of(s, c) for c in discards} | {deck_of(s, YOUR_MAJESTY)}
        decks = [deck for deck in decks if deck in seen] or decks
    return decks[random_below(s, len(decks))]
