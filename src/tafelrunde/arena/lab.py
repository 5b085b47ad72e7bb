"""The balance lab: what many games between equal bots tell about a game.

Every answer is a table, most with a plot.  A choice's value is what those who made it had at the
end beyond the mean of their table, and beyond what their seat has anyway (counted from the start
player): points, and share of the win, with 95 % intervals.  It shows what goes together, not what
causes what: a card that is good for whoever is already ahead is found here as well.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from statistics import fmean

from ..kernel import Compare, Game, TafelrundeError, Tallies
from . import plots
from .answers import Answer, mean, points, share, title_of
from .course import course
from .facts import Chosen, Facts, questions_of
from .playing import GameResult
from .report import interval
from .running import run
from .statistics import Rate, clustered_mean, slope
from .store import Store
from .tournament import Tournament

FEWEST = 8
"""Anything that happened less often is left out."""
Amounts = Mapping[str, Sequence[tuple[Facts, Sequence[float]]]]
"""By name: each seat's count in every game."""
BEYOND = "points beyond the table's mean"


def play(tournament: Tournament, store: Store, workers: int, ray: str | None,
         progress: Callable[[GameResult], None]) -> None:
    """Play the games that are missing. They are recorded, because the questions are asked of
    records.
    """
    run(tournament, store, workers, ray, keep_records=True, progress=progress)


# ------------------------------------------------------------ what was chosen


def by_verb(game: Game, verb: str) -> Compare:
    """The question of what each argument of a verb is worth."""
    if verb not in {v.verb for v in game.actions.verbs}:
        raise TafelrundeError(f"verb: {verb!r} is no verb of {game.name}")
    return Compare(verb, f"what each {verb} is worth", verb=verb, by=("round", "position"))


def compared(game: Game, facts: Sequence[Facts], q: Compare) -> list[Answer]:
    """What each of the things compared is worth, altogether and by what the question asks; no
    answer where nothing happened often enough.
    """
    every: dict[str, list[tuple[Facts, Chosen]]] = defaultdict(list)
    for f in facts:
        for c in f.chosen[q.name]:
            every[c.what].append((f, c))
    found = {what: rows for what, rows in every.items() if len(rows) >= FEWEST}
    if not found:
        return []
    usual = {of: by_place(facts, of) for of in ("points", "wins")}
    worth = partial(beyond, usual)
    values = {what: worth(rows, "points") for what, rows in found.items()}
    ordered = sorted(found, key=(lambda w: (len(w), w)) if q.ordered else lambda w: -values[w][0])
    title = f"{title_of(game)}: {q.title}"
    told = [(w, str(len(found[w])), points(values[w]), share(worth(found[w], "wins"))) for w in ordered]
    answers = [Answer(f"{q.name}-value", title, (q.name, "times", "points", "win share"), told,
                      lambda path: plots.value_plot(path, title, ordered, [values[w] for w in ordered], BEYOND))]
    for what in q.by:
        answers.append(_grid(q, title, ordered, found, what, worth))
    return answers


def by_place(facts: Sequence[Facts], of: str) -> list[float]:
    """The mean result of seats relative to their tables, counted from the start player."""
    return [fmean(getattr(f, of)[(f.start + k) % len(f.seats)] for f in facts) for k in facts[0].seats]


def beyond(usual: Mapping[str, Sequence[float]], rows: Sequence[tuple[Facts, Chosen]], of: str) -> tuple[float, float]:
    """The mean of what those who chose so had beyond their tables and beyond what their place in
    the order of the first round has anyway.
    """
    return clustered_mean([(id(f), getattr(f, of)[c.seat] - usual[of][(c.seat - f.start) % len(f.seats)]) for f, c in rows])


