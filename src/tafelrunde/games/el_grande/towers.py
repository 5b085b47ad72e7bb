"""Where the pieces of a region stand, for any position: towers of cubes with their number, and tall
figures.

Promises, checked by the tests with the exact polygons: the lowest cube of a tower, the foot of a
figure and every number lie inside the region, a margin away from its border; nothing touches a
name, a table, or another piece or number of the region; what rises above the foot may cross the
coast but never another region or the edge of the map.

Pieces form blocks, rows with one base line. Plans go from "all in one row" to "every tower by
itself". For each size, large to small, each plan is tried on all places that keep the promises; the
cheapest combination wins. The cost is the way from the middle of the free room, a fee per plan, and
a price for every step down in size: towers stay in one row until they would have to shrink below
about .85, then the row breaks. Heights count in classes of three cubes, so one more cube seldom
moves anything.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import ceil, floor, hypot
from typing import NamedTuple

from ...drawing.geometry import Raster, corners
from ...drawing.svg import Box, Point

CELL, MARGIN = 4, 4
SCALES = (1, 0.93, 0.86, 0.79, 0.72, 0.65, 0.58, 0.52, 0.46, 0.4, 0.34, 0.28)
SPLIT = 60  # the fee for towers in two rows, against the price of a smaller size
BUDGET = 8000  # combinations looked at per plan
REACH = 48  # cells a piece may rise above its base line


@dataclass(frozen=True, slots=True)
class Sizes:
    """What pieces measure at scale 1, in map units."""

    cube: float = 42
    pitch: float = 47
    step: float = 13
    rise: float = 72
    number: float = 30
    smallest_number: float = 22
    foot: float = 40
    figures: tuple[tuple[str, float, float], ...] = (("grande", 46, 61), ("king", 72, 96), ("castillo", 82, 115))

    def number_size(self, scale: float) -> float:
        """The size of a tower's number; it shrinks below the smallest only if nothing else helps.
        """
        return max(self.smallest_number * min(1, scale / 0.46), self.number * scale)

    def figure(self, kind: str) -> tuple[float, float]:
        """Width and height of a figure."""
        return next((w, h) for name, w, h in self.figures if name == kind)


class Tower(NamedTuple):
    """The cubes of one seat: x, y is the middle of the foot; the number stands below, centred."""

    seat: int
    cubes: int
    x: float
    y: float
    step: float
    number: tuple[float, float, float]  # x, base line, size


class Figure(NamedTuple):
    """A king, a grande or another tall piece: x, y is the middle of the foot."""

    kind: str
    seat: int | None
    x: float
    y: float


class Standing(NamedTuple):
    """Everything in one region, all of it at one scale."""

    scale: float
    towers: tuple[Tower, ...]
    figures: tuple[Figure, ...]
    fits: bool


class _Piece(NamedTuple):
    kind: str
    seat: int | None
    cubes: int = 0


class _Measure(NamedTuple):
    width: float
    height: float  # above the base line
    foot: float  # the part of it that must stay inside
    below: float


class _Place(NamedTuple):
    cost: float
    x: float
    y: float
    cells: int  # what the row fills, as one number over the window of the field


_Spot = tuple[float, int, int]  # cost, column, row


class Field:
    """The free room of one region: where feet may stand, where bodies may rise, and the middle
    pieces gather around.
    """

    def __init__(self, foot: Raster, body: Raster, middle: Point) -> None:
        self._foot, self._body = foot, body
        self.middle = middle
        rows = [j for j, row in enumerate(foot.rows) if row]
        everything = 0
        for row in foot.rows:
            everything |= row
        left = (everything & -everything).bit_length() - 1
        # the window all pieces of the region lie in: first column, first row, columns
        self.window = (left, rows[0] - REACH, everything.bit_length() - left)

    @cached_property
    def _memory(self) -> dict[tuple[int, ...], list[int]]:
        return {}

    def room(self, measure: _Measure) -> list[int]:
        """Row by row the cells at which a piece may stand with its left end."""
        key = (
            ceil((measure.width + MARGIN) / CELL),
            ceil(measure.foot / CELL),
            ceil((measure.below + MARGIN) / CELL),
            ceil(measure.width / CELL),
            ceil(measure.height / CELL),
        )
        if key not in self._memory:
            foot = self._foot.room(-1, key[0], -key[1], key[2])
            body = self._body.room(0, key[3], -key[4], 0)
            self._memory[key] = [a & b for a, b in zip(foot, body, strict=True)]
        return self._memory[key]


def fields(
    rings: Mapping[str, Sequence[Point]],
    middles: Mapping[str, Point],
    blocked: Iterable[Sequence[Point]],
    frame: Box,
) -> dict[str, Field]:
    """The fields of a map: regions by name, further shapes no piece may touch, and the visible part
    of the map.
    """

    def painted(*shapes: Sequence[Point]) -> Raster:
        raster = Raster(frame[2], frame[3], CELL)
        for shape in shapes:
            raster.fill(shape)
        return raster

    land = {name: painted(ring) for name, ring in rings.items()}
    shut, visible = painted(*blocked), painted(corners(frame))
    everywhere = painted()
    for raster in land.values():
        everywhere = everywhere | raster
    return {
        name: Field(own & ~shut, visible & ~(shut | (everywhere & ~own)), middles[name]) for name, own in land.items()
    }


class Layout:
    """The fields of a map and the sizes of its pieces.

    Asking twice for the same pieces costs nothing.
    """

    def __init__(self, fields: Mapping[str, Field], sizes: Sizes) -> None:
        self.fields = fields
        self.sizes = sizes
        self.standing = lru_cache(maxsize=4096)(self._standing)

    def _standing(
        self, region: str, counts: tuple[int, ...], grandes: tuple[int, ...] = (), figures: tuple[str, ...] = ()
    ) -> Standing:
        """Puts down the cubes per seat, the grandes of these seats and further figures, for
        instance the king.
        """
        field = self.fields[region]
        towers = [_Piece("tower", seat, count) for seat, count in enumerate(counts) if count]
        towers.sort(key=lambda tower: (-tower.cubes, tower.seat))
        nobles = [_Piece("grande", seat) for seat in grandes]
        crown = [_Piece(kind, None) for kind in figures]
        best: tuple[float, float, list[tuple[tuple[_Piece, ...], _Place]]] | None = None
        for scale in SCALES:
            known: dict[tuple[_Piece, ...], list[_Spot]] = {}
            for fee, plan in _plans(towers, nobles, crown):
                price = fee + 250 * (1 - scale) + 900 * (1 - scale) ** 2
                if best and price >= best[0]:
                    continue
                for block in plan:
                    if block not in known:
                        known[block] = self._spots(field, block, scale)
                if not all(known[block] for block in plan):
                    continue
                keep = 240 if len(plan) <= 2 else 70 if len(plan) == 3 else 30
                lists = [self._places(field, block, scale, known[block], keep) for block in plan]
                found = _combine(plan, lists, price, best[0] if best else float("inf"))
                if found:
                    best = (found[0], scale, found[1])
        if not towers and not nobles and not crown:
            return Standing(1, (), (), fits=True)
        if best:
            _, scale, blocks = best
            seats = [
                (piece, place.x + start + measure.width / 2, place.y)
                for block, place in blocks
                for piece, start, measure in zip(block, *self._row(block, scale)[:2], strict=True)
            ]
        else:
            scale = SCALES[-1]
            seats = [
                (piece, field.middle[0] + (k % 4 - 1.5) * 30, field.middle[1] + k // 4 * 40)
                for k, piece in enumerate([*towers, *nobles, *crown])
            ]
        return self._put(seats, scale, fits=best is not None)

    def _put(self, seats: list[tuple[_Piece, float, float]], scale: float, *, fits: bool) -> Standing:
        towers: list[Tower] = []
        figures: list[Figure] = []
        size = self.sizes.number_size(scale)
        for piece, x, y in seats:
            if piece.kind == "tower" and piece.seat is not None:
                step = min(self.sizes.step, self.sizes.rise / max(1, piece.cubes - 1)) * scale
                number = (x, y + 5 * scale + size * 0.74, size)
                towers.append(Tower(piece.seat, piece.cubes, x, y, step, number))
            else:
                figures.append(Figure(piece.kind, piece.seat, x, y))
        towers.sort(key=lambda tower: (-tower.cubes, tower.seat))
        return Standing(scale, tuple(towers), tuple(figures), fits)

    def _measure(self, piece: _Piece, scale: float) -> _Measure:
        sizes = self.sizes
        if piece.kind != "tower":
            width, height = sizes.figure(piece.kind)
            return _Measure(width * scale, height * scale, sizes.foot * scale, 2)
        size = sizes.number_size(scale)
        width = max(sizes.pitch * scale, size * (1.25 if piece.cubes > 9 else 0.9))
        rise = min(sizes.step * (ceil(piece.cubes / 3) * 3 - 1), sizes.rise)
        return _Measure(width, (sizes.cube + rise) * scale, sizes.cube * scale, 5 * scale + size * 0.8)

    def _spots(self, field: Field, block: tuple[_Piece, ...], scale: float) -> list[_Spot]:
        """All cells at which a row may begin without breaking a promise, cheapest first."""
        starts, measures, width = self._row(block, scale)
        masks: list[int] | None = None
        for start, measure in zip(starts, measures, strict=True):
            room = field.room(measure)
            low, high = floor(start / CELL), ceil(start / CELL)
            shifted = [(row >> low) & (row >> high) for row in room]
            masks = shifted if masks is None else [a & b for a, b in zip(masks, shifted, strict=True)]
        across, down = field.middle[0] - width / 2, field.middle[1] + 40
        spots: list[_Spot] = []
        for j, row in enumerate(masks or ()):
            if j % 2 or not row:
                continue
            off = (j * CELL - down) * 1.3
            bits = bin(row)[:1:-1]
            spots += [(hypot(i * CELL - across, off), i, j) for i in range(0, len(bits), 2) if bits[i] == "1"]
        spots.sort()
        return spots

    def _places(
        self, field: Field, block: tuple[_Piece, ...], scale: float, spots: list[_Spot], keep: int
    ) -> list[_Place]:
        """At most about `keep` of the spots, spread over all of them, with the cells the row would
        fill.
        """
        left, top, columns = field.window
        shape = 0
        for start, measure in zip(*self._row(block, scale)[:2], strict=True):
            span = (1 << ceil((start + measure.width) / CELL)) - (1 << floor(start / CELL))
            for j in range(REACH - ceil(measure.height / CELL), REACH + ceil(measure.below / CELL)):
                shape |= span << (j * columns)
        return [
            _Place(cost, float(i * CELL), float(j * CELL), shape << ((j - REACH - top) * columns + i - left))
            for cost, i, j in spots[:: max(1, len(spots) // keep)]
        ]

    def _row(self, block: tuple[_Piece, ...], scale: float) -> tuple[list[float], list[_Measure], float]:
        """Where the pieces of a row begin, what they measure, and how long the row is."""
        measures = [self._measure(piece, scale) for piece in block]
        starts = list(accumulate((m.width for m in measures), initial=0.0))
        return starts[:-1], measures, starts[-1]


def _plans(
    towers: list[_Piece], nobles: list[_Piece], crown: list[_Piece]
) -> list[tuple[float, list[tuple[_Piece, ...]]]]:
    half, cut = ceil(len(towers) / 2), ceil(len(nobles) / 2)
    t1, t2, n1, n2 = towers[:half], towers[half:], nobles[:cut], nobles[cut:]
    plans: list[tuple[float, list[list[_Piece]]]] = [
        (0, [[*crown, *towers, *nobles]]),
        (12, [towers, [*crown, *nobles]]),
        (20, [towers, crown, nobles]),
        (30, [towers, crown, n1, n2]),
        (SPLIT, [t1, [*t2, *nobles, *crown]]),
        (SPLIT + 12, [t1, t2, [*crown, *nobles]]),
        (SPLIT + 20, [t1, t2, crown, nobles]),
        (SPLIT + 30, [t1, t2, crown, n1, n2]),
        (SPLIT + 60, [*([tower] for tower in towers), *([figure] for figure in crown), n1, n2]),
    ]
    known: set[tuple[tuple[_Piece, ...], ...]] = set()
    result: list[tuple[float, list[tuple[_Piece, ...]]]] = []
    for fee, plan in plans:
        blocks = tuple(tuple(block) for block in plan if block)
        if blocks and blocks not in known:
            known.add(blocks)
            result.append((fee, list(blocks)))
    return result


def _combine(
    plan: list[tuple[_Piece, ...]], lists: list[list[_Place]], price: float, limit: float
) -> tuple[float, list[tuple[tuple[_Piece, ...], _Place]]] | None:
    """The cheapest places for all blocks of a plan that do not touch, if they cost less than the
    limit.
    """
    order = sorted(range(len(plan)), key=lambda k: len(lists[k]))
    blocks, lists = [plan[k] for k in order], [lists[k] for k in order]
    least = [sum(places[0].cost for places in lists[k + 1 :]) / 2 for k in range(len(lists))]
    chosen: list[_Place] = []
    best: list[_Place] = []
    looks = 0

    def search(k: int, cost: float, filled: int) -> None:
        nonlocal best, limit, looks
        if k == len(blocks):
            best, limit = list(chosen), cost
            return
        earlier = [i for i in range(k) if blocks[i][0].kind == blocks[k][0].kind == "tower"]
        for place in lists[k]:
            looks += 1
            total = cost + place.cost / 2
            if looks > BUDGET or total + least[k] >= limit:
                return
            if filled & place.cells or any(_backwards(blocks[i], chosen[i], blocks[k], place) for i in earlier):
                continue
            chosen.append(place)
            search(k + 1, total, filled | place.cells)
            chosen.pop()

    search(0, price, 0)
    return (limit, list(zip(blocks, best, strict=True))) if best else None


def _backwards(a: tuple[_Piece, ...], p: _Place, b: tuple[_Piece, ...], q: _Place) -> bool:
    """Whether two rows of towers no longer read in order of count: further down, or further
    right.
    """
    if (-a[0].cubes, a[0].seat or 0) > (-b[0].cubes, b[0].seat or 0):
        p, q = q, p
    return q.y < p.y - 2 or (q.y < p.y + 40 and q.x < p.x)
