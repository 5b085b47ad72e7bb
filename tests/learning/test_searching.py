"""Searching in many games at once finds what the bots' own trees find."""
import numpy as np
import pytest
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.bots.machine import CompiledMachine
from tafelrunde.bots.net import layout, master
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.weights import read, settled, written
from tafelrunde.bots.tree import Tree
from tafelrunde.kernel.record import from_record
from tafelrunde.learning.network import Network, Shape
from tafelrunde.learning.ops import ops_of
from tafelrunde.learning.searching import Searcher, Settings
from tafelrunde.research.batch import Batch

TIMES, HORIZON, PLAYERS, TRUST = 48, judgement_of(GAME).horizon, 3, 2
KINDS = (Settings(TIMES, HORIZON), Settings(TIMES, HORIZON, few=3),
         Settings(TIMES, HORIZON, trust=TRUST),
         Settings(TIMES, HORIZON, layout.EXPLORE, net=layout.AFTER, mix=layout.MIX, soft=layout.SOFT),
         Settings(TIMES, HORIZON, 90, net=3, mix=60, soft=250))
PLAIN, FINALISTS, TRUSTING, GUIDED, SETTLED = range(5)


@pytest.fixture(autouse=True)
def little_game(monkeypatch):
    monkeypatch.setattr(tr, "game", lambda name: GAME)


def test_a_batch_is_searched_as_the_bots_search():
    batch = Batch("sealed_bids", PLAYERS, 6, {}, 5, "cpu")
    for _ in range(4):
        batch.step(batch.random_actions())
    features = features_of(GAME)
    network = Network(ops_of(np, features), Shape.of(features, width=32), 3)
    network.weights["head"] *= 4
    network.refresh()
    data = written(GAME, network.weights, {})
    searcher = Searcher(batch.engine, batch.configured, features, KINDS, network.shape, 9)
    searcher.guide(network.whole_numbers())
    plain = CompiledMachine(GAME)
    guided, other = (master.CompiledNetMachine(GAME, read(of, features)) for of in (data, settled(data, 90, 3, 60, 250)))
    found = {}
    for kind in (PLAIN, TRUSTING, GUIDED, SETTLED, FINALISTS):
        chosen, visits = searcher.think(np.full(batch.n, kind))
        found[kind] = chosen.copy(), visits.copy(), searcher.seeds.copy()
    assert not np.array_equal(found[GUIDED][1], found[SETTLED][1])
    compared = 0
    for kind, grown, machine in ((PLAIN, Tree, plain), (TRUSTING, Tree, plain), (GUIDED, master.GuidedTree, guided),
                                 (SETTLED, master.GuidedTree, other)):
        chosen, visits, seeds = found[kind]
        for i in range(batch.n):
            s, seat = GAME.configured(PLAYERS), int(batch.seat[i])
            from_record(s, GAME.fields, batch.engine.pool, i)
            tree = grown(machine, s, seat, PLAYERS, searcher.room)
            if kind == TRUSTING:
                tree.settings[-1] = TRUST
            tree.grow(int(seeds[i]), TIMES)
            own = {action: n for (who, action), (_, n) in tree.children().items() if who == seat}
            if own:
                assert own == {int(a): int(visits[i][a]) for a in own}
                assert own[int(chosen[i])] == max(own.values())
                compared += 1
    assert compared > 6
    chosen, visits, _ = found[FINALISTS]
    for i in range(batch.n):
        if visits[i].any():
            # Each of the three finalists was visited at least this often at the end
            last = TIMES // 2 // 3
            assert (visits[i] >= last).sum() == 3
            assert visits[i][chosen[i]] >= last
