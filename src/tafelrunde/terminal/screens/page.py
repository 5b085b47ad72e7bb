"""Pages to read: the log, the help; a question to answer; the curtain between people."""
from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult

from ..canvas import wrap
from ..rows import Rows
from .sheet import Sheet, footer_row

SCROLL = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10, "space": 10, "home": -100_000, "end": 100_000}


class Page(Sheet):
    """Rows to scroll through, wrapped to the available width; Esc goes back."""

    def __init__(self, make: Callable[[int], list[Text]], footer: str, at_end: bool = False) -> None:
        super().__init__()
        self.make = make
        self.footer = footer
        self.at_end = at_end

    def compose(self) -> ComposeResult:
        """The rows and the keys."""
        yield Rows(id="page", classes="page")
        yield Rows(id="footer")

    def draw(self) -> None:
        """Show the rows."""
        page = self.query_one("#page", Rows)
        page.show(self.make(max(20, self.size.width - 8)))
        if self.at_end:
            page.to_end()
        self.query_one("#footer", Rows).show([footer_row(self.footer)])

    def pressed(self, key: str, character: str) -> None:
        """Scroll or go back."""
        if key in SCROLL:
            self.query_one("#page", Rows).scroll_rows(SCROLL[key])
        elif key in ("escape", "enter", "q") or character in ("l", "h"):
            self.dismiss(None)


class Question(Sheet):
    """Yes or no."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence

    def compose(self) -> ComposeResult:
        """The sentence and the keys."""
        yield Rows(id="page", classes="page")

    def draw(self) -> None:
        """Show the sentence."""
        rows = [*wrap(Text(self.sentence, "bold"), max(20, self.size.width - 8)), Text(""),
                footer_row(self.words("game.yes_no"))]
        self.query_one("#page", Rows).show(rows)

    def pressed(self, key: str, character: str) -> None:
        """Only y, n and Esc answer."""
        yes, no = self.words("game.yes_key"), self.words("game.no_key")
        if character == yes:
            self.dismiss(True)
        elif character == no or key == "escape":
            self.dismiss(False)


class Curtain(Sheet):
    """Hides the table until the person who decides sits before it."""

    def __init__(self, seat: Text, name: str) -> None:
        super().__init__()
        self.seat = seat
        self.person = name

    def compose(self) -> ComposeResult:
        """Nothing but the name."""
        yield Rows(id="curtain")

    def draw(self) -> None:
        """Show who comes next."""
        words, width = self.words, max(20, self.size.width - 8)
        rows = [Text(words("curtain.title"), "bold"), Text(""), self.seat, Text("")]
        for key in ("pass", "look_away"):
            rows += wrap(words(f"curtain.{key}", seat=self.person), width)
        rows += [Text(""), Text(words("curtain.open", seat=self.person), "bold #FFE7B0")]
        self.query_one("#curtain", Rows).show(rows)

    def pressed(self, key: str, character: str) -> None:
        """Enter opens it."""
        if key == "enter":
            self.dismiss(None)
