"""The tables of a practice: what seats see and think there, and what is learned from it."""
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde.bots.judgement import judged, judgement_of
from tafelrunde.bots.net.features import EVEN, FINE, features_of
from tafelrunde.kernel import seed_generator
from tafelrunde.kernel.batching import encode
from tafelrunde.kernel.observing import schema, seats_in_use
from tafelrunde.kernel.targets.cuda import observers
from tafelrunde.learning.eyes import Eyes
from tafelrunde.learning.network import Network, Shape
from tafelrunde.learning.ops import ops_of, shares_of
from tafelrunde.learning.practice import RENEW, TRACE, USUAL, WATCHING, Plan, Practice, targets
from tafelrunde.learning.searching import Searcher, Settings
from tafelrunde.learning.tables import Log, Table
from tafelrunde.learning.training import any_options
from tafelrunde.research import Batch

PLAN = Plan("sealed_bids", rounds=24, games=200, moves=20, batch=100, device="cpu", width=32, players=(3,))
TITLES = tr.games()
EVERY_CONFIGURATION = [*product((2, 3, 4), ({}, {"generous": True}))]


@pytest.fixture(autouse=True)
def little_game(request, monkeypatch):
    if "real" not in request.node.name:
        monkeypatch.setattr(tr, "game", lambda name: GAME)


def opinionated(practice):
    """A network of which every chance and every action depends on what it sees."""
    network = practice.network
    network.weights["head"] *= 8
    network.refresh()
    return network


# ------------------------------------------------------------ what decisions are worth


def test_a_decision_is_worth_to_a_seat_what_that_seat_thought_later():
    draw, times, n, players = np.random.default_rng(1), 16, 9, 3
    values = [draw.random(n) for _ in range(times)]
    seats = [draw.integers(0, players, n) for _ in range(times)]
    ends = [draw.random(n) < 0.15 for _ in range(times)]
    shares = [shares_of(np, draw.normal(size=(n, players))) for _ in range(times)]
    last = draw.random((n, players))

    def worth(t, i, seat):
        """What decision t of game i turned out to be worth, written out."""
        for k in range(t, times):
            if ends[k][i]:
                return shares[k][i][seat]
            if k + 1 < times and seats[k + 1][i] == seat:
                return (1 - TRACE) * values[k + 1][i] + TRACE * worth(k + 1, i, seat)
        return last[i][seat]

    assert 3 < sum(end.sum() for end in ends) < times * n / 2
    found = targets(np, values, seats, ends, shares, last)
    for t, i, seat in product(range(times), range(n), range(players)):
        assert found[t][i][seat] == pytest.approx(worth(t, i, seat))


def test_what_one_seat_thinks_does_not_change_what_another_expects():
    draw, times, n = np.random.default_rng(2), 12, 5
    seats = [draw.integers(0, 3, n) for _ in range(times)]
    values, never, last = [draw.random(n) for _ in range(times)], [np.zeros(n, bool)] * times, draw.random((n, 3))
    others = [np.where(seat == 1, 0.9, value) for seat, value in zip(seats, values, strict=True)]
    one, two = (targets(np, of, seats, never, [last] * times, last) for of in (values, others))
    for a, b in zip(one, two, strict=True):
        assert np.array_equal(a[:, [0, 2]], b[:, [0, 2]])
    assert not np.array_equal(one[0], two[0])


def test_every_seat_says_its_own_chances():
    practice = Practice(PLAN)
    network, table = opinionated(practice), Table(practice.ops, 3, {}, 40, 5, "cpu")
    for _ in range(9):
        table.decide(network)
    before = table.eyes.seeds.copy()
    chances, seat, line = table.own_chances(network), table.seat, np.arange(40)
    assert chances.shape == (40, 3)
    assert np.abs(chances.sum(axis=1) - 1).max() > 0.01, "seats need not agree"
    table.eyes.seeds[:] = before + seat  # the worlds that each deciding seat imagined then
    assert np.array_equal(table.decide(network).value, chances[line, seat])


def test_everybody_is_counted_from_the_seat():
    table = Table(Practice(PLAN).ops, 4, {}, 8, 1, "cpu")
    shares, seat = np.random.default_rng(2).random((8, 4)), np.arange(8) % 4
    found = table.from_seat(shares, seat)
    for i, k in product(range(8), range(4)):
        assert found[i, k] == shares[i, (seat[i] + k) % 4]


# ------------------------------------------------------------ what is learned from


