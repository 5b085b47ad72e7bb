"""A game being played: people choose, bots answer, everything is kept."""
from __future__ import annotations

import asyncio
from contextlib import suppress

from rich.style import Style
from rich.text import Text

from ... import bots
from ...match.errors import CannotUndo, IllegalAction, Reason
from ..choices import Choice, at_spot, choices_of, closed_choices
from ..labels import View
from ..listing import columns_of, listed
from ..rows import Pointed, Rows
from ..saves import folder, played_before, write_whole
from ..seats import seat_name
from ..session import Session
from .page import Curtain, Question
from .table import Table, changed_spots

ARROWS = {"left": -1, "right": 1, "up": 0, "down": 0}


class Play(Table):
    """The table of a running game."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.match.game, session.texts)
        self.session = session
        self.asked: int | None = None
        self.choices: list[Choice] = []
        self.closed: list[Choice] | None = None
        self.spot = ""
        self.marked = -1
        self.columns = 1
        self.reason: Reason | None = None
        self.said = ""
        self.seen: View | None = None
        self.fresh = 0
        self.hurry = asyncio.Event()

    def on_mount(self) -> None:
        """Begin; who has never played this title here reads what it is about first."""
        match = self.session.match
        if match.decisions == 0 and self.session.people and not played_before(self.game.name, self.session.name):
            self.show_help(lambda _: self.advance())
        else:
            self.advance()

    # ------------------------------------------------------------ the course of the game

    def advance(self) -> None:
        """Go on to the next decision of a person."""
        self.run_worker(self.go_on(), exclusive=True, group="game")

    async def go_on(self) -> None:
        """Let bots decide until a person must, or until the game is over."""
        session = self.session
        self.asked, self.reason, self.spot, self.closed = None, None, "", None
        self.hurry.clear()
        while not session.match.over:
            seat = session.next_bot
            if seat is None:
                person = session.next_person
                assert person is not None  # noqa: S101
                if person != session.viewer:
                    self.query_one("#middle").visible = False
                    await self.app.push_screen_wait(
                        Curtain(seat_name(self.texts, person), self.texts.word("seat", person)))
                    session.viewer = person
                    self.query_one("#middle").visible = True
                    self.seen, self.fresh = None, 0
                self.ask(person)
                return
            await self.let_bot_decide(seat)
        self.finish()

    async def let_bot_decide(self, seat: int) -> None:
        """One decision of a bot, at a pace that can be followed."""
        session = self.session
        self.said = self.words("game.bot_thinks", seat=self.texts.word("seat", seat))
        self.draw_waiting()
        bot, observation = session.bot(seat), bots.Observation.of(session.match, seat)
        action = await asyncio.to_thread(bot.decide, observation)
        session.decide(action, seat)
        self.said = ""
        self.draw()
        if self.table_app.pace and session.people:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.hurry.wait(), self.table_app.pace)

    def ask(self, seat: int) -> None:
        """Offer a person the choices of a decision."""
        self.asked, self.marked, self.spot, self.closed, self.reason = seat, -1, "", None, None
        self.choices = choices_of(self.session.match, seat, self.labels)
        self.draw()

    def choose(self, choice: Choice) -> None:
        """Carry a choice out, or say why it is closed."""
        if self.asked is None:
            return
        match, seat = self.session.match, self.asked
        before, told = match.view(seat), len(match.history.events())
        try:
            self.session.decide(choice.action, seat)
        except IllegalAction:
            self.reason = match.why_not(choice.action, seat, self.texts.lang)
            self.draw()
            return
        self.said, self.seen, self.fresh = "", before, told
        self.advance()

    def finish(self) -> None:
        """The game is over: show how it ended, and keep the record."""
        match = self.session.match
        self.asked, self.choices = None, []
        write_whole(folder().parent / "records" / f"{self.session.name}.txt", match.record())
        self.draw()

    # ------------------------------------------------------------ drawing

    @property
    def shown(self) -> list[Choice]:
        """The choices that are listed: all, those of a spot, or the closed ones too."""
        chosen = at_spot(self.choices, self.spot) if self.spot else self.choices
        return [*chosen, *(self.closed or [])]

    def draw(self) -> None:
        """Everything, from what the person at the keyboard may know."""
        if not self.is_mounted or self.too_small:
            return
        match, viewer = self.session.match, self.session.viewer
        view = match.view(viewer)
        open_now = self.choices if self.asked is not None else []
        keys = {spot: choice.key for choice in open_now for spot in choice.spots[-1:]}
        shown = self.shown
        focus = shown[self.marked].spots if 0 <= self.marked < len(shown) else ()
        changed = changed_spots(self.seen, view) if self.seen is not None else frozenset[str]()
        self.draw_view(view, viewer, keys, focus, changed)
        self.tell(match, viewer, self.fresh)
        if match.over:
            self.draw_end()
        elif self.asked is not None:
            self.draw_choices(view)
        else:
            self.draw_waiting()

    def draw_waiting(self) -> None:
        """Whom the table waits for."""
        if not self.is_mounted or self.too_small:
            return
        self.draw_prompt(self.said or self.session.match.prompt(None, self.texts.lang), "quiet")
        self.query_one("#choices", Rows).show([])
        self.draw_detail("")
        self.draw_footer(self.words("footer.waiting"))

    def draw_choices(self, view: View) -> None:
        """The question, what can be answered, and what is worth knowing about the marked answer."""
        assert self.asked is not None  # noqa: S101
        words, shown = self.words, self.shown
        if self.reason is not None:
            self.draw_prompt(words("game.closed", text=str(self.reason)), "closed")
            self.draw_footer(words("footer.closed", rule=self.reason.rule))
        else:
            sentence = Text.assemble(seat_name(self.texts, self.asked), ": ")
            sentence.append(self.session.match.prompt(self.asked, self.texts.lang), Style(color="#FBEFF6", bold=True))
            self.draw_prompt(sentence)
            self.draw_footer(words("footer.game"))
        choices = self.query_one("#choices", Rows)
        width = max(20, self.left_width - 2)
        rows, at = listed(shown, self.marked, width, words("game.closed_heading"))
        self.columns = columns_of(shown, width)
        choices.show(rows)
        if at >= 0:
            choices.reveal(at)
        marked = shown[self.marked] if 0 <= self.marked < len(shown) else None
        if marked is not None:
            reason = None if marked.legal else self.session.match.why_not(marked.action, self.asked, self.texts.lang)
            self.draw_detail(str(reason) if reason else self.face.detail(view, self.texts, marked.action))
        elif self.said:
            self.draw_detail(self.said)
        elif self.spot:
            self.draw_detail(words("game.narrowed", spot=self.spot))
        else:
            hidden = len(rows) - choices.size.height
            self.draw_detail(words("game.more", n=hidden) if hidden > 0 else words("game.choose_key"))

    def draw_end(self) -> None:
        """Who has won, place by place."""
        match, words = self.session.match, self.words
        names = ", ".join(self.texts.word("seat", seat) for seat in match.ranking[0])
        self.draw_prompt(words("over.winner", n=len(match.ranking[0]), names=names))
        rows: list[Text] = []
        for place, seats in enumerate(match.ranking, start=1):
            for seat in seats:
                rows.append(Text.assemble(f"{words('over.place', n=place)} ", seat_name(self.texts, seat),
                                          f"  {words('over.points', n=match.scores[seat])}"))
        self.query_one("#choices", Rows).show(rows)
        self.draw_detail(words("over.kept", path=folder().parent / "records" / f"{self.session.name}.txt"))
        self.draw_footer(words("footer.over"))

    # ------------------------------------------------------------ keys and mouse

    def pressed(self, key: str, character: str) -> None:
        """Commands first, then choices."""
        if character == "q":
            self.leave()
        elif character == "l":
            self.show_log()
        elif character in ("h", "?"):
            self.show_help()
        elif character == "r":
            self.show_rules(self.reason.rule if self.reason else "")
        elif self.asked is None:
            if key == "space":
                self.hurry.set()
            elif character == "n" and self.session.match.over:
                self.dismiss(True)
        elif character == "u":
            self.take_back()
        elif character == "w":
            self.toggle_closed()
        elif key == "escape":
            self.reason, self.spot, self.closed, self.marked, self.said = None, "", None, -1, ""
            self.draw()
        elif key in ARROWS:
            self.move_mark({"up": -self.columns, "down": self.columns}.get(key, ARROWS[key]))
        elif key == "enter":
            self.confirm()
        elif character:
            self.press_choice(character)

    def confirm(self) -> None:
        """Carry the marked choice out; without a mark, mark the first."""
        shown = self.shown
        if 0 <= self.marked < len(shown):
            self.choose(shown[self.marked])
        else:
            self.move_mark(1)

    def move_mark(self, by: int) -> None:
        """Mark another choice."""
        n = len(self.shown)
        if n:
            self.marked = 0 if self.marked < 0 else max(0, min(n - 1, self.marked + by))
            self.reason = None
            self.draw()

    def press_choice(self, character: str) -> None:
        """The choice of a key; the choices of a spot, where several share its key; why not, where it is closed."""
        offered = at_spot(self.choices, self.spot) if self.spot else self.choices
        found = next((choice for choice in offered if choice.key == character), None)
        if found is not None:
            self.choose(found)
            return
        spot = next((spot for spot, key in self.face.KEYS.items() if key == character
                     and at_spot(self.choices, spot)), "")
        if spot:
            self.narrow(spot)
            return
        closed = closed_choices(self.session.match, self.asked or 0, self.labels)
        wanted = next((choice for choice in closed if choice.key == character), None)
        if wanted is not None:
            self.choose(wanted)

    def narrow(self, spot: str) -> None:
        """Only the choices of a spot; carried out at once when there is one."""
        found = at_spot(self.choices, spot)
        if len(found) == 1:
            self.choose(found[0])
        elif found:
            self.spot, self.marked, self.closed, self.reason = spot, 0, None, None
            self.draw()
        else:
            closed = at_spot(closed_choices(self.session.match, self.asked or 0, self.labels), spot)
            if closed:
                self.choose(closed[-1])

    def toggle_closed(self) -> None:
        """List what is not possible too, or no longer."""
        self.reason, self.spot = None, ""
        if self.closed is None:
            self.closed = closed_choices(self.session.match, self.asked or 0, self.labels)
            self.marked = len(self.choices) if self.closed else -1
            self.said = "" if self.closed else self.words("game.no_closed")
        else:
            self.closed, self.marked = None, -1
        self.draw()

    def on_pointed(self, message: Pointed) -> None:
        """A click on a choice or on a spot of the board."""
        if self.asked is None:
            return
        if "choice" in message.meta:
            self.choose(self.shown[message.meta["choice"]])
        elif "spot" in message.meta:
            found = [c for c in self.choices if c.action.split()[-1] == message.meta["spot"]]
            if len(found) == 1:
                self.choose(found[0])
            else:
                self.narrow(message.meta["spot"])

    def take_back(self) -> None:
        """Undo; where the rule for that says no, the bots are asked."""
        seat = self.asked
        if seat is None:
            return
        try:
            self.session.undo(seat)
        except CannotUndo as refused:
            if self.session.can_rewind(seat) and refused.reason != "nothing":
                self.app.push_screen(Question(self.words("undo.ask", reason=str(refused))), self.rewind)
            else:
                self.said = str(refused)
                self.marked = -1
                self.draw()
            return
        self.said = self.words("undo.done")
        self.advance()

    def rewind(self, yes: bool | None) -> None:
        """Back to before the person's last decision, if that was wished."""
        if yes and self.asked is not None:
            self.session.rewind(self.asked)
            self.said = self.words("undo.done")
            self.advance()

    def leave(self) -> None:
        """Ask, unless the game is over."""
        if self.session.match.over:
            self.dismiss(False)
        else:
            self.app.push_screen(Question(self.words("game.quit")), self.left)

    def left(self, yes: bool | None) -> None:
        """Leave, if that was wished."""
        if yes:
            self.dismiss(False)
