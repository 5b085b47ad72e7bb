"""Somebody has decided after me and taken it back: I have seen what they would do, so mine
stays.
"""
from __future__ import annotations

import random

import pytest

import tafelrunde as tr
from tafelrunde.errors import CannotUndo


def test_what_another_decided_after_stays_between() -> None:
    chooser, match = random.Random(1), tr.new("el_grande", players=3)
    for _ in range(300):
        seat = chooser.choice(match.pending)
        match.play(chooser.choice(match.legal(seat)), seat)
        made = match.history.decisions()
        if len(made) > 1 and made[-2].seat != seat and not match.undo_barrier(seat) and not match._barriers[-2]:
            break
    before = made[-2].seat
    match.undo(seat)
    assert match.undo_barrier(before) == "others"
    assert match.barriers(before, match.decisions - 1) == ["others"]
    with pytest.raises(CannotUndo):
        match.undo(before)
