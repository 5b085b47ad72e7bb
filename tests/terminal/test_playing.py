"""Whole games through the real program, by keys alone."""
from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness import play_on
from helpers.terminal import play_out, session, shown, to_decision

import tafelrunde as tr
from tafelrunde.match.texts import LANGUAGES
from tafelrunde.terminal import saves
from tafelrunde.terminal.app import TableApp
from tafelrunde.terminal.screens.page import Question
from tafelrunde.terminal.session import Session
from tafelrunde.terminal.words import Words


def at_table(app: TableApp, do: Any, size: tuple[int, int] = (100, 30)) -> Any:
    """Run something at a table."""

    async def run() -> Any:
        async with app.run_test(size=size) as pilot:
            return await do(pilot)

    return asyncio.run(run())


@pytest.mark.parametrize(("title", "lang"), [*(("el_grande", lang) for lang in LANGUAGES), ("king_and_intriguer", "hu")])
def test_a_whole_game_by_keys_alone(title: str, lang: str, home: Path) -> None:
    game = session(title, lang=lang, seed=lang, short=True)

    async def play(pilot: Any) -> str:
        assert await play_out(pilot, Random(lang)) > 20
        await pilot.pause()
        return shown(pilot.app)

    screen = at_table(TableApp(lang, game, pace=0), play)
    match = game.match
    assert match.over
    winners = [match.texts(lang).word("seat", seat) for seat in match.ranking[0]]
    assert all(name in screen for name in winners)
    draws = tr.verify((home / "records" / f"{game.name}.txt").read_text("utf-8"))
    proof = Words(lang)("over.fair", n=draws)
    assert " ".join(proof.split()[:3]) in screen


def test_people_add_seeds_and_a_changed_game_does_not_check_out(home: Path) -> None:
    """Unless chance must be repeatable."""
    game = tr.game("el_grande")
    begun = Session.begin(game, 3, {"short": True}, ["human", "random", "human"], "en")
    seeds = json.loads(begun.match.header["Player seeds"])
    assert sorted(seeds) == ["0", "2"]
    assert len(set(seeds.values())) == 2
    assert "Player seeds" not in Session.begin(game, 3, {}, ["human", "random", "human"], "en", seed=1).match.header
    resumed = Session.resume(next(save for save in saves.kept() if save.name == begun.name))
    for one in (begun, resumed):
        play_on(one.match, Random(1))
        assert one.verify() > 0
    begun.match._header["Player seeds"] = begun.match.header["Player seeds"].replace(seeds["0"], "0" * 32)
    with pytest.raises(tr.Unverified):
        begun.verify()


def test_a_hint_is_given_with_its_reason_and_carried_out_when_wished(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.bots.hinting.strongest", lambda game: "simple")
    game = session("el_grande", lang="en", seed="hint", short=True)

    async def ask(pilot: Any) -> tuple[list[str], int, int]:
        table = await to_decision(pilot)
        before = game.match.history.made(table.asked)
        screens = []
        for answer in "ny":
            await pilot.press("!")
            while not isinstance(pilot.app.screen, Question):
                await pilot.pause()
            screens.append(" ".join(shown(pilot.app).split()))
            await pilot.press(answer)
            await pilot.pause()
            screens.append(str(game.match.history.made(0)))
        return screens, before, game.match.history.made(0)

    (first, after_no, second, _), before, after = at_table(TableApp("en", game, pace=0), ask)
    for screen in (first, second):
        assert "Hint: " in screen
        assert "the chance to win is then about" in screen
    assert (int(after_no), after) == (before, before + 1), "no leaves the table as it is, yes carries it out"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_so_where_another_level_stands_in_for_master(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.bots.net.weights.FOLDER", Path("/nowhere"))
    game = Session.begin(tr.game("el_grande"), 2, {"short": True}, ["human", "master:5nodes"], lang, seed="instead")
    assert game.instead

    async def look(pilot: Any) -> str:
        table = await to_decision(pilot)
        assert table.session is game
        return " ".join(str(note.message) for note in pilot.app._notifications)

    assert Words(lang)("game.instead") in at_table(TableApp(lang, game, pace=0), look)
    game.seats[1] = "simple"
    assert not game.instead
