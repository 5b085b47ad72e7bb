"""Answers that several seats give at once and in secret: mixed strategies, and nothing known of
what others have answered.
"""
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from harness import Table, play_on
from helpers.pennies import CHOICES, EQUILIBRIUM, GAME, believe

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import judgement
from tafelrunde.bots.machine import Machine
from tafelrunde.bots.search import VISITS
from tafelrunde.bots.tree import Tree, mixed

BOTH = (0, 1)


@pytest.fixture(autouse=True)
def judged(monkeypatch):
    """The little game says which answers can be taken back."""
    said = judgement.judgement_of
    for module in ("judgement", "machine"):
        monkeypatch.setattr(f"tafelrunde.bots.{module}.judgement_of",
                            lambda game: replace(judgement.PLAIN, believe=believe) if game is GAME else said(game))


def strategies(match, seat, times, seed):
    """How often each seat's answers were chosen in a tree of one of them."""
    tree = Tree(Machine(GAME), bots.Observation.of(match, seat).imagine(seed), seat, 2, 2000)
    tree.grow(seed << 20, times)
    visits = {key: n for key, (_, n) in tree.children().items()}
    return [[visits.get((p, a), 0) / times for a in range(CHOICES)] for p in BOTH]


@pytest.mark.parametrize("answered", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_secret_answers_come_near_the_mixed_equilibrium(answered, seed):
    match = Table(2).match(GAME, seed)
    if answered:
        match.play("say 2", seat=1)
    for strategy in strategies(match, 0, 3000, seed):
        assert strategy == pytest.approx(EQUILIBRIUM, abs=0.12)


def test_the_answer_is_drawn_from_the_strategy_and_by_the_seed():
    match = Table(2).match(GAME, 1)
    for seat in BOTH:
        observation = bots.Observation.of(match, seat)
        said = [bots.make("strong:300nodes", GAME, seed).decide(observation) for seed in range(60)]
        again = [bots.make("strong:300nodes", GAME, seed).decide(observation) for seed in range(10)]
        assert again == said[:10]
        assert set(said) == {"say 0", "say 1", "say 2"}


def test_what_another_has_answered_does_not_change_mine():
    moves = []
    for first in ("say 0", "say 1", "say 2"):
        match = Table(2).match(GAME, 1)
        match.play(first, seat=1)
        tree = Tree(Machine(GAME), bots.Observation.of(match, 0).imagine(5), 0, 2, 200)
        tree.grow(7, 100)
        moves.append((tree.links[:tree.size], tree.gains[:tree.size]))
    assert moves[0] == moves[1] == moves[2]


def test_a_strategy_has_what_is_as_good_and_was_not_only_tried():
    visits, shares = {1: 100, 2: 60, 3: 9, 4: 40}, {1: 0.5, 2: 0.495, 3: 0.6, 4: 0.4}
    drawn = [mixed(visits, shares, seed) for seed in range(160)]
    assert drawn.count(1) == 100
    assert drawn.count(2) == 60
    assert mixed({1: 0, 2: 0}, {1: 0.0, 2: 0.0}, 5) == 1


DIALS = [("el_grande", "dial"), ("king_and_intriguer", "dial")]


@pytest.mark.parametrize(("name", "verb"), [d for d in DIALS if d[0] in tr.games()])
def test_dials_that_were_set_are_open_again_in_what_is_imagined(name, verb):
    game, choice = tr.game(name), Random(4)
    match = Table(3).match(game, 4)
    while not (len(match.pending) > 1 and match.legal(match.pending[0])[0].startswith(verb)):
        play_on(match, choice, 1)
    asked = match.pending
    for seat in asked[:-1]:
        match.play(match.legal(seat)[0], seat=seat)
    last = asked[-1]
    s = bots.Observation.of(match, last).imagine(1)
    assert game.law.pending(s) == 1 << last
    judgement.judgement_of(game).believe(s, last)
    assert game.law.pending(s) == sum(1 << p for p in asked)
    assert judgement.in_secret(game, bots.Observation.of(match, last).imagine(2), last)
    assert [len(game.legal_ids(s, p)) > 0 for p in asked] == [True] * len(asked)


def test_an_iteration_passes_no_node_twice_when_my_own_answer_is_forced():
    """The last seat takes a card; then all set their dials, some of them more than once on the way
    down the tree.
    """
    match = tr.load({
        "game": "el_grande", "players": 4, "phase": "turns", "round": 3, "turn": 3, "acted": [0, 1, 2], "start_player": 1,
        "king": "toledo", "grandes": ["aragon", "navarra", "granada", "cataluna"], "castillo": [2, 2, 1, 4], "court": [6, 2, 4, 7],
        "regions": {"galicia": [0, 1, 2, 1], "navarra": [0, 2, 0, 2], "aragon": [3, 1, 3, 3], "castilla": [1, 3, 3, 1],
                    "toledo": [2, 3, 0, 0], "granada": [1, 1, 3, 0]},
        "scores": [7, 1, 4, 9], "played": [6, 7, 10, 1], "open_cards": ["intrigue", "skirmish"],
        "open": {"decision": "card", "seat": 3}})
    tree = Tree(Machine(match.game), bots.Observation.of(match, 3).imagine(1), 3, 4, 2048)
    tree.grow(1, 400)
    for node in range(tree.size):
        visits = Counter()
        for (seat, _), (_, n) in tree.children(node).items():
            visits[seat] += n
        assert all(n <= tree.links[node][VISITS] for n in visits.values()), node
