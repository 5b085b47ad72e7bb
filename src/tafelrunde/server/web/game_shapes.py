"""What the server sends about titles and their exercises."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from .kinds import Shape


class ChoiceShape(Shape):
    """A possible value of an option."""

    value: str
    title: str
    says: str


class OnlyShape(Shape):
    """For which values of another slot a slot applies."""

    slot: str
    values: list[str]


class SlotShape(Shape):
    """One field of an entry."""

    name: str
    title: str
    kind: Literal["number", "text", "one", "several"]
    only: Annotated[OnlyShape, Meta(
        description="Applies only for some values of another slot, and may stay empty.")] | UnsetType = UNSET
    low: int | UnsetType = UNSET
    high: int | UnsetType = UNSET
    choices: list[ChoiceShape] | UnsetType = UNSET


class OptionShape(Shape):
    """An option of a game; for entries, how many there may be and what each consists of."""

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
    """The source of something in the edition."""

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
    device: Annotated[bool, Meta(description="Whether a device plays it without a server.")]
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
    """A rule in a sentence, and its chapter."""

    rule: str
    text: str
    chapter: str
    title: str


class Rules(Shape):
    """Every rule in a sentence, and the books' advice."""

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
    """The exercise of a table and its progress; `says` and `why` are empty until it is over."""

    game: str
    version: int
    over: bool
    reached: bool
    says: str
    why: list[str]
