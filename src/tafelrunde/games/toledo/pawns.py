"""Pawns on their circles."""
from ...kernel import rule


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
