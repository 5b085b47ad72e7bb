"""A game of another package at the browser table: in the lobby, on the plain board, to the end."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import serving
from browser.test_archive import FITS
from helpers import driving
from helpers.guests import install


@pytest.fixture(scope="module")
def house(lots: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server where the example game is installed."""
    with serving(lots, install("goofspiel", tmp_path_factory.mktemp("guest"))) as address:
        yield address


@pytest.mark.parametrize(("phone", "lang", "words"), [(False, "en", "Prizes to come"), (True, "de", "Kommende Preise")])
def test_a_whole_game_on_the_plain_board(open_table: Any, house: str, phone: bool, lang: str, words: str) -> None:
    table = open_table(address=house, phone=phone, lang=lang)
    assert "goofspiel" in table.page.locator("[data-game]").evaluate_all("all => all.map(e => e.dataset.game)")
    id_ = table.play_now("goofspiel", 3)
    assert words in "".join(table.sees(".boardbox dt"))
    table.page.keyboard.press("t")  # the text table says the same
    assert words in table.page.locator(".texttable").inner_text()
    table.page.keyboard.press("t")
    table.play_to_the_end()
    told = table.page.evaluate("async id => await (await fetch(`/api/tables/${id}`)).json()", id_)
    assert told["status"] == "over"
    assert sorted(map(int, table.sees("[data-testid=result] strong"))) == sorted(told["result"]["scores"])
    assert len(table.heights) == 1


def test_the_other_pages_know_it_too(open_table: Any, house: str) -> None:
    """Review, replay, daily deal, tournament, archive and rules; and what a device cannot do."""
    table = open_table(address=house, size=(1366, 768))
    page = table.page
    id_ = table.play_now("goofspiel", 2)
    assert not driving.play_on(page, id_)  # to the end
    page.goto(f"{house}/t/{id_}/review")
    turn = page.get_by_test_id("turn")
    turn.get_by_text("turn 12 of 12").wait_for()
    page.keyboard.press("ArrowLeft")
    turn.get_by_text("turn 11 of 12").wait_for()
    said = page.get_by_test_id("moment").locator("h2")
    page.wait_for_function("() => /(has bid|wins|A tie)/.test(document.querySelector('[data-testid=moment] h2').textContent)")
    assert "bid 1" not in said.inner_text()
    page.get_by_text("The bots cannot judge this game").wait_for()
    for nothing in ("worst", "balance", "choices", "tab-balance", "tab-sources"):
        assert page.get_by_test_id(nothing).count() == 0
    page.get_by_test_id("playon").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    said.wait_for()
    assert page.evaluate(FITS)
    page.set_viewport_size({"width": 1366, "height": 768})

    page.goto(f"{house}/t/{id_}/replay?at=3")
    page.get_by_text("Step 3 of").wait_for()
    assert "Prizes to come" in "".join(table.sees(".boardbox dt"))

    page.goto(f"{house}/daily")
    table.press("[data-testid=play-goofspiel]")
    page.wait_for_url("**/t/*")
    table.step()

    page.goto(f"{house}/tournaments")
    page.get_by_test_id("new-tournament").click()
    page.get_by_test_id("name").fill("Cup")
    page.get_by_test_id("game").select_option("goofspiel")
    page.get_by_test_id("seats").select_option("3")
    page.get_by_test_id("make-tournament").scroll_into_view_if_needed()
    table.press("[data-testid=make-tournament]")
    page.wait_for_url("**/tournaments/*")
    page.get_by_text("Goofspiel").first.wait_for()
    page.goto(f"{house}/archive")
    page.get_by_role("combobox").filter(has_text="Goofspiel").first.wait_for()
    page.goto(f"{house}/rules/goofspiel")
    page.get_by_text("In every round a prize is turned up.").wait_for()
    page.goto(f"{house}/offline")
    page.get_by_test_id("only-server").get_by_text("Goofspiel").wait_for()
