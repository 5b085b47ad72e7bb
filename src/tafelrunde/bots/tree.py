"""A search tree from outside: growing it, reading it, and reusing parts of it."""
from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from . import search
from .judgement import Judgement
from .machine import Machine
from .thinking import WHOLE

ROOM, DEPTH = 1 << 16, 64
SLICE = 0.001
"""Seconds after which the clock is looked at."""
CHECKS = 10
"""How often, before the deadline, to check whether the choice is already decided."""
UNLIKELY = 0.75
"""A lead that is only overtaken if the next action got this much more of all visits to come than
the first: it stays.
"""
LINE = 8
OFTEN, NEAR = 8, 0.02
"""A mixed strategy has the actions that were visited at least 1/8 as often as the most visited one,
and whose share is at most so much smaller: what was only tried, and what turned out worse, is no
part of it.
"""

Sheets = tuple[Any, Any]
"""Room for the links and the gains of a tree."""


def settings_of(judgement: Judgement) -> list[int]:
    """A title's settings of the search, as rules take them."""
    return [judgement.horizon, WHOLE * judgement.explore // 100, judgement.widen, judgement.trust]


def mixed(visits: dict[int, int], shares: dict[int, float], seed: int) -> int:
    """An action drawn by a seed from the mixed strategy that a search found: as likely as it was
    visited.
    """
    most = max(visits, key=lambda a: (visits[a], shares[a]))
    parts = {a: n for a, n in visits.items() if n * OFTEN >= visits[most] and shares[a] >= shares[most] - NEAR}
    left = seed % max(1, sum(parts.values()))
    for action, n in parts.items():
        left -= n
        if left < 0:
            return action
    return most


class Tree:
    """One search tree on a root position, with everything that a thread needs to grow it."""

    def __init__(self, machine: Machine, root: Any, seat: int, players: int, room: int = ROOM,
                 sheets: Sheets | None = None) -> None:
        self.machine, self.root, self.seat, self.players, self.room = machine, root, seat, players, room
        self.size, self.grown = 1, 0
        self.settings = settings_of(machine.judgement)
        self.pool = machine.pool(root, 2)
        self.links, self.gains = sheets or (machine.numbers(room, search.LINKS), machine.numbers(room, players))
        self.spare: Sheets | None = None
        for row in (self.links[0], self.gains[0]):
            row[:] = machine.numbers(len(row))
        self.desk = (seat, machine.mask(), machine.mask(), machine.numbers(machine.parts, 8), machine.parts,
                     machine.numbers(8), self.links, self.gains, machine.numbers(DEPTH))
        self.lore = machine.numbers(players, 2 * len(machine.game.actions)), machine.numbers(search.TOLD)

    def grow(self, seed: int, times: int) -> None:
        """Add iterations; the same seeds grow the same tree."""
        self.size = int(self.machine.call.think_hard(self.pool, *self.desk, *self.lore, self.size, self.room, DEPTH,
                                                     seed + self.grown, times, *self.settings, 0))
        self.grown += times

    def grow_until(self, seed: int, deadline: float, among: Sequence[int] | None = None) -> None:
        """Add iterations until the deadline, or until the choice is practically decided.

        `among` are the actions that can be chosen (by default all).
        """
        times = 1
        now = first = perf_counter()
        check = now + (deadline - now) / CHECKS
        while True:
            began = now
            self.grow(seed, times)
            now = perf_counter()
            left = deadline - now
            if left <= 0:
                return
            pace = max((now - began) / times, 1e-7)
            times = max(1, min(int(min(SLICE, left) / pace), 4 * times))
            if now >= check:
                if self.lead(among) > UNLIKELY * left * self.grown / (now - first):
                    return
                check = now + (deadline - first) / CHECKS
                now = perf_counter()

    def lead(self, among: Sequence[int] | None = None) -> int:
        """How many visits the most visited action of the root is ahead of the next."""
        visits = sorted(n for (seat, action), (_, n) in self.children().items()
                        if seat == self.seat and (among is None or action in among))
        return visits[-1] - (visits[-2] if len(visits) > 1 else 0) if visits else 0

    def cleared(self, root: Any) -> Tree:
        """An empty tree on a new root that replaces this one."""
        fresh = self.like(root, (self.links, self.gains))
        fresh.spare = self.spare
        return fresh

    def like(self, root: Any, sheets: Sheets | None) -> Tree:
        """An empty tree of the same kind on another root."""
        return type(self)(self.machine, root, self.seat, self.players, self.room, sheets)

    def children(self, node: int = 0) -> dict[tuple[int, int], tuple[int, int]]:
        """(seat, action) -> (node, visits) of a node's children."""
        found: dict[tuple[int, int], tuple[int, int]] = {}
        child = int(self.links[node][search.CHILD])
        while child:
            row = self.links[child]
            found[divmod(int(row[search.KEY]), search.SEAT)] = (child, int(row[search.VISITS]))
            child = int(row[search.NEXT])
        return found

    def share(self, node: int) -> float:
        """The seat's mean share in a node."""
        return int(self.gains[node][self.seat]) / max(1, int(self.links[node][search.VISITS])) / WHOLE

    def line(self, node: int) -> list[tuple[int, int]]:
        """The most visited continuation of a node."""
        found: list[tuple[int, int]] = []
        while len(found) < LINE and (children := self.children(node)):
            key = max(children, key=lambda k: (children[k][1], k))
            node, visits = children[key]
            if visits < 3:
                break
            found.append(key)
        return found

    def replanted(self, root: Any, moves: tuple[tuple[int, int], ...]) -> Tree | None:
        """The part of the tree below some decisions, on a new root; None when the tree does not
        know them.
        """
        node = 0
        for move in moves:
            found = self.children(node).get(move)
            if found is None:
                return None
            node = found[0]
        fresh = self.like(root, self.spare)
        self.spare, fresh.spare = None, (self.links, self.gains)
        fresh.size = int(self.machine.call.keep_below(self.links, self.gains, fresh.links, fresh.gains, node,
                                                      self.players))
        return fresh
