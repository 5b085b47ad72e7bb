"""The choices of a decision: each with its words and its key; if there are too many, in groups that
open.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..match.match import Match
from .labels import Labels

COMMANDS = "hlqruw"
"""Keys of the table itself; no choice uses one of them."""
POOL = [c for c in "abcdefgijkmnopstvxyz" if c not in COMMANDS]
MOST = len(POOL)
"""The most entries in a list."""


@dataclass(frozen=True)
class Choice:
    """One thing that can be decided now, or cannot."""

    action: str
    words: str
    spots: tuple[str, ...]
    legal: bool = True


@dataclass(frozen=True)
class Entry:
    """A line of the list: one choice, or several with the same beginning."""

    words: str
    key: str
    choices: tuple[Choice, ...]
    depth: int = 0

    @property
    def legal(self) -> bool:
        """Whether it can be chosen."""
        return self.choices[0].legal

    @property
    def spots(self) -> tuple[str, ...]:
        """The spots of the board that it refers to."""
        return tuple(dict.fromkeys(spot for choice in self.choices for spot in choice.spots))


def choices_of(match: Match, seat: int, labels: Labels) -> list[Choice]:
    """What a seat can decide now, in the fixed order."""
    return [Choice(action, labels.say(action), labels.spots(action)) for action in match.legal(seat)]


def closed_choices(match: Match, seat: int, labels: Labels) -> list[Choice]:
    """What a person may expect to be able to do now, but cannot: the other actions of the same
    verbs.
    """
    legal = match.legal(seat)
    verbs = {labels.named(action).label for action in legal}
    view = match.view(seat)
    return [Choice(action, labels.say(action), labels.spots(action), legal=False) for action in match.game.actions.names
            if action not in legal and labels.named(action).label in verbs and labels.face.expected(view, action)]


def entries_of(choices: Sequence[Choice], labels: Labels, depth: int = 0) -> list[Entry]:
    """The list for some choices: every one of them, or groups by their verb, then by one argument
    after another.
    """
    if len(choices) <= MOST:
        keys = keys_of([claim(choice.action, labels) for choice in choices])
        return [Entry(choice.words, key, (choice,)) for choice, key in zip(choices, keys, strict=True)]
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(labels.token(choice.action, depth), []).append(choice)
    if len(groups) == 1 and labels.token(choices[0].action, depth + 1):
        return entries_of(choices, labels, depth + 1)
    parts = list(groups.values()) if 1 < len(groups) <= MOST else runs(choices)
    found = [(labels.group(part[0].action, depth) if len(groups) <= MOST else span(part), part) for part in parts]
    wishes = [claim(part[0].action, labels, depth) if len(part) == 1 else "" for part in parts]
    keys = keys_of(wishes)
    return [Entry(part[0].words if len(part) == 1 else f"{words} …", key, tuple(part), depth + 1)
            for (words, part), key in zip(found, keys, strict=True)]


def runs(choices: Sequence[Choice]) -> list[Sequence[Choice]]:
    """Choices that differ only in their order, in runs of equal length."""
    size = -(-len(choices) // MOST)
    size = max(size, 8)
    return [choices[at:at + size] for at in range(0, len(choices), size)]


def span(part: Sequence[Choice]) -> str:
    """A run, named by its first and last words."""
    return part[0].words if len(part) == 1 else f"{part[0].words} – {part[-1].words}"


def keys_of(wishes: Sequence[str]) -> list[str]:
    """A key for each entry: its preferred one if that is free, otherwise the next free letter."""
    sole = {key for key, n in Counter(wishes).items() if key and n == 1}
    free = iter([key for key in POOL if key not in sole])
    return [key if key in sole else next(free, "") for key in wishes]


def claim(action: str, labels: Labels, depth: int = 99) -> str:
    """The key that an action prefers: its spot's or card's, the digit of its number, its verb's, or
    none.
    """
    named, keys = labels.named(action), labels.face.KEYS
    for word in reversed(list(named.arguments.values())[:depth]):
        if word in keys:
            return keys[word]
    if len(named.arguments) == 1:
        word = next(iter(named.arguments.values()))
        return word if word.isdigit() and len(word) == 1 else ""
    return "" if named.arguments else keys.get(named.label, "")


def at_spot(choices: Iterable[Choice], spot: str) -> list[Choice]:
    """The choices that touch a spot."""
    return [choice for choice in choices if spot in choice.spots]
