"""What is true at every moment of every game: nothing is lost or made, and sets agree with what
they are sets of.

Written in the rules' subset, so that it runs compiled after every decision of a million games
(`run.py prove`).
"""
from __future__ import annotations

from ...kernel import count_bits, first_broken, lowest_bit, names, rule
from .fields import ROUNDS, Part, Phase
from .laying_out import alternatives_of, deck_copies
from .powers import LOWEST, total
from .tables import (
    ABILITY,
    ALL_MODIFIERS,
    BESIDE,
    CABALLEROS,
    CARDS,
    CASTILLO,
    DECK_OF,
    DECK_START,
    DUMMY,
    FRANCE,
    FULL_HAND,
    GRAND_STRATEGY,
    REGIONS,
    SEATS,
    SECRET_BALLOT,
    VETO,
    YOUR_MAJESTY,
)
from .vetoes import held_when_taken, next_marker, took_veto_now

Broken = names("Broken", "NOTHING", "CABALLEROS", "COLOURS", "CARDS", "TILES", "KING", "CLOSED", "GRANDES", "MODIFIERS",
               "POWER_CARDS", "IDLE", "DUMMY", "DUMMY_POWER", "OPEN_CARDS", "KING_CARD", "BOX", "VETOES", "PASSING", "CHOOSING",
               "WITHOUT_POWER", "ABILITY", "EQUAL_SUMS", "CARD_TAKEN", "VETO_HELD",
               "THREE_MODIFIERS", "ROUND")
"""What can be broken; NOTHING is 0."""
ROUND = "round: the short game has no rounds 1, 4 and 7, a general scoring comes after 3, 6 and 9, and the game ends with 9"
IDLE = "open: nothing is left to decide: no part of the turn, nobody to take to court, or nobody at court to place"
SAID = {
    Broken.CABALLEROS: "court: a colour has 30 caballeros in regions, castillo, court and province, not more",
    Broken.TILES: "tiles: both lie on one place; a table has room for one",
    Broken.KING: "king: only New Regent sends him abroad or to the castillo; add it to the modules",
    Broken.GRANDES: "grandes: those of players stand in regions; only New Regent (a module) throws one into the castillo",
    Broken.MODIFIERS: "modifiers, modifier_discards: each modifier is in one place",
    Broken.THREE_MODIFIERS: "",  # a seat may be given fewer
    Broken.ROUND: ROUND,
    Broken.IDLE: IDLE,
    Broken.DUMMY: "court, scores, grandes: the dummy has caballeros on the board and nothing else (EG-9)",
    Broken.DUMMY_POWER: "hands: the dummy's power card lies open and is not in its deck",
    Broken.OPEN_CARDS: "open_cards: each deck shows one card",
    Broken.KING_CARD: "discards: your_majesty is never discarded; it goes back to deck 5",
    Broken.BOX: "box: as many cards of a deck lie in it as alternative cards are in that deck",
    Broken.VETOES: "vetoes: until_round: this round or the next one that is played",
    Broken.PASSING: "modifiers: in the phase 'setup' all have three, and not all have passed one on; Power Shift has it (modules)",
    Broken.CHOOSING: "open: a modifier is played after a power card, once, by a seat that holds one",
    Broken.WITHOUT_POWER: "played_modifiers: a modifier is played with a power card, in games with Power Shift (modules)",
    Broken.ABILITY: "open: the seat on turn has played no modifier with an ability",
    Broken.CARD_TAKEN: "open: card: the card that was taken is said with a menu, a placing and a special action, and only there",
    Broken.VETO_HELD: "open: a Veto lies before its taker as soon as it is taken; it has no special action to announce",
    Broken.EQUAL_SUMS: "played: two seats have played the same value",
}
"""What to say of a typed position that breaks a law, by its keys; nothing where a position may
break it.
"""
HELD_MODIFIERS = 3


@rule
def caballeros_of(s, p):
    """How many caballeros a colour has in regions, castillo, court and province; -1 if one of these
    is below nothing.
    """
    if s.castillo[p] < 0 or s.court[p] < 0 or s.province[p] < 0:
        return -1
    n = s.castillo[p] + s.court[p] + s.province[p]
    for r in range(REGIONS):
        if s.regions[r][p] < 0:
            return -1
        n += s.regions[r][p]
    return n


