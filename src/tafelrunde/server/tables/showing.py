"""What a reader is shown of a table.  Everything secret passes through `view`, `legal`, `events`
and `scores` here.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Raw

import tafelrunde

from ...match.match import Match
from ...match.telling import Known
from ..saying import say
from .changes import Part, Pieces
from .entrusting import thinking
from .table import Seat, Step, Table
from .terms import gives_hints, why_casual

WELCOME_STEPS = 60


Remembered = list[tuple[Pieces, Part]]
"""Notes, each with the part of the view that they were made from."""


class Sight:
    """One version of a table, as everybody sees it.

    What everybody is shown of the position is made once, from a spectator's eyes; a seat adds what
    it alone may see. Notes are made once for all seats and versions that show the same of what they
    are made from.
    """

    def __init__(self, table: Table, before: Sight | None = None) -> None:
        self.table = table
        self._public: dict[str, Any] | None = None
        self._part: Part | None = None
        self._notes: Remembered = []
        self._notes_before: Remembered = [] if before is None else before._notes
        self._prompts: dict[tuple[int | None, str], str] = {}
        self._points: dict[int | None, list[int | None]] = {}

    def public(self) -> Part | None:
        """The position as a spectator sees it; None before there is one."""
        match = self.table.match
        if match is not None and self._public is None:
            self._public = match.game.position(match.seen(None))
            self._part = self._part or Part(self._public)
        return None if match is None else self._part

    def forget(self) -> None:
        """Keep what is sent, and drop what it was made of."""
        self._public = None
        self._notes_before, self._prompts, self._points = [], {}, {}

    def of(self, seat: int | None) -> tuple[Part, Part]:
        """What a seat sees of the position otherwise than a spectator, and the notes on its
        view.
        """
        match = self.table.match
        if match is None or self.public() is None:
            return Part({}), Part({})
        own = {} if seat is None else match.own(seat)
        own |= {"pending": list(match.pending), "seat": seat}
        part = Part(own)
        return part, self._notes_on(match.game.name, own, part.pieces())

    def prompt(self, match: Match, seat: int | None, lang: str) -> str:
        """What a seat is asked; with None, what everybody else is told."""
        if (seat, lang) not in self._prompts:
            self._prompts[seat, lang] = match.prompt(seat, lang)
        return self._prompts[seat, lang]

    def points(self, match: Match, seat: int | None) -> list[int | None]:
        """Each seat's points as far as a reader may know them; the same for all where nothing that
        they are counted from is hidden.
        """
        reader = seat if match.game.points_hidden and not match.over else None
        if reader not in self._points:
            self._points[reader] = points_known(match, reader)
        return self._points[reader]

    def _notes_on(self, game: str, own: dict[str, Any], pieces: Pieces) -> Part:
        """The notes on the seat's view: the public view with the seat's own part merged over it."""
        public = self._part.pieces() if self._part is not None else {}
        for known in (self._notes, self._notes_before):
            for made_from, notes in known:
                shown = public | pieces
                now = {key: shown[key] if key in shown else NOTHING for key in made_from}  # noqa: SIM401  # a call for each
                if now == made_from:
                    if known is not self._notes:
                        self._notes.append((now, notes))
                    return notes
        noticed = Noticed((self._public or {}) | own)
        notes = Part(notes_shown(game, noticed))
        shown = public | pieces
        self._notes.append(({key: shown.get(key, NOTHING) for key in noticed.read}, notes))
        return notes


NOTHING = Raw(b"")
"""Stands for a missing key of a view."""


class Noticed(Mapping[str, Any]):
    """A view that records which of its keys are read."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return self.view[key]

    def __iter__(self) -> Iterator[str]:
        self.read.update(self.view)
        return iter(self.view)

    def __len__(self) -> int:
        return len(self.view)


def points_known(match: Match, seat: int | None) -> list[int | None]:
    """Each seat's points as far as the reader may know them."""
    return list(match.scores) if match.over else match.game.points_known(match.state, seat)


