"""PettingZoo: every seat is an agent, turn by turn (`env`) or in parallel (`parallel_env`).

    from tafelrunde.research import pettingzoo
    env = pettingzoo.env("toledo", players=3)

`titled("toledo")` is a module-like object with `env`, `raw_env` and `parallel_env` of one title, as
PettingZoo's own have.
"""
from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from .asking import BatchError
from .batch import whole
from .single import REFUSE, Single, spaces_of

MOST_SEED = 2**31 - 1


class Seats:
    """What both environments have in common: a game, its agents and their spaces."""

    def __init__(self, title: str, players: int, illegal: str, options: dict[str, Any]) -> None:
        self.single = Single(title, players, options, illegal)
        self.agents = [f"seat_{p}" for p in range(players)]
        self.seen, self.actions = spaces_of(self.single.batch)
        self.random = seeding.np_random()[0]

    def begin(self, seed: int | None) -> None:
        """Begin a game; the same seed gives the same games from then on."""
        if seed is not None:
            self.random = seeding.np_random(seed)[0]
        self.single.begin(int(self.random.integers(MOST_SEED)))


class TafelrundeAEC(AECEnv[str, dict[str, Any], Any]):
    """Seats decide one after another.

    In simultaneous secret decisions the lower seat goes first and reveals nothing. With
    `max_cycles` the game is cut off (truncated) once every seat has decided that often.
    """

    def __init__(self, title: str, players: int = 4, max_cycles: int | None = None, illegal: str = REFUSE,
                 render_mode: None = None, **options: Any) -> None:
        super().__init__()
        self.table = Seats(title, players, illegal, options)
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1, 2**31)
        self.metadata = {"name": f"tafelrunde_{title}_v0", "render_modes": [], "is_parallelizable": False}
        self.possible_agents = self.table.agents[:]
        self.agents: list[str] = []
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> Any:
        """What an agent sees, and its legal actions."""
        return self.table.seen

    def action_space(self, agent: str) -> Any:
        """The title's actions."""
        return self.table.actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.decided = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.possible_agents[self.table.single.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; its mask is empty unless it decides."""
        return self.table.single.observation(self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        """The decision of `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.single.act(action)
        self.decided[agent] += 1
        self._cumulative_rewards[agent] = 0.0
        over, cut = self.table.single.seat < 0, self.cut()
        if over:
            self.rewards = dict(zip(self.possible_agents, map(float, self.table.single.returns()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif cut:
            self.truncations = dict.fromkeys(self.agents, True)
        if not over and not cut:
            self.agent_selection = self.possible_agents[self.table.single.seat]
        self._accumulate_rewards()

    def cut(self) -> bool:
        """Whether every seat has decided as often as allowed."""
        return self.max_cycles is not None and min(self.decided.values()) >= self.max_cycles

    def render(self) -> None:
        """There is no rendering."""
        return

    def close(self) -> None:
        """There is nothing to close."""
        return


class TafelrundeParallel(ParallelEnv[str, dict[str, Any], Any]):
    """All seats answer in every step. Those that have nothing to decide answer `wait`, one action
    beyond the title's.

    If several seats decide secretly at once, they do so in one step.
    """

    def __init__(self, title: str, players: int = 4, max_cycles: int | None = None, illegal: str = REFUSE,
                 render_mode: None = None, **options: Any) -> None:
        self.table = Seats(title, players, illegal, options)
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1, 2**31)
        self.metadata = {"name": f"tafelrunde_{title}_v0", "render_modes": []}
        self.possible_agents = self.table.agents[:]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.wait = self.table.single.size
        self._seen = spaces.Dict({"observation": self.table.seen["observation"],
                                  "action_mask": spaces.Box(0, 1, (self.wait + 1,), np.int8)})
        self._actions = spaces.Discrete(self.wait + 1)

    def observation_space(self, agent: str) -> Any:
        """What is seen, and what is legal."""
        return self._seen

    def action_space(self, agent: str) -> Any:
        """The title's actions, and `wait`."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self.observed(), {agent: {} for agent in self.agents}

    def waiting(self) -> list[int]:
        """The seats that decide in this step."""
        single = self.table.single
        seats = 0 if single.seat < 0 else int(single.batch.pending[0])
        return [p for p in range(single.players) if seats >> p & 1]

    def observed(self) -> dict[str, Any]:
        """What everybody sees."""
        return {agent: self.observe(p) for p, agent in enumerate(self.possible_agents)}

    def observe(self, seat: int) -> dict[str, Any]:
        """What a seat sees."""
        batch, mask = self.table.single.batch, np.zeros(self.wait + 1, np.int8)
        if seat in self.waiting():
            mask[:-1] = batch.legal_for(seat)[0]
        else:
            mask[-1] = 1
        return {"observation": batch.observe(seat=seat)[0], "action_mask": mask}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], Any]:
        """Everybody's answers; unknown agents and missing answers are refused before anything
        happens.
        """
        single, agents = self.table.single, self.possible_agents
        if set(actions) != set(self.agents):
            raise BatchError(f"actions: one for each of {', '.join(self.agents) or 'no agents: call reset'}")
        self.check(actions)
        for seat in self.waiting():
            if single.seat == seat:
                single.act(actions[agents[seat]])
        self.cycles += 1
        over = single.seat < 0
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = dict(zip(agents, map(float, single.returns()), strict=True))
        told: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        found = self.observed(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), told
        if over or cut:
            self.agents = []
        return found

    def check(self, actions: dict[str, Any]) -> None:
        """Refuse an illegal answer, with its rule, before any other is carried out."""
        single = self.table.single
        if single.illegal != REFUSE:
            return
        for seat in self.waiting():
            action = whole("action", actions[self.possible_agents[seat]], 0, self.wait)
            if action == self.wait or not single.batch.legal_for(seat)[0][action]:
                from .asking import IllegalInBatch, name_of, why_not

                game = single.batch.game
                reason = why_not(game, single.batch.perfect_state(0), seat, action)
                raise IllegalInBatch(0, "wait" if action == self.wait else name_of(game, action), seat, reason)

    def render(self) -> None:
        """There is no rendering."""
        return


def raw_env(title: str, **arguments: Any) -> TafelrundeAEC:
    """The bare environment, turn by turn."""
    return TafelrundeAEC(title, **arguments)


def env(title: str, **arguments: Any) -> Any:
    """The environment, turn by turn, with PettingZoo's checks of the order of calls."""
    return wrappers.OrderEnforcingWrapper(raw_env(title, **arguments))


def parallel_env(title: str, **arguments: Any) -> TafelrundeParallel:
    """The environment in which all seats answer at once."""
    return TafelrundeParallel(title, **arguments)


def cycled_env(title: str, **arguments: Any) -> Any:
    """The parallel environment, asked seat by seat: all of them answer in every cycle; those with
    nothing to decide `wait`.
    """
    return parallel_to_aec(parallel_env(title, **arguments))


def titled(title: str, **fixed: Any) -> Any:
    """`env`, `raw_env`, `cycled_env` and `parallel_env` of one title."""
    makers = {"env": env, "raw_env": raw_env, "cycled_env": cycled_env, "parallel_env": parallel_env}
    return SimpleNamespace(**{name: partial(maker, title, **fixed) for name, maker in makers.items()})
