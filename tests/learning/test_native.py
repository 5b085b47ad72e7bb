"""Libraries for machines without a compiler: they play the games that Numba's code plays."""
import shutil

import numpy as np
import pytest
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde.bots import machines
from tafelrunde.bots.machine import CompiledMachine, NativeMachine
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.tree import Tree
from tafelrunde.cli.kernels import build_native
from tafelrunde.kernel import batching
from tafelrunde.kernel.targets.cuda import observers
from tafelrunde.kernel.targets.native import Native, NoLibrary
from tafelrunde.learning import deciding, searching, watching
from tafelrunde.learning.eyes import Eyes
from tafelrunde.learning.network import Network, Shape
from tafelrunde.learning.ops import ops_of
from tafelrunde.learning.selfplay import Games, play
from tafelrunde.learning.training import Plan, searches
from tafelrunde.research import Batch


@pytest.fixture(autouse=True)
def little_game(monkeypatch, tmp_path):
    monkeypatch.setattr(tr, "game", lambda name: GAME)
    monkeypatch.setenv("TAFELRUNDE_CACHE", str(tmp_path))
    for name in ("_batch", "_deciding", "_watching"):
        monkeypatch.delitem(vars(GAME), name, raising=False)
        monkeypatch.setitem(vars(GAME), name, {})
        del vars(GAME)[name]


def lessons():
    features = features_of(GAME)
    shape = Shape.of(features)
    games = Games(features, 3, {}, 6, 5, "cpu", searches(GAME, Plan("sealed_bids", times=40, quick=12), net=True), shape)
    games.searcher.guide(Network(ops_of(np, features), shape, 3).whole_numbers())
    for _ in range(40):
        play([games])
    return games.harvest()


def looks():
    """What a network is fed in the first decisions of some games."""
    batch, found = Batch("sealed_bids", 4, 8, seed=3, threads=1), []
    eyes = Eyes(batch.engine, batch.configured, ops_of(np, features_of(GAME)), 2)
    for _ in range(20):
        found.append(eyes.rows())
        batch.step(batch.random_actions())
    return found


def grown(machine):
    """A tree from the start of a game, and what is left of it after the likeliest decision."""
    s = GAME.configured(3)
    GAME.driver.begin(s, GAME.mask())
    tree = Tree(machine, s, 1, 3, 600)
    tree.grow(17, 100)
    tree.grow(18, 200)
    child = max(tree.children().items(), key=lambda item: item[1][1])
    left = tree.replanted(s, (child[0],))
    return [of.links[:of.size].tolist() + of.gains[:of.size].tolist() for of in (tree, left)]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="linking a library needs a C compiler")
def test_a_library_plays_the_same_games(monkeypatch, tmp_path):
    with pytest.raises(NoLibrary, match="build-kernels --target native sealed_bids"):
        Native(GAME, batching, observers(GAME))
    build_native(GAME)
    compiled, looked = lessons(), looks()
    vars(GAME).update({"_batch": Native(GAME, batching, observers(GAME)),
                       "_deciding": {"cpu": Native(GAME, deciding, searching.names(GAME))},
                       "_watching": {"cpu": Native(GAME, watching, searching.names(GAME))}})
    native = lessons()
    assert np.array_equal(looks(), looked)
    assert (looked[0] != looked[-1]).any()
    assert len(compiled) > 20
    for name, value in vars(compiled).items():
        assert np.array_equal(value, getattr(native, name)), name

    # Bots: without a compiler they think in the library, unless that is forbidden.
    monkeypatch.setattr(machines, "find_spec", lambda name: None)
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "yes")
    found = machines.Machines().get(GAME)
    assert type(found) is NativeMachine
    assert grown(found) == grown(CompiledMachine(GAME))
    for word in ("no", "modules"):
        monkeypatch.setenv("TAFELRUNDE_COMPILE", word)
        assert not isinstance(machines.Machines().get(GAME), CompiledMachine)
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "yes")
    monkeypatch.setenv("TAFELRUNDE_CACHE", str(tmp_path / "empty"))
    assert not isinstance(machines.Machines().get(GAME), CompiledMachine)
