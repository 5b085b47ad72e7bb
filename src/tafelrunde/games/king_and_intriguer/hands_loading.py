"""Loading a position: cards in hand, set aside, used and laid, and the round that follows from them."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import random_below
from ...kernel.reading import entries, refuse, row, word
from ..el_grande.position import members
from .lying import LYING, LYING_CARD, lies, unseen_cards
from .phase_loading import BEFORE
from .position import card_name, card_names
from .state import State
from .tables import CARD_IDS, HAND, JOKER


def card_given(value: Any, where: str) -> int:
    """A card by its value, or "joker"."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        refuse(f"{where}: expected a card's value or 'joker', not {str(value)[:60]!r}")
    return word(str(value), where, CARD_IDS, "card")


def cards_given(s: State, value: Any, where: str) -> int:
    """Some cards, as a set."""
    cards = [card_given(v, where) for v in entries(value, where)]
    if len(set(cards)) < len(cards):
        refuse(f"{where}: a card stands there twice; there is one of each")
    for c in cards:
        if not s.offered >> c & 1:
            refuse(f"{where}: {card_name(c)} is not among the cards offered; see the options")
    return sum(1 << c for c in cards)


KEPT = ("hands", "used", "set_aside")
"""The keys that say where a seat's cards are when they do not lie on the table."""
AFTER = ("scoring", "over")
"""The phases in which the cards of the round have left the table; a position may still have them there."""


def load_played(s: State, given: Mapping[str, Any], phase: str) -> None:
    """KI-2.1: cards on the table."""
    for p, value in enumerate(row(given.get("played", [None] * s.players), "played", s.players)):
        if value is not None:
            card = members(cards_given(s, [value], f"played: seat {p}"))[0]
            s.played[p] = card + 1
            if card == JOKER and phase != "cards":
                refuse(f"played: the Joker of seat {p} has been followed up by another card in the phase {phase}")
    if "played" not in given and phase == "cards":
        for p in range(s.players):
            laid = s.offered & ~cards_elsewhere(s, given, p)
            if laid.bit_count() == 1 and None not in (given.get(key, [None] * s.players)[p] for key in KEPT):
                s.played[p] = laid.bit_length()
    if any(s.played) and (phase in BEFORE or (phase in AFTER and 0 in s.played[:s.players])):
        refuse(f"played: action cards of some seats cannot lie open in the phase {phase}")


# ------------------------------------------------------------ rounds


def markers(s: State) -> list[int]:
    """The numbers of the rounds."""
    return [m for m in range(1, 10) if not (s.short_game and m % 3 == 1)]


def finished(s: State, phase: str) -> int:
    """How many rounds are over."""
    return sum(m < s.marker + (phase in AFTER) for m in markers(s))


def before_round(s: State, p: int, phase: str) -> int:
    """How many cards of earlier rounds still lie before a seat."""
    return on_table(s, p).bit_count() - (phase not in AFTER and s.played[p] > 0)


def used_before(s: State, given: Mapping[str, Any], phase: str, p: int) -> int | None:
    """What a seat has used, as given, or as what it holds and has set aside leave it; None where that is not said."""
    hand, used, aside = (row(given.get(key, [None] * s.players), key, s.players)[p] for key in KEPT)
    if used is not None:
        return cards_given(s, used, f"used: seat {p}") & ~on_table(s, p)
    if hand is None or aside is None or phase in BEFORE or (phase == "turns" and not s.played[p]):
        return None
    kept = cards_given(s, hand, f"hands: seat {p}") | cards_given(s, aside, f"set_aside: seat {p}")
    return int(s.offered & ~(on_table(s, p) | kept))


def round_of_used(s: State, given: Mapping[str, Any], phase: str) -> Mapping[str, Any]:
    """The position with the number of its round; left out, it follows from the cards that were used, a Joker not counted."""
    most, rounds = -1, markers(s)
    for p in range(s.players):
        gone = used_before(s, given, phase, p)
        if gone is not None:
            most = max(most, (gone & ~(1 << JOKER)).bit_count() + before_round(s, p, phase))
            if most > len(rounds) - (phase == "cards" or s.played[p] > 0):
                refuse(f"used: seat {p} has laid {most} cards in earlier rounds; there are {len(rounds)} rounds")
    if "round" in given or most < 0 or phase == "over" or (phase in AFTER and (not most or rounds[most - 1] % 3)):
        return given
    return {**given, "round": rounds[min(most, len(rounds) - 1) if phase not in AFTER else most - 1]}


# ------------------------------------------------------------ hands


def on_table(s: State, seat: int) -> int:
    """This round's card and lying cards of a seat, as a set."""
    found = 1 << s.played[seat] - 1 if s.played[seat] else 0
    for which in range(LYING):
        if lies(s, seat, which):
            found |= 1 << LYING_CARD[which]
    return found


