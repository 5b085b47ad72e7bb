"""The reader of the numbered rules, with search."""
from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Input

import tafelrunde as tr

from ...kernel import Game
from ...match.texts import Texts, rule_sentences
from ..canvas import wrap
from ..labels import title_of
from ..rows import Rows
from ..words import Words
from .page import SCROLL
from .sheet import Sheet, footer_row

Rule = tuple[str, str, str]
"""A rule's number, its sentence and the title of its chapter."""


HINT = "✦"
"""Stands before a hint, which has no number."""


def rules_of(game: Game, lang: str) -> list[Rule]:
    """A game's rules in a language, in the order of the rulebook; then its hints."""
    texts = Texts(game, lang)
    rules = [(rule_id, texts.rule(rule_id), texts.chapter(rule_id)) for rule_id in rule_sentences(game)]
    hints = [(HINT, sentence, heading) for heading, sentences in texts.hints() for sentence in sentences]
    return rules + hints


def all_rules(lang: str) -> Reader:
    """The reader with the rules of every title."""
    words = Words(lang)
    games = [tr.game(name) for name in tr.games()]
    return Reader([(words("reader.title", game=title_of(Texts(game, lang))), rules_of(game, lang)) for game in games])


def searched(rules: Sequence[Rule], what: str) -> list[Rule]:
    """The rules whose number begins with the search text, or that contain all its words.

    >>> searched([("EG-1.2", "Decks", "Setting up"), ("EG-8.2", "Ties: next place", "Scoring")], "eg-8")
    [('EG-8.2', 'Ties: next place', 'Scoring')]
    """
    wanted = what.casefold().split()
    numbered = [r for r in rules if wanted and r[0].casefold().startswith(wanted[0])]
    return numbered or [r for r in rules if all(word in f"{r[0]} {r[1]}".casefold() for word in wanted)]


class Reader(Sheet):
    """All rules of some games; typing filters them."""

    def __init__(self, titles: Sequence[tuple[str, Sequence[Rule]]], at: str = "") -> None:
        super().__init__()
        self.titles = titles
        self.at = at
        self.starts: dict[str, int] = {}

    def compose(self) -> ComposeResult:
        """The search line, the rules, the keys."""
        yield Input(id="search")
        yield Rows(id="found")
        yield Rows(id="page", classes="page")
        yield Rows(id="footer")

    def on_mount(self) -> None:
        """Focus the search line first."""
        example = next((rules[min(8, len(rules) - 1)][0] for _, rules in self.titles if rules), "EG-8.2")
        self.query_one("#search", Input).placeholder = self.words("reader.search", example=example)
        self.query_one("#search", Input).focus()

    def draw(self) -> None:
        """Show the matching rules, starting at the requested one."""
        width, what = max(20, self.size.width - 8), self.query_one("#search", Input).value
        rows: list[Text] = []
        self.starts, found = {}, 0
        for title, rules in self.titles:
            listed = searched(rules, what)
            if listed:
                rows += [Text(title, "bold #D795BE"), Text("")]
            chapter = ""
            for rule_id, sentence, heading in listed:
                found += 1
                if heading != chapter:
                    chapter = heading
                    rows += [Text(heading, "bold underline"), Text("")]
                self.starts.setdefault(rule_id, len(rows))
                asked = rule_id == self.at
                rows.append(Text(f"{'▸ ' if asked else ''}{rule_id}", "bold reverse" if asked else "bold #FFE7B0"))
                rows += [Text("  ").append_text(row) for row in wrap(sentence, width - 2)]
                rows.append(Text(""))
        page = self.query_one("#page", Rows)
        page.top = 0
        page.show(rows)
        if not what and self.at in self.starts:
            page.top = max(0, self.starts[self.at] - 1)
            page.scroll_rows(0)
        self.query_one("#found", Rows).show([Text(self.words("reader.found", n=found))])
        self.query_one("#footer", Rows).show([footer_row(self.words("footer.reader"))])

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while typing."""
        if not self.too_small:
            self.draw()

    def takes(self, key: str) -> bool:
        """The search line keeps the letters."""
        return key in ("escape", "down", "up", "pagedown", "pageup")

    def pressed(self, key: str, character: str) -> None:
        """Scroll with the arrows; Esc goes back."""
        if key == "escape":
            self.dismiss(None)
        else:
            self.query_one("#page", Rows).scroll_rows(SCROLL[key])
