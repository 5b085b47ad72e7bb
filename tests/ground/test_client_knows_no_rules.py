"""The browser client draws what the server tells it and knows no rules: what it must not hold is
looked for in its source.
"""
from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import tafelrunde as tr

ROOT = Path(__file__).resolve().parents[2]
SOURCE = {path.relative_to(ROOT / "web/src").as_posix(): path.read_text("utf-8")
          for path in sorted((ROOT / "web/src").rglob("*")) if path.suffix in (".ts", ".svelte")}

RULES = {
    "what is legal": r"neighbours|adjacen|isLegal|canPlace",
    "what a place pays (EG-8.4, EG-9.2)": r"table_4_5|table_2_3|players\s*(<=?|>=?)\s*[34]\b",
    "the order of turns (EG-3.1, KI-2.3)": r"\.sort\([^\n]*\b(sums?|played|power)\b",
    "where a piece went that is gone": r"while \((from|to)\.length",
    "what a modifier is worth (EG-12.2)": r"modifier[^\n]*\.value\s*[+-]|[+-]\s*modifier[^\n]*\.value",
}


TOLD = {"games/el_grande/tell.ts": "what is legal"}
"""Where a word of a rule is only read out: which regions border on which, as the server's board
data say, for those who listen.
"""


@pytest.mark.parametrize("rule", RULES)
def test_no_source_of_the_client_holds(rule: str) -> None:
    found = [f"{name}: {line.strip()}" for name, text in SOURCE.items() if TOLD.get(name) != rule for line in text.splitlines()
             if re.search(RULES[rule], line)]
    assert found == []


def test_the_patterns_find_what_they_are_for() -> None:
    """Lines that stood in the client once."""
    for rule, line in (
        ("what a place pays (EG-8.4, EG-9.2)", "const few = view.players < 4"),
        ("the order of turns (EG-3.1, KI-2.3)", "return [...seats].sort((a, b) => Number(sums[b]) - Number(sums[a]))"),
        ("the order of turns (EG-3.1, KI-2.3)", "[...seats].sort((a, b) => Number(v.played[b]) - Number(v.played[a]))"),
        ("where a piece went that is gone", "while (from.length > to.length) to.push('castillo')"),
    ):
        assert re.search(RULES[rule], line), line


def test_no_table_of_points_stands_in_the_client() -> None:
    board = (ROOT / "src/tafelrunde/games/el_grande/data/board.toml").read_text("utf-8")
    tables = set(re.findall(r"table_4_5 = (\[[\d, ]+\])", board))
    assert len(tables) > 3
    for table in tables:
        assert not [name for name, text in SOURCE.items() if json.dumps(json.loads(table)) in text]


def test_what_all_games_share_asks_for_no_game() -> None:
    games = "|".join(tr.games())
    for name, text in SOURCE.items():
        if name.startswith("table/"):
            assert not re.search(rf"['\"]({games})['\"]", text), name


@pytest.mark.parametrize("game", tr.games())
def test_a_game_has_orders_in_the_client_where_it_has_them_at_the_server(game: str) -> None:
    has = find_spec(f"tafelrunde.games.{game}.orders") is not None
    assert bool(re.search(r"^  Orders,$", SOURCE[f"games/{game}/index.ts"], re.M)) == has
