"""A game in another package works everywhere below the browser, and touches no file of the
house.
"""
from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness import (
    Table,
    check_fuzzed_positions,
    check_fuzzed_records,
    check_lockstep,
    check_non_interference,
    check_positions,
    check_record,
    check_taking_back,
    check_texts,
    check_why_not,
    play_on,
)
from helpers.guests import ROOT, install, visiting

import tafelrunde as tr
from tafelrunde.games import NAMES
from tafelrunde.kernel import Game

TABLES = [Table(2), Table(3, {"discards": True})]
LANGUAGES = ("en", "hu", "cs", "de")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install("goofspiel", tmp_path_factory.mktemp("guest"))


@pytest.fixture(scope="module")
def guest(folder: Path) -> Iterator[Game]:
    """The game, found through its entry point."""
    with visiting(folder):
        yield tr.game("goofspiel")


def test_it_is_found_after_the_games_of_the_house(guest: Game) -> None:
    assert tr.games() == (*NAMES, "goofspiel")
    assert guest.folder.is_relative_to(Path(sys.path[0]))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_keeps_every_promise_of_a_game(guest: Game, table: Table) -> None:
    assert check_lockstep(guest, table, range(3)) > 30
    check_why_not(guest, table, seed=1)
    check_non_interference(guest, table, seed=2)
    check_positions(guest, table, seed=3)
    check_texts(guest, table, 4, LANGUAGES)
    check_taking_back(guest, table, seed=5, times=20)
    match = check_record(guest, table, seed=6)
    check_fuzzed_records(guest, match.record(), seed=7, times=60)
    check_fuzzed_positions(guest, table.match(guest, 8).position(), seed=8, times=60)


def test_bots_play_it(guest: Game) -> None:
    from tafelrunde import bots

    match = tr.new("goofspiel", 2, seed=1)
    bot = bots.make("simple", guest, seed=1)
    choice = Random(1)
    while not match.over:
        match.play(bot.decide(bots.Observation.of(match, 0)), seat=0)
        if 1 in match.pending:
            match.play(choice.choice(match.legal(1)), seat=1)
    assert sum(match.scores) <= 91


def test_the_lab_tells_of_it_though_it_has_no_judgement(guest: Game) -> None:
    from tafelrunde.arena.facts import leader

    match = tr.new("goofspiel", 2, seed=1)
    while len(set(match.scores)) == 1:
        match.play(match.legal(0)[-1], seat=0)
        match.play(match.legal(1)[0], seat=1)
    assert leader(guest, match.state) == match.scores.index(max(match.scores))


def test_the_lab_says_what_it_does_not_tell(guest: Game) -> None:
    from tafelrunde.arena.asking import tournaments

    with pytest.raises(tr.TafelrundeError, match="goofspiel does not tell where its points come from"):
        tournaments(guest, "sources", ("random", "random"), 2, 0, {}, None)


def test_it_has_a_picture_a_face_and_its_words(guest: Game) -> None:
    from tafelrunde.terminal.labels import Labels, face_of

    match = play_on(tr.new("goofspiel", 3, seed=2), Random(2), 4)
    for lang in LANGUAGES:
        assert "<title>Goofspiel</title>" in match.svg(0, lang)
        texts = match.texts(lang)
        words = texts.find("action.bid").replace("{first}", "7")
        assert Labels(guest, texts, face_of(guest)).say("bid 7") == words
    assert "Prizes to come" in match.svg(0)
    assert match.svg(0) == match.svg(0)


def test_the_server_lists_and_tells_it(guest: Game) -> None:
    from tafelrunde.server import games as shown

    assert "goofspiel" in shown.playable()
    told = shown.game_shown("goofspiel", "de")
    assert told["minutes"] == 10
    assert [option["title"] for option in told["options"]] == ["Bei Gleichstand verfällt der Preis"]
    assert [rule["rule"] for rule in shown.rules("goofspiel", "en")][:6] == [f"GO-{n}" for n in range(1, 7)]


def test_researchers_get_it_too(guest: Game) -> None:
    from tafelrunde.research import Batch

    batch = Batch("goofspiel", 2, 64, seed=3)
    assert batch.schema
    while not batch.done.all():
        legal = batch.legal
        batch.step(legal.argmax(axis=1))
    assert (batch.points.sum(axis=1) <= 91).all()


def test_commands_know_it(folder: Path) -> None:
    for asked, told in ((["simulate", "goofspiel", "--games", "20", "--interpreted"], "20"),
                        (["arena", "goofspiel", "--bots", "simple,random", "--games", "2", "--workers", "1"], "OpenSkill"),
                        (["lab", "seats", "goofspiel", "--games", "2", "--level", "random"], "0"),
                        (["lab", "everything", "goofspiel", "--games", "2", "--level", "random"], "decisions in a game"),
                        (["lab", "cards", "goofspiel", "--games", "8", "--level", "random"], "what each bid is worth"),
                        (["rules", "GO-2"], "GO-2"), (["about", "goofspiel"], "Goofspiel")):
        run = subprocess.run([sys.executable, "-m", "tafelrunde.cli.main", *asked], text=True, capture_output=True, check=False,
                             cwd=folder, env={"PYTHONPATH": str(folder), "PATH": "", "TAFELRUNDE_COMPILE": "no"})
        assert run.returncode == 0, (asked, run.stderr)
        assert told in run.stdout, asked


def test_a_game_that_does_not_load_is_named_and_closes_nothing(tmp_path: Path) -> None:
    (tmp_path / "torn.py").write_text("raise ValueError('torn in two')\n")
    info = tmp_path / "torn-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: torn\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tafelrunde.games]\ntorn = torn:GAME\ntoledo = torn:GAME\n")
    asks = ("import tafelrunde as tr, tafelrunde.server.games as g\nprint(tr.game('toledo').seats, g.playable())\n"
            "try: tr.game('torn')\nexcept tr.BrokenGame as e: print(e)")
    run = subprocess.run([sys.executable, "-c", asks], text=True, capture_output=True, check=True,
                         env={"PYTHONPATH": str(tmp_path)})
    known, said = run.stdout.strip().splitlines()[-2:]
    assert known == f"(2, 4) {list(NAMES)}"
    assert said == "game: torn (torn:GAME) does not load: torn in two"


TUTORIAL = (ROOT / "docs/a_game_in_an_afternoon.md").read_text("utf-8")


def test_the_tutorial_shows_the_game_as_it_is(guest: Game) -> None:
    """A block of the tutorial is in the example word for word, or it runs."""
    sources = [path.read_text("utf-8") for path in (ROOT / "examples/goofspiel").rglob("*") if path.suffix in (".py", ".toml")]
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", TUTORIAL, re.DOTALL | re.MULTILINE)
    assert {kind for kind, _ in blocks} == {"bash", "python", "toml"}
    names: dict[str, Any] = {}
    for kind, block in blocks:
        if block.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(block, names, "tutorial", None, 0)
            assert doctest.DocTestRunner(verbose=False).run(test, clear_globs=False).failed == 0, block
            names = test.globs
        elif kind != "bash":
            assert any(block in source for source in sources), block
