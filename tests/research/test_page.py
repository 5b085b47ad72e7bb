"""What docs/research.md and the modules' own examples say is true."""
import doctest
import importlib
from pathlib import Path

import pytest

import tafelrunde as tr
from tafelrunde.research import actions_of, schema_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "research.md"


@pytest.mark.parametrize("name", ["", ".catalogue", ".single"])
def test_the_modules_examples_are_right(name):
    found = doctest.testmod(importlib.import_module(f"tafelrunde.research{name}"))
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("title", tr.games())
def test_the_page_names_the_sizes_of_today(title):
    """Players, actions, and the cells of an observation for every number of players."""
    low, high = tr.game(title).seats
    cells = " · ".join(str(len(schema_of(title, players))) for players in range(low, high + 1))
    assert f"| `{title}` | {low}–{high} | {actions_of(title).size} | {cells}" in PAGE.read_text("utf-8")
