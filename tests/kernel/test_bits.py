"""Bit sets and masks: every machine's own version gives the same results."""
from random import Random

import numba
import numpy as np
import pytest

from tafelrunde.kernel import bits
from tafelrunde.kernel.targets import numba as compiling


@pytest.mark.parametrize("spreads", [False, True])
def test_the_nth_member_is_found_step_by_step_and_at_once(spreads, monkeypatch):
    if spreads and not compiling.spreads_bits():
        spreads = False  # this machine has only this version
    monkeypatch.setattr(compiling, "spreads_bits", lambda: spreads)
    nth_bit = numba.njit(compiling._nth_bit)
    nth_action = numba.njit(compiling._nth_action)
    choice = Random(1)
    for _ in range(500):
        members = sorted(choice.sample(range(62), choice.randint(1, 20)))
        word = sum(1 << m for m in members)
        n = choice.randrange(len(members))
        assert nth_bit(word, n) == bits.nth_bit(word, n) == members[n]
        mask = [choice.getrandbits(32) & choice.getrandbits(32) for _ in range(5)]
        n = choice.randrange(bits.count_actions(mask) + 2)
        assert nth_action(np.array(mask), n) == bits.nth_action(mask, n)


def test_another_processor_than_this_is_compiled_for_without_its_instructions(monkeypatch):
    monkeypatch.setattr(compiling.settings, "CPU_NAME", "generic")
    assert not compiling.spreads_bits()


def test_a_range_is_left_out_of_a_mask_as_if_action_by_action():
    choice = Random(2)
    for _ in range(300):
        mask = [choice.getrandbits(32) for _ in range(4)]
        first, end = sorted(choice.sample(range(129), 2))
        kept = [a for a in range(128) if bits.is_allowed(mask, a) and not first <= a < end]
        assert bits.leave_out(mask, bits.count_actions(mask), first, end) == len(kept)
        assert kept == [a for a in range(128) if bits.is_allowed(mask, a)]
