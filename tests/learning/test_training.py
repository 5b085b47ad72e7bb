"""Training on a tiny budget: it learns, it can be interrupted, and what it writes can be read."""
from dataclasses import replace

import numpy as np
import pytest
from helpers.sealed_bids import GAME
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.bots.net.features import Reading, every_configuration, features_of
from tafelrunde.bots.net.weights import read, written
from tafelrunde.cli.main import app
from tafelrunde.learning.checkpoints import BadTraining
from tafelrunde.learning.lessons import HUNDRED, Shelf
from tafelrunde.learning.network import Network
from tafelrunde.learning.ops import ops_of
from tafelrunde.learning.searching import Settings
from tafelrunde.learning.selfplay import duel
from tafelrunde.learning.teaching import Teaching
from tafelrunde.learning.training import GENTLE, LAST_RATE, RATE, Plan, Training

PLAN = Plan("sealed_bids", rounds=10, games=48, moves=12, times=900, quick=200, steps=24, batch=128, device="cpu", width=32,
            players=(3,))
LITTLE = Settings(12, judgement_of(GAME).horizon, 120, net=1, mix=100)
"""So few iterations that the network's priors and judgement decide."""


@pytest.fixture(autouse=True)
def little_game(monkeypatch):
    monkeypatch.setattr(tr, "game", lambda name: GAME)


def wins(training):
    won, ended = duel(training.features, training.shape, training.network.whole_numbers(), LITTLE, None, 3, 240, "cpu")
    assert ended == 240
    return won / ended


@pytest.mark.slow
def test_it_learns_to_beat_random_play_and_goes_on_after_an_interruption(tmp_path):
    training, path = Training(PLAN), tmp_path / "kept.npz"
    before = wins(training)
    for _ in range(5):
        training.round()
    training.save(path)
    resumed = Training.resumed(path, PLAN)
    assert resumed.progress == training.progress
    assert resumed.network.steps == training.network.steps > 0
    for name, w in training.network.weights.items():
        assert np.array_equal(w, resumed.network.weights[name])
        assert np.array_equal(training.network.square[name], resumed.network.square[name])
    lines = []
    resumed.run(lines.append)
    assert resumed.part == 1
    assert "of other games" in lines[-1]
    resumed.compare(12, 12)
    assert "against strong" in resumed.line()
    after = wins(resumed)
    assert after > max(before, 1 / 3) + 0.12, f"{before:.2f} before, {after:.2f} after, of a fair third"


def test_lessons_tell_what_was_seen_searched_and_won(tmp_path):
    Teaching(Plan("sealed_bids", rounds=2, games=6, times=60, quick=20, device="cpu", width=32, seed=5), tmp_path).run(print)
    shelf, features = Shelf(tmp_path), features_of(GAME)
    found = shelf.new()
    assert len(found) == 2
    assert shelf.new() == []
    for lessons in found:
        assert lessons.rows.shape == (len(lessons), features_of(GAME).numbers)
        assert lessons.rows.max() == features.count
        assert np.allclose(lessons.won.sum(1), 1, atol=0.01)
        assert np.allclose(lessons.searched.sum(1), 1, atol=0.01)
        assert (lessons.won[:, lessons.players.max():] == 0).all()
        assert np.abs(lessons.shares.sum(1).astype(int) - HUNDRED).max() < 12
        legal = np.unpackbits(lessons.legal, axis=1)
        chosen = lessons.shares > 0
        assert legal[np.nonzero(chosen)[0], lessons.actions[chosen]].all(), "only what was legal was visited"
        assert len(np.unique(lessons.games)) > 4
    (tmp_path / "broken.lessons.npz").write_bytes(b"cut off")
    assert shelf.new() == []


def test_a_lesson_has_room_for_every_number():
    features = features_of(GAME)
    ops = ops_of(np, features)
    for configured in every_configuration(GAME):
        reading = features.reading(configured)
        seen = np.array([reading.low], np.int32) + 1
        rows = ops.rows(seen, Reading(*map(np.array, reading)))[0]
        assert rows[rows < features.count].tolist() == reading.first, "each number has a row, the title's judgement too"


def test_a_training_learns_from_what_others_have_played(tmp_path):
    Teaching(Plan("sealed_bids", rounds=1, games=8, times=40, quick=10, device="cpu", width=32), tmp_path).run(print)
    training = Training(Plan("sealed_bids", rounds=2, games=0, steps=3, batch=32, device="cpu", width=32), tmp_path)
    untaught = Network(training.network.ops, training.shape, 1).weights["rows"]
    training.run(lambda line: None)
    assert training.progress.positions > 0
    assert not np.array_equal(training.network.weights["rows"], untaught)


def test_a_network_that_knows_its_title_takes_smaller_steps(tmp_path, monkeypatch):
    plan = Plan("sealed_bids", rounds=2, games=0, steps=1, batch=32, device="cpu", width=32)
    Teaching(replace(plan, rounds=1, games=8, times=40, quick=10), tmp_path).run(print)
    new, taught = Training(plan, tmp_path), Training(plan, tmp_path)
    taught.start(written(GAME, new.network.weights, {"version": "first"}))
    rates = {}
    monkeypatch.setattr(Network, "step", lambda network, gradients, factor, rate: rates.setdefault(network, []).append(rate))
    for training in (new, taught):
        training.run(lambda line: None)
    assert rates[new.network] == pytest.approx([(RATE + LAST_RATE) / 2, LAST_RATE])
    assert rates[taught.network] == pytest.approx([rate * GENTLE for rate in rates[new.network]])


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    path = tmp_path / "kept.npz"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(BadTraining, match="no checkpoint"):
        Training.resumed(path, PLAN)
    Training(PLAN).save(path)
    path.write_bytes(path.read_bytes()[:-900])
    with pytest.raises(BadTraining, match="damaged"):
        Training.resumed(path, PLAN)


def test_the_commands_write_lessons_and_weights_with_their_recipe(tmp_path):
    output, folder = tmp_path / "little.weights", tmp_path / "lessons"
    tiny = "--rounds 1 --times 8 --quick 4 --players 2 --width 32".split()
    said = CliRunner().invoke(app, ["teach", "sealed_bids", str(folder), "--games", "2", *tiny])
    assert said.exit_code == 0, said.output
    assert len(list(folder.iterdir())) == 1
    train = ["train", "sealed_bids", "--output", str(output), *tiny]
    small = ["--games", "0", "--lessons", str(folder), "--batch", "32", "--steps", "2", "--device", "cpu"]
    said = CliRunner().invoke(app, [*train, *small])
    assert said.exit_code == 0, said.output
    weights = read(output.read_bytes(), features_of(GAME))
    assert weights.width == 32
    assert weights.head["recipe"]["plan"]["seed"] == 1
    assert weights.head["recipe"]["progress"]["rounds"] == 1
    guided = CliRunner().invoke(app, ["teach", "sealed_bids", str(folder), "--games", "2", *tiny, "--weights", str(output)])
    assert guided.exit_code == 0, guided.output
    assert len(list(folder.iterdir())) == 2
    wrong = CliRunner().invoke(app, [*train, "--players", "7"])
    assert isinstance(wrong.exception, BadTraining)
    assert "2 to 4" in str(wrong.exception)
    nothing = CliRunner().invoke(app, [*train, "--games", "0"])
    assert isinstance(nothing.exception, BadTraining)
    assert "--lessons" in str(nothing.exception)
