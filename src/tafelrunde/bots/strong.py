"""The level `strong`: information-set tree search on all cores, limited by time or by nodes."""
from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from time import perf_counter
from typing import Any

from ..kernel import Game
from .bot import Bot
from .explaining import Thought, explained
from .judgement import in_secret
from .machine import Machine
from .machines import MACHINES
from .observation import Observation
from .search import VISITS
from .thinking import WHOLE
from .tree import ROOM, Tree, mixed

MILLISECONDS = 400
"""The default time of a decision."""
FEW, SOON = 400, 50
"""Iterations of a decision at the level below; on the interpreter, which is far slower, this many
milliseconds instead.
"""
CLOCK_SHARE = 30
"""A bot with a clock spends at most this fraction of its remaining time on one decision."""
FADING = 0.95
"""The weight of an earlier overrun when the next decision is timed."""


@lru_cache(maxsize=1)
def helpers() -> ThreadPoolExecutor:
    """The threads that search: compiled code runs without Python's lock."""
    return ThreadPoolExecutor(cores(), thread_name_prefix="bot")


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class StrongBot(Bot):
    """Information-set Monte Carlo tree search, one tree per core; the statistics of their roots are
    added up.
    """

    level = "strong"
    instead = False
    """Whether it stands in for `master` because there are no weights."""

    def __init__(self, game: Game, seed: int | None = None, milliseconds: int | None = None, nodes: int | None = None,
                 threads: int | None = None) -> None:
        super().__init__(game, seed)
        self.box = (milliseconds or MILLISECONDS) / 1000
        self.nodes = nodes
        self.threads = threads or (1 if nodes else cores())
        self.trees: list[Tree] = []
        self.thought: Thought | None = None
        self.lateness = 0.0
        """By how many seconds recent decisions overran their target; the next one aims that much
        earlier.
        """

    def decide(self, observation: Observation) -> str:
        """The most visited action.

        A timed search stops early when no other action can overtake the favourite.
        """
        machine = self.machine()
        began = perf_counter()  # loading the rules is not thinking time
        choices = self.choices(observation)
        if len(choices) == 1:
            self.thought = Thought(machine, observation.imagine(0), observation.seat, [(observation.seat, choices[0])])
            return self.game.actions.name(choices[0])
        self.trees = self.planted(machine, observation)
        seeds = [self.random.getrandbits(40) for _ in self.trees]
        box = self.box if observation.time_left is None else min(self.box, observation.time_left / CLOCK_SHARE)
        aim = began + box - min(self.lateness, box / 2)
        self.grow(seeds, aim, choices)
        chosen = self.choose(machine, observation.seat, choices, seeds[0])
        self.lateness = max(self.lateness * FADING, perf_counter() - aim)
        return chosen

    def planted(self, machine: Machine, observation: Observation) -> list[Tree]:
        """Trees on the position: the rest of the previous ones, or new ones."""
        root = observation.imagine(self.random.getrandbits(40))
        moves = observation.since
        kept: list[Tree] = []
        known = bool(self.trees) and self.trees[0].machine.origin is machine and self.trees[0].seat == observation.seat
        if moves and known:
            kept = [t for tree in self.trees if (t := tree.replanted(root, moves))]
        if len(kept) == self.threads:
            return kept
        if known:
            return [tree.cleared(root) for tree in self.trees]
        return [self.tree(machine, root, observation) for _ in range(self.threads)]

    def machine(self) -> Machine:
        return MACHINES.get(self.game)

    def tree(self, machine: Machine, root: Any, observation: Observation) -> Tree:
        """A new tree on a position."""
        room = ROOM if machine.compiled else ROOM >> 4
        if self.nodes:
            room = min(room, 16 + 4 * self.nodes)
        return Tree(machine.apart(), root, observation.seat, observation.players, room)

    def grow(self, seeds: list[int], deadline: float, among: tuple[int, ...]) -> None:
        """Grow the trees to the deadline, or by the number of nodes."""
        def one(tree: Tree, seed: int) -> None:
            if self.nodes:
                tree.grow(seed, -(-self.nodes // len(self.trees)))
            else:
                tree.grow_until(seed, deadline, among)

        beside = [helpers().submit(one, tree, seed) for tree, seed in zip(self.trees[1:], seeds[1:], strict=True)]
        one(self.trees[0], seeds[0])
        for other in beside:
            other.result()

    def choose(self, machine: Machine, seat: int, choices: tuple[int, ...], seed: int) -> str:
        """Add the roots up and take the most visited of the choices; the seed draws a secret answer
        from those that are as good.
        """
        visits = dict.fromkeys(choices, 0)
        sums = dict.fromkeys(choices, 0.0)
        for tree in self.trees:
            for (who, action), (node, n) in tree.children().items():
                # A reused tree may hold actions that were legal only in the positions it imagined
                # then.
                if who == seat and action in visits:
                    visits[action] += n
                    sums[action] += n * tree.share(node)
        shares = {a: sums[a] / max(1, n) for a, n in visits.items()}
        if in_secret(self.game, self.trees[0].root, seat):
            chosen = mixed(visits, shares, seed)
        else:
            chosen = max(choices, key=lambda a: (visits[a], sums[a]))
        total = max(1, sum(visits.values()))
        tree = max(self.trees, key=lambda t: t.children().get((seat, chosen), (0, 0))[1])
        node = tree.children().get((seat, chosen), (0, 0))[0]
        self.thought = Thought(machine, tree.root, seat, [(seat, chosen), *(tree.line(node) if node else [])],
                               before=sum(sums.values()) / total, after=shares[chosen],
                               simulations=sum(t.grown for t in self.trees), shares=self.by_playouts(tree, node))
        return self.game.actions.name(chosen)

    def by_playouts(self, tree: Tree, node: int) -> list[float] | None:
        """Everybody's share in a node, if playouts found it and not a network."""
        if not node or self.level == "master":
            return None
        visits = max(1, int(tree.links[node][VISITS]))
        return [int(tree.gains[node][p]) / visits / WHOLE for p in range(tree.players)]

    def explain(self, lang: str = "en") -> str:
        """The purpose of the move, the chances that the search found, and what it expects next."""
        said = explained(self.thought, lang) if self.thought else ""
        return f"{said} {self.says('instead', lang)}" if said and self.instead else said


class SkilledBot(StrongBot):
    """The same search with few playouts."""

    level = "skilled"

    def __init__(self, game: Game, seed: int | None = None) -> None:
        super().__init__(game, seed, SOON, FEW, threads=1)

    def grow(self, seeds: list[int], deadline: float, among: tuple[int, ...]) -> None:
        """Grow the tree, by the number of nodes if that takes no time."""
        [tree] = self.trees
        if tree.machine.compiled:
            super().grow(seeds, deadline, among)
        else:
            tree.grow_until(seeds[0], deadline, among)
