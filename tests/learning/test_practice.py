"""Practice on a tiny budget: it learns without search, can be interrupted, and sees what a seat may
know.
"""
import re
import sys
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from helpers.sealed_bids import GAME
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.bots.judgement import judged, judgement_of
from tafelrunde.bots.net.features import EVEN, FINE, features_of
from tafelrunde.bots.net.weights import read
from tafelrunde.cli.main import app
from tafelrunde.kernel import seed_generator
from tafelrunde.kernel.batching import encode
from tafelrunde.kernel.observing import schema, seats_in_use
from tafelrunde.kernel.targets.cuda import observers
from tafelrunde.learning import eyes, practice
from tafelrunde.learning.checkpoints import BadTraining
from tafelrunde.learning.eyes import Eyes
from tafelrunde.learning.lessons import rows_of
from tafelrunde.learning.network import NOT, Network, Shape, softmax
from tafelrunde.learning.practice import CLIP, SELVES, TRACE, Plan, Practice, Table, targets
from tafelrunde.learning.searching import Searcher, Settings
from tafelrunde.learning.training import Plan as OtherPlan
from tafelrunde.learning.training import Training, any_options
from tafelrunde.research import Batch
from tafelrunde.research.asking import BatchError

PLAN = Plan("sealed_bids", rounds=24, games=160, moves=12, batch=256, device="cpu", width=32, players=(3,))
TINY = replace(PLAN, rounds=2, games=12, moves=3, batch=4096)
TITLES = tr.games()
EVERY_CONFIGURATION = [*product((2, 3, 4), ({}, {"generous": True}))]


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
    assert after > max(before, 1 / 3) + 0.25, f"{before:.2f} before, {after:.2f} after, of a fair third"


def test_gradients_are_those_of_the_clipped_loss():
    practice, draw, n = Practice(PLAN), np.random.default_rng(4), 60
    net = practice.network = Network(np, Shape(20, 8, 6, 5, 3), 1)
    net.cell = np.float64
    net.weights = {name: draw.normal(0, 0.3, w.shape) for name, w in net.weights.items()}
    net.rounded = dict(net.weights)
    given = (draw.random((n, 20)) < 0.4).astype(np.float64)
    legal = draw.random((n, 5)) < 0.7
    legal[:, 0] = True
    seated = np.arange(3) < draw.integers(2, 4, (n, 1))
    said, _, _ = net.said(given, seated, legal)
    action = np.array([draw.choice(5, p=line / line.sum()) for line in said.astype(np.float64)])
    learns = draw.random(n) < 0.7
    some = {"legal": legal, "seated": seated, "action": action, "learns": learns, "gain": np.where(learns, draw.normal(size=n), 0),
            "before": np.log(said[np.arange(n), action]) + draw.normal(0, 0.3, n),
            "shares": softmax(np, np.where(seated, draw.normal(size=(n, 3)), NOT))}
    curiosity = 0.3

    def loss():
        out = np.concatenate(net.hidden(given), axis=1) @ net.rounded["head"] + net.rounded["head_bias"]
        policy, chances = softmax(np, np.where(legal, out[:, :5], NOT)), softmax(np, np.where(seated, out[:, 5:], NOT))
        ratio = policy[np.arange(n), action] / np.exp(some["before"])
        surrogate = np.minimum(ratio * some["gain"], np.clip(ratio, 1 - CLIP, 1 + CLIP) * some["gain"])
        unsure = -(policy * np.log(policy + 1e-12)).sum(axis=1) * learns
        judged = -(some["shares"] * np.log(chances + 1e-12)).sum(axis=1)
        return (-surrogate - curiosity * unsure + judged).mean(), ((ratio < 1 - CLIP) | (ratio > 1 + CLIP)).mean()

    wrong, both, losses = practice.wrong(given, some, curiosity)
    assert losses[0] - curiosity * losses[1] + losses[2] == pytest.approx(loss()[0], abs=1e-4)
    assert 0.2 < loss()[1] < 0.8, "some are clipped, some are not"
    assert not wrong[~learns, :5].any(), "what earlier selves decided is not learned from"
    assert wrong[~learns, 5:].any(axis=1).all(), "but how it ended is"
    for name, found in net.back(given, both, wrong).items():
        step = draw.normal(size=found.shape) * 1e-5
        before, values = net.rounded[name], []
        for sign in (1, -1):
            net.rounded[name] = before + sign * step
            values.append(loss()[0])
        net.rounded[name] = before
        assert values[0] - values[1] == pytest.approx(float((found * step).sum()) * 2, rel=0.02, abs=1e-8), name


def test_decisions_are_worth_what_the_same_game_brought():
    draw, times, n, players = np.random.default_rng(1), 7, 5, 3
    values = [softmax(np, draw.normal(size=(n, players))) for _ in range(times)]
    shares = [softmax(np, draw.normal(size=(n, players))) for _ in range(times)]
    last = softmax(np, draw.normal(size=(n, players)))
    ends = [draw.random(n) < 0.3 for _ in range(times)]
    found = targets(np, values, ends, shares, last)
    assert 3 < sum(end.sum() for end in ends) < times * n - 3
    for t, i in product(range(times), range(n)):
        # The mean of all returns; those of k further decisions count with TRACE to the k.
        expected, weight = np.zeros(players), 1.0
        for k in range(t, times):
            if ends[k][i]:
                expected += weight * shares[k][i]
                weight = 0
                break
            following = values[k + 1][i] if k + 1 < times else last[i]
            expected += weight * (1 - TRACE) * following
            weight *= TRACE
        assert np.allclose(found[t][i], expected + weight * last[i])


