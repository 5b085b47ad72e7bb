"""The arena's figures, against values known from elsewhere and against hand-made games."""
import pytest

from tafelrunde.arena.playing import GameResult, SeatResult
from tafelrunde.arena.statistics import mean_interval, percentile, ratings, summarise, wilson
from tafelrunde.arena.tournament import Task


# Published examples: Newcombe 1998 (81 of 263; 15 of 148; 0 of 20; 1 of 29), 95 %, without
# continuity correction.
@pytest.mark.parametrize(("wins", "games", "low", "high"), [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)])
def test_wilson_gives_the_published_intervals(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.0001)


def test_wilson_is_open_without_games_and_symmetric():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(30, 100)
    mirrored = wilson(70, 100)
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high))


def test_means_and_percentiles():
    mean, half = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert mean == 2.5
    assert half == pytest.approx(1.959964 * 1.290994 / 2)
    assert mean_interval([7.0]) == (7.0, 0.0)
    assert percentile(list(range(1, 101)), 0.99) == 99
    assert percentile([], 0.5) == 0.0


def game(deal, *seats):
    """A finished game from (bot, points) by seat."""
    points = [p for _, p in seats]
    winners = points.count(max(points))
    return GameResult(Task(deal, 0), [
        SeatResult(bot, p, p, 1 + sum(q > p for q in points), (p == max(points)) / winners, [0.001, 0.003])
        for bot, p in seats], 40, 1.0, [], "")


def test_a_summary_counts_shared_wins_in_part():
    summary = summarise([game(0, ("a", 10), ("b", 10), ("b", 3)), game(1, ("b", 4), ("a", 9), ("b", 5))])
    a, b = summary.bots
    assert (a.bot, a.rate.wins, a.rate.games, a.points[0], a.place) == ("a", 1.5, 2, 9.5, 1.0)
    assert (b.bot, b.rate.wins, b.rate.games) == ("b", 0.5, 4)
    assert [rate.wins for rate in summary.seats] == [0.5, 1.5, 0.0]
    assert a.moves == 2
    assert a.milliseconds == pytest.approx((2.0, 3.0, 3.0))
    assert a.fair == pytest.approx(1 / 3)


def test_who_always_wins_is_rated_higher_and_more_surely():
    games = [game(i, ("good", 9), ("bad", 1), ("bad", 0)) for i in range(30)]
    found = ratings(games)
    assert found["good"][0] > found["bad"][0] + 10
    assert found["good"][1] < 25 / 3


def test_nothing_played_is_said_to_be_nothing():
    assert summarise([]).games == 0
