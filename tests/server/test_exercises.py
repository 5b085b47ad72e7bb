"""Exercises: declared positions that load, goals that can be reached and missed, and tables that
nobody else meets.
"""
from __future__ import annotations

import msgspec
import pytest
from server.helping import Served

import tafelrunde as tr
from tafelrunde.match.match import Match
from tafelrunde.match.texts import LANGUAGES
from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.games import rules
from tafelrunde.server.tables import exercises as ex

EVERY = [(game, one) for game in tr.games() for one in ex.exercises(game)]
each = pytest.mark.parametrize(("game", "exercise"), EVERY, ids=[f"{game}-{one.id}" for game, one in EVERY])


def played(game: str, exercise: ex.Exercise, actions: list[str]) -> Match:
    """The exercise after some actions; none of the first ones ends it."""
    match = tr.load({**exercise.position, "game": game})
    for action in actions:
        assert not ex.is_over(exercise, match), f"over before {action!r}"
        match.play(action, exercise.seat)
    return match


def test_every_title_has_three() -> None:
    assert {game: len(ex.exercises(game)) for game in tr.games()} == dict.fromkeys(tr.games(), 3)


@each
def test_it_begins_with_the_seats_decision_and_nothing_reached(game: str, exercise: ex.Exercise) -> None:
    match = played(game, exercise, [])
    assert match.pending == (exercise.seat,)
    assert not ex.is_over(exercise, match)
    assert match.position() == tr.load(match.position()).position() == ex.position_of(game, exercise)
    assert exercise.rule in {rule["rule"] for rule in rules(game, "en")}


@each
def test_its_goal_can_be_reached_and_missed(game: str, exercise: ex.Exercise) -> None:
    solved, missed = played(game, exercise, exercise.solved), played(game, exercise, exercise.missed)
    assert ex.is_over(exercise, solved)
    assert ex.is_over(exercise, missed)
    assert all(reached for reached, _ in ex.judged(exercise, solved, "en"))
    assert not all(reached for reached, _ in ex.judged(exercise, missed, "en"))
    assert all(why for _, why in ex.judged(exercise, solved, "en")), "what is reached has a reason"


@each
def test_it_is_told_in_four_languages(game: str, exercise: ex.Exercise) -> None:
    seen = set[tuple[str, ...]]()
    for lang in LANGUAGES:
        told = next(one for one in ex.listed(game, lang) if one["id"] == exercise.id)
        texts = ex.texts_of(game, lang)
        said = (told["title"], told["goal"], *(texts.say(f"exercise.{exercise.id}.{k}") for k in ("reached", "missed")))
        assert not any(text.startswith("exercise.") for text in said)
        seen.add(said)
    assert len(seen) == len(LANGUAGES)


@pytest.mark.parametrize("wrong", [
    'goals = [{ kind = "luck" }]', 'goals = [{ kind = "points" }]', 'goals = [{ kind = "points", least = 3, most = 4 }]',
    'goals = []\nhint = "no"'])
def test_a_file_with_what_is_not_known_is_refused(wrong: str) -> None:
    text = f'[[exercise]]\nid = "a"\nseat = 0\nrule = "EG-8.1"\nsolved = []\nmissed = []\n{wrong}\nposition = {{}}\n'
    with pytest.raises(msgspec.ValidationError):
        msgspec.toml.decode(text, type=ex.Exercises)


async def play(client: Client, table: str, actions: list[str]) -> None:
    """Decide one thing after another, each as soon as it is shown."""
    async with client.sit(table) as socket:
        for action in actions:
            await socket.my_turn()
            version = await socket.act(action)
            await socket.until(lambda v=version: socket.state["version"] >= v)


@pytest.mark.anyio
async def test_a_person_misses_and_tries_again_at_a_table_that_is_in_no_list(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    listed = await ada.get("/api/games/toledo/exercises")
    assert [one["id"] for one in listed["exercises"]] == [one.id for one in ex.exercises("toledo")]
    table = await ada.post("/api/exercises", game="toledo", exercise="deliver")
    path = f"/api/tables/{table['id']}"
    assert (table["status"], table["listed"], table["rated"], table["mine"]) == ("running", False, False, [0])
    state = await ada.get(f"{path}/exercise")
    assert (state["over"], state["reached"], state["says"], state["why"]) == (False, False, "", [])
    exercise = ex.exercise_of("toledo", "deliver")
    await play(ada, table["id"], exercise.missed)
    state = await ada.get(f"{path}/exercise")
    assert (state["over"], state["reached"], state["why"]) == (True, False, ["2 points gained; the goal is 4."])
    assert state["says"]

    for kept in ("mine", "mine?status=running"):
        assert (await ada.get(f"/api/tables/{kept}"))["tables"] == []
    with pytest.raises(ServerRefused) as refused:
        await bela.get(path)
    assert refused.value.code == "forbidden"
    again = await ada.post("/api/exercises", game="toledo", exercise="deliver")
    assert (again["id"], again["decisions"]) == (table["id"], 0)
    assert (await bela.post("/api/exercises", game="toledo", exercise="deliver"))["id"] != table["id"]
    await play(ada, table["id"], exercise.solved)
    state = await ada.get(f"{path}/exercise")
    assert (state["over"], state["reached"], state["why"]) == (True, True, ["4 points gained; the goal is 4."])
    for body in ({"game": "toledo", "exercise": "luck"}, {"game": "chess", "exercise": "deliver"}):
        with pytest.raises(ServerRefused) as refused:
            await ada.post("/api/exercises", **body)
        assert refused.value.code == "not_found"
