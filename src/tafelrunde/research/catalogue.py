"""The meaning of a title's numbers: its actions, their symmetry, and the numbers of an observation.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import tafelrunde as tr

from ..kernel import Game
from ..kernel.observing import Cell, schema, seats_in_use
from ..kernel.turning import actions_at_table, actions_seen


class Actions:
    """A title's actions: `size` is that of a policy head, `names[a]` the notation of action a.

    The rules treat all seats alike, so a table rotated by one seat is the same game. Observations
    use that already: they count seats from the observer. Actions that name a seat are numbered by
    the table; `turned` converts them.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.size = len(game.actions)
        self.names = tuple(game.actions.names)

    def id(self, name: str) -> int:
        """The number of an action in notation; KeyError if there is none."""
        return self.game.actions.id(name)

    @cached_property
    def naming_a_seat(self) -> tuple[int, ...]:
        """The actions that name a seat."""
        first, found = 0, list[int]()
        for verb in self.game.actions.verbs:
            if any(verb.names_seat):
                found += range(first, first + len(verb.names))
            first += len(verb.names)
        return tuple(found)

    def turned(self, seat: int, players: int) -> tuple[int, ...]:
        """For every action as the seat sees it, counting itself as seat 0: its number at the table.

        >>> actions = actions_of("toledo")
        >>> here = actions.turned(seat=2, players=3)
        >>> actions.names[here[actions.id("duel 1")]], actions.names[here[actions.id("draw")]]
        ('duel 0', 'draw')
        """
        return actions_at_table(self.game, seat, players)

    def seen(self, seat: int, players: int) -> tuple[int, ...]:
        """The inverse: for every action at the table, its number as the seat sees it."""
        return actions_seen(self.game, seat, players)


def actions_of(title: str) -> Actions:
    """A title's actions.

    >>> actions_of("el_grande").names[0]
    'place galicia'
    """
    return Actions(tr.game(title))


def schema_of(title: str, players: int = 4, options: Mapping[str, Any] | None = None, perfect: bool = False) -> tuple[Cell, ...]:
    """Name, range and meaning of every number of an observation.

    >>> schema_of("el_grande", players=3)[5]
    Cell(name='marker', low=0, high=9, meaning='the number of the round; 0 to 9')
    """
    game = tr.game(title)
    return schema(game, game.configured(players, options), perfect)


__all__ = ["Actions", "Cell", "actions_of", "schema_of", "seats_in_use"]
