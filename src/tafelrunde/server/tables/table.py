"""One table: everything that its log says, entry by entry.  No clock is read here and nothing is
stored.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import msgspec

import tafelrunde

from ...match.chance import OLD, SCHEME
from ...match.history import Decision
from ...match.match import Match
from ..storage.entries import Entry
from .clocks import Clock, Clocks


class Config(msgspec.Struct, frozen=True):
    """What was agreed when the table was made."""

    game: str
    players: int
    options: dict[str, Any]
    rules: str
    commitment: str
    name: str = ""
    clock: Clock = Clock()
    listed: bool = True
    spectators: bool = True
    rated: bool = True
    hotseat: bool = False
    help: bool = True
    ask_ready: bool = False
    played_on: bool = False
    exercise: str = ""
    daily: str = ""
    """The day whose deal it is. Nothing is taken back from which somebody has learned something."""
    tournament: str = ""
    position: dict[str, Any] | None = None
    """What the match begins with, if not with the setup of a new game."""
    delay: int = 0
    """By how many decisions spectators lag behind while the game runs."""
    cards_here: bool = False
    """Whether the bots may think on their opponent's device with all they know: that person has
    agreed to it.
    """

    @property
    def strict(self) -> bool:
        """Whether only decisions from which nobody has learned anything can be taken back."""
        return self.rated or bool(self.daily or self.tournament)


@dataclass(slots=True)
class Seat:
    """Who sits at a seat.  `standin` is the level of a bot that plays for a person who is `away`
    and why.

    `seed_due` says that the person will add a seed, having seen the commitment: the table does not
    begin by itself before. `ready` is the person's word that the game may begin, at tables that ask
    for it.
    """

    kind: str = "open"
    user: str | None = None
    level: str | None = None
    name: str = ""
    seed: str | None = None
    standin: str | None = None
    away: str | None = None
    seed_due: bool = False
    ready: bool = False

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides here now."""
        return self.level if self.kind == "bot" else self.standin


@dataclass(slots=True, frozen=True)
class Step:
    """One version as people are told of it; `first` to `last` are the numbers of its events."""

    version: int
    kind: str
    at: int
    seat: int | None
    by: str | None
    decisions: int
    first: int
    last: int
    action: int = -1
    open_secret: bool = False
    back_to: int = -1


@dataclass(slots=True)
class Ask:
    """A seat asks the others to take decisions back.  `asked` are the seats that must agree; older
    logs do not name them.
    """

    version: int
    seat: int
    decisions: int
    asked: list[int] | None = None
    yes: set[int] = field(default_factory=set[int])


@dataclass(slots=True, frozen=True)
class Outline:
    """What lists show of a match without replaying it."""

    pending: tuple[int, ...]
    decisions: int
    result: dict[str, Any] | None


