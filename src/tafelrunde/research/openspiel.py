"""OpenSpiel: every title as a Python game, registered when this module is imported.

    import pyspiel
    import tafelrunde.research.openspiel
    game = pyspiel.load_game("tafelrunde_toledo", {"players": 3, "turn_cap": 50})

`chance=explicit` has a chance node for every draw, with its true probabilities; `chance=sampled`
one node for all draws after a decision, whose outcome is sampled (`seed` begins the samples).
Simultaneous secret decisions are made one after another, the lower seat first; the others learn
nothing of it.  A title's options are parameters; a list is written with `+` between.
"""
from __future__ import annotations

import hashlib
import json
from copy import copy
from random import Random
from typing import Any

import numpy as np
import pyspiel

import tafelrunde as tr

from ..kernel import LISTED, MEMORY, OWN_MEMORY, OWNER, PUBLIC, Game, Option, seed_generator
from ..kernel.observing import encoder, schema, seats_in_use
from .asking import BatchError, name_of, why_not
from .drawing_lots import Line
from .single import returns_of

PREFIX = "tafelrunde_"
MOST_MOVES = 20_000
DIGEST_BITS = 64
CHANCE = ("explicit", "sampled")


def numeric(option: Option) -> bool:
    """Whether an option's choices are numbers (or "none", which is 0): OpenSpiel reads a text of
    digits as a number.
    """
    return bool(option.choices) and all(choice.isdigit() or choice == "none" for choice in option.choices)


def parameter(option: Option) -> Any:
    """The default of an option as OpenSpiel knows parameters: a flag, a number or a text."""
    if option.slots:
        return json.dumps(option.default)
    if option.several:
        return "+".join(option.default)
    return int(option.default.replace("none", "0")) if numeric(option) else option.default


def read_entries(option: Option, text: str) -> Any:
    """Entries as JSON; BadOptions if the text is not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        raise tr.BadOptions(f"options.{option.name}: expected JSON; not {text[:60]!r}") from None


def option_value(option: Option, value: Any) -> Any:
    """An option's value from a parameter."""
    if option.slots and isinstance(value, str):
        return read_entries(option, value)
    if option.several and isinstance(value, str):
        return [word for word in value.split("+") if word]
    return ("none" if value == 0 else str(value)) if numeric(option) else value


def game_type(title: str, chance: str = "explicit") -> pyspiel.GameType:
    """A title's description for OpenSpiel."""
    game = tr.game(title)
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"{PREFIX}{title}", long_name=f"Tafelrunde: {title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance == "explicit" else modes.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1], min_num_players=game.seats[0],
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"players": usual(game), "chance": "explicit", "seed": 0,
                                 **{o.name: parameter(o) for o in game.options}})


def usual(game: Game) -> int:
    """The default number of players."""
    return min(4, game.seats[1])


class TafelrundeGame(pyspiel.Game):
    """A title; `register` makes a subclass for each."""

    title = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules = tr.game(self.title)
        known = {"players", "chance", "seed", *(o.name for o in self.rules.options)}
        if unknown := sorted(set(given) - known):
            raise BatchError(f"{self.title} has no parameter {', '.join(unknown)} (it has: {', '.join(sorted(known))})")
        self.players = given.get("players", usual(self.rules))
        self.chance = given.get("chance", "explicit")
        if self.chance not in CHANCE:
            raise BatchError(f"chance: one of {', '.join(CHANCE)}; not {self.chance!r}")
        self.options = {o.name: option_value(o, given[o.name]) for o in self.rules.options if o.name in given}
        self.configured = self.rules.configured(self.players, self.options)
        self.used = seats_in_use(self.configured)
        self.cells = schema(self.rules, self.configured)
        self.encode = encoder(self.rules)
        self.samples = Random(given.get("seed", 0))  # noqa: S311  # chance of a simulation
        most = max(84, *(max(f.shape, default=0) for f in self.rules.fields), 62)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.actions), max_chance_outcomes=most if self.chance == "explicit" else 1,
            num_players=self.players, min_utility=-1.0 / (self.players - 1), max_utility=1.0, utility_sum=0.0,
            max_game_length=MOST_MOVES)
        super().__init__(game_type(self.title, self.chance), info, given)

    def new_initial_state(self, state: str | None = None) -> TafelrundeState:
        """A game that has not begun."""
        return TafelrundeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TafelrundeObserver:
        """The object that turns states into strings and tensors."""
        return TafelrundeObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def seen(self, s: Any, seat: int) -> list[int]:
        """What a seat may know about a state."""
        found = [0] * len(self.cells)
        self.encode(s, seat, *self.used, found, 0, 1)
        return found


