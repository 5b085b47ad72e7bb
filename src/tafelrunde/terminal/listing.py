"""Entries in rows and columns."""
from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from .canvas import fit
from .choices import Entry


def columns_of(entries: Sequence[Entry], width: int) -> int:
    """How many entries fit side by side."""
    longest = max((cell_len(entry.words) for entry in entries), default=1) + 6
    return max(1, min(4, width // longest))


def listed(entries: Sequence[Entry], marked: int, width: int, heading: str) -> tuple[list[Text], int]:
    """The entries in rows and columns, the closed ones under a heading; and the row of the marked
    one.
    """
    columns = columns_of(entries, width)
    room = width // columns
    rows: list[Text] = []
    at = -1
    for legal in (True, False):
        group = [(n, entry) for n, entry in enumerate(entries) if entry.legal == legal]
        if not legal and group:
            rows.append(Text(heading, Style(color="#E9A06B", italic=True)))
        for first in range(0, len(group), columns):
            row = Text(no_wrap=True)
            for n, entry in group[first:first + columns]:
                cell = entry_cell(entry, n == marked, room)
                cell.stylize(Style.from_meta({"entry": n}))
                row.append_text(cell)
                if n == marked:
                    at = len(rows)
            rows.append(row)
    return rows, at


def entry_cell(entry: Entry, marked: bool, width: int) -> Text:
    """One entry: the mark, its key, its words."""
    cell = Text().append("▸" if marked else " ", Style(color="#D795BE", bold=True))
    if entry.legal:
        cell.append(entry.key or " ", Style(color="#FFE7B0", bold=True)).append("  ")
    else:
        cell.append("✗  ", Style(color="#E9A06B"))
    words = fit(entry.words, width - 5)
    style = Style(bold=marked, reverse=marked) if entry.legal else Style(color="#A59791", reverse=marked)
    cell.append(words, style)
    cell.append(" " * max(0, width - cell.cell_len))
    return cell
