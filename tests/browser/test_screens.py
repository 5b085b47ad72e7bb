"""Pictures of the main screens in docs/screens, to be looked at beside the design."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

SCREENS = Path(__file__).resolve().parents[2] / "docs/screens"
TITLES = ["el_grande", "king_and_intriguer", "rheinlaender", "toledo"]
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {}, "dark": {"theme": "dark"}, "tablet": {"size": (1024, 768)}, "phone": {"phone": True}}


@pytest.mark.parametrize("game", TITLES)
def test_screens(open_table: Any, game: str) -> None:
    """Pictures of the main screens, to be looked at beside the design: the same table on every kind of screen."""
    SCREENS.mkdir(exist_ok=True)
    first = open_table()
    id_ = first.play_now(game, 3)
    for _ in range(400):
        if first.step() == "acted" and first.decisions() >= 40 and first.offered()["mine"]:
            break
    for name, how in SIZES.items():
        table = open_table(**how, like=first)
        if game == "el_grande":
            table.page.wait_for_selector("[data-game] svg")
            table.page.screenshot(path=SCREENS / f"lobby_{name}.png")
        table.page.goto(f"{table.server}/t/{id_}")
        table.page.wait_for_selector("[data-testid=decision].mine")
        table.settle()
        table.page.screenshot(path=SCREENS / f"{game}_{name}.png")
    assert {path.name for path in SCREENS.glob(f"{game}_*.png")} >= {f"{game}_{name}.png" for name in SIZES}
