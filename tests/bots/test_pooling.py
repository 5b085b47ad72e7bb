"""What networks say of chances: the same as in a search, only where it was fitted, and only where
it helps.
"""
from __future__ import annotations

import re
import sys
from random import Random

import msgspec
import pytest
from harness import Table, play_on

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import pooling
from tafelrunde.bots.chances import Chances, chances_for
from tafelrunde.bots.judgement import judged
from tafelrunde.bots.net import weights as files
from tafelrunde.bots.net.judging import Judge, judge_of
from tafelrunde.bots.net.master import NetMachine
from tafelrunde.bots.net.weights import load, usable
from tafelrunde.bots.pooling import PooledChances, judging, looking_by, mixed, voices, weighed

TITLES = [name for name in tr.games() if usable(tr.game(name))]
CALLED = [(name, players) for name, voice in voices().items() for players, found in voice.players.items() if found.seen]
FEWEST, OFF = 200, 0.1
"""Rows of the table with fewer games are too uncertain; how far others may be off."""


def positions(name: str, players: int = 3, most: int = 200, every: int = 20):
    """Positions of a random game, each with a seat that decides there."""
    match = Table(max(players, tr.game(name).seats[0])).match(tr.game(name), "pooling")
    for _ in range(0, most, every):
        play_on(match, Random(5), every)
        if match.over:
            return
        yield match.state.clone(), match.pending[0]


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """What is known about networks is forgotten before a test, and known again afterwards."""
    for name in tr.games():
        for key in ("_judge", "_weights", "_weights_refused"):
            monkeypatch.delitem(vars(tr.game(name)), key, raising=False)
    return monkeypatch


@pytest.mark.parametrize("name", TITLES)
def test_a_judge_says_what_the_search_is_told(name):
    judge = judge_of(tr.game(name))
    net = NetMachine(tr.game(name))
    assert judge is not None
    for s, seat in positions(name):
        [said] = judge.views([(s, judged(judge.game, s), seat)])
        told = net.numbers(8)
        net.call.look_once([s.clone()], seat, net.mask(), net.numbers(net.parts, 8), net.parts, told, *net.desk(s), 1)
        assert said == pytest.approx([x / sum(told) for x in told[:s.players]], abs=2e-3)


@pytest.mark.parametrize("name", TITLES)
def test_the_shipped_weights_are_those_that_were_fitted(name):
    assert voices()[name].weights == load(tr.game(name)).head["sha256"], "run tools/pool_chances.py for the new weights"
    assert "4" in voices()[name].players


@pytest.mark.parametrize(("name", "players"), CALLED)
def test_where_a_network_is_asked_it_helps_and_is_calibrated(name, players):
    found = voices()[name].players[players]
    assert found.losses["all"].both < found.losses["all"].evaluation
    rows = [row for row in found.reliability if row.games >= FEWEST]
    assert all(abs(row.called - row.won) <= OFF for row in rows)


@pytest.mark.parametrize("name", TITLES)
def test_chances_add_up_and_end_with_the_result(name):
    game = tr.game(name)
    chances = judging(game, max(3, game.seats[0]))
    assert chances is not None
    every = [s for s, _ in positions(name)]
    found = chances.all(every)
    assert all(sum(row) == pytest.approx(1) and min(row) > 0 for row in found)
    assert chances.of(every[0]) == pytest.approx(found[0])
    assert sum(chances.all(every[:1], 1)[0]) == pytest.approx(1)
    assert looking_by(chances) is not None
    match = Table(3).match(game, "over")
    play_on(match, Random(1))
    assert sorted(chances.of(match.state))[-1] >= 1 / 3


def test_other_weights_are_not_asked(monkeypatch):
    name, players = CALLED[0]
    game = tr.game(name)
    assert type(judging(game, int(players))) is PooledChances
    other = msgspec.structs.replace(voices()[name], weights="others")
    monkeypatch.setattr(pooling, "voices", lambda: {name: other})
    assert judging(game, int(players)) == chances_for(game, int(players))
    monkeypatch.setattr(pooling, "voices", dict)
    assert type(judging(game, int(players))) is Chances


def test_without_numpy_or_weights_the_evaluation_judges_alone(forgotten, tmp_path, caplog):
    name, players = CALLED[0]
    game = tr.game(name)
    with forgotten.context() as without:
        without.setitem(sys.modules, "numpy", None)
        with pytest.raises(ImportError):
            Judge(game, load(game))
        assert type(judging(game, int(players))) is Chances
    forgotten.delitem(vars(game), "_judge")
    (tmp_path / f"{name}.weights").write_bytes((files.FOLDER / f"{name}.weights").read_bytes()[:-1])
    forgotten.setattr(files, "FOLDER", tmp_path)
    assert type(judging(game, int(players))) is Chances
    assert bots.levels_of(game)[-1] == "strong"
    assert bots.levels_of(game)[-1] == "strong"
    assert caplog.text.count("its hash does not fit; there is no level master") == 1
    match = Table(3).match(game, "hint")
    assert bots.hint(match, match.pending[0], "en", seed=1).action in match.legal(match.pending[0])


def test_a_hint_names_the_chance_that_a_review_would():
    name = CALLED[0][0]
    match = Table(3).match(tr.game(name), "hint")
    seat = match.pending[0]
    bot = bots.make("strong:30nodes", match.game, 1)
    bot.decide(bots.Observation.of(match, seat))
    chances = judging(match.game, 3)
    said = int(re.findall(r"about (\d+) %", bot.explain("en"))[0]) / 100
    s = bot.thought.state.clone()
    match.game.driver.play(s, seat, bot.thought.line[0][1], match.game.mask())
    assert said == pytest.approx(chances.of(s)[seat], abs=0.15)


def test_sources_count_as_much_as_they_are_trusted():
    assert mixed([(1, [0.5, 0.5]), (0, [0.9, 0.1])]) == [0.5, 0.5]
    looking = voices()[CALLED[0][0]].looking
    few, many = (weighed([0.5, 0.5], [0.8, 0.2], n, looking)[0] for n in (1, 10_000))
    assert 0.5 <= few < many < 0.9
