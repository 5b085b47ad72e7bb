"""What a device is asked: the honest observation, made from what its person may know, and the same
tree as the server's.
"""
from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness import Table, play_on
from helpers.lockstep import text
from helpers.stripped import NODE

import tafelrunde as tr
from tafelrunde.bots import Observation, device, levels_of, make, modules
from tafelrunde.bots.net.weights import path_of, shipped
from tafelrunde.kernel import difference, seed_generator
from tafelrunde.match.match import Match

ANSWER = Path(__file__).parents[2] / "benchmarks/machines/answer.ts"
OPEN = [Table(3), Table(5, {"edition": "1995"}),
        Table(4, {"modules": ["new_regent"], "alternatives": ["grand_strategy", "veto", "secret_ballot"]}),
        Table(4, {"modules": ["power_shift"]})]


def worlds(match: Match, reader: int, n: int) -> list[Match]:
    """Matches that do not differ in anything that a seat may know."""
    found = []
    for world in range(n):
        twin = Match(match.game, match.state.clone(), None, {})
        twin.state.rng = seed_generator(world)
        match.game.law.resample(twin.state, reader)
        twin.history, twin._decided = match.history, match.decisions
        found.append(twin)
    return found


@pytest.mark.parametrize("table", OPEN, ids=str)
def test_what_is_shared_is_what_the_bot_knows_and_nothing_that_the_reader_does_not(table: Table) -> None:
    game, choice, shared, kept = tr.game("el_grande"), Random(5), 0, 0
    for seed in range(3):
        match = table.match(game, f"device {seed}")
        while not match.over:
            play_on(match, choice, 5)
            for seat in match.pending:
                reader = (seat + 1 + choice.randrange(table.players - 1)) % table.players
                found, honest = device.shared(match, seat, reader), Observation.of(match, seat)
                others = [device.shared(twin, seat, reader) for twin in worlds(match, reader, 3)]
                assert len({o is None for o in (found, *others)}) == 1, "whether it is shared tells nothing"
                if found is None:
                    kept += 1
                    continue
                shared += 1
                assert found.ids == honest.ids
                for other in (honest, *(o for o in others if o)):
                    assert difference(found.imagine(7), other.imagine(7), game.fields) == ""
                assert found.since in (None, honest.since)
    assert kept
    assert shared > 50 or "power_shift" in table.options.get("modules", [])


@pytest.mark.parametrize("name", ["rheinlaender", "toledo", "king_and_intriguer"])
def test_titles_with_hands_share_nothing(name: str) -> None:
    match = tr.new(name, players=3, seed=1)
    for _ in range(10):
        seat = match.pending[0]
        assert device.shared(match, seat, (seat + 1) % 3) is None
        match.play(match.legal(seat)[0], seat=seat)


@pytest.mark.skipif(not NODE.exists(), reason="Node comes with the client's build")
@pytest.mark.parametrize(("name", "level"), [
    (name, level) for name in ("el_grande", "king_and_intriguer", "rheinlaender", "toledo")
    for level in ("strong:150nodes", "master:60nodes") if level.split(":")[0] in levels_of(tr.game(name))])
def test_the_device_decides_as_the_server_does(name: str, level: str) -> None:
    """The same root and seed: the same tree, so the same visits, share by share, over decisions
    that keep the tree.
    """
    game, seat = tr.game(name), 0
    match = tr.new(name, players=3, seed="one tree")
    asked, expected = [], []
    server, other = make(level, game, 3), Random(1)
    while len(asked) < 6 and not match.over:
        if seat not in match.pending:
            who = match.pending[0]
            match.play(other.choice(match.legal(who)), seat=who)
            continue
        observation = Observation.of(match, seat)
        whim = 1000 + match.decisions
        server.random.seed(whim)
        action = server.decide(observation)
        one, _ = device.question(make(level, game, whim), observation, "the match")
        if len(one["choices"]) > 1:
            asked.append({"question": {**one, "root": text(one["root"])}, "budget": {"iterations": server.nodes}})
            expected.append((game.actions.id(action), visits(server, seat, one["choices"])))
        match.play(action, seat=seat)
    lines = "".join(json.dumps(one) + "\n" for one in asked)
    command = [NODE, ANSWER, modules.module_path(game), *([path_of(game)] if shipped(game) else [])]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(a["action"], {tuple(v[:2]) for v in a["visits"]}) for a in answers] == expected
    assert len(answers) == 6


def visits(bot: Any, seat: int, choices: list[int]) -> set[tuple[int, int]]:
    [tree] = bot.trees
    return {(action, n) for (who, action), (_, n) in tree.children().items() if who == seat and action in choices}
