"""Reviews of finished games: turns, luck, skill, and that they add up."""
from __future__ import annotations

from functools import cache
from itertools import pairwise
from statistics import fmean

import pytest

import tafelrunde as tr
from tafelrunde.bots.chances import chances_for
from tafelrunde.bots.observation import Observation
from tafelrunde.bots.reviewing import Reviewer
from tafelrunde.bots.simple import SimpleBot
from tafelrunde.kernel import seed_generator
from tafelrunde.match.match import Match

FEW = {"el_grande": 3, "king_and_intriguer": 2, "rheinlaender": 3, "toledo": 2}


@cache
def finished(name: str) -> tuple[Match, Reviewer]:
    """A game of simple bots, and its reviewer."""
    game, players = tr.game(name), FEW[name]
    match = Match.begin(game, players, None, b"luck of the draw, skill and rest")
    bots = [SimpleBot(game, seat) for seat in range(players)]
    states = [match.state]
    while not match.over:
        seat = match.pending[0]
        match.play(bots[seat].decide(Observation.of(match, seat)), seat)
        states.append(match.state)
    chances = chances_for(game, players)
    assert chances is not None
    return match, Reviewer(chances, states, match.history)


@pytest.mark.parametrize("name", FEW)
def test_luck_and_skill_add_up_to_the_result(name: str) -> None:
    match, reviewer = finished(name)
    turns = reviewer.turns
    assert [turn.first for turn in turns] == [0, *(turn.end for turn in turns[:-1])]
    assert turns[-1].end == match.decisions
    assert all({d.seat for d in match.history.decisions()[t.first:t.end]} == set(t.seats) for t in turns)
    for turn in turns:
        told = match.history.events()[match.history.span(turn.first)[0]:match.history.span(turn.end - 1)[1]]
        assert sum(turn.luck) == pytest.approx(0)  # what one seat gains another loses
        if len(turn.seats) == 1 and not any(match.game.events[e[0]].chance for e in told):
            assert turn.luck == [0] * match.players  # nothing was drawn
        assert all(0 < better.loss <= 1 and better.best <= 1 for better in turn.better.values())
    first = match.ranking[0]
    for seat, row in enumerate(reviewer.balance):
        others = sum(reviewer.value(t.end)[seat] - reviewer.value(t.first)[seat] - t.luck[seat]
                     + (t.better[seat].loss if seat in t.better else 0) for t in turns)
        assert row["others"] == pytest.approx(others)
        assert row["share"] + row["luck"] + row["skill"] + others == pytest.approx(1 / len(first) if seat in first else 0)
        assert row["skill"] <= 0


@pytest.mark.parametrize("name", FEW)
def test_the_chance_line_is_smooth_where_nothing_happened(name: str) -> None:
    _, reviewer = finished(name)
    line = [reviewer.value(turn.end) for turn in reviewer.turns]
    assert all(sum(chances) == pytest.approx(1) for chances in line)
    moves = [abs(b - a) for before, after in pairwise(line[:-1]) for a, b in zip(before, after, strict=True)]
    assert fmean(moves) < 0.08


def test_luck_is_nothing_on_the_mean_of_all_draws() -> None:
    """The same decision with other draws after it: what it brings beyond the expectation evens
    out.
    """
    match, reviewer = finished("rheinlaender")
    decisions = reviewer.decisions
    at = max(range(len(decisions)), key=lambda n: max(reviewer.luck(n)))
    before, after, found = reviewer.states[at], reviewer.states[at + 1], []
    states = list(reviewer.states)
    for seed in range(200):
        s = before.clone()
        s.rng = seed_generator(10_000 + seed)
        match.game.driver.play(s, decisions[at].seat, decisions[at].action, match.game.mask())
        states[at + 1] = s
        found.append(Reviewer(reviewer.chances, states, match.history).luck(at)[decisions[at].seat])
    assert states[at + 1] is not after
    spread = max(found) - min(found)
    assert spread > 0.001
    assert abs(fmean(found)) < spread / 4