@rule
def broken_pieces(s):
    """EG-1.1: every colour has its thirty caballeros, and no other colour is on the board."""
    for p in range(s.colours):
        if caballeros_of(s, p) != CABALLEROS:
            return Broken.CABALLEROS
    for p in range(s.colours, SEATS):
        if caballeros_of(s, p) != 0:
            return Broken.COLOURS
    return Broken.NOTHING


@rule
def broken_places(s):
    """EG-6.2, EG-8.4: the king closes his place, tiles lie on different ones, grandes stand on the
    board.
    """
    if s.tile_at[0] != BESIDE and s.tile_at[0] == s.tile_at[1]:
        return Broken.TILES
    if s.king < 0 or (s.king >= CASTILLO and not s.regent):
        return Broken.KING
    closed = 0
    if s.king < FRANCE:
        closed = 1 << s.king
    if s.no_entry != closed or s.no_exit != closed:
        return Broken.CLOSED
    for p in range(s.players):
        if s.grande[p] < 0 or s.grande[p] > CASTILLO or (s.grande[p] == CASTILLO and not s.regent):
            return Broken.GRANDES
    return Broken.NOTHING


@rule
def copies_in_game(s, card):
    """EG-1.2, EG-10.1: how many of an action card are in the game."""
    n = deck_copies(s, card)
    if card == GRAND_STRATEGY:
        n += s.extra[0]
    elif card == VETO:
        n += s.extra[1]
    elif card == SECRET_BALLOT:
        n += s.extra[2]
    return n


@rule
def copies_seen(s, card):
    """How many of an action card lie open, were discarded or lie before a seat."""
    n = s.discard[card] + (s.open >> card & 1)
    if card == VETO:
        n += s.vetoes
    if s.card == card and not took_veto_now(s):
        n += 1
    return n


@rule
def broken_cards(s):
    """EG-1.2: every action card is in a deck, open, discarded, before a seat or in the box."""
    for card in range(CARDS):
        if s.deck[card] < 0 or s.boxed[card] < 0:
            return Broken.CARDS
        if s.deck[card] + s.boxed[card] + copies_seen(s, card) != copies_in_game(s, card):
            return Broken.CARDS
    return Broken.NOTHING


@rule
def modifiers_of(s, p):
    """The modifiers that a seat holds, has played this round or has discarded."""
    return s.modifiers[p] | s.modifier_discard[p] | 1 << s.played_modifier[p] >> 1


@rule
def broken_modifiers(s):
    """EG-12.1: with Power Shift all modifiers are different."""
    every = 0
    for p in range(s.players):
        if s.shift and (modifiers_of(s, p) & every or modifiers_of(s, p) & ~ALL_MODIFIERS):
            return Broken.MODIFIERS
        every |= modifiers_of(s, p)
    return Broken.NOTHING


@rule
def broken_shares(s):
    """EG-12.1: with Power Shift every seat has three modifiers."""
    for p in range(s.players):
        if s.shift and s.phase != Phase.PASS and count_bits(modifiers_of(s, p)) != HELD_MODIFIERS:
            return Broken.THREE_MODIFIERS
    return Broken.NOTHING


@rule
def broken_hands(s):
    """EG-2.3: a hand holds power cards only, and every card that left it was shown."""
    for p in range(s.players):
        if s.hand[p] & ~FULL_HAND or FULL_HAND & ~s.hand[p] & ~s.shown[p]:
            return Broken.POWER_CARDS
    return Broken.NOTHING


@rule
def is_no_round(s):
    """EG-2.1, EG-9.1: whether the game cannot be where it is in this round."""
    if s.phase == Phase.OVER:
        return s.marker != ROUNDS
    if s.part == Part.SCORING:
        return s.marker == 0 or s.marker % 3 != 0
    return s.short_game != 0 and s.marker % 3 == 1


@rule
def is_idle(s):
    """EG-3.2, EG-3.4: whether a decision of a turn is open that has nothing to decide about."""
    if s.phase == Phase.MENU:
        return s.parts == 0
    if s.phase == Phase.COURT:
        return s.left == 0
    return s.phase == Phase.PLACING and s.court[s.actor] == 0


