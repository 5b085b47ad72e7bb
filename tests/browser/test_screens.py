"""Pictures of the main screens in docs/screens, to be looked at beside the design."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import driving

SCREENS = Path(__file__).resolve().parents[2] / "docs/screens"
TITLES = ["el_grande", "king_and_intriguer", "rheinlaender", "toledo"]
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {}, "dark": {"theme": "dark"}, "tablet": {"size": (820, 1180)}, "phone": {"phone": True}}


@pytest.mark.parametrize("game", TITLES)
def test_screens(open_table: Any, game: str) -> None:
    """Pictures of the main screens, to be looked at beside the design: the same table on every kind of screen."""
    SCREENS.mkdir(exist_ok=True)
    first = open_table()
    id_ = first.play_now(game, 3)
    assert driving.play_on(first.page, id_, 40)
    for name, how in SIZES.items():
        table = open_table(**how, like=first)
        if game == "el_grande":
            table.page.wait_for_selector("[data-game] svg")
            table.page.screenshot(path=SCREENS / f"lobby_{name}.png")
        table.page.goto(f"{table.server}/t/{id_}")
        table.page.wait_for_selector("[data-testid=decision].mine")
        table.settle()
        assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"
        table.page.screenshot(path=SCREENS / f"{game}_{name}.png")
