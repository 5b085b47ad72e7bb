"""How games go: how long, how close, how soon decided, how much luck, and what an option
changes.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean, stdev

from ..kernel import Game, TafelrundeError
from . import plots
from .answers import Answer, mean, title_of
from .facts import STAGES, Facts, centred
from .playing import GameResult
from .report import interval
from .statistics import Rate, mean_interval, ratio
from .tournament import Tournament

Measure = Callable[[Facts], float]


def lead(f: Facts) -> float:
    """By how many points the first is ahead of the second."""
    first, second, *_ = sorted((s.points for s in f.result.seats), reverse=True)
    return first - second


def ordinary(f: Facts) -> float:
    """The mean of a table's points."""
    return fmean(s.points for s in f.result.seats)


def best(f: Facts) -> float:
    """The winner's points."""
    return max(s.points for s in f.result.seats)


def shared(f: Facts) -> bool:
    """Whether several seats share the win."""
    return max(s.win for s in f.result.seats) < 1


def course(game: Game, facts: Sequence[Facts]) -> list[Answer]:
    """How long games are, how close they end, how often they are tied, and how early the winner
    leads.
    """
    measures: list[tuple[str, Measure]] = [
        ("decisions in a game", lambda f: f.result.decisions), ("points of a seat", ordinary), ("points of the winner", best),
        ("lead of the winner", lead), ("points from first to last", lambda f: best(f) - min(s.points for s in f.result.seats))]
    rows = [(name, mean(mean_interval([measure(f) for f in facts]))) for name, measure in measures]
    rates: list[tuple[str, Sequence[float]]] = [
        ("won by three points or fewer", [lead(f) <= 3 for f in facts]),
        ("equal points at the top", [lead(f) == 0 for f in facts]),
        ("… of them decided by a tie-break", [not shared(f) for f in facts if lead(f) == 0])]
    for k, stage in enumerate(STAGES):
        told = [f for f in facts if len(f.leaders) == len(STAGES)]
        rates.append((f"first after {100 * stage:.0f} % of the decisions, and in the end",
                      [f.result.seats[f.leaders[k]].win for f in told]))
    rows += [(name, interval(Rate(sum(values), len(values)))) for name, values in rates if values]
    return [Answer("course", f"{title_of(game)}: how games go", ("", f"{len(facts)} games"), rows)]


# ------------------------------------------------------------ luck


def luck(game: Game, tournament: Tournament, results: Iterable[GameResult]) -> list[Answer]:
    """What decides a seat's points: who plays it, what it is dealt, or what comes later.

    One bot sits against others of another level; every deal is played in every seating.  Points are
    counted beyond the table's mean.  *Strength* is the variance between the levels' means.  *The
    deal* is the covariance of two games of one deal at one seat, after taking out the levels'
    means: what a layout and a hand give to a seat whoever plays.  The rest is what was drawn and
    chosen later.
    """
    deals: dict[int, list[GameResult]] = defaultdict(list)
    for r in results:
        deals[r.task.deal].append(r)
    whole = [rows for rows in deals.values() if len(rows) == len(tournament.seatings)]
    if not whole:
        raise TafelrundeError("luck: no deal was played in every seating yet")
    one, others = tournament.bots[0], f"{len(tournament.bots) - 1} `{tournament.bots[-1]}`"
    wins = [s.win for d in whole for r in d for s in r.seats if s.bot == one]
    rows = [*_shares([[_gains(r) for r in rows] for rows in whole]), *_wins(one, whole, wins)]
    return [Answer("luck", f"{title_of(game)}: one `{one}` against {others}", ("", f"{len(whole)} deals, {len(wins)} games"), rows)]


def _shares(gains: list[list[list[tuple[float, str]]]]) -> Iterator[tuple[str, str]]:
    """What part of the variance of points comes from where."""
    flat = [x for deal in gains for r in deal for x in r]
    means = {bot: fmean([v for v, b in flat if b == bot]) for bot in dict.fromkeys(b for _, b in flat)}
    total = [fmean(v * v for r in deal for v, _ in r) for deal in gains]
    strength = [fmean(v * means[b] for r in deal for v, b in r) for deal in gains]
    dealt = [_covariance([[v - means[b] for v, b in r] for r in deal]) for deal in gains]
    parts = (("strength", strength), ("the deal", dealt),
             ("what came later", [t - s - d for t, s, d in zip(total, strength, dealt, strict=True)]))
    for name, values in parts:
        found, half = ratio(values, total)
        yield name, f"{100 * found:.0f} ± {100 * half:.0f} %"


def _wins(one: str, whole: list[list[GameResult]], wins: list[float]) -> Iterator[tuple[str, str]]:
    """How often a bot wins its games, and all games of a deal."""
    yield f"`{one}` wins", interval(Rate(sum(wins), len(wins)))
    yield "somebody weaker wins", interval(Rate(len(wins) - sum(wins), len(wins)))
    both = [sum(r.seats[_seat(r, one)].win for r in d) / len(d) for d in whole]
    yield f"deals that `{one}` wins from every seat", interval(Rate(sum(b == 1 for b in both), len(both)))


def _gains(r: GameResult) -> list[tuple[float, str]]:
    """Each seat's points relative to the table's mean, and who played it."""
    return list(zip(centred([s.points for s in r.seats]), (s.bot for s in r.seats), strict=True))


def _seat(r: GameResult, bot: str) -> int:
    return next(p for p, s in enumerate(r.seats) if s.bot == bot)


def _covariance(games: Sequence[Sequence[float]]) -> float:
    """The mean product of a seat's values in two different games of a deal."""
    seats, n = len(games[0]), len(games)
    return fmean((sum(g[p] for g in games) ** 2 - sum(g[p] ** 2 for g in games)) / (n * (n - 1)) for p in range(seats))


# ------------------------------------------------------------ options


def effect_of(game: Game, without: Sequence[Facts], with_it: Sequence[Facts]) -> list[Answer]:
    """What a module or option changes: points, margins, spread, length, the start player's
    advantage.
    """
    measures: list[tuple[str, Measure]] = [
        ("points of a seat", ordinary),
        ("points of the winner", best),
        ("winner's lead", lead),
        ("spread of a table's points", lambda f: stdev(s.points for s in f.result.seats)),
        ("shared wins, %", lambda f: 100.0 * shared(f)),
        ("start player's wins, %", lambda f: 100 * f.result.seats[f.start].win),
        ("decisions in a game", lambda f: f.result.decisions)]
    rows: list[tuple[str, ...]] = []
    changes: list[tuple[float, float]] = []
    for name, measure in measures:
        (a, x), (b, y) = (mean_interval([measure(f) for f in side]) for side in (without, with_it))
        half = (x * x + y * y) ** 0.5
        rows.append((name, f"{a:.1f} ± {x:.1f}", f"{b:.1f} ± {y:.1f}", f"{b - a:+.1f} ± {half:.1f}"))
        changes.append((b - a, half))
    title = f"{title_of(game)}: what the options change"
    return [Answer("module", title, ("measure", "without", "with", "change"), rows,
                   lambda path: plots.value_plot(path, title, [n for n, _ in measures], changes, "change"))]
