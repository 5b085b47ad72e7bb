"""A network's features, its rounded weights, and that every machine evaluates a position
identically.
"""
import json
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from harness import Table, play_on
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.net import master
from tafelrunde.bots.net.features import EVEN, FINE, Features, Reading, every_number, features_of
from tafelrunde.bots.net.guided import PRIOR
from tafelrunde.bots.net.weights import NoWeights, load, read, settled, written
from tafelrunde.bots.thinking import WHOLE
from tafelrunde.kernel import seed_generator
from tafelrunde.kernel.observing import schema
from tafelrunde.learning.network import TOP, Network, Shape
from tafelrunde.learning.ops import ops_of, shares_of
from tafelrunde.match.match import Match

SIZE = Shape.of(features_of(GAME), width=32, inner=16)


@pytest.fixture(scope="module")
def network():
    made = Network(ops_of(np, features_of(GAME)), SIZE, 3)
    made.weights["head"] *= 4
    made.refresh()
    return made


@pytest.fixture(scope="module")
def weights(network):
    return read(written(GAME, network.weights, {"seed": 3}), features_of(GAME))


@pytest.fixture(scope="module")
def machines(weights):
    return master.NetMachine(GAME, weights), master.CompiledNetMachine(GAME, weights)


def positions(n, seed=1):
    choice = Random(seed)
    for k in range(n):
        match = Table(2 + k % 3).match(GAME, k)
        play_on(match, choice, choice.randrange(14))
        if not match.over:
            yield match, choice.choice(match.pending)


@pytest.mark.parametrize("title", tr.games())
def test_every_number_of_every_configuration_has_its_own_rows(title):
    game = tr.game(title)
    features = features_of(game)
    for players in range(game.seats[0], game.seats[1] + 1):
        configured = game.configured(players)
        reading = features.reading(configured)
        assert len(reading.first) == len(every_number(game, configured)) > len(schema(game, configured))
        spans = sorted(zip(reading.first, reading.rows, strict=True))
        assert all(a + rows <= b for (a, rows), (b, _) in pairwise(spans))
        assert spans[-1][0] + spans[-1][1] <= features.count
        for seat in range(players):
            back = features.actions_at_table(players)[seat]
            assert [back[a] for a in features.actions_seen(players)[seat]] == list(range(len(game.actions)))
    shape = Shape.of(features)
    assert sum(int(np.prod(size)) for size in shape.parts.values()) < 3 * 2**20, "weights stay below 3 MB"


def test_the_interpreter_and_the_compiler_say_what_the_network_says(network, machines):
    features = features_of(GAME)
    compared = 0
    for match, seat in positions(24):
        s = match.state
        said = []
        for machine in machines:
            desk, chances = machine.desk(s), machine.numbers(8)
            worth = machine.numbers(machine.parts, 8)
            n = machine.call.look_once(machine.pool(s, 1), seat, machine.mask(), worth, machine.parts, chances, *desk, 1)
            said.append(([int(c) for c in chances[:s.players]], [int(x) for x in desk[-2][:n]]))
        assert said[0] == said[1]
        chances, policy = said[0]
        assert WHOLE - s.players <= sum(chances) <= WHOLE
        rows = network.ops.rows(np.array([observed(s, seat)], np.int16), Reading(*map(np.array, features.reading(s))))
        _, out = network.look(network.hot(rows))
        judged = network.chances(out, s.players)
        own = [chances[(seat + r) % s.players] / WHOLE for r in range(s.players)]
        assert np.abs(own - judged[0]).max() < 0.02
        ids = [features.actions_seen(s.players)[seat][a] for a in GAME.legal_ids(s, seat)]
        assert np.abs(np.array(policy) / WHOLE - shares_of(np, out[:, ids])[0]).max() < 0.02
        compared += 1
    assert compared > 12


