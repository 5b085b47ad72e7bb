"""Chances to win: what was fitted, that the fit can be repeated, and that it holds."""
from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.bots.chances import calibration

ROOT = Path(__file__).resolve().parents[2]
EVERY = [(name, players) for name in tr.games() for players in range(tr.game(name).seats[0], tr.game(name).seats[1] + 1)]


@pytest.fixture(scope="module")
def calibrate() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools/calibrate.py"))


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_of_what_is_called_so_likely_so_much_is_won(name: str, players: int, calibrate: dict[str, Any]) -> None:
    made = calibration()
    fit = made.titles[name][str(players)]
    assert made.fitted[1] >= 2000
    assert made.held_out[0] >= sum(made.fitted)  # other games
    rows = [row for row in fit.reliability if row.games >= calibrate["FEWEST"]]
    assert any(0.65 <= row.called <= 0.75 and 0.65 <= row.won <= 0.75 for row in rows)
    assert all(abs(row.called - row.won) <= calibrate["OFF"] for row in rows)


def test_the_page_says_what_was_fitted(calibrate: dict[str, Any]) -> None:
    assert (ROOT / "docs/chances.md").read_text("utf-8") == calibrate["page"](calibration())


@pytest.mark.parametrize(("name", "players"), [("rheinlaender", 3), ("toledo", 2)])
def test_what_was_fitted_to_can_be_played_again(name: str, players: int, calibrate: dict[str, Any]) -> None:
    """The first game on the interpreter is the one that was played on compiled rules."""
    rows = calibrate["Table"](tr.game(name), compiled=False).rows(players, calibration().fitted[0], 1)
    assert calibrate["digest"](rows) == calibration().titles[name][str(players)].first
