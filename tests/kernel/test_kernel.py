"""The kernel, tested with a complete little game."""
import pytest
from harness import (
    Table,
    check_fuzzed_records,
    check_lockstep,
    check_non_interference,
    check_playouts,
    check_positions,
    check_record,
    check_undo,
    check_why_not,
)
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde.kernel.record import state_dtype

TABLES = [Table(2), Table(3, {"generous": True}), Table(4)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_interpreted_and_compiled_agree(table):
    assert check_lockstep(GAME, table, range(10)) > 50
    check_playouts(GAME, table, 10)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_two_formulations_of_the_law_agree(table):
    check_why_not(GAME, table, seed=1)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_seat_cannot_tell_what_it_may_not_know(table):
    check_non_interference(GAME, table, seed=3)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_matches_round_trip(table):
    match = check_record(GAME, table, seed=4)
    check_positions(GAME, table, seed=5)
    assert check_undo(GAME, table, seed=6) > 0
    check_fuzzed_records(GAME, match.record(), seed=7, times=200)


@pytest.mark.parametrize("name", tr.games())
def test_a_state_is_small(name):
    assert state_dtype(tr.game(name).fields).itemsize <= 512
