"""Practice on a tiny budget: it learns without search, can be interrupted, and may begin with
weights.
"""
import inspect
import re
import sys
from dataclasses import asdict, replace

import numpy as np
import pytest
from helpers.sealed_bids import GAME
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.weights import read, written
from tafelrunde.cli.main import app
from tafelrunde.cli.train import practise
from tafelrunde.learning import eyes, practice
from tafelrunde.learning.checkpoints import BadTraining
from tafelrunde.learning.network import Network
from tafelrunde.learning.practice import BEGUN, LAST_RATE, RATE, SELVES, Plan, Practice
from tafelrunde.learning.training import Plan as OtherPlan
from tafelrunde.learning.training import Training
from tafelrunde.research.asking import BatchError

PLAN = Plan("sealed_bids", rounds=24, games=160, moves=12, batch=256, device="cpu", width=32, players=(3,))
TINY = replace(PLAN, rounds=2, games=12, moves=3, batch=4096)
TITLES = tr.games()


@pytest.fixture(autouse=True)
def little_game(request, monkeypatch):
    if "real" not in request.node.name:
        monkeypatch.setattr(tr, "game", lambda name: GAME)


def test_it_learns_to_beat_random_play_and_goes_on_after_an_interruption(tmp_path):
    practice, path = Practice(PLAN), tmp_path / "kept.npz"
    before = practice.wins(None, 480)
    for _ in range(12):
        practice.round()
    practice.remember()
    practice.save(path)
    resumed = Practice.resumed(path, PLAN)
    assert resumed.progress == practice.progress
    assert resumed.part == practice.part == 0.5
    assert resumed.scale == practice.scale > 0
    assert resumed.network.steps == practice.network.steps > 0
    for name, w in practice.network.weights.items():
        assert np.array_equal(w, resumed.network.weights[name])
        assert np.array_equal(practice.network.slow[name], resumed.network.slow[name])
        assert np.array_equal(practice.network.square[name], resumed.network.square[name])
        assert np.array_equal(practice.selves[0].weights[name], resumed.selves[0].weights[name])
    first = Practice(PLAN)
    for one in (first, resumed):
        one.set_tables()
    assert not {t.batch.seed for t in first.tables} & {t.batch.seed for t in resumed.tables}, "the first games do not come again"
    lines = []
    resumed.run(lines.append)
    assert resumed.part == 1
    assert "against random play" in lines[-1]
    assert "against its first self" in lines[-1]
    assert re.search(r"games \([\d,]+ a second\), [\d.]+ M decisions \([\d,]+ a second\)", lines[-1])
    after = resumed.wins(None, 480)
    assert after > max(before, 1 / 3) + 0.4, f"{before:.2f} before, {after:.2f} after, of a fair third"


def test_comparing_takes_little_of_the_time(monkeypatch):
    made, now, spent, kept = Practice(replace(TINY, rounds=0, seconds=3000)), [0.0], [], []

    def passes(seconds, note=None):
        now[0] += seconds
        if note is not None:
            note.append(seconds)

    monkeypatch.setattr(practice, "perf_counter", lambda: now[0])
    monkeypatch.setattr(made, "round", lambda: passes(5))
    monkeypatch.setattr(made, "compare", lambda: passes(30, spent))
    lines = []
    made.run(lines.append, lambda: passes(0, kept))
    assert len(lines) > 100
    assert len(kept) == len(lines) + len(spent), "after every line, and before each comparison"
    assert len(made.selves) == SELVES
    assert 5 < len(spent) < 14, "a tenth of the time, and the end"
    assert 3000 <= made.progress.seconds < 3040


