"""The same table on every kind of screen: nothing scrolls sideways."""
from __future__ import annotations

from typing import Any

import pytest
from helpers import driving

TITLES = ["el_grande", "king_and_intriguer", "rheinlaender", "toledo"]
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {}, "dark": {"theme": "dark"}, "tablet": {"size": (820, 1180)}, "phone": {"phone": True}}


@pytest.mark.parametrize("game", TITLES)
def test_no_screen_scrolls_sideways(open_table: Any, game: str) -> None:
    first = open_table()
    id_ = first.play_now(game, 3)
    assert driving.play_on(first.page, id_, 40)
    for how in SIZES.values():
        table = open_table(**how, like=first)
        table.page.goto(f"{table.server}/t/{id_}")
        table.page.wait_for_selector("[data-testid=decision].mine")
        table.settle()
        assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
