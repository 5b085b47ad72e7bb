"""Clear errors about a caller's arguments; nothing has changed when one is raised."""
from __future__ import annotations

from typing import Any

from ..errors import IllegalAction, Reason, TafelrundeError
from ..kernel import Game


class BatchError(TafelrundeError, ValueError):
    """An invalid argument; the message names it."""


class IllegalInBatch(IllegalAction):
    """An action that is illegal in one of the games: `.game` is its number in the batch."""

    def __init__(self, number: int, action: str, seat: int, reason: Reason) -> None:
        super().__init__(action, seat, reason)
        self.args = (f"game {number}: {self.args[0]}; no game was changed",)
        self.game = number


def why_not(game: Game, s: Any, seat: int, action: int) -> Reason:
    """The rule that forbids an illegal action, and a sentence."""
    from ..match.fairness import secret_from
    from ..match.match import Match

    reason = Match.from_state(game, s, secret_from(0)).why_not(name_of(game, action), seat)
    return reason or Reason("N-2", "It is not among the legal actions.")


def name_of(game: Game, action: int) -> str:
    """An action's name, or its number if it has none."""
    return game.actions.name(action) if 0 <= action < len(game.actions) else str(action)
