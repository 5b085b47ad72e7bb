"""What every screen shares: its words, and a message if the window is too small."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.events import Key, Resize
from textual.screen import Screen

from ..canvas import wrap
from ..rows import Rows
from ..words import Words

if TYPE_CHECKING:
    from ..app import TableApp


class Sheet(Screen[Any]):
    """A screen with a minimum size; in a smaller window it says so and waits."""

    LEAST = (60, 16)

    @property
    def table_app(self) -> TableApp:
        from ..app import TableApp

        assert isinstance(self.app, TableApp)  # noqa: S101
        return self.app

    @property
    def words(self) -> Words:
        """The table's words in the current language."""
        return self.table_app.words

    @property
    def too_small(self) -> bool:
        """Whether the window is too small."""
        return self.size.width < self.LEAST[0] or self.size.height < self.LEAST[1]

    def on_resize(self, event: Resize) -> None:
        """Say if there is too little room; draw again when there is enough."""
        if self.too_small:
            self.say_too_small()
        for child in self.query_children("Rows, Container, Input"):
            child.display = (child.id == "small") == self.too_small
        if not self.too_small:
            self.draw()

    def say_too_small(self) -> None:
        """What is missing, and that nothing is lost."""
        width, height = self.LEAST
        message = self.words("app.small", width=self.size.width, height=self.size.height, least_width=width,
                             least_height=height)
        small = next(iter(self.query("#small").results(Rows)), None)
        if small is None:
            small = Rows(id="small")
            self.mount(small)
        small.show(wrap(Text(message), max(10, self.size.width - 4)))

    def draw(self) -> None:
        """Draw everything again."""

    def on_key(self, event: Key) -> None:
        """Pass keys on, unless there is too little room for them to make sense."""
        if self.too_small:
            event.stop()
            if event.key == "q":
                self.app.exit()
        elif self.takes(event.key):
            event.stop()
            self.pressed(event.key, event.character or "")

    def takes(self, key: str) -> bool:
        """Whether a key belongs to the screen itself; the focused widget gets the others."""
        return True

    def pressed(self, key: str, character: str) -> None:
        """A key was pressed."""


def footer_row(words: str) -> Text:
    """A row of keys: `u undo  q quit`, the keys bold."""
    row = Text(" ")
    for part in words.split("  "):
        key, _, meaning = part.partition(" ")
        row.append(key, "bold #FFE7B0").append(f" {meaning}   ")
    return row
