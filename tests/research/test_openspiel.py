"""OpenSpiel's own checks on every title, and a few of ours."""
import pickle
from random import Random

import numpy as np
import pyspiel
import pytest

import tafelrunde as tr
from tafelrunde.research import drawing_lots, openspiel
from tafelrunde.research.drawing_lots import Line

GAMES = {"el_grande": {"players": 3, "short": True}, "king_and_intriguer": {"players": 2}, "rheinlaender": {"players": 3},
         "toledo": {"players": 2, "turn_cap": 25}}
EVERY = [(title, chance) for title in GAMES for chance in ("explicit", "sampled")]


def loaded(title, **more):
    return pyspiel.load_game(f"tafelrunde_{title}", {**GAMES[title], **more})


def walk(state, choice, steps=10**9):
    """Play on at random; every state on the way."""
    while not state.is_terminal() and steps:
        yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(choice.choices(outcomes, chances)[0])
        else:
            state.apply_action(choice.choice(state.legal_actions()))
            steps -= 1


@pytest.mark.parametrize(("title", "chance"), EVERY)
def test_openspiels_random_simulation(title, chance):
    # OpenSpiel serializes sampled chance only for games in C++ (it asks for the generator of the
    # game).
    pyspiel.random_sim_test(loaded(title, chance=chance), num_sims=1, serialize=chance == "explicit", verbose=False)


@pytest.mark.parametrize("title", GAMES)
def test_explicit_chance_is_the_interpreters(title, monkeypatch):
    """Drawn one by one or told by a script: with the same outcomes the same states."""
    game, choice, told = tr.game(title), Random(1), []
    drawn, run = drawing_lots.drawn, Line.run

    def noted(s, weights):
        told.append(drawn(s, weights))
        return told[-1]

    def run_again(line):
        told.clear()
        run(line)

    monkeypatch.setattr(drawing_lots, "drawn", noted)
    monkeypatch.setattr(Line, "run", run_again)
    players, options = GAMES[title]["players"], openspiel_options(title)
    line = Line(title, players, options)
    s = game.configured(players, options)
    draw_all(line, choice)
    s.script = told.copy()
    game.driver.begin(s, game.mask())
    decisions = 0
    while True:
        assert s.script == []
        assert [f.name for f in game.fields if getattr(s, f.name) != getattr(line.state, f.name)] == []
        if line.seat < 0 or decisions > 150:
            break
        seat, action = line.seat, choice.choice(game.legal_ids(s, line.seat))
        line.decide(seat, action)
        draw_all(line, choice)
        s.script = told.copy()
        game.driver.play(s, seat, action, game.mask())
        decisions += 1
    assert decisions > 20


def openspiel_options(title):
    return {k: str(v) if k == "turn_cap" else v for k, v in GAMES[title].items() if k != "players"}


def draw_all(line, choice):
    while line.weights:
        line.draw(choice.choices(*zip(*line.weights, strict=True))[0])


def test_chances_are_true():
    """Every draw of the first node of El Grande: the king's region, each of nine equally likely."""
    state = loaded("el_grande").new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(r, pytest.approx(1 / 9)) for r in range(9)]
    with pytest.raises(ValueError, match="cannot be drawn"):
        state.line.draw(60)
    sampled = loaded("el_grande", chance="sampled").new_initial_state()
    assert sampled.chance_outcomes() == [(0, 1.0)]


@pytest.mark.parametrize(("title", "chance"), EVERY)
def test_states_say_what_their_players_may_know(title, chance):
    game, choice = loaded(title, chance=chance), Random(3)
    size = game.observation_tensor_size()
    assert game.information_state_tensor_size() == size + openspiel.DIGEST_BITS
    seen = 0
    for state in walk(game.new_initial_state(), choice, 60):
        if state.is_chance_node() or choice.random() < 0.7:
            continue
        player = state.current_player()
        for p in range(game.num_players()):
            tensor = np.array(state.observation_tensor(p))
            assert tensor.shape == (size,)
            assert 0 <= tensor.min() <= tensor.max() <= 1
        other = state.resample_from_infostate(player, lambda: choice.random())
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        twin = pickle.loads(pickle.dumps(state.line))
        assert twin.numbers(twin.state) == state.line.numbers(state.line.state)
        copied = state.clone()
        copied.apply_action(copied.legal_actions()[0])
        assert str(copied) != str(state)
        seen += 1
    assert seen > 3


def test_simultaneous_dials_are_secret_moves_one_after_another():
    """König & Intrigant begins with secret discards of all: the next seat sees nothing of the last
    one's.
    """
    game = loaded("king_and_intriguer")
    states = []
    for pick in (0, -1):
        state = game.new_initial_state()
        choice = Random(5)
        for _ in walk(state, choice, 0):
            pass
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        first = state.current_player()
        state.apply_action(state.legal_actions()[pick])
        states.append(state)
    assert first == 0
    assert [s.current_player() for s in states] in ([1, 1], [0, 0])
    assert states[0].information_state_string(1) == states[1].information_state_string(1)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)


def test_an_illegal_action_is_refused_with_its_rule_and_nothing_happens():
    state = loaded("toledo", chance="sampled").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    before, legal = str(state), state.legal_actions()
    for wrong in (next(a for a in range(482) if a not in legal), 482):
        with pytest.raises(tr.IllegalAction) as caught:
            state.apply_action(wrong)
        assert caught.value.rule
        assert (str(state), state.legal_actions(), state.history()) == (before, legal, [0])
    state.apply_action(legal[-1])
    assert str(state) != before


@pytest.mark.parametrize("title", GAMES)
def test_returns_sum_to_nothing_at_the_end(title):
    state = loaded(title, chance="sampled", seed=4).new_initial_state()
    for _ in walk(state, Random(8)):
        assert state.returns() == [0.0] * GAMES[title]["players"]
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) <= 1


def test_parameters_are_checked():
    assert pyspiel.load_game("tafelrunde_toledo(players=3,turn_cap=50)").configured.cap == 50
    assert pyspiel.load_game("tafelrunde_el_grande(edition=1995,players=2)").configured.edition == 1
    modules = pyspiel.load_game("tafelrunde_el_grande", {"modules": "new_regent+power_shift"}).configured
    assert (modules.regent, modules.shift) == (1, 1)
    for parameters in ({"cheat": True}, {"players": 9}, {"chance": "rigged"}, {"turn_cap": 3}):
        with pytest.raises((tr.TafelrundeError, pyspiel.SpielError, RuntimeError)):
            pyspiel.load_game("tafelrunde_toledo", parameters)