def steps_shown(table: Table, steps: Iterable[Step], seat: int | None, lang: str,
                heard: Known | None = None) -> list[dict[str, Any]]:
    """Steps with the events and the actions that the reader may know; `heard`: what others were
    told in the language.
    """
    chosen = list(steps)
    match = table.match
    told: dict[int, dict[str, Any]] = {}
    if match is not None and chosen:
        told = {e["index"]: e for e in match.events(min(s.first for s in chosen), seat, lang, True, heard)}
    shown: list[dict[str, Any]] = []
    for s in chosen:
        action: str | None = None
        if s.action >= 0 and match is not None:
            action = match.game.actions.name(s.action)
            if seat != s.seat and not match.over and not _is_known(table, match, s):
                action = (match.game.hint(s.action) if match.game.hint is not None else None) or None
        shown.append({"version": s.version, "kind": s.kind, "seat": s.seat, "action": action, "by": s.by, "at": s.at,
                      "decisions": s.decisions,
                      "events": [told[i] for i in range(s.first, s.last) if i in told]})
    return shown


def _is_known(table: Table, match: Match, step: Step) -> bool:
    """Whether everybody may know what was decided in a running game."""
    secret = match.game.actions.verb_of[step.action].secret
    if secret and not (secret == "resolved" and step.version < _hidden_from(table)):
        return False
    veiled = match.history.veils()
    return not veiled or veiled.isdisjoint(range(step.first, step.last))


def _hidden_from(table: Table) -> int:
    """The version since which answers to the open simultaneous decision are secret."""
    hidden = table.version + 1
    for s in reversed(table.steps):
        if s.kind == "decide":
            if not s.open_secret:
                break
            hidden = s.version
    return hidden


def since(table: Table, version: int | None) -> tuple[list[Step], int | None]:
    """The steps that a reader who last saw `version` has missed, and to which version it must go
    back first.
    """
    if version is None:
        return table.steps[-WELCOME_STEPS:], None
    start, rewound, missed = version, None, list[Step]()
    for s in reversed(table.steps):
        if s.version <= start:
            break
        missed.append(s)
        if s.version > version and s.back_to >= 0:
            rewound = s.back_to if rewound is None else min(rewound, s.back_to)
            start = min(start, rewound)
    return missed[::-1], rewound


def undo_shown(table: Table, seat: int | None, lang: str) -> dict[str, Any]:
    """Whether the seat may take back, and why not."""
    match = table.match
    if match is None or seat is None or table.status != "running":
        return {"can": False, "reason": "nothing", "text": "", "ask": False, "free": False}
    sits, made = table.seats[seat], bool(match.history.made(seat))
    reason = "nothing" if sits.standin else match.undo_barrier(seat)
    free = made and not sits.standin and table.takes_back_freely(sits.user)
    return {"can": not reason, "reason": reason, "text": match.texts(lang).say(f"undo.{reason}") if reason else "",
            "ask": bool(reason) and (made or reason != "nothing") and not table.config.rated and not free, "free": free}


def seat_name(seat: Seat, people: dict[str, dict[str, Any]]) -> str:
    """The name of the person at a seat; empty for a bot."""
    return seat.name or (people[seat.user]["name"] if seat.user in people else "")


def seat_shown(table: Table, i: int, people: dict[str, dict[str, Any]], online: set[int]) -> dict[str, Any]:
    seat = table.seats[i]
    user = people.get(seat.user) if seat.user else None
    return {"seat": i, "kind": seat.kind, "user": user, "level": seat.level, "name": seat_name(seat, people),
            "standin": seat.standin, "away": seat.away, "online": i in online, "ready": seat.ready}


def result_shown(table: Table) -> dict[str, Any] | None:
    """Scores and places when the game is over."""
    if table.outline is not None:
        return table.outline.result
    if table.match is None or table.status != "over":
        return None
    return {"scores": table.match.scores, "ranking": table.match.ranking}


