"""Batches: the interpreter's games, in arrays, honest to every seat."""
from random import Random

import numpy as np
import pytest
from research.tables import EVERY, IDS, ONE_EACH, ONE_IDS

import tafelrunde as tr
from tafelrunde.kernel import difference, seed_generator
from tafelrunde.research import Batch, actions_of
from tafelrunde.research.asking import BatchError, IllegalInBatch


def batch_of(title, table, **more):
    return Batch(title, table.players, options=table.options, **more)


def play_on(batch, steps):
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch


def begun(game, table, seed):
    s = table.state(game, seed)
    game.driver.begin(s, game.mask())
    return s


@pytest.mark.parametrize(("title", "table"), EVERY, ids=IDS)
def test_a_batch_plays_the_interpreters_games(title, table):
    game, n = tr.game(title), 3
    batch = batch_of(title, table, n=n, seed=7)
    states, seeds, choice = [begun(game, table, 7 + i) for i in range(n)], [7, 8, 9], Random(1)
    ended = 0
    for step in range(900):
        legal = batch.legal
        actions = []
        for i, s in enumerate(states):
            seats = game.law.pending(s)
            seat = (seats & -seats).bit_length() - 1
            assert batch.seat[i] == seat
            assert np.flatnonzero(legal[i]).tolist() == game.legal_ids(s, seat)
            actions.append(choice.choice(game.legal_ids(s, seat)))
            game.driver.play(s, seat, actions[-1], game.mask())
        batch.step(np.array(actions))
        for i, s in enumerate(states):
            assert batch.done[i] == (game.law.pending(s) == 0)
            if batch.done[i]:
                standings = [game.law.standing(s, p) for p in range(table.players)]
                winners = [p for p, x in enumerate(standings) if x == max(standings)]
                assert batch.result[i].tolist() == pytest.approx([(p in winners) / len(winners) for p in range(table.players)])
                assert batch.final[i].tolist() == [game.law.points(s, p) for p in range(table.players)]
                ended += 1
                seeds[i] += n
                states[i] = begun(game, table, seeds[i])
            elif step % 10 == 0:
                assert not difference(batch.perfect_state(i), states[i], game.fields)
                assert batch.points[i].tolist() == [game.law.points(states[i], p) for p in range(table.players)]
        assert batch.seeds.tolist() == seeds
        if ended >= 2:
            break
    assert ended >= 2


@pytest.mark.parametrize(("title", "table"), ONE_EACH, ids=ONE_IDS)
def test_threads_change_nothing(title, table):
    alone, together = (play_on(batch_of(title, table, n=200, seed=3, threads=t), 60) for t in (1, 3))
    assert len(alone.engine.shares) == 1
    assert len(together.engine.shares) == 3
    assert alone.engine.pool.tobytes() == together.engine.pool.tobytes()
    assert (alone.observe() == together.observe()).all()
    together.reset(3)
    play_on(together, 60)
    assert alone.engine.pool.tobytes() == together.engine.pool.tobytes()


@pytest.mark.parametrize(("title", "table"), EVERY, ids=IDS)
def test_an_observation_does_not_change_with_what_the_seat_cannot_know(title, table):
    batch = batch_of(title, table, n=24, seed=11)
    differs = 0
    for round_ in range(12):
        play_on(batch, 9)
        for seat in (None, round_ % table.players):
            other = batch.clone()
            other.resample(seat, seed=round_)
            assert (batch.observe(seat=seat) == other.observe(seat=seat)).all()
            assert (batch.observe("floats", seat=seat) == other.observe("floats", seat=seat)).all()
            differs += int((batch.observe("perfect", seat=seat) != other.observe("perfect", seat=seat)).sum())
    secrets = any(f.visible.name in ("OWNER", "NOBODY") and f.name != "rng" for f in batch.game.fields)
    # Without modules it hides little besides dials
    assert differs > 0 or not secrets or title == "el_grande"


