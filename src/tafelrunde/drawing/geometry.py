"""Polygons, and a raster of them in which space for a rectangle is found quickly."""

from collections.abc import Iterable, Sequence
from math import ceil

from .svg import Box, Point


def inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies inside a polygon.

    >>> inside((1, 1), [(0, 0), (4, 0), (0, 4)]), inside((3, 3), [(0, 0), (4, 0), (0, 4)])
    (True, False)
    """
    x, y = point
    within = False
    x2, y2 = ring[-1]
    for x1, y1 in ring:
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            within = not within
        x2, y2 = x1, y1
    return within


def bounds(points: Iterable[Point]) -> Box:
    """The box around points: left, top, right, bottom."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def area(ring: Sequence[Point]) -> float:
    """The signed area of a polygon, positive when it runs clockwise on the screen."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) / 2


def corners(box: Box) -> list[Point]:
    """The box as a polygon."""
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


class Raster:
    """A grid of cells, each row one integer whose bit i is cell i."""

    def __init__(self, width: float, height: float, cell: float) -> None:
        self.cell = cell
        self.columns = ceil(width / cell)
        self.rows = [0] * ceil(height / cell)

    def fill(self, ring: Sequence[Point]) -> None:
        """Sets every cell whose middle lies inside the polygon."""
        edges = list(zip(ring, [*ring[1:], ring[0]], strict=True))
        for j in range(len(self.rows)):
            y = (j + 0.5) * self.cell
            cuts = sorted(
                x1 + (y - y1) / (y2 - y1) * (x2 - x1) for (x1, y1), (x2, y2) in edges if (y1 > y) != (y2 > y)
            )
            for start, end in zip(cuts[::2], cuts[1::2], strict=True):
                first = max(0, ceil(start / self.cell - 0.5))
                beyond = min(self.columns, ceil(end / self.cell - 0.5))
                if beyond > first:
                    self.rows[j] |= (1 << beyond) - (1 << first)

    def _with(self, rows: list[int]) -> "Raster":
        other = Raster(0, 0, self.cell)
        other.columns, other.rows = self.columns, rows
        return other

    def __and__(self, other: "Raster") -> "Raster":
        return self._with([a & b for a, b in zip(self.rows, other.rows, strict=True)])

    def __or__(self, other: "Raster") -> "Raster":
        return self._with([a | b for a, b in zip(self.rows, other.rows, strict=True)])

    def __invert__(self) -> "Raster":
        everything = (1 << self.columns) - 1
        return self._with([everything & ~row for row in self.rows])

    def room(self, left: int, right: int, top: int, bottom: int) -> list[int]:
        """Row by row the cells (i, j) around which everything in [i+left, i+right) × [j+top,
        j+bottom) is set.

        Cells outside the grid count as not set.
        """
        narrowed = [_run(row, right - left) for row in self.rows]
        narrowed = [row >> left if left >= 0 else row << -left for row in narrowed]
        return _tall(narrowed, top, bottom)


def _run(row: int, length: int) -> int:
    """Bit i is set when bits i … i+length-1 of the row are."""
    done = 1
    while done < length:
        step = min(done, length - done)
        row &= row >> step
        done += step
    return row


def _tall(rows: list[int], top: int, bottom: int) -> list[int]:
    """Row j becomes the common cells of rows j+top … j+bottom-1."""
    done, height = 1, bottom - top
    while done < height:
        step = min(done, height - done)
        rows = [row & below for row, below in zip(rows, rows[step:] + [0] * step, strict=True)]
        done += step
    count = len(rows)
    return [rows[j + top] if 0 <= j + top < count else 0 for j in range(count)]
