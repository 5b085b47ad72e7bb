"""The situations that a seat must reckon with, hundreds for every decision: drawn and played on by the compiled rules."""
from __future__ import annotations

from typing import Any

import numpy as np

from tafelrunde.kernel import Game, conceal, seed_generator


def shown(value: Any) -> Any:
    """Where a concealed field holds something: True in its shape."""
    return [shown(row) for row in value] if isinstance(value, list) else value is not None


class Worlds:
    """A game's states as compiled records, compared byte by byte where a seat may look."""

    def __init__(self, game: Game) -> None:
        self.game, self.fast = game, game.compiled
        self.pool, self.words = self.fast.pool(1), self.fast.mask()
        self.bytes = self.pool.view(np.uint8)

    def seen(self, s: Any, seat: int) -> Any:
        """The bytes of a state that a seat may look at, by the declared visibility: 255 for each."""
        open_ = conceal(s, self.game.fields, seat, self.game.shows_memory(s))
        mask = self.fast.pool(1)
        for f in self.game.fields:
            mask[f.name][0] = np.where(shown(getattr(open_, f.name)), np.array(-1).astype(f.cell), 0)
        return mask.view(np.uint8)

    def imagine(self, before: Any, seat: int, k: int) -> bytes:
        """Draw what a seat may not know, for the k-th time: the situation, without the generator of chance."""
        self.pool[0] = before[0]
        self.pool["rng"][0] = seed_generator(7919 * (k + 1) + seat)
        self.fast.resample_at(self.pool, 0, seat)
        rng = int(self.pool["rng"][0])
        self.pool["rng"][0] = 0
        found: bytes = self.pool.tobytes()
        self.pool["rng"][0] = rng
        return found

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat in the situation that was drawn."""
        if not self.fast.pending_at(self.pool, 0) >> seat & 1:
            return []
        self.fast.legal_at(self.pool, 0, seat, self.words)
        return self.game.actions.listed(self.words.tolist())

    def play(self, seat: int, action: int) -> None:
        """Play an action in the situation that was drawn, to the next decision."""
        self.fast.apply_at(self.pool, 0, seat, action)
        while self.fast.settle_once_at(self.pool, 0, self.words):
            pass

    def check_nobody_learned(self, before: Any, seat: int, action: int, after: Any, kept: bool, times: int) -> None:
        """A decision looks the same to every seat in all the situations that it had to reckon with.

        What is `kept` from the others may be another action of the same verb there.
        """
        actions = self.game.actions
        verb, name, pending = actions.verb_of[action], actions.name(action), self.game.law.pending(after)
        start, end = self.fast.template(before), self.fast.template(after).view(np.uint8)
        for other in range(before.players):
            mask, drawn = self.seen(after, other), set()
            target = end & mask
            for k in range(times):
                world = self.imagine(start, other, k)
                if world in drawn:
                    continue
                drawn.add(world)
                offered = self.legal(seat)
                possible = [action] if not kept or other == seat else [a for a in offered if actions.verb_of[a] is verb]
                assert set(possible[:1]) & set(offered), f"{name}: {other} learns that it is legal"
                self.play(seat, possible[0])
                assert self.fast.pending_at(self.pool, 0) == pending, f"{name}: {other} learns who is asked"
                assert np.array_equal(self.bytes & mask, target), f"{name}: {other} learns something"
