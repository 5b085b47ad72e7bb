"""`@rule` and `table`: the two marks that tell the compilers what belongs to a game's law.

A rule is a plain function over a state and can be called as it is. Every machine collects the
marked functions and the tables that they read: the compilers (`targets/`), and the optimiser for
the interpreter (`interpreting.py`).
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Every rule of every module imported so far, in order of definition."""


def rule(function: F) -> F:
    """Mark a function as part of a game's law.

    >>> @rule
    ... def double(s, n):
    ...     return 2 * n
    >>> double(None, 4)
    8
    """
    RULES.append(function)
    return function


class Table(tuple[Any, ...]):
    """A constant table of integers (rows of equal length): a tuple interpreted, an array
    compiled.
    """

    __slots__ = ()


def table(rows: Iterable[Any]) -> Table:
    """A constant table that rules may index.

    >>> table([[1, 2], [3, 4]])[1][0]
    3
    """
    return Table(tuple(row) if isinstance(row, (list, tuple)) else row for row in rows)


def names(title: str, *members: str, **values: int) -> Any:
    """Named numbers for rules: `Phase = names("Phase", "POWER", "TURNS")`, then `Phase.TURNS` is 1.

    The result is a module object: its attributes are constants for the compilers and plain, fast
    integers for the interpreter (an IntEnum costs the interpreter a third of its speed).

    >>> Phase = names("Phase", "POWER", "TURNS")
    >>> Phase.TURNS, name_of(Phase, 0)
    (1, 'POWER')
    """
    made = ModuleType(title)
    made.__dict__.update({member: i for i, member in enumerate(members)}, **values)
    return made


def members(named: Any) -> dict[str, int]:
    """The names of `names(…)` with their numbers, in order."""
    return {k: v for k, v in vars(named).items() if not k.startswith("__")}


def name_of(named: Any, number: int) -> str:
    """The name that stands for a number."""
    return next(k for k, v in members(named).items() if v == number)
