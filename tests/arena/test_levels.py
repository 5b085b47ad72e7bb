"""The steps between levels: games are played from both sides, kept, and fitted to one scale."""
import json
import sys
from importlib import import_module
from itertools import permutations
from math import exp, inf, sqrt
from pathlib import Path

import pytest
from openskill.models import PlackettLuce

HERE = Path(__file__).resolve().parents[2] / "benchmarks" / "strength"


@pytest.fixture
def levels(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    yield import_module("levels")
    for name in ("levels", "pages"):
        del sys.modules[name]


def game(strong, standing):
    return {"players": len(strong), "strong": strong, "standing": standing}


def test_a_step_is_what_makes_the_standings_likeliest(levels):
    scale = PlackettLuce().beta * sqrt(2)
    low, step, high = levels.fitted([game([0, 1], [k % 4 == 0, k % 4 > 0]) for k in range(200)])
    assert step == pytest.approx(scale * 1.0986, abs=1 / 8), "three of four games are odds of three"
    assert low < step < high
    assert high - low < 4 * scale / sqrt(200 * 3 / 16), "the interval is as wide as so many games make it"
    even = levels.fitted([game([0, 1, 1, 0], [*order]) for order in permutations(range(4))])
    assert even[1] == 0
    assert even[0] == -even[2] < 0


def test_shared_places_count_for_both_orders(levels):
    assert levels.fitted([game([0, 1], [5, 5])] * 30)[1] == 0
    assert set(levels.orders([0, 1, 0], [5, 5, 1])) == {(0, 1, 0), (1, 0, 0)}
    assert levels.likely(((0, 1), (1, 0)), 1.0) == pytest.approx(levels.likely(((0, 1),), 1.0))
    assert exp(levels.likely(((1, 0),), 3.0)) == pytest.approx(0.75)


def test_who_always_wins_is_better_by_an_open_number(levels):
    low, _, high = levels.fitted([game([0, 1], [0, 1])] * 20)
    assert 0 < low < high == inf
    low, _, high = levels.fitted([game([1, 0], [0, 1])] * 20)
    assert -inf == low < high < 0


def test_games_are_played_from_both_sides_kept_and_written(levels, tmp_path, monkeypatch):
    results, page = tmp_path / "levels.jsonl", tmp_path / "page.md"
    mark = "<!-- levels: written by benchmarks/strength -->\n<!-- end of levels -->\n"
    page.write_text(mark, "utf-8")
    monkeypatch.setattr(sys.modules["pages"], "PAGE", page)
    levels.play(str(results), "rheinlaender", "3", "random", "beginner", "2")
    first = results.read_text("utf-8")
    levels.play(str(results), "rheinlaender", "3", "random", "beginner", "4")
    assert results.read_text("utf-8").startswith(first), "what was played stays"
    rows = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    assert [row["game"] for row in rows] == [0, 1, 2, 3]
    assert [row["strong"] for row in rows] == [[0, 1, 0], [1, 0, 1]] * 2
    meetings = tmp_path / "meetings.jsonl"
    met = {"title": "toledo", "players": 3, "searches": ["master", "strong", "strong"], "won": [0, 0.5, 0.5], "points": [7, 9, 9]}
    other = {**met, "searches": ["net=2", "strong", "strong"]}
    meetings.write_text("".join(json.dumps(row) + "\n" for row in (met, other, {**met, "won": [1, 0, 0]})), "utf-8")
    levels.write(str(results), str(meetings))
    said = page.read_text("utf-8")
    assert "| rheinlaender | 3 | random → beginner | 4 |" in said
    assert "| toledo | 3 | strong → master | 2 | 50% (" in said
    assert said.endswith(mark.splitlines()[1] + "\n")
