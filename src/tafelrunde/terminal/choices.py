"""The choices of a decision: each with its words, its key and, when it is closed, the reason."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..match.match import Match
from .labels import Labels

COMMANDS = "hlqruw"
"""Keys of the table itself; no choice has one of them."""
POOL = [c for c in "abcdefgijkmnopstvxyz" if c not in COMMANDS]


@dataclass(frozen=True)
class Choice:
    """One thing that can be decided now, or cannot."""

    action: str
    words: str
    key: str
    spots: tuple[str, ...]
    legal: bool = True


def choices_of(match: Match, seat: int, labels: Labels) -> list[Choice]:
    """What a seat can decide now, in the fixed order, each with a key of its own as far as keys reach."""
    actions = match.legal(seat)
    keys = keys_of(actions, labels)
    return [Choice(a, labels.say(a), key, labels.spots(a)) for a, key in zip(actions, keys, strict=True)]


def keys_of(actions: list[str], labels: Labels) -> list[str]:
    """A key for each action: its own where nothing else claims it, otherwise the next free letter."""
    claims = [claim(action, labels) for action in actions]
    sole = {key for key, n in Counter(claims).items() if key and n == 1}
    claimed = set(claims)
    free = iter([key for key in POOL if key not in claimed])
    return [key if key in sole else next(free, "") for key in claims]


def claim(action: str, labels: Labels) -> str:
    """The key that an action would like: its spot's or card's, the digit of its number, its verb's; or none."""
    named, keys = labels.named(action), labels.face.KEYS
    for word in reversed(list(named.arguments.values())):
        if word in keys:
            return keys[word]
    if len(named.arguments) == 1:
        word = next(iter(named.arguments.values()))
        return word if word.isdigit() and len(word) == 1 else ""
    return "" if named.arguments else keys.get(named.label, "")


def closed_choices(match: Match, seat: int, labels: Labels) -> list[Choice]:
    """What a person may expect to be able to decide now, but cannot: the other actions of the same verbs."""
    legal = match.legal(seat)
    verbs = {labels.named(action).label for action in legal}
    view = match.view(seat)
    return [Choice(action, labels.say(action), claim(action, labels), labels.spots(action), legal=False)
            for action in match.game.actions.names
            if action not in legal and labels.named(action).label in verbs and labels.face.expected(view, action)]


def at_spot(choices: Iterable[Choice], spot: str) -> list[Choice]:
    """The choices that touch a spot."""
    return [choice for choice in choices if spot in choice.spots]
