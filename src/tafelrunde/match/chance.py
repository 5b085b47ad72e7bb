"""The chance of a match: where its draws come from (docs/fairness.md).

Every draw is its own keyed hash, so a draw that somebody has seen reveals nothing about another.
Records that name no scheme were drawn by an older one, a short generator for each decision. It is
kept so that these records still verify and unfinished games from that time can continue.
"""
from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

SCHEME = "hmac-sha256/1"
"""How the header of a record names its chance."""
OLD = ""
"""The older scheme, which no header names."""
SPAN = 1 << 256

Below = Callable[[int], int]
"""The luck of a decision: below(n) is the next number from 0 to n - 1."""


class Chance(Protocol):
    """The chance of a whole match."""

    def luck(self, decision: int) -> Below:
        """The source of all draws that follow a decision (0 is the setup)."""
        ...


def chance_of(scheme: str, secret: bytes, seeds: Mapping[int, str]) -> Chance:
    """The chance that follows from a secret and the players' seeds; KeyError if the scheme is
    unknown.
    """
    return SCHEMES[scheme](secret, dict(seeds))


@dataclass(frozen=True)
class Hashed:
    """One HMAC-SHA-256 for each draw, all 256 bits of it."""

    secret: bytes
    seeds: dict[int, str]

    def luck(self, decision: int) -> Below:
        """The draws of a decision, each counted from 0."""
        number = 0

        def below(n: int) -> int:
            nonlocal number
            number += 1
            return evenly(n, lambda attempt: self.number(decision, number - 1, attempt))

        return below

    def number(self, decision: int, draw: int, attempt: int) -> int:
        """A number below 2²⁵⁶ that nobody without the secret can tell from a random one."""
        return int.from_bytes(hmac.digest(self.secret, message(decision, draw, attempt, self.seeds), "sha256"), "big")


def message(decision: int, draw: int, attempt: int, seeds: Mapping[int, str]) -> bytes:
    """What is hashed for a draw: words of ASCII between single spaces; a seed is written as its
    bytes in hexadecimal.

    >>> message(7, 0, 0, {2: "abc", 0: "x y"})
    b'hmac-sha256/1 7 0 0 0=782079 2=616263'
    """
    added = [f"{seat}={seeds[seat].encode().hex()}" for seat in sorted(seeds)]
    return " ".join([SCHEME, str(decision), str(draw), str(attempt), *added]).encode("ascii")


def evenly(n: int, attempts: Callable[[int], int]) -> int:
    """A number below n from numbers below 2²⁵⁶: the remainder, skipping those that
    would favour some.

    >>> evenly(6, lambda attempt: [SPAN - 1, 20][attempt])
    2
    """
    if n < 1:
        raise ValueError("nothing can be drawn from nothing")
    attempt, end = 0, SPAN - SPAN % n
    while (value := attempts(attempt)) >= end:
        attempt += 1
    return value % n


@dataclass(frozen=True)
class Streamed:
    """The older scheme: each decision seeds a 48-bit generator with six bytes of an HMAC, which
    makes all its draws.
    """

    secret: bytes
    seeds: dict[int, str]

    def luck(self, decision: int) -> Below:
        """The draws of a decision."""
        added = "".join(f"|{seat}={self.seeds[seat]}" for seat in sorted(self.seeds))
        digest = hmac.new(self.secret, f"{decision}{added}".encode(), hashlib.sha256).digest()
        state = int.from_bytes(digest[:6], "big")

        def below(n: int) -> int:
            nonlocal state
            state = (state * 25214903917 + 11) & 0xFFFFFFFFFFFF
            return ((state >> 16) * n) >> 32

        return below


SCHEMES: dict[str, Callable[[bytes, dict[int, str]], Chance]] = {SCHEME: Hashed, OLD: Streamed}


@dataclass(frozen=True)
class Draw:
    """One draw: its index within the decision, the number of possibilities, and the outcome."""

    decision: int
    number: int
    of: int
    value: int


class Noted:
    """The same chance, recording every draw."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.draws: list[Draw] = []

    def luck(self, decision: int) -> Below:
        """The draws of a decision, recorded as they come."""
        drawn, number = self.chance.luck(decision), 0

        def below(n: int) -> int:
            nonlocal number
            value = drawn(n)
            self.draws.append(Draw(decision, number, n, value))
            number += 1
            return value

        return below
