"""Stepping through a record, forwards and backwards."""
from __future__ import annotations

from rich.text import Text

from ...match.match import Match
from ...match.records import parse
from ...match.replaying import rebuild
from ..rows import Rows
from ..seats import seat_name
from .table import Table, changed_spots

STEPS = {"right": 1, "left": -1, "pagedown": 10, "pageup": -10, "home": -1_000_000, "end": 1_000_000, "space": 1}


class Replay(Table):
    """A recorded game, decision by decision."""

    def __init__(self, record: Match, lang: str) -> None:
        super().__init__(record.game, record.texts(lang))
        self.record = record
        self.text = record.record()
        self.all = record.decisions
        self.matches: dict[int, Match] = {self.all: record}
        self.at = 0
        self.viewer: int | None = None

    def match_at(self, decisions: int) -> Match:
        """The match after a number of decisions."""
        if decisions not in self.matches:
            self.matches[decisions] = rebuild(self.game, parse(self.text), self.record.secret, decisions)
        return self.matches[decisions]

    def draw(self) -> None:
        """The position with the decision that led to it."""
        if not self.is_mounted or self.too_small:
            return
        words, match = self.words, self.match_at(self.at)
        view = self.view_of(match)
        before = self.view_of(self.match_at(self.at - 1)) if self.at else view
        self.draw_view(view, self.viewer, changed=changed_spots(before, view))
        self.tell(match, self.viewer)
        at = (words("replay.at", at=self.at, all=self.all), "bold")
        self.draw_prompt(Text.assemble(at, "  ", self.eyes()), "quiet")
        rows = [Text(words("replay.start"))]
        if self.at:
            decision = match.history.decisions()[-1]
            said = self.labels.say(self.game.actions.name(decision.action))
            rows = [Text.assemble(seat_name(self.texts, decision.seat), f": {said}")]
        if self.at == self.all:
            rows += [Text(""), Text(words("replay.end"))]
        self.query_one("#choices", Rows).show(rows)
        self.draw_detail(match.prompt(None, self.texts.lang))
        self.draw_footer(words("footer.replay"))

    def view_of(self, match: Match) -> dict[str, object]:
        """Show everything, or only what one seat could see."""
        if self.viewer is not None:
            return match.view(self.viewer)
        return {**match.position(), "pending": list(match.pending), "seat": None}

    def eyes(self) -> str:
        """Whose view is shown."""
        if self.viewer is None:
            return self.words("replay.everybody")
        return self.words("replay.as_seat", seat=self.texts.word("seat", self.viewer))

    def pressed(self, key: str, character: str) -> None:
        """Step, change the view, read."""
        if key in STEPS:
            self.at = max(0, min(self.all, self.at + STEPS[key]))
            self.draw()
        elif character == "v":
            seats = [None, *range(self.record.players)]
            self.viewer = seats[(seats.index(self.viewer) + 1) % len(seats)]
            self.draw()
        elif character == "l":
            self.show_log()
        elif character in ("h", "?"):
            self.show_help()
        elif character == "r":
            self.show_rules()
        elif character == "q" or key == "escape":
            self.dismiss(False)
