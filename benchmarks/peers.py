"""Other engines playing at random, each in its own way, and how a rate is taken: for `run.py` and
`research/measure.py`.
"""
from __future__ import annotations

import os
import platform
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Play = Callable[[int], int]
"""Plays for a while (a game, a step of a batch) with a seed, and returns the number of decisions.
"""


def rate(play: Play, seconds: float) -> float:
    """Decisions a second of processor time, all threads counted; it is run once before to warm
    up.
    """
    play(0)
    began, decisions, seed = time.process_time(), 0, 1
    while time.process_time() - began < seconds:
        decisions += play(seed)
        seed += 1
    return decisions / (time.process_time() - began)


def machine() -> str:
    """The processor, the number of cores and the Python version."""
    model = "unknown processor"
    info = Path("/proc/cpuinfo")
    if info.exists():
        model = next((line.partition(":")[2].strip() for line in info.read_text().splitlines()
                      if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def open_spiel(name: str, parameters: dict[str, Any] | None = None) -> Play:
    """A game of OpenSpiel, driven from Python as its documentation does it."""
    import pyspiel

    game = pyspiel.load_game(name, parameters or {})

    def play(seed: int) -> int:
        choice, state, decisions = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choice.choices(outcomes, weights)[0])
            else:
                state.apply_action(choice.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def turn_by_turn(env: Any) -> Play:
    """An environment of PettingZoo, as its documentation plays it."""
    import numpy as np

    def play(seed: int) -> int:
        env.reset(seed=seed)
        choice, decisions = random.Random(seed), 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(int(choice.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += 1
        return decisions

    return play


def tictactoe() -> Play:
    """PettingZoo's smallest game."""
    from pettingzoo.classic import tictactoe_v3

    return turn_by_turn(tictactoe_v3.env())


def connect_four() -> Play:
    """PettingZoo's connect four."""
    from pettingzoo.classic import connect_four_v3

    return turn_by_turn(connect_four_v3.env())


def catanatron() -> Play:
    """Catanatron's Settlers with its random players."""
    from catanatron import Color, Game, RandomPlayer

    def play(seed: int) -> int:
        game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)], seed=seed)
        game.play()
        return len(getattr(game.state, "action_records", None) or game.state.actions)

    return play


def pgx_batch(name: str, games: int) -> Play:
    """A batch of Pgx on the processor: a step of all its games, with random legal actions and
    automatic restart.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1))
    state = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))]

    def play(seed: int) -> int:
        one, two = jax.random.split(jax.random.PRNGKey(seed))
        state[0] = step(state[0], choose(one, state[0].legal_action_mask), jax.random.split(two, games))
        state[0].terminated.block_until_ready()
        return games

    return play
