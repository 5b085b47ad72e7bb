"""A game of another package at the browser table: in the lobby, on the plain board, to the end."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import serving
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
