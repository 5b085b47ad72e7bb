"""Titles as WebAssembly modules: of the present sources, the same search number for number, and
clear words otherwise.
"""
import gc
from random import Random

import pytest
from harness import Table, play_on
from helpers.lockstep import mixtures, questions, tables
from helpers.networks import LOOKS, small_network

import tafelrunde as tr
from tafelrunde.bots import Observation, hosted, make, modules
from tafelrunde.bots.explaining import explained
from tafelrunde.bots.looking import BREADTH, WIDTH, look
from tafelrunde.bots.machine import Machine
from tafelrunde.bots.machines import Machines
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.guided import PRIOR
from tafelrunde.bots.net.master import GuidedTree, HostedNetMachine, MasterBot, NetMachine, Networks
from tafelrunde.bots.net.weights import load, read, shipped
from tafelrunde.bots.tree import Tree
from tafelrunde.games import NAMES as TITLES
from tafelrunde.kernel.packing import Packing
from tafelrunde.kernel.record import state_dtype
from tafelrunde.kernel.targets import linking, wasm

WITHOUT_WEBASSEMBLY = """
from llvmlite.binding import Target
known = Target.from_triple
def from_triple(triple):
    if triple.startswith("wasm"):
        raise RuntimeError("No available targets are compatible with " + triple)
    return known(triple)
Target.from_triple = from_triple
"""


@pytest.fixture
def prebuilt(monkeypatch):
    """Permission to use modules, but not to compile."""
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "modules")


@pytest.mark.parametrize("title", TITLES)
def test_every_title_brings_a_module_of_its_present_rules_and_bots(title):
    game = tr.game(title)
    said, now = modules.read_about(modules.find(game)), modules.about(game)
    assert {key: said[key] for key in now} == now, f"tafelrunde build-kernels --target wasm {title}"


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_the_same_sources_give_the_same_bytes(title):
    game = tr.game(title)
    made = modules.compiled(game)
    kept = modules.find(game)
    if modules.read_about(kept)["compiler"] == wasm.compiler():
        assert made == kept
    else:
        assert modules.read_about(made)["exports"] == modules.read_about(kept)["exports"]
        assert made == modules.compiled(game)


@pytest.mark.parametrize("title", TITLES)
def test_every_number_of_players_and_every_value_of_every_option_is_played_in_lockstep(title):
    game = tr.game(title)
    played = [*tables(game), *mixtures(game)]
    assert {table.players for table in played} == set(range(game.seats[0], game.seats[1] + 1))
    reached = {(name, str(value)) for table in played for name, value in table.options.items()}
    assert reached == {(option.name, str(value)) for option in game.options for value in option.others()}
    assert max(len(table.options) for table in played) >= min(4, len(game.options)), "and many at once"


