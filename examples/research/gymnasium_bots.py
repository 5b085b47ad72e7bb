"""Gymnasium: a random agent against the bots of a level.

    python examples/research/gymnasium_bots.py [title] [level] [games]
"""
import sys

import gymnasium
import numpy as np

import tafelrunde.research.gymnasium  # noqa: F401  # registers the titles


def main(title: str = "toledo", level: str = "random", games: int = 5) -> None:
    env = gymnasium.make(f"tafelrunde/{title}-v0", players=2 if title == "toledo" else 3, opponents=level, seat=None)
    rewards = []
    for game in range(games):
        seen, told = env.reset(seed=game)
        over = False
        while not over:
            action = env.action_space.sample(mask=seen["action_mask"])
            seen, reward, over, _, told = env.step(action)
        rewards.append(reward)
        print(f"game {game}: seat {told['seat']}, points {told['points'].tolist()}, reward {reward:+.2f}")
    print(f"mean reward against {level}: {np.mean(rewards):+.2f}")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(*arguments[:2], *map(int, arguments[2:]))
