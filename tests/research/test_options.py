"""Every option of every title is a keyword in every interface, and means there what it means at a
table.
"""
import gymnasium
import pyspiel
import pytest

import tafelrunde as tr
import tafelrunde.research.gymnasium
from tafelrunde.kernel import difference
from tafelrunde.research import Batch, openspiel, pettingzoo


def another(option):
    """A value that is not the default; entries to fill in have none to try here."""
    if option.several:
        return [option.choices[0]]
    if option.choices:
        return next(c for c in reversed(option.choices) if c != option.default)
    return not option.default


def as_parameter(value):
    """As OpenSpiel's parameters have it: no lists, and digits are a number."""
    if isinstance(value, list):
        return "+".join(value)
    return int(value) if isinstance(value, str) and value.isdigit() else value


def configured(title, players, name, value):
    """What the interfaces make of an option."""
    given = {name: value}
    yield "Batch", Batch(title, players, options=given).configured
    yield "Gymnasium", gymnasium.make(f"tafelrunde/{title}-v0", players=players, **given).unwrapped.single.batch.configured
    envs = gymnasium.make_vec(f"tafelrunde/{title}-v0", num_envs=2, players=players, **given)
    yield "Gymnasium's vectors", envs.unwrapped.batch.configured
    yield "PettingZoo", pettingzoo.raw_env(title, players=players, **given).table.single.batch.configured
    yield "PettingZoo in parallel", pettingzoo.parallel_env(title, players=players, **given).table.single.batch.configured
    name_there = f"{openspiel.PREFIX}{title}"
    parameter = value if name == "start" else as_parameter(value)
    yield "OpenSpiel", pyspiel.load_game(name_there, {"players": players, name: parameter}).configured


@pytest.mark.parametrize("title", tr.games())
def test_options_are_keywords_everywhere(title):
    game, players = tr.game(title), 3
    assert tafelrunde.research.gymnasium
    for option in game.options:
        if option.slots:
            continue
        value = another(option)
        if option.name == "start":
            value = str(players - 1)
        expected = game.configured(players, {option.name: value})
        for where, found in configured(title, players, option.name, value):
            assert not difference(found, expected, game.fields), (where, option.name)
