"""Bit sets: small sets of seats, places or cards as one integer; and masks of actions as words of
32 bits.

A set holds at most 62 members.  A mask may be longer: it is a list (compiled: an array) of words,
and the caller empties it before a rule adds to it.  What carries no `@rule` here is a primitive:
every machine has its own quickest way to do it (`targets/`).
"""
from __future__ import annotations

from .rules import rule

WORD = 32
"""Bits in one word of a mask."""


def count_bits(bits: int) -> int:
    """How many members a set has.

    >>> count_bits(0b1011)
    3
    """
    return bits.bit_count()


def lowest_bit(bits: int) -> int:
    """The smallest member of a set that is not empty.

    >>> lowest_bit(0b1000)
    3
    """
    return (bits & -bits).bit_length() - 1


def nth_bit(bits: int, n: int) -> int:
    """The n-th smallest member, counted from 0.

    >>> nth_bit(0b1011, 2)
    3
    """
    while n > 0:
        bits &= bits - 1
        n -= 1
    return (bits & -bits).bit_length() - 1


@rule
def allow(mask, action):
    """Add one action to a mask."""
    mask[action >> 5] |= 1 << (action & 31)


@rule
def allow_set(mask, first, bits):
    """Add the actions first + i for every member i of a set of at most 32."""
    word = first >> 5
    shifted = bits << (first & 31)
    mask[word] |= shifted & 0xFFFFFFFF
    if shifted >> 32:
        mask[word + 1] |= shifted >> 32


@rule
def leave_out(mask, n, first, end):
    """Remove the actions from first to end - 1 from a mask that holds n; returns how many are left.
    """
    for word in range(first >> 5, (end + 31) >> 5):
        gone = mask[word] & ((1 << min(32, end - 32 * word)) - (1 << max(0, first - 32 * word)))
        n -= count_bits(gone)
        mask[word] ^= gone
    return n


@rule
def is_allowed(mask, action):
    """Whether a mask holds an action."""
    return mask[action >> 5] >> (action & 31) & 1


def clear(mask: list[int], words: int) -> None:
    """Empty a mask."""
    mask[:] = [0] * words


def count_actions(mask: list[int]) -> int:
    """How many actions a mask holds.

    >>> count_actions([0b101, 0, 1])
    3
    """
    n = 0
    for word in mask:
        if word:
            n += word.bit_count()
    return n


def nth_action(mask: list[int], n: int) -> int:
    """The n-th action of a mask, counted from 0; -1 if it has no more than n.

    >>> nth_action([0b101, 0, 1], 2)
    64
    """
    first = 0
    for word in mask:
        if word:
            here = word.bit_count()
            if n < here:
                return first + nth_bit(word, n)
            n -= here
        first += WORD
    return -1
