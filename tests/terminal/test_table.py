"""Situations at the table: reasons, undo, mouse, curtain, a window that is too small."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from helpers.terminal import choose, play_of, play_out, session, shown, to_decision, until

from tafelrunde.match.texts import LANGUAGES
from tafelrunde.terminal.app import TableApp
from tafelrunde.terminal.rows import Rows
from tafelrunde.terminal.screens.page import Curtain, Page, Question
from tafelrunde.terminal.screens.play import Play
from tafelrunde.terminal.screens.reader import Reader
from tafelrunde.terminal.session import Session


def at_table(game: Session, do: Callable[[Any], Awaitable[None]], size: tuple[int, int] = (100, 30)) -> None:
    async def run() -> None:
        async with TableApp(game.lang, game, pace=0).run_test(size=size) as pilot:
            await do(pilot)

    asyncio.run(run())


async def to_menu(pilot: Any) -> Play:
    """Continue to where caballeros can be placed in some regions and not in others."""
    whims = Random(1)
    while True:
        table = await to_decision(pilot)
        assert table is not None
        places = [c for c in table.choices if c.action.startswith("place ")]
        if 2 < len(places) < 9 and any(c.action == "end" for c in table.choices):
            return table
        await choose(pilot, table, whims.randrange(len(table.choices)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_closed_choice_says_why_and_opens_the_rule(lang: str) -> None:
    async def do(pilot: Any) -> None:
        table = await to_menu(pilot)
        match, decided = table.session.match, table.session.match.decisions
        king = match.view(0)["king"]
        await pilot.press(table.face.KEYS[king])
        assert table.reason is not None
        reason = match.why_not(f"place {king}", 0, lang)
        assert table.reason == reason
        assert "[EG-4.2]" in shown(pilot.app) or "[EG-6.2]" in shown(pilot.app)
        assert match.decisions == decided
        await pilot.press("r")
        assert isinstance(pilot.app.screen, Reader)
        assert f"▸ {reason.rule}" in shown(pilot.app)
        await pilot.press("escape", "escape")
        assert play_of(pilot.app).reason is None

    at_table(session(seed=4, lang=lang), do)


def test_what_is_not_possible_can_be_listed_and_chosen() -> None:
    async def do(pilot: Any) -> None:
        table = await to_menu(pilot)
        await pilot.press("w")
        assert table.closed
        assert table.words("game.closed_heading") in shown(pilot.app)
        assert "EG-" in shown(pilot.app)  # the marked one says why at once
        await pilot.press("enter")
        assert table.reason is not None
        await pilot.press("w")
        assert not table.closed

    at_table(session(seed=4), do)


def test_undo_leads_back_to_the_very_position() -> None:
    async def do(pilot: Any) -> None:
        table = await to_menu(pilot)
        match = table.session.match
        before = match.position()
        await choose(pilot, table, next(n for n, c in enumerate(table.choices) if c.action.startswith("place ")))
        await until(pilot, lambda: match.position() != before and table.asked is not None)
        await pilot.press("u")
        await until(pilot, lambda: table.asked is not None)
        assert table.session.match.position() == before
        assert table.words("undo.done") in shown(pilot.app)

    at_table(session(seed=4), do)


def test_bots_let_a_person_take_back_more_and_people_do_not() -> None:
    async def do(pilot: Any) -> None:
        table = await to_decision(pilot)
        assert table is not None
        before, decided = table.session.match.position(), table.session.match.decisions
        await choose(pilot, table, 0)  # a power card: the bot plays next
        await until(pilot, lambda: table.session.match.decisions > decided + 1 and table.asked is not None)
        await pilot.press("u")
        assert isinstance(pilot.app.screen, Question)
        await pilot.press("n")
        assert table.session.match.decisions > decided
        await pilot.press("u", "y")
        await until(pilot, lambda: table.session.match.decisions == decided and table.asked is not None)
        assert table.session.match.position() == before

    at_table(session(seed=11), do)

    async def several(pilot: Any) -> None:
        await play_out(pilot, Random(1), 3)
        table = await to_decision(pilot)
        assert table is not None
        while table.asked == table.session.match.history.decisions()[-1].seat:
            await play_out(pilot, Random(2), 1)
            table = await to_decision(pilot)
            assert table is not None
        await pilot.press("u")
        assert isinstance(pilot.app.screen, Play)
        assert table.texts.say("undo.others") in shown(pilot.app) or table.texts.say("undo.nothing") in shown(pilot.app)

    at_table(session(players=3, seats=("human", "human", "human")), several)


def offset_of(table: Play, spot: str) -> tuple[int, int]:
    """A cell of the board that belongs to a spot."""
    board = table.query_one("#board", Rows)
    for y, row in enumerate(board.rows):
        x = 0
        for span in sorted(row.spans, key=lambda s: s.start):
            if getattr(span.style, "meta", {}).get("spot") == spot:
                x = span.start + 1
                return x, y
    raise AssertionError(f"{spot} is not on the board")


def test_by_mouse() -> None:
    async def do(pilot: Any) -> None:
        table = await to_menu(pilot)
        match = table.session.match
        open_spot = next(c.spots[0] for c in table.choices if c.action.startswith("place "))
        king = match.view(0)["king"]
        await pilot.click("#board", offset=offset_of(table, king))
        assert table.reason is not None
        decided = match.decisions
        await pilot.click("#board", offset=offset_of(table, open_spot))
        await until(pilot, lambda: match.decisions == decided + 1 and table.asked is not None)
        assert match.events()[-1]["event"] == "placed"
        decided = match.decisions
        await pilot.click("#choices", offset=(6, 0))
        await until(pilot, lambda: match.decisions == decided + 1)

    at_table(session(seed=4), do)


def test_the_curtain_hides_everything_until_it_is_opened() -> None:
    game = session(players=3, seats=("human", "human", "random"), seed=3, short=True)
    hidden = 0

    async def do(pilot: Any) -> None:
        nonlocal hidden
        whims = Random(5)
        await until(pilot, lambda: isinstance(pilot.app.screen, (Curtain, Page)))
        if not isinstance(pilot.app.screen, Curtain):
            await pilot.press("escape")
        for _ in range(40):
            await until(pilot, lambda: isinstance(pilot.app.screen, Curtain) or table_asks(pilot.app))
            if isinstance(pilot.app.screen, Curtain):
                hidden += 1
                curtain = shown(pilot.app)
                assert "Galicia" not in curtain
                assert game.texts.word("seat", game.next_person) in curtain
                hand = " ".join(map(str, game.match.view(game.next_person)["hands"][game.next_person]))
                assert hand not in curtain
                await pilot.press("enter")
                await until(pilot, lambda: table_asks(pilot.app))
            table = play_of(pilot.app)
            assert table.asked == game.viewer
            held = game.match.view(game.viewer)["hands"][game.viewer]
            shown_hand = " ".join(str(v) if v in held else "·" for v in range(1, 14))
            assert shown_hand in shown(pilot.app)
            await choose(pilot, table, whims.randrange(len(table.choices)))

    at_table(game, do)
    assert hidden > 5


def table_asks(app: TableApp) -> bool:
    return isinstance(app.screen, Play) and app.screen.asked is not None


def test_a_secret_dial_is_not_told_to_who_comes_next() -> None:
    """Between two people who dial, the second one's log says that the first has dialled, not
    where.
    """
    game = session(players=3, seats=("human", "human", "human"), seed=8, short=True)

    async def do(pilot: Any) -> None:
        whims = Random(8)
        while True:
            table = await to_decision(pilot)
            assert table is not None
            throws = [n for n, c in enumerate(table.choices) if c.action == "place castillo"]
            dials = table.choices[0].action.startswith("dial ")
            first, pending = table.asked, game.match.pending
            if dials and len(pending) > 1:
                break
            await choose(pilot, table, throws[0] if throws else whims.randrange(len(table.choices)))
        told = len(game.match.history.events())
        await choose(pilot, table, 2)
        await until(pilot, lambda: isinstance(pilot.app.screen, Curtain))
        table = await to_decision(pilot)
        assert table is not None
        assert table.asked != first
        assert game.match.view(table.asked)["dials"][first] is None
        news = game.match.events(since=told, seat=table.asked)
        assert [event["event"] for event in news] == ["dial_set"]

    at_table(game, do)


def test_a_window_that_is_too_small_says_so_and_recovers() -> None:
    game = session(seed=2)

    async def do(pilot: Any) -> None:
        await to_decision(pilot)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "80 × 24" in shown(pilot.app)
        assert "100 × 30" in shown(pilot.app)
        assert "Galicia" not in shown(pilot.app)
        decided = game.match.decisions
        await pilot.press("1", "2", "enter")
        assert game.match.decisions == decided
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert "40 × 10" in shown(pilot.app)
        for width, height in ((100, 30), (160, 50)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert "Galicia" in shown(pilot.app)
            assert " × " not in shown(pilot.app)
        await choose(pilot, play_of(pilot.app), 0)
        assert game.match.decisions > decided

    at_table(game, do)


def test_help_log_and_leaving() -> None:
    async def do(pilot: Any) -> None:
        table = await to_decision(pilot)
        assert table is not None
        await pilot.press("h")
        assert table.words("help.title") in shown(pilot.app)
        await pilot.press("escape", "l")
        assert "The king starts in" in shown(pilot.app)
        await pilot.press("home", "pagedown", "escape", "q")
        assert isinstance(pilot.app.screen, Question)
        await pilot.press("n")
        assert isinstance(pilot.app.screen, Play)
        await pilot.press("q", "y")
        await pilot.pause()
        assert pilot.app.return_code == 0

    at_table(session(seed=2), do)


def test_who_plays_for_the_first_time_reads_what_it_is_about() -> None:
    async def do(pilot: Any) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, Page))
        assert "caballeros" in shown(pilot.app)

    at_table(session(seed=2), do)

    async def again(pilot: Any) -> None:
        await until(pilot, lambda: table_asks(pilot.app))

    at_table(session(seed=2), again)
