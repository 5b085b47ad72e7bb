"""A sheet of characters to draw a board on: words, boxes whose lines join, and spots that can be
clicked.
"""
from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

UP, DOWN, LEFT, RIGHT = range(4)
LIGHT, HEAVY = 1, 2
_WORDS = {"UP": (UP,), "DOWN": (DOWN,), "LEFT": (LEFT,), "RIGHT": (RIGHT,),
          "VERTICAL": (UP, DOWN), "HORIZONTAL": (LEFT, RIGHT)}


def _line_characters() -> dict[tuple[int, ...], str]:
    """The box drawing characters by the weight of their four arms, derived from their Unicode
    names.
    """
    found: dict[tuple[int, ...], str] = {}
    for code in range(0x2500, 0x2580):
        character = chr(code)
        words = unicodedata.name(character).removeprefix("BOX DRAWINGS ").split()
        if not set(words) <= {*_WORDS, "LIGHT", "HEAVY", "AND"}:
            continue
        arms = [0, 0, 0, 0]
        if words[0] in ("LIGHT", "HEAVY"):
            weights = [words[0]] * len(words)
            parts = [w for w in words[1:] if w in _WORDS]
        else:
            parts = [w for w in words if w in _WORDS]
            weights, waiting = [], 0
            for word in words:
                if word in _WORDS:
                    waiting += 1
                elif word != "AND":
                    weights += [word] * waiting
                    waiting = 0
        for part, weight in zip(parts, weights, strict=False):
            for arm in _WORDS[part]:
                arms[arm] = HEAVY if weight == "HEAVY" else LIGHT
        found.setdefault(tuple(arms), character)
    return found


LINES = _line_characters()


@dataclass(frozen=True)
class Look:
    """What the table tells a board: how much room there is, who looks, what can be chosen and by
    which key.

    `keys` are the spots that can be chosen now; `focus` are those of the choice that is marked;
    `changed` are those where something has happened since the viewer last decided.
    """

    width: int
    height: int
    seat: int | None = None
    keys: Mapping[str, str] = field(default_factory=dict[str, str])
    focus: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()


class Canvas:
    """Characters with styles; a style's `spot` names what is there."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: dict[tuple[int, int], tuple[str, Style]] = {}
        self._arms: dict[tuple[int, int], list[int]] = {}
        self._line_styles: dict[tuple[int, int], Style] = {}
        self._spots: dict[tuple[int, int], str] = {}

    def put(self, x: int, y: int, words: str | Text, style: Style | str = "") -> int:
        """Write words from a cell on, cut at the edge; returns where they end."""
        text = words if isinstance(words, Text) else Text(words, style)
        base = text.style if isinstance(text.style, Style) else Style.parse(text.style)
        for i, character in enumerate(text.plain):
            look = base
            for span in text.spans:
                if span.start <= i < span.end:
                    look += span.style if isinstance(span.style, Style) else Style.parse(span.style)
            self._cells[x, y] = (character, look)
            x += max(1, cell_len(character))
        return x

    def box(self, x: int, y: int, width: int, height: int, style: Style | None = None, heavy: bool = False) -> None:
        """A frame; where it meets other frames the lines join."""
        weight = HEAVY if heavy else LIGHT
        right, bottom = x + width - 1, y + height - 1
        for column in range(x, right):
            for row in (y, bottom):
                self._arm(column, row, RIGHT, weight, style)
                self._arm(column + 1, row, LEFT, weight, style)
        for row in range(y, bottom):
            for column in (x, right):
                self._arm(column, row, DOWN, weight, style)
                self._arm(column, row + 1, UP, weight, style)

    def _arm(self, x: int, y: int, arm: int, weight: int, style: Style | None) -> None:
        arms = self._arms.setdefault((x, y), [0, 0, 0, 0])
        arms[arm] = max(arms[arm], weight)
        if style is not None:
            self._line_styles[x, y] = style

    def spot(self, name: str, x: int, y: int, width: int, height: int) -> None:
        """Name an area; a later one lies above an earlier one."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self._spots[column, row] = name

    def rows(self) -> list[Text]:
        """The sheet line by line."""
        return [self._row(y) for y in range(self.height)]

    def _row(self, y: int) -> Text:
        text, x = Text(no_wrap=True, end=""), 0
        run, worn = "", Style.null()
        while x < self.width:
            character, style = self._cell(x, y)
            if style != worn:
                text.append(run, worn)
                run, worn = "", style
            run += character
            x += 1 if character.isascii() else max(1, cell_len(character))
        return text.append(run, worn)

    def _cell(self, x: int, y: int) -> tuple[str, Style]:
        character, style = " ", Style.null()
        if (x, y) in self._cells:
            character, style = self._cells[x, y]
        elif (x, y) in self._arms:
            character = LINES.get(tuple(self._arms[x, y]), " ")
            style = self._line_styles.get((x, y), style)
        spot = self._spots.get((x, y))
        return character, on_spot(style, spot) if spot else style


@lru_cache(maxsize=4096)
def on_spot(style: Style, spot: str) -> Style:
    """A style that also names a spot."""
    return style + Style.from_meta({"spot": spot})


def fit(words: str, width: int) -> str:
    """Words cut to a width, with an ellipsis.

    >>> fit("Navarra", 5)
    'Nava…'
    """
    if cell_len(words) <= width:
        return words
    while words and cell_len(words) > width - 1:
        words = words[:-1]
    return words + "…"


def wrap(words: str | Text, width: int, most: int = 99) -> list[Text]:
    """Words in lines of at most `width` cells and at most `most` lines, the last one cut short if
    need be.
    """
    text = words if isinstance(words, Text) else Text(words)
    lines: list[Text] = [Text("")]
    for word in text.split(" "):
        last = lines[-1]
        if last.plain and last.cell_len + 1 + word.cell_len > width:
            lines.append(word.copy())
        elif last.plain:
            last.append(" ").append_text(word)
        else:
            lines[-1] = word.copy()
    if len(lines) > most:
        lines = lines[:most]
        lines[-1].append(" …")
    for line in lines:
        line.truncate(width, overflow="ellipsis")
        line.no_wrap = True
    return lines
