"""Plots as SVG and PNG: rates with intervals, values with intervals, and values on a grid."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .statistics import Rate

WIDE = 5
"""Up to this many columns leave room for intervals in the cells of a grid."""
INK, PAPER, BAR, LINE = "#3b2f25", "#fbf6ea", "#8c2f2b", "#b9a88a"


def canvas(title: str, width: float, height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot()
    axes.set_facecolor(PAPER)
    axes.set_title(title, color=INK, fontsize=12, loc="left", pad=18)
    axes.tick_params(colors=INK, labelsize=9)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(LINE)
    return figure, axes


def save(figure: Any, path: Path) -> list[Path]:
    """Write both files. Text in the SVG stays text, and the same figure gives the same bytes."""
    from matplotlib import rc_context

    files = [path.with_suffix(".svg"), path.with_suffix(".png")]
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": path.name}):
        figure.savefig(files[0], metadata={"Date": None})
    figure.savefig(files[1], dpi=144)
    return files


def bar_plot(path: Path, title: str, labels: Sequence[str], rates: Sequence[Rate], fair: float) -> list[Path]:
    """Win rates with their intervals, and the fair share as a line."""
    figure, axes = canvas(title, 7, 1.2 + 0.45 * len(labels))
    places = list(range(len(labels)))[::-1]
    values = [100 * r.rate for r in rates]
    ends = [r.interval for r in rates]
    # Near 0 and 1, rounding may put a rate just outside its interval.
    errors = [[max(0.0, v - 100 * low) for v, (low, _) in zip(values, ends, strict=True)],
              [max(0.0, 100 * high - v) for v, (_, high) in zip(values, ends, strict=True)]]
    axes.barh(places, values, xerr=errors, color=BAR, height=0.6, ecolor=INK, capsize=3)
    axes.axvline(100 * fair, color=INK, linestyle="--", linewidth=1)
    axes.annotate("fair share", (100 * fair, 1.0), xycoords=("data", "axes fraction"), xytext=(3, 2),
                  textcoords="offset points", color=INK, fontsize=8)
    axes.set_yticks(places, labels)
    axes.set_xlim(0, 100)
    axes.set_xlabel("wins, % (95 % interval)", color=INK)
    return save(figure, path)


def value_plot(path: Path, title: str, labels: Sequence[str], values: Sequence[tuple[float, float]],
               meaning: str) -> list[Path]:
    """Means with half-widths of their intervals, around zero."""
    figure, axes = canvas(title, 7, 1.2 + 0.28 * len(labels))
    places = list(range(len(labels)))[::-1]
    axes.errorbar([v for v, _ in values], places, xerr=[h for _, h in values], fmt="o", color=BAR, ecolor=LINE,
                  capsize=2)
    axes.axvline(0, color=INK, linewidth=1)
    axes.set_yticks(places, labels)
    axes.set_ylim(-0.7, len(labels) - 0.3)
    axes.set_xlabel(meaning, color=INK)
    return save(figure, path)


def grid_plot(path: Path, title: str, rows: Sequence[str], columns: Sequence[str],
              cells: Sequence[Sequence[tuple[float, float] | None]], meaning: str) -> list[Path]:
    """Values with half-widths of their intervals on a grid: blue below zero, red above, no colour
    where the interval has zero in it, blank where there is none.
    """
    wide = len(columns) <= WIDE
    figure, axes = canvas(title, max(7.0, 2.4 + 0.62 * len(columns)), 1.6 + 0.27 * len(rows))
    numbers = [[float("nan") if v is None else v[0] if abs(v[0]) > v[1] else 0.0 for v in row] for row in cells]
    most = max((abs(v[0]) for row in cells for v in row if v is not None), default=1.0) or 1.0
    image = axes.imshow(numbers, cmap="RdBu_r", vmin=-most, vmax=most, aspect="auto")
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    for y, row in enumerate(cells):
        for x, v in enumerate(row):
            if v is not None:
                axes.annotate(f"{v[0]:+.1f} ± {v[1]:.1f}" if wide else f"{v[0]:+.1f}", (x, y), ha="center", va="center", fontsize=7,
                              color="white" if abs(numbers[y][x]) > 0.6 * most else INK)
    bar = figure.colorbar(image, ax=axes, shrink=0.8)
    bar.set_label(meaning, color=INK)
    return save(figure, path)
