"""Sitting at the table in a terminal: an app under Textual's pilot, played by keys alone."""
from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import tafelrunde as tr
from tafelrunde.terminal.app import TableApp
from tafelrunde.terminal.screens.page import Curtain, Page
from tafelrunde.terminal.screens.play import Play
from tafelrunde.terminal.session import Session, read_seats


def session(game: str = "el_grande", players: int = 2, seats: tuple[str, ...] = ("human",), lang: str = "en",
            seed: object = 1, **options: Any) -> Session:
    """A new game against random players."""
    return Session.begin(tr.game(game), players, options, read_seats(seats, players, "random"), lang, seed)


def shown(app: TableApp) -> str:
    """The lines that the terminal shows now."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


async def until(pilot: Any, ready: Callable[[], bool]) -> None:
    """Let the program run until a condition holds."""
    for _ in range(2000):
        await pilot.pause()
        if ready():
            return
        await pilot.pause(0.01)
    raise AssertionError("the program does not come to it")


def play_of(app: TableApp) -> Play:
    """The table on the screen."""
    assert isinstance(app.screen, Play), app.screen
    return app.screen


async def to_decision(pilot: Any) -> Play | None:
    """Go on until a person is asked (curtains are opened, pages left); None when the game is
    over.
    """
    app: TableApp = pilot.app

    def ready() -> bool:
        screen = app.screen
        return not isinstance(screen, Play) or screen.asked is not None or screen.session.match.over

    while True:
        await until(pilot, ready)
        if isinstance(app.screen, Curtain):
            await pilot.press("enter")
        elif isinstance(app.screen, Page):
            await pilot.press("escape")
        else:
            table = play_of(app)
            return None if table.session.match.over else table


async def choose(pilot: Any, table: Play, n: int) -> None:
    """Choose the n-th choice: by its key, or by the arrows, through as many lists as it takes."""
    wanted, decided = table.choices[n], table.session.match.decisions
    for _ in range(5):
        at = next(i for i, entry in enumerate(table.entries) if wanted in entry.choices)
        last = table.entries[at].choices == (wanted,)
        if n % 4:
            await pilot.press(table.entries[at].key)
        else:
            await pilot.press(*["right"] * (at + 1 if table.marked < 0 else at - table.marked), "enter")
        if last:
            await until(pilot, lambda: table.session.match.decisions > decided)
            return


async def play_out(pilot: Any, whims: Random, decisions: int = 10_000) -> int:
    """Continue by keys alone; returns how many decisions people made."""
    made = 0
    while made < decisions and (table := await to_decision(pilot)) is not None:
        await choose(pilot, table, whims.randrange(len(table.choices)))
        made += 1
    return made
