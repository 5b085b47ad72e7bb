"""What both kinds of thinking share: chances to win, the playout policy, other seats' secret
answers.

A template like `kernel/driver.py`: written once, bound to a title's law and judgement, interpreted
or compiled.
"""
from __future__ import annotations

from math import exp, log

from ..kernel import count_bits, lowest_bit, nth_action, random_below, rule, table
from ..kernel.driver import legal_actions
from ..kernel.fields import BESIDE
from ..kernel.law import apply, pending, standing
from .judgement import judge, narrow, prefer, spread

WHOLE = 1 << 20
"""A certain win."""
STEPS, FINE = 32, 16
FALLING = table([round(WHOLE * exp(-i / STEPS)) for i in range(8 * STEPS + 2)])
"""e to the power of -i/32."""
LOGS = table([round(WHOLE * log(max(i, 1))) for i in range(513)])
"""Natural logarithms, of WHOLE; from a table, because machines differ in the last bit."""
DOUBLE = LOGS[2]
OVER = 250
"""At the end, a lead of this many hundredths counts a factor of e, besides the win itself: margins
still matter a little.
"""


def copy_state(pool, to, of):
    """Copy one state of a pool over another."""
    pool[to] = pool[of].clone()


@rule
def copy_record(pool, to, of):
    """The same on records."""
    pool[to] = pool[of]


def fingerprint(pool, i):
    """A number that equal states of a pool have in common."""
    s = pool[i]
    return hash(repr([getattr(s, name) for name in s.__slots__[:-len(BESIDE)]]))


@rule
def total_worth(s, seat, worth, parts):
    """The total worth of a seat that was judged."""
    total = 0
    for k in range(parts):
        total += worth[k][seat]
    return total


@rule
def falling(behind, step):
    """e to the power of -behind/step, of WHOLE; linear between the entries of the table."""
    x = min(max(behind, 0) * STEPS * FINE // step, 8 * STEPS * FINE)
    i = x // FINE
    return (FALLING[i] * (FINE - x % FINE) + FALLING[i + 1] * (x % FINE)) // FINE


@rule
def logarithm(n):
    """The natural logarithm of a number from 1 on, of WHOLE; linear between the entries of the
    table.
    """
    if n < 512:
        return LOGS[n]
    k = 1
    while n >> k >= 512:
        k += 1
    i = n >> k
    return LOGS[i] + ((LOGS[i + 1] - LOGS[i]) * (n - (i << k)) >> k) + k * DOUBLE


@rule
def shares(s, worth, parts, chances):
    """Every seat's chance to win, of WHOLE, in a position that was judged or is over."""
    over = pending(s) == 0
    step = OVER
    if not over:
        step = spread(s)
    judge(s, worth)
    best = total_worth(s, 0, worth, parts)
    first = standing(s, 0)
    for p in range(1, s.players):
        best = max(best, total_worth(s, p, worth, parts))
        first = max(first, standing(s, p))
    sum_ = 0
    winners = 0
    for p in range(s.players):
        chances[p] = falling(best - total_worth(s, p, worth, parts), step)
        sum_ += chances[p]
        if standing(s, p) == first:
            winners += 1
    for p in range(s.players):
        chances[p] = chances[p] * WHOLE // sum_
        if over:
            chances[p] = chances[p] // 4
            if standing(s, p) == first:
                chances[p] += WHOLE * 3 // 4 // winners


@rule
def likely_action(s, seat, mask, n):
    """The playout policy: of two actions drawn at random from those worth a try, the one
    preferred.
    """
    if n > 2:
        n = narrow(s, seat, mask, n)
    action = nth_action(mask, random_below(s, n))
    if n > 2:
        other = nth_action(mask, random_below(s, n))
        if other != action and prefer(s, seat, other) > prefer(s, seat, action):
            return other
    return action


@rule
def answer_for_others(s, me, mask):
    """While several seats answer at once and in secret, let all others answer by the policy."""
    seats = pending(s)
    if count_bits(seats) > 1:
        others = seats & ~(1 << me)
        while others:
            seat = lowest_bit(others)
            others &= others - 1
            n = legal_actions(s, seat, mask)
            apply(s, seat, likely_action(s, seat, mask, n))
