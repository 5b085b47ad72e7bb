"""The table: board, seats and cards, what happened, and the line that says what is to be
decided.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container

from ...kernel import Game
from ...match.match import Match
from ...match.texts import Texts
from ..canvas import Look, wrap
from ..labels import Labels, View, face_of, title_of
from ..rows import Rows
from ..seats import CASTLE, CHURCH, CROWN, EMBLEMS, KING, seat_style
from .page import Page
from .reader import Reader, rules_of
from .sheet import Sheet, footer_row

PROMPT_ROWS, DETAIL_ROWS = 2, 2
NO_KEYS: Mapping[str, str] = {}


class Table(Sheet):
    """What a running game and a replayed game share."""

    LEAST = (100, 30)

    def __init__(self, game: Game, texts: Texts) -> None:
        super().__init__()
        self.game = game
        self.texts = texts
        self.face = face_of(game)
        self.labels = Labels(game, texts, self.face)
        self.told: list[tuple[int, Text]] = []
        self.lines: dict[tuple[int, int], list[Text]] = {}
        self.telling: tuple[Match, int | None] | None = None

    def compose(self) -> ComposeResult:
        """Header; board, decision and choices; seats, cards and log; keys."""
        yield Rows(id="header")
        with Container(id="middle"):
            with Container(id="left"):
                yield Rows(id="board")
                yield Rows(id="prompt")
                yield Rows(id="choices")
                yield Rows(id="detail")
            with Container(id="right"):
                yield Rows(id="side")
                yield Rows(id="log")
        yield Rows(id="footer")

    # ------------------------------------------------------------ drawing

    def draw_view(self, view: View, seat: int | None, keys: Mapping[str, str] = NO_KEYS, focus: Sequence[str] = (),
                  changed: frozenset[str] = frozenset()) -> None:
        """Header, board and what is next to it."""
        title = Text().append(f" {self.words('app.title')} ", "bold #D795BE")
        title.append(f"· {title_of(self.texts)} · ", "bold")
        title.append(self.face.status(view, self.texts))
        self.query_one("#header", Rows).show([title])
        width, height = self.size.width, self.size.height
        right = max(38, min(56, round(width * 0.36)))
        spare = max(0, height - self.LEAST[1])
        self.query_one("#right").styles.width = right
        look = Look(width - right, self.face.ROWS + spare // 2, seat, keys, frozenset(focus), changed)
        board = self.face.board(view, self.texts, look)
        self.query_one("#board").styles.height = min(len(board), look.height)
        self.query_one("#board", Rows).show(board)
        beside = Look(right - 2, height - 2 - 5, seat, keys, frozenset(focus))
        side = self.face.side(view, self.texts, beside)[: beside.height]
        self.query_one("#side").styles.height = len(side)
        self.query_one("#side", Rows).show(side)

    def draw_prompt(self, sentence: str | Text, kind: str = "") -> None:
        """The line with the question."""
        prompt = self.query_one("#prompt", Rows)
        prompt.set_classes(kind)
        prompt.show(wrap(sentence, max(20, self.left_width - 2), PROMPT_ROWS))

    def draw_footer(self, words: str) -> None:
        self.query_one("#footer", Rows).show([footer_row(words)])

    def draw_detail(self, words: str) -> None:
        """Notes on the marked choice."""
        self.query_one("#detail", Rows).show(wrap(words, max(20, self.left_width - 2), DETAIL_ROWS))

    @property
    def left_width(self) -> int:
        """How wide the left side is."""
        return self.size.width - max(38, min(56, round(self.size.width * 0.36)))

    def tell(self, match: Match, seat: int | None, fresh: int = 0) -> None:
        """Show what happened, as far as the seat may know, the newest last; older lines than
        `fresh` are dimmed.
        """
        if self.telling != (match, seat) or (self.told and self.told[-1][0] >= len(match.history.events())):
            self.telling, self.told, self.lines = (match, seat), [], {}
        since = self.told[-1][0] + 1 if self.told else 0
        for event in match.events(since=since, seat=seat, lang=self.texts.lang):
            self.told.append((event["index"], event_row(event)))
        log = self.query_one("#log", Rows)
        width = max(20, self.size.width - self.left_width - 3)
        rows: list[Text] = []
        for index, row in self.told[-60:]:
            if (index, width) not in self.lines:
                self.lines[index, width] = hanging(row, width)
            lines = self.lines[index, width]
            rows += lines if index >= fresh else [line_dimmed(line) for line in lines]
        log.show(rows)
        log.to_end()

    # ------------------------------------------------------------ further pages

    def show_log(self) -> None:
        """Everything that happened, on a separate page."""
        told = [row for _, row in self.told]

        def make(width: int) -> list[Text]:
            return [line for row in told for line in hanging(row, width)]

        self.app.push_screen(Page(make, self.words("footer.log"), at_end=True))

    def show_rules(self, at: str = "") -> None:
        """The rules of this game, starting at one of them if it is named."""
        title = self.words("reader.title", game=title_of(self.texts))
        self.app.push_screen(Reader([(title, rules_of(self.game, self.texts.lang))], at))

    def show_help(self, then: Callable[[object], None] | None = None) -> None:
        """What to do, in a few paragraphs."""
        words, name = self.words, self.game.name
        seats = "  ".join(f"{EMBLEMS[seat]} {self.texts.word('seat', seat)}" for seat in range(self.game.seats[1]))

        def make(width: int) -> list[Text]:
            rows = [Text(title_of(self.texts), "bold #D795BE"), Text("")]
            for key in ("intro", "round", "signs"):
                if words.find(f"{name}.{key}"):
                    paragraph = words(f"{name}.{key}", king=KING, crown=CROWN, castle=CASTLE, church=CHURCH)
                    rows += [*wrap(paragraph, width), Text("")]
            rows += [Text(words("help.title"), "bold #D795BE"), Text("")]
            for key in ("intro", "keys"):
                rows += [*wrap(words(f"help.{key}"), width), Text("")]
            return [*rows, *wrap(words("help.signs", signs=seats), width)]

        self.app.push_screen(Page(make, words("footer.back")), then)


def event_row(event: Mapping[str, Any]) -> Text:
    """An event's sentence, with the emblem of its seat."""
    words: Mapping[str, str] = event["arguments"]
    seat = words.get("by", words.get("seat", ""))
    if seat.isdigit() and int(seat) < len(EMBLEMS):
        return Text.assemble((f"{EMBLEMS[int(seat)]} ", seat_style(int(seat))), event["text"])
    return Text(f"· {event['text']}", Style(color="#FFE7B0"))


def line_dimmed(line: Text) -> Text:
    """A line that has been read before."""
    paler = line.copy()
    paler.stylize(Style(color="#8A7E79", bold=False))
    return paler


def hanging(row: Text, width: int) -> list[Text]:
    """A row in lines of some width, the further ones indented."""
    lines = wrap(row, width)
    if len(lines) > 1:
        first, rest = lines[0], row[len(lines[0].plain) + 1:]
        return [first, *(Text("  ").append_text(line) for line in wrap(rest, width - 2))]
    return lines


def changed_spots(before: View, now: View) -> frozenset[str]:
    """The spots where something differs between two views: keys of their tables with other
    values.
    """
    found: set[str] = set()
    for key, value in now.items():
        other = before.get(key)
        if isinstance(value, dict) and isinstance(other, dict):
            found |= {str(spot) for spot in {*value, *other} if value.get(spot) != other.get(spot)}
    return frozenset(found)
