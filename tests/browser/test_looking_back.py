"""Replay and review of a finished game."""
from __future__ import annotations

from typing import Any

from helpers import driving


def test_replay_and_review_of_a_finished_game(open_table: Any) -> None:
    table = open_table()
    id_ = table.play_now("el_grande", 3, {"short": True})
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
    page.locator("[data-fair=yes]").wait_for()
    page.get_by_text("Estimated by the bots").wait_for()
    ends = page.locator("svg.chart text").all_text_contents()
    assert sum(int(text.removesuffix("%")) for text in ends[-3:]) in range(98, 103)  # the winners share all of it
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="One step forward").click()  # a power card, among others
    choices = page.get_by_test_id("choices")
    choices.locator(".made").get_by_text("this was decided").wait_for()
    shown = [int(text.removesuffix(" %")) for text in choices.locator("b").all_inner_texts()]
    assert shown == sorted(shown, reverse=True)
    assert 2 <= len(shown) <= 6
    with page.expect_response(lambda answer: "/choices" in answer.url):
        page.locator(".swing").first.click()
    table.settle()
    page.get_by_test_id("playon").click()
    page.wait_for_selector("[data-testid=decision]")
    assert id_ not in page.url
    page.go_back()
    page.get_by_test_id("points").click()
    table.settle()
    assert page.locator("svg.chart text").all_text_contents() != ends
