"""What the server sends about titles and their exercises."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from .kinds import Shape


class ChoiceShape(Shape):
    """Something that can be chosen."""

    value: str
    title: str
    says: str


class OnlyShape(Shape):
    """For which values of another slot a slot is there."""

    slot: str
    values: list[str]


class SlotShape(Shape):
    """What is filled in of an entry."""

    name: str
    title: str
    kind: Literal["number", "text", "one", "several"]
    only: Annotated[OnlyShape, Meta(
        description="There only for some values of another slot, and may stay empty.")] | UnsetType = UNSET
    low: int | UnsetType = UNSET
    high: int | UnsetType = UNSET
    choices: list[ChoiceShape] | UnsetType = UNSET


class OptionShape(Shape):
    """What can be chosen for a game; of entries, how many there may be and what each is made of."""

    name: str
    title: str
    says: str
    kind: Literal["flag", "one", "several", "entries"]
    default: Any
    choices: list[ChoiceShape] | UnsetType = UNSET
    most: int | UnsetType = UNSET
    slots: list[SlotShape] | UnsetType = UNSET


class LevelShape(Shape):
    """A level of bots; `ready` is false while it is still being compiled."""

    level: str
    title: str
    says: str
    ready: bool


class AboutShape(Shape):
    """Where something of the edition comes from."""

    title: str
    text: str
    source: str
    reconstructed: bool


class GameShape(Shape):
    """A title."""

    name: str
    title: str
    sentence: str
    players: tuple[int, int]
    options: list[OptionShape]
    levels: list[LevelShape]
    minutes: int | None
    about: list[AboutShape]


class Games(Shape):
    """All titles."""

    games: list[GameShape]


class Texts(Shape):
    """A title's words in a language."""

    lang: str
    texts: dict[str, Any]


class Hints(Shape):
    """Some hints under a heading."""

    heading: str
    hints: list[str]


class RuleShape(Shape):
    """A rule in a sentence, and the chapter that it stands in."""

    rule: str
    text: str
    chapter: str
    title: str


class Rules(Shape):
    """Every rule in a sentence, and what the books advise."""

    rules: list[RuleShape]
    hints: list[Hints]


class Data(Shape):
    """A title's own tables."""

    data: dict[str, Any]


class ExerciseShape(Shape):
    """An exercise: the goal to reach in one turn, and the rule it practises."""

    id: str
    title: str
    goal: str
    rule: str


class Exercises(Shape):
    """A title's exercises, in the order in which they are offered."""

    exercises: list[ExerciseShape]


class ExerciseState(ExerciseShape):
    """The exercise of a table and how it stands; `says` and `why` are empty until it is over."""

    game: str
    version: int
    over: bool
    reached: bool
    says: str
    why: list[str]
