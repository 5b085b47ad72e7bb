"""What a position typed by hand may leave out (docs/notation.md §1).

The first part, about the board and whose turn it is, is König & Intrigant's too.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...kernel import random_below
from ...kernel.dealing import bits, drawn, members
from ...kernel.opening import Given, Said
from ...kernel.reading import refuse
from . import tables
from .board import stand_king
from .fields import SHOWN_MODIFIERS, Next
from .inferring_open import BEGIN, OPENING, open_phase, open_turn
from .invariants import copies_in_game, copies_seen
from .laying_out import alternatives_of
from .powers import highest, total
from .rounds import go_on, open_cards
from .state import Shared, State
from .tables import CARD_IDS, DECK_OF, FULL_HAND
from .vetoes import held_when_taken, hold_veto, next_marker, took_veto_now, veto_holders

BOARD = {"king", "grandes", "regions", "castillo", "court"}
"""If one of these is given, the board is what is given; else it is that of a fresh game."""
FIRST_ROUND = {"scoring": 3, "over": 9}
"""The first round with a phase, where it is not the first of all."""
DECKS = range(1, 6)
ALTERNATIVES = (tables.GRAND_STRATEGY, tables.VETO, tables.SECRET_BALLOT)


# ------------------------------------------------------------ in both titles of the board


def settle_board(s: Shared, given: Given, fresh: Shared, elsewhere: Sequence[int]) -> None:
    """The board is a fresh game's where nothing is said of it.

    The province is the rest of the 30, so it tells what a hidden castillo holds.  `elsewhere`
    counts caballeros that stand in neither.
    """
    if not BOARD & given.keys():
        s.court[:] = fresh.court
        s.regions[:] = [[*row[:s.players], *[0] * (len(row) - s.players)] for row in fresh.regions]
    stand_king(s, s.king)
    inside = given.get("castillo", s.castillo)
    for p in range(s.colours):
        left = tables.CABALLEROS - s.court[p] - s.castillo[p] - sum(row[p] for row in s.regions) - elsewhere[p]
        s.province[p] = given["province"][p] if inside[p] is None and "province" in given else left
        s.castillo[p] += left - s.province[p]


def find_turn(s: Shared, given: Given, above: Callable[[int, int], bool], highest: Callable[[], int]) -> None:
    """EG-3.1, KI-2.3: who has acted follows from whose turn it is, or the other way round."""
    if 0 in s.played[:s.colours]:
        refuse("played: in the phase 'turns' everybody has played a card; say which")
    if "turn" in given:
        s.acted = bits(p for p in range(s.colours) if above(p, given["turn"]))
    s.actor = given.get("turn", highest())
    if not 0 <= s.actor < s.colours:
        refuse("acted: all have had their turn, so the round is over")


def find_next(s: Shared, done: Iterable[int]) -> int:
    """EG-2.3, KI-2.1: who comes after those who have played, clockwise from the start player."""
    order, done = [(s.starter + k) % s.players for k in range(s.players)], {*done}
    if {*order[:len(done)]} != done:
        refuse(f"played: cards are played clockwise from the start player, who is {s.starter}; {sorted(done)} have played")
    return order[len(done) % s.players]


# ------------------------------------------------------------ El Grande


def infer(s: State, given: Given, fresh: State) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    what = given.get("open", Said())
    phase = OPENING.phase_said(given)
    settle_board(s, given, fresh, [0] * s.colours)
    s.marker = 0 if phase == "setup" else given.get("round", FIRST_ROUND.get(phase, 1 + s.short_game))
    if phase not in ("power", "turns"):
        s.played[:] = s.played_modifier[:] = [0] * len(s.played)
    share_modifiers(s, given)
    find_actor(s, given, what, phase)
    hold_cards(s, given)
    place_cards(s, given, what, phase)
    s.region_cards = given.get("region_cards", s.region_cards)
    if phase != "turns":
        open_phase(s, given, what, phase)
    elif what:
        open_turn(s, given, what, OPENING, BEGIN, veto_holders(s), "infiltration")
    else:
        go_on(s, Next.TURN)


def find_actor(s: State, given: Given, what: Said, phase: str) -> None:
    """EG-2.3, EG-3.1: who plays a power card, or whose turn it is."""
    s.acted = s.acted if phase == "turns" else 0
    if phase == "turns":
        if "played" not in given:
            play_in_order(s, given)
        find_turn(s, given, lambda p, q: total(s, p) > total(s, q), lambda: int(highest(s)))
    elif phase == "power":
        choosing = given.get("turn") if what.get("decision") == "modifier" else None
        s.actor = find_next(s, (p for p in range(s.players) if s.played[p] and p != choosing))


def play_in_order(s: State, given: Given) -> None:
    """Power cards that nobody names: the highest are of those who have acted, then of the seat on
    turn.
    """
    value, hands = 1 + tables.POWERS, given.get("hands", [None] * s.colours)
    for p in sorted(range(s.colours), key=lambda p: (not s.acted >> p & 1, p != given.get("turn"))):
        value = s.played[p] = max((v for v in range(1, value) if not (hands[p] or 0) >> v & 1), default=0)


def hold_cards(s: State, given: Given) -> None:
    """EG-2.3: hands are all but what was played; what is not held was shown."""
    known = given.get("knowledge", {})
    for p, hand in enumerate(given.get("hands", [None] * s.colours)):
        s.hand[p] = FULL_HAND & ~(1 << s.played[p]) if hand is None else hand
        out = s.modifier_discard[p] | (1 << s.played_modifier[p] >> 1)
        s.shown[p] = FULL_HAND & ~s.hand[p] | 1 << s.played[p] & ~1 | out << SHOWN_MODIFIERS
    s.passed[:s.players] = known.get("passed", [0] * s.players)
    for p, pools in enumerate(known.get("regained", ())):
        for k, cards in enumerate(pools[:2]):
            s.pool[p][k] = cards
            s.shown[p] |= cards


def share_modifiers(s: State, given: Given) -> None:
    """EG-12.1: three to each; those not named are drawn."""
    held, gone = (given.get(key, [None] * s.colours) for key in ("modifiers", "modifier_discards"))
    out = [(gone[p] or 0) | 1 << s.played_modifier[p] >> 1 for p in range(s.players)]
    free = tables.ALL_MODIFIERS
    for p in range(s.players):
        free &= ~((held[p] or 0) | out[p])
    for p in range(s.players if s.shift else 0):
        s.modifiers[p] = drawn(s, free, 3 - out[p].bit_count()) if held[p] is None else held[p]
        s.modifier_discard[p] = gone[p] or 0
        free &= ~s.modifiers[p]


# ------------------------------------------------------------ its action cards


def deck_of(s: State, card: int) -> int:
    """The deck that a card lies in; a merged one is deck 2."""
    return 2 if s.merged and DECK_OF[card] == 3 else DECK_OF[card]


def place_cards(s: State, given: Given, what: Given, phase: str) -> None:
    """EG-2.2, EG-10.1: cards are where they are named; all others are in the decks.

    Cards in the box that are not named are drawn.  So is an open card of each deck, but that of the
    card on turn.
    """
    for i, held in enumerate(given.get("vetoes", [])[:2]):
        s.veto_seat[i], s.veto_until[i], s.vetoes = held["seat"], held.get("until_round", next_marker(s)), i + 1
    s.card = what.get("card", -1)
    if s.card == tables.VETO and held_when_taken(s) and not took_veto_now(s) and s.vetoes < 2:
        hold_veto(s, s.actor)
    s.boxed[:] = given.get("box", s.boxed)
    stack_rest(s)
    if "box" not in given:
        fill_box(s)
    if "open_cards" not in given and phase in ("power", "turns"):
        open_cards(s)
        s.open &= ~bits(c for c in members(s.open) if s.card >= 0 and deck_of(s, c) == deck_of(s, s.card))
        stack_rest(s)


def stack_rest(s: State) -> None:
    """What lies nowhere else is in the decks."""
    for c in range(tables.CARDS):
        s.deck[c] = copies_in_game(s, c) - copies_seen(s, c) - s.boxed[c]
        if s.deck[c] < 0:
            refuse(f"open_cards, discards, box, vetoes, open: {CARD_IDS[c]} is named too often; this game has "
                   f"{copies_in_game(s, c)} of it (options)")


def fill_box(s: State) -> None:
    """EG-10.1: a card went back unseen for each alternative card."""
    for deck in DECKS:
        for _ in range(alternatives_of(s, deck)):
            left = [c for c, n in enumerate(s.deck) if DECK_OF[c] == deck and c not in ALTERNATIVES for _ in range(n)]
            card = left[random_below(s, len(left))] if left else refuse(f"box: say it; deck {deck} has no card left to draw")
            s.deck[card] -= 1
            s.boxed[card] += 1
