"""Honesty by construction: what a seat cannot know never reaches a bot, so it cannot shape a
decision.
"""
import json

import pytest
from harness import Table
from helpers.sealed_bids import GAME
from helpers.twins import TABLES, game_of, positions

from tafelrunde import bots
from tafelrunde.kernel import difference

LEVELS = ("random", "beginner", "simple", "strong:12nodes")


@pytest.mark.parametrize(("name", "table"), TABLES, ids=[f"{n}-{t}" for n, t in TABLES])
def test_the_same_knowledge_and_seed_give_the_same_move(name, table):
    game = game_of(name)
    differed = compared = 0
    for match, twin, seat in positions(name, table, seed=1, every=40 if name != "sealed_bids" else 3):
        differed += difference(match.state, twin.state, [f for f in game.fields if f.name != "rng"]) != ""
        for level in LEVELS:
            moves = {bots.make(level, game, 5).decide(bots.Observation.of(m, seat)) for m in (match, twin)}
            assert len(moves) == 1, f"{level} can tell {moves} at decision {match.decisions}, seat {seat}"
            compared += 1
    assert compared > 0
    # Base El Grande hides nothing that can be told from memory; everywhere else there was something
    # to see.
    assert differed > 0 or name == "el_grande"


@pytest.mark.parametrize(("name", "table"), TABLES, ids=[f"{n}-{t}" for n, t in TABLES])
def test_an_observation_is_the_same_whatever_the_secrets_are(name, table):
    game = game_of(name)
    for match, twin, seat in positions(name, table, seed=2, every=25 if name != "sealed_bids" else 1):
        left, right = bots.Observation.of(match, seat), bots.Observation.of(twin, seat)
        assert left.legal == right.legal == tuple(match.legal(seat))
        assert json.dumps(left.view()) == json.dumps(right.view()) == json.dumps(match.view(seat))
        for seed in (1, 2):
            assert difference(left.imagine(seed), right.imagine(seed), game.fields) == ""


def test_nothing_in_an_observation_is_the_true_state():
    match = Table(3).match(GAME, 1)
    match.play("bid 7", seat=1)
    observation = bots.Observation.of(match, 0)
    true = {id(match), id(match.state), id(match.history)}
    assert not true & {id(value) for value in vars(observation).values()}
    bids = {observation.imagine(seed).bid[1] for seed in range(200)}
    assert len(bids) > 20, "the hidden bid is drawn again, and anything it could be comes up"
    assert observation.view()["bids"] == [0, None, None]


def test_what_happened_since_the_own_last_move_is_told_only_where_it_was_seen():
    match = Table(2).match(GAME, 1)
    assert bots.Observation.of(match, 0).since is None
    match.play("bid 7", seat=1)
    assert bots.Observation.of(match, 0).since is None
    match.play("bid 9", seat=0)
    assert match.pending == (0,)
    assert bots.Observation.of(match, 0).since is None, "bids were revealed"
