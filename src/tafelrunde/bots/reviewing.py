"""A review of a finished game, turn by turn: what luck did to every seat's chance to win, and what
its choices cost.

Luck is a seat's chance after a draw (or after secret answers came to light) minus what was to be
expected.  Skill is its chance after its choice minus that after the best sequence the beam finds,
on positions that agree with what the seat knew; zero is perfect.  The rest of a change comes from
the others' choices.  So the fair share at the start plus luck, skill and the others' choices is the
result.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from ..kernel import Game, count_bits, lowest_bit, seed_generator
from ..match.history import History, Numbers
from .chances import Chances
from .looking import look
from .machine import Machine
from .machines import MACHINES, Part
from .observation import imagine
from .pooling import PooledChances

DRAWS = 24
"""How many draws are sampled for an expectation."""
IMAGINED = 8
"""On how many positions that a seat could be facing its orders are compared."""
ANSWERS = 10
"""How often answers to a secret decision are drawn."""
FEWER = 2
"""Where a network judges, which takes longer and errs less, so many times fewer."""
ORDERS = 2
"""For how many of them the beam looks for a better order."""
LONGEST = 40
"""A turn ends after this many decisions at the latest."""


@dataclass(frozen=True)
class Better:
    """A mistake: how much lower a seat's chance was than after another order, and that order."""

    seat: int
    loss: float
    order: tuple[int, ...]
    made: float
    best: float


@dataclass
class Turn:
    """The decisions first, …, end - 1: of one seat, or of several that answer at once."""

    first: int
    end: int
    seats: tuple[int, ...]
    luck: list[float] = field(default_factory=list)
    better: dict[int, Better] = field(default_factory=dict)


def breaks(game: Game, events: Iterable[Numbers]) -> bool:
    """Whether these events end a turn: something was drawn, or somebody's turn began."""
    return any(game.events[e[0]].chance or game.events[e[0]].opens for e in events)


def turns_of(game: Game, states: Sequence[Any], history: History) -> Iterator[Turn]:
    """A game cut into turns. A draw ends a turn too, so that what follows counts as a separate
    choice.
    """
    decisions, events, at = history.decisions(), history.events(), 0
    while at < len(decisions):
        asked = left = game.law.pending(states[at])
        alone, end = count_bits(asked) == 1, at + 1
        while end < len(decisions) and not breaks(game, events[slice(*history.span(end - 1))]):
            left, before = game.law.pending(states[end]), left
            if left != asked if alone else (left & ~asked or count_bits(before) == 1):
                break
            end += 1
        yield Turn(at, end, tuple(sorted({d.seat for d in decisions[at:end]})))
        at = end


