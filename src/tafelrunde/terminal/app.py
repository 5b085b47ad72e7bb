"""The program in the terminal: a menu or a table first, and one language for all of it."""
from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from ..match.match import Match
from .session import Session
from .words import Words


class TableApp(App[None]):
    """The terminal game.

    It begins with a session, a record to look at, rules to read, or the menu. `pace` is the number
    of seconds between two decisions of bots.
    """

    CSS_PATH = Path(__file__).parent / "style.tcss"
    TITLE = "Tafelrunde"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, lang: str = "en", session: Session | None = None, record: Match | None = None,
                 reading: bool = False, pace: float = 0.45) -> None:
        # NO_COLOR means no colours at all, not shades of grey.
        super().__init__(ansi_color="NO_COLOR" in os.environ)
        self.session = session
        self.record = record
        self.reading = reading
        self.pace = pace
        self.speak(lang)

    def speak(self, lang: str) -> None:
        """Change the language."""
        self.lang = lang
        self.words = Words(lang)

    def on_mount(self) -> None:
        """Show the first screen; the program ends with it."""
        if self.session is not None:
            self.play(self.session)
        elif self.record is not None:
            from .screens.replay import Replay

            self.push_screen(Replay(self.record, self.lang), self.leave)
        elif self.reading:
            from .screens.reader import all_rules

            self.push_screen(all_rules(self.lang), self.leave)
        else:
            self.menu()

    def menu(self) -> None:
        """Show the start menu."""
        from .screens.menu import Menu

        self.push_screen(Menu(), self.leave)

    def play(self, session: Session) -> None:
        """Sit down at a table."""
        from .screens.play import Play

        self.session = session
        self.speak(session.lang)
        self.push_screen(Play(session), self.leave)

    def leave(self, again: object) -> None:
        """A screen was left: begin again if that was asked for, otherwise the program ends."""
        if again:
            self.menu()
        else:
            self.exit()