def test_what_is_learned_from_fits_what_was_played():
    practice = Practice(replace(PLAN, games=200, moves=20, batch=100))
    practice.remember()
    practice.selves[0].rounded["head_bias"] = np.arange(practice.shape.actions + practice.shape.seats) * 100.0
    practice.set_tables()
    usual, other = practice.tables[:2]
    assert usual.earlier is None
    assert other.earlier is practice.selves[0]
    assert 0 < other.by_earlier.mean() < 0.5
    assert not other.by_earlier.all(axis=1).any(), "somebody learns in every game"
    for table in (usual, other):
        log, seats = practice.played(table), np.arange(practice.shape.seats)
        assert len(log["gain"]) == 20 * table.n
        assert log["learns"].all() == (table.earlier is None)
        assert log["legal"][np.arange(len(log["action"])), log["action"]].all()
        highest = log["action"] == practice.shape.actions - 1 - log["legal"][:, ::-1].argmax(axis=1)
        assert highest[~log["learns"]].all(), "the earlier self plays its own way"
        assert not highest[log["learns"]].all()
        assert np.allclose(log["shares"].sum(axis=1), 1, atol=1e-4)
        assert not log["shares"][:, seats >= table.players].any()
        assert (log["seated"] == (seats < table.players)).all()
        assert (log["before"] <= 1e-6).all()
    assert practice.progress.games > 100
    whole = []
    practice.wrong = lambda given, some, curiosity: whole.append(some) or Practice.wrong(practice, given, some, curiosity)
    logs = [practice.played(table) for table in practice.tables]
    practice.learn(logs)
    assert sum(len(some["action"]) for some in whole) == sum(len(log["action"]) for log in logs), "all is learned from once"
    assert {len(some["action"]) for some in whole} <= {*range(90, 111)}
    gains = np.concatenate([some["gain"] for some in whole])
    learns = np.concatenate([some["learns"] for some in whole])
    assert not gains[~learns].any()
    assert gains[learns].std() == pytest.approx(1, abs=0.01)


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


def test_the_smallest_plan_learns_too():
    practice = Practice(TINY)
    practice.round()
    assert practice.network.steps == 1, "less than half a batch is a batch"


@pytest.mark.parametrize(("players", "options"), EVERY_CONFIGURATION)
def test_eyes_show_what_searches_are_shown_and_nothing_hidden(players, options):
    features = features_of(GAME)
    batch = Batch("sealed_bids", players, 40, options, 5, "cpu", threads=1)
    searcher = Searcher(batch.engine, batch.configured, features, [Settings(2, 2)], Shape.of(features, 8), 9)
    sees = Eyes(batch.engine, batch.configured, features, 3)
    shown, hidden = [], 0
    sees.look, looks = lambda pool: shown.append(looks(pool).copy()) or shown[-1], sees.look
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
        twin = batch.clone()
        twin.resample(seed=77)
        hidden += differ(twin, batch)
        others = Eyes(twin.engine, batch.configured, features, 3)
        others.seeds[:] = sees.seeds - 1
        assert np.array_equal(others.rows(), rows), "the same whatever is hidden"
        batch.step(batch.random_actions())
    assert hidden > 6


def test_every_seat_is_told_its_own_chances():
    practice = Practice(TINY)
    table = Table(practice.features, 4, {}, 8, 1, "cpu", None, practice.draw)
    chances, seat = np.random.default_rng(2).random((8, 4)), np.arange(8) % 4
    by_seat = table.by_seat(chances, seat)
    assert np.array_equal(table.from_seat(by_seat, seat), chances)
    assert all(by_seat[i, seat[i]] == chances[i, 0] and by_seat[i, (seat[i] + 1) % 4] == chances[i, 1] for i in range(8))


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
    with pytest.raises(BadTraining, match="the format practise 1, not 3"):
        Training.resumed(path, OtherPlan("sealed_bids", device="cpu", width=32))
    Training(OtherPlan("sealed_bids", device="cpu", width=32)).save(path)
    with pytest.raises(BadTraining, match="the format 3, not practise 1"):
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
                          (("--moves", "0"), "--moves"), (("--minutes", "0"), "--minutes")):
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


@pytest.mark.slow
def test_a_real_title_is_practised():
    practice = Practice(Plan("toledo", rounds=1, games=12, moves=4, batch=64, device="cpu"))
    untaught = Network(np, practice.shape, 1).weights["rows"]
    practice.round()
    assert practice.network.steps == 1
    assert practice.progress.decisions == 4 * 14
    assert not np.array_equal(practice.network.weights["rows"], untaught)
    assert all(np.isfinite(w).all() for w in practice.network.weights.values())


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_in_a_real_title_eyes_show_what_a_seat_may_know(title):
    """In every number of players, with the default options and with drawn ones."""
    game = tr.game(title)
    features, choice, hidden = features_of(game), Random(3), 0
    for players in range(game.seats[0], game.seats[1] + 1):
        for options in ({}, any_options(game, choice), any_options(game, choice)):
            batch = Batch(title, players, 16, options, 4, "cpu", threads=1)
            for _ in range(30):
                batch.step(batch.random_actions())
            twin = batch.clone()
            twin.resample(seed=77)
            hidden += differ(twin, batch)
            mine, others = (Eyes(of.engine, of.configured, features, 5) for of in (batch, twin))
            rows = mine.rows()
            assert np.array_equal(rows, others.rows()), "the same whatever is hidden"
            for i in range(batch.n):
                seen = imagined(game, batch.perfect_state(i), int(batch.seat[i]), int(mine.seeds[i]))
                assert np.array_equal(rows[i], rows_of(np, np.array([seen], np.int16), mine.reading, features)[0])
    assert hidden > 6


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
