"""What the number of a duchy says, in words: its knights, its owner, its bishoprics; and whether a
set has several members.

How the number is laid out stands in `fields.py`.  Rules that say what happens to duchies use these
words.
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
    """Who owns a duchy; -1 for nobody."""
    return (s.duchy[duchy] >> OWNER_SHIFT & OWNER_MASK) - 1


@rule
def bishoprics_of(s, duchy):
    """How many bishoprics a duchy has."""
    return s.duchy[duchy] >> BISHOPRIC_SHIFT


@rule
def knights_in(number, seat):
    """How many knights a seat has in a group."""
    return number >> KNIGHT_BITS * seat & KNIGHT_MASK


@rule
def is_lone_knight(number, seat):
    """RH-R17: whether a group is one knight of a seat and nobody else."""
    return number & KNIGHTS_ONLY == ONE[seat]


@rule
def has_bishopric(number):
    """Whether a group has a bishopric beside it."""
    return number >= ONE_BISHOPRIC


@rule
def ownerless(number):
    """A duchy's number without its owner: what adds up when duchies merge."""
    return number & WITHOUT_OWNER


@rule
def owned_by(number, owner):
    """The number of a group with an owner; -1 for nobody."""
    return number & WITHOUT_OWNER | (owner + 1) * ONE_OWNER


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
