"""The page of what the bots learned: its games and its tables come from the commands that it
names.
"""
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.games import NAMES

HOUSE = Path(__file__).resolve().parents[2]
PAGE = HOUSE / "docs" / "what_the_bots_learned.md"


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Any]]:
    """The scripts that play and write, as modules."""
    monkeypatch.syspath_prepend(str(HOUSE / "benchmarks" / "learned"))
    yield import_module("games"), import_module("page")
    for name in ("games", "page"):
        del sys.modules[name]


def test_games_are_played_and_written_into_the_page(commands: tuple[Any, Any], tmp_path: Path,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    games, page = commands
    copy, results = tmp_path / "page.md", str(tmp_path / "learned.sqlite")
    bare = re.sub(r"(written by benchmarks/learned -->).*?(<!-- end)", r"\1\n\2", PAGE.read_text("utf-8"), flags=re.S)
    copy.write_text(bare, "utf-8")
    monkeypatch.setattr(page, "PAGE", copy)
    monkeypatch.setattr(page, "PICTURES", tmp_path / "pictures")
    for module in (games, page):
        monkeypatch.setattr(module, "LEVELS", {"toledo": "random"})
    for command, arguments in ((games, ["--games", "9", "--deals", "2"]), (games, ["--games", "9", "--minutes", "0"]), (page, [])):
        monkeypatch.setattr(sys, "argv", ["command", "--results", results, *arguments])
        command.main()
    said = copy.read_text("utf-8")
    for text in ("| decisions in a game |", "| 9 games |", "| Swords delivered |", "2 deals, 8 games", "| strength |"):
        assert text in said, text
    assert said.index("written by benchmarks/learned") < said.index("| Toledo |") < said.index("## Toledo")
    assert (tmp_path / "pictures" / "toledo-sword-value.svg").stat().st_size > 1000


def test_the_page_has_every_title_and_every_plot_that_it_shows(commands: tuple[Any, Any]) -> None:
    _, page = commands
    said = PAGE.read_text("utf-8")
    for name in (*NAMES, "glance"):
        begin = said.index(f"<!-- {name}: written by benchmarks/learned -->")
        assert said.index(f"<!-- end of {name} -->", begin) > begin + 200, f"{name} is not written yet"
    shown: list[Any] = re.findall(r"\]\((pictures/[^)]+)\)", said)
    assert len(shown) == sum(len(plots) for plots in page.DRAWN.values())
    assert all((PAGE.parent / path).exists() for path in shown)
