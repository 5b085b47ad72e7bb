"""The program that docs/fairness.md shows, run as a reader would run it."""
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from harness import play_on

import tafelrunde as tr
from tafelrunde.match.replaying import drawn_shown, recomputed

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")


@pytest.fixture(params=tr.games())
def game(request, tmp_path):
    """A finished record, its list of draws, and what a player had stored."""
    match = tr.new(request.param, players=3, seed="page", player_seeds={0: "é = 1|2", 2: "5f" * 16},
                   options={"turn_cap": "25"} if request.param == "toledo" else None)
    kept = match.header["Seed commitment"]
    text = play_on(match, random.Random(1)).record()
    program, record, draws = tmp_path / "check.py", tmp_path / "record.txt", tmp_path / "draws.json"
    program.write_text(re.search(r"```python\n(.*?)```", PAGE, re.S)[1], "utf-8")
    record.write_text(text, "utf-8")
    draws.write_text(json.dumps({"drawn": [drawn_shown(*one) for one in recomputed(match.game, text)]}), "utf-8")
    return program, record, draws, kept


def run(program, record, draws, kept):
    done = subprocess.run([sys.executable, "-I", program, record, draws, kept], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_program_of_the_page_checks_a_real_game(game):
    code, said = run(*game)
    assert code == 0, said
    assert re.match(r"\d+ draws, seeds of the seats 0, 2: all as promised", said)
    assert len(re.search(r"```python\n(.*?)```", PAGE, re.S)[1].splitlines()) <= 26


@pytest.mark.parametrize("spoil", ["secret", "kept", "seed", "line", "value", "left out"])
def test_and_notices_what_was_changed(game, spoil):
    program, record, draws, kept = game
    text, listed = record.read_text("utf-8"), json.loads(draws.read_text("utf-8"))
    if spoil == "secret":
        text = re.sub(r"(?<=Secret: ).", lambda m: "0" if m[0] != "0" else "1", text)
    elif spoil == "seed":
        text = text.replace("5f5f5f", "5f5f5e", 1)
    elif spoil == "kept":
        kept = kept[::-1]
    elif spoil == "line":
        rows = text.splitlines()
        last = max(i for i, row in enumerate(rows) if row.startswith("*"))
        rows[last] += "x"
        text = "\n".join(rows)
    elif spoil == "value":
        last = next(d for d in reversed(listed["drawn"]) if d["of"] > 1)
        last["value"] = (last["value"] + 1) % last["of"]
    else:
        listed["drawn"].pop()
    record.write_text(text, "utf-8")
    draws.write_text(json.dumps(listed), "utf-8")
    code, said = run(program, record, draws, kept)
    assert code != 0
    assert "AssertionError" in said
