"""A tournament's report: a page of Markdown and its plots."""
from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path

from .statistics import BotLine, Rate, Summary
from .tournament import Tournament


def machine() -> str:
    """A description of the machine that the figures come from."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        rows = [line.partition(":") for line in cpuinfo.read_text().splitlines()]
        name = next((value.strip() for key, _, value in rows if key.startswith("model name")), name)
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def percent(x: float) -> str:
    """A rate as a percentage.

    >>> percent(0.125)
    '12.5 %'
    """
    return f"{100 * x:.1f} %"


def interval(rate: Rate) -> str:
    """A rate with its 95 % interval."""
    low, high = rate.interval
    return f"{percent(rate.rate)} ({100 * low:.1f}–{100 * high:.1f})"


COLUMNS = ("bot", "seats played", "wins (95 %)", "fair share", "points", "place", "OpenSkill", "moves a game",
           "ms a move (mean / 99 % / longest)")


def bot_row(line: BotLine) -> tuple[str, ...]:
    """A bot's line as cells."""
    return (line.bot, str(line.rate.games), interval(line.rate), percent(line.fair),
            f"{line.points[0]:.1f} ± {line.points[1]:.1f}", f"{line.place:.2f}",
            f"{line.skill[0]:.1f} ± {line.skill[1]:.1f}", f"{line.moves:.0f}",
            " / ".join(f"{t:.1f}" for t in line.milliseconds))


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, numbers to the right.

    >>> print(markdown_table(["a", "b"], [["x", "1"]]))
    | a | b |
    |---|---:|
    | x | 1 |
    """
    head = ["| " + " | ".join(columns) + " |", "|---|" + "---:|" * (len(columns) - 1)]
    return "\n".join([*head, *("| " + " | ".join(row) + " |" for row in rows)])


def page(tournament: Tournament, summary: Summary) -> str:
    """The whole report."""
    seats = [(str(p), interval(rate)) for p, rate in enumerate(summary.seats)]
    options = ", ".join(f"{k}={v}" for k, v in tournament.options.items()) or "none"
    lines = [f"# {tournament.game}: {' · '.join(tournament.bots)}", "",
             f"{summary.games} games, {tournament.players} players, options: {options}; every deal in "
             f"{len(tournament.seatings)} seatings, seed {tournament.seed}; {tournament.threads} core(s) a decision; "
             f"{summary.decisions:.0f} decisions a game, {summary.forfeits} forfeited.", "",
             f"Machine: {machine()}.", "",
             markdown_table(COLUMNS, [bot_row(line) for line in summary.bots]), "",
             markdown_table(("seat", "wins (95 %)"), seats)]
    return "\n".join(lines) + "\n"


def write_report(tournament: Tournament, summary: Summary, folder: Path) -> list[Path]:
    """Write report.md and the plots into a folder and return their paths."""
    from .plots import bar_plot

    folder.mkdir(parents=True, exist_ok=True)
    text = folder / "report.md"
    text.write_text(page(tournament, summary), encoding="utf-8")
    fair = 1 / tournament.players
    wins = bar_plot(folder / "wins", f"{tournament.game}: wins per seat played", [b.bot for b in summary.bots],
                    [b.rate for b in summary.bots], fair)
    seats = bar_plot(folder / "seats", f"{tournament.game}: wins by seat",
                     [f"seat {p}" for p in range(tournament.players)], summary.seats, fair)
    return [text, *wins, *seats]
