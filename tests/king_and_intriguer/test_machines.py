"""One source, two machines: interpreted and compiled rules play the same games; `why_not` says what
`legal` says.
"""
from random import Random

import pytest
from harness import Table, check_fuzzed_records, check_lockstep, check_playouts, check_record, check_why_not, play_on

from tafelrunde.games.king_and_intriguer import GAME

EVERYTHING = {"players_edition": True, "extra_cards": True}
TABLES = [Table(2), Table(4), Table(3, {"players_edition": True}), Table(5, {"extra_cards": True, "short": True}),
          *(Table(p, EVERYTHING) for p in (2, 3, 4, 5))]


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_interpreted_and_compiled_rules_agree_on_every_field(table):
    assert check_lockstep(GAME, table, range(10)) > 800


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whole_random_games_are_the_same(table):
    check_playouts(GAME, table, 15)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_why_not_is_silent_exactly_where_an_action_is_legal(table):
    for seed in range(4):
        check_why_not(GAME, table, seed, every=3)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_records_replay_byte_exactly_and_verify(table):
    check_record(GAME, table, 2)


def test_broken_records_are_refused_with_their_line():
    match = play_on(Table(3, EVERYTHING).match(GAME, 3), Random(3))
    check_fuzzed_records(GAME, match.record(), 1, 120)
