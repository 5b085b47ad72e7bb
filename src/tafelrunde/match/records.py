"""Records: a match as text that can be stored, sent and replayed (docs/notation.md)."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal

from ..errors import BadRecord
from ..kernel import Game
from .history import Decision, Entry, History, Numbers, chance_line

HEADERS = ("Game", "Edition", "Cards", "Players", "Options", "Seats", "Position", "Chance", "Seed commitment", "Player seeds",
           "Secret", "Result", "View", "Date", "Version")
TOGETHER = ("resolved", "left")
"""Kinds of secrets that are revealed as soon as all seats have decided."""
LIMIT = 4_000_000
"""The longest record, in characters."""


@dataclass
class Parsed:
    """A record's header, and its lines of decisions, chance and comments with their line
    numbers.
    """

    header: dict[str, str]
    header_lines: dict[str, int]
    lines: list[tuple[int, str]]
    end: int = field(default=0)

    def fail(self, key: str, what: str) -> BadRecord:
        """An error in the header's line of a key."""
        return BadRecord(self.header_lines.get(key, 1), what)


def compact(value: Any) -> str:
    """JSON on one line, always formatted the same way."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def write(game: Game, header: dict[str, str], history: History, viewer: int | Literal["all"] | None,
          over: bool, open_secret: bool) -> str:
    """A record as `viewer` may read it: "all" for everything, a seat, or None for a spectator.

    `open_secret` says that a simultaneous secret decision is being made, so the answers after the
    last public line of it are not known to the others yet.
    """
    lines = [f"{key}: {header[key]}" for key in HEADERS if key in header]
    lines.append("")
    everything = viewer == "all" or over
    entries, made, veiled = history.entries, -1, history.veiled()
    named = Naming(game, header)
    hidden_from = _secret_tail(game, entries) if open_secret else len(entries)
    for i, entry in enumerate(entries):
        if isinstance(entry, str):
            lines.append(f"; {entry}")
        elif isinstance(entry, Decision):
            made += 1
            after = (entry.seat + 1) % int(header["Players"])
            known = made not in veiled and _is_told(game, entry, viewer == after, i < hidden_from)
            if everything or entry.seat == viewer or known:
                lines.append(f"{entry.seat} {named.action(entry.action)}")
            elif game.hint is not None and (shown := game.hint(entry.action)):
                lines.append(f"{entry.seat} {shown}")
        elif game.events[entry[0]].chance:
            seat = viewer if isinstance(viewer, int) else None
            if everything or game.events[entry[0]].visible_to(seat, entry[1:]):
                lines.append(named.chance(entry))
    return "\n".join(lines) + "\n"


def _is_told(game: Game, entry: Decision, sits_left: bool, resolved: bool) -> bool:
    """Whether others may read a decision: a secret one once it is resolved, and one that goes to
    the left only who sits there.
    """
    secret = game.actions.verb_of[entry.action].secret
    return not secret or (resolved and (secret == "resolved" or (secret == "left" and sits_left)))


class Naming:
    """The names of things in a record: if its header says `Cards`, those of an older edition by its
    own ids.
    """

    def __init__(self, game: Game, header: dict[str, str]) -> None:
        self.game = game
        older = game.aliases.get("card", {}) if "Cards" in header else {}
        self.older = {house: old for old, house in older.items()}

    def action(self, action: int) -> str:
        line = self.game.actions.name(action)
        return self._renamed(line) if self.game.actions.verb_of[action].aliases else line

    def chance(self, event: Numbers) -> str:
        line = chance_line(self.game, event)
        return self._renamed(line) if self.game.events[event[0]].names()[-1][1] == "card" else line

    def _renamed(self, line: str) -> str:
        first, last = line.rsplit(" ", 1)
        return f"{first} {self.older.get(last, last)}"


def _secret_tail(game: Game, entries: tuple[Entry, ...]) -> int:
    """Where the answers to the open simultaneous decision begin."""
    tail = len(entries)
    for i in range(len(entries) - 1, -1, -1):
        entry = entries[i]
        if isinstance(entry, Decision):
            if game.actions.verb_of[entry.action].secret not in TOGETHER:
                break
            tail = i
        elif isinstance(entry, tuple) and (game.events[entry[0]].chance or game.events[entry[0]].reveals):
            break
    return tail


def parse(text: str) -> Parsed:
    """Split a record into header and lines; BadRecord names the line of the first mistake."""
    if len(text) > LIMIT:
        raise BadRecord(1, f"a record has at most {LIMIT:,} characters")
    rows = text.split("\n")
    header: dict[str, str] = {}
    header_lines: dict[str, int] = {}
    at = 0
    while at < len(rows) and rows[at].strip():
        key, colon, value = rows[at].partition(": ")
        if not colon or key not in HEADERS:
            raise BadRecord(at + 1, f"expected a header such as 'Game: el_grande', found {_short(rows[at])}")
        if key in header:
            raise BadRecord(at + 1, f"the header {key!r} stands here twice")
        header[key], header_lines[key] = value.strip(), at + 1
        at += 1
    if "Game" not in header:
        raise BadRecord(1, "the header does not name the game ('Game: …')")
    lines = [(n + 1, rows[n].strip()) for n in range(at, len(rows)) if rows[n].strip()]
    return Parsed(header, header_lines, lines, end=len(rows))


def decision_of(game: Game, line: int, row: str) -> Decision:
    """A line such as `2 power 9`."""
    seat, _, action = row.partition(" ")
    if not (seat.isascii() and seat.isdigit()) or len(seat) > 2:
        raise BadRecord(line, f"expected '<seat> <action>', '* <chance>' or '; <comment>', found {_short(row)}")
    try:
        return Decision(int(seat), game.actions.id(action))
    except KeyError:
        raise BadRecord(line, f"{_short(action)} is not an action of {game.name}") from None


def outcome_of(game: Game, line: int, row: str) -> int:
    """The number drawn in a line such as `* open 3 fiesta`."""
    words = row.split()[1:]
    kind = next((k for k in game.events if k.chance and words and k.name == words[0]), None)
    if kind is None:
        raise BadRecord(line, f"{_short(row)} is no chance of {game.name}")
    if len(words) != len(kind.arguments) + 1:
        raise BadRecord(line, f"'* {kind.name}' has {len(kind.arguments)} arguments, found {_short(row)}")
    meaning = kind.names()[-1][1]
    index = _index(game, meaning, words[-1])
    if index is None:
        raise BadRecord(line, f"{words[-1]!r} is no {meaning}")
    return index


_INDEXES: dict[tuple[str, str], dict[str, int]] = {}


def _index(game: Game, meaning: str, word: str) -> int | None:
    word = game.aliases.get(meaning, {}).get(word, word)
    if meaning in ("number", "seat"):
        return int(word) if word.isascii() and word.isdigit() and len(word) < 9 else None
    known = _INDEXES.setdefault((game.name, meaning), {})
    if not known:
        for i in range(256):
            try:
                known.setdefault(game.word(meaning, i), i)
            except (IndexError, KeyError, ValueError):
                break
    return known.get(word)


def _short(row: str) -> str:
    return repr(row if len(row) <= 60 else row[:57] + "…")
