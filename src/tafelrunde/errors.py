"""Errors that a caller can make, each with a message that says what is wrong and where.

Nothing else is imported here, so that `import tafelrunde` is quick.
"""
from __future__ import annotations

from typing import NamedTuple


class TafelrundeError(Exception):
    """Any mistake of a caller; nothing has changed."""


class BadPosition(TafelrundeError, ValueError):
    """A position that contradicts itself or the rules; the message names what is wrong."""


class BadOptions(TafelrundeError, ValueError):
    """Options or a number of players that are impossible; the message names what is wrong.

    `option` is the one that clashes with another or with the number of players, where the game's
    texts tell it (`clash`); `reason` is which of several clashes it is, and `arguments` what its
    sentence speaks of.
    """

    def __init__(self, message: str, option: str = "", reason: str = "", **arguments: int | str) -> None:
        super().__init__(message)
        self.option = option
        self.reason = reason
        self.arguments = arguments


class BadData(TafelrundeError, ValueError):
    """A data file (cards, board) that cannot be used; the message names the entry and what is wrong
    with it.
    """


class BrokenGame(TafelrundeError, ImportError):
    """A game of another package that does not load; the message names it and says why."""


class Reason(NamedTuple):
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
    """Nothing can be taken back; `.reason` is a key (nothing, others, chance, revealed), the
    message a sentence.
    """

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
    """A record's draws do not match its secret."""
