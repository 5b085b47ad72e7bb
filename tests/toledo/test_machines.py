"""One source, two machines: interpreted and compiled rules play the same games; `why_not` says what
`legal` says.
"""
import random

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

from tafelrunde.games.toledo import GAME

SEATS = (2, 3, 4)


@pytest.mark.parametrize("players", SEATS)
def test_interpreted_and_compiled_rules_agree_on_every_field(players):
    assert check_lockstep(GAME, Table(players, {"turn_cap": "25"}), range(100)) > 5000


@pytest.mark.parametrize("players", SEATS)
def test_they_agree_to_the_very_end(players):
    assert check_lockstep(GAME, Table(players), range(500, 503)) > 1000


@pytest.mark.parametrize("players", SEATS)
def test_whole_random_games_are_the_same(players):
    check_playouts(GAME, Table(players, {"turn_cap": "50"}), 20)


@pytest.mark.parametrize("players", SEATS)
def test_why_not_is_silent_exactly_where_an_action_is_legal(players):
    for seed in range(17):
        check_why_not(GAME, Table(players, {"turn_cap": "25"}), seed, every=9)


@pytest.mark.parametrize("players", SEATS)
def test_why_not_agrees_late_in_the_game(players):
    check_why_not(GAME, Table(players), 100 + players, every=23)


@pytest.mark.parametrize("players", SEATS)
def test_what_a_seat_cannot_know_does_not_show_in_its_view(players):
    check_non_interference(GAME, Table(players, {"turn_cap": "25"}), players, every=3)
    check_non_interference(GAME, Table(players), 40 + players, every=37)


@pytest.mark.parametrize("players", SEATS)
def test_records_replay_byte_exactly_and_verify(players):
    for seed in range(4):
        check_record(GAME, Table(players, {"turn_cap": "50"}), seed)


@pytest.mark.parametrize("players", SEATS)
def test_whatever_can_be_taken_back_leads_back(players):
    assert check_undo(GAME, Table(players, {"turn_cap": "25"}), players) > 10


def test_broken_records_are_refused_with_their_line():
    match = play_on(Table(3, {"turn_cap": "25"}).match(GAME, 3), random.Random(3))
    check_fuzzed_records(GAME, match.record(), 1, 400)
