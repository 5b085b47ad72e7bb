"""What can be wrong with what a caller gives a game."""
from __future__ import annotations


class TafelrundeError(Exception):
    """Anything that a caller did wrong; nothing has changed."""


class BadPosition(TafelrundeError, ValueError):
    """A position that contradicts itself or the rules; the message names what is wrong."""


class BadOptions(TafelrundeError, ValueError):
    """Options or a number of players that cannot be; the message names what is wrong."""


class BadData(TafelrundeError, ValueError):
    """A data file (cards, board) that cannot be used; the message names the entry and what is wrong with it."""
