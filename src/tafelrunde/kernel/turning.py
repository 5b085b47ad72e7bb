"""Actions as a seat sees them: those that name a seat are numbered from the observer."""
from __future__ import annotations

from collections.abc import Callable
from itertools import product

from .game import Game
from .observing import places_left, seat_left


def actions_at_table(game: Game, seat: int, players: int) -> tuple[int, ...]:
    """For every action as the seat sees it, counting itself as seat 0: its number at the table."""
    return mapped(game, lambda places: seat_left(seat, places, players))


def actions_seen(game: Game, seat: int, players: int) -> tuple[int, ...]:
    """The inverse: for every action at the table, its number as the seat sees it."""
    return mapped(game, lambda other: places_left(seat, other, players))


def mapped(game: Game, change: Callable[[int], int]) -> tuple[int, ...]:
    """For every action, the one with its seats changed in this way."""
    found: list[int] = []
    for verb in game.actions.verbs:
        if not any(verb.names_seat):
            found += (game.actions.id(name) for name in verb.names)
            continue
        for combination in product(*verb.arguments):
            words = [change(word) if names else word for word, names in zip(combination, verb.names_seat, strict=True)]
            found.append(game.actions.id(" ".join([verb.verb, *map(str, words)])))
    return tuple(found)
