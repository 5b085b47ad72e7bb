"""A device against a server: results are kept under their tables, merged and counted."""
import sqlite3
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest

from tafelrunde.games import NAMES

HERE = Path(__file__).resolve().parents[2] / "benchmarks" / "machines"
BEFORE = """CREATE TABLE games (title TEXT, budget TEXT, number INTEGER, won REAL, device REAL, server REAL,
            PRIMARY KEY (title, budget, number))"""


@pytest.fixture
def strength(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    yield import_module("strength")
    del sys.modules["strength"]


def write(path, rows):
    with closing(sqlite3.connect(path)) as kept, kept:
        kept.executemany(f"INSERT INTO games VALUES ({', '.join('?' * len(rows[0]))})", rows)


def test_games_of_several_files_and_versions_are_counted_once(strength, tmp_path):
    old, new, all_ = (tmp_path / name for name in ("old.sqlite", "new.sqlite", "all.sqlite"))
    with closing(sqlite3.connect(old)) as kept:
        kept.execute(BEFORE)
    write(old, [("toledo", "400ms", 0, 1.0, 10, 20), ("toledo", "400ms", 1, 0.0, 30, 40)])
    strength.opened(new).close()
    write(new, [("toledo", "400ms", 2, n, float(n % 2), 1000, 2000, "a machine") for n in range(10)])
    for _ in range(2):
        strength.merge([old, new], all_)
    with closing(sqlite3.connect(old)) as kept:
        assert len(kept.execute("SELECT * FROM games").fetchone()) == 6, "a merged file stays as it is"
    assert strength.summed(all_) == [
        ("toledo", "400ms", "2", "10", "50.0 %", "24–76 %", "50 %", "1,000", "2,000"),
        ("toledo", "400ms", "4", "2", "50.0 %", "9–91 %", "25 %", "20", "30")]
    assert strength.played_on(all_) == "a machine (10 games); not written down (2 games)"
    assert "| toledo | 400ms | 2 | 10 | 50.0 % |" in strength.tables(all_, "Idle.")["device games"]
    assert strength.opened(old).execute("SELECT title, players, won FROM games").fetchall() == [
        ("toledo", 4, 1.0), ("toledo", 4, 0.0)]


def test_what_is_missing_comes_with_the_titles_in_turn(strength, tmp_path):
    results = tmp_path / "results.sqlite"
    assert [one[0] for one in strength.missing(list(NAMES), 2, "50ms", "least", results)] == [*NAMES, *NAMES]
    write(results, [("toledo", "50ms", 2, 0, 1.0, 10, 20, ""), ("toledo", "50ms", 4, 1, 1.0, 10, 20, "")])
    assert strength.missing(["toledo"], 2, "50ms", "least", results) == [("toledo", "50ms", 2, 1)]
    assert strength.missing(["toledo"], 2, "50ms", "4", results) == [("toledo", "50ms", 4, 0)]


def test_games_are_played_and_kept_as_they_end(strength, tmp_path, monkeypatch):
    results = tmp_path / "results.sqlite"
    monkeypatch.setattr(strength, "server_machine", lambda title: "nothing")
    monkeypatch.setattr(strength, "machine", lambda: "here")
    todo = strength.missing(["toledo"], 2, "4nodes", "least", results)
    strength.meet(todo, 2, results, 0)
    assert strength.missing(["toledo"], 2, "4nodes", "least", results) == todo, "there was no time"
    strength.meet(todo, 2, results, 600)
    assert strength.missing(["toledo"], 2, "4nodes", "least", results) == []
    with closing(sqlite3.connect(results)) as kept:
        rows = kept.execute("SELECT won, device, server, machine FROM games").fetchall()
    assert [row[1:] for row in rows] == [(4, 4, "here, compiled by nothing")] * 2
    assert {row[0] for row in rows} <= {0, 0.5, 1}
