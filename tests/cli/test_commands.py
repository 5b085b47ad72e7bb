"""The plain commands, run as a person runs them."""
import json
import random
import subprocess
import sys

import pytest
from harness import play_on

import tafelrunde as tr


def tafelrunde(*words, code=0):
    done = subprocess.run([sys.executable, "-m", "tafelrunde.cli.main", *words], capture_output=True, text=True,
                          timeout=600, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    match = play_on(tr.new("el_grande", players=3, seed="cli", options={"short": True}), random.Random(1))
    path = tmp_path_factory.mktemp("records") / "game.txt"
    path.write_text(match.record(), encoding="utf-8")
    return path


def test_simulate_tells_scores_seats_and_length():
    told = tafelrunde("simulate", "el_grande", "--games", "20", "--players", "3", "-o", "short", "--interpreted")
    assert "3 players, 20 games" in told
    assert "wins %" in told
    assert "Decisions in a game" in told


def test_simulate_refuses_what_cannot_be():
    assert "2 to 5 players" in tafelrunde("simulate", "el_grande", "--players", "9", code=2)
    assert "no option 'tall'" in tafelrunde("simulate", "el_grande", "-o", "tall", code=2)
    assert "no game 'chess'" in tafelrunde("simulate", "chess", code=2)


def test_replay_tells_the_game_and_the_result(record):
    told = tafelrunde("replay", str(record))
    assert "The game is over." in told
    half = tafelrunde("replay", str(record), "--at", "10")
    assert "is deciding" in half or "still deciding" in half


def test_verify_recomputes_every_draw(record, tmp_path):
    assert "Fair" in tafelrunde("verify", str(record))
    rows = record.read_text("utf-8").splitlines()
    at = next(i for i, row in enumerate(rows) if row.startswith("* start"))
    rows[at] = f"* start {(int(rows[at].split()[2]) + 1) % 3}"
    bad = tmp_path / "bad.txt"
    bad.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert "line " in tafelrunde("verify", str(bad), code=2)


def test_verify_compares_with_the_commitment_and_lists_the_draws(record):
    text = record.read_text("utf-8")
    promised = next(row for row in text.splitlines() if row.startswith("Seed commitment: ")).split(": ")[1]
    assert "Fair" in tafelrunde("verify", str(record), "--commitment", promised)
    assert "another seed commitment" in tafelrunde("verify", str(record), "--commitment", "0" * 64, code=2)
    listed = json.loads(tafelrunde("verify", str(record), "--draws"))["drawn"]
    assert [d["line"] for d in listed] == [row for row in text.splitlines() if row.startswith("*")]


def test_a_file_that_is_no_record(tmp_path):
    nonsense = tmp_path / "nonsense.txt"
    nonsense.write_text("hello\n", encoding="utf-8")
    assert "line 1" in tafelrunde("replay", str(nonsense), code=2)
    assert "cannot be read" in tafelrunde("replay", str(tmp_path / "absent.txt"), code=2)


def test_rules_are_found_by_id_chapter_and_word():
    assert "EG-8.2" in tafelrunde("rules", "EG-8.2")
    chapter = tafelrunde("rules", "EG-7")
    assert "EG-7.1" in chapter
    assert "EG-7.4" in chapter
    assert "EG-" in tafelrunde("rules", "castillo")
    assert "nothing is numbered" in tafelrunde("rules", "EG-99", code=2)


def test_hints_are_told_in_every_language():
    assert "two circles" in tafelrunde("rules", "--hints", "toledo")
    assert "Basteien" in tafelrunde("rules", "--hints", "rheinlaender", "--lang", "de")
    assert "no game 'chess'" in tafelrunde("rules", "--hints", "chess", code=2)


def test_draw_makes_a_picture(record, tmp_path):
    for name in ("board.svg", "board.png"):
        tafelrunde("draw", str(record), "--at", "30", "-o", str(tmp_path / name))
        assert (tmp_path / name).stat().st_size > 10_000
    assert "svg or .png" in tafelrunde("draw", str(record), "-o", str(tmp_path / "board.gif"), code=2)


@pytest.mark.slow
def test_bench_measures_one_game():
    told = tafelrunde("bench", "toledo", "--seconds", "0.2")
    assert "bytes" in told


def test_values_of_ones_own_are_played_with_or_refused_by_name(tmp_path):
    own = tmp_path / "my_cards.toml"
    own.write_text("[[power]]\nvalue = 13\ncourt = 2\n", encoding="utf-8")
    words = ("simulate", "el_grande", "--games", "3", "--interpreted", "--data")
    assert "3 games" in tafelrunde(*words, str(own))
    own.write_text("[[card]]\nid = \"intrigue\"\nplace = 77\n", encoding="utf-8")
    assert "card intrigue: place" in tafelrunde(*words, str(own), code=2)
    assert "no file" in tafelrunde(*words, str(tmp_path / "absent.toml"), code=2)
