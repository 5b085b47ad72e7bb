"""Rounds, turns and general scorings (EG-2, EG-3, EG-6, EG-7, EG-9)."""
from __future__ import annotations

from ...kernel import draw_between, draw_bit, emit, go_on_by, lowest_bit, rule
from .common import end_game
from .dialling import castillo_owners, clear_dials, leave_castillo, open_dials, resolve_dials, show_dials
from .events import Event
from .fields import BOTH_PARTS, Next, Part, Phase, Reading
from .powers import highest, lay_power, lowest
from .recruiting import begin_court
from .scoring import score_place, score_set
from .special import begin_step
from .tables import (
    ABILITY,
    ALL,
    ALL_REGIONS,
    AT_HOME,
    CASTILLO,
    DECK_START,
    DUMMY,
    PLACES,
    TO_COURT,
    VETO,
    YOUR_MAJESTY,
)
from .vetoes import drop_old_vetoes, held_when_taken, hold_veto, next_marker, took_veto_now

# ------------------------------------------------------------ phases 1 and 2


@rule
def begin_round(s):
    """EG-2.2: the dummy's caballeros, new action cards, the dummy's power card; then power cards
    are played.
    """
    s.marker = next_marker(s)
    s.acted = 0
    emit(s, Event.ROUND_BEGINS, s.marker)
    if s.players == 2:
        reinforce_dummy(s)
    open_cards(s)
    if s.players == 2 and s.hand[DUMMY]:
        value = draw_bit(s, s.hand[DUMMY])
        emit(s, Event.DUMMY_POWER, value)
        lay_power(s, DUMMY, value)
    s.actor = s.starter
    s.phase = Phase.POWER
    s.waiting = 1 << s.starter
    return Next.DECISION


@rule
def reinforce_dummy(s):
    """EG-9.5: two region cards, and two dummy caballeros in each region, as far as the supply
    allows.
    """
    if s.province[DUMMY] > 0:
        first = draw_region_card(s)
        second = draw_region_card(s)
        place_dummy(s, first)
        place_dummy(s, second)


@rule
def draw_region_card(s):
    """The next region card; -1 if none is left."""
    if s.region_cards == 0:
        return -1
    region = draw_bit(s, s.region_cards)
    emit(s, Event.DUMMY, region)
    s.region_cards &= ~(1 << region)
    return region


@rule
def place_dummy(s, region):
    """EG-9.5: two of the dummy's caballeros enter, but not the king's region."""
    if region >= 0:
        n = min(AT_HOME, s.province[DUMMY])
        if s.no_entry >> region & 1:
            emit(s, Event.DUMMY_STAYS_OUT, region)
        elif n > 0:
            s.province[DUMMY] -= n
            s.regions[region][DUMMY] += n
            emit(s, Event.DUMMY_PLACED, region, n)


@rule
def open_cards(s):
    """EG-2.2: the top card of each deck; EG-9.3: a merged deck is deck 2."""
    open_deck(s, 1, DECK_START[1], DECK_START[2])
    if s.merged:
        open_deck(s, 2, DECK_START[2], DECK_START[4])
    else:
        open_deck(s, 2, DECK_START[2], DECK_START[3])
        open_deck(s, 3, DECK_START[3], DECK_START[4])
    open_deck(s, 4, DECK_START[4], DECK_START[5])
    if s.regent:
        open_deck(s, 5, DECK_START[5], DECK_START[6])
    else:
        s.open |= 1 << YOUR_MAJESTY
        s.deck[YOUR_MAJESTY] = 0


@rule
def open_deck(s, deck, first, end):
    """One card of a deck is turned over."""
    n = 0
    for c in range(first, end):
        n += s.deck[c]
    if n > 0:
        card = draw_between(s, s.deck, first, end)
        emit(s, Event.OPEN, deck, card)
        s.deck[card] -= 1
        s.open |= 1 << card


@rule
def next_power(s):
    """EG-2.3: clockwise, until everybody has played; then the turns begin."""
    s.actor = (s.actor + 1) % s.players
    if s.played[s.actor] > 0:
        return Next.TURN
    s.phase = Phase.POWER
    s.waiting = 1 << s.actor
    return Next.DECISION


# ------------------------------------------------------------ phase 3


@rule
def next_turn(s):
    """EG-3.1: the highest sum that has not had its turn; EG-9.7: the dummy's is played
    automatically.
    """
    seat = highest(s)
    if seat >= s.players:
        dummy_turn(s)
        seat = highest(s)
    if seat < 0:
        return Next.ROUND_OVER
    return begin_turn(s, seat)


@rule
def dummy_turn(s):
    """EG-9.7: the open card with the most caballeros is discarded unused; of equal ones that of the
    lower deck.
    """
    s.acted |= 1 << DUMMY
    best = -1
    rest = s.open
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        if best < 0 or PLACES[card] > PLACES[best]:
            best = card
    if best >= 0:
        emit(s, Event.DUMMY_TAKES, best)
        s.open &= ~(1 << best)
        lay_aside(s, best)


@rule
def lay_aside(s, card):
    """EG-3.5: a used card goes to the discard pile, the King card back to its deck."""
    if card == YOUR_MAJESTY:
        s.deck[card] = 1
    else:
        s.discard[card] += 1