@pytest.mark.parametrize(("title", "table"), ONE_EACH, ids=ONE_IDS)
def test_floats_lie_between_zero_and_one(title, table):
    batch = play_on(batch_of(title, table, n=8), 30)
    for kind in ("floats", "perfect_floats"):
        seen = batch.observe(kind)
        assert seen.dtype == np.float32
        assert 0 <= seen.min() <= seen.max() <= 1
        assert len({*seen.ravel().tolist()}) > 5


@pytest.mark.parametrize(("title", "table"), ONE_EACH, ids=ONE_IDS)
def test_clones_and_saved_games_go_on_alike(title, table):
    batch = play_on(batch_of(title, table, n=4, seed=2), 25)
    twin, saved = batch.clone(), batch.save(1)
    other = batch_of(title, table, n=2, seed=99)
    other.load(0, saved)
    assert not difference(other.perfect_state(0), batch.perfect_state(1), batch.game.fields)
    assert other.seat[0] == batch.seat[1]
    assert (other.legal[0] == batch.legal[1]).all()
    before = batch.engine.pool.tobytes()
    play_on(twin, 5)
    assert batch.engine.pool.tobytes() == before
    play_on(batch, 5)
    assert batch.engine.pool.tobytes() == twin.engine.pool.tobytes()


def test_games_stay_over_where_they_do_not_restart():
    batch = Batch("toledo", 2, n=3, options={"turn_cap": "25"}, restart=False)
    while (batch.seat >= 0).any():
        batch.step(batch.random_actions())
    assert not batch.legal.any()
    before = batch.engine.pool.tobytes()
    batch.step(np.zeros(3, int))
    assert batch.engine.pool.tobytes() == before
    assert not batch.done.any()
    batch.reset(0)
    assert (batch.seat >= 0).all()


def test_what_is_illegal_is_named_with_its_rule_and_nothing_happens():
    batch = play_on(Batch("el_grande", 4, n=100, seed=1, threads=2), 3)
    before, actions = batch.engine.pool.tobytes(), batch.random_actions()
    wrong = int(np.flatnonzero(~batch.legal[77])[0])
    actions[77] = wrong
    with pytest.raises(IllegalInBatch, match=r"game 77.*EG-.*no game was changed") as caught:
        batch.step(actions)
    assert caught.value.game == 77
    assert caught.value.rule.startswith("EG-")
    for number in (-1, 342, 10**12):
        actions[77] = number
        with pytest.raises(IllegalInBatch, match="game 77"):
            batch.step(actions)
    assert batch.engine.pool.tobytes() == before


@pytest.mark.parametrize(("actions", "says"), [
    ([0, 0], "shape"), ([[0], [0], [0]], "shape"), ([0.0, 1.0, 2.0], "float"), (["a", "b", "c"], "actions"), (None, "actions")])
def test_actions_of_the_wrong_shape_are_refused(actions, says):
    batch = Batch("toledo", 2, n=3)
    with pytest.raises(BatchError, match=says):
        batch.step(actions)


@pytest.mark.parametrize(("arguments", "says"), [
    ({"title": "chess"}, "there is no game 'chess'"), ({"players": 7}, "2 to 4 players"), ({"n": 0}, "n: a whole number"),
    ({"n": 2.5}, "n: "), ({"seed": -1}, "seed: "), ({"seed": 2**60}, "seed: "), ({"options": {"cheat": True}}, "no option 'cheat'"),
    ({"device": "abacus"}, "'cpu' or 'cuda'"), ({"threads": 0}, "threads: "), ({"options": ["short"]}, "options: "),
    ({"restart": "no"}, "restart: "), ({"players": True}, "players: ")])
def test_bad_arguments_are_named(arguments, says):
    with pytest.raises(tr.TafelrundeError, match=says):
        Batch(**{"title": "toledo", "players": 2, **arguments})


