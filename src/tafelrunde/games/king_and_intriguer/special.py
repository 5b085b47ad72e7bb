"""Special actions of cards and roles: what each begins with (KI-3, KI-5)."""
from __future__ import annotations

from ...kernel import allow, allow_set, by_number, emit, rule
from ..el_grande.board import entry_regions, put, standing_in
from ..el_grande.dialling import open_dials
from ..el_grande.pieces import begin_grande, begin_king, begin_tile, king_targets, tile_targets
from ..el_grande.returning import banish_next, begin_return, levy_courts, return_next
from ..el_grande.scoring import regions_worth
from ..el_grande.tables import ALL_REGIONS, CASTILLO, CASTILLO_BIT, REGIONS, Travel
from .actions import Act
from .closing import note_changes
from .deeds import most_of
from .ending import nothing, unless
from .events import Event
from .fields import Phase
from .further_sets import (
    begin_alliance,
    begin_arbitration,
    begin_civil_war,
    begin_fiesta,
    begin_outing,
    begin_turning,
    limit_region,
    protect_region,
    shove_castillo,
    threaten_collapse,
    throw_opposing_grandes,
)
from .intriguing import begin_intrigue
from .lying import begin_remove, lay_spy, lay_stranger
from .readings import fifty_takes_own_too, king_may_stay
from .scoring import begin_scoring, behind, finish_scoring
from .tables import DEEDS, KIND, VERB, Do, Scoring
from .whirlwind import sweep

COURT = 12
"""The court among the places that events name."""


# ------------------------------------------------------------ what leaves nothing to decide


@rule
def levy(s, seat):
    """The opponents' courts pay."""
    levy_courts(s, seat, most_of(s))
    return 1


@rule
def have_free_hand(s, seat):
    """KI-C-20: the seat may place anywhere."""
    s.free = 1
    emit(s, Event.PLACES_FREELY, seat)
    return 1


@rule
def bring_queen(s, seat):
    """KI-C-153: the seat may place anywhere, and the king's bonus is suspended."""
    s.free = 1
    s.queen = 1
    emit(s, Event.QUEEN_COMES, seat)
    return 1


@rule
def send_spy(s, seat):
    """KI-C-25: the card stays before its player."""
    lay_spy(s, seat)
    return 1


@rule
def bring_stranger(s, seat):
    """KI-C-75: a caballero goes onto the card."""
    lay_stranger(s, seat, most_of(s))
    return 1


@rule
def nothing_of_its_own(s, seat):
    """A card without a special action."""
    return 1


# ------------------------------------------------------------ the king


@rule
def royal_targets(s):
    """KI-3.1, KI-K07: the king goes to any other region; by an option he may stay."""
    if king_may_stay(s):
        return ALL_REGIONS
    return ALL_REGIONS & ~(1 << s.king)


@rule
def send_king(s, seat):
    """KI-3.1: by the role to any region; by a card to an adjacent one."""
    if DEEDS[s.step][KIND] == Travel.ANY:
        return begin_king(s, seat, royal_targets(s))
    return begin_king(s, seat, king_targets(s, Travel.ADJACENT))


@rule
def intrigue(s, seat):
    """KI-3.2: the intriguer moves caballeros."""
    return unless(s, seat, begin_intrigue(s, seat))


# ------------------------------------------------------------ scoring, returning, tiles


@rule
def begin_score(s, seat):
    """A region of choice, or at once those that the card names."""
    kind = DEEDS[s.step][KIND]
    if kind == Scoring.VALUES:
        return score_now(s, regions_worth(s, most_of(s)))
    if kind == Scoring.CASTILLO:
        return score_now(s, CASTILLO_BIT)
    s.phase = Phase.SCORE
    s.targets = ALL_REGIONS
    if kind == Scoring.BEHIND:
        s.targets = behind(s, seat)
        if s.targets == 0:
            return nothing(s, seat)
    return 0


@rule
def score_now(s, places):
    """Places are scored, once the strangers have been asked.  1 if it is done."""
    if begin_scoring(s, places):
        finish_scoring(s)
        return 1
    return 0


@rule
def withdraw_next(s):
    """KI-C-50, KI-K11: the next seat returns three, the card's player last or not at all.  1 when
    nobody is left.
    """
    n = most_of(s)
    if return_next(s, n, s.actor) == 0:
        return 0
    if fifty_takes_own_too(s):
        return begin_return(s, s.actor, n)
    return 1


@rule
def withdraw(s, seat):
    """KI-C-50: everybody returns some, one seat after another."""
    s.asked = seat
    return withdraw_next(s)


@rule
def banish(s, seat):
    """KI-C-70: one of each opponent's goes back."""
    s.asked = seat
    return unless(s, seat, banish_next(s, seat))


@rule
def lay_tile(s, seat):
    """KI-C-90: a scoring tile is laid or moved."""
    return unless(s, seat, begin_tile(s, seat, free_tables(s, 0) | free_tables(s, 1)))


@rule
def hold_council(s, seat):
    """KI-C-170: everybody dials."""
    return open_dials(s, (1 << s.players) - 1)


