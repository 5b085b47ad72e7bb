"""PettingZoo: every seat is an agent, turn by turn; then all of them in parallel.

    python examples/research/pettingzoo_turns.py [title] [players]
"""
import sys

from tafelrunde.research import pettingzoo


def turn_by_turn(title: str, players: int) -> dict[str, float]:
    env = pettingzoo.env(title, players=players)
    env.reset(seed=3)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        returns[agent] += reward
        env.step(None if over or cut else env.action_space(agent).sample(mask=seen["action_mask"]))
    return returns


def in_parallel(title: str, players: int) -> dict[str, float]:
    env = pettingzoo.parallel_env(title, players=players)
    seen, _ = env.reset(seed=3)
    rewards: dict[str, float] = {}
    while env.agents:
        answers = {agent: env.action_space(agent).sample(mask=seen[agent]["action_mask"]) for agent in env.agents}
        seen, rewards, *_ = env.step(answers)
    return rewards


if __name__ == "__main__":
    title = sys.argv[1] if len(sys.argv) > 1 else "king_and_intriguer"
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    print("turn by turn:", turn_by_turn(title, players))
    print("in parallel: ", in_parallel(title, players))
