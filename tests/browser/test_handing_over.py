"""Handing a device's game to the server: over a line that breaks, twice, damaged; the game stays
and there is one table.
"""
from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from helpers.clicking import Table
from helpers.waiting import until
from offline.keeping import Memory, Page
from offline.test_house import ASKED, play

from tafelrunde.offline.desk import open_house

PUT = """rows => new Promise((done, failed) => {
  const open = indexedDB.open('tafelrunde', 1)
  open.onupgradeneeded = () => open.result.createObjectStore('kept')
  open.onsuccess = () => {
    const doing = open.result.transaction('kept', 'readwrite')
    for (const [key, value] of rows) doing.objectStore('kept').put(value, key)
    doing.oncomplete = () => { open.result.close(); done() }
    doing.onabort = () => failed(doing.error)
  }
})"""
MINE = "async () => (await (await fetch('/api/tables/mine?status=over')).json()).tables.map(t => t.id)"


@pytest.fixture(scope="module")
def played() -> list[Any]:
    """What a device keeps of a whole game."""
    async def whole() -> list[Any]:
        store = Memory()
        desk = await open_house(store)
        page = Page(desk)
        table = (await page.ask("POST", "/api/play-now", **ASKED))[1]["id"]
        await play(page, await page.look(table), table)
        await desk.house.close()
        return [[list(key), value] for key, value in store.kept.items()]

    with ThreadPoolExecutor(1) as apart:  # this thread has the browser's loop
        return apart.submit(lambda: asyncio.run(whole())).result()


def with_game(table: Table, rows: list[Any]) -> None:
    """The page of a device that keeps a finished game."""
    page = table.page
    page.evaluate(PUT, rows)
    page.goto(f"{table.server}/offline")
    table.press("[data-testid=prepare]")
    page.wait_for_selector("[data-testid=kept-game]")


def test_a_line_that_breaks_loses_nothing_and_a_second_press_makes_no_second_table(open_table: Any, played: list[Any]) -> None:
    table = open_table()
    page = table.page
    with_game(table, played)
    said = page.locator("[data-testid=kept-game] [role=status]")
    page.context.set_offline(True)
    table.press("[data-testid=hand]")
    said.get_by_text("The server cannot be reached").wait_for()
    page.context.set_offline(False)
    assert page.evaluate(MINE) == []

    def heard_in_vain(route: Any) -> None:
        route.fetch()  # the server has it, and its answer is lost
        route.abort("connectionreset")

    page.reload()
    table.press("[data-testid=prepare]")
    page.route("**/api/records*", heard_in_vain, times=1)
    table.press("[data-testid=hand]")
    said.get_by_text("The server cannot be reached").wait_for()
    (kept,) = page.evaluate(MINE)
    table.press("[data-testid=hand]")
    said.get_by_text("The server has it now.").wait_for()
    assert page.evaluate(MINE) == [kept]
    assert page.locator("[data-testid=kept-game]").count() == 1, "the device keeps it too"
    page.goto(f"{table.server}/t/{kept}/review")
    page.wait_for_selector("[data-testid=chances]")


def test_two_presses_at_once_make_one_table(open_table: Any, played: list[Any]) -> None:
    table = open_table()
    page = table.page
    with_game(table, played)
    asked: list[str] = []
    page.on("requestfinished", lambda request: asked.append(request.url) if "/api/records" in request.url else None)
    at = table.place_of("[data-testid=hand]")
    page.mouse.dblclick(*at)
    until(page, lambda: len(asked) == 2)
    page.locator("[data-testid=kept-game] [role=status]").get_by_text("The server has it now.").wait_for()
    assert len(page.evaluate(MINE)) == 1


def test_a_refusal_is_told_in_words_and_the_game_stays(open_table: Any, played: list[Any]) -> None:
    table = open_table(lang="de")
    page = table.page
    with_game(table, played)

    def damaged(route: Any) -> None:
        body = route.request.post_data_json
        route.continue_(post_data={**body, "record": body["record"].replace("Secret: ", "Secret: 00", 1)})

    page.route("**/api/records*", damaged, times=1)
    table.press("[data-testid=hand]")
    said = page.locator("[data-testid=kept-game] [role=status]")
    said.get_by_text("Das Protokoll lässt sich nicht übernehmen").wait_for()
    assert page.evaluate(MINE) == []
    table.press("[data-testid=hand]")
    said.get_by_text("Der Server hat es jetzt.").wait_for()
    assert len(page.evaluate(MINE)) == 1
