"""Computing the state of a truncated linear congruential generator from some of its draws.

The attack is an old one (Frieze, Håstad, Kannan, Lagarias and Shamir, 1988).  Every draw that
somebody sees bounds one state x(t) of the generator to an interval.  States are linear in each
other modulo 2⁴⁸, so the vectors (x(t₁), …, x(tₘ)), less a fixed one, form a lattice, and the
intervals form a box.  The box holds one point of the lattice for each seed that fits.  With the box
scaled to a cube, a short basis (LLL) makes it cheap to list them: one coordinate after the other,
each bounded by the cube's extent in that direction.  Floating point only guides the search; the
last coordinate and the answer are exact integers.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil, floor, log2
from typing import NamedTuple

M, A, C = 1 << 48, 25214903917, 11


class Seen(NamedTuple):
    """The state after `steps` steps lies in low, …, high - 1."""

    steps: int
    low: int
    high: int

    @property
    def bits(self) -> float:
        """How much it tells."""
        return 48 - log2(self.high - self.low)


def seen(steps: int, first: int, end: int, of: int) -> Seen:
    """Draw number `steps` (from 1) was one of first, …, end - 1 below `of`: ((state >> 16) * of) >>
    32 says so.
    """
    return Seen(steps, -(-(first << 32) // of) << 16, -(-(end << 32) // of) << 16)


def seeds(draws: Sequence[Seen], enough: float = 54.0, most: int = 13) -> Iterator[int]:
    """Every state at the beginning that fits all draws.

    The draws that tell most span the lattice, until there are enough bits; the others are checked
    afterwards.
    """
    chosen: list[Seen] = []
    for draw in sorted(draws, key=lambda d: -d.bits):
        if draw.bits > 0 and len(chosen) < most and sum(d.bits for d in chosen) < enough:
            chosen.append(draw)
    for point in points(chosen):
        seed = back(point, chosen[0].steps)
        if all(d.low <= forth(seed, d.steps) < d.high for d in draws):
            yield seed


def forth(state: int, steps: int) -> int:
    """The generator's state some steps later."""
    factor, added = leap(steps)
    return (state * factor + added) % M


def back(state: int, steps: int) -> int:
    """The generator's state some steps before."""
    factor, added = leap(steps)
    return (state - added) * pow(factor, -1, M) % M


@cache
def leap(steps: int) -> tuple[int, int]:
    """Many steps as one: state · factor + added."""
    factor, added = 1, 0
    for _ in range(steps):
        factor, added = factor * A % M, (added * A + C) % M
    return factor, added


def points(chosen: Sequence[Seen]) -> Iterator[int]:
    """The first state of every vector of states that lies in the box."""
    m = len(chosen)
    width = [float(d.high - d.low) for d in chosen]
    factors = [leap(d.steps) for d in chosen]
    turned = pow(factors[0][0], -1, M)
    row = [f * turned % M for f, _ in factors]
    origin = [(added - f * factors[0][1]) % M for f, (_, added) in zip(row, factors, strict=True)]
    basis = [[M if i == k else 0 for i in range(m)] for k in range(1, m)] + [row]
    shorten(basis, width)
    stars, mu, norms = orthogonal(basis, width)
    middle = [((d.low + d.high - 1) / 2 - o) / w for d, o, w in zip(chosen, origin, width, strict=True)]
    aim = [sum(a * b for a, b in zip(middle, star, strict=True)) / n for star, n in zip(stars, norms, strict=True)]
    reach = [sum(map(abs, star)) / 2 / n + 1e-6 for star, n in zip(stars, norms, strict=True)]
    found = [0] * m

    def at(k: int, point: list[int], left: float) -> Iterator[int]:
        if k == 0:
            yield from (point[0] + z * basis[0][0] for z in inside(point, basis[0], chosen))
            return
        centre = aim[k] - sum(found[j] * mu[j][k] for j in range(k + 1, m))
        span = min(reach[k], (max(left, 0.0) / norms[k]) ** 0.5 + 1e-6)
        first, row = ceil(centre - span), basis[k]
        for z in range(first, floor(centre + span) + 1):
            found[k] = z
            moved = [a + z * b for a, b in zip(point, row, strict=True)]
            yield from at(k - 1, moved, left - (z - centre) ** 2 * norms[k])

    yield from at(m - 1, origin, m / 4 + 1e-6)


def inside(point: list[int], step: list[int], chosen: Sequence[Seen]) -> range:
    """How often a step may be added so that a point lies in the box: exactly."""
    first, last = -M, M
    for at, by, d in zip(point, step, chosen, strict=True):
        if by > 0:
            first, last = max(first, -((at - d.low) // by)), min(last, (d.high - 1 - at) // by)
        elif by < 0:
            first, last = max(first, -((d.high - 1 - at) // -by)), min(last, (at - d.low) // -by)
        elif not d.low <= at < d.high:
            return range(0)
        if first > last:
            return range(0)
    return range(first, last + 1)


def orthogonal(basis: list[list[int]], width: list[float]) -> tuple[list[list[float]], list[list[float]], list[float]]:
    """Gram and Schmidt: the orthogonal vectors of a basis in units of the box, the coefficients,
    the squared lengths.
    """
    stars: list[list[float]] = []
    mu = [[0.0] * len(basis) for _ in basis]
    norms: list[float] = []
    for k, vector in enumerate(basis):
        scaled = [v / w for v, w in zip(vector, width, strict=True)]
        star = scaled[:]
        for j in range(k):
            mu[k][j] = sum(a * b for a, b in zip(scaled, stars[j], strict=True)) / norms[j]
            star = [a - mu[k][j] * b for a, b in zip(star, stars[j], strict=True)]
        stars.append(star)
        norms.append(sum(a * a for a in star))
    return stars, mu, norms


def shorten(basis: list[list[int]], width: list[float]) -> None:
    """Lenstra, Lenstra and Lovász: make a basis short and nearly orthogonal, in units of the
    box.
    """
    k = 1
    while k < len(basis):
        _, mu, norms = orthogonal(basis, width)
        for j in range(k - 1, -1, -1):
            times = round(mu[k][j])
            if times:
                basis[k] = [a - times * b for a, b in zip(basis[k], basis[j], strict=True)]
                for i in range(j):
                    mu[k][i] -= times * mu[j][i]
                mu[k][j] -= times
        if norms[k] >= (0.99 - mu[k][k - 1] ** 2) * norms[k - 1]:
            k += 1
        else:
            basis[k - 1], basis[k] = basis[k], basis[k - 1]
            k = max(k - 1, 1)
