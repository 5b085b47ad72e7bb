"""Contests between searches: games come to an end, and what is noted is what the title judges."""
import pytest
from helpers.sealed_bids import GAME

from tafelrunde.bots import search
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.bots.machine import BASES, Machine
from tafelrunde.bots.tree import Tree
from tafelrunde.kernel import lowest_bit, nth_action, random_below, seed_generator
from tafelrunde.kernel.interpreting import Bound
from tafelrunde.learning import contests, deciding
from tafelrunde.learning.contests import AFTER, FIRST_PART, OVER, SEATS, STAGES, WON
from tafelrunde.learning.contests import GAME as NUMBER

PLAYERS, ROOM, TIMES = 3, 400, 24
SAID = judgement_of(GAME)
HORIZON, EXPLORE, WIDEN, TRUST = Tree(Machine(GAME), GAME.configured(PLAYERS), 0, PLAYERS, 8).settings


def zeros(n, m=None):
    return [0] * n if m is None else [[0] * m for _ in range(n)]


def row(times=TIMES, **changed):
    usual = {"times": times, "horizon": HORIZON, "explore": EXPLORE, "widen": WIDEN, "trust": TRUST, "few": 0, "last": 0,
             "sharp": 100, "learned": 0, "adapt": 0}
    return [*{**usual, **changed}.values()]


def contest(own, others, games=PLAYERS, weights=None, every=0, first=0):
    """What a contest finds, and what it notes."""
    call = Bound(contests, GAME.law, SAID.names(), (*BASES, deciding))
    actions = len(GAME.actions)
    desk = (GAME.mask(), GAME.mask(), zeros(1, SEATS), 1, zeros(SEATS), zeros(ROOM, search.LINKS), zeros(ROOM, PLAYERS),
            zeros(contests.DEPTH + 1), zeros(PLAYERS, 2 * actions), zeros(search.TOLD), zeros(16), ROOM, actions)
    found, rows = zeros(games, 4), zeros(400, FIRST_PART + SEATS)
    pool = [GAME.configured(PLAYERS) for _ in range(3)]
    n = call.contest(pool, *desk, [own, others], weights or zeros(1, 2), first, games, 0, every, 2, 2, rows, found)
    return found, rows[:n]


def test_every_game_ends_and_each_side_thinks():
    found, rows = contest(row(TIMES), row(TIMES // 2))
    assert rows == []
    for won, decisions, own, others in found:
        assert 0 < won < 1 << PLAYERS
        assert own % TIMES == others % (TIMES // 2) == 0
        assert 0 < own / TIMES + others / (TIMES // 2) <= decisions


def test_the_same_numbers_are_the_same_games():
    assert contest(row(), row()) == contest(row(), row())


@pytest.mark.parametrize("changed", [{"horizon": 1}, {"few": 3, "last": TIMES // 2}, {"adapt": 1}, {"trust": 2},
                                     {"explore": 8 * EXPLORE}])
def test_a_setting_changes_games(changed):
    assert contest(row(**changed), row(**changed)) != contest(row(), row())


def test_a_spread_counts_where_playouts_stop_before_the_end():
    plain, sharp = row(horizon=1), row(horizon=1, sharp=20)
    assert contest(plain, plain) != contest(sharp, sharp)


def test_positions_are_noted_with_their_ends():
    found, rows = contest(row(), row(), every=2)
    assert {r[AFTER] for r in rows} == {0, 2, 4}
    assert any(r[OVER] for r in rows)
    assert any(not r[OVER] for r in rows)
    assert len({r[NUMBER] for r in rows}) == PLAYERS
    for r in rows:
        assert r[WON] == found[r[NUMBER]][0]
        assert all(points % 100 == 0 for points in r[FIRST_PART:FIRST_PART + PLAYERS])


def test_weights_of_the_titles_own_spread_judge_as_it_does():
    s, mask = GAME.configured(PLAYERS), GAME.mask()
    s.rng = seed_generator(4)
    GAME.driver.begin(s, mask)
    call = Bound(contests, GAME.law, SAID.names(), (*BASES, deciding))
    weights = [[SAID.spread(s)] * 2, *[[(1 << 20) // SAID.spread(s)]] * STAGES]
    seen = set()
    while seats := GAME.law.pending(s):
        plain, learned = zeros(SEATS), zeros(SEATS)
        call.leaf(s, zeros(1, SEATS), 1, plain, row(), weights)
        call.leaf(s, zeros(1, SEATS), 1, learned, row(learned=1), weights)
        assert learned[:PLAYERS] == pytest.approx(plain[:PLAYERS], abs=600)
        seen.add(tuple(plain))
        seat = lowest_bit(seats)
        n = GAME.driver.legal_actions(s, seat, mask)
        GAME.driver.play(s, seat, nth_action(mask, random_below(s, n)), mask)
    assert len(seen) > 2
