"""Loading a position: action cards in decks, open, discarded, in the box and before their takers."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import random_below
from .laying_out import alternatives_of
from .position import composition, members
from .reading import entries, known_keys, mapping, refuse, whole, word
from .tables import (
    CARD_IDS,
    CARDS,
    DECK_OF,
    DUMMY,
    GRAND_STRATEGY,
    PLACES,
    SECRET_BALLOT,
    VETO,
    YOUR_MAJESTY,
)
from .vetoes import next_marker, took_veto_now


def load_cards(s: Any, given: Mapping[str, Any], phase: str) -> None:
    """Where every action card is."""
    rest = composition(s)
    load_vetoes(s, given, phase)
    taken = taken_card(given)
    s.card = -1 if taken is None else card_number(taken, "open: card")
    if took_veto_now(s):
        held = s.vetoes
    else:
        held = s.vetoes + (s.card == VETO)
        if s.card >= 0 and s.card != VETO:
            take(s, rest, [s.card], "open: card")
    take(s, rest, [VETO] * held, "vetoes")
    opened = given.get("open_cards")
    cards = [] if opened is None else [card_number(c, "open_cards") for c in entries(opened, "open_cards")]
    check_one_per_deck(s, cards)
    if cards and phase in ("setup", "scoring", "over"):
        refuse(f"open_cards: no action cards lie open in the phase {phase}")
    take(s, rest, cards, "open_cards")
    king_card = rest[YOUR_MAJESTY]
    rest[YOUR_MAJESTY] = 0
    discards = given.get("discards")
    if discards is not None:
        named = [card_number(c, "discards") for c in entries(discards, "discards")]
        if YOUR_MAJESTY in named:
            refuse("discards: your_majesty is never discarded; it goes back to deck 5")
        take(s, rest, named, "discards")
        for c in named:
            s.discard[c] += 1
    boxed = load_box(s, given, rest)
    load_decks(s, given, rest, boxed, discards is not None)
    s.deck[YOUR_MAJESTY] = king_card
    for c in cards:
        s.open |= 1 << c
    if opened is None and phase in ("power", "turns"):
        draw_open_cards(s)


def card_number(name: Any, where: str) -> int:
    """A card by its id."""
    return word(name, where, CARD_IDS, "action card")


def taken_card(given: Mapping[str, Any]) -> Any:
    """The card of the seat on turn, if it has taken one."""
    opened = given.get("open")
    return opened.get("card") if isinstance(opened, Mapping) else None


def take(s: Any, rest: list[int], cards: list[int], where: str) -> None:
    """Take some cards out of those that are left; refuse what is not there."""
    for c in cards:
        rest[c] -= 1
        if rest[c] < 0:
            total = composition(s)[c]
            if total == 0:
                refuse(f"{where}: {CARD_IDS[c]} is not in this game (see options)")
            refuse(f"{where}: there {'is' if total == 1 else 'are'} only {total} of {CARD_IDS[c]}, and more are named")


def deck_of(s: Any, card: int) -> int:
    """The deck that a card lies in; a merged one is deck 2."""
    return 2 if s.merged and DECK_OF[card] == 3 else DECK_OF[card]


def check_one_per_deck(s: Any, cards: list[int]) -> None:
    """EG-2.2: each deck shows one card."""
    decks = [deck_of(s, c) for c in cards]
    for c, deck in zip(cards, decks, strict=True):
        if decks.count(deck) > 1:
            refuse(f"open_cards: deck {deck} shows one card, not {decks.count(deck)} ({CARD_IDS[c]} is one of them)")


def load_vetoes(s: Any, given: Mapping[str, Any], phase: str) -> None:
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


def load_box(s: Any, given: Mapping[str, Any], rest: list[int]) -> list[int] | None:
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


def load_decks(s: Any, given: Mapping[str, Any], rest: list[int], boxed: list[int] | None, all_discards: bool) -> None:
    """The decks: as given; else whatever is not somewhere else.  What is left over then was discarded."""
    decks = mapping(given.get("decks") or {}, "decks")
    known_keys(decks, ("1", "2", "4", "5") if s.merged else ("1", "2", "3", "4", "5"), "decks")
    for key, names in decks.items():
        if names is None:
            continue
        cards = [card_number(c, f"decks: {key}") for c in entries(names, f"decks: {key}")]
        for c in cards:
            if deck_of(s, c) != int(key):
                refuse(f"decks: {CARD_IDS[c]} belongs to deck {deck_of(s, c)}, not {key}")
        take(s, rest, [c for c in cards if c != YOUR_MAJESTY], f"decks: {key}")
        for c in cards:
            s.deck[c] += 1
    s.boxed[:] = draw_box(s, rest) if boxed is None else boxed
    for c in range(CARDS):
        if not rest[c]:
            continue
        if decks.get(str(deck_of(s, c))) is None:
            s.deck[c] += rest[c]
        elif all_discards:
            refuse(f"action cards: {CARD_IDS[c]} is nowhere: neither in a deck nor open, discarded or in the box")
        else:
            s.discard[c] += rest[c]


def draw_box(s: Any, rest: list[int]) -> list[int]:
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


def draw_open_cards(s: Any) -> None:
    """One card of each deck, less those that were taken this round."""
    decks = [1, 2, 4, 5] if s.merged else [1, 2, 3, 4, 5]
    if s.card >= 0:
        decks.remove(deck_of(s, s.card))
    for deck in decks:
        left = [c for c in range(CARDS) for _ in range(s.deck[c]) if deck_of(s, c) == deck]
        if left:
            card = left[random_below(s, len(left))]
            s.deck[card] -= 1
            s.open |= 1 << card
    for p in members(s.acted):
        cards = members(s.open)
        if cards:
            taken = max(cards, key=lambda c: PLACES[c]) if p == DUMMY and s.players == 2 else \
                cards[random_below(s, len(cards))]
            s.open &= ~(1 << taken)
            if taken == YOUR_MAJESTY:
                s.deck[taken] = 1
            else:
                s.discard[taken] += 1
