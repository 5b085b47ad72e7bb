"""Gymnasium's vector interface: many games, one call for each step.

    python examples/research/gymnasium_vector.py [title] [games at once] [steps]
"""
import sys
import time

import gymnasium
import numpy as np

import tafelrunde.research.gymnasium  # noqa: F401  # registers the titles


def main(title: str = "rheinlaender", games: int = 256, steps: int = 200) -> None:
    envs = gymnasium.make_vec(f"tafelrunde/{title}-v0", num_envs=games, players=3)
    seen, _ = envs.reset(seed=0)
    choice, ended = np.random.default_rng(0), 0
    began = time.perf_counter()
    for _ in range(steps):
        # The legal action with the highest random number: a choice among the legal ones in every
        # game.
        actions = (choice.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)
        seen, _, done, _, _ = envs.step(actions)
        ended += int(done.sum())
    print(f"{games * steps} decisions, {ended} games, {games * steps / (time.perf_counter() - began):,.0f} decisions/s")


if __name__ == "__main__":
    title, *numbers = sys.argv[1:] or ["rheinlaender"]
    main(title, *map(int, numbers))