@rule
def broken_turn(s):
    """EG-3.2, EG-3.4, EG-12.3, EG-R55: what is open can be decided, and fits the card that was
    taken and the modifier that was played.
    """
    if is_no_round(s):
        return Broken.ROUND
    if is_idle(s):
        return Broken.IDLE
    if s.phase == Phase.ABILITY and ABILITY[s.played_modifier[s.actor]] == 0:
        return Broken.ABILITY
    if (s.card >= 0) != (s.phase == Phase.MENU or s.part == Part.PLACE or s.part == Part.ACTION):
        return Broken.CARD_TAKEN
    if s.card == VETO and held_when_taken(s) and (s.parts & Part.ACTION or s.part == Part.ACTION):
        return Broken.VETO_HELD
    return Broken.NOTHING


@rule
def broken_dummy(s):
    """EG-9: the dummy has caballeros on the board and a deck of power cards, and nothing else."""
    if s.players != 2:
        return Broken.NOTHING
    if s.court[DUMMY] != 0 or s.score[DUMMY] != 0 or s.grande[DUMMY] != BESIDE:
        return Broken.DUMMY
    if s.played[DUMMY] > 0 and s.hand[DUMMY] >> s.played[DUMMY] & 1:
        return Broken.DUMMY_POWER
    return Broken.NOTHING


@rule
def broken_decks(s):
    """EG-2.2, EG-3.5, EG-10.1: each deck shows one card, the King card goes back to its deck, and a
    card went into the box for each alternative one.
    """
    shown = 0
    rest = s.open
    while rest:
        deck = DECK_OF[lowest_bit(rest)]
        rest &= rest - 1
        if s.merged and deck == 3:
            deck = 2
        if shown >> deck & 1:
            return Broken.OPEN_CARDS
        shown |= 1 << deck
    if s.discard[YOUR_MAJESTY] != 0:
        return Broken.KING_CARD
    for deck in range(1, 6):
        n = 0
        for card in range(DECK_START[deck], DECK_START[deck + 1]):
            n += s.boxed[card]
        if n != alternatives_of(s, deck):
            return Broken.BOX
    if s.boxed[GRAND_STRATEGY] != 0 or s.boxed[VETO] != 0 or s.boxed[SECRET_BALLOT] != 0:
        return Broken.BOX
    return Broken.NOTHING


@rule
def broken_vetoes(s):
    """EG-R54: a Veto lies to the end of this round or of the next one."""
    earliest = s.marker
    if s.part == Part.SCORING:
        earliest += 1
    for i in range(s.vetoes):
        if s.veto_until[i] < earliest or s.veto_until[i] > next_marker(s):
            return Broken.VETOES
    return Broken.NOTHING


@rule
def broken_choices(s):
    """EG-12.1, EG-12.2: modifiers are passed on before the first round, and played with power
    cards.
    """
    if s.phase == Phase.PASS and s.waiting == 0:
        return Broken.PASSING
    for p in range(s.players):
        if s.phase == Phase.PASS and count_bits(s.modifiers[p]) != HELD_MODIFIERS:
            return Broken.PASSING
        if s.played_modifier[p] > 0 and (s.played[p] == 0 or not s.shift):
            return Broken.WITHOUT_POWER
    if s.phase == Phase.MODIFIER and (
            s.played[s.actor] == 0 or s.modifiers[s.actor] == 0 or s.played_modifier[s.actor] > 0):
        return Broken.CHOOSING
    return Broken.NOTHING


@rule
def broken_sums(s):
    """EG-2.3, EG-12.2: all sums differ; that of a seat that may still add a modifier does not
    count.
    """
    taken = 0
    for p in range(s.colours):
        if s.played[p] > 0 and not (s.phase == Phase.MODIFIER and s.actor == p):
            bit = 1 << (total(s, p) + LOWEST)
            if taken & bit:
                return Broken.EQUAL_SUMS
            taken |= bit
    return Broken.NOTHING


broken = first_broken(broken_pieces, broken_places, broken_cards, broken_modifiers, broken_shares, broken_hands, broken_turn,
                      broken_dummy, broken_decks, broken_vetoes, broken_choices, broken_sums)