def test_with_a_start_the_schedule_begins_later(tmp_path, monkeypatch):
    first, path = Practice(TINY), tmp_path / "kept.npz"
    first.network.weights["head"] *= 2
    practice = Practice(replace(TINY, rounds=3))
    practice.start(written(GAME, first.network.weights, {"version": "first"}))
    assert practice.origin == {"version": "first"}
    assert np.abs(practice.network.weights["rows"] - first.network.weights["rows"]).max() < 0.01
    rates = []
    monkeypatch.setattr(Network, "learn", lambda network, some, rate, *further: rates.append(rate) or np.zeros(3))
    parts = []
    for _ in range(3):
        parts.append(practice.part)
        practice.round()
        practice.save(path)
        practice = Practice.resumed(path, practice.plan)
    assert parts == pytest.approx([BEGUN, BEGUN + (1 - BEGUN) / 3, BEGUN + (1 - BEGUN) * 2 / 3])
    assert practice.part == 1
    assert rates == pytest.approx([RATE + (LAST_RATE - RATE) * part for part in parts])
    assert practice.origin == {"version": "first"}, "a checkpoint remembers it"
    timed = Practice(replace(TINY, rounds=0, seconds=100))
    assert timed.part == 0
    timed.start(written(GAME, first.network.weights, {}))
    timed.progress.seconds = 50
    assert timed.part == pytest.approx(BEGUN + (1 - BEGUN) / 2), "with a recipe that says nothing, too"


def weights_of(network):
    return written(GAME, network.weights, {})


def test_it_finds_what_beats_a_network():
    weak = Practice(replace(PLAN, rounds=2))
    for _ in range(2):
        weak.round()
    practice = Practice(PLAN)
    practice.meet([], weights_of(weak.network))
    before = practice.wins(practice.exploited, 480)
    lines = []
    practice.run(lines.append)
    for table in practice.tables:
        assert table.other is practice.exploited
        assert ((~table.by_other).sum(axis=1) == 1).all(), "one seat of every game learns"
    assert len(practice.plan.exploits) == 64
    assert "against the network it exploits" in lines[-1]
    after = practice.wins(practice.exploited, 480)
    assert after > max(before, 1 / 3) + 0.2, f"{before:.2f} before, {after:.2f} after, of a fair third"


def test_rivals_play_some_of_the_seats():
    first, second = Practice(replace(TINY, seed=5)), Practice(replace(TINY, seed=6))
    practice = Practice(replace(TINY, games=600))
    practice.meet([weights_of(first.network), weights_of(second.network)])
    assert len(set(practice.plan.rivals)) == 2
    assert practice.plan.exploits == ""
    met = set()
    for _ in range(12):
        practice.tables = []
        practice.set_tables()
        usual, other = practice.tables
        assert usual.other is None
        met.add(practice.rivals.index(other.other))
        assert 0 < other.by_other.mean() < 0.5
    assert met == {0, 1}
    practice.remember()
    practice.compare(60)
    assert practice.progress.against.keys() == {"random play", "its first self", "rival 1", "rival 2"}
    for name, w in first.network.rounded.items():
        assert np.abs(w - practice.rivals[0].rounded[name]).max() <= 2 ** -12, name


def test_the_smallest_plan_learns_too():
    practice = Practice(TINY)
    practice.round()
    assert practice.network.steps == 1, "less than half a batch is a batch"


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    path = tmp_path / "kept.npz"
    for content in (b"nothing of the kind", b""):
        path.write_bytes(content)
        with pytest.raises(BadTraining, match="no checkpoint"):
            Practice.resumed(path, TINY)
    with path.open("wb") as out:
        np.save(out, np.arange(3))
    with pytest.raises(BadTraining, match="no checkpoint"):
        Practice.resumed(path, TINY)
    practice = Practice(TINY)
    practice.save(path)
    with np.load(path) as found:
        arrays = dict(found)
    with pytest.raises(BadTraining, match="a network of width 32, not 16"):
        Practice.resumed(path, replace(TINY, width=16))
    with pytest.raises(BadTraining, match="the format practise 3, not 3"):
        Training.resumed(path, OtherPlan("sealed_bids", device="cpu", width=32))
    Training(OtherPlan("sealed_bids", device="cpu", width=32)).save(path)
    with pytest.raises(BadTraining, match="the format 3, not practise 3"):
        Practice.resumed(path, TINY)
    for name, other in (("square.inner", None), ("w.head", np.zeros((2, 2), np.float32))):
        np.savez(path, **{key: w if key != name else other for key, w in arrays.items() if key != name or other is not None})
        with pytest.raises(BadTraining, match="damaged"):
            Practice.resumed(path, TINY)
    practice.save(path)
    path.write_bytes(path.read_bytes()[:-900])
    with pytest.raises(BadTraining, match="damaged"):
        Practice.resumed(path, TINY)


