"""OpenSpiel: its information-set Monte Carlo tree search on Toledo, against a random player.

    python examples/research/openspiel_ismcts.py [simulations] [games] [turn cap]
"""
import sys
from random import Random

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import tafelrunde.research.openspiel  # noqa: F401  # registers the titles


class Cutoff(mcts.RandomRolloutEvaluator):
    """A rollout that would take long is cut off: the player ahead in points counts as the
    winner.
    """

    def evaluate(self, state):
        line = state.line
        points = np.array([line.game.law.points(line.state, p) for p in range(state.num_players())], float)
        return np.tanh((points - points.mean()) / 10)


def main(simulations: int = 30, games: int = 2, cap: int = 25) -> None:
    game = pyspiel.load_game("tafelrunde_toledo", {"players": 2, "turn_cap": cap, "chance": "sampled"})
    returns = []
    for number in range(games):
        choice, searcher = Random(number), number % 2
        bot = ismcts.ISMCTSBot(game, uct_c=1.0, max_simulations=simulations, evaluator=Cutoff(),
                               random_state=np.random.RandomState(number),
                               final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
                               use_observation_string=True)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(0)  # sampled: one outcome that stands for any
            elif state.current_player() == searcher:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(choice.choice(state.legal_actions()))
        returns.append(state.returns()[searcher])
        line = state.line
        print(f"game {number}: points {[line.game.law.points(line.state, p) for p in range(2)]}, search is seat {searcher}")
    print(f"mean return of the search: {np.mean(returns):+.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
