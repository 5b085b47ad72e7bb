"""A game's law: the handful of rules that drive everything else, and how templates are bound to
them.

The functions of this module are only names: a template such as `driver.py` imports them, and `bind`
gives every template function a copy in which they refer to one game's rules.
"""
from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from types import FunctionType, ModuleType
from typing import Any

from .rules import Table

WORDS = 0
"""Words in a mask of the game's actions."""


def setup(s: Any) -> None:
    """Draw and lay out everything for a new game; options and players are already in the state."""
    raise NotImplementedError


def pending(s: Any) -> int:
    """The seats that must decide now, as a bit set; 0 if the game is over."""
    raise NotImplementedError


def legal(s: Any, seat: int, mask: Any) -> None:
    """Add the legal actions of a pending seat to an empty mask (never none)."""
    raise NotImplementedError


def apply(s: Any, seat: int, action: int) -> None:
    """Carry out a legal action.  It is not checked again."""
    raise NotImplementedError


def asks(s: Any, seat: int) -> int:
    """Whether the decision must be asked even if only one option is left, because that follows from
    something hidden.
    """
    raise NotImplementedError


def resample(s: Any, seat: int) -> None:
    """Redraw everything that the seat cannot know, consistent with everything that it knows."""
    raise NotImplementedError


def points(s: Any, seat: int) -> int:
    """A seat's points now."""
    raise NotImplementedError


def standing(s: Any, seat: int) -> int:
    """A number that orders the seats at the end, tie-breaks included; equal numbers share a
    place.
    """
    raise NotImplementedError


@dataclass(frozen=True)
class Law:
    """One game's versions of the functions above."""

    words: int
    setup: Callable[..., Any]
    pending: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    asks: Callable[..., Any]
    resample: Callable[..., Any]
    points: Callable[..., Any]
    standing: Callable[..., Any]

    def names(self) -> dict[Any, Any]:
        """What the names of this module refer to in this game."""
        here = globals()
        return {here[f.name]: getattr(self, f.name) for f in fields(self) if f.name != "words"}


class Binder:
    """Copies functions so that the names they use refer to something else.

    The rules among them (`rules`) are copied too, the rest stays as it is.  `replace` maps
    functions to functions, `ready` to what stands for them as it is; `tables` converts constant
    tables; `wrap` is applied to every copied rule (the compilers pass Numba's decorator).
    """

    def __init__(self, law: Law, rules: Iterable[Any], replace: Mapping[Any, Any] | None = None,
                 wrap: Callable[[Any], Any] = lambda f: f, tables: Callable[[Any], Any] = lambda t: t,
                 ready: Mapping[Any, Any] | None = None) -> None:
        self.law = law
        self.rules = set(rules)
        self.replace = {**law.names(), **(replace or {})}
        self.ready = dict(ready or {})
        self.wrap = wrap
        self.tables = tables
        self.converted: dict[int, Any] = {}

    def value(self, v: Any) -> Any:
        if isinstance(v, FunctionType):
            v = self.replace.get(v, v)
            if v in self.ready:
                return self.ready[v]
            return self.rule(v) if v in self.rules else v
        if isinstance(v, Table):
            if id(v) not in self.converted:
                self.converted[id(v)] = self.tables(v)
            return self.converted[id(v)]
        return v

    def rule(self, function: FunctionType) -> Any:
        """The copy of a rule, wrapped; always the same one."""
        if function not in self.ready:
            copied, names = self.copied(function, function.__module__)
            self.ready[function] = self.wrap(copied)
            self.fill(function, names)
        return self.ready[function]

    def entry(self, function: FunctionType, module: ModuleType) -> FunctionType:
        """The copy of an entry point in its own module, not wrapped yet."""
        copied, names = self.copied(function, module.__name__)
        self.fill(function, names)
        return copied

    def copied(self, function: FunctionType, module: str) -> tuple[FunctionType, dict[str, Any]]:
        """A function with the same code and its own, still empty globals."""
        names: dict[str, Any] = {"__builtins__": builtins, "__name__": module}
        copied = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        copied.__qualname__ = function.__qualname__
        copied.__module__ = module
        copied.__doc__ = function.__doc__
        return copied, names

    def fill(self, function: FunctionType, names: dict[str, Any]) -> None:
        """Give a copy the names that its code uses."""
        for name in function.__code__.co_names:
            if name == "WORDS":
                names[name] = self.law.words
            elif name in function.__globals__:
                names[name] = self.value(function.__globals__[name])


def functions_of(template: ModuleType) -> dict[str, FunctionType]:
    """The functions that are written in a module."""
    return {name: f for name, f in vars(template).items()
            if isinstance(f, FunctionType) and f.__module__ == template.__name__}
