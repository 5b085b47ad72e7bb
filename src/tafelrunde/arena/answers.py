"""The lab's answers: a table and its plot, and how figures are formatted."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..kernel import Game
from ..match.texts import Texts
from .report import markdown_table


@dataclass(frozen=True)
class Answer:
    """A table, and how its plot is drawn, if it has one."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    draw: Callable[[Path], list[Path]] | None = None

    def write(self, folder: Path) -> list[Path]:
        """Write the page and the plots."""
        folder.mkdir(parents=True, exist_ok=True)
        text = folder / f"{self.name}.md"
        text.write_text(f"# {self.title}\n\n{markdown_table(self.columns, self.rows)}\n", encoding="utf-8")
        return [text, *(self.draw(folder / self.name) if self.draw else [])]


def title_of(game: Game) -> str:
    """A game's title; its name if its texts give none."""
    found = Texts(game, "en").find("game.name")
    return str(found or game.name)


def points(value: tuple[float, float], digits: int = 1) -> str:
    """A value with its interval, in points."""
    return f"{value[0]:+.{digits}f} ± {value[1]:.{digits}f}"


def share(value: tuple[float, float]) -> str:
    """A share of the wins with its interval, in percent."""
    return f"{100 * value[0]:+.1f} ± {100 * value[1]:.1f} %"


def mean(value: tuple[float, float], digits: int = 1) -> str:
    """A mean with its interval."""
    return f"{value[0]:.{digits}f} ± {value[1]:.{digits}f}"
