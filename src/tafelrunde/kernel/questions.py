"""What a title asks recorded games: declared in its room `questions`, answered by the lab
(docs/bots.md §7).
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

ANY = "*"
"""Stands for every verb."""
Label = Callable[[Any, Sequence[int]], str]
"""From the state before a decision and an event's numbers to what was chosen; empty: not
counted.
"""


@dataclass(frozen=True)
class Compare:
    """Which of several things seats had or chose, and how those games ended for them.

    Each is told by an event (`what` names the argument that tells which, or is a Label), or it is
    the argument of a verb, named by the texts of a `meaning`; of the verb ANY, it is the verb
    itself. `where` keeps to events with these words, `first` to that many of a seat's first ones.
    `by` asks again by "round" (`rounds` of them together) or by "position" in the round.
    """

    name: str
    title: str
    event: str = ""
    what: str | Label = ""
    verb: str = ""
    meaning: str = ""
    where: Mapping[str, str] = field(default_factory=dict[str, str])
    first: int = 0
    by: tuple[str, ...] = ()
    rounds: int = 1
    ordered: bool = False
    """Whether the rows stand in the order of the words (power cards from 1 to 13) and not by
    worth.
    """


@dataclass(frozen=True)
class Tally:
    """How often something happened to a seat (or how much: `each` names the argument that counts).

    `seat` names the argument that tells to whom. With `split`, each word of that argument has its
    own row, named by the title's texts.
    """

    says: str
    event: str
    seat: str = "seat"
    each: str = ""
    where: Mapping[str, str] = field(default_factory=dict[str, str])
    split: str = ""


@dataclass(frozen=True)
class Tallies:
    """Several of them in one table.  `points` says that they count points: then it is asked which
    of them decide, not what goes with one more.
    """

    name: str
    title: str
    of: tuple[Tally, ...]
    points: bool = False


Question = Compare | Tallies
