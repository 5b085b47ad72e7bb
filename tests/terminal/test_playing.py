"""Whole games through the real program, by keys alone."""
from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers.terminal import play_out, session, shown

import tafelrunde as tr
from tafelrunde.match.texts import LANGUAGES
from tafelrunde.terminal.app import TableApp


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
    assert tr.verify((home / "records" / f"{game.name}.txt").read_text("utf-8")) > 0
