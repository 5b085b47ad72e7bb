"""Other programs as bots: the reference client conforms; whatever goes wrong costs a move, never
the match.
"""
import shlex
import sys
from pathlib import Path

import pytest
from helpers.sealed_bids import GAME

from tafelrunde import bots
from tafelrunde.bots import reference_client
from tafelrunde.bots.outside import OutsideBot, Unfit, check_conformance
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.match import Match

READY = """import json, sys, time
sys.stdin.readline()
print(json.dumps({"type": "ready", "name": "odd"}), flush=True)
"""
LOOP = "for line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'bye': break\n"
REPLY = "    print(json.dumps({'type': 'action', 'id': m['id'], 'action': m['legal'][0]}), flush=True)\n"
BAD = {
    "hangs": (READY + "time.sleep(60)", "did not answer in time"),
    "hangs before the greeting": ("import time; time.sleep(60)", "did not answer in time"),
    "dies": (READY + "sys.stdin.readline(); sys.exit(3)", "it has ended"),
    "dies at once": ("raise SystemExit", "it has ended"),
    "talks nonsense": (READY + "print('hello there', flush=True); sys.stdin.read()", "not JSON"),
    "talks in lists": (READY + "print('[1]', flush=True); sys.stdin.read()", "not a JSON object"),
    "talks without end": (READY + "while True: sys.stdout.write('x' * 10000)", "not JSON"),
    "breaks the rules": (READY + LOOP + REPLY.replace("m['legal'][0]", "'bid 99'"), "'bid 99' is not legal"),
    "answers with a number": (READY + LOOP + REPLY.replace("m['legal'][0]", "7"), "'7' is not legal"),
    "answers something else": (READY + LOOP + REPLY.replace("m['id']", "10 ** 6"), "'action' was expected"),
    "greets wrongly": ("import sys; print('{}', flush=True); sys.stdin.read()", "'ready' was expected"),
}


def command(program):
    return shlex.join([sys.executable, "-c", program])


def patience(what):
    return 0.5 if "hangs" in what else 30


def reference():
    return shlex.join([sys.executable, reference_client.__file__])


def test_the_reference_client_conforms():
    assert check_conformance(reference(), GAME, decisions=12, patience=30) == "reference"


def test_the_reference_client_is_forty_lines():
    assert len(Path(reference_client.__file__).read_text("utf-8").splitlines()) <= 40


def test_the_reference_client_plays_a_match_without_a_forfeit():
    match = Match.begin(GAME, 2, {}, secret_from(1))
    seated = [bots.make(f"outside:{reference()}", GAME, 1), bots.make("random", GAME, 2)]
    while not match.over:
        bots.take_turn(match, match.pending[0], seated[match.pending[0]])
    assert "forfeits" not in match.record()
    assert "reference" in seated[0].explain("en")
    seated[0].close()


@pytest.mark.parametrize("what", BAD)
def test_what_goes_wrong_forfeits_the_move_and_is_noted(what):
    program, reason = BAD[what]
    match = Match.begin(GAME, 2, {}, secret_from(1))
    bot = OutsideBot(GAME, command(program), seed=1, patience=patience(what))
    try:
        assert bots.take_turn(match, 0, bot) in GAME.actions.names
    finally:
        bot.close()
    assert reason in bot.note
    assert f"; {bot.note}\n0 bid" in match.record()


@pytest.mark.parametrize("what", BAD)
def test_what_goes_wrong_does_not_conform(what):
    with pytest.raises(Unfit, match="forfeits its move"):
        check_conformance(command(BAD[what][0]), GAME, decisions=2, patience=patience(what))


def test_a_program_that_does_not_exist_forfeits():
    match = Match.begin(GAME, 2, {}, secret_from(1))
    bot = OutsideBot(GAME, "no-such-program-anywhere")
    bots.take_turn(match, 0, bot)
    assert "cannot be started" in bot.note


def test_an_answer_that_comes_too_late_is_passed_over():
    slow = READY + LOOP + "    if m['id'] == 1: time.sleep(0.8)\n" + REPLY
    match = Match.begin(GAME, 2, {}, secret_from(1))
    bot = OutsideBot(GAME, command(slow), patience=0.4)
    try:
        bot.decide(bots.Observation.of(match, 0))
        assert "in time" in bot.note
        bot.patience = 30
        assert bot.decide(bots.Observation.of(match, 0)) == match.legal(0)[0]
        assert bot.note == ""
    finally:
        bot.close()


def test_a_program_that_stays_after_goodbye_does_not_conform():
    stubborn = READY + LOOP.replace("break", "sys.exit(4)") + "    if m['type'] != 'decide': continue\n" + REPLY
    with pytest.raises(Unfit, match="ended with code 4"):
        check_conformance(command(stubborn), GAME, decisions=1, patience=30)
