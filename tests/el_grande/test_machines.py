"""One source, two machines: interpreted and compiled rules play the same games; `why_not` says what
`legal` says.
"""
from random import Random

import pytest
from harness import Table, check_fuzzed_records, check_lockstep, check_playouts, check_record, check_why_not, play_on

from tafelrunde.games.el_grande import GAME

EVERYTHING = {"modules": ["new_regent", "power_shift"],
              "alternatives": ["grand_strategy", "veto", "veto", "secret_ballot"]}
TABLES = [Table(2), Table(3), Table(4), Table(5), *(Table(p, EVERYTHING) for p in (2, 3, 4, 5)),
          Table(3, {"merge_decks": True, "short": True}), Table(4, {"edition": "1995"})]


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_interpreted_and_compiled_rules_agree_on_every_field(table):
    assert check_lockstep(GAME, table, range(31)) > 2000


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whole_random_games_are_the_same(table):
    check_playouts(GAME, table, 20)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_why_not_is_silent_exactly_where_an_action_is_legal(table):
    for seed in range(5):
        check_why_not(GAME, table, seed)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_records_replay_byte_exactly_and_verify(table):
    for seed in range(3):
        check_record(GAME, table, seed)


def test_broken_records_are_refused_with_their_line():
    match = play_on(Table(3, EVERYTHING).match(GAME, 3), Random(3))
    check_fuzzed_records(GAME, match.record(), 1, 300)