@pytest.fixture
def command(tmp_path):
    """Calls `practise` with a tiny plan; its output and checkpoint."""
    output, kept = tmp_path / "little.weights", tmp_path / "kept.npz"

    def call(*further):
        return CliRunner().invoke(app, ["practise", "sealed_bids", "--output", str(output), "--checkpoint", str(kept), "--device",
                                        "cpu", *"--games 12 --moves 3 --batch 16 --width 32 --players 3".split(), *further])

    return call, output, kept


def test_the_command_writes_weights_that_training_begins_with(command, tmp_path):
    call, output, _ = command
    said = call("--rounds", "2")
    assert said.exit_code == 0, said.output
    weights = read(output.read_bytes(), features_of(GAME))
    assert weights.head["recipe"]["plan"]["players"] == [3]
    assert weights.head["recipe"]["progress"]["rounds"] == 2
    assert weights.head["recipe"]["progress"]["against"].keys() == {"random play"}
    plan = OtherPlan("sealed_bids", games=8, device="cpu", width=32, seed=9)
    training = Training(plan)
    training.start(output.read_bytes())
    practice = Practice.resumed(tmp_path / "kept.npz", TINY)
    for name, w in practice.network.rounded.items():
        assert np.abs(w - training.network.rounded[name]).max() <= (2 ** -12 if "bias" in name else 0), name
    with pytest.raises(BadTraining, match="start: the network has a width of 32, not 16"):
        Training(replace(plan, width=16)).start(output.read_bytes())
    tiny = "--rounds 1 --games 8 --moves 2 --times 8 --quick 4 --steps 1 --batch 16 --device cpu --width 32".split()
    said = CliRunner().invoke(app, ["train", "sealed_bids", "--output", str(tmp_path / "next"), "--start", str(output), *tiny])
    assert said.exit_code == 0, said.output
    recipe = read((tmp_path / "next").read_bytes(), features_of(GAME)).head["recipe"]
    assert recipe["start"] == weights.head["recipe"], "training remembers where it began, too"


def test_the_command_begins_with_weights_and_remembers_their_recipe(command, tmp_path):
    call, output, kept = command
    earlier = tmp_path / "earlier.weights"
    said = call("--rounds", "2", "--output", str(earlier), "--checkpoint", str(tmp_path / "earlier.npz"))
    assert said.exit_code == 0, said.output
    before = read(earlier.read_bytes(), features_of(GAME)).head["recipe"]
    assert "start" not in before
    for rounds in ("1", "2"):
        said = call("--rounds", rounds, "--start", str(earlier))
        assert said.exit_code == 0, said.output
        recipe = read(output.read_bytes(), features_of(GAME)).head["recipe"]
        assert recipe["start"] == before
        assert recipe["progress"]["rounds"] == int(rounds)
    assert "and 1 rounds" in said.output, "the second time it went on"
    kept.unlink()
    third = tmp_path / "third.weights"
    said = call("--rounds", "1", "--start", str(output), "--output", str(third))
    assert said.exit_code == 0, said.output
    assert read(third.read_bytes(), features_of(GAME)).head["recipe"]["start"] == recipe, "the whole history"
    kept.unlink()
    assert "a width of 32, not 16" in str(call("--start", str(output), "--width", "16").exception)


