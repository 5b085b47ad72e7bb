"""Chance, drawn when it is needed and never before.

The `draw_*` functions are the only sources of chance in rules. Each draw is told at once by exactly
one event of a chance kind whose last number is the outcome. So a record holds every outcome and
replays without the generator: an interpreted state may carry a `script` of outcomes, which is
followed instead of drawing. It may also carry `luck`: a match attaches it while a decision is
carried out, and removes it afterwards. Without it, and always when compiled, the state's own fast
generator draws. That one is for simulations only: anybody who sees a few of its draws can compute
all the others.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .bits import count_bits, nth_bit
from .rules import rule


class ImpossibleOutcome(ValueError):
    """A script names an outcome that cannot be drawn, or ends too early."""


@rule
def random_below(s, n):
    """A number from 0 to n - 1 from the state's generator (a 48-bit linear congruential one)."""
    s.rng = (s.rng * 25214903917 + 11) & 0xFFFFFFFFFFFF
    return ((s.rng >> 16) * n) >> 32


@rule
def seed_generator(seed):
    """An initial state of the simulation generator, well spread even for small seeds."""
    x = (seed * 25214903917 + 19861117) & 0xFFFFFFFFFFFF
    x ^= x >> 21
    x = (x * 22695477 + 83492791) & 0xFFFFFFFFFFFF
    x ^= x >> 27
    return (x * 25214903917 + 11) & 0xFFFFFFFFFFFF


def below(s: Any, n: int) -> int:
    """A number from 0 to n - 1: from a match's luck if there is some, otherwise from the state's
    generator.
    """
    return int(random_below(s, n)) if s.luck is None else int(s.luck(n))


@rule
def pick_bit(s, bits):
    """One member of a set, each equally likely."""
    return nth_bit(bits, below(s, count_bits(bits)))


@rule
def pick_of_two(s, low, high, split):
    """One member of a set stored in two words, each equally likely; the second word counts from
    `split`.
    """
    first = count_bits(low)
    n = below(s, first + count_bits(high))
    if n < first:
        return nth_bit(low, n)
    return split + nth_bit(high, n - first)


@rule
def pick_kind(s, counts, kinds):
    """One of the kinds, in proportion to its frequency."""
    total = 0
    for k in range(kinds):
        total += counts[k]
    n = below(s, total)
    k = 0
    while n >= counts[k]:
        n -= counts[k]
        k += 1
    return k


@rule
def pick_between(s, counts, first, end):
    """One of the kinds first, …, end - 1, in proportion to its frequency."""
    total = 0
    for k in range(first, end):
        total += counts[k]
    n = below(s, total)
    k = first
    while n >= counts[k]:
        n -= counts[k]
        k += 1
    return k


@rule
def pick_member(s, places, n, place):
    """One index whose place is the one asked for, each equally likely."""
    total = 0
    for i in range(n):
        if places[i] == place:
            total += 1
    k = below(s, total)
    i = 0
    while places[i] != place or k > 0:
        if places[i] == place:
            k -= 1
        i += 1
    return i


def scripted(s: Any, possible: Callable[[int], bool]) -> int:
    """The next outcome of the script, if it is a possible one."""
    if not s.script:
        raise ImpossibleOutcome("an outcome of chance is missing here")
    outcome = int(s.script.pop(0))
    if outcome < 0 or not possible(outcome):
        raise ImpossibleOutcome("this outcome is not among those that can be drawn")
    return outcome


def draw_bit(s: Any, bits: int) -> int:
    """Draw one member of a set, each equally likely."""
    if s.script is not None:
        return scripted(s, lambda i: bool(bits >> i & 1))
    return int(pick_bit(s, bits))


def draw_of_two(s: Any, low: int, high: int, split: int) -> int:
    """Draw one member of a set stored in two words (for sets of more than 62); the second word
    counts from `split`.
    """
    if s.script is not None:
        return scripted(s, lambda i: bool(low >> i & 1 if i < split else high >> (i - split) & 1))
    return int(pick_of_two(s, low, high, split))


def draw_kind(s: Any, counts: Any, kinds: int) -> int:
    """Draw from a multiset in which kind k lies counts[k] times.  The caller takes it out."""
    if s.script is not None:
        return scripted(s, lambda k: k < kinds and counts[k] > 0)
    return int(pick_kind(s, counts, kinds))


def draw_between(s: Any, counts: Any, first: int, end: int) -> int:
    """Draw from the part of a multiset whose kinds are first, …, end - 1.

    The caller takes it out.
    """
    if s.script is not None:
        return scripted(s, lambda k: first <= k < end and counts[k] > 0)
    return int(pick_between(s, counts, first, end))


def draw_member(s: Any, places: Any, n: int, place: int) -> int:
    """Draw one index i < n with places[i] == place, each equally likely."""
    if s.script is not None:
        return scripted(s, lambda i: i < n and places[i] == place)
    return int(pick_member(s, places, n, place))


COMPILED = {draw_bit: pick_bit, draw_of_two: pick_of_two, draw_kind: pick_kind, draw_between: pick_between,
            draw_member: pick_member, below: random_below}
"""What compilers substitute for the functions that can follow a script or a match's luck."""
