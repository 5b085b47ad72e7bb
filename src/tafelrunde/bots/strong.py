"""The level `strong`: information-set tree search on all cores, boxed by time or by nodes."""
from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter
from typing import Any

from ..kernel import Game
from . import search
from .bot import Bot
from .explaining import Thought, explained
from .machines import MACHINES, Machine
from .observation import Observation
from .thinking import WHOLE

MILLISECONDS = 400
"""What a decision takes when nothing else was asked for."""
ROOM, DEPTH = 1 << 16, 64
SLICE = 0.002
"""Seconds after which the clock is looked at."""
CLOCK_SHARE = 30
"""A bot with a clock spends at most this part of what is left on one decision."""
LINE = 8


@lru_cache(maxsize=1)
def helpers() -> ThreadPoolExecutor:
    """The threads that think: compiled code runs without Python's lock."""
    return ThreadPoolExecutor(cores(), thread_name_prefix="bot")


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass
class Tree:
    """One search tree with everything that a thread needs to grow it."""

    machine: Machine
    root: Any
    seat: int
    players: int
    room: int = ROOM
    size: int = 1
    grown: int = 0
    chances: Any = None
    pool: Any = field(init=False)
    links: Any = field(init=False)
    gains: Any = field(init=False)

    def __post_init__(self) -> None:
        m = self.machine
        self.pool = m.pool(self.root, 2)
        self.links, self.gains = m.numbers(self.room, search.LINKS), m.numbers(self.room, self.players)
        self.mask, self.spare, self.path = m.mask(), m.mask(), m.numbers(DEPTH)
        self.worth, self.chances = m.numbers(m.parts, 8), m.numbers(8)

    def grow(self, seed: int, times: int) -> None:
        """Add iterations; the same seeds grow the same tree."""
        m = self.machine
        self.size = int(m.call.think_hard(
            self.pool, self.seat, self.mask, self.spare, self.worth, m.parts, self.chances, self.links, self.gains, self.path,
            self.size, self.room, DEPTH, seed + self.grown, times, m.judgement.horizon))
        self.grown += times

    def grow_until(self, seed: int, deadline: float) -> None:
        """Add iterations until the clock says so."""
        times = 1
        while True:
            began = perf_counter()
            self.grow(seed, times)
            now = perf_counter()
            left = deadline - now
            if left <= 0:
                return
            pace = max((now - began) / times, 1e-7)
            times = max(1, min(int(min(SLICE, left) / pace), 4 * times))

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
        """The most visited way on from a node."""
        found: list[tuple[int, int]] = []
        while len(found) < LINE and (children := self.children(node)):
            key = max(children, key=lambda k: children[k][1])
            node, visits = children[key]
            if visits < 3:
                break
            found.append(key)
        return found

    def replanted(self, root: Any, moves: tuple[tuple[int, int], ...]) -> Tree | None:
        """The part of the tree below some decisions, on a new root; None when the tree does not know them."""
        node = 0
        for move in moves:
            found = self.children(node).get(move)
            if found is None:
                return None
            node = found[0]
        fresh = Tree(self.machine, root, self.seat, self.players, self.room)
        fresh.size = int(self.machine.call.keep_below(self.links, self.gains, fresh.links, fresh.gains, node, self.players))
        return fresh


class StrongBot(Bot):
    """Information-set Monte Carlo tree search, one tree per core; their roots are added up."""

    level = "strong"

    def __init__(self, game: Game, seed: int | None = None, milliseconds: int | None = None, nodes: int | None = None,
                 threads: int | None = None) -> None:
        super().__init__(game, seed)
        self.box = (milliseconds or MILLISECONDS) / 1000
        self.nodes = nodes
        self.threads = threads or (1 if nodes else cores())
        self.trees: list[Tree] = []
        self.thought: Thought | None = None

    def decide(self, observation: Observation) -> str:
        """The action that the search came back to most often."""
        began = perf_counter()
        if len(observation.ids) == 1:
            self.thought = Thought(MACHINES.get(self.game), observation.imagine(0), observation.seat,
                                   [(observation.seat, observation.ids[0])])
            return observation.legal[0]
        machine = MACHINES.get(self.game)
        self.trees = self.planted(machine, observation)
        seeds = [self.random.getrandbits(40) for _ in self.trees]
        box = self.box if observation.time_left is None else min(self.box, observation.time_left / CLOCK_SHARE)
        self.grow(seeds, began + box)
        return self.choose(machine, observation)

    def planted(self, machine: Machine, observation: Observation) -> list[Tree]:
        """Trees on the position: what is left of the last ones, or new ones."""
        root = observation.imagine(self.random.getrandbits(40))
        moves = observation.since
        kept: list[Tree] = []
        if moves and self.trees and self.trees[0].machine is machine and self.trees[0].seat == observation.seat:
            kept = [t for tree in self.trees if (t := tree.replanted(root, moves))]
        if len(kept) == self.threads:
            return kept
        room = ROOM if machine.compiled else ROOM >> 4
        return [Tree(machine, root, observation.seat, observation.players, room) for _ in range(self.threads)]

    def grow(self, seeds: list[int], deadline: float) -> None:
        """Let the trees grow: to the deadline, or by the number of nodes."""
        def one(tree: Tree, seed: int) -> None:
            if self.nodes:
                tree.grow(seed, -(-self.nodes // len(self.trees)))
            else:
                tree.grow_until(seed, deadline)

        beside = [helpers().submit(one, tree, seed) for tree, seed in zip(self.trees[1:], seeds[1:], strict=True)]
        one(self.trees[0], seeds[0])
        for other in beside:
            other.result()

    def choose(self, machine: Machine, observation: Observation) -> str:
        """Add the roots up and take the most visited action."""
        seat = observation.seat
        visits = dict.fromkeys(observation.ids, 0)
        shares = dict.fromkeys(observation.ids, 0.0)
        for tree in self.trees:
            for (_, action), (node, n) in tree.children().items():
                visits[action] += n
                shares[action] += n * tree.share(node)
        chosen = max(observation.ids, key=lambda a: (visits[a], shares[a]))
        total = max(1, sum(visits.values()))
        tree = max(self.trees, key=lambda t: t.children().get((seat, chosen), (0, 0))[1])
        node = tree.children().get((seat, chosen), (0, 0))[0]
        self.thought = Thought(machine, tree.root, seat, [(seat, chosen), *(tree.line(node) if node else [])],
                               before=sum(shares.values()) / total, after=shares[chosen] / max(1, visits[chosen]),
                               simulations=sum(t.grown for t in self.trees))
        return self.game.actions.name(chosen)

    @staticmethod
    def try_out(machine: Machine, s: Any, seat: int) -> None:
        """A tiny search, to have every function called once."""
        tree = Tree(machine, s, seat, s.players, 64)
        tree.grow(1, 4)
        for move in tree.children():
            tree.replanted(s, (move,))
            return

    def explain(self, lang: str = "en") -> str:
        """What the move was for, what the search thinks of the chances, and what it expects."""
        return explained(self.thought, lang) if self.thought else ""