@pytest.mark.parametrize(("missing", "says"), [
    ("import sys; sys.modules['numba'] = None", r"Numba, which is not installed: pip install 'tafelrunde\[fast\]'"),
    (WITHOUT_WEBASSEMBLY, "llvmlite was built without WebAssembly"),
])
def test_what_a_module_cannot_be_built_without_is_named(missing, says, tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(missing, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(modules.NoModule, match=f"^toledo: .*{says}"):
        modules.compiled(tr.game("toledo"))


def test_what_wasmtime_holds_is_let_go_with_its_owner():
    """And so when Python ends: weakref's finalizers run before the modules go, whose absence
    wasmtime would report.
    """
    loaded = hosted.Loaded(modules.find(tr.game("toledo")))
    host = loaded.instance()
    store, held = host.store, (loaded.code, loaded.engine)
    del host
    with pytest.raises(ValueError, match="closed"):
        store.ptr()
    del loaded
    for one in held:
        with pytest.raises(ValueError, match="closed"):
            one.ptr()


@pytest.mark.parametrize("title", TITLES)
def test_a_packed_state_is_the_compiled_record(title):
    game = tr.game(title)
    packing = Packing(game.fields)
    assert packing.size == state_dtype(game.fields).itemsize
    for n, table in enumerate(tables(game)):
        if n % 7 == 0:
            match = play_on(table.match(game, n), Random(n), 30)
            packed = packing.pack(match.state)
            assert packed == game.compiled.template(match.state).tobytes()
            other = game.state()
            packing.unpack(other, packed)
            assert packing.pack(other) == packed
            assert all(getattr(other, f.name) == getattr(match.state, f.name) for f in game.fields)


@pytest.mark.parametrize("title", TITLES)
def test_a_module_thinks_number_for_number_as_the_interpreter_does(title, prebuilt):
    game = tr.game(title)
    pair = Machines().get(game), Machine(game)
    assert isinstance(pair[0], hosted.WasmMachine)
    for observation, seed in questions(game):
        grown, seat = [], observation.seat
        for machine in pair:
            tree = Tree(machine, observation.imagine(seed), seat, observation.players, 300)
            tree.grow(seed, 40)
            tree.grow(seed, 20)
            move = max(tree.children().items(), key=lambda item: item[1][1])[0]
            kept = tree.replanted(observation.imagine(seed + 1), (move,))
            grown.append([[list(map(int, row)) for row in sheet[:t.size]] for t in (tree, kept) for sheet in (t.links, t.gains)])
            grown[-1].append([tree.line(0), tree.lead(), tree.share(0)])
        assert grown[0] == grown[1]
        looks = [look(m, observation.imagine(seed), seat, len(observation.ids), WIDTH, BREADTH) for m in pair]
        assert looks[0] == looks[1]


@pytest.mark.parametrize("look_", LOOKS)
@pytest.mark.parametrize("title", TITLES)
def test_a_module_searches_with_a_network_node_for_node_as_the_interpreter_does(title, look_, prebuilt):
    game = tr.game(title)
    weights = read(small_network(game, look_, 16), features_of(game))
    opened = hosted.opener(game)
    pair = HostedNetMachine(game, weights, opened), NetMachine(game, weights)
    for observation, seed in questions(game):
        grown, seat = [], observation.seat
        for machine in pair:
            tree = GuidedTree(machine.apart(), observation.imagine(seed), seat, observation.players, 600)
            tree.grow(seed, 20)
            tree.grow(seed, 10)
            move = max(tree.children().items(), key=lambda item: item[1][1])[0]
            kept = tree.replanted(observation.imagine(seed + 1), (move,))
            kept.grow(seed, 10)
            grown.append([[list(map(int, row)) for row in sheet[:t.size]] for t in (tree, kept) for sheet in (t.links, t.gains)])
            grown[-1].append([tree.line(0), tree.lead(), tree.share(0), looked(machine, observation, seed)])
        assert grown[0] == grown[1]
        assert len(grown[0][0]) > 10
        assert any(row[PRIOR] for row in grown[0][0])


def looked(machine, observation, seed):
    """What the network says of a position: every seat's chances, and the policy."""
    game, root = machine.game, observation.imagine(seed)
    reading, *rest, scores, turned = machine.desk(root)
    chances = machine.numbers(8)
    n = machine.call.look_once(machine.pool(root, 1), observation.seat, machine.mask(), machine.numbers(machine.parts, 8),
                               machine.parts, chances, reading, *rest, scores, turned, 1)
    assert n == len(observation.ids) <= len(game.actions)
    return [int(x) for x in chances], [int(x) for x in scores][:n]


@pytest.mark.parametrize("title", [title for title in TITLES if shipped(tr.game(title))])
def test_shipped_weights_say_the_same_in_a_module(title, prebuilt):
    game = tr.game(title)
    weights = load(game)
    pair = HostedNetMachine(game, weights, hosted.opener(game)), NetMachine(game, weights)
    for observation, seed in questions(game):
        assert looked(pair[0], observation, seed) == looked(pair[1], observation, seed)


def test_bots_decide_in_modules_on_several_threads_and_say_why(prebuilt, monkeypatch):
    house = Machines()
    monkeypatch.setattr("tafelrunde.bots.strong.MACHINES", house)
    monkeypatch.setattr("tafelrunde.bots.simple.MACHINES", house)
    game = tr.game("toledo")
    match = Table(3).match(game, 5)
    bots = [make("strong:10ms", game, 1, threads=2), make("strong:60nodes", game, 2), make("simple", game, 3)]
    for _ in range(12):
        seat = match.pending[0]
        match.play(bots[seat].decide(Observation.of(match, seat)), seat=seat)
    assert all(isinstance(bot.thought.machine, hosted.WasmMachine) for bot in bots)
    assert "prepared" not in explained(bots[1].thought, "en")
    kept = make("strong:60nodes", game, 9)
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "no")
    same = make("strong:60nodes", game, 9)
    observation = Observation.of(match, match.pending[0])
    assert same.decide(observation) == kept_with_modules(kept, observation, monkeypatch)


def kept_with_modules(bot, observation, monkeypatch):
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "modules")
    return bot.decide(observation)


