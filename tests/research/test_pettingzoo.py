"""PettingZoo's own checks on every title, and a few of ours."""
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from research.tables import ONE_EACH, ONE_IDS

import tafelrunde as tr
from tafelrunde.research import pettingzoo as ours

pytestmark = pytest.mark.parametrize(("title", "table"), ONE_EACH, ids=ONE_IDS)


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An observation is a dictionary with a mask in it, as in PettingZoo's own classic games.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        yield


def of(title, table, **more):
    return ours.titled(title, players=table.players, **table.options, **more)


def test_api(title, table):
    api_test(of(title, table).env(), num_cycles=150)


def test_seeds(title, table):
    seed_test(of(title, table).env, num_cycles=120)


def test_parallel_api(title, table):
    parallel_api_test(of(title, table).parallel_env(), num_cycles=120)


def test_max_cycles(title, table):
    """All seats answer in every cycle, so the parallel environment is asked, also seat by seat."""
    replacing = of(title, table, illegal="replace")
    max_cycles_test(SimpleNamespace(parallel_env=replacing.parallel_env, env=replacing.cycled_env))


def test_a_whole_game(title, table):
    env = of(title, table).env()
    env.reset(seed=6)
    choice, returns = np.random.default_rng(6), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        returns[agent] += reward
        env.step(None if over or cut else int(choice.choice(np.flatnonzero(seen["action_mask"]))))
    assert abs(sum(returns.values())) < 1e-6
    assert max(returns.values()) > 0 or len(set(returns.values())) == 1


def test_games_are_cut_off(title, table):
    env = of(title, table, max_cycles=2, illegal="replace").raw_env()
    env.reset(seed=1)
    for _ in range(500):
        if any(env.truncations.values()):
            break
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert min(env.decided.values()) == 2


def test_both_environments_play_the_same_game(title, table):
    """In parallel or one by one: the same seed and the same answers lead to the same place."""
    turns, together = of(title, table).raw_env(), of(title, table).parallel_env()
    turns.reset(seed=9)
    seen, _ = together.reset(seed=9)
    choice = np.random.default_rng(2)
    for _ in range(60):
        answers = {agent: int(choice.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in together.agents}
        if not answers:
            break
        deciding = [agent for agent, answer in answers.items() if answer != together.wait]
        seen, *_ = together.step(answers)
        for agent in deciding:
            if turns.agent_selection == agent:
                turns.step(answers[agent])
        for agent in turns.possible_agents:
            assert (seen[agent]["observation"] == turns.observe(agent)["observation"]).all()


def test_what_is_illegal_is_refused_and_nothing_happens(title, table):
    env = of(title, table).raw_env()
    env.reset(seed=2)
    seen = env.observe(env.agent_selection)
    with pytest.raises(tr.IllegalAction):
        env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (env.observe(env.agent_selection)["observation"] == seen["observation"]).all()
    together = of(title, table).parallel_env()
    first, _ = together.reset(seed=2)
    with pytest.raises(tr.TafelrundeError, match="actions: one for each"):
        together.step({together.agents[0]: 0})
    wrong = {agent: int(np.flatnonzero(first[agent]["action_mask"] == 0)[0]) for agent in together.agents}
    with pytest.raises(tr.TafelrundeError):
        together.step(wrong)
    assert all((together.observed()[agent]["observation"] == first[agent]["observation"]).all() for agent in together.agents)
    with pytest.raises(tr.BadOptions, match="no option"):
        of(title, table, cheat=True).env()
