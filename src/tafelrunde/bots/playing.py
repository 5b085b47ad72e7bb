"""Letting a bot decide in a match."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .bot import Bot
from .observation import Observation

if TYPE_CHECKING:
    from ..match.match import Match


def take_turn(match: Match, seat: int, bot: Bot, time_left: float | None = None) -> str:
    """Carry out one decision of a bot and return the action; its note precedes it in the record."""
    action = bot.decide(Observation.of(match, seat, time_left))
    if bot.note:
        match.comment(bot.note)
    match.play(action, seat=seat)
    return action