class Trail:
    """For every seat a hash of everything that it has seen and done so far, step by step: its
    information state.
    """

    def __init__(self, game: TafelrundeGame) -> None:
        fields = game.rules.fields
        self.common = [f.name for f in fields if f.visible in (PUBLIC, MEMORY, OWN_MEMORY)]
        self.own = [f.name for f in fields if f.visible is OWNER]
        self.listed = [(f.name, f.by) for f in fields if f.visible is LISTED]
        self.hashes = [bytes(DIGEST_BITS // 8)] * game.players

    def add(self, s: Any, who: int, action: int, secret: bool) -> None:
        """Record a decision and the state after it."""
        common = repr((who, [getattr(s, name) for name in self.common]))
        for seat, before in enumerate(self.hashes):
            told = action if who == seat or not secret else -1
            own = [getattr(s, name)[seat] for name in self.own]
            shown = [[v for v, seats in zip(getattr(s, name), getattr(s, by), strict=True) if seats >> seat & 1]
                     for name, by in self.listed]
            text = f"{common} {told} {own} {shown}".encode()
            self.hashes[seat] = hashlib.blake2b(before + text, digest_size=DIGEST_BITS // 8).digest()

    def known_to(self, player: int) -> Trail:
        """The same for a player who does not know what the others have seen."""
        other = copy(self)
        other.hashes = [h if seat == player else hashlib.blake2b(self.hashes[player] + bytes([seat]), digest_size=8).digest()
                        for seat, h in enumerate(self.hashes)]
        return other

    def __deepcopy__(self, memo: Any) -> Trail:
        other = copy(self)
        other.hashes = self.hashes.copy()
        return other


class TafelrundeState(pyspiel.State):
    """A state of a game: a decision, a draw, or the end."""

    def __init__(self, game: TafelrundeGame) -> None:
        super().__init__(game)
        self.line = Line(game.title, game.players, game.options)
        self.trail = Trail(game)
        self.note(-1, -1)

    # ------------------------------------------------------------ the tree

    def current_player(self) -> Any:
        """Who decides: a seat, chance or nobody."""
        if self.line.weights:
            return pyspiel.PlayerId.CHANCE
        seat = self.line.seat
        return pyspiel.PlayerId.TERMINAL if seat < 0 else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.line.weights and self.line.seat < 0

    def _legal_actions(self, player: int) -> list[int]:
        return self.line.legal if player == self.line.seat else self.line.game.legal_ids(self.line.state, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn, with its probabilities; if chance is sampled, one outcome that stands
        for all.
        """
        if self.get_game().chance == "sampled":
            return [(0, 1.0)]
        total = sum(weight for _, weight in self.line.weights)
        return [(outcome, weight / total) for outcome, weight in self.line.weights]

    def _apply_action(self, action: int) -> None:
        line = self.line
        if not line.weights:
            if action not in line.legal:
                reason = why_not(line.game, line.state, line.seat, action)
                raise tr.IllegalAction(name_of(line.game, action), line.seat, reason)
            line.decide(line.seat, action)
        elif self.get_game().chance == "explicit":
            line.draw(action)
        else:
            samples = self.get_game().samples
            while line.weights:
                outcomes, weights = zip(*line.weights, strict=True)
                line.draw(samples.choices(outcomes, weights)[0])
        self.note(*(line.decision or (-1, -1)))

    def note(self, seat: int, action: int) -> None:
        """Once a decision is carried out, everybody has seen its result."""
        if not self.line.weights:
            secret = action >= 0 and bool(self.line.game.actions.verb_of[action].secret)
            self.trail.add(self.line.state, seat, action, secret)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return name_of(self.line.game, action)

    def returns(self) -> list[float]:
        """Everybody's return: 0 before the end, then 1 for a sole winner and -1 / (players - 1) for
        the others.
        """
        players = self.get_game().players
        if not self.is_terminal():
            return [0.0] * players
        standings = np.array([self.line.game.law.standing(self.line.state, p) for p in range(players)])
        best = standings == standings.max()
        return [float(x) for x in returns_of(best / best.sum())]

    def __str__(self) -> str:
        line = self.line
        told = " ".join(f"{f.name}={getattr(line.state, f.name)}" for f in line.game.fields if f.name != "rng")
        return f"{line.title} {told} decision={line.decision} outcomes={line.outcomes}"

    # ------------------------------------------------------------ other worlds

    def resample_from_infostate(self, player: int, sampler: Any) -> TafelrundeState:
        """A state that the player cannot distinguish from this one; the sampler draws what the
        player cannot know.
        """
        other = self.clone()
        s = self.line.state.clone()
        s.rng = seed_generator(int(sampler() * 2**31))
        self.line.game.law.resample(s, player)
        other.line.state = s
        other.trail = self.trail.known_to(player)
        return other


class TafelrundeObserver:
    """Observations (what a seat may know now) and information states (with a hash of everything it
    has seen and done).
    """

    def __init__(self, game: TafelrundeGame, kind: Any, params: Any) -> None:
        if params:
            raise BatchError(f"observer: it takes no parameters, not {params!r}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            raise BatchError("observer: it shows what everybody sees, with or without what one seat sees")
        self.game, self.recall = game, kind.perfect_recall
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.low = np.array([c.low for c in game.cells], np.float32)
        self.scale = 1 / np.maximum(np.array([c.high for c in game.cells], np.float32) - self.low, 1)
        own = {f.name for f in game.rules.fields if f.visible in (OWNER, LISTED)}
        self.hidden = np.array([c.name.partition("[")[0] in own for c in game.cells])
        size = len(game.cells)
        self.tensor = np.zeros(size + (DIGEST_BITS if self.recall else 0), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.recall:
            self.dict["history"] = self.tensor[size:]

    def numbers(self, state: TafelrundeState, player: int) -> Any:
        """What the player may know, as whole numbers."""
        seen = np.array(self.game.seen(state.line.state, player))
        return seen if self.private else np.where(self.hidden, 0, seen)

    def set_from(self, state: TafelrundeState, player: int) -> None:
        """Write the tensor."""
        self.dict["observation"][:] = np.clip((self.numbers(state, player) - self.low) * self.scale, 0, 1)
        if self.recall:
            self.dict["history"][:] = np.unpackbits(np.frombuffer(state.trail.hashes[player], np.uint8))

    def string_from(self, state: TafelrundeState, player: int) -> str:
        """The same as text: the non-zero numbers by name."""
        seen = self.numbers(state, player)
        told = " ".join(f"{self.game.cells[i].name}={seen[i]}" for i in np.flatnonzero(seen))
        return f"{state.trail.hashes[player].hex()} {told}" if self.recall else f"seat {player}: {told}"


def register() -> None:
    """Register every title with OpenSpiel as `tafelrunde_<title>`; done once."""
    for title in tr.games():
        if f"{PREFIX}{title}" not in pyspiel.registered_names():
            made = type(f"Tafelrunde{title.title().replace('_', '')}", (TafelrundeGame,), {"title": title})
            pyspiel.register_game(game_type(title), made)


register()
