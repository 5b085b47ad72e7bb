"""One source, two machines: interpreted and compiled rules play the same games; `why_not` says what
`legal` says.
"""
from random import Random

import pytest
from harness import (
    Table,
    check_fuzzed_records,
    check_lockstep,
    check_non_interference,
    check_playouts,
    check_record,
    check_undo,
    check_why_not,
    play_on,
)
from rheinlaender.tables import NAMES, OTHER, TABLES

from tafelrunde.games.rheinlaender import GAME

EVERY_TABLE = pytest.mark.parametrize("table", TABLES, ids=NAMES)


@EVERY_TABLE
def test_interpreted_and_compiled_rules_agree_on_every_field(table):
    assert check_lockstep(GAME, table, range(8)) > 800


@EVERY_TABLE
def test_whole_random_games_are_the_same(table):
    check_playouts(GAME, table, 12)


@EVERY_TABLE
def test_why_not_is_silent_exactly_where_an_action_is_legal(table):
    for seed in range(4):
        check_why_not(GAME, table, seed, every=5)


@EVERY_TABLE
def test_what_a_seat_cannot_know_does_not_show_in_its_view(table):
    check_non_interference(GAME, table, 11, every=9)


@EVERY_TABLE
def test_records_replay_byte_exactly_and_verify(table):
    for seed in range(3):
        check_record(GAME, table, seed)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whatever_can_be_taken_back_leads_back(players):
    assert check_undo(GAME, Table(players), players) >= 3 * players


def test_a_card_once_shown_cannot_be_taken_back():
    match = Table(3).match(GAME, 5)
    seat = match.pending[0]
    match.play("fort L40")
    assert match.undo_barrier(seat) == ""
    match.play(next(a for a in match.legal(seat) if a.startswith("card")))
    assert match.undo_barrier(seat) == "revealed"


def test_broken_records_are_refused_with_their_line():
    match = play_on(Table(3, OTHER).match(GAME, 3), Random(3))
    check_fuzzed_records(GAME, match.record(), 1, 300)