def test_the_command_lets_others_play_and_says_who(command, tmp_path):
    call, output, kept = command
    earlier = tmp_path / "earlier.weights"
    assert call("--rounds", "1", "--output", str(earlier)).exit_code == 0
    sha = read(earlier.read_bytes(), features_of(GAME)).head["sha256"]
    for further, plays in ((("--exploit", str(earlier)), ([], sha)), (("--rival", str(earlier)), ([sha], ""))):
        kept.unlink(missing_ok=True)
        said = call("--rounds", "1", *further)
        assert said.exit_code == 0, said.output
        plan = read(output.read_bytes(), features_of(GAME)).head["recipe"]["plan"]
        assert (plan["rivals"], plan["exploits"]) == plays
        kept.unlink()
        refused = call(*further, "--width", "16")
        assert f"{further[0][2:]}: the network has a width of 32, not 16" in str(refused.exception)
    both = call("--exploit", str(earlier), "--rival", str(earlier))
    assert isinstance(both.exception, BadTraining)
    assert "no place for a rival" in str(both.exception)


def test_the_command_plans_what_a_plan_is_by_default():
    said = {name: of.default for name, of in inspect.signature(practise).parameters.items()}
    plan = asdict(Plan("toledo"))
    for name in ("rounds", "games", "moves", "batch", "seed", "width"):
        assert said[name] == plan[name], name
    assert said["device"].value == plan["device"]
    assert 60 * said["minutes"] == plan["seconds"]
    assert {said[name] for name in ("players", "start", "rival", "exploit")} == {None}


def test_after_an_interruption_the_command_goes_on_from_its_checkpoint(command, monkeypatch):
    call, output, kept = command
    assert call("--rounds", "2").exit_code == 0
    first = kept.read_bytes()
    playing, rounds = Practice.round, []

    def interrupted(practice):
        playing(practice)
        rounds.append(practice.progress.rounds)
        raise KeyboardInterrupt

    with monkeypatch.context() as during:
        during.setattr(Practice, "round", interrupted)
        assert call("--rounds", "4").exit_code != 0
    assert rounds == [3]
    assert kept.read_bytes() == first, "the checkpoint is whole"
    said = call("--rounds", "4")
    assert said.exit_code == 0, said.output
    assert "and 2 rounds" in said.output
    assert read(output.read_bytes(), features_of(GAME)).head["recipe"]["progress"]["rounds"] == 4
    output.unlink()
    said = call("--rounds", "4")
    assert said.exit_code == 0, said.output
    assert output.exists(), "nothing is left to do but to write the weights"


def test_wrong_settings_are_named(command, tmp_path):
    call, _, kept = command
    for further, why in ((("--players", "7"), "players: sealed_bids is for 2 to 4"),
                         (("--output", str(tmp_path / "no folder" / "x")), "output: "),
                         (("--checkpoint", str(tmp_path)), "checkpoint: ")):
        said = call(*further)
        assert isinstance(said.exception, BadTraining)
        assert why in str(said.exception)
    for further, name in ((("--games", "3"), "--games"), (("--batch", "0"), "--batch"), (("--seed", "-1"), "--seed"),
                          (("--moves", "0"), "--moves"), (("--minutes", "0"), "--minutes"),
                          (("--start", str(tmp_path / "none")), "--start")):
        said = call(*further)
        assert said.exit_code == 2
        assert name in said.output
    kept.write_bytes(b"something else")
    assert "no checkpoint" in str(call().exception)


def test_without_a_gpu_the_device_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(BatchError, match="device: "):
        Practice(replace(TINY, device="cuda"))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler does not exist for macOS: no kernels can be built")
@pytest.mark.parametrize("title", TITLES)
def test_the_kernel_of_a_real_title_is_built(title, tmp_path, monkeypatch):
    monkeypatch.setenv("TAFELRUNDE_CACHE", str(tmp_path))
    code = (eyes.build(tr.game(title)) / "watch_all.ptx").read_text("utf-8")
    entry = re.search(r"\.visible \.entry watch_all\(\s*(.*?)\s*\)", code, re.S)
    assert entry
    assert len(re.findall(r"\.param", entry[1])) == 7 + 7, "the games as an array, and what `Eyes` passes besides"
    assert re.search(r"^\.target sm_75\b", code, re.M)
    assert "st.global" in code
    assert sum(map(int, re.findall(r"\.const .*\[(\d+)\]", code))) <= 65536, "a GPU's constant memory"
