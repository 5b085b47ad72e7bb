"""The network in the rules' subset: whole numbers alone, so every machine says the same of a
position, bit for bit.

A template like `kernel/driver.py`.  `rows`, `inner`, `heads` and the biases are
`weights.Weights.parts()`; `seen`, `sums`, `deep` and `both` are room to work in.  Scores are in
1/4096; chances are shares of WHOLE.
"""
from __future__ import annotations

from ...kernel import rule
from ...kernel.batching import encode
from ..judgement import judge, spread
from ..thinking import WHOLE, falling
from .features import EVEN, FINE, PLAIN, STEP

TOP = 127
SHIFT = 6
ONE = 4096
"""A score of 1."""


@rule
def observe(s, seat, players, colours, seen, worth, parts):
    """Write what a seat may know, and how far it is ahead of each other one by the title's
    judgement.

    What is hidden from the seat must have been drawn, because the judgement looks at everything.
    """
    at = encode(s, seat, players, colours, seen, 0, 1)
    judge(s, worth)
    step = spread(s)
    for r in range(1, players):
        other = (seat + r) % players
        total = 0
        for k in range(parts):
            ahead = worth[k][seat] - worth[k][other]
            total += ahead
            seen[at] = lead(ahead, step)
            at += 1
        seen[at] = lead(total, step)
        at += 1


@rule
def lead(ahead, step):
    """A lead as a small number, EVEN for none."""
    return EVEN + max(-EVEN, min(EVEN, ahead * FINE // step))


@rule
def add_up(seen, cells, first, low, most, rows, row_bias, width, sums):
    """The first layer: the sum of the rows of everything that was observed."""
    for k in range(width):
        sums[k] = row_bias[k]
    for i in range(cells):
        value = seen[i] - low[i]
        if value > 0:
            if value > PLAIN:
                value = PLAIN + (value - PLAIN + STEP - 1) // STEP
            if value > most[i]:
                value = most[i]
            add_row(rows[first[i] + value - 1], width, sums)


@rule
def add_row(row, width, sums):
    """Add one row."""
    for k in range(width):
        sums[k] += row[k]


@rule
def layers(inner, inner_bias, width, units, sums, deep, both):
    """The output of both layers, each unit between 0 and TOP, one after the other in `both`."""
    for k in range(units):
        deep[k] = inner_bias[k]
    for j in range(width):
        value = max(0, min(TOP, sums[j]))
        both[j] = value
        if value > 0:
            add_times(inner[j], units, value, deep)
    for k in range(units):
        both[width + k] = max(0, min(TOP, deep[k] >> SHIFT))


@rule
def add_times(row, units, value, deep):
    """Add a unit's share to every unit of the second layer."""
    for k in range(units):
        deep[k] += value * row[k]


@rule
def score(row, bias, both, size):
    """One head: the score of an action, as the seat sees it, or of a seat's chances."""
    total = bias
    for j in range(size):
        total += both[j] * row[j]
    return total


@rule
def chances_of(heads, head_bias, both, size, actions, players, seat, chances):
    """Each seat's chance to win, of WHOLE, by the table's seats; rounded down, so they add up to a
    little less at most.
    """
    best = score(heads[actions], head_bias[actions], both, size)
    chances[seat] = best
    for r in range(1, players):
        p = (seat + r) % players
        chances[p] = score(heads[actions + r], head_bias[actions + r], both, size)
        best = max(best, chances[p])
    total = 0
    for p in range(players):
        chances[p] = falling(best - chances[p], ONE)
        total += chances[p]
    for p in range(players):
        chances[p] = chances[p] * WHOLE // total


@rule
def look_at(s, seat, players, colours, seen, worth, parts, reading, rows, inner, row_bias, inner_bias, cells, width, units, sums,
            deep, both):
    """Both layers for a position as a seat sees it; `reading` holds the first rows, the least
    values and the row counts.
    """
    observe(s, seat, players, colours, seen, worth, parts)
    add_up(seen, cells, reading[0], reading[1], reading[2], rows, row_bias, width, sums)
    layers(inner, inner_bias, width, units, sums, deep, both)