def test_masters_think_in_modules_on_several_threads_and_as_the_interpreter_does(prebuilt, monkeypatch):
    game = tr.game("toledo")
    weights = read(small_network(game), features_of(game))
    match = Table(3).match(game, 5)
    bots = [MasterBot(game, 1, milliseconds=10, threads=2, weights=weights), MasterBot(game, 2, nodes=30, weights=weights),
            MasterBot(game, 3, nodes=20, weights=weights)]
    for _ in range(12):
        seat = match.pending[0]
        match.play(bots[seat].decide(Observation.of(match, seat)), seat=seat)
    assert all(isinstance(bot.thought.machine, HostedNetMachine) for bot in bots)
    assert len({id(tree.machine) for tree in bots[0].trees}) == 2, "each thread has a memory of its own"
    assert all("prepared" not in bot.explain("en") for bot in bots)
    pair = [MasterBot(game, 9, nodes=20, weights=weights) for _ in range(2)]
    observation = Observation.of(match, match.pending[0])
    kept = pair[0].decide(observation)
    monkeypatch.setenv("TAFELRUNDE_COMPILE", "no")
    assert pair[1].decide(observation) == kept
    assert type(pair[1].thought.machine) is NetMachine


@pytest.mark.parametrize("kind", [Tree, GuidedTree])
def test_a_machine_takes_no_more_memory_for_every_decision(kind, prebuilt):
    game = tr.game("rheinlaender")
    weights = read(small_network(game), features_of(game))
    machine = Machines().get(game).apart() if kind is Tree else HostedNetMachine(game, weights, hosted.opener(game))
    (observation, seed), *_ = questions(game, 1)
    ends = []
    for _ in range(4):
        tree = kind(machine, observation.imagine(seed), observation.seat, observation.players, 200)
        tree.grow(seed, 10)
        del tree
        gc.collect()
        ends.append(machine.memory.host.end)
    assert len(set(ends)) == 1


def test_a_module_that_is_missing_damaged_or_of_another_version_is_not_used(tmp_path, monkeypatch, prebuilt):
    game = tr.game("toledo")
    path, whole = tmp_path / "kernel.wasm", modules.find(game)
    monkeypatch.setattr(modules, "module_path", lambda game: path)
    for content, says in ((None, "there is no kernel.wasm"), (whole[:5000], "damaged"), (b"<html>", "damaged"),
                          (whole.replace(modules.about(game)["digest"].encode(), b"0" * 20), "another version")):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(modules.NoModule, match=says):
            hosted.Loaded(modules.find(game))
        assert type(Machines().get(game)) is Machine, "bots think on the interpreter instead"
        assert Networks().get(game, load(game)) is None, "and so does a network"


def test_what_an_object_lacks_is_named():
    with pytest.raises(linking.LinkError, match="not WebAssembly"):
        linking.link(b"nothing", ["play"], 0, ("", b""))
    wants = linking.section(linking.IMPORTS, b"\1" + linking.text("env") + linking.text("log") + b"\0\0")
    with pytest.raises(linking.LinkError, match="needs log"):
        linking.link(linking.HEADER + wants, ["play"], 0, ("", b""))
    with pytest.raises(linking.LinkError, match="lacks play"):
        linking.link(linking.HEADER, ["play"], 0, ("", b""))
    with pytest.raises(wasm.WasmError, match="NUMBA_CPU_NAME"):
        wasm.module(tr.game("toledo"), modules.exports, {}, ("", {}))
