"""Pawns on their circles."""
from __future__ import annotations

from ...kernel import rule
from .fields import Phase
from .state import State
from .tables import FIRST_GATE


@rule
def leave(s, seat, step):
    """A pawn leaves its circle, or the cathedral."""
    if step == 0:
        s.home[seat] -= 1
        return
    if s.two[seat] >> step & 1:
        s.two[seat] &= ~(1 << step)
    else:
        s.one[seat] &= ~(1 << step)
    s.room |= 1 << step


@rule
def go_home(s, seat):
    """A pawn is put on the cathedral."""
    s.home[seat] += 1


@rule
def take_circle(s, seat, step):
    """TO-4.2: a pawn takes a free circle."""
    if s.one[seat] >> step & 1:
        s.two[seat] |= 1 << step
    else:
        s.one[seat] |= 1 << step
    if s.double >> step & 1 == 0 or pawns_on(s, step) == 2:
        s.room &= ~(1 << step)


@rule
def pawns_on(s, step):
    """How many pawns stand on a step's circles."""
    n = 0
    for seat in range(s.players):
        n += (s.one[seat] >> step & 1) + (s.two[seat] >> step & 1)
    return n


@rule
def rivals_of(s, seat):
    """The steps where another seat has a pawn."""
    steps = 0
    for rival in range(s.players):
        if rival != seat:
            steps |= s.one[rival]
    return steps


def steps_of(s: State, seat: int) -> list[int]:
    """The steps of a seat's pawns, including the one in transit."""
    steps = [0] * s.home[seat]
    for step in range(1, FIRST_GATE):
        steps += [step] * ((s.one[seat] >> step & 1) + (s.two[seat] >> step & 1))
        if s.phase == Phase.FULL and s.turn == seat and s.spot == step:
            steps.append(step)
    return steps + [FIRST_GATE] * s.inside[seat][0] + [FIRST_GATE + 1] * s.inside[seat][1]


def circles(s: State) -> dict[str, list[int]]:
    """Who stands on the circles of each occupied step."""
    here = {step: [seat for seat in range(s.players) for _ in range((s.one[seat] >> step & 1) + (s.two[seat] >> step & 1))]
            for step in range(1, FIRST_GATE)}
    return {str(step): seats for step, seats in here.items() if seats}
