"""The balance lab: what many games between equal bots tell about a game.

Every answer is a table and a plot.  A choice's value is what those who made it had at the end beyond the mean of their
table: points, and share of the win, with 95 % intervals.  It shows what goes together, not what causes what: a card
that is good for whoever is already ahead is found here as well.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from ..kernel import Game, TafelrundeError
from ..match.match import Match
from ..match.records import parse
from ..match.replaying import rebuild
from . import plots
from .playing import GameResult
from .report import interval, markdown_table
from .running import run
from .statistics import Rate, mean_interval
from .store import Store
from .tournament import Tournament

FEWEST = 8
"""A cell with fewer games than this is left blank."""


@dataclass(frozen=True)
class Answer:
    """A table, and how its plot is drawn."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    draw: Callable[[Path], list[Path]]

    def write(self, folder: Path) -> list[Path]:
        """The page and the plots."""
        folder.mkdir(parents=True, exist_ok=True)
        text = folder / f"{self.name}.md"
        text.write_text(f"# {self.title}\n\n{markdown_table(self.columns, self.rows)}\n", encoding="utf-8")
        return [text, *self.draw(folder / self.name)]


def play(tournament: Tournament, store: Store, workers: int, ray: str | None,
         progress: Callable[[GameResult], None]) -> None:
    """Play what is missing, with records: the questions are asked of them."""
    run(tournament, store, workers, ray, keep_records=True, progress=progress)


@dataclass(frozen=True)
class Choice:
    """One choice in a finished game: what, in which round, as the how-manieth of the round, and how it ended."""

    what: str
    turn: int
    order: int
    points: float
    win: float


def usual_verb(game: Game) -> str:
    """The verb that chooses a card in a game, or its verb with the most actions."""
    verbs = {v.verb for v in game.actions.verbs}
    if "card" in verbs:
        return "card"
    return max(game.actions.verbs, key=lambda v: len(v.names)).verb


def choices(game: Game, result: GameResult, verb: str) -> Iterator[Choice]:
    """The choices with a verb in a recorded game."""
    match = rebuild(game, parse(result.record), decisions=0)
    mean = fmean(s.points for s in result.seats)
    order: dict[int, int] = defaultdict(int)
    own: dict[int, int] = defaultdict(int)
    for decision in rebuild(game, parse(result.record)).history.decisions():
        name = game.actions.name(decision.action)
        if name.split()[0] == verb:
            own[decision.seat] += 1
            turn = round_of(match, own[decision.seat])
            order[turn] += 1
            seat = result.seats[decision.seat]
            yield Choice(name.partition(" ")[2], turn, order[turn], seat.points - mean,
                         seat.win - 1 / len(result.seats))
        match.decide(decision)


def round_of(match: Match, otherwise: int) -> int:
    """The round of a match; where a game has none, the seat's own count."""
    found = match.position().get("round")
    return int(found) if isinstance(found, int) else otherwise


def value_of_choices(game: Game, results: Iterable[GameResult], verb: str | None = None) -> list[Answer]:
    """What each card (or other choice) is worth, altogether, by round and by position in the round."""
    verb = verb or usual_verb(game)
    if verb not in {v.verb for v in game.actions.verbs}:
        raise TafelrundeError(f"verb: {verb!r} is no verb of {game.name}")
    found = [c for result in results for c in choices(game, result, verb)]
    if not found:
        raise TafelrundeError(f"verb: nobody chose with {verb!r} in these games")
    by_what: dict[str, list[Choice]] = defaultdict(list)
    for c in found:
        by_what[c.what].append(c)
    ordered = sorted(by_what, key=lambda w: -fmean(c.points for c in by_what[w]))
    values = [mean_interval([c.points for c in by_what[w]]) for w in ordered]
    rows = [(w, str(len(by_what[w])), f"{v:+.1f} ± {h:.1f}", f"{100 * fmean(c.win for c in by_what[w]):+.1f} %",
             f"{fmean(c.order for c in by_what[w]):.1f}")
            for w, (v, h) in zip(ordered, values, strict=True)]
    meaning = "points beyond the table's mean"
    overall = Answer(f"{verb}-value", f"{game.name}: what each {verb} is worth",
                     (verb, "times", "points", "win share", "mean position"), rows,
                     lambda path: plots.value_plot(path, f"{game.name}: {verb}", ordered, values, meaning))
    return [overall, _grid(game, verb, ordered, found, "round", lambda c: c.turn),
            _grid(game, verb, ordered, found, "position", lambda c: c.order)]


