"""Bots that think elsewhere: on a player's device, in the title's module.

A question contains what an honest bot gets: a position that agrees with everything the seat knows,
and the choices. The client's side is `web/src/engine/kernels/asking.ts`.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..kernel import Game
from ..kernel.packing import Packing
from .bot import Bot
from .explaining import Thought
from .judgement import in_secret
from .machines import MACHINES
from .net import layout
from .net.weights import Weights
from .observation import Observation, imagine, seen_since
from .strong import StrongBot

if TYPE_CHECKING:
    from ..match.match import Match

LEVELS = ("simple", "skilled", "strong", "master")
"""The levels that a device can play."""


def openness(game: Game) -> Any:
    """The title's room that declares when a seat has no secrets; None where a title's seats always
    have some.
    """
    return game.room("openness")


def shared(match: Match, seat: int, reader: int) -> Observation | None:
    """What a pending seat may know, made from nothing but what another seat may know; None unless
    that is the same.

    Whether they differ follows from what everybody sees, so asking reveals nothing. A decision that
    is itself secret (a dial) is not shared either, because whoever computed it would know it.
    """
    game = match.game
    room = openness(game)
    if room is None or not room.knows_no_more(match.seen(None), seat):
        return None
    known = imagine(game, match.state, reader, match.decisions)
    ids = tuple(game.legal_ids(known, seat))
    if any(game.actions.verb_of[action].secret for action in ids):
        return None
    return Observation(game, seat, imagine(game, known, seat, match.decisions), ids, match.decisions,
                       _openly(match, seen_since(match, seat)))


def _openly(match: Match, moves: Any) -> Any:
    """Decisions that everybody saw; None if others are among them."""
    if not moves or any(match.game.actions.verb_of[action].secret for _, action in moves):
        return None
    return None if match.history.veiled() & set(range(match.decisions - len(moves), match.decisions)) else moves


def question(bot: Bot, observation: Observation, match: str = "") -> tuple[dict[str, Any], Any]:
    """What a device is asked in place of a bot (of `LEVELS`), and the state that it will think
    about.

    `match` names the match and the seat. With it, the device keeps its tree from one decision to
    the next. `net` is what only `master` needs.
    """
    root = observation.imagine(bot.random.getrandbits(40))
    weights: Weights | None = getattr(bot, "weights", None)
    asked: dict[str, Any] = {
        "title": bot.game.name, "level": "master" if weights else "strong" if isinstance(bot, StrongBot) else bot.level,
        "root": Packing(bot.game.fields).pack(root), "seat": observation.seat,
        "choices": list(bot.choices(observation)), "seed": bot.random.getrandbits(40)}
    if match:
        asked["match"] = match
        if observation.since:
            asked["since"] = [list(move) for move in observation.since]
    if in_secret(bot.game, root, observation.seat):
        asked["secret"] = True
    if weights:
        asked["net"] = layout.told(bot.game, root, weights)
    return asked, root


def budget(bot: Bot) -> dict[str, int]:
    """How long a device may think for a bot."""
    if not isinstance(bot, StrongBot):
        return {}
    return {"iterations": bot.nodes} if bot.nodes else {"milliseconds": round(1000 * bot.box)}


def thought(bot: Bot, root: Any, answer: Mapping[str, Any]) -> Thought:
    """What the device was thinking, so that it can be put into words."""
    line = [(int(seat), int(action)) for seat, action in answer["line"]]
    machine = MACHINES.module(bot.game) or MACHINES.interpreter(bot.game)
    return Thought(machine, root, line[0][0], line, answer["before"], answer["after"], int(answer["simulations"]))
