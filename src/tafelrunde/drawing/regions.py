"""Groups of polygons that share their corners: the outline around them."""

from collections.abc import Iterable, Sequence

from .geometry import area
from .svg import Point


def union(rings: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """The outlines around polygons whose common borders have the same corners; holes are outlines
    too.

    >>> union([[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 0), (2, 0), (2, 1), (1, 1)]])
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    edges: dict[tuple[Point, Point], None] = {}
    for ring in rings:
        corners: list[Point] = [(x, y) for x, y in ring]
        if area(corners) < 0:
            corners.reverse()
        for edge in zip(corners, [*corners[1:], corners[0]], strict=True):
            if (edge[1], edge[0]) in edges:
                del edges[edge[1], edge[0]]
            else:
                edges[edge] = None
    following: dict[Point, list[Point]] = {}
    for start, end in edges:
        following.setdefault(start, []).append(end)
    outlines: list[list[Point]] = []
    while following:
        start = min(following)
        outline, here = [start], start
        while True:
            ends = following[here]
            there = ends.pop()
            if not ends:
                del following[here]
            if there == start:
                break
            outline.append(there)
            here = there
        outlines.append(_straightened(outline))
    return outlines


def _straightened(outline: list[Point]) -> list[Point]:
    """Remove corners that lie on a straight line."""
    kept: list[Point] = []
    for k, (x, y) in enumerate(outline):
        (x1, y1), (x2, y2) = outline[k - 1], outline[(k + 1) % len(outline)]
        if abs((x - x1) * (y2 - y) - (y - y1) * (x2 - x)) > 1e-6:
            kept.append((x, y))
    return kept
