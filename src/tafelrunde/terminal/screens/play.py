"""A running game: people choose, bots answer, everything is saved."""
from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from rich.style import Style
from rich.text import Text

from ... import bots
from ...errors import CannotUndo, IllegalAction, Reason, TafelrundeError
from ..choices import Choice, Entry, at_spot, choices_of, claim, closed_choices, entries_of
from ..labels import View
from ..listing import columns_of, listed
from ..rows import Pointed, Rows
from ..saves import folder, played_before, write_whole
from ..seats import seat_name
from ..session import Session
from .page import Curtain, Question
from .table import Table, changed_spots

HINT = "!"
INSTEAD_S = 12
"""How long it is said that another level plays in place of `master`."""
ARROWS = ("left", "right", "up", "down")


class Play(Table):
    """The table of a running game."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.match.game, session.texts)
        self.session = session
        self.asked: int | None = None
        self.choices: list[Choice] = []
        self.entries: list[Entry] = []
        self.above: list[list[Entry]] = []
        self.closed = False
        self.marked = -1
        self.columns = 1
        self.reason: Reason | None = None
        self.said = ""
        self.proof = ""
        self.seen: View | None = None
        self.fresh = 0
        self.hurry = asyncio.Event()

    def on_mount(self) -> None:
        """Begin; introduce the title to a person who plays it here for the first time."""
        if self.session.instead:
            self.notify(self.words("game.instead"), severity="warning", timeout=INSTEAD_S)
        match = self.session.match
        if match.decisions == 0 and self.session.people and not played_before(self.game.name, self.session.name):
            self.show_help(lambda _: self.advance())
        else:
            self.advance()

    # ------------------------------------------------------------ the course of the game

    def advance(self) -> None:
        """Continue to the next decision of a person."""
        self.run_worker(self.go_on(), exclusive=True, group="game")

    async def go_on(self) -> None:
        """Let bots decide until a person must, or until the game is over."""
        session = self.session
        self.asked, self.reason = None, None
        self.hurry.clear()
        while not session.match.over:
            seat = session.next_bot
            if seat is None:
                person = session.next_person
                assert person is not None  # noqa: S101
                if person != session.viewer:
                    await self.change_places(person)
                self.ask(person)
                return
            await self.let_bot_decide(seat)
        self.finish()

    async def change_places(self, person: int) -> None:
        """Hide the table until another person sits before it."""
        self.query_one("#middle").visible = False
        await self.app.push_screen_wait(Curtain(seat_name(self.texts, person), self.texts.word("seat", person)))
        self.session.viewer = person
        self.query_one("#middle").visible = True
        self.seen, self.fresh = None, 0

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
                async with asyncio.timeout(self.table_app.pace):
                    await self.hurry.wait()

    def ask(self, seat: int) -> None:
        """Offer a person the choices of a decision."""
        self.asked = seat
        self.choices = choices_of(self.session.match, seat, self.labels)
        self.list_all()

    def list_all(self) -> None:
        """Show every choice, with nothing marked."""
        self.above, self.closed, self.reason, self.marked = [], False, None, -1
        self.entries = entries_of(self.choices, self.labels)
        self.draw()

    def choose(self, entry: Entry) -> None:
        """Carry out a choice, say why it is closed, or open a group."""
        if self.asked is None:
            return
        if len(entry.choices) > 1:
            self.open_list(entries_of(entry.choices, self.labels, entry.depth))
            return
        match, seat, action = self.session.match, self.asked, entry.choices[0].action
        before, told = match.view(seat), len(match.history.events())
        try:
            self.session.decide(action, seat)
        except IllegalAction:
            self.reason = match.why_not(action, seat, self.texts.lang)
            self.draw()
            return
        self.said, self.seen, self.fresh = "", before, told
        self.advance()

    def open_list(self, entries: list[Entry]) -> None:
        """Show another list; Esc leads back."""
        self.above.append(self.entries)
        self.entries, self.marked, self.closed, self.reason = entries, 0, False, None
        self.draw()

    def finish(self) -> None:
        """The game is over: show how it ended, and save the record."""
        self.asked, self.choices, self.entries = None, [], []
        write_whole(self.record_path, self.session.match.record())
        self.proof = self.proven()
        self.draw()

    def proven(self) -> str:
        """In words, whether the chance of the finished game was fair."""
        try:
            return self.words("over.fair", n=self.session.verify())
        except TafelrundeError as error:
            return self.words("over.unfair", text=str(error))

    @property
    def record_path(self) -> Path:
        """Where the record of a finished game is stored."""
        return folder().parent / "records" / f"{self.session.name}.txt"

    # ------------------------------------------------------------ drawing

    def draw(self) -> None:
        """Draw everything that the person at the keyboard may know."""
        if not self.is_mounted or self.too_small:
            return
        match, viewer = self.session.match, self.session.viewer
        view = match.view(viewer)
        offered = [entry for entry in self.entries if entry.legal] if self.asked is not None else []
        keys = {spot: entry.key for entry in offered for spot in entry.spots}
        marked = self.marked_entry
        changed = changed_spots(self.seen, view) if self.seen is not None else frozenset[str]()
        self.draw_view(view, viewer, keys, marked.spots if marked else (), changed)
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
        """The question, the possible answers, and notes on the marked answer."""
        assert self.asked is not None  # noqa: S101
        words = self.words
        if self.reason is not None:
            self.draw_prompt(words("game.closed", text=str(self.reason)), "closed")
            self.draw_footer(words("footer.closed", rule=self.reason.rule))
        else:
            question = (self.session.match.prompt(self.asked, self.texts.lang), Style(color="#FBEFF6", bold=True))
            self.draw_prompt(Text.assemble(seat_name(self.texts, self.asked), ": ", question))
            self.draw_footer(words("footer.game"))
        choices = self.query_one("#choices", Rows)
        width = max(20, self.left_width - 2)
        rows, at = listed(self.entries, self.marked, width, words("game.closed_heading"))
        self.columns = columns_of(self.entries, width)
        choices.show(rows)
        if at >= 0:
            choices.reveal(at)
        self.draw_detail(self.detail_of(view, len(rows) - choices.size.height))

    def detail_of(self, view: View, hidden: int) -> str:
        """What is worth knowing: about the marked choice, about what was just done, about the
        list.
        """
        marked = self.marked_entry
        if marked is not None and len(marked.choices) == 1:
            action = marked.choices[0].action
            if not marked.legal:
                return str(self.session.match.why_not(action, self.asked or 0, self.texts.lang))
            return self.face.detail(view, self.texts, action)
        if self.said:
            return self.said
        if self.above:
            return self.words("game.narrowed")
        return self.words("game.more", n=hidden) if hidden > 0 else self.words("game.choose_key")

    @property
    def marked_entry(self) -> Entry | None:
        """The entry that the arrows have reached."""
        return self.entries[self.marked] if 0 <= self.marked < len(self.entries) else None

    def draw_end(self) -> None:
        """The winners, place by place."""
        match, words = self.session.match, self.words
        names = ", ".join(self.texts.word("seat", seat) for seat in match.ranking[0])
        self.draw_prompt(words("over.winner", n=len(match.ranking[0]), names=names))
        rows: list[Text] = []
        for place, seats in enumerate(match.ranking, start=1):
            for seat in seats:
                rows.append(Text.assemble(f"{words('over.place', n=place)} ", seat_name(self.texts, seat),
                                          f"  {words('over.points', n=match.scores[seat])}"))
        self.query_one("#choices", Rows).show([*rows, Text(self.proof)])
        self.draw_detail(words("over.kept", path=self.record_path))
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
        elif character == HINT:
            self.run_worker(self.give_hint(self.asked), exclusive=True, group="hint")
        elif key in ("escape", "backspace"):
            self.step_out()
        elif key in ARROWS:
            self.move_mark({"up": -self.columns, "down": self.columns, "left": -1}.get(key, 1))
        elif key == "enter":
            marked = self.marked_entry
            if marked is not None:
                self.choose(marked)
            else:
                self.move_mark(1)
        elif character:
            self.press_choice(character)

    def step_out(self) -> None:
        """Close what was opened last: a reason, a group, the list of closed choices."""
        self.said = ""
        if self.reason is not None:
            self.reason = None
            self.draw()
        elif len(self.above) > 1:
            self.entries, self.marked = self.above.pop(), 0
            self.draw()
        else:
            self.list_all()

    def move_mark(self, by: int) -> None:
        """Mark another choice."""
        if self.entries:
            last = len(self.entries) - 1
            self.marked = 0 if self.marked < 0 else max(0, min(last, self.marked + by))
            self.reason = None
            self.draw()

    def press_choice(self, character: str) -> None:
        """The entry of a key; the choices of a spot, if several share its key; the reason, if it is
        closed.
        """
        found = next((entry for entry in self.entries if entry.legal and entry.key == character), None)
        if found is not None:
            self.choose(found)
            return
        spot = next((s for s, key in self.face.KEYS.items() if key == character and at_spot(self.choices, s)), "")
        if spot:
            self.narrow(spot)
            return
        for closed in closed_choices(self.session.match, self.asked or 0, self.labels):
            if claim(closed.action, self.labels) == character:
                self.choose(Entry(closed.words, "", (closed,)))
                return

    def narrow(self, spot: str) -> None:
        """Show only the choices of a spot. A single one is carried out at once; if there is none,
        show the reason.
        """
        found = at_spot(self.choices, spot)
        if len(found) > 1:
            self.open_list(entries_of(found, self.labels))
            return
        found = found or at_spot(closed_choices(self.session.match, self.asked or 0, self.labels), spot)[-1:]
        for choice in found:
            self.choose(Entry(choice.words, "", (choice,)))

    def toggle_closed(self) -> None:
        """List the impossible choices too, or hide them again."""
        if self.closed:
            self.list_all()
            return
        self.list_all()
        closed = closed_choices(self.session.match, self.asked or 0, self.labels)
        self.closed, self.marked = bool(closed), len(self.entries) if closed else -1
        self.said = "" if closed else self.words("game.no_closed")
        self.entries = [*self.entries, *(Entry(choice.words, "", (choice,)) for choice in closed)]
        self.draw()

    def on_pointed(self, message: Pointed) -> None:
        """A click on an entry or on a spot of the board."""
        if self.asked is None:
            return
        if "entry" in message.meta:
            self.choose(self.entries[message.meta["entry"]])
        elif "spot" in message.meta:
            named = [c for c in self.choices if c.action.split()[-1] == message.meta["spot"]]
            if len(named) == 1:
                self.choose(Entry(named[0].words, "", (named[0],)))
            else:
                self.narrow(message.meta["spot"])

    def take_back(self) -> None:
        """Undo; if the rule forbids it, ask the bots."""
        seat = self.asked
        if seat is None:
            return
        try:
            self.session.undo(seat)
        except CannotUndo as refused:
            if self.session.can_rewind(seat) and refused.reason != "nothing":
                self.app.push_screen(Question(self.words("undo.ask", reason=str(refused))), self.rewind)
            else:
                self.said, self.marked = str(refused), -1
                self.draw()
            return
        self.said = self.words("undo.done")
        self.advance()

    def rewind(self, yes: bool | None) -> None:
        """Go back to before the person's last decision, if confirmed."""
        if yes and self.asked is not None:
            self.session.rewind(self.asked)
            self.said = self.words("undo.done")
            self.advance()

    async def give_hint(self, seat: int) -> None:
        """Say what a bot would do here and why, and do it if confirmed."""
        match, at = self.session.match, self.session.match.decisions
        self.said = self.words("hint.thinks")
        self.draw()
        hint = await asyncio.to_thread(bots.hint, match, seat, self.texts.lang)
        self.said = ""
        if self.asked != seat or self.session.match is not match or match.decisions != at:
            return  # decided meanwhile
        self.draw()
        choice = next(c for c in self.choices if c.action == hint.action)
        if await self.app.push_screen_wait(Question(self.words("hint.ask", action=choice.words, why=hint.why))):
            self.choose(Entry(choice.words, "", (choice,)))

    def leave(self) -> None:
        """Ask, unless the game is over."""
        if self.session.match.over:
            self.dismiss(False)
        else:
            self.app.push_screen(Question(self.words("game.quit")), self.left)

    def left(self, yes: bool | None) -> None:
        """Leave, if confirmed."""
        if yes:
            self.dismiss(False)
