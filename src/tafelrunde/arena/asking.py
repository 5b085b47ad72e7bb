"""From a question's name to its answers: find the games it needs, then ask them."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kernel import Compare, Game, Question, TafelrundeError
from .answers import Answer
from .course import course, effect_of, luck
from .facts import facts_of, questions_of, usual_verb
from .lab import FEWEST, by_verb, compared, everything, sources, tallied, value_of_seats
from .store import Store
from .tournament import Tournament

HOUSE = ("everything", "seats", "course", "sources", "cards", "luck", "module")
"""The questions that any title can answer."""


def own(game: Game, question: str) -> Question | None:
    """A question that the title declares itself, by its name."""
    return next((q for q in questions_of(game) if q.name == question), None)


def tournaments(game: Game, question: str, bots: tuple[str, ...], games: int, seed: int, options: Mapping[str, Any],
                other: Mapping[str, Any] | None) -> list[Tournament]:
    """The games that a question needs."""
    if question not in HOUSE and own(game, question) is None:
        known = ", ".join([*HOUSE, *(q.name for q in questions_of(game))])
        raise TafelrundeError(f"lab: {question!r} is none of {known}")
    if question == "luck" and len(set(bots)) == 1:
        raise TafelrundeError("lab luck: name another level to play against, such as --level strong:100nodes --against simple")
    if question == "sources" and game.receipt is None:
        raise TafelrundeError(f"lab sources: {game.name} does not tell where its points come from")
    found = [Tournament(game.name, bots, games, seed, options)]
    if question == "module":
        if other is None:
            raise TafelrundeError("lab module: say what to compare with, such as --with modules=new_regent")
        found.append(Tournament(game.name, bots, games, seed, other))
    return found


def ask(game: Game, question: str, played: list[Tournament], store: Store, verb: str | None = None) -> list[Answer]:
    """The answers, from the games in a store."""
    if question == "luck":
        return luck(game, played[0], store.results(played[0]))
    asked: list[Question] = list(questions_of(game)) if question == "everything" else []
    declared = own(game, question)
    if question == "cards":
        declared = by_verb(game, verb or usual_verb(game))
    if declared is not None:
        asked = [declared]
    facts, *others = (list(facts_of(game, store.results(t), asked)) for t in played)
    if declared is not None:
        answers = compared(game, facts, declared) if isinstance(declared, Compare) else tallied(game, facts, declared)
        if not answers:
            raise TafelrundeError(f"{question}: nothing happened {FEWEST} times in these games; play more of them")
        return answers
    if question == "module":
        return effect_of(game, facts, others[0])
    return {"everything": everything, "seats": value_of_seats, "course": course, "sources": sources}[question](game, facts)
