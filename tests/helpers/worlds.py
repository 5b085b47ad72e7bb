"""The situations that a seat must reckon with, hundreds for every decision: drawn and played on by
the compiled rules.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from tafelrunde.kernel import Game, conceal, is_allowed, seed_generator


def shown(value: Any) -> Any:
    """Where a concealed field has a value: True in its shape."""
    return [shown(row) for row in value] if isinstance(value, list) else value is not None


class Worlds:
    """A game's states as compiled records, compared byte by byte where a seat may look."""

    def __init__(self, game: Game) -> None:
        self.game, self.fast = game, game.compiled
        self.pool, self.words = self.fast.pool(1), self.fast.mask()
        self.bytes = self.pool.view(np.uint8)
        self.masks: dict[tuple[Any, ...], Any] = {}

    def seen(self, s: Any, seat: int) -> Any:
        """The bytes of a state that a seat may look at, by the declared visibility: 255 for
        each.
        """
        memory = self.game.shows_memory(s)
        key = (seat, memory, *(tuple(getattr(s, f.by)) for f in self.game.fields if f.by))
        if key not in self.masks:
            self.masks[key] = self.mask(conceal(s, self.game.fields, seat, memory))
        return self.masks[key]

    def mask(self, open_: Any) -> Any:
        """255 for each byte in which a concealed state has a value."""
        mask = self.fast.pool(1)
        for f in self.game.fields:
            mask[f.name][0] = np.where(shown(getattr(open_, f.name)), np.array(-1).astype(f.cell), 0)
        return mask.view(np.uint8)

    def imagine(self, before: Any, seat: int, k: int) -> bytes:
        """Draw what a seat may not know, for the k-th time: the situation, without the generator of
        chance.
        """
        self.pool[0] = before[0]
        self.pool["rng"][0] = seed_generator(7919 * (k + 1) + seat)
        self.fast.resample_at(self.pool, 0, seat)
        rng = int(self.pool["rng"][0])
        self.pool["rng"][0] = 0
        found: bytes = self.pool.tobytes()
        self.pool["rng"][0] = rng
        return found

    def same(self, seat: int, action: int, kept: bool) -> int | None:
        """The action in the situation that was drawn, or where it is kept secret the first one of
        its verb; None if not legal.
        """
        if not self.fast.pending_at(self.pool, 0) >> seat & 1:
            return None
        self.fast.legal_at(self.pool, 0, seat, self.words)
        if not kept:
            return action if is_allowed(self.words, action) else None
        verbs = self.game.actions.verb_of
        return next((a for a in self.game.actions.listed(self.words.tolist()) if verbs[a] is verbs[action]), None)

    def play(self, seat: int, action: int) -> None:
        """Play an action in the situation that was drawn, to the next decision."""
        self.fast.apply_at(self.pool, 0, seat, action)
        while self.fast.settle_once_at(self.pool, 0, self.words):
            pass

    def check_nobody_learned(self, before: Any, seat: int, action: int, after: Any, kept: bool, times: int) -> None:
        """A decision looks the same to every seat in all the situations that it had to reckon with.

        What is `kept` from the others may be another action of the same verb there.
        """
        name, pending = self.game.actions.name(action), self.game.law.pending(after)
        start, end = self.fast.template(before), self.fast.template(after).view(np.uint8)
        for other in range(before.players):
            mask, drawn = self.seen(after, other), set()
            target = end & mask
            for k in range(times):
                world = self.imagine(start, other, k)
                if world in drawn:
                    continue
                drawn.add(world)
                same = self.same(seat, action, kept and other != seat)
                assert same is not None, f"{name}: {other} learns that it is legal"
                self.play(seat, same)
                assert self.fast.pending_at(self.pool, 0) == pending, f"{name}: {other} learns who is asked"
                assert (self.bytes & mask == target).all(), f"{name}: {other} learns something"
