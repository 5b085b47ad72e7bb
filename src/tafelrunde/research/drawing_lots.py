"""Games in which the caller draws: rules stop when chance is needed, and continue with the outcome.

The rules run interpreted, bound to draws that take their outcome from a list. When the list is used
up they stop (`Draw`) and say what can be drawn and with which weights. A `Line` keeps the state
before the decision and plays it again with one more outcome.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import tafelrunde as tr

from ..kernel import Game, chance, driver
from ..kernel.interpreting import Bound

Weights = list[tuple[int, int]]


class Draw(Exception):
    """Not an error: the rules wait for an outcome. Says what can be drawn, each with its weight."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.weights = weights


def drawn(s: Any, weights: Iterable[tuple[int, int]]) -> int:
    """The next outcome of the list; a certain one needs none."""
    possible = list(weights)
    if len(possible) == 1:
        return possible[0][0]
    if not s.script:
        raise Draw(possible)
    return int(s.script.pop(0))


def members(bits: int) -> Weights:
    """A set's members, each equally likely."""
    return [(i, 1) for i in range(bits.bit_length()) if bits >> i & 1]


def lot_bit(s: Any, bits: int) -> int:
    """See `chance.draw_bit`."""
    return drawn(s, members(bits))


def lot_of_two(s: Any, low: int, high: int, split: int) -> int:
    """See `chance.draw_of_two`."""
    return drawn(s, members(low) + [(split + i, 1) for i, _ in members(high)])


def lot_kind(s: Any, counts: Any, kinds: int) -> int:
    """See `chance.draw_kind`."""
    return drawn(s, [(k, counts[k]) for k in range(kinds) if counts[k] > 0])


def lot_between(s: Any, counts: Any, first: int, end: int) -> int:
    """See `chance.draw_between`."""
    return drawn(s, [(k, counts[k]) for k in range(first, end) if counts[k] > 0])


def lot_member(s: Any, places: Any, n: int, place: int) -> int:
    """See `chance.draw_member`."""
    return drawn(s, [(i, 1) for i in range(n) if places[i] == place])


LOTS = {chance.draw_bit: lot_bit, chance.draw_of_two: lot_of_two, chance.draw_kind: lot_kind,
        chance.draw_between: lot_between, chance.draw_member: lot_member}


def stopping(game: Game) -> Any:
    """A title's driver whose draws stop; made once."""
    known = vars(game)
    if "_stopping" not in known:
        known["_stopping"] = Bound(driver, game.law, LOTS)
    return known["_stopping"]


class Line:
    """One game, step by step: decisions and draws.

    `weights` is not empty if a draw is needed.
    """

    def __init__(self, title: str, players: int, options: dict[str, Any]) -> None:
        self.title = title
        self.game = tr.game(title)
        self.before = self.game.configured(players, options)
        self.state = self.before
        self.decision: tuple[int, int] | None = None
        self.outcomes: list[int] = []
        self.weights: Weights = []
        self.asked: Any = None
        self.run()

    def run(self) -> None:
        """Carry out the decision (or the setup) with the outcomes drawn so far."""
        s = self.before.clone()
        s.script = self.outcomes.copy()
        driver = stopping(self.game)
        try:
            if self.decision is None:
                driver.begin(s, self.game.mask())
            else:
                driver.play(s, *self.decision, self.game.mask())
        except Draw as needed:
            self.weights = needed.weights
        else:
            s.script = None
            self.state, self.weights = s, []

    def draw(self, outcome: int) -> None:
        """Supply the outcome that is needed."""
        if outcome not in (possible for possible, _ in self.weights):
            raise ValueError(f"outcome: {outcome!r} cannot be drawn now")
        self.outcomes.append(outcome)
        self.run()

    def decide(self, seat: int, action: int) -> None:
        self.before, self.decision, self.outcomes = self.state, (seat, action), []
        self.run()

    @property
    def seat(self) -> int:
        """The seat that decides; -1 if the game is over."""
        seats: int = self.game.law.pending(self.state)
        return (seats & -seats).bit_length() - 1

    @property
    def legal(self) -> list[int]:
        """The legal actions of the deciding seat; computed once for every state."""
        if self.asked is not self.state:
            self.asked, self.possible = self.state, self.game.legal_ids(self.state, self.seat)
        return self.possible

    def __deepcopy__(self, memo: Any) -> Line:
        """A reached state never changes, so a copy may share it."""
        other = object.__new__(Line)
        other.__dict__.update(self.__dict__)
        other.outcomes = self.outcomes.copy()
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Plain numbers, for pickling."""
        kept = {k: v for k, v in self.__dict__.items() if k not in ("game", "before", "state", "asked", "possible")}
        return {**kept, "before": self.numbers(self.before), "state": self.numbers(self.state)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.game = tr.game(kept["title"])
        self.__dict__.update({k: v for k, v in kept.items() if k not in ("before", "state")})
        self.before, self.state, self.asked = self.rebuilt(kept["before"]), self.rebuilt(kept["state"]), None

    def numbers(self, s: Any) -> dict[str, Any]:
        return {f.name: getattr(s, f.name) for f in self.game.fields}

    def rebuilt(self, numbers: dict[str, Any]) -> Any:
        """A state with these fields."""
        s = self.game.state()
        for name, value in numbers.items():
            setattr(s, name, value)
        return s
