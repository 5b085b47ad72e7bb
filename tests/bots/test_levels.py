"""Levels are read, refused with a reason, and never make an illegal move."""
from types import SimpleNamespace

import pytest
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.games import NAMES
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.match import Match


@pytest.mark.parametrize("text", ["", "strongest", "random:", "random:50ms", "simple:3nodes", "skilled:9ms", "strong:0ms",
                                  "strong:5s", "strong:50ms:3nodes", "STRONG", "strong:-1ms", "strong:99999999ms"])
def test_what_is_no_level_is_refused_with_those_there_are(text):
    with pytest.raises(bots.BadLevel, match="level: "):
        bots.make(text, GAME)


@pytest.mark.parametrize("level", ["random", "beginner", "simple", "skilled", "strong:20nodes", "strong:2ms"])
@pytest.mark.parametrize("players", [2, 4])
def test_every_level_plays_a_whole_game_by_the_rules(level, players):
    match = Match.begin(GAME, players, {}, secret_from(players))
    seated = [bots.make(level, GAME, seed) for seed in range(players)]
    while not match.over:
        seat = match.pending[-1]
        assert bots.take_turn(match, seat, seated[seat]) in GAME.actions.names


def test_a_bot_is_not_asked_out_of_turn():
    match = Match.begin(GAME, 3, {}, secret_from(1))
    match.play("bid 5", seat=1)
    with pytest.raises(ValueError, match="seat 1 has nothing to decide"):
        bots.Observation.of(match, 1)


def test_a_beginner_takes_the_best_of_what_it_sees(monkeypatch):
    def judge(s, worth):
        for p in range(s.players):
            worth[0][p] = 10 * s.bid[p]
            worth[1][p] = -12 * s.bid[p]

    said = SimpleNamespace(PARTS=("board", "hand"), HORIZON=1, judge=judge, spread=lambda s: 100,
                           prefer=lambda s, seat, action: action, narrow=lambda s, seat, mask, n: n)
    match = Match.begin(GAME, 3, {}, secret_from(1))
    best = {}
    for overlooked in (("hand",), (), ("board", "hand")):
        said.OVERLOOKED = overlooked
        monkeypatch.setitem(GAME._rooms, "evaluation", said)
        best[overlooked] = {bots.make("beginner", GAME, seed).decide(bots.Observation.of(match, 1)) for seed in range(4)}
    assert best == {("hand",): {"bid 40"}, (): {"bid 1"}, ("board", "hand"): {"bid 40"}}, "of equal ones, the one preferred"


@pytest.mark.parametrize("title", NAMES)
def test_a_table_of_beginners_comes_to_an_end(title):
    match = tr.new(title, players=4, seed=2)
    seated = [bots.make("beginner", match.game, seed) for seed in range(4)]
    while not match.over and match.decisions < 1500:
        seat = match.pending[0]
        bots.take_turn(match, seat, seated[seat])
    assert match.over


@pytest.mark.parametrize("title", NAMES)
def test_what_a_beginner_overlooks_is_part_of_the_judgement(title):
    said = judgement_of(tr.game(title))
    assert {*said.overlooked} < {*said.parts}
