"""The picture of a game that has none of its own: its view, line by line.

A line is named by the game's texts (`position.<key>`), else by the key itself; a list with an entry
per seat names the seats.

>>> drawer("toy", Path())({"players": 2, "scores": [3, 4], "bag": ["red"]}, parts="board")[:4]
'<svg'
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar, Unpack

from .panels import Player, panel
from .picture import Look, Parts, Picture, View
from .svg import Box, Node
from .type import line, wrap
from .words import readable

WIDTH, COMPACT_WIDTH, MARGIN = 900.0, 520.0, 24.0
SIZE, LEADING = 17.0, 25.0
KNOWN = ("game", "players", "options", "over", "turn", "pending")
"""Keys that the rest of the picture shows, or that say nothing about the position."""


class PlainPicture(Picture):
    """A sheet of paper with the position on it."""

    columns: ClassVar[tuple[float, float]] = (244, 0)

    def board_nodes(self, *, compact: bool) -> tuple[list[Node], Box]:
        """The lines of the view on one sheet."""
        width = COMPACT_WIDTH if compact else WIDTH
        nodes: list[Node] = []
        y = MARGIN + SIZE
        for label, value in self.lines():
            nodes.append(line(label, MARGIN, y, SIZE, self.theme.ink, "bold"))
            for row in wrap(value, SIZE, width - 2 * MARGIN):
                y += LEADING
                nodes.append(line(row, MARGIN, y, SIZE, self.theme.ink2))
            y += LEADING * 1.4
        height = y + MARGIN - LEADING
        return [panel(self.sheet, 0, 0, width, height), *nodes], (0, 0, width, height)

    def lines(self) -> list[tuple[str, str]]:
        """The name and the value of each key of the view."""
        return [(self.words.find(f"position.{key}") or readable(key), self.said(value))
                for key, value in self.view.items() if key not in KNOWN]

    def said(self, value: object) -> str:
        """A value in words; what is hidden is a question mark."""
        if value is None:
            return "?"
        if isinstance(value, Mapping):
            return ", ".join(f"{key}: {self.said(one)}" for key, one in value.items()) or "–"
        if isinstance(value, list | tuple):
            every = [self.said(one) for one in value]
            if len(every) == self.seats:
                return " · ".join(f"{name}: {one}" for name, one in zip(self.names, every, strict=True))
            return ", ".join(every) or "–"
        return str(value)

    def player(self, seat: int) -> Player:
        """The seat's name and points."""
        points, now = self.per_seat("scores")[seat], self.is_now(seat)
        return Player(seat=seat, name=self.names[seat], score="" if points is None else str(points), now=now,
                      status=self.words("table.now") if now else "", you=self.words("table.you") if seat == self.seat else "")

    def summary(self) -> str:
        """Every line."""
        return " ".join(f"{label}: {value}." for label, value in self.lines())


def drawer(game: str, folder: Path) -> Callable[..., str]:
    """The function `draw` of a game without a module `picture`."""
    kind: type[PlainPicture] = type("PlainPicture", (PlainPicture,), {"game": game, "folder": folder})

    def draw(view: View, *, parts: Parts = "table", **how: Unpack[Look]) -> str:
        return kind(view, **how).draw(parts)

    return draw
