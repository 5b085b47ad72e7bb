"""Statistics of results: win rates with intervals, ratings, seat bias, time per move."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from .playing import GameResult

Z95 = 1.959963984540054


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a rate; a shared win counts as a fraction.

    >>> low, high = wilson(50, 100)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    """
    if games == 0:
        return 0.0, 1.0
    p = wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float], z: float = Z95) -> tuple[float, float]:
    """The mean of some values, and half the width of its interval."""
    if not values:
        return 0.0, 0.0
    return fmean(values), z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def clustered_mean(values: Sequence[tuple[int, float]], z: float = Z95) -> tuple[float, float]:
    """The mean of some values, and half the width of its interval; each value names its game.

    Values of one game are correlated, so only games count as independent.

    >>> clustered_mean([(0, 1.0), (0, 1.0), (1, 3.0), (1, 3.0)]) == clustered_mean([(0, 1.0), (1, 3.0)])
    True
    """
    return slope([(game, 1.0, value) for game, value in values], z)


def slope(points: Sequence[tuple[int, float, float]], z: float = Z95) -> tuple[float, float]:
    """By how much y grows with x on a line through the origin, and half the width of its interval.

    A point is (game, x, y); only games count as independent.

    >>> slope([(0, 1.0, 2.0), (1, 2.0, 4.0)])
    (2.0, 0.0)
    """
    square = sum(x * x for _, x, _ in points)
    if square == 0:
        return 0.0, 0.0
    found = sum(x * y for _, x, y in points) / square
    rest: dict[int, float] = defaultdict(float)
    for game, x, y in points:
        rest[game] += x * (y - found * x)
    n = len(rest)
    return found, z * sqrt(sum(r * r for r in rest.values()) * n / max(1, n - 1)) / square


def ratio(part: Sequence[float], whole: Sequence[float], z: float = Z95) -> tuple[float, float]:
    """The ratio of two sums over independent pairs, and half the width of its interval.

    >>> ratio([1.0, 2.0], [2.0, 4.0])
    (0.5, 0.0)
    """
    found = sum(part) / sum(whole)
    rest = [p - found * w for p, w in zip(part, whole, strict=True)]
    return found, z * sqrt(sum(r * r for r in rest) * len(rest) / max(1, len(rest) - 1)) / sum(whole)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least the given share does not exceed.

    >>> percentile([5, 1, 4, 2, 3], 0.8)
    4
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))] if ordered else 0.0


@dataclass(frozen=True)
class Rate:
    """How often something was won."""

    wins: float
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True)
class BotLine:
    """One bot's row of the report."""

    bot: str
    rate: Rate
    fair: float
    points: tuple[float, float]
    place: float
    skill: tuple[float, float]
    moves: float
    milliseconds: tuple[float, float, float]
    """Mean, 99th percentile, longest."""


@dataclass(frozen=True)
class Summary:
    """The statistics that the report shows."""

    games: int
    bots: list[BotLine]
    seats: list[Rate]
    decisions: float
    forfeits: int


def summarise(results: Iterable[GameResult]) -> Summary:
    """The statistics of some games with the same line-up."""
    games = list(results)
    if not games:
        return Summary(0, [], [], 0.0, 0)
    players = len(games[0].seats)
    skills = ratings(games)
    lines: list[BotLine] = []
    for bot in dict.fromkeys(s.bot for g in games for s in g.seats):
        seats = [s for g in games for s in g.seats if s.bot == bot]
        seconds = [t for s in seats for t in s.seconds]
        lines.append(BotLine(
            bot, Rate(sum(s.win for s in seats), len(seats)), 1 / players, mean_interval([s.points for s in seats]),
            fmean(s.place for s in seats), skills[bot], len(seconds) / len(seats),
            (1000 * fmean(seconds or [0.0]), 1000 * percentile(seconds, 0.99), 1000 * max(seconds, default=0.0))))
    lines.sort(key=lambda line: -line.rate.rate)
    by_seat = [Rate(sum(g.seats[p].win for g in games), len(games)) for p in range(players)]
    return Summary(len(games), lines, by_seat, fmean(g.decisions for g in games), sum(len(g.notes) for g in games))


def ratings(games: Sequence[GameResult]) -> dict[str, tuple[float, float]]:
    """OpenSkill ratings (mu, sigma) by Plackett and Luce; a bot on several seats gets the mean
    change.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {bot: model.rating(name=bot) for bot in dict.fromkeys(s.bot for g in games for s in g.seats)}
    for game in games:
        teams = [[model.create_rating([known[s.bot].mu, known[s.bot].sigma])] for s in game.seats]
        rated = model.rate(teams, ranks=[float(s.place) for s in game.seats])
        for bot in known:
            mine = [rated[p][0] for p, s in enumerate(game.seats) if s.bot == bot]
            if mine:
                known[bot] = model.create_rating([fmean(r.mu for r in mine), fmean(r.sigma for r in mine)])
    return {bot: (rating.mu, rating.sigma) for bot, rating in known.items()}