def played(practice, table):
    """The decisions of a table in a round, its log, and what every decision was worth."""
    log, moments, lasts, shares = Log(practice.ops, 20 + 20 // WATCHING, table.n), [], [], []
    heard(table, "decide", moments)
    heard(table, "own_chances", lasts)
    heard(practice, "shares", shares)
    practice.play(table, log, slice(0, table.n))
    worth = targets(np, [m.value for m in moments], [m.seat for m in moments], [m.done for m in moments], shares[-1], lasts[-1])
    return log.arrays, moments, worth


def heard(one, name, found):
    """Note what a method says."""
    method = getattr(one, name)
    setattr(one, name, lambda *given: found.append(method(*given)) or found[-1])


@pytest.fixture
def practice():
    """One with an earlier self that always plays the last legal action."""
    made = Practice(PLAN)
    opinionated(made)
    made.remember()
    made.selves[0].rounded["head_bias"] = np.arange(made.shape.actions + made.shape.seats) * 100.0
    made.set_tables()
    return made


def test_what_is_learned_from_fits_what_was_played(practice):
    usual, other = practice.tables
    assert usual.other is None
    assert other.other is practice.selves[0]
    assert 0 < other.by_other.mean() < 0.5
    assert not other.by_other.all(axis=1).any(), "somebody learns in every game"
    for table in (usual, other):
        arrays, moments, worth = played(practice, table)
        log = {name: array[:20] for name, array in arrays.items()}
        assert log["learns"].all() == (table.other is None)
        flags = practice.ops.flags(log["legal"].reshape(-1, practice.ops.words))
        action, learns = log["action"].reshape(-1), log["learns"].reshape(-1)
        assert flags[np.arange(len(action)), action].all()
        highest = action == practice.shape.actions - 1 - flags[:, ::-1].argmax(axis=1)
        assert highest[~learns].all(), "the earlier self plays its own way"
        assert not highest[learns].all()
        assert np.allclose(log["shares"].sum(axis=2), 1, atol=1e-4)
        assert not log["shares"][:, :, table.players:].any()
        assert (arrays["players"] == table.players).all()
        assert (log["before"] <= 1e-6).all()
        for move, (moment, returns) in enumerate(zip(moments, worth, strict=True)):
            gain = returns[table.line, moment.seat] - moment.value
            assert np.allclose(log["gain"][move], np.where(moment.learns, gain, 0), atol=1e-6)
            own = returns / returns.sum(axis=1, keepdims=True)
            assert np.allclose(log["shares"][move, :, 0], own[table.line, moment.seat], atol=1e-6)
    assert practice.progress.games > 100
    assert practice.progress.decisions == 20 * sum(table.n for table in practice.tables)


def test_seats_that_watch_learn_how_games_end_and_nothing_else(practice):
    table = practice.tables[1]
    arrays, moments, worth = played(practice, table)
    beside = {name: array[20:] for name, array in arrays.items()}
    watched = [move for move, moment in enumerate(moments) if moment.beside is not None]
    assert watched == [*range(0, 20, WATCHING)]
    for at, move in enumerate(watched):
        moment, returns = moments[move], worth[move]
        assert (moment.watcher != moment.seat).all()
        assert set(moment.watcher) == {*range(table.players)}
        assert np.array_equal(beside["rows"][at], moment.beside)
        assert (moment.beside != moment.rows).any()
        own = returns / returns.sum(axis=1, keepdims=True)
        for k in range(table.players):
            expected = own[table.line, (moment.watcher + k) % table.players]
            assert np.allclose(beside["shares"][at, :, k], expected, atol=1e-6), "counted from the seat that watches"
    assert not beside["learns"].any()
    assert not beside["gain"].any()
    assert (beside["legal"].sum(axis=2) == 1).all(), "there is nothing to choose"
    assert not beside["action"].any()


def test_everything_is_learned_from_once(practice):
    lessons, learning = [], practice.network.learn
    practice.network.learn = lambda some, *steps: lessons.append(some) or learning(some, *steps)
    practice.round()
    assert sum(len(some.action) for some in lessons) == 30 * sum(table.n for table in practice.tables)
    assert {len(some.action) for some in lessons} <= {*range(90, 111)}
    gains, learns = (np.concatenate([getattr(some, name) for some in lessons]) for name in ("gain", "learns"))
    assert not gains[~learns].any()
    assert (gains[learns] ** 2).mean() == pytest.approx(1, abs=0.01)


# ------------------------------------------------------------ options and numbers of players


def test_every_number_of_players_and_many_options_are_played(monkeypatch):
    practice = Practice(replace(PLAN, games=60, moves=1, players=()))
    monkeypatch.setattr(practice, "spread", lambda table: None)
    seen = [Counter() for _ in range(4)]
    for _ in range(30 * RENEW):
        practice.set_tables()
        for k, table in enumerate(practice.tables):
            seen[k][table.players, bool(table.options.get("generous"))] += 1
            assert bool(table.batch.perfect_state(0).generous) == bool(table.options.get("generous"))
    assert seen[0] == {(4, False): 30 * RENEW}, "the usual game is always played"
    for k, players in ((1, 2), (2, 3), (3, 4)):
        assert set(seen[k]) == {(players, False), (players, True)}
    usual, *others = (table.n for table in practice.tables)
    assert usual == round(60 * USUAL)
    assert set(others) == {round(60 * (1 - USUAL) / 3)}


def test_games_of_a_fresh_table_stand_at_different_points():
    practice = Practice(PLAN)
    practice.set_tables()
    for table in practice.tables:
        rounds = Counter(int(table.batch.perfect_state(i).turn) for i in range(table.n))
        assert len(rounds) == 5
        assert max(rounds.values()) < 0.6 * table.n


# ------------------------------------------------------------ honesty


@pytest.mark.parametrize(("players", "options"), EVERY_CONFIGURATION)
def test_eyes_show_what_searches_are_shown_and_nothing_hidden(players, options):
    features = features_of(GAME)
    ops = ops_of(np, features)
    batch = Batch("sealed_bids", players, 40, options, 5, "cpu", threads=1)
    searcher = Searcher(batch.engine, batch.configured, features, [Settings(2, 2)], Shape.of(features, 8), 9)
    sees = Eyes(batch.engine, batch.configured, ops, 3)
    shown = []
    sees.look, looks = lambda *given: shown.append(looks(*given).copy()) or shown[-1], sees.look
    for _ in range(12):
        before = batch.engine.pool.copy()
        searcher.think(np.zeros(batch.n, np.int64))
        sees.seeds[:] = searcher.seeds - 1
        rows = sees.rows()
        assert np.array_equal(shown[-1], searcher.eyes)
        assert rows.shape == (batch.n, features.numbers)
        assert np.array_equal(before, batch.engine.pool), "looking changes nothing"
        seen = batch.observe()
        assert np.array_equal(shown[-1][:, :seen.shape[1]], seen), "what the batch itself shows a seat"
        batch.step(batch.random_actions())


@pytest.mark.parametrize(("players", "options"), EVERY_CONFIGURATION)
def test_no_seat_sees_what_is_hidden_from_it(players, options):
    features, hidden, differing = features_of(GAME), 0, 0
    ops = ops_of(np, features)
    batch = Batch("sealed_bids", players, 40, options, 5, "cpu", threads=1)
    sees = Eyes(batch.engine, batch.configured, ops, 3)
    for move in range(12):
        deciding = sees.rows()
        sees.seeds -= 1
        assert np.array_equal(sees.rows(batch.seat), deciding), "by default the seat that decides looks"
        seat = (np.arange(batch.n) + move) % players
        twin = batch.clone()
        twin.resample(seat, seed=77)
        hidden += differ(twin, batch)
        theirs = Eyes(twin.engine, batch.configured, ops, 3)
        theirs.seeds[:] = sees.seeds
        rows = sees.rows(seat)
        assert np.array_equal(theirs.rows(seat), rows), "the same whatever is hidden"
        differing += bool((rows != deciding)[seat != batch.seat].any())
        batch.step(batch.random_actions())
    assert hidden > 6
    assert differing > 6


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_in_a_real_title_eyes_show_what_a_seat_may_know(title):
    """In every number of players, with the default options and with drawn ones; a seat that decides
    and another one.
    """
    game = tr.game(title)
    features, choice, hidden = features_of(game), Random(3), 0
    ops = ops_of(np, features)
    for players in range(game.seats[0], game.seats[1] + 1):
        for k, options in enumerate(({}, any_options(game, choice), any_options(game, choice))):
            batch = Batch(title, players, 16, options, 4, "cpu", threads=1)
            for _ in range(30):
                batch.step(batch.random_actions())
            seat = (batch.seat + (np.arange(16) + k) % 2) % players
            twin = batch.clone()
            twin.resample(seat, seed=77)
            hidden += differ(twin, batch)
            mine, others = (Eyes(of.engine, of.configured, ops, 5) for of in (batch, twin))
            rows = mine.rows(seat)
            assert np.array_equal(rows, others.rows(seat)), "the same whatever is hidden"
            for i in range(batch.n):
                seen = imagined(game, batch.perfect_state(i), int(seat[i]), int(mine.seeds[i]))
                assert np.array_equal(rows[i], ops.rows(np.array([seen], np.int16), mine.reading)[0])
    assert hidden > 3


@pytest.mark.slow
def test_a_real_title_is_practised():
    practice = Practice(Plan("toledo", rounds=1, games=12, moves=4, batch=64, device="cpu"))
    untaught = Network(practice.ops, practice.shape, 1).weights["rows"]
    practice.round()
    assert practice.network.steps > 0
    assert practice.progress.decisions == 4 * sum(table.n for table in practice.tables)
    assert not np.array_equal(practice.network.weights["rows"], untaught)
    assert all(np.isfinite(w).all() for w in practice.network.weights.values())


def imagined(game, s, seat, seed):
    """What a seat may know, then its leads in a world that a seed draws; by interpreted rules."""
    said = judgement_of(game)
    s.rng = seed_generator(seed)
    game.law.resample(s, seat)
    said.believe(s, seat)
    seen = [0] * len(schema(game, s))
    observers(game)[encode](s, seat, s.players, seats_in_use(s).colours, seen, 0, 1)
    for r in range(1, s.players):
        ahead = [worth[seat] - worth[(seat + r) % s.players] for worth in judged(game, s)]
        seen += [EVEN + max(-EVEN, min(EVEN, lead * FINE // said.spread(s))) for lead in (*ahead, sum(ahead))]
    return seen


def differ(one, other):
    """Whether something besides the chance to come is another in the games of two batches."""
    return any((one.engine.pool[f.name] != other.engine.pool[f.name]).any() for f in one.game.fields if f.name != "rng")