def asks_shown(table: Table, lang: str) -> list[dict[str, Any]]:
    """The open request to take something back."""
    ask = table.ask
    if ask is None or table.match is None:
        return []
    back = table.decisions - ask.decisions
    who = table.match.texts(lang).word("seat", ask.seat)
    return [{"ask": ask.version, "seat": ask.seat, "decisions": ask.decisions, "yes": sorted(ask.yes),
             "waiting": table.waiting(), "text": say(lang, "ask.undo", seat=who, n=back)}]


@lru_cache(maxsize=16)
def _notes(game: str) -> Callable[[Mapping[str, Any]], dict[str, Any]] | None:
    room = tafelrunde.game(game).room("notes")
    return None if room is None else room.notes


def notes_shown(game: str, view: Mapping[str, Any]) -> dict[str, Any]:
    """What the game's module `notes` tells about a view, computed from nothing else; empty where it
    has none.
    """
    notes = _notes(game)
    return {} if notes is None else notes(view)


def situation(sight: Sight, seat: int | None, lang: str) -> dict[str, Any]:
    """What changes with versions only: what may be done and what is asked, the points.  View and
    notes are left open.
    """
    table = sight.table
    match, pending = table.match, table.pending
    shown: dict[str, Any] = {"version": table.version, "seat": seat, "status": table.status,
                             "decisions": table.decisions, "over": table.status == "over",
                             "pending": list(pending), "view": None, "notes": None,
                             "scores": [] if match is None else sight.points(match, seat)}
    if match is None:
        shown |= {"legal": [], "prompt": say(lang, f"wait.{table.status}"), "ranking": None}
    else:
        asked = seat is not None and seat in pending and not table.seats[seat].standin
        shown |= {"legal": match.legal(seat) if asked and seat is not None else [],
                  "prompt": sight.prompt(match, seat if asked else None, lang),
                  "ranking": match.ranking if table.status == "over" else None}
        if table.status == "held":
            shown["prompt"] = say(lang, "wait.held")
    shown["undo"] = undo_shown(table, seat, lang)
    shown["asks"] = asks_shown(table, lang)
    shown["result"] = result_shown(table)
    if shown["result"] is not None and match is not None:
        shown["result"] = {**shown["result"], "receipt": match.receipt(lang, seat)}
    return shown


def veiled(shown: dict[str, Any], opened: int) -> dict[str, Any]:
    """A table in a list, for somebody who sees it with a delay: nothing of what happens there
    now.
    """
    return shown | {"version": opened, "turn": [], "decisions": max(0, shown["decisions"] - shown["delay"]),
                    "seats": [seat | {"standin": None, "away": None} for seat in shown["seats"]]}


def table_shown(table: Table, people: dict[str, dict[str, Any]], online: set[int], watching: int, reader: str | None,
                title: str, more: dict[str, Any] | None = None) -> dict[str, Any]:
    """The table itself, as lists and pages show it."""
    config = table.config
    mine = table.seats_of(reader)
    shown: dict[str, Any] = {
        "id": table.id, "version": table.version, "game": config.game, "title": title, "players": config.players,
        "options": config.options, "name": config.name, "status": table.status, "listed": config.listed,
        "exercise": config.exercise or None, "tournament": config.tournament or None,
        "spectators": config.spectators, "delay": config.delay, "rated": config.rated, "casual": why_casual(table),
        "hotseat": config.hotseat, "help": config.help, "hints": gives_hints(table), "ask_ready": config.ask_ready,
        "thinking": thinking(table),
        "clock": config.clock.shown(), "host": people.get(table.host or ""), "created_at": table.created_at,
        "started_at": table.started_at, "ended_at": table.ended_at,
        "seats": [seat_shown(table, i, people, online) for i in range(len(table.seats))],
        "mine": mine, "watching": watching, "commitment": config.commitment,
        "seeds": {str(i): s.seed for i, s in enumerate(table.seats) if s.seed},
        "seed_due": any(table.seats[i].seed_due for i in mine), "chance": table.scheme or None,
        "rules": table.rules, "invite": table.invite if mine or table.host == reader else None,
        "turn": list(table.pending), "decisions": table.decisions, "result": result_shown(table),
        "rematch": table.rematch}
    return shown | (more or {})
