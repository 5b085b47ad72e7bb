"""Pictures of the main screens and moments for docs/screens: `python3 run.py screens`.

No test: pytest collects this file only when that command names it, so that no run of the tests
writes a tracked file.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser.test_moments import MOMENTS, SCENE, SHOWN, goes_on, let_pass, stands, stop_before
from helpers import driving

from tafelrunde.games import NAMES as TITLES

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {}, "dark": {"theme": "dark"}, "tablet": {"size": (820, 1180)}, "phone": {"phone": True}}
SCREENS = Path(__file__).resolve().parents[2] / "docs/screens"
MIDDLE_MS = 700  # where a moment is paused for the picture
HOLD = "ms => document.getAnimations().forEach(a => { a.pause(); a.currentTime = ms })"
LET_GO = "document.getAnimations().forEach(a => a.finish())"


@pytest.mark.parametrize("game", TITLES)
def test_picture_of_the_table(open_table: Any, game: str) -> None:
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
        table.page.screenshot(path=SCREENS / f"{game}_{name}.png")


def test_picture_of_the_river_with_the_north_above(open_table: Any) -> None:
    table = open_table()
    table.play_now("rheinlaender", 3)
    page = table.page
    at = page.url
    page.goto(f"{table.server}/settings")
    page.get_by_role("switch", name="Rheinländer").click()
    page.goto(at)
    page.wait_for_selector("[data-testid=decision].mine")
    table.settle()
    page.screenshot(path=SCREENS / "rheinlaender_north.png")


def test_picture_of_a_review(open_table: Any) -> None:
    table = open_table()
    id_ = table.play_now("el_grande", 3, {"short": True})
    page = table.page
    assert not driving.play_on(page, id_)  # to the end
    page.goto(f"{table.server}/t/{id_}/review")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.get_by_test_id("worst").locator("li button").first.click()
    page.get_by_test_id("choices").locator(".made").wait_for()
    table.settle()
    page.screenshot(path=SCREENS / "review.png")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("moment", [m for m in MOMENTS if m[0] != "king_and_intriguer"], ids=lambda m: m[0])
def test_pictures_of_moments(open_table: Any, moment: tuple[Any, ...], phone: bool) -> None:
    game, players, events, actions, _ = moment
    table = open_table(motion="full", pace="normal", phone=phone)
    page = table.page
    id_, seat, action = stop_before(table, game, players, events, actions)
    driving.act(page, id_, seat, action)
    page.get_by_test_id("moment").wait_for()
    seen: set[str] = set()
    while True:
        scene, shown = page.evaluate(SCENE), page.evaluate(SHOWN)
        page.clock.run_for(MIDDLE_MS)
        if scene not in seen:
            seen.add(scene)
            page.evaluate(HOLD, MIDDLE_MS)
            page.screenshot(path=SCREENS / f"moment_{scene}_{'phone' if phone else 'desktop'}.png")
            page.evaluate(LET_GO)
        let_pass(page, stands(page))
        if not goes_on(page, scene, shown):
            break
