"""The readings of Rheinländer's rules that a table can choose, each as a question that rules ask in
the positive.
"""
from __future__ import annotations

from ...kernel import rule
from .fields import END_OF_TURN, Reading


@rule
def fort_takes_bank(s):
    """RH-R3: a fortress counts as a taken bank, so that the river beside it opens."""
    return s.options & Reading.NOT_FORT_COUNTS_AS_OCCUPIED_BANK == 0


@rule
def fort_may_come_first(s):
    """RH-R10: a fortress may be laid before the card, not only after the knight."""
    return s.options & Reading.FORT_TIMING_AFTER_KNIGHT_ONLY == 0


@rule
def castle_knight_supports(s):
    """RH-R8: a knight on a castle counts as a neighbour for support."""
    return s.options & Reading.CASTLE_KNIGHT_COUNTS_FOR_SUPPORT_ADJACENCY != 0


@rule
def sole_owner_stays(s):
    """RH-R21: in a merger without a strict leader the only owner stays duke."""
    return s.options & Reading.MERGER_WITHOUT_STRICT_LEADER_SOLE_OWNER_STAYS_IF_ONLY_ONE_OWNER_INVOLVED != 0


@rule
def own_lesser_duchies_pay(s):
    """RH-R19: the winner of a merger is also paid for the lesser duchies that it already owned."""
    return s.options & Reading.NOT_PAY_OWN_LESSER_DUCHIES_IN_MERGER == 0


@rule
def placer_claims_castles(s):
    """RH-R31: if owners merge, castles go to the player who has placed the knight."""
    return s.options & Reading.CASTLE_CLAIM_WHEN_SEVERAL_OWNERS_MERGE_PLACER != 0


@rule
def placer_claims_for_empty(s):
    """RH-R33: where the owner has no knight left, the castle goes to the player who has placed the
    knight.
    """
    return s.options & Reading.CASTLE_CLAIM_NO_SUPPLY_PLACER_CLAIMS != 0


@rule
def bishop_per_bishopric(s):
    """RH-R37: a duchy has one bishop for every bishopric, not just one."""
    return s.options & Reading.BISHOPS_COUNTED_ONE_PER_BISHOPRIC != 0


@rule
def supplies_count_at_once(s):
    """RH-R43: the last round begins as soon as a last knight is placed, not when the turn ends."""
    return s.options & END_OF_TURN == 0


@rule
def own_supply_alone_counts(s):
    """RH-R43: only the player on turn can trigger the last round."""
    return s.options & Reading.END_TRIGGER_ONLY_ACTIVE_PLAYER != 0


@rule
def any_supply_counts_at_turns_end(s):
    """RH-R43: anybody's empty supply triggers the last round when a turn ends."""
    return s.options & Reading.END_TRIGGER_ANY_SUPPLY_ZERO_CHECKED_AT_END_OF_TURN != 0


@rule
def most_dukes_break_ties(s):
    """RH-R47: if points are equal, the most dukes win."""
    return s.options & Reading.WINNER_TIE_MOST_DUKES != 0


@rule
def passes_without_placement(s):
    """RH-R9: a player who can place nowhere passes and plays no card."""
    return s.options & Reading.NO_LEGAL_PLACEMENT_PASS != 0


@rule
def coins_lie_open(s):
    """RH-R49: everybody sees all coins."""
    return s.options & Reading.OPEN_COINS != 0
