"""Tables that never cut off a figure: if they do not fit the terminal, every row becomes a short
list.
"""
from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

BETWEEN = 3
"""What a column takes besides its text: a space on each side and a line."""


def show_table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str = "", console: Console | None = None) -> None:
    """Print a table whose first column names the rows."""
    console = console or Console()
    if narrowest(columns, rows) <= console.width:
        console.print(as_table(columns, rows, title))
        return
    if title:
        console.print(title, style="italic", highlight=False)
    widest = max(len(column) for column in columns[1:])
    for row in rows:
        console.print(row[0], style="bold", highlight=False)
        for column, cell in zip(columns[1:], row[1:], strict=True):
            console.print(f"  {column:<{widest}}  {cell}", highlight=False, soft_wrap=True)


def narrowest(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """The width of the table if headings are broken between words and cells are not broken."""
    words = [(*column.split(), *(row[i] for row in rows)) for i, column in enumerate(columns)]
    return sum(max(map(len, of), default=0) for of in words) + BETWEEN * len(columns) + 1


def as_table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str) -> Table:
    table = Table(title=title or None)
    for i, column in enumerate(columns):
        longest = max((len(row[i]) for row in rows), default=0)
        table.add_column(column, justify="right" if i else "left", min_width=max([longest, *map(len, column.split())]))
    for row in rows:
        table.add_row(*row)
    return table
