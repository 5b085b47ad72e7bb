"""The start menu: which game, how many, who, and in which language."""
from __future__ import annotations

from typing import Any

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult

import tafelrunde as tr

from ... import bots
from ...errors import TafelrundeError
from ...match.texts import LANGUAGES, Texts
from ..canvas import wrap
from ..labels import title_of
from ..rows import Pointed, Rows
from ..saves import Save, kept
from ..session import HUMAN, Session, usual_level
from ..words import NATIVE
from .filling import entry_lines
from .lines import Line
from .reader import all_rules
from .sheet import Sheet, footer_row


class Menu(Sheet):
    """Everything that is chosen before a game begins."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.game_name = tr.games()[0]
        self.players = 4
        self.people = 1
        self.level = usual_level()
        self.options: dict[str, dict[str, Any]] = {}
        self.trouble = ""
        self.unfinished: Save | None = None
        self.lines: list[Line] = []

    def compose(self) -> ComposeResult:
        """The lines, the explanation of the marked one, the keys."""
        yield Rows(id="page", classes="page")
        yield Rows(id="footer")

    def on_screen_resume(self) -> None:
        """Look for a game to continue."""
        self.unfinished = next(iter(kept()), None)
        if self.is_mounted and not self.too_small:
            self.draw()

    # ------------------------------------------------------------ the lines

    def make_lines(self) -> list[Line]:
        """The lines for what is chosen so far."""
        words, game = self.words, tr.game(self.game_name)
        texts = Texts(game, self.table_app.lang)
        low, high = game.seats
        self.players = max(low, min(high, self.players))
        self.people = max(1, min(self.players, self.people))
        everybody = self.people == self.players
        lines = [
            Line(words("menu.start"), "", words("menu.says_start"), enter=self.start),
            Line(words("menu.game"), title_of(texts), str(texts.find("game.says") or ""), self.turn_title),
            Line(words("menu.players"), words("menu.players_n", n=self.players), "", self.turn_players),
            Line(words("menu.people"), words("menu.people_all" if everybody else "menu.people_n", n=self.people),
                 words("menu.says_people"), self.turn_people),
            Line(words("menu.level"), words(f"level_name.{self.level}"), words(f"level.{self.level}"), self.turn_level),
            Line(words("menu.language"), NATIVE[self.table_app.lang], words("menu.says_language"), self.turn_language),
            *self.option_lines(),
            Line(words("menu.rules"), "", words("menu.says_rules"), enter=self.read),
            Line(words("menu.quit"), "", "", enter=self.leave),
        ]
        if self.unfinished is not None:
            save = self.unfinished
            decided = sum(1 for line in save.record.splitlines() if line[:1].isdigit())
            name = title_of(Texts(tr.game(save.game), self.table_app.lang))
            value = words("menu.resumed", game=name, n=decided)
            lines.insert(1, Line(words("menu.resume"), value, words("menu.says_resume"), enter=self.resume))
        return lines

    def option_lines(self) -> list[Line]:
        """A line for each choice that a game's options leave."""
        game, found = tr.game(self.game_name), []
        texts, chosen = Texts(game, self.table_app.lang), self.options.setdefault(self.game_name, {})
        for option in game.options:
            if option.slots:
                found += entry_lines(option, chosen.setdefault(option.name, []), texts, self.words)
                continue
            values: list[Any] = [*option.choices] if option.choices else [False, True]
            if option.several:
                found += [self.option_line(texts, option.name, one, one in chosen.get(option.name, ()))
                          for one in dict.fromkeys(values)]
                continue
            now = chosen.get(option.name, option.default)

            def turn(by: int, name: str = option.name, values: list[Any] = values, now: Any = now) -> None:
                chosen[name] = values[(values.index(now) + by) % len(values)]

            name = texts.find(f"option.{option.name}.name") or option.name.replace("_", " ")
            says = texts.find(f"option.{option.name}.says") or ""
            told = str(texts.find(f"option.{option.name}.choice.{now}") or now)
            if isinstance(now, bool):
                found.append(Line(str(name), self.words("menu.yes" if now else "menu.no"), str(says), turn))
            else:
                label, explained, _ = told.partition(": ")
                found.append(Line(str(name), label, f"{says} {told}" if explained else str(says), turn))
        return found

    def option_line(self, texts: Texts, option: str, value: str, on: bool) -> Line:
        """A line for one value of an option that may have several."""
        chosen = self.options[self.game_name]

        def turn(by: int) -> None:
            now = list(chosen.get(option, ()))
            chosen[option] = [v for v in now if v != value] if on else [*now, value]

        says = str(texts.find(f"option.{option}.choice.{value}") or value)
        name = str(texts.find(f"card.{value}.name") or says.partition(":")[0])
        return Line(name, self.words("menu.yes" if on else "menu.no"), says, turn)

    # ------------------------------------------------------------ turning

    def turn_title(self, by: int) -> None:
        titles = tr.games()
        self.game_name = titles[(titles.index(self.game_name) + by) % len(titles)]
        levels = bots.levels_of(tr.game(self.game_name))
        self.level = self.level if self.level in levels else levels[-1]

    def turn_players(self, by: int) -> None:
        """More or fewer seats."""
        low, high = tr.game(self.game_name).seats
        self.players = low + (self.players - low + by) % (high - low + 1)

    def turn_people(self, by: int) -> None:
        """More or fewer people."""
        self.people = 1 + (self.people - 1 + by) % self.players

    def turn_level(self, by: int) -> None:
        levels = bots.levels_of(tr.game(self.game_name))
        at = levels.index(self.level) if self.level in levels else len(levels) - 1
        self.level = levels[(at + by) % len(levels)]

    def turn_language(self, by: int) -> None:
        self.table_app.speak(LANGUAGES[(LANGUAGES.index(self.table_app.lang) + by) % len(LANGUAGES)])

    def start(self) -> None:
        seats = [HUMAN] * self.people + [self.level] * (self.players - self.people)
        try:
            session = Session.begin(tr.game(self.game_name), self.players, self.options.get(self.game_name, {}), seats,
                                    self.table_app.lang)
        except TafelrundeError as error:
            said = Texts(tr.game(self.game_name), self.table_app.lang).clash(error) if isinstance(error, tr.BadOptions) else ""
            self.trouble = said or str(error)
            self.draw()
            return
        self.trouble = ""
        self.table_app.play(session)

    def resume(self) -> None:
        """Continue the last game."""
        assert self.unfinished is not None  # noqa: S101
        try:
            session = Session.resume(self.unfinished, self.table_app.lang)
        except TafelrundeError as error:
            self.trouble = str(error)
            self.draw()
            return
        self.table_app.play(session)

    def read(self) -> None:
        """Open the reader."""
        self.app.push_screen(all_rules(self.table_app.lang))

    def leave(self) -> None:
        """End the program."""
        self.dismiss(False)

    # ------------------------------------------------------------ drawing and keys

    def draw(self) -> None:
        """The lines, the marked one with its explanation."""
        self.lines = self.make_lines()
        self.at = max(0, min(self.at, len(self.lines) - 1))
        width = max(20, self.size.width - 8)
        rows = [Text(self.words("app.title"), "bold #D795BE"), Text(self.words("menu.welcome")), Text("")]
        column = max(len(line.name) for line in self.lines) + 3
        marked = after = 0
        for n, line in enumerate(self.lines):
            shown = self.line_rows(n, line, column, width)
            if n == self.at:
                marked, after = len(rows), len(rows) + len(shown)
            rows += shown
        said = wrap(Text(self.trouble or self.lines[self.at].says, "bold" if self.trouble else ""), width)
        rows += [Text(""), *said]
        page = self.query_one("#page", Rows)
        # If the end is out of sight, the explanation is under the marked line
        if self.trouble and len(rows) > page.size.height:
            rows[after:after] = said
        page.show(rows)
        page.reveal(0)  # the title too, if there is room
        page.reveal(marked)
        self.query_one("#footer", Rows).show([footer_row(self.words("footer.menu"))])

    def line_rows(self, n: int, line: Line, column: int, width: int) -> list[Text]:
        """A line of the menu: its name, and its value next to it, in several rows if one is too
        short.
        """
        here, found = n == self.at, []
        values = wrap(line.value, max(16, width - column - 6))
        for k, value in enumerate(values):
            row = Text().append("▸ " if here and k == 0 else "  ", Style(color="#D795BE", bold=True))
            name = line.name if k == 0 else ""
            row.append(name, Style(bold=True, reverse=here and line.turn is None, color="#FFE7B0" if line.enter else None))
            row.append(" " * (column - len(name)))
            turned = here and line.turn is not None
            row.append(f"{'◂' if turned and k == 0 else ' '} {value.plain}{' ▸' if turned and k == len(values) - 1 else ''}",
                       Style(bold=here))
            row.stylize(Style.from_meta({"line": n}))
            found.append(row)
        return found

    def pressed(self, key: str, character: str) -> None:
        """Move, turn, choose."""
        line = self.lines[self.at]
        if key in ("up", "down"):
            self.at = (self.at + (1 if key == "down" else -1)) % len(self.lines)
        elif key in ("left", "right", "space") and line.turn is not None:
            line.turn(-1 if key == "left" else 1)
        elif key == "enter":
            if line.enter is not None:
                line.enter()
                return
            if line.turn is not None:
                line.turn(1)
        elif line.write is not None and (key == "backspace" or character.isprintable()):
            line.write("" if key == "backspace" else character)
        elif character == "q":
            self.leave()
            return
        self.trouble = ""
        self.draw()

    def on_pointed(self, message: Pointed) -> None:
        """A click marks a line; a click on the marked one chooses it."""
        if "line" in message.meta:
            again, self.at = self.at == message.meta["line"], message.meta["line"]
            if again or self.lines[self.at].enter is not None:
                self.pressed("enter", "")
            else:
                self.draw()
