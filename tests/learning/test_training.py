"""Training on a tiny budget: it learns, it can be interrupted, and what it writes can be read."""
import numpy as np
import pytest
from helpers.sealed_bids import GAME
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.weights import read
from tafelrunde.cli.main import app
from tafelrunde.learning.training import BadTraining, Plan, Training, duel

PLAN = Plan("sealed_bids", rounds=8, games=64, steps=6, between=2, longest=40, times=900, guided=0.25, batch=64,
            device="cpu", width=32, players=(3,))


@pytest.fixture(autouse=True)
def little_game(monkeypatch):
    monkeypatch.setattr(tr, "game", lambda name: GAME)


def test_it_learns_to_beat_random_play_and_goes_on_after_an_interruption(tmp_path):
    training, path = Training(PLAN), tmp_path / "kept.npz"
    before = duel(training.features, training.network, None, 3, 300, "cpu")
    for _ in range(4):
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
    assert "against random" in lines[-1]
    after = duel(resumed.features, resumed.network, None, 3, 300, "cpu")
    assert after > max(before, 1 / 3) + 0.12, f"{before:.2f} before, {after:.2f} after, of a fair third"


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    path = tmp_path / "kept.npz"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(BadTraining, match="no checkpoint"):
        Training.resumed(path, PLAN)
    Training(PLAN).save(path)
    path.write_bytes(path.read_bytes()[:-900])
    with pytest.raises(BadTraining, match="damaged"):
        Training.resumed(path, PLAN)


def test_the_command_writes_weights_with_their_recipe(tmp_path):
    output = tmp_path / "little.weights"
    tiny = "--rounds 1 --games 16 --steps 2 --longest 40 --times 8 --batch 64 --players 2 --width 32 --device cpu".split()
    said = CliRunner().invoke(app, ["train", "sealed_bids", "--output", str(output), *tiny])
    assert said.exit_code == 0, said.output
    weights = read(output.read_bytes(), features_of(GAME))
    assert weights.width == 32
    assert weights.head["recipe"]["plan"]["seed"] == 1
    assert weights.head["recipe"]["progress"]["rounds"] == 1
    wrong = CliRunner().invoke(app, ["train", "sealed_bids", "--output", str(output), "--players", "7"])
    assert isinstance(wrong.exception, BadTraining)
    assert "2 to 4" in str(wrong.exception)
