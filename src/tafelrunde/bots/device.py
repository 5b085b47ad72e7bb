"""Bots that think elsewhere: on the device of a player, in the title's module.

A question holds what an honest bot has: a position that agrees with all the seat knows, and the
choices.  The client's side is `web/src/engine/kernels/asking.ts`.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kernel.packing import Packing
from .bot import Bot
from .explaining import Thought
from .judgement import in_secret
from .machines import MACHINES
from .observation import Observation
from .strong import StrongBot


def question(bot: Bot, observation: Observation, match: str = "") -> tuple[dict[str, Any], Any]:
    """What a device is asked in place of a bot (`simple` or `strong`), and the state that it will think about.

    `match` names the match and the seat: then the device keeps its tree from decision to decision.
    """
    root = observation.imagine(bot.random.getrandbits(40))
    asked: dict[str, Any] = {
        "title": bot.game.name, "level": bot.level, "root": Packing(bot.game.fields).pack(root), "seat": observation.seat,
        "choices": list(bot.choices(observation)), "seed": bot.random.getrandbits(40)}
    if match:
        asked["match"] = match
        if observation.since:
            asked["since"] = [list(move) for move in observation.since]
    if in_secret(bot.game, root, observation.seat):
        asked["secret"] = True
    return asked, root


def budget(bot: Bot) -> dict[str, int]:
    """How long a device may think for a bot."""
    if not isinstance(bot, StrongBot):
        return {}
    return {"iterations": bot.nodes} if bot.nodes else {"milliseconds": round(1000 * bot.box)}


def thought(bot: Bot, root: Any, answer: Mapping[str, Any]) -> Thought:
    """What the device had in mind, so that it can be said in words."""
    line = [(int(seat), int(action)) for seat, action in answer["line"]]
    machine = MACHINES.module(bot.game) or MACHINES.interpreter(bot.game)
    return Thought(machine, root, line[0][0], line, answer["before"], answer["after"], int(answer["simulations"]))