class Table:
    """A table as its log tells it; with an outline it knows its people, but not the match."""

    def __init__(self, id_: str, secret: bytes, invite: str) -> None:
        self.id = id_
        self.secret = secret
        self.invite = invite
        self.version = 0
        self.open_until = 0
        self.status = "open"
        self.host: str | None = None
        self.created_at = 0
        self.started_at: int | None = None
        self.ended_at: int | None = None
        self.seats: list[Seat] = []
        self.put_out: set[str] = set()
        self.match: Match | None = None
        self._digest: tuple[Any, str] = (None, "")
        self.steps: list[Step] = []
        self.keys: dict[str, int] = {}
        self.ask: Ask | None = None
        self.asked_at: list[int] = []
        self.timed = -1
        """The most decisions after which clocks were given time: the same question again gives no
        more.
        """
        self.rematch: str | None = None
        self.outline: Outline | None = None
        self.rules = ""
        self.scheme = SCHEME
        self.held_because = ""
        self.adopts = ""

    # ------------------------------------------------------------ knowing

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        if self.outline is not None:
            return self.outline.pending
        return self.match.pending if self.match is not None and self.status == "running" else ()

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""
        if self.outline is not None:
            return self.outline.decisions
        return self.match.decisions if self.match is not None else 0

    @property
    def told(self) -> int:
        """How many events have been told."""
        return len(self.match.history.events()) if self.match is not None else 0

    @property
    def bots_due(self) -> list[int]:
        """The seats at which a bot must decide now; none while the table waits for its people, and
        none in an exercise.
        """
        return [] if self.deserted or self.config.exercise else [p for p in self.pending if self.seats[p].bot is not None]

    @property
    def deserted(self) -> bool:
        """Whether everybody has left for a while and no clock runs: the table waits until somebody
        is back.
        """
        people = [seat for seat in self.seats if seat.kind == "person"]
        return bool(people) and self.config.clock.kind == "none" and all(seat.away == "left" for seat in people)

    @property
    def has_room(self) -> bool:
        """Whether somebody could still sit down."""
        return self.status == "open" and any(seat.kind == "open" for seat in self.seats)

    @property
    def ready(self) -> bool:
        """Whether everybody sits, every announced seed is here and nobody's word is missing: then
        it begins by itself.
        """
        return all(seat.kind != "open" and not seat.seed_due for seat in self.seats) and not self.unready()

    def unready(self) -> list[int]:
        """The seats of people who have not yet said that they are ready; somebody alone need not
        say it.
        """
        asks = self.config.ask_ready and len(self.people()) > 1
        return [i for i, s in enumerate(self.seats) if asks and s.kind == "person" and not s.ready]

    def takes_back_freely(self, user: str | None) -> bool:
        """Whether taking back is nobody else's affair: a casual game of one person, at a device
        that is theirs alone.
        """
        return not self.config.strict and not self.config.hotseat and not self.must_agree(user)

    @property
    def stored_status(self) -> str:
        """The status in storage: exercises are in no list and no count of games."""
        return "exercise" if self.config.exercise else self.status

    def seats_of(self, user: str | None) -> list[int]:
        """The seats of a person."""
        return [i for i, seat in enumerate(self.seats) if user is not None and seat.user == user]

    def people(self) -> list[str]:
        """Everybody who sits here, without repetition."""
        return list(dict.fromkeys(s.user for s in self.seats if s.user is not None))

    def asked_people(self) -> list[str]:
        """The people who must decide now."""
        return list(dict.fromkeys(u for p in self.pending if not self.seats[p].standin and (u := self.seats[p].user)))

    def digest(self) -> str | None:
        """A short fingerprint of the position, the same under every rules version that plays the
        same.
        """
        if self.match is None:
            return None
        state, found = self._digest
        if state is not self.match.state:  # every decision makes another state
            state, position = self.match.state, msgspec.json.encode(self.match.position(), order="sorted")
            found = blake2b(position, digest_size=8).hexdigest()
            self._digest = state, found
        return found

    # ------------------------------------------------------------ happening

    def apply(self, entry: Entry) -> None:
        """Apply an entry that is known to be allowed."""
        first, decided, before = self.told, self.decisions, self.pending
        if entry.kind == "pause":
            self.clocks.shift(entry.body["ms"], entry.at)
        if entry.kind != "create":
            self.clocks.tick(entry.at)
        getattr(self, f"_{entry.kind}")(entry)
        self.version = entry.version
        if entry.key is not None:
            self.keys[entry.key] = entry.version
        if entry.kind in ("decide", "undo", "answer", "start"):
            self._note_questions(entry, before, decided)
        self.clocks.run(self._running(), entry.at, asked=self._asks(entry, decided))
        if self.match is not None and self.match.over and self.status == "running":
            self.status, self.ended_at, self.ask = "over", entry.at, None
        self._note_step(entry, first, decided, before)
        self.open_until = max(self.open_until, self._opened())

    def _opened(self) -> int:
        """The newest version that spectators may know: the one before the first of the last `delay`
        decisions that stand.

        Taking back does not close what was open, so whoever decides and takes back shows nothing
        sooner.
        """
        opened = self.version
        if self.config.delay and self.status == "running":
            for step in reversed(self.steps):
                if step.decisions <= max(0, self.decisions - self.config.delay):
                    break
                opened = step.version - 1
        return opened

    def _asks(self, entry: Entry, decided: int) -> bool:
        """Whether seats are asked something for the first time, or again because everybody wants it
        so.
        """
        if entry.kind == "answer" and self.decisions < decided:
            self.timed = self.decisions
            return True
        if entry.kind not in ("decide", "start") or self.decisions <= self.timed:
            return False
        self.timed = self.decisions
        return True

    def _running(self) -> set[int]:
        return {p for p in self.pending if self.seats[p].bot is None}

    def _note_questions(self, entry: Entry, before: tuple[int, ...], decided: int) -> None:
        """Remember since which version each seat is asked what it is asked now; others' answers do
        not change that.
        """
        if entry.kind == "answer" and self.decisions == decided:
            return
        for p in self.pending:
            if entry.kind != "decide" or p == entry.seat or p not in before:
                self.asked_at[p] = entry.version

    def _note_step(self, entry: Entry, first: int, decided: int, before: tuple[int, ...]) -> None:
        by: str | None = entry.body.get("by")
        back_to = -1
        if self.decisions < decided:  # taken back: what was told of it no longer counts
            while self.steps and self.steps[-1].decisions > self.decisions:
                self.steps.pop()
            back_to = self.steps[-1].version if self.steps else 0
            first = self.told
        action, open_secret = -1, False
        if entry.kind == "decide" and self.match is not None:
            action = self.match.game.actions.id(entry.body["action"])
            left = set(before) - {entry.seat}
            open_secret = bool(left) and left <= set(self.pending)
        self.steps.append(Step(entry.version, entry.kind, entry.at, entry.seat, by, self.decisions, first, self.told,
                               action, open_secret, back_to))

    # ------------------------------------------------------------ sitting down

    def _create(self, entry: Entry) -> None:
        body = entry.body
        self.config = msgspec.convert(body["config"], Config)
        self.rules = self.config.rules
        self.host = entry.user
        self.created_at = entry.at
        self.seats = [Seat(**s) for s in body["seats"]]
        self.asked_at = [0] * len(self.seats)
        self.clocks = Clocks(self.config.clock, len(self.seats))

    def _join(self, entry: Entry) -> None:
        seat = self.seats[self._seat(entry)]
        seat.kind, seat.user, seat.level = "person", entry.user, None
        seat.name, seat.seed = entry.body.get("name", ""), entry.body.get("seed")
        seat.seed_due = entry.body.get("seed_due", False)

    def _seed(self, entry: Entry) -> None:
        """Add a seed to all seats of a person that have none."""
        for i in self.seats_of(entry.user):
            if self.seats[i].seed is None:
                self.seats[i].seed, self.seats[i].seed_due = entry.body["seed"], False

    def _leave(self, entry: Entry) -> None:
        """Stand up before the start."""
        for i in self.seats_of(entry.user):
            self.seats[i] = Seat()
        people = self.people()
        if self.host == entry.user:
            self.host = people[0] if people else None
        if not people:
            self.status, self.ended_at = "closed", entry.at

    def _seats(self, entry: Entry) -> None:
        before = self.seats[self._seat(entry)].user
        if before is not None:
            self.put_out.add(before)
        self.seats[self._seat(entry)] = Seat(kind=entry.body["kind"], level=entry.body.get("level"))

    def _move(self, entry: Entry) -> None:
        """Two seats change places.  Their people look at it again, and add fresh seeds: the old
        ones are known by now.
        """
        one, other = self._seat(entry), entry.body["to"]
        self.seats[one], self.seats[other] = self.seats[other], self.seats[one]
        for seat in (self.seats[one], self.seats[other]):
            seat.ready = False
            seat.seed, seat.seed_due = None, seat.seed_due or seat.seed is not None

    def _ready(self, entry: Entry) -> None:
        for i in self.seats_of(entry.user):
            self.seats[i].ready = entry.body["ready"]

    def _terms(self, entry: Entry) -> None:
        """The game is rated or casual from now on; people who were ready must say so again."""
        self.config = msgspec.structs.replace(self.config, rated=entry.body["rated"])
        for seat in self.seats:
            seat.ready = False

    def _start(self, entry: Entry) -> None:
        for seat in self.seats:
            if seat.kind == "open":
                seat.kind, seat.level = "bot", entry.body["level"]
        self.status, self.started_at = "running", entry.at
        self.scheme = entry.body.get("chance", OLD)  # a server from before this scheme wrote none
        if self.outline is None:
            self.match = self.begun()

    def begun(self) -> Match:
        """The match as it was when it began."""
        seeds = {i: s.seed for i, s in enumerate(self.seats) if s.seed}
        game = tafelrunde.game(self.config.game)
        if self.config.position is not None:
            return Match.from_state(game, game.load(self.config.position), self.secret)
        return Match.begin(game, self.config.players, game.recorded(self.config.options), self.secret, seeds,
                           scheme=self.scheme)

    # ------------------------------------------------------------ playing

    def _decide(self, entry: Entry) -> None:
        match = self._playing()
        match.decide(Decision(self._seat(entry), match.game.actions.id(entry.body["action"])))
        self.ask = None

    def _undo(self, entry: Entry) -> None:
        self._take_back(entry.body["to"], entry.seat)

    def _take_back(self, decisions: int, seat: int | None) -> None:
        match = self._playing()
        while seat is not None and match.decisions > decisions and not (match.settled or match.undo_barrier(seat)):
            match.undo(seat)
        if match.decisions > decisions:
            made = match.history.decisions()[:decisions]
            self.match = self.begun()
            for one in made:
                self.match.decide(one)
        self.ask = None

    def _ask(self, entry: Entry) -> None:
        self.ask = Ask(entry.version, self._seat(entry), entry.body["to"], entry.body.get("asked"))

    def _answer(self, entry: Entry) -> None:
        if self.ask is None:
            return
        if not entry.body["yes"]:
            self.ask = None
            return
        self.ask.yes |= set(self.seats_of(entry.user))
        if not self.waiting():
            self._take_back(self.ask.decisions, None)

    def must_agree(self, user: str | None) -> list[int]:
        """The seats of the other people, also those for whom a bot plays; people who have resigned
        have no say.
        """
        return [i for i, s in enumerate(self.seats)
                if s.kind == "person" and s.user not in (None, user) and s.away != "resigned"]

    def waiting(self) -> list[int]:
        """The seats whose consent to the open request is still missing; bots always agree."""
        if self.ask is None:
            return []
        if self.ask.asked is not None:
            return [i for i in self.ask.asked if i not in self.ask.yes]
        asker = self.seats[self.ask.seat].user
        return [i for i, s in enumerate(self.seats)
                if s.kind == "person" and not s.standin and s.user not in (None, asker) and i not in self.ask.yes]

    # ------------------------------------------------------------ staying away

    def _standin(self, entry: Entry) -> None:
        for i in [entry.seat] if entry.seat is not None else self.seats_of(entry.user):
            self.seats[i].standin, self.seats[i].away = entry.body["level"], entry.body["away"]

    _clock = _standin

    def _resign(self, entry: Entry) -> None:
        self._standin(entry)
        # It was put to somebody who no longer has a vote
        if self.ask is not None and self.ask.asked is not None:
            self.ask = None

    def _return(self, entry: Entry) -> None:
        for i in self.seats_of(entry.user):
            if self.seats[i].standin and self.seats[i].away != "resigned":
                self.seats[i].standin = self.seats[i].away = None

    def _pause(self, entry: Entry) -> None:
        """Time in which no server was there does not count; the clocks have been shifted
        already.
        """

    def _adopt(self, entry: Entry) -> None:
        self.rules = entry.body["rules"]

    def _close(self, entry: Entry) -> None:
        self.status, self.ended_at = "closed", entry.at

    def _rematch(self, entry: Entry) -> None:
        self.rematch = entry.body["table"]

    def _playing(self) -> Match:
        if self.match is None:
            raise ValueError(f"table {self.id} has not begun")
        return self.match

    @staticmethod
    def _seat(entry: Entry) -> int:
        if entry.seat is None:
            raise ValueError(f"version {entry.version} needs a seat")
        return entry.seat
