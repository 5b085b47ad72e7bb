"""The one kind of widget that everything is made of: rows of styled text that can be scrolled and
clicked.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class Pointed(Message):
    """Somebody clicked something: a spot of the board, a choice, a line."""

    def __init__(self, widget: Rows, meta: dict[str, Any]) -> None:
        super().__init__()
        self.widget = widget
        self.meta = meta


class Rows(Widget, can_focus=False):
    """Rows of text, drawn unchanged; a click reports the meta data of the style under it."""

    DEFAULT_CSS = "Rows { height: 1fr; width: 1fr; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self.rows: list[Text] = []
        self.top = 0
        self.at_end = False

    def show(self, rows: Sequence[Text]) -> None:
        """Show these rows."""
        self.rows = list(rows)
        self.scroll_rows(0)
        self.refresh()

    def scroll_rows(self, by: int) -> None:
        """Move the window over the rows."""
        most = max(0, len(self.rows) - self.size.height)
        self.top = max(0, min(self.top + by, most))
        self.refresh()

    def reveal(self, first: int, last: int | None = None) -> None:
        """Scroll until some rows are visible."""
        last = first if last is None else last
        if not self.size.height:  # nothing is laid out yet
            return
        if last >= self.top + self.size.height:
            self.top = last - self.size.height + 1
        self.top = max(0, min(self.top, first))
        self.refresh()

    def to_end(self) -> None:
        """Show the last rows, and keep showing them when the size changes."""
        self.at_end, self.top = True, 0
        self.scroll_rows(len(self.rows))

    def render_line(self, y: int) -> Strip:
        """One line of the window."""
        width, base = self.size.width, self.rich_style
        at = self.top + y
        if at >= len(self.rows):
            return Strip.blank(width, base)
        row = self.rows[at]
        ground = base + self.app.console.get_style(row.style)
        segments = [Segment(s.text, ground + s.style if isinstance(s.style, Style) else ground)
                    for s in row.render(self.app.console, end="") if s.text]
        return Strip(segments).adjust_cell_length(width, base)

    def on_resize(self) -> None:
        """Keep the window inside the rows, or at their end."""
        self.scroll_rows(len(self.rows) if self.at_end else 0)

    def on_click(self, event: Click) -> None:
        """Report what was clicked."""
        if event.style.meta:
            self.post_message(Pointed(self, dict(event.style.meta)))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.scroll_rows(2)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.scroll_rows(-2)
