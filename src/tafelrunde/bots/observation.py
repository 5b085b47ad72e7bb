"""What a bot gets: everything that its seat may know, and nothing else."""
from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..kernel import Game, conceal, seed_generator

if TYPE_CHECKING:
    from ..match.match import Match

Moves = tuple[tuple[int, int], ...]


class Observation:
    """A seat's knowledge at one of its decisions.

    `legal` are its actions in notation and `ids` their numbers; `time_left` is what its clock shows
    in seconds (None: there is no clock).  `imagine(seed)` is a complete state that agrees with all
    the seat knows and in which everything else is drawn by the seed: the true secrets are not in
    here, so no bot can look at them. `since` are the decisions after the seat's own last one, that
    one first, as long as all of them were seen and chance stayed out of it; None otherwise.
    """

    def __init__(self, game: Game, seat: int, imagined: Any, ids: tuple[int, ...], number: int = 0,
                 since: Moves | None = None, time_left: float | None = None) -> None:
        self.game = game
        self.seat = seat
        self.players: int = imagined.players
        self.ids = ids
        self.number = number
        self.since = since
        self.time_left = time_left
        self._imagined = imagined

    @classmethod
    def of(cls, match: Match, seat: int, time_left: float | None = None) -> Observation:
        """What a pending seat of a match may know; ValueError if it has nothing to decide."""
        if seat not in match.pending:
            raise ValueError(f"seat: seat {seat!r} has nothing to decide")
        ids = tuple(match.game.legal_ids(match.state, seat))
        # The match's generator is secret too: imagining starts from a publicly known one.
        imagined = imagine(match.game, match.state, seat, match.decisions)
        return cls(match.game, seat, imagined, ids, match.decisions, seen_since(match, seat), time_left)

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """The legal actions in notation, in the fixed order."""
        return tuple(self.game.actions.name(i) for i in self.ids)

    def imagine(self, seed: int) -> Any:
        """A complete state that agrees with all the seat knows; what it cannot know is drawn by the
        seed.
        """
        return imagine(self.game, self._imagined, self.seat, seed)

    def view(self) -> dict[str, Any]:
        """The position as the seat sees it, JSON-able, with null for what it may not know."""
        game, s = self.game, self._imagined
        view = game.position(conceal(s, game.fields, self.seat, game.shows_memory(s)))
        seats = game.law.pending(s)
        view["pending"] = [p for p in range(self.players) if seats >> p & 1]
        view["seat"] = self.seat
        return view

    def __repr__(self) -> str:
        return f"<Observation of {self.game.name} by seat {self.seat}, {len(self.ids)} legal actions>"


def imagine(game: Game, s: Any, seat: int, seed: int) -> Any:
    """A copy of a state in which everything that the seat cannot know is drawn again by a seed."""
    imagined = s.clone()
    imagined.rng = seed_generator(seed)
    game.law.resample(imagined, seat)
    return imagined


def seen_since(match: Match, seat: int) -> Moves | None:
    """The decisions from the seat's last one on, if it saw them all and no random draw came
    between.
    """
    found: list[tuple[int, int]] = []
    history = match.history
    for n in range(match.decisions - 1, -1, -1):
        for event in history.events()[slice(*history.span(n))]:
            kind = match.game.events[event[0]]
            if kind.chance or (kind.reveals and not kind.reveals.unless and kind.row_shown(event[1:]) != seat):
                return None
        decision = history.decisions()[n]
        if decision.seat != seat and match.game.actions.verb_of[decision.action].secret:
            return None
        found.append((decision.seat, decision.action))
        if decision.seat == seat:
            return tuple(reversed(found))
    return None