def observed(s, seat):
    """What the seat may know, then its leads: this game is judged by points, and ten are worth a
    factor e.
    """
    from tafelrunde.kernel.batching import encode
    from tafelrunde.kernel.targets.cuda import observers

    seen = [0] * len(schema(GAME, s))
    observers(GAME)[encode](s, seat, s.players, s.players, seen, 0, 1)
    for r in range(1, s.players):
        points = GAME.law.points(s, seat) - GAME.law.points(s, (seat + r) % s.players)
        # In the one part, and in all
        seen += [EVEN + max(-EVEN, min(EVEN, 100 * points * FINE // 1000))] * 2
    return seen


def test_both_machines_grow_the_same_tree(machines):
    for match, seat in positions(6, seed=2):
        root = bots.Observation.of(match, seat).imagine(4)
        trees = [master.GuidedTree(machine, root, seat, match.players, 4096) for machine in machines]
        for tree in trees:
            tree.grow(9, 40)
        slow, fast = trees
        assert slow.size == fast.size > 20
        assert [list(row) for row in slow.links[:slow.size]] == np.asarray(fast.links[:fast.size]).tolist()
        assert [list(row) for row in slow.gains[:slow.size]] == np.asarray(fast.gains[:fast.size]).tolist()
        kept = [tree.replanted(root, ()) for tree in trees]
        assert kept[0].children() == kept[1].children()
        assert {k: n for k, (_, n) in kept[0].children().items()} == {k: n for k, (_, n) in slow.children().items()}


def test_the_same_knowledge_gives_the_same_move_whatever_is_hidden(weights):
    compared = 0
    for match, seat in positions(20, seed=3):
        twin = Match(GAME, match.state.clone(), None, {})
        twin.state.rng = seed_generator(compared + 77)
        GAME.law.resample(twin.state, seat)
        twin.history, twin._decided = match.history, match.decisions
        moves = {master.MasterBot(GAME, 5, nodes=24, weights=weights).decide(bots.Observation.of(m, seat)) for m in (match, twin)}
        assert len(moves) == 1
        assert moves <= set(match.legal(seat))
        compared += 1
    assert compared > 10


def test_a_setting_makes_priors_flatter(network):
    data = written(GAME, network.weights, {})
    plain, flat = (master.NetMachine(GAME, read(settled(data, 60, 2, 100, soft), features_of(GAME))) for soft in (100, 300))
    compared = 0
    for match, seat in positions(8, seed=5):
        root = bots.Observation.of(match, seat).imagine(1)
        found = []
        for machine in (plain, flat):
            tree = master.GuidedTree(machine, root.clone(), seat, match.players, 256)
            tree.grow(1, 1)
            found.append({key: int(tree.links[node][PRIOR]) for key, (node, _) in tree.children().items()})
        common = found[0].keys() & found[1].keys()
        if len(common) > 1:
            compared += 1
            ranges = [max(priors[key] for key in common) - min(priors[key] for key in common) for priors in found]
            assert ranges[1] < 0.8 * ranges[0]
    assert compared > 2


def test_it_thinks_as_strong_does_until_its_code_is_compiled(weights, machines, monkeypatch, tmp_path):
    slow, fast = machines
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "yes")
    monkeypatch.setattr(master.CompiledNetMachine, "marker", tmp_path / "ready")
    monkeypatch.setattr(fast, "warmed", False)
    networks, key = master.Networks(), (GAME.name, weights.key)
    networks.compiled[key], networks.interpreted[key] = fast, slow
    monkeypatch.setattr(master, "NETWORKS", networks)
    timed, counted = master.MasterBot(GAME, 1, 5, weights=weights), master.MasterBot(GAME, 1, nodes=24, weights=weights)
    match, seat = next(positions(6, seed=4))
    observation = bots.Observation.of(match, seat)
    assert not isinstance(timed.machine(), master.NetMachine)
    assert counted.machine() is slow
    before = counted.decide(observation)
    assert timed.decide(observation) in match.legal(seat)
    (tmp_path / "ready").touch()
    assert timed.machine() is fast
    assert timed.decide(observation) in match.legal(seat)
    assert master.MasterBot(GAME, 1, nodes=24, weights=weights).decide(observation) == before


def test_weights_that_cannot_be_used_say_why(network, tmp_path):
    whole = written(GAME, network.weights, {})
    with pytest.raises(NoWeights, match="there are none for sealed_bids"):
        load(GAME, tmp_path)
    changed = whole[:-9] + b"~" + whole[-8:]
    for damaged, why in ((b"", "has no head"), (b"[]\n", "has no head"), (whole[:-1], "hash"), (changed, "hash")):
        (tmp_path / "sealed_bids.weights").write_bytes(damaged)
        with pytest.raises(NoWeights, match=why):
            load(GAME, tmp_path)
    line, _, body = whole.partition(b"\n")
    for change, why in (({"format": 9}, "format 9"), ({"features": "other"}, "other rules")):
        with pytest.raises(NoWeights, match=why):
            read(json.dumps({**json.loads(line), **change}).encode() + b"\n" + body, Features(GAME))
    (tmp_path / "sealed_bids.weights").write_bytes(whole)
    assert load(GAME, tmp_path).width == SIZE.width


def test_gradients_are_those_of_the_loss():
    made = Network(ops_of(np, features_of(GAME)), Shape(20, 8, 6, 5, 3), 1)
    draw = np.random.default_rng(0)
    made.cell = np.float64
    made.weights = {name: draw.normal(0, 0.3, w.shape) for name, w in made.weights.items()}

    def unrounded():
        made.rounded = dict(made.weights)

    unrounded()
    given = (draw.random((40, 20)) < 0.4).astype(np.float64)
    legal = draw.random((40, 5)) < 0.7
    legal[:, 0] = True
    policy = shares_of(np, np.where(legal, draw.normal(size=(40, 5)), -1e9))
    seated = np.arange(3) < draw.integers(2, 4, (40, 1))
    targets = (seated, legal, policy, shares_of(np, np.where(seated, draw.normal(size=(40, 3)), -1e9)))
    gradients, _ = made.gradients(given, *targets)
    for name, found in gradients.items():
        step = draw.normal(size=found.shape) * 0.0001
        before = made.weights[name]
        losses = []
        for sign in (1, -1):
            made.weights[name] = before + sign * step
            unrounded()
            losses.append(made.gradients(given, *targets)[1].sum())
        made.weights[name] = before
        unrounded()
        expected = float((found * step).sum()) * 2
        assert losses[0] - losses[1] == pytest.approx(expected, rel=0.03, abs=1e-6), name
    made.refresh()
    assert np.abs(made.rounded["rows"]).max() <= TOP
