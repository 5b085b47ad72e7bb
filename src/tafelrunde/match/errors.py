"""What can go wrong in a match, each with a message that says what is wrong and where."""
from __future__ import annotations

from dataclasses import dataclass

from ..kernel.errors import TafelrundeError


@dataclass(frozen=True)
class Reason:
    """Why something is not allowed: the id of the rule and a sentence."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


class UnknownGame(TafelrundeError):
    """There is no such game."""


class IllegalAction(TafelrundeError):
    """The action is not legal now: `.rule` and `.text` say why."""

    def __init__(self, action: str, seat: int, reason: Reason) -> None:
        super().__init__(f"{action!r} by seat {seat}: {reason}")
        self.action = action
        self.seat = seat
        self.rule = reason.rule
        self.text = reason.text
        self.reason = reason


class CannotUndo(TafelrundeError):
    """Nothing can be taken back; `.reason` is a key (nothing, others, chance, revealed), the message a sentence."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class BadRecord(TafelrundeError):
    """A record that cannot be read or replayed; `.line` is the number of the line, from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line
        self.what = what


class Unverified(TafelrundeError):
    """The chance of a record is not what its secret gives."""


__all__ = ["BadRecord", "CannotUndo", "IllegalAction", "Reason", "TafelrundeError", "UnknownGame", "Unverified"]
