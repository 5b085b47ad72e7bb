"""Inferring a position: cards in hand, set aside, used and laid; the round, the turn and the roles that follow from them."""
from __future__ import annotations

from typing import Any

from ...kernel import random_below
from ...kernel.dealing import bits, divide, members
from ...kernel.reading import refuse
from ..el_grande.inference import draw_in_order, find_start, find_turn, turn_told
from ..el_grande.tables import REGIONS
from .cards import above, may_choose_role, role_of
from .deeds import brings, value_of
from .fields import Part, Role
from .lying import LYING, LYING_CARD, lies
from .state import State
from .tables import CARD_IDS, CARDS, HAND, JOKER, VALUE, WHIRLWIND

Given = dict[str, Any]
CARD_NAMES: tuple[int | str, ...] = tuple(int(VALUE[c]) if c < JOKER else CARD_IDS[c] for c in range(CARDS))
"""The cards as a position writes them: their values, "joker", "blank_1"."""
KEPT = ("hands", "used", "set_aside")
"""The keys that say where a seat's cards are when they do not lie on the table."""
BEFORE, AFTER = ("discard", "dial"), ("scoring", "over")
"""The phases before the first round, and those in which the cards of the round have left the table."""


def kept(given: Given, p: int) -> list[int | None]:
    """What a seat is said to hold, to have used and to have set aside; None where nothing is said."""
    return [given[key][p] if key in given else None for key in KEPT]


def on_table(s: State, seat: int) -> int:
    """This round's card and lying cards of a seat, as a set."""
    return 1 << s.played[seat] >> 1 | bits(LYING_CARD[which] for which in range(LYING) if lies(s, seat, which))


def unnamed(s: State, given: Given, p: int) -> int:
    """The cards that a seat can have laid: they neither lie there nor are said to be in its hand, used or set aside."""
    hand, used, aside = (cards or 0 for cards in kept(given, p))
    return s.offered & ~(on_table(s, p) | hand | used | aside)


def earlier(s: State, p: int, phase: str) -> int:
    """How many cards of earlier rounds still lie before a seat."""
    return on_table(s, p).bit_count() - (phase not in AFTER and s.played[p] > 0)


def rounds_of(s: State) -> list[int]:
    """EG-9.1: the numbers of the rounds."""
    return [n for n in range(1, 10) if not (s.short_game and n % 3 == 1)]


def round_told(s: State, given: Given, phase: str) -> None:
    """KI-2.1: a card that is nowhere else was laid.  The round follows from what was used, a Joker not counted."""
    most, rounds = -1, rounds_of(s)
    for p in range(s.players):
        hand, used, aside = kept(given, p)
        laid = unnamed(s, given, p)
        if "played" not in given and phase == "cards" and laid.bit_count() == 1 and None not in (hand, used, aside):
            s.played[p] = laid.bit_length()
        if used is None and None not in (hand, aside) and phase not in BEFORE and (phase != "turns" or s.played[p]):
            used = laid
        if used is not None:
            most = max(most, (used & ~on_table(s, p) & ~(1 << JOKER)).bit_count() + earlier(s, p, phase))
            if most > len(rounds) - (phase == "cards" or s.played[p] > 0):
                refuse(f"used: seat {p} has laid {most} cards in earlier rounds; there are {len(rounds)} rounds")
    if "round" not in given and most >= 0 and phase != "over" and not (phase in AFTER and (not most or rounds[most - 1] % 3)):
        given["round"] = rounds[min(most, len(rounds) - 1) if phase not in AFTER else most - 1]


def hold_cards(s: State, given: Given, phase: str) -> None:
    """KI-1.1: hands that are given; those that are not are drawn later (in the discards all that is not set aside)."""
    if "hands" not in given and None in given.get("set_aside", [None]) and phase not in ("discard", "over"):
        refuse(f"hands: they must be given in the phase {phase}, or set_aside for every seat")
    for p in range(s.players):
        hand, _, aside = kept(given, p)
        s.hand[p] = (s.offered & ~(aside or 0) if phase == "discard" else 0) if hand is None else hand
        n = s.hand[p].bit_count()
        if n < HAND if phase == "discard" else n > HAND:
            refuse(f"{'hands' if hand is not None else 'set_aside'}: seat {p} has {n} cards in hand; it has {HAND} after the "
                   "discards, and more before")


def share_cards(s: State, given: Given, phase: str) -> None:
    """Every card of a seat is in hand, on the table, used (one in each round that is over), or set aside; or it is drawn."""
    finished = sum(n < s.marker + (phase in AFTER) for n in rounds_of(s))
    for p in range(s.players if phase != "discard" else 0):
        (hand, used, aside), table = kept(given, p), on_table(s, p)
        used = None if used is None else used & ~table
        laid, rounds = HAND - table.bit_count(), max(0, finished - earlier(s, p, phase))
        holds = laid - (rounds if used is None else used.bit_count()) if hand is None else hand.bit_count()
        uses = max(0, min(rounds, laid - holds))
        s.hand[p], s.used[p], _, _ = divide(s, s.offered, CARD_NAMES, f"seat {p}", {
            "hands": (hand, holds), "used": (used, uses), "set_aside": (aside, 0), "played": (table, 0)})