class Reviewer:
    """One finished game: its states before, between and after its decisions."""

    def __init__(self, chances: Chances, states: Sequence[Any], history: History) -> None:
        self.chances, self.game, self.players = chances, chances.game, chances.players
        self.states, self.history, self.decisions = states, history, history.decisions()
        part = FEWER if isinstance(chances, PooledChances) else 1
        self.draws, self.imagined, self.answers = DRAWS // part, IMAGINED // part, ANSWERS // part

    @property
    def machine(self) -> Machine:
        """The machine that searches for orders."""
        return MACHINES.get(self.game, Part.BEAM)

    def value(self, at: int) -> list[float]:
        """Every seat's chance after a number of decisions."""
        return self.values[at]

    @cached_property
    def values(self) -> list[list[float]]:
        """Every seat's chance before, between and after all decisions."""
        return self.chances.all(self.states)

    @cached_property
    def turns(self) -> list[Turn]:
        """The turns, each with its luck and with what would have been better."""
        found = list(turns_of(self.game, self.states, self.history))
        for turn in found:
            if len(turn.seats) == 1:
                self._alone(turn)
            else:
                self._together(turn)
        return found

    @cached_property
    def balance(self) -> list[dict[str, float]]:
        """Luck, skill and others for each seat; added to the fair share at the start they give the
        result.
        """
        share, rows = 1 / self.players, []
        for p in range(self.players):
            luck = self.value(0)[p] - share + sum(t.luck[p] for t in self.turns)
            skill = -sum(t.better[p].loss for t in self.turns if p in t.better)
            result = self.value(len(self.decisions))[p]
            rows.append({"share": share, "luck": luck, "skill": skill, "others": result - share - luck - skill, "result": result})
        return rows

    # ------------------------------------------------------------ one seat's turn

    def _alone(self, turn: Turn) -> None:
        turn.luck = [0.0] * self.players
        for at in range(turn.first, turn.end):
            for p, luck in enumerate(self.luck(at)):
                turn.luck[p] += luck
        seat = turn.seats[0]
        made = tuple(d.action for d in self.decisions[turn.first:turn.end])
        orders = {made, *self.orders(turn, seat)}
        if len(orders) > 1:
            worth = {order: self.worth(turn, seat, order) for order in sorted(orders)}
            best = max(worth, key=lambda order: worth[order])
            if worth[best] > worth[made]:
                turn.better[seat] = Better(seat, worth[best] - worth[made], best, worth[made], worth[best])

    def luck(self, at: int) -> list[float]:
        """What the draws after a decision did to every seat's chance."""
        decision, drawn = self.decisions[at], []
        for seed in range(self.draws):
            s = self.states[at].clone()
            s.rng = before = seed_generator(1 + seed)
            self.game.driver.play(s, decision.seat, decision.action, self.game.mask())
            if s.rng == before:
                return [0.0] * self.players
            drawn.append(s)
        came, *others = self.chances.all([self.states[at + 1], *drawn], decision.seat)
        return [now - sum(c[p] for c in others) / len(others) for p, now in enumerate(came)]

    def orders(self, turn: Turn, seat: int) -> Iterator[tuple[int, ...]]:
        """Orders that the beam finds, on a few positions the seat could be facing."""
        for seed in range(ORDERS):
            s = imagine(self.game, self.states[turn.first], seat, 1 + seed)
            yield tuple(look(self.machine, s, seat, len(self.game.legal_ids(s, seat))).line)

    def worth(self, turn: Turn, seat: int, order: Sequence[int]) -> float:
        """The seat's chance after an order, averaged over positions that it could be facing."""
        ends = []
        for seed in range(self.imagined):
            s = imagine(self.game, self.states[turn.first], seat, 101 + seed)
            self.carried_out(s, seat, order)
            ends.append(s)
        return sum(chances[seat] for chances in self.chances.all(ends, seat)) / len(ends)

    def carried_out(self, s: Any, seat: int, order: Sequence[int]) -> list[int]:
        """Play an order to the end of the turn; if the draws differ, the beam finds the rest.
        Returns what was played.
        """
        asked, left, played = self.game.law.pending(s), list(order), list[int]()
        s.log = []
        while self.game.law.pending(s) == asked and len(played) < LONGEST and not breaks(self.game, s.log):
            legal = self.game.legal_ids(s, seat)
            if not left or left[0] not in legal:
                left = list(look(self.machine, s.clone(), seat, len(legal)).line)
            played.append(left.pop(0))
            self.game.driver.play(s, seat, played[-1], self.game.mask())
        s.log = None
        return played

    # ------------------------------------------------------------ several at once

    def _together(self, turn: Turn) -> None:
        """Secret answers: each is compared with the seat's other answers, over the possible answers
        of the others.

        Luck is the result of the actual combination minus what each answer would bring on average.
        """
        eye = turn.seats[0]
        before, came = self.answered(turn, eye, ()), self.chances.all([self.states[turn.end]], eye)[0]
        turn.luck = [now - then for now, then in zip(came, before, strict=True)]
        for seat in turn.seats:
            before = self.answered(turn, seat, ())
            own = [d.action for d in self.decisions[turn.first:turn.end] if d.seat == seat]
            found = {a: self.answered(turn, seat, [a, *own[1:]]) for a in self.game.legal_ids(self.states[turn.first], seat)}
            made, best = own[0], max(found, key=lambda a: found[a][seat])
            turn.luck = [x - (now - then) for x, now, then in zip(turn.luck, found[made], before, strict=True)]
            loss = found[best][seat] - found[made][seat]
            if loss > 0:
                turn.better[seat] = Better(seat, loss, (best,), found[made][seat], found[best][seat])

    def answered(self, turn: Turn, seat: int, own: Sequence[int]) -> list[float]:
        """Every seat's chance after one seat's answers, on the mean of what else may be
        answered.
        """
        game, first = self.game, self.states[turn.first]
        ends = []
        for seed in range(self.answers):
            s = imagine(game, first, seat, 101 + seed)
            whims = [Random(8 * seed + p) for p in range(self.players)]  # noqa: S311  # what might have been answered
            left = list(own)
            for _ in range(turn.end - turn.first):
                asked = game.law.pending(s)
                if not asked or asked & ~game.law.pending(first):
                    break
                who = lowest_bit(asked)
                legal = game.legal_ids(s, who)
                action = whims[who].choice(legal)
                if who == seat and left and left[0] in legal:
                    action = left.pop(0)
                game.driver.play(s, who, action, game.mask())
            ends.append(s)
        found = self.chances.all(ends, seat)
        return [sum(c[p] for c in found) / len(found) for p in range(self.players)]
