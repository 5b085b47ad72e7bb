"""Gymnasium: one seat against bots, and many games at once through the vector interface.

    import gymnasium
    env = gymnasium.make("tafelrunde/toledo-v0", players=3, opponents="simple")
    envs = gymnasium.make_vec("tafelrunde/toledo-v0", num_envs=1024, players=2)

Options of the title are further keywords: `gymnasium.make("tafelrunde/el_grande-v0", short=True)`.
"""
from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import tafelrunde as tr

from ..bots.observation import Observation, imagine
from .asking import BatchError
from .batch import Batch, whole
from .single import REFUSE, Single, returns_of, spaces_of

NAMESPACE = "tafelrunde"
MOST_SEED = 2**31 - 1
NO_OPTIONS = "options: a reset takes none; give them when making the environment"


class TafelrundeEnv(gym.Env[dict[str, Any], np.int64]):
    """One seat of a game; bots play the others.

    An observation is {"observation": what the seat may know, "action_mask": what is legal}. The
    reward is 0 until the end: 1 for a sole winner, -1 / (players - 1) for the others; tied winners
    share it. `seat` is the agent's, or None for a different one in each game. `opponents` is the
    level of the bots (docs/bots.md), or a list with one for each of the others.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  # Gymnasium declares it so

    def __init__(self, title: str, players: int = 4, seat: int | None = 0, opponents: str | list[str] = "random",
                 illegal: str = REFUSE, render_mode: None = None, **options: Any) -> None:
        self.single = Single(title, players, options, illegal)
        self.title, self.players = title, players
        self.fixed = None if seat is None else whole("seat", seat, 0, players - 1)
        levels = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(levels) != players - 1:
            raise BatchError(f"opponents: one level, or one for each of {players - 1} other seats; not {opponents!r}")
        self.levels = levels
        self.bots = [self.bot(level) for level in levels]
        self.seat = self.fixed or 0
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces_of(self.single.batch)

    def bot(self, level: str) -> Any:
        """A bot; None for one that plays at random and needs no search."""
        from ..bots.levels import check_level, make

        check_level(level)
        return None if level == "random" else make(level, self.single.batch.game, seed=0, threads=1)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game and go to the agent's first decision."""
        super().reset(seed=seed)
        if options:
            raise BatchError(NO_OPTIONS)
        self.single.begin(int(self.np_random.integers(MOST_SEED)))
        self.seat = int(self.np_random.integers(self.players)) if self.fixed is None else self.fixed
        for bot in self.bots:
            if bot is not None:
                bot.random.seed(int(self.np_random.integers(MOST_SEED)))
        self.others_play()
        return self.observed(), self.told()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The agent's decision, then the others' up to its next one."""
        if self.single.seat != self.seat:
            raise BatchError("step: the game is over; call reset")
        self.single.act(action)
        self.others_play()
        over = self.single.seat < 0
        return self.observed(), float(self.single.returns()[self.seat]), over, False, self.told()

    def others_play(self) -> None:
        """The bots decide until it is the agent's turn or the game is over."""
        while (seat := self.single.seat) not in (-1, self.seat):
            bot = self.bots[(seat - self.seat - 1) % self.players]
            self.single.act(self.any_action() if bot is None else self.decision(bot, seat))

    def any_action(self) -> int:
        """One of the legal actions."""
        return int(self.np_random.choice(np.flatnonzero(self.single.batch.legal[0])))

    def decision(self, bot: Any, seat: int) -> int:
        """What a bot decides, given what its seat may know."""
        batch = self.single.batch
        legal = tuple(np.flatnonzero(batch.legal[0]).tolist())
        imagined = imagine(batch.game, batch.perfect_state(0), seat, batch.steps)
        return batch.actions.id(bot.decide(Observation(batch.game, seat, imagined, legal, batch.steps)))

    def observed(self) -> dict[str, Any]:
        """What the agent sees."""
        return self.single.observation(self.seat)

    def told(self) -> dict[str, Any]:
        """The agent's seat and everybody's points."""
        return {"seat": self.seat, "points": self.single.batch.points[0]}

    def close(self) -> None:
        """Close the bots."""
        for bot in self.bots:
            if bot is not None:
                bot.close()


class TafelrundeVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Many games at once; an agent plays every seat.

    Each step is one decision of `info["seat"][i]` in game i. A reward belongs to the seat that
    decided and is given when its decision ends the game. `info["returns"]` has everybody's rewards,
    and `info["ended"]` tells which games ended. An ended game has already begun again when its last
    reward is given (Gymnasium's same-step mode): the observation is the next game's.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # likewise

    def __init__(self, title: str, num_envs: int = 1, players: int = 4, threads: int | None = None, kind: str = "seat",
                 render_mode: None = None, **options: Any) -> None:
        self.batch = Batch(title, players, num_envs, options, threads=threads)
        self.num_envs = num_envs
        self.kind = kind
        self.render_mode = render_mode
        spaces, self.single_action_space = spaces_of(self.batch)
        if kind != "seat":
            seen = self.batch.observe(kind)
            spaces["observation"] = gym.spaces.Box(-1000, 1000, seen.shape[1:], seen.dtype.type)
        self.single_observation_space = spaces
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Begin every game; game i with the seed `seed + i`."""
        if isinstance(seed, list):
            raise BatchError("seed: one number; game i begins with seed + i")
        super().reset(seed=seed)
        if options:
            raise BatchError(NO_OPTIONS)
        self.batch.reset(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        return self.observed(), {"seat": self.batch.seat.copy()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision in every game."""
        batch = self.batch
        before = batch.seat.copy()
        batch.step(actions)
        done = batch.done.copy()
        returns = np.where(done[:, None], returns_of(batch.result), 0)
        rewards = returns[np.arange(self.num_envs), before]
        told = {"seat": batch.seat.copy(), "ended": done, "returns": returns, "points": batch.final}
        return self.observed(), rewards, done, np.zeros(self.num_envs, np.bool_), told

    def observed(self) -> dict[str, Any]:
        """What the deciding seats see, and their legal actions."""
        return {"observation": self.batch.observe(self.kind), "action_mask": self.batch.legal.view(np.int8)}


def register() -> None:
    """Register every title with Gymnasium as `tafelrunde/<title>-v0`; done once."""
    for title in tr.games():
        name = f"{NAMESPACE}/{title}-v0"
        if name not in gym.registry:
            makers: dict[str, Any] = {"entry_point": TafelrundeEnv, "vector_entry_point": TafelrundeVectorEnv}
            gym.register(name, **makers, kwargs={"title": title}, disable_env_checker=True)


register()
