"""Tables in a terminal of eighty columns: no figure is cut."""
from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from harness import play_on
from helpers.pseudo_terminal import PseudoTerminal, wait_for
from rich.console import Console

import tafelrunde as tr
from tafelrunde.cli.bench import COLUMNS
from tafelrunde.cli.tables import show_table

ROWS = [("el_grande", "4", "14,835", "12,345,678", "1,234,567", "123.4 µs", "1234 ns", "512 bytes"),
        ("king_and_intriguer", "4", "9", "1", "2", "3.0 µs", "4 ns", "5 bytes")]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 130, 200])
def test_every_figure_is_whole_at_every_width(width: int) -> None:
    out = io.StringIO()
    show_table(COLUMNS, ROWS, "a title", Console(file=out, width=width))
    said = out.getvalue()
    assert "…" not in said
    for row in ROWS:
        for cell in row:
            assert re.search(rf"(^|[ │┃]){re.escape(cell)}($|[ │])", said, re.M), cell
    assert "a title" in said
    assert max(map(len, said.splitlines())) <= width


@pytest.mark.parametrize("rows", [[("decisions", "36.0")], []])
def test_a_column_needs_no_heading(rows: list[tuple[str, str]]) -> None:
    out = io.StringIO()
    show_table(("", "6 games"), rows, "how games go", Console(file=out, width=80))
    assert "6 games" in out.getvalue()
    assert all(cell in out.getvalue() for row in rows for cell in row)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = play_on(tr.new("el_grande", players=5, seed="cli", options={"short": True}), random.Random(1))
    path = tmp_path_factory.mktemp("records") / "game.txt"
    path.write_text(match.record(), encoding="utf-8")
    return path


def shown(arguments: list[str], home: Path, until: str) -> str:
    """What a command shows in a terminal of eighty columns."""
    terminal = PseudoTerminal(arguments, home, size=(80, 200))
    try:
        wait_for(lambda: until in terminal.shown(), terminal.shown)
        return terminal.shown()
    finally:
        terminal.close()


def test_simulate(tmp_path: Path) -> None:
    said = shown(["simulate", "el_grande", "--games", "20", "-o", "short", "--interpreted"], tmp_path, "Decisions in a game")
    assert "…" not in said
    assert re.search(r"0 +│ +\d+\.\d │ +\d+\.\d │ +\d+\.\d │ +\d+ │ +[\d.]+ │ +\d+ │", said)


def test_replay(tmp_path: Path, record: Path) -> None:
    said = shown(["replay", str(record), "--no-moves"], tmp_path, "over")
    assert "…" not in said
    assert len(re.findall(r"^ *\d\. .* \d+$", said, re.M)) == 5


def test_arena_and_lab(tmp_path: Path) -> None:
    kept = ["--results", str(tmp_path / "kept.sqlite")]
    bots = ["--bots", "random,random", "--games", "2", "-o", "turn_cap=25", *kept]
    said = shown(["arena", "toledo", *bots], tmp_path, "Wins by seat")
    assert "…" not in said
    assert re.search(r"ms a move \(mean / 99 % / longest\) +[\d.]+ / [\d.]+ / [\d.]+", said)
    said = shown(["lab", "seats", "toledo", "--players", "2", "--level", "random", "--games", "2", "-o", "turn_cap=25", *kept],
                 tmp_path, "└")
    assert "…" not in said


@pytest.mark.slow
def test_bench(tmp_path: Path) -> None:
    said = shown(["bench", "toledo", "--seconds", "0.1"], tmp_path, "bytes")
    assert "…" not in said
    assert re.search(r"compiled decisions/s +[\d,]+$", said, re.M)
    assert re.search(r"state +\d+ bytes$", said, re.M)
