"""One search, two machines: interpreted and compiled thinking come to the same, number for
number.
"""
import os
import subprocess
import sys
from threading import Event

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

import pytest
from harness import Table
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde.bots import Observation
from tafelrunde.bots import machines as machines_module
from tafelrunde.bots.looking import look
from tafelrunde.bots.machine import Machine
from tafelrunde.bots.machines import Machines, Part
from tafelrunde.bots.tree import Tree
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.match import Match


@pytest.fixture(scope="module")
def cold(tmp_path_factory):
    """An empty cache, and permission to compile into it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAFELRUNDE_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("TAFELRUNDE_COMPILE", "yes")
        house = Machines()
        before = house.get(GAME)
        yield house, before, house.get(GAME, wait=True)


@pytest.fixture(scope="module")
def machines(cold):
    return Machine(GAME), cold[2]


def test_bots_think_on_the_interpreter_until_the_compiled_rules_are_ready(cold):
    house, before, after = cold
    assert not before.compiled
    assert after.compiled
    assert house.get(GAME) is after
    assert Machines().get(GAME).compiled, "another process finds the cache warm"


def test_compiling_can_be_forbidden(cold, monkeypatch):
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "no")
    assert not Machines().get(GAME).compiled


FIRST_MOVE = """
import sys
import tafelrunde as tr
from tafelrunde.bots import Observation, hosted, machines, make
from tafelrunde.bots.net.master import NETWORKS, HostedNetMachine
machines.AFTER = 3600
match = tr.new("toledo", players=2, seed=1)
for level in ("simple", "strong:20nodes"):
    bot = make(level, match.game, 1)
    bot.decide(Observation.of(match, match.pending[0]))
    assert isinstance(bot.thought.machine.origin, hosted.WasmMachine)
master = make("master:20nodes", match.game, 1)
master.decide(Observation.of(match, match.pending[0]))
assert isinstance(master.thought.machine, HostedNetMachine)
assert len(NETWORKS.asked) == 1
assert "numba" not in sys.modules
assert {part for _, part in machines.MACHINES.asked} == set(machines.Part)
"""


def test_the_first_move_waits_for_no_compiler(tmp_path):
    environment = {**os.environ, "TAFELRUNDE_CACHE": str(tmp_path), "TAFELRUNDE_COMPILE": "yes"}
    subprocess.run([sys.executable, "-c", FIRST_MOVE], env=environment, check=True, timeout=300)


def test_a_thread_fetches_the_compiled_machine_once(monkeypatch):
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "yes")
    monkeypatch.setattr(machines_module, "AFTER", 0)
    house, fetched, go = Machines(), [], Event()
    house.hosted[GAME.name] = hosted = Machine(GAME)

    def fetch(game, part):
        go.wait()
        fetched.append((game, part))

    monkeypatch.setattr(house, "fetch", fetch)
    assert [house.get(GAME), house.get(GAME), house.get(GAME, Part.BEAM)] == [hosted] * 3
    go.set()
    for thread in house.asked.values():
        thread.join()
    assert sorted(fetched, key=str) == sorted([(GAME, Part.SEARCH), (GAME, Part.BEAM)], key=str)


def positions():
    match = Match.begin(GAME, 3, {}, secret_from(5))
    yield match, match.pending[0]
    for seat, bid in ((2, 7), (0, 40)):
        match.play(f"bid {bid}", seat=seat)
        yield match, match.pending[0]
    match.play("bid 3", seat=1)
    yield match, match.pending[0]


def test_the_trees_are_the_same(machines):
    for match, seat in positions():
        grown = []
        for machine in machines:
            tree = Tree(machine, Observation.of(match, seat).imagine(3), seat, 3, 600)
            tree.grow(17, 300)
            child = max(tree.children().items(), key=lambda item: item[1][1])
            smaller = tree.replanted(Observation.of(match, seat).imagine(4), (child[0],))
            assert smaller is not None
            grown.append(([[int(x) for x in row] for row in tree.links[:tree.size]],
                          [[int(x) for x in row] for row in tree.gains[:tree.size]],
                          [[int(x) for x in row] for row in smaller.links[:smaller.size]]))
        assert grown[0] == grown[1]
        assert len(grown[0][0]) > 50


def test_the_beams_are_the_same(machines):
    for match, seat in positions():
        observation = Observation.of(match, seat)
        looks = [look(m, observation.imagine(9), seat, len(observation.ids), width=4, breadth=20) for m in machines]
        assert looks[0] == looks[1]
        assert max(looks[0].scores) > 0


def test_a_replanted_tree_is_the_part_below_the_move(machines):
    match, seat = next(positions())
    root = Observation.of(match, seat).imagine(1)
    tree = Tree(machines[0], root, seat, 3, 600)
    tree.grow(1, 400)
    move, (node, visits) = max(tree.children().items(), key=lambda item: item[1][1])
    kept = tree.replanted(root, (move,))
    assert int(kept.links[0][1]) == visits
    assert {k: v[1] for k, v in kept.children().items()} == {k: v[1] for k, v in tree.children(node).items()}
    assert kept.line(0) == tree.line(node)
    assert tree.replanted(root, ((move[0], 10_000),)) is None


def test_a_beam_keeps_apart_what_is_only_judged_alike():
    game = tr.game("el_grande")
    match = Table(4).match(game, 1)
    while not match.legal(match.pending[0])[0].startswith("card"):
        match.play(match.legal(match.pending[0])[0], seat=match.pending[0])
    observation = Observation.of(match, match.pending[0])
    cards = len(observation.ids)
    found = look(Machine(game), observation.imagine(1), observation.seat, cards, width=cards, breadth=cards)
    assert cards == 5
    assert sum(score >= 0 for score in found.scores) > 1, "taking a card changes no worth yet, and every card its chances"
