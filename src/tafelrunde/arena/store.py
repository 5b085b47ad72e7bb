"""Results in a SQLite file: every finished game is saved at once, and an interrupted tournament
continues from there.
"""
from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import TracebackType

from .playing import GameResult, SeatResult
from .tournament import Task, Tournament

SCHEMA = """
create table if not exists tournament (key text primary key, described text not null);
create table if not exists game (
    tournament text not null references tournament, deal integer not null, seating integer not null,
    decisions integer not null, seconds real not null, notes text not null, record text not null,
    primary key (tournament, deal, seating));
create table if not exists seat (
    tournament text not null, deal integer not null, seating integer not null, seat integer not null,
    bot text not null, points integer not null, standing integer not null, place integer not null, win real not null,
    seconds blob not null,
    primary key (tournament, deal, seating, seat),
    foreign key (tournament, deal, seating) references game);
"""


class Store:
    """A file of results (or ":memory:")."""

    def __init__(self, path: Path | str) -> None:
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.database = sqlite3.connect(path)
        self.database.executescript("pragma journal_mode = wal; pragma foreign_keys = on;" + SCHEMA)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.database.close()

    def done(self, tournament: Tournament, recorded: bool = False) -> set[Task]:
        """The games already played; with `recorded`, only those with a record."""
        rows = self.database.execute("select deal, seating from game where tournament = ? and (record != '' or not ?)",
                                     (tournament.key, recorded))
        return {Task(deal, seating) for deal, seating in rows}

    def add(self, tournament: Tournament, result: GameResult) -> None:
        where = (tournament.key, result.task.deal, result.task.seating)
        with self.database:
            self.database.execute("insert or ignore into tournament values (?, ?)",
                                  (tournament.key, json.dumps(tournament.described())))
            self.database.execute("insert or replace into game values (?, ?, ?, ?, ?, ?, ?)",
                                  (*where, result.decisions, result.seconds, json.dumps(result.notes), result.record))
            self.database.executemany(
                "insert or replace into seat values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(*where, p, s.bot, s.points, s.standing, s.place, s.win, array("f", s.seconds).tobytes())
                 for p, s in enumerate(result.seats)])

    def results(self, tournament: Tournament) -> Iterator[GameResult]:
        """The games of this tournament with its current settings, in the order of the deals."""
        with closing(self.database.cursor()) as cursor:
            games = cursor.execute(
                "select deal, seating, decisions, seconds, notes, record from game where tournament = ? and deal < ? "
                "order by deal, seating", (tournament.key, tournament.deals)).fetchall()
        for deal, seating, decisions, seconds, notes, record in games:
            rows = self.database.execute(
                "select bot, points, standing, place, win, seconds from seat where tournament = ? and deal = ? "
                "and seating = ? order by seat", (tournament.key, deal, seating))
            seats = [SeatResult(bot, points, standing, place, win, list(_floats(blob)))
                     for bot, points, standing, place, win, blob in rows]
            yield GameResult(Task(deal, seating), seats, decisions, seconds, json.loads(notes), record)


def _floats(blob: bytes) -> array[float]:
    found = array("f")
    found.frombytes(blob)
    return found
