"""Single environments and batches beside others', in one run on one machine: docs/research.md quotes this.

    python benchmarks/research/measure.py [seconds for each] [title …]

Every environment is stepped from Python with random legal actions, as its documentation does it.  What is not installed is
left out and named.
"""
from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

import tafelrunde as tr

Player = Callable[[], Iterator[int]]
"""Something that plays on and tells, now and then, how many decisions it has made since."""


def rate(player: Player, seconds: float) -> float:
    """Decisions a second of processor time, after a short warm-up."""
    playing = player()
    next(playing)
    began, decisions = time.process_time(), 0
    while time.process_time() - began < seconds:
        decisions += next(playing)
    return decisions / (time.process_time() - began)


def usual(title: str) -> int:
    return min(4, tr.game(title).seats[1])


# ------------------------------------------------------------ ours


def bare(title: str) -> Player:
    """Whole random games in the compiled loop, on one core: the measure for batches."""
    game = tr.game(title)
    configured = game.configured(usual(title))

    def playing() -> Iterator[int]:
        first = 0
        while True:
            lengths, _, _ = game.compiled.play_seeds(configured, first, 100)
            first += 100
            yield int(lengths.sum())

    return playing


def batch(title: str, games: int = 1024, look: bool = False, alone: bool = True) -> Player:
    """`Batch.step` on one core; its random actions are chosen outside the clock's interest but inside its time."""
    from tafelrunde.research import Batch

    def playing() -> Iterator[int]:
        b = Batch(title, usual(title), games, threads=1 if alone else None)
        while True:
            b.step(b.random_actions())
            if look:
                assert len(b.observe()) == len(b.legal)
            yield games

    return playing


def gymnasium_single(title: str) -> Player:
    import gymnasium

    import tafelrunde.research.gymnasium  # noqa: F401

    def playing() -> Iterator[int]:
        env = gymnasium.make(f"tafelrunde/{title}-v0", players=usual(title)).unwrapped
        steps = 0
        while True:
            seen, _ = env.reset()
            over, before = False, env.single.batch.steps
            while not over:
                seen, _, over, _, _ = env.step(int(np.random.choice(np.flatnonzero(seen["action_mask"]))))
            steps = env.single.batch.steps - before
            yield steps

    return playing


def pettingzoo_aec(make: Callable[[], object]) -> Player:
    def playing() -> Iterator[int]:
        env = make()
        while True:
            env.reset()
            decisions = 0
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
                decisions += 1
            yield decisions

    return playing


def our_pettingzoo(title: str) -> Player:
    from tafelrunde.research import pettingzoo

    return pettingzoo_aec(lambda: pettingzoo.env(title, players=usual(title)))


def open_spiel(name: str, parameters: dict[str, object] | None = None) -> Player:
    import pyspiel

    import tafelrunde.research.openspiel  # noqa: F401

    def playing() -> Iterator[int]:
        game = pyspiel.load_game(name, parameters or {})
        while True:
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, chances)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    decisions += 1
            yield decisions

    return playing


# ------------------------------------------------------------ others'


def connect_four() -> Player:
    from pettingzoo.classic import connect_four_v3

    return pettingzoo_aec(connect_four_v3.env)


def catanatron() -> Player:
    from catanatron import Color, Game, RandomPlayer

    def playing() -> Iterator[int]:
        while True:
            game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)])
            game.play()
            state = game.state
            yield len(getattr(state, "action_records", None) or state.actions)

    return playing


def pgx_batch(name: str = "backgammon", games: int = 1024) -> Player:
    import jax
    import jax.numpy as jnp
    import pgx

    def playing() -> Iterator[int]:
        env = pgx.make(name)
        begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
        choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1))
        key = jax.random.PRNGKey(0)
        state = begin(jax.random.split(key, games))
        while True:
            key, one, two = jax.random.split(key, 3)
            state = step(state, choose(one, state.legal_action_mask), jax.random.split(two, games))
            state.terminated.block_until_ready()
            yield games

    return playing


def rows(titles: list[str]) -> Iterator[tuple[str, Callable[[], Player]]]:
    for title in titles:
        yield f"{title}: bare compiled rules, one core", lambda t=title: bare(t)
        yield f"{title}: Batch.step of 1,024, one core", lambda t=title: batch(t)
        yield f"{title}: … with observations and masks", lambda t=title: batch(t, look=True)
        yield f"{title}: Gymnasium", lambda t=title: gymnasium_single(t)
        yield f"{title}: PettingZoo", lambda t=title: our_pettingzoo(t)
        yield f"{title}: OpenSpiel, sampled chance", lambda t=title: open_spiel(f"tafelrunde_{t}", {"chance": "sampled"})
    yield "OpenSpiel gin_rummy (C++)", lambda: open_spiel("gin_rummy")
    yield "OpenSpiel backgammon (C++)", lambda: open_spiel("backgammon")
    yield "PettingZoo connect four", connect_four
    yield "Catanatron", catanatron
    yield "Pgx backgammon, batch of 1,024, CPU", pgx_batch


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print("| what | decisions/s of processor time |\n|---|---|")
    for name, make in rows(sys.argv[2:] or list(tr.games())):
        try:
            print(f"| {name} | {rate(make(), seconds):,.0f} |", flush=True)
        except ImportError as missing:
            print(f"| {name} | not installed ({missing.name}) |", flush=True)


if __name__ == "__main__":
    main()
