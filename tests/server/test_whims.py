"""Bots on the server: their random choices are fixed by the match's secret."""
from __future__ import annotations

from tafelrunde import bots, new
from tafelrunde.server.bots import child
from tafelrunde.server.bots.turns import whim


def test_whims_differ_by_secret_decision_and_seat() -> None:
    drawn = {whim(secret, decision, seat) for secret in (b"a" * 32, b"b" * 32) for decision in (0, 1) for seat in (0, 1)}
    assert len(drawn) == 8
    assert whim(b"a" * 32, 5, 1) == whim(b"a" * 32, 5, 1)


def test_the_same_whim_decides_alike_at_every_level_that_has_no_clock() -> None:
    match = new("el_grande", 3, seed=4)
    observation = bots.Observation.of(match, match.pending[0])
    for level in ("random", "simple"):
        for seed in range(3):
            values = child.written(observation, seed)
            decided = {child.think(f"{level} {seed} {table}", level, values) for table in range(3)}
            assert len(decided) == 1
