"""Choices in rows and columns."""
from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from .canvas import fit
from .choices import Choice


def columns_of(choices: Sequence[Choice], width: int) -> int:
    """How many choices fit beside each other."""
    longest = max((len(choice.words) for choice in choices), default=1) + 6
    return max(1, min(4, width // longest))


def listed(choices: Sequence[Choice], marked: int, width: int, heading: str) -> tuple[list[Text], int]:
    """The choices in rows and columns, the closed ones under a heading; and the row of the marked one."""
    columns = columns_of(choices, width)
    room = width // columns
    rows: list[Text] = []
    at = -1
    for legal in (True, False):
        group = [(n, choice) for n, choice in enumerate(choices) if choice.legal == legal]
        if not legal and group:
            rows.append(Text(heading, Style(color="#E9A06B", italic=True)))
        for first in range(0, len(group), columns):
            row = Text(no_wrap=True)
            for n, choice in group[first:first + columns]:
                cell = choice_cell(choice, n == marked, room)
                cell.stylize(Style.from_meta({"choice": n}))
                row.append_text(cell)
                if n == marked:
                    at = len(rows)
            rows.append(row)
    return rows, at


def choice_cell(choice: Choice, marked: bool, width: int) -> Text:
    """One choice: the mark, its key, its words."""
    cell = Text().append("▸" if marked else " ", Style(color="#D795BE", bold=True))
    if choice.legal:
        cell.append(choice.key or " ", Style(color="#FFE7B0", bold=True)).append("  ")
    else:
        cell.append("✗  ", Style(color="#E9A06B"))
    words = fit(choice.words, width - 5)
    style = Style(bold=marked, reverse=marked) if choice.legal else Style(color="#A59791", reverse=marked)
    cell.append(words, style)
    cell.append(" " * max(0, width - cell.cell_len))
    return cell