@rule
def begin_double(s, seat):
    """KI-C-130: a region is doubled in the next general scoring."""
    s.phase = Phase.DOUBLE
    return 0


@rule
def free_tables(s, tile):
    """KI-C-90, KI-6.3, KI-6.14: regions only; a turned tile stays where it is."""
    if s.turned >> tile & 1:
        return 0
    return tile_targets(s, tile) & ALL_REGIONS


# ------------------------------------------------------------ 140: into the castillo


@rule
def throwable(s, colour):
    """KI-C-140: the regions where a colour's caballeros may be taken; the player's own court is one
    more place.
    """
    found = standing_in(s, colour, 1)
    if colour == s.actor and s.court[colour] > 0:
        found |= 1 << REGIONS
    return found


@rule
def throw_next(s, n):
    """KI-6.3: the next player clockwise who has something to throw in, the card's player last.  1
    when nobody is left.
    """
    for _ in range(s.players):
        s.asked = (s.asked + 1) % s.players
        if throwable(s, s.asked):
            s.left = n
            s.waiting = 1 << s.actor
            s.phase = Phase.THROW
            return 0
        if s.asked == s.actor:
            return 1
    return 1


@rule
def begin_throwing(s, seat):
    """KI-C-140: caballeros of every player go into the castillo."""
    s.asked = seat
    return unless(s, seat, throw_next(s, most_of(s)))


@rule
def apply_throw(s, seat, action):
    """One caballero goes into the castillo.  1 if the action is finished."""
    place = (action - Act.THROW) % (REGIONS + 1)
    colour = s.asked
    if place == REGIONS:
        s.court[colour] -= 1
        place = COURT
    else:
        s.regions[place][colour] -= 1
    put(s, colour, CASTILLO)
    emit(s, Event.THROWN_IN, seat, colour, place)
    s.left -= 1
    if s.left > 0 and throwable(s, colour):
        return 0
    if colour == seat:
        return 1
    return throw_next(s, most_of(s))


# ------------------------------------------------------------ 80: the grande and who follows it


@rule
def send_grande(s, seat):
    """KI-C-80: the grande goes to another region."""
    return unless(s, seat, begin_grande(s, seat))


@rule
def followers(s, seat):
    """KI-C-80: the regions from which own caballeros may follow the grande."""
    home = s.grande[seat]
    if entry_regions(s) >> home & 1 == 0:
        return 0
    return standing_in(s, seat, 1) & ~(1 << home)


@rule
def begin_following(s, seat):
    """KI-C-80, KI-6.13: up to three own caballeros come, now that the grande has moved.  1 when
    none can.
    """
    s.left = most_of(s)
    s.phase = Phase.FOLLOW
    if followers(s, seat):
        return 0
    return 1


@rule
def legal_following(s, seat, mask):
    """Own caballeros from anywhere else, or enough."""
    allow_set(mask, Act.TAKE + seat * REGIONS, followers(s, seat))
    allow(mask, Act.DONE)


@rule
def apply_following(s, seat, action):
    """One caballero follows.  1 if finished."""
    if action == Act.DONE:
        return 1
    region = (action - Act.TAKE) % REGIONS
    s.regions[region][seat] -= 1
    s.regions[s.grande[seat]][seat] += 1
    emit(s, Event.FOLLOWED, seat, region, s.grande[seat])
    s.left -= 1
    note_changes(s)
    if s.left == 0 or followers(s, seat) == 0:
        return 1
    return 0


# ------------------------------------------------------------ all of them


@rule
def verb_under_way(s):
    """What the current special action does."""
    return DEEDS[s.step][VERB]


begin_verb = by_number("begin_verb", verb_under_way, {
    Do.NOTHING: nothing_of_its_own, Do.KING: send_king, Do.INTRIGUE: intrigue, Do.SCORE: begin_score, Do.WITHDRAW: withdraw,
    Do.BANISH: banish, Do.GRANDE: send_grande, Do.TILE: lay_tile, Do.THROW: begin_throwing, Do.BALLOT: hold_council,
    Do.DOUBLE: begin_double, Do.PLACE: begin_fiesta, Do.OUTING: begin_outing, Do.TURN: begin_turning, Do.ABOLISH: begin_remove,
    Do.WHIRLWIND: sweep, Do.SHOVE: shove_castillo, Do.CIVIL_WAR: begin_civil_war, Do.LIMIT: limit_region,
    Do.PROTECT: protect_region, Do.ALLY: begin_alliance, Do.ARBITRATE: begin_arbitration, Do.LEVY: levy,
    Do.FREE_HAND: have_free_hand, Do.QUEEN: bring_queen, Do.SPY: send_spy, Do.STRANGER: bring_stranger,
    Do.COLLAPSE: threaten_collapse,
    Do.THROW_GRANDES: throw_opposing_grandes,
})


@rule
def begin_deed(s, seat):
    """Begin the special action under way.  1 when it is finished already, 0 when a decision is
    open.
    """
    s.source = -1
    s.waiting = 1 << seat
    return begin_verb(s, seat)