# ------------------------------------------------------------ the turn and the roles


def find_actor(s: State, given: Given, what: Given, phase: str) -> None:
    """KI-2.1, KI-2.3: who lays a card, or whose turn it is."""
    turn, done = turn_told(given, what), [p for p in range(s.players) if s.played[p]]

    def following(first: int) -> int:
        order = [(first + k) % s.players for k in range(s.players)]
        return ([p for p in order if p not in done] or [p for p in order if s.played[p] == JOKER + 1] or order[-1:])[0]

    if phase == "turns":
        turn = lay_card(s, given, what, turn)
        draw_laid(s, given, what, turn)
    elif phase == "cards":
        s.actor = find_start(s, done, turn, following)
    rank_laid(s, given)
    s.acted = s.acted if phase == "turns" or phase in AFTER else 0
    if phase == "turns":
        find_turn(s, turn, above, s.players)


def lay_card(s: State, given: Given, what: Given, turn: int | None) -> int | None:
    """The card of the open decision is that of the seat on turn; whose turn it is, as far as that tells."""
    card, free = what.get("card", -1), [p for p in range(s.players) if not s.played[p] and not s.acted >> p & 1]
    if turn is None and (card >= 0 or what.get("decision") in ("king", "intrigue")):
        fitting = [p for p in range(s.players) if card >= 0 and s.played[p] == card + 1] or [
            p for p in free if card < 0 or unnamed(s, given, p) >> card & 1]
        turn = fitting[0] if fitting else refuse(f"open: card: no seat can have laid {CARD_NAMES[card]}")
    if turn is not None and not s.played[turn]:
        s.played[turn] = card + 1
    return turn


def draw_laid(s: State, given: Given, what: Given, turn: int | None) -> None:
    """Draw cards that are not named: the king goes first, the intriguer last, any other card between them."""
    decision, others = what.get("decision"), [p for p in range(s.players) if p != turn and not s.played[p]]
    comes = what.get("left", 1) if decision in ("court", "recall") else 0
    if "acted" not in given and turn is not None and decision not in (None, "king", "court", "recall", "role"):
        s.acted = bits(others if decision == "intrigue" else others[:1])

    def choices(p: int) -> list[int]:
        taken = bits(s.played[q] - 1 for q in range(s.players) if s.played[q] and q != p)
        cards = members(unnamed(s, given, p) & ~(taken | 1 << JOKER)) or members(on_table(s, p))
        return [c + 1 for c in cards if p != turn or brings(s, c) >= comes]

    draw_in_order(s, turn, choices, lambda p: int(value_of(s, s.played[p] - 1)), "acted" in given)


def rank_laid(s: State, given: Given) -> None:
    """KI-5.4: the order in which the cards that count were laid; clockwise from the start player where nothing is said."""
    counted = [p for k in range(s.players) if s.played[p := (s.starter + k) % s.players] not in (0, JOKER + 1)]
    order, taken = given.get("laid", counted), 0
    for k, p in enumerate(p for p in order if p in counted):
        s.laid[p] = k + 1
        card = 1 << s.played[p] - 1
        if taken & card and s.hand[p] & ~(taken | 1 << JOKER) and not (s.players == 5 and s.marker == 9 and s.offered >> JOKER & 1):
            refuse(f"played: two seats have laid {CARD_NAMES[s.played[p] - 1]}, and seat {p} holds a card that it could have laid")
        taken |= card


def settle_roles(s: State, given: Given, what: Given, phase: str) -> None:
    """KI-3.3, KI-6.7: roles taken, and the regions dialled for a 113, drawn until it has swept."""
    swept = what.get("decision") not in ("court", "recall", "role") and Part.ACTION not in what.get("parts", [Part.ACTION])
    for p in range(s.players if phase not in AFTER else 0):
        role, own, card = given.get("roles", [0] * s.players)[p], role_of(s, p) if phase == "turns" else Role.OPEN, s.played[p] - 1
        s.role[p] = role or (own if s.acted >> p & 1 else Role.OPEN)
        if role and role != own and (role != Role.CARD or own == Role.OPEN or not may_choose_role(s, card)):
            refuse(f"roles: seat {p} cannot have taken that; its card brings it another role, or there is no choice")
        drawn = phase == "turns" and not s.acted >> p & 1 and not (swept and p == s.actor)
        if card == WHIRLWIND:
            s.whirlwind[p] = given.get("whirlwind", [0] * s.players)[p] or (random_below(s, REGIONS) + 1 if drawn else 0)
