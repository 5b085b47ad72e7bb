"""Exercises: one turn from a declared position, judged by the rules.  They stand in each game's
`exercises.toml`.

An exercise is played at a table that nobody else meets: it is not listed, not rated, and no bot
decides there.  It is over when its goals are reached, or when the turn is.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

import tafelrunde

from ...match.chance import SCHEME
from ...match.fairness import commitment
from ...match.match import Match
from ..errors import Refused
from ..games import known, texts_of
from ..people.ids import new_id
from ..people.person import Person
from ..saying import say
from ..storage.entries import Entry, Taken
from .acting import entry
from .clocks import Clock
from .live import Live
from .pinning import rules_version
from .showing import notes_shown
from .sitting import new_secret, table_id
from .table import Config, Table

if TYPE_CHECKING:
    from .home import Home

FILE = "exercises.toml"


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="points"):
    """The seat gains at least this many points."""

    least: int


class Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="own"):
    """A goal of the game's own, by its name in the game's module `goals`, at a place."""

    goal: str
    at: str


class Happens(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="happens"):
    """The rules report this event for the seat."""

    event: str


Goal = Points | Own | Happens


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, the acting seat, its goals, one way to reach them and one way to miss them."""

    id: str
    seat: int
    rule: str
    goals: list[Goal]
    solved: list[str]
    missed: list[str]
    position: dict[str, Any]


class Exercises(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The exercises of a title, in the order in which they are offered."""

    exercise: list[Exercise]


@lru_cache(maxsize=16)
def exercises(name: str) -> tuple[Exercise, ...]:
    """A title's exercises; none if it has no file of them."""
    path = known(name).folder / FILE
    return tuple(msgspec.toml.decode(path.read_bytes(), type=Exercises).exercise) if path.exists() else ()


def exercise_of(name: str, id_: str) -> Exercise:
    """One of them; Refused if there is none."""
    for one in exercises(name):
        if one.id == id_:
            return one
    raise Refused("not_found", "no_exercise", field="body.exercise")


def position_of(name: str, exercise: Exercise) -> dict[str, Any]:
    """The whole position that an exercise begins with."""
    return _begun(name, exercise.id).position()


@lru_cache(maxsize=64)
def _begun(name: str, id_: str) -> Match:
    return tafelrunde.load({**exercise_of(name, id_).position, "game": name})


# ------------------------------------------------------------ judging

Judged = tuple[bool, str]
"""Whether a goal is reached, and why in a sentence (empty where the event itself is the reason, and
did not happen).
"""


def judged(exercise: Exercise, match: Match, lang: str) -> list[Judged]:
    """Every goal as the match stands now."""
    return [JUDGES[type(goal)](goal, exercise, match, lang) for goal in exercise.goals]


def is_over(exercise: Exercise, match: Match) -> bool:
    """Whether the judgement is final: all goals are reached, or somebody else has to decide."""
    return exercise.seat not in match.pending or all(reached for reached, _ in judged(exercise, match, "en"))


def _points(goal: Points, exercise: Exercise, match: Match, lang: str) -> Judged:
    gained = match.scores[exercise.seat] - _begun(match.game.name, exercise.id).scores[exercise.seat]
    return gained >= goal.least, say(lang, "exercise.points", n=gained, least=goal.least)


def _own(goal: Own, exercise: Exercise, match: Match, lang: str) -> Judged:
    judge = match.game.room("goals").GOALS[goal.goal]
    reached, key, arguments = judge(notes_shown(match.game.name, match.view(exercise.seat)), exercise.seat, goal.at)
    return reached, match.texts(lang).say(f"goal.{key}", arguments)


def _happens(goal: Happens, exercise: Exercise, match: Match, lang: str) -> Judged:
    told = [e for e in match.events(0, exercise.seat, lang, you=True)
            if e["event"] == goal.event and e["arguments"].get("seat") == str(exercise.seat)]
    return bool(told), told[-1]["text"] if told else ""


JUDGES: dict[type[Goal], Callable[[Any, Exercise, Match, str], Judged]] = {
    Points: _points, Own: _own, Happens: _happens}


# ------------------------------------------------------------ showing


def listed(name: str, lang: str) -> list[dict[str, Any]]:
    """A title's exercises in words."""
    return [_told(name, one, lang) for one in exercises(name)]


def _told(name: str, exercise: Exercise, lang: str) -> dict[str, Any]:
    texts = texts_of(name, lang)
    return {"id": exercise.id, "title": texts.say(f"exercise.{exercise.id}.name"),
            "goal": texts.say(f"exercise.{exercise.id}.goal"), "rule": exercise.rule}


def shown(table: Table, lang: str) -> dict[str, Any]:
    """The exercise of a table, and how it stands."""
    name, match = table.config.game, table.match
    if not table.config.exercise or match is None:
        raise Refused("not_found", "no_exercise")
    exercise = exercise_of(name, table.config.exercise)
    found = judged(exercise, match, lang)
    over, reached = is_over(exercise, match), all(reached for reached, _ in found)
    says = texts_of(name, lang).say(f"exercise.{exercise.id}.{'reached' if reached else 'missed'}") if over else ""
    return {**_told(name, exercise, lang), "game": name, "version": table.version, "over": over, "reached": reached,
            "says": says, "why": [why for _, why in found if why] if over else []}


# ------------------------------------------------------------ sitting down


async def begin(house: Home, person: Person, name: str, id_: str) -> Live:
    """The person's table for an exercise, at its beginning: a new one, or the same as before with
    all taken back.
    """
    exercise = exercise_of(name, id_)
    rules = rules_version(name)
    table = Table(table_id(person.id, f"exercise {name} {id_} {rules}"), secret := new_secret(), new_id())
    position = position_of(name, exercise)
    config = Config(name, position["players"], position["options"], rules, commitment(secret), clock=Clock(), listed=False,
                    spectators=False, rated=False, exercise=id_, position=position)
    seats = [{"kind": "person", "user": person.id} if i == exercise.seat else {"kind": "bot", "level": "simple"}
             for i in range(position["players"])]
    body = {"config": msgspec.to_builtins(config), "seats": seats}

    def start(made: Table) -> Entry:
        return entry(made, "start", house.now(), None, person.id, level="simple", chance=SCHEME)

    try:
        return await house.hall.create(table, Entry(1, "create", house.now(), None, person.id, body), [start])
    except Taken:
        live = await house.hall.fresh(table.id)
    if live.table.decisions:
        await house.hall.act(live.table.id, lambda t: entry(t, "undo", house.now(), exercise.seat, person.id, to=0))
    return live