def cards_elsewhere(s: State, given: Mapping[str, Any], p: int) -> int:
    """The cards that a seat cannot have laid: they are said to be in its hand, used or set aside."""
    found = on_table(s, p)
    for key in KEPT:
        found |= cards_given(s, row(given.get(key, [None] * s.players), key, s.players)[p] or [], f"{key}: seat {p}")
    return int(found)


def load_held(s: State, given: Mapping[str, Any], phase: str) -> None:
    """Hands that are given; those that are not are drawn later (in the discards everything that is not set aside)."""
    aside = row(given.get("set_aside", [None] * s.players), "set_aside", s.players)
    if "hands" not in given and None in aside and phase not in ("discard", "over"):
        refuse(f"hands: they must be given in the phase {phase}")
    for p, hand in enumerate(row(given.get("hands", [None] * s.players), "hands", s.players)):
        if hand is not None:
            s.hand[p] = cards_given(s, hand, f"hands: seat {p}")
        elif phase == "discard":
            s.hand[p] = s.offered & ~cards_given(s, aside[p] or [], f"set_aside: seat {p}")
        n = s.hand[p].bit_count()
        if phase == "discard" and n < HAND:
            key = "set_aside" if hand is None else "hands"
            refuse(f"{key}: seat {p} has {n} cards in hand; nobody puts more aside than {HAND} are left")
        if phase != "discard" and n > HAND:
            refuse(f"hands: seat {p} has {n} cards; after the discards a hand has at most {HAND}")


def load_rest(s: State, given: Mapping[str, Any], phase: str) -> None:
    """Cards set aside and used: what is left out follows from the rest, or is drawn."""
    aside = row(given.get("set_aside", [None] * s.players), "set_aside", s.players)
    used = row(given.get("used", [None] * s.players), "used", s.players)
    hands = row(given.get("hands", [None] * s.players), "hands", s.players)
    for p in range(s.players):
        table = on_table(s, p)
        gone = None if used[p] is None else cards_given(s, used[p], f"used: seat {p}") & ~table
        away = None if aside[p] is None else cards_given(s, aside[p], f"set_aside: seat {p}")
        if phase == "discard":
            if gone:
                refuse(f"used: seat {p} has used nothing yet")
            if away is not None and away != s.offered & ~s.hand[p]:
                refuse(f"set_aside: seat {p} has put aside what it does not hold: {card_names(s.offered & ~s.hand[p])}")
            continue
        complete_cards(s, p, hands[p] is not None, gone, away, max(0, finished(s, phase) - before_round(s, p, phase)))
        check_unseen(s, p, phase)


def complete_cards(s: State, p: int, hand_given: bool, gone: int | None, away: int | None, rounds: int) -> None:
    """Every card of a seat is in hand, on the table, used (one in each of so many rounds), or set aside."""
    table = on_table(s, p)
    parts = [("hands", s.hand[p] if hand_given else 0), ("played", table), ("used", gone or 0), ("set_aside", away or 0)]
    seen = 0
    for name, cards in parts:
        if seen & cards:
            refuse(f"{name}: {card_names(seen & cards)[0]} of seat {p} is in two places")
        seen |= cards
    free = s.offered & ~seen
    if not hand_given:
        wanted = HAND - table.bit_count() - (rounds if gone is None else gone.bit_count())
        s.hand[p] = draw_cards(s, free, min(max(0, wanted), free.bit_count()))
        free &= ~s.hand[p]
    if gone is None and away is None:
        lacking = max(0, HAND - table.bit_count() - s.hand[p].bit_count())
        away = draw_cards(s, free, max(0, free.bit_count() - min(rounds, lacking)))
    if gone is None:
        gone = free & ~(away or 0)
        free = 0
    elif away is None:
        free = 0
    if free:
        refuse(f"cards: {card_names(free)[0]} of seat {p} is neither in hand, nor laid, used or set aside")
    s.used[p] = gone


def draw_cards(s: State, cards: int, n: int) -> int:
    """So many of some cards, drawn."""
    found = 0
    for _ in range(n):
        left = members(cards & ~found)
        found |= 1 << left[random_below(s, len(left))]
    return found


def check_unseen(s: State, p: int, phase: str) -> None:
    """There must be a card for every round to come: in hand or, where the hand falls short, among those set aside."""
    waits = phase == "cards" and s.played[p] in (0, JOKER + 1)
    needed = len(markers(s)) - finished(s, phase) - int(phase in ("cards", "turns") and not waits)
    n = (unseen_cards(s, p) & ~(1 << JOKER)).bit_count()
    if n < needed:
        refuse(f"used: seat {p} has {n} cards left beside a Joker, with {needed} still to lay")