@rule
def begin_turn(s, seat):
    """EG-3.2: first caballeros come to court, as many as the power card says (EG-R19: not the
    sum).
    """
    s.actor = seat
    s.part = Part.COURT
    emit(s, Event.TURN_BEGINS, seat)
    if begin_court(s, seat, TO_COURT[s.played[seat]]):
        return Next.PART
    return Next.DECISION


@rule
def after_court(s):
    """EG-12.3: the modifier's ability comes next, if it has one; then the action card."""
    if ABILITY[s.played_modifier[s.actor]] == 0:
        return Next.CARD
    s.phase = Phase.ABILITY
    return Next.DECISION


@rule
def choose_card(s):
    """EG-3.4: one of the open action cards must be taken."""
    s.phase = Phase.CARD
    s.waiting = 1 << s.actor
    return Next.DECISION


@rule
def take_card(s, seat, card):
    """EG-3.4: the card is the seat's; both of its parts are open; EG-R55: a Veto lies before its
    taker at once.
    """
    s.open &= ~(1 << card)
    s.card = card
    s.parts = BOTH_PARTS
    s.phase = Phase.MENU
    emit(s, Event.CARD_TAKEN, seat, card)
    if card == VETO and held_when_taken(s):
        hold_veto(s, seat)
        s.parts = Part.PLACE


@rule
def next_step(s):
    """The current step is finished; the next one begins, or the part is over."""
    s.step = s.next_step
    s.next_step = 0
    if s.step == 0:
        return Next.PART
    return Next.BEGIN


@rule
def run_step(s):
    """A step begins; some are finished at once."""
    if begin_step(s, s.actor):
        return Next.STEP
    return Next.DECISION


@rule
def end_court(s):
    """EG-3.2: caballeros have come to court, by the power card or by a step."""
    if s.part == Part.COURT:
        return Next.PART
    return Next.STEP


@rule
def end_dialling(s):
    """EG-5.5, EG-7.1: all dials are set, of a general scoring or of a card."""
    if s.part == Part.SCORING:
        return Next.SCORING
    resolve_dials(s)
    return Next.STEP


@rule
def end_part(s):
    """EG-3.4: the next part may begin; after the second the turn ends."""
    part = s.part
    s.part = Part.NONE
    s.waiting = 1 << s.actor
    if part == Part.COURT:
        return after_court(s)
    if part == Part.ABILITY:
        return Next.CARD
    if s.parts == 0:
        return end_turn(s)
    s.phase = Phase.MENU
    return Next.DECISION


@rule
def end_turn(s):
    """EG-3.5: card and modifier are laid aside; the next turn begins."""
    seat = s.actor
    if s.card >= 0 and not took_veto_now(s):
        lay_aside(s, s.card)
    m = s.played_modifier[seat] - 1
    if m >= 0 and s.modifiers[seat] >> m & 1 == 0:
        s.modifier_discard[seat] |= 1 << m
    s.card = -1
    s.parts = 0
    s.part = Part.NONE
    s.infiltration = 0
    s.acted |= 1 << seat
    return Next.TURN


# ------------------------------------------------------------ phases 4 and 5


@rule
def end_round(s):
    """EG-6.3: leftover cards are discarded, the lowest becomes start player, power cards are laid
    aside.
    """
    rest = s.open
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        emit(s, Event.CARD_LEFT, card)
        lay_aside(s, card)
    s.open = 0
    s.starter = lowest(s)
    emit(s, Event.NEXT_START, s.starter)
    for p in range(s.colours):
        s.played[p] = 0
        s.played_modifier[p] = 0
    s.acted = 0
    drop_old_vetoes(s)
    if s.marker % 3 == 0:
        return begin_scoring(s)
    return Next.ROUND


@rule
def begin_scoring(s):
    """EG-7.1: everybody with a piece in the castillo dials; nobody does while the king is there
    (EG-11.3).
    """
    emit(s, Event.GENERAL_SCORING, s.marker // 3)
    s.part = Part.SCORING
    seats = 0
    if s.king != CASTILLO:
        seats = castillo_owners(s)
    if open_dials(s, seats):
        return Next.SCORING
    return Next.DECISION


@rule
def resolve_scoring(s):
    """EG-7.2 to EG-7.4: the castillo is scored and emptied, then the regions are scored."""
    score_place(s, CASTILLO)
    show_dials(s)
    if s.king != CASTILLO:
        for p in range(s.players):
            leave_castillo(s, p, ALL)
        if s.colours > s.players and not s.readings & Reading.DUMMY_IN_CASTILLO_STAYS:
            release_dummy(s)
    clear_dials(s)
    score_set(s, ALL_REGIONS)
    s.part = Part.NONE
    if s.players == 2:
        s.region_cards = ALL_REGIONS
    if s.marker < 9:
        return Next.ROUND
    end_game(s)
    return Next.DECISION


@rule
def release_dummy(s):
    """EG-7.3, EG-R61: the dummy's caballeros go back to its supply."""
    n = s.castillo[DUMMY]
    if n > 0:
        s.province[DUMMY] += n
        s.castillo[DUMMY] = 0
        emit(s, Event.DUMMY_TO_SUPPLY, n)


# ------------------------------------------------------------ what comes next


go_on = go_on_by({
    Next.PART: end_part, Next.STEP: next_step, Next.BEGIN: run_step, Next.CARD: choose_card, Next.POWER: next_power,
    Next.TURN: next_turn, Next.ROUND_OVER: end_round, Next.SCORING: resolve_scoring, Next.ROUND: begin_round,
    Next.AT_COURT: end_court, Next.DIALLED: end_dialling,
})