def _grid(q: Compare, title: str, ordered: list[str], found: dict[str, list[tuple[Facts, Chosen]]], what: str,
          worth: Callable[[Sequence[tuple[Facts, Chosen]], str], tuple[float, float]]) -> Answer:
    cells: dict[tuple[str, int], list[tuple[Facts, Chosen]]] = defaultdict(list)
    for w, rows in found.items():
        for f, c in rows:
            cells[w, (c.turn - 1) // q.rounds if what == "round" else c.order].append((f, c))
    columns = sorted({k for _, k in cells})
    called = [together(k, q.rounds) if what == "round" else str(k) for k in columns]
    values = [[worth(cells[w, k], "points") if len(cells[w, k]) >= FEWEST else None for k in columns] for w in ordered]
    told = [(w, *("" if v is None else f"{points(v)} ({len(cells[w, k])})" for v, k in zip(row, columns, strict=True)))
            for w, row in zip(ordered, values, strict=True)]
    title = f"{title}, by {what}"
    return Answer(f"{q.name}-by-{what}", title, (q.name, *(f"{what} {k}" for k in called)), told,
                  lambda path: plots.grid_plot(path, title, ordered, called, values, BEYOND))


def together(group: int, rounds: int) -> str:
    """The rounds of a group, from its number.

    >>> together(2, 1), together(2, 3)
    ('3', '7–9')
    """
    return str(group + 1) if rounds == 1 else f"{group * rounds + 1}–{group * rounds + rounds}"


# ------------------------------------------------------------ what happened how often


def tallied(game: Game, facts: Sequence[Facts], q: Tallies) -> list[Answer]:
    """How often things happened to a seat, to winners and to the others, and what goes with one
    more.
    """
    called = dict.fromkeys(says for f in facts for says in f.tallied[q.name])
    amounts = {says: [(f, f.tallied[q.name].get(says, [0] * len(f.seats))) for f in facts] for says in called}
    if q.points:
        return [decisive(q.name, f"{title_of(game)}: {q.title}", amounts)]
    gains = {says: more(amounts[says], "points") for says in called}
    rows = [(says, *means(amounts[says]), points(gains[says], 2), share(more(amounts[says], "wins"))) for says in called]
    title = f"{title_of(game)}: {q.title}"
    return [Answer(q.name, title, ("", "a seat", "the winner", "points for one more", "win share for one more"), rows,
                   lambda path: plots.value_plot(path, title, list(called), [gains[w] for w in called],
                                                 "points that go with one more"))]


def means(rows: Sequence[tuple[Facts, Sequence[float]]]) -> tuple[str, str]:
    """A seat's mean, and the winners' mean."""
    every = clustered_mean([(id(f), float(x)) for f, row in rows for x in row])
    wins = [(id(f), float(x)) for f, row in rows for x, s in zip(row, f.result.seats, strict=True) if s.place == 1]
    return mean(every, 2), mean(clustered_mean(wins), 2)


def more(rows: Sequence[tuple[Facts, Sequence[float]]], of: str) -> tuple[float, float]:
    """What goes along with having one more of something than the others at the table."""
    found: list[tuple[int, float, float]] = []
    for f, row in rows:
        middle = fmean(row)
        found += [(id(f), x - middle, y) for x, y in zip(row, getattr(f, of), strict=True)]
    return slope(found)


def sources(game: Game, facts: Sequence[Facts]) -> list[Answer]:
    """Where points come from, and which of them decide."""
    called = dict.fromkeys(source for f in facts for source in f.sources)
    amounts = {w: [(f, f.sources[w]) for f in facts] for w in called}
    return [decisive("sources", f"{title_of(game)}: where points come from", amounts)]


def decisive(name: str, title: str, amounts: Amounts) -> Answer:
    """Points by source; the shares of a table's differences add up to the whole."""
    decides = {w: slope([(id(f), y, x) for f, row in rows for x, y in zip(row, f.points, strict=True)])
               for w, rows in amounts.items()}
    rows = [(w, *means(amounts[w]), f"{100 * v:.0f} ± {100 * h:.0f} %") for w, (v, h) in decides.items()]
    return Answer(name, title, ("points from", "a seat", "the winner", "share of the differences"), rows,
                  lambda path: plots.value_plot(path, title, list(amounts), [(100 * v, 100 * h) for v, h in decides.values()],
                                                "share of the differences between seats, %"))


# ------------------------------------------------------------ seats


def value_of_seats(game: Game, facts: Iterable[Facts]) -> list[Answer]:
    """What it is worth to begin, to be second, …: seats counted from the start player."""
    wins: dict[int, list[float]] = defaultdict(list)
    gains: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for f in facts:
        for p, seat in enumerate(f.result.seats):
            place = (p - f.start) % len(f.seats)
            wins[place].append(seat.win)
            gains[place].append((id(f), f.points[p]))
    labels = [f"{k + 1}. from the start player" for k in sorted(wins)]
    rates = [Rate(sum(wins[k]), len(wins[k])) for k in sorted(wins)]
    rows = [(label, interval(rate), points(clustered_mean(gains[k]), 2))
            for k, label, rate in zip(sorted(wins), labels, rates, strict=True)]
    title = f"{title_of(game)}: what a seat is worth"
    return [Answer("seats", title, ("seat", "wins (95 %)", "points beyond the mean"), rows,
                   lambda path: plots.bar_plot(path, title, labels, rates, 1 / max(1, len(rates))))]


def everything(game: Game, facts: Sequence[Facts]) -> list[Answer]:
    """Every question that the lab can ask of a title's games."""
    answers = [*course(game, facts), *value_of_seats(game, facts)]
    if game.receipt is not None:
        answers += sources(game, facts)
    for q in questions_of(game):
        answers += compared(game, facts, q) if isinstance(q, Compare) else tallied(game, facts, q)
    return answers
