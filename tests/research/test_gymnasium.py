"""Gymnasium's own checks on every title, and a few of ours."""
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from research.tables import ONE_EACH, ONE_IDS

import tafelrunde as tr
from tafelrunde.research import gymnasium as ours


def made(title, table, **more):
    return gymnasium.make(f"tafelrunde/{title}-v0", players=table.players, **table.options, **more)


def play(env, seed, choice):
    """A whole game at random; its length and the last reward."""
    seen, told = env.reset(seed=seed)
    steps, over = 0, False
    while not over:
        assert env.observation_space.contains(seen)
        assert seen["action_mask"].any()
        seen, reward, over, cut, told = env.step(int(choice.choice(np.flatnonzero(seen["action_mask"]))))
        assert not cut
        assert over or reward == 0
        steps += 1
    return steps, reward, told


@pytest.mark.parametrize(("title", "table"), ONE_EACH, ids=ONE_IDS)
def test_gymnasiums_own_checks_pass(title, table):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(different from the unwrapped version|spec of this environment).*")
        check_env(made(title, table, illegal="lose").unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("title", "table"), ONE_EACH, ids=ONE_IDS)
def test_whole_games_against_random_bots(title, table):
    env = made(title, table, seat=None)
    results = [play(env, seed, np.random.default_rng(seed)) for seed in range(3)]
    again = [play(env, seed, np.random.default_rng(seed)) for seed in range(3)]
    assert [r[:2] for r in results] == [r[:2] for r in again]
    least = -1 / (table.players - 1)
    assert all(least - 1e-9 <= reward <= 1 for _, reward, _ in results)
    assert all(len(told["points"]) == table.players for _, _, told in results)


def test_thinking_bots_are_opponents_too():
    env = gymnasium.make("tafelrunde/toledo-v0", players=2, opponents=["simple"], turn_cap="25")
    seen, _ = env.reset(seed=1)
    for _ in range(4):
        seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        assert not over
    env.close()


@pytest.mark.parametrize(("arguments", "says"), [
    ({"cheat": True}, "no option 'cheat'"), ({"players": 9}, "2 to 4 players"), ({"seat": 2}, "seat: "),
    ({"illegal": "shrug"}, "illegal: "), ({"opponents": ["random", "random"]}, "opponents: "), ({"opponents": "genius"}, "genius")])
def test_bad_arguments_are_named(arguments, says):
    with pytest.raises(tr.TafelrundeError, match=says):
        gymnasium.make("tafelrunde/toledo-v0", **{"players": 2, **arguments})


def test_an_illegal_action_is_refused_with_its_rule_or_loses():
    env = ours.TafelrundeEnv("toledo", 2)
    seen, _ = env.reset(seed=3)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(tr.IllegalAction, match="TO-"):
        env.step(wrong)
    with pytest.raises(tr.TafelrundeError, match="action: "):
        env.step(0.5)
    assert (env.observed()["observation"] == seen["observation"]).all()
    losing = ours.TafelrundeEnv("toledo", 2, illegal="lose")
    seen, _ = losing.reset(seed=3)
    _, reward, over, _, _ = losing.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, over) == (-1.0, True)
    with pytest.raises(tr.TafelrundeError, match="call reset"):
        losing.step(0)
    with pytest.raises(tr.TafelrundeError, match="reset takes none"):
        losing.reset(options={"x": 1})


@pytest.mark.parametrize(("title", "table"), ONE_EACH, ids=ONE_IDS)
def test_the_vector_interface_plays_the_batchs_games(title, table):
    envs = gymnasium.make_vec(f"tafelrunde/{title}-v0", num_envs=5, players=table.players, **table.options)
    seen, told = envs.reset(seed=4)
    assert envs.observation_space.contains(seen)
    choice, ended = np.random.default_rng(1), 0
    while ended < 2:
        actions = np.array([choice.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        assert envs.action_space.contains(actions)
        before = told["seat"]
        seen, rewards, done, cut, told = envs.step(actions)
        assert not cut.any()
        assert (rewards[~done] == 0).all()
        assert rewards[done].tolist() == told["returns"][done, before[done]].tolist()
        assert abs(told["returns"].sum(axis=1)).max() < 1e-6
        ended += int(done.sum())
    assert envs.observation_space.contains(seen)
    with pytest.raises(tr.TafelrundeError, match="seed"):
        envs.reset(seed=[1, 2])
    with pytest.raises(tr.TafelrundeError, match="no option"):
        gymnasium.make_vec(f"tafelrunde/{title}-v0", num_envs=2, cheat=True)