def _grid(game: Game, verb: str, ordered: list[str], found: list[Choice], what: str,
          column: Callable[[Choice], int]) -> Answer:
    cells: dict[tuple[str, int], list[float]] = defaultdict(list)
    for c in found:
        cells[c.what, column(c)].append(c.points)
    columns = sorted({column(c) for c in found})
    values: list[list[float | None]] = [
        [fmean(cells[w, k]) if len(cells[w, k]) >= FEWEST else None for k in columns] for w in ordered]
    rows = [(w, *("" if v is None else f"{v:+.1f} ({len(cells[w, k])})" for v, k in zip(row, columns, strict=True)))
            for w, row in zip(ordered, values, strict=True)]
    title = f"{game.name}: what each {verb} is worth, by {what}"
    return Answer(f"{verb}-by-{what}", title, (verb, *(f"{what} {k}" for k in columns)), rows,
                  lambda path: plots.grid_plot(path, title, ordered, [str(k) for k in columns], values,
                                               "points beyond the table's mean"))


def value_of_seats(game: Game, results: Iterable[GameResult]) -> list[Answer]:
    """What it is worth to begin, to be second, …: seats counted from the start player."""
    wins: dict[int, list[float]] = defaultdict(list)
    points: dict[int, list[float]] = defaultdict(list)
    for result in results:
        first = start_player(game, result)
        mean = fmean(s.points for s in result.seats)
        for p, seat in enumerate(result.seats):
            place = (p - first) % len(result.seats)
            wins[place].append(seat.win)
            points[place].append(seat.points - mean)
    labels = [f"{k + 1}. from the start player" for k in sorted(wins)]
    rates = [Rate(sum(wins[k]), len(wins[k])) for k in sorted(wins)]
    rows = [(label, interval(rate), "{:+.2f} ± {:.2f}".format(*mean_interval(points[k])))
            for k, label, rate in zip(sorted(wins), labels, rates, strict=True)]
    title = f"{game.name}: what a seat is worth"
    return [Answer("seats", title, ("seat", "wins (95 %)", "points beyond the mean"), rows,
                   lambda path: plots.bar_plot(path, title, labels, rates, 1 / max(1, len(rates))))]


def start_player(game: Game, result: GameResult) -> int:
    """Who began a recorded game."""
    position: dict[str, Any] = rebuild(game, parse(result.record), decisions=0).position()
    for key in ("start_player", "turn"):
        if isinstance(position.get(key), int):
            return int(position[key])
    return 0


def effect_of(game: Game, without: Iterable[GameResult], with_it: Iterable[GameResult]) -> list[Answer]:
    """What a module or option changes: points, margins, spread, length, the start player's luck."""
    measures: list[tuple[str, Callable[[GameResult], float]]] = [
        ("points of a seat", lambda r: fmean(s.points for s in r.seats)),
        ("points of the winner", lambda r: max(s.points for s in r.seats)),
        ("winner's lead", _lead),
        ("spread of a table's points", lambda r: stdev(s.points for s in r.seats)),
        ("shared wins, %", lambda r: 100.0 * (max(s.win for s in r.seats) < 1)),
        ("start player's wins, %", lambda r: 100 * r.seats[start_player(game, r)].win),
        ("decisions in a game", lambda r: r.decisions)]
    sides = [list(without), list(with_it)]
    rows: list[tuple[str, ...]] = []
    changes: list[tuple[float, float]] = []
    for name, measure in measures:
        (a, x), (b, y) = (mean_interval([measure(r) for r in side]) for side in sides)
        half = (x * x + y * y) ** 0.5
        rows.append((name, f"{a:.1f} ± {x:.1f}", f"{b:.1f} ± {y:.1f}", f"{b - a:+.1f} ± {half:.1f}"))
        changes.append((b - a, half))
    title = f"{game.name}: what the options change"
    return [Answer("module", title, ("measure", "without", "with", "change"), rows,
                   lambda path: plots.value_plot(path, title, [n for n, _ in measures], changes, "change"))]


def _lead(result: GameResult) -> float:
    first, second, *_ = sorted((s.points for s in result.seats), reverse=True)
    return first - second