def test_bad_questions_are_named():
    batch = Batch("toledo", 2, n=3)
    for work, says in [(lambda: batch.observe("everything"), "kind: "), (lambda: batch.observe(seat=2), "seats are 0 to 1"),
                       (lambda: batch.observe(seat=[0, 1]), "seat: "), (lambda: batch.save(3), "game: "),
                       (lambda: batch.resample(seed=-1), "seed: "), (lambda: batch.perfect_state(-1), "game: ")]:
        with pytest.raises(BatchError, match=says):
            work()


def test_a_saved_game_that_does_not_belong_here_is_refused():
    batch = Batch("toledo", 2, n=2)
    saved = batch.save(0)
    damaged = bytearray(saved)
    damaged[-20:] = b"\x7f" * 20
    for bad, says in [(b"", "not a saved game"), (b"[]\n", "not a saved game"), (saved[:-1], "cut short"),
                      (Batch("toledo", 3).save(0), "differs in players"), (Batch("rheinlaender", 3).save(0), "differs in"),
                      (bytes(damaged), "holds what it cannot hold"), (None, "the bytes that"), ("text", "the bytes that"),
                      *((saved.replace(b'"seed": 0', b'"seed": ' + seed), "damaged") for seed in (b"-1", b"true", b"9" * 30))]:
        before = batch.engine.pool.tobytes()
        with pytest.raises(BatchError, match=says):
            batch.load(1, bad)
        assert batch.engine.pool.tobytes() == before


HANDS = {"toledo": lambda s, seat: {42 * w + c for w in range(2) for c in range(42) if s.hand[seat][w] >> c & 1},
         "rheinlaender": lambda s, seat: {card for card in s.hand[seat] if card}}


@pytest.mark.parametrize("title", HANDS)
def test_hidden_cards_are_drawn_evenly(title):
    """Every card that a seat has not seen is as likely to be in the others' hands; its own never
    are.
    """
    worlds, begun = Batch(title, 3, n=400, seed=1), play_on(Batch(title, 3, seed=6), 1)
    for i in range(worlds.n):
        worlds.load(i, begun.save(0))
    seat = int(begun.seat[0])
    own, count = HANDS[title](begun.perfect_state(0), seat), dict[int, int]()
    worlds.resample(seat, seed=10)
    for i in range(worlds.n):
        s = worlds.perfect_state(i)
        assert HANDS[title](s, seat) == own
        for card in HANDS[title](s, (seat + 1) % 3):
            count[card] = count.get(card, 0) + 1
    assert own.isdisjoint(count)
    share = sum(count.values()) / worlds.n / len(count)
    assert all(abs(n / worlds.n - share) < 4.5 * (share * (1 - share) / worlds.n) ** 0.5 for n in count.values())
    assert len(count) > 40


def test_random_actions_are_legal_and_even():
    batch = Batch("rheinlaender", 3, n=4000, seed=5)
    actions = batch.random_actions()
    assert batch.legal[np.arange(4000), actions].all()
    first = np.array([np.flatnonzero(row)[0] for row in batch.legal])
    share = (actions == first).mean()
    assert abs(share - (1 / batch.legal.sum(axis=1)).mean()) < 0.03


@pytest.mark.parametrize("title", tr.games())
def test_the_catalogue_names_every_action_and_turns_with_the_table(title):
    actions = actions_of(title)
    assert actions.size == len(actions.names) == len(tr.game(title).actions)
    players = tr.game(title).seats[1]
    for seat in range(players):
        there, back = actions.turned(seat, players), actions.seen(seat, players)
        assert sorted(there) == list(range(actions.size))
        assert [back[a] for a in there] == list(range(actions.size))
        moved = {a for a in range(actions.size) if there[a] != a}
        assert moved <= set(actions.naming_a_seat)
        assert bool(moved) == (seat > 0 and bool(actions.naming_a_seat))


def test_seeds_are_those_of_every_machine():
    batch = Batch("toledo", 3, n=2, seed=41)
    s = batch.game.configured(3)
    s.rng = seed_generator(42)
    batch.game.driver.begin(s, batch.game.mask())
    assert not difference(batch.perfect_state(1), s, batch.game.fields)
