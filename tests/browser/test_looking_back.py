"""Replay and review of a finished game."""
from __future__ import annotations

from pathlib import Path
from typing import Any

SCREENS = Path(__file__).resolve().parents[2] / "docs/screens"


def test_replay_and_review_of_a_finished_game(open_table: Any) -> None:
    table = open_table()
    id_ = table.play_now("rheinlaender", 3)
    table.play_to_the_end()
    page = table.page
    page.goto(f"{table.server}/t/{id_}/replay?at=3")
    page.wait_for_selector("[data-testid=forward]")
    page.get_by_text("Step 3 of").wait_for()
    page.get_by_test_id("forward").click()
    page.get_by_text("Step 4 of").wait_for()
    assert page.url.endswith("at=4")
    page.get_by_test_id("play").click()
    page.get_by_text("Step 6 of").wait_for()
    page.goto(f"{table.server}/t/{id_}/review")
    page.wait_for_selector(".places li")
    page.get_by_text("Check it").click()
    page.locator(".fair svg").wait_for()
    page.wait_for_selector(".board svg.rhine")
    page.screenshot(path=SCREENS / "review.png")
