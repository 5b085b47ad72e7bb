"""What the tally of a duchy says, in words: its knights, its owner, its bishoprics; and whether a
set has several members.

A tally is one number; how it is laid out stands in `fields.py`.  Rules that say what
happens to duchies use these words.
"""
from __future__ import annotations

from ...kernel import rule
from .fields import (
    BISHOPRIC_SHIFT,
    KNIGHT_BITS,
    KNIGHT_MASK,
    KNIGHTS_ONLY,
    ONE,
    ONE_BISHOPRIC,
    ONE_OWNER,
    OWNER_MASK,
    OWNER_SHIFT,
    WITHOUT_OWNER,
)


@rule
def owner_of(s, duchy):
    """Who owns a duchy; -1 if nobody does."""
    return (s.duchy[duchy] >> OWNER_SHIFT & OWNER_MASK) - 1


@rule
def bishoprics_of(s, duchy):
    """How many bishoprics a duchy has."""
    return s.duchy[duchy] >> BISHOPRIC_SHIFT


@rule
def knights_in(tally, seat):
    """How many knights a seat has in a group."""
    return tally >> KNIGHT_BITS * seat & KNIGHT_MASK


@rule
def is_lone_knight(tally, seat):
    """RH-R17: whether a group is one knight of a seat and nobody else."""
    return tally & KNIGHTS_ONLY == ONE[seat]


@rule
def has_bishopric(tally):
    """Whether a group has a bishopric beside it."""
    return tally >= ONE_BISHOPRIC


@rule
def ownerless(tally):
    """A duchy's tally without its owner: what adds up when duchies merge."""
    return tally & WITHOUT_OWNER


@rule
def owned_by(tally, owner):
    """The tally of a group with an owner; -1 for nobody."""
    return tally & WITHOUT_OWNER | (owner + 1) * ONE_OWNER


@rule
def replace_knight(s, duchy, other, seat):
    """A knight of a seat takes the place of another seat's in a duchy."""
    s.duchy[duchy] += ONE[seat] - ONE[other]


@rule
def are_several(members):
    """Whether a set has more than one member."""
    return members & (members - 1) != 0


@rule
def is_one(members):
    """Whether a set has exactly one member."""
    return members != 0 and members & (members - 1) == 0
