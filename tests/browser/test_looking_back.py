"""Replay and review of a finished game."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from helpers import driving

SCREENS = Path(__file__).resolve().parents[2] / "docs/screens"


def test_replay_and_review_of_a_finished_game(open_table: Any) -> None:
    table = open_table()
    id_ = table.play_now("rheinlaender", 3)
    page = table.page
    assert not driving.play_on(page, id_)  # to the end
    page.goto(f"{table.server}/t/{id_}/replay?at=3")
    page.wait_for_selector("[data-testid=forward]")
    page.get_by_text("Step 3 of").wait_for()
    page.get_by_test_id("forward").click()
    page.get_by_text("Step 4 of").wait_for()
    assert page.url.endswith("at=4")
    page.get_by_test_id("play").click()
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('at')) >= 6")
    page.goto(f"{table.server}/t/{id_}/review")
    page.wait_for_selector(".places li")
    page.get_by_text("Check it").click()
    page.locator(".fair svg").wait_for()
    page.wait_for_selector(".board svg.rhine")
    page.get_by_test_id("chances").click()
    page.get_by_text("Estimated by the bots").wait_for()
    ends = page.locator("svg.chart text").all_text_contents()
    assert sum(int(text.removesuffix("%")) for text in ends[-3:]) in range(98, 103)  # the winners share all of it
    table.settle()
    page.screenshot(path=SCREENS / "review.png", full_page=True)
