"""What recorded games tell: each is replayed once, and the facts that its title asks for are noted.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..bots.judgement import judged
from ..kernel import ANY, Compare, Game, Question, Tallies, Tally
from ..match.history import Decision, Numbers, event_words
from ..match.match import Match
from ..match.records import decision_of, parse
from ..match.replaying import rebuild
from ..match.texts import Texts
from .playing import GameResult

STAGES = (0.25, 0.5, 0.75)
"""The shares of a game's decisions after which the lab asks who leads."""


@dataclass(frozen=True)
class Chosen:
    """One of the things compared: what, whose, in which round, and its position within the
    round.
    """

    what: str
    seat: int
    turn: int
    order: int


@dataclass(frozen=True)
class Facts:
    """One finished game.  `sources` are each seat's points by where they came from, `leaders` the
    seats that the bots' judgement puts first at each stage.
    """

    result: GameResult
    start: int
    chosen: dict[str, list[Chosen]] = field(default_factory=dict)
    tallied: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    sources: dict[str, list[int]] = field(default_factory=dict)
    leaders: tuple[int, ...] = ()

    @property
    def seats(self) -> range:
        return range(len(self.result.seats))

    @property
    def points(self) -> list[float]:
        """Each seat's points relative to the mean of its table."""
        return centred([s.points for s in self.result.seats])

    @property
    def wins(self) -> list[float]:
        """Each seat's share of the win relative to a fair share."""
        return centred([s.win for s in self.result.seats])


def centred(values: Sequence[float]) -> list[float]:
    """Values minus their mean.

    >>> centred([1, 2, 6])
    [-2.0, -1.0, 3.0]
    """
    mean = sum(values) / len(values)
    return [v - mean for v in values]


def questions_of(game: Game) -> tuple[Question, ...]:
    """What a title asks, from its module `questions`."""
    room = game.room("questions")
    return () if room is None else tuple(room.QUESTIONS)


def usual_verb(game: Game) -> str:
    """The verb that chooses a card in a game, or its verb with the most actions."""
    verbs = {v.verb for v in game.actions.verbs}
    if "card" in verbs:
        return "card"
    return max(game.actions.verbs, key=lambda v: len(v.names)).verb


def start_player(match: Match) -> int:
    """The start player of a game that has just been set up."""
    position: dict[str, Any] = match.position()
    for key in ("start_player", "turn"):
        if isinstance(position.get(key), int):
            return int(position[key])
    return 0


def facts_of(game: Game, results: Iterable[GameResult], questions: Sequence[Question] = ()) -> Iterator[Facts]:
    """The facts of each recorded game."""
    for result in results:
        yield Reader(game, result, questions).read()


class Reader:
    """One recorded game while it is replayed."""

    def __init__(self, game: Game, result: GameResult, questions: Sequence[Question]) -> None:
        self.game, self.result, self.texts = game, result, Texts(game, "en")
        self.record = parse(result.record)
        self.match = rebuild(game, self.record, decisions=0)
        self.compared = [q for q in questions if isinstance(q, Compare)]
        self.counted = [q for q in questions if isinstance(q, Tallies)]
        self.own: dict[tuple[str, int], int] = defaultdict(int)
        self.order: dict[tuple[str, int], int] = defaultdict(int)
        self.facts = Facts(result, start_player(self.match), {q.name: [] for q in self.compared},
                           {q.name: {t.says: self.nothing() for t in q.of if not t.split} for q in self.counted})

    def nothing(self) -> list[int]:
        return [0] * len(self.result.seats)

    def read(self) -> Facts:
        """Replay it to the end."""
        decisions = [decision_of(self.game, line, row) for line, row in self.record.lines if row[0] not in "*;"]
        stages = {max(1, round(share * len(decisions))) for share in STAGES}
        leaders: list[int] = []
        before, seen = self.match.state.clone(), 0
        for event in self.match.history.events():
            self.happened(before, event)
        for n, decision in enumerate(decisions, 1):
            before, seen = self.match.state.clone(), len(self.match.history.events())
            self.decided(decision)
            self.match.decide(decision)
            for event in self.match.history.events()[seen:]:
                self.happened(before, event)
            if n in stages and not self.match.over:
                leaders.append(leader(self.game, self.match.state))
        if self.game.receipt is not None:
            made = self.game.receipt(self.match.state, self.match.history.events())
            for i, source in enumerate(made.sources):
                self.facts.sources[self.texts.say(f"source.{source}")] = [row[i] for row in made.points]
        return Facts(self.result, self.facts.start, self.facts.chosen, self.facts.tallied, self.facts.sources, tuple(leaders))

    def decided(self, decision: Decision) -> None:
        """Note a decision if its verb is compared."""
        for q in self.compared:
            verb, _, words = self.game.actions.name(decision.action).partition(" ")
            if q.verb == ANY:
                self.note(q, decision.seat, verb)
            elif q.verb == verb:
                self.note(q, decision.seat, self.texts.named(q.meaning, words) if q.meaning else words)

    def happened(self, before: Any, event: Numbers) -> None:
        """Note an event if it is compared or counted."""
        kind = self.game.events[event[0]].name
        for q in self.compared:
            if q.event == kind and self.fits(event, q.where):
                word = q.what(before, event[1:]) if callable(q.what) else self.word(event, q.what)
                if word:
                    self.note(q, self.number(event, "seat"), word)
        for group in self.counted:
            for t in group.of:
                if t.event == kind and self.fits(event, t.where):
                    self.count(self.facts.tallied[group.name], t, event)

    def count(self, rows: dict[str, list[int]], t: Tally, event: Numbers) -> None:
        """Add an event to its row."""
        says = t.says.format(self.word(event, t.split)) if t.split else t.says
        row = rows.setdefault(says, self.nothing())
        row[self.number(event, t.seat)] += self.number(event, t.each) if t.each else 1

    def note(self, q: Compare, seat: int, word: str) -> None:
        """Note a thing that is compared."""
        self.own[q.name, seat] += 1
        if not q.first or self.own[q.name, seat] <= q.first:
            turn = self.turn(self.own[q.name, seat]) if q.by else 0
            self.order[q.name, turn] += 1
            self.facts.chosen[q.name].append(Chosen(word, seat, turn, self.order[q.name, turn]))

    def turn(self, otherwise: int) -> int:
        """The round; if a game has none, how often the seat has had its turn."""
        found = self.match.position().get("round")
        return int(found) if isinstance(found, int) else otherwise

    def number(self, event: Numbers, argument: str) -> int:
        """An argument of an event as a number."""
        names = [name for name, _ in self.game.events[event[0]].names()]
        return event[1 + names.index(argument)]

    def word(self, event: Numbers, argument: str) -> str:
        """An argument of an event in words."""
        meaning = dict(self.game.events[event[0]].names())[argument]
        return self.texts.word(meaning, self.number(event, argument))

    def fits(self, event: Numbers, where: Any) -> bool:
        """Whether an event's notation words are those asked for."""
        if not where:
            return True
        names = [name for name, _ in self.game.events[event[0]].names()]
        words = dict(zip(names, event_words(self.game, event), strict=False))
        return all(words[name] == word for name, word in where.items())


def leader(game: Game, s: Any) -> int:
    """The seat that the title's judgement puts first (the lowest of equal ones)."""
    worth = judged(game, s)
    return max(range(s.players), key=lambda p: (sum(part[p] for part in worth), -p))
