"""Deciding: reasons with their rule, taking back, planning a turn, typing."""
from __future__ import annotations

from typing import Any

from helpers.clicking import Table


def until_mine(table: Table) -> None:
    table.page.wait_for_selector("[data-testid=decision].mine")


def test_a_forbidden_thing_says_why_with_its_rule(open_table: Any) -> None:
    table = open_table()
    table.play_now("el_grande", 3)
    until_mine(table)
    table.page.locator(".boardbox [data-spot='region:granada']").dispatch_event("click")
    tip = table.page.get_by_test_id("tip")
    tip.wait_for()
    link = tip.locator("a").get_attribute("href") or ""
    assert link.startswith("/rules/el_grande#EG-")
    with table.page.context.expect_page() as opened:
        tip.locator("a").click()
    rules = opened.value
    rules.wait_for_selector("article.wanted")
    assert rules.locator("article.wanted").get_attribute("id") == link.partition("#")[2]


def test_a_turn_is_planned_and_taken_back_before_anything_is_sent(open_table: Any) -> None:
    table = open_table()
    id_ = table.play_now("rheinlaender", 3)
    until_mine(table)
    page = table.page
    decisions = "async id => (await (await fetch(`/api/tables/${id}`)).json()).decisions"
    before = page.evaluate(decisions, id_)
    card = page.locator("[data-spot^='card:'][data-state=legal]").first
    card.click()
    target = page.locator(".boardbox [data-spot^='space:'][data-state=legal]").first
    target.wait_for()
    target.dispatch_event("click")
    page.get_by_test_id("confirm").wait_for()
    assert page.evaluate(decisions, id_) == before
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.locator("[data-spot^='card:'][data-state=legal]").first.wait_for()
    assert page.evaluate(decisions, id_) == before


def test_undo_goes_back_inside_a_turn(open_table: Any) -> None:
    table = open_table()
    table.play_now("toledo", 2)
    until_mine(table)
    page = table.page
    hand = page.locator("[data-spot^='value:']").count()
    shop = page.locator("[data-spot^='shop:'][data-state=legal]").first
    shop.click()
    page.locator(".boardbox [data-spot^='step:'][data-state=legal]").first.dispatch_event("click")
    page.get_by_test_id("confirm").wait_for()
    page.get_by_test_id("undo").click()
    page.locator("[data-spot^='shop:'][data-state=legal]").first.wait_for()
    assert page.locator("[data-spot^='value:']").count() == hand


def test_an_action_can_be_typed(open_table: Any) -> None:
    table = open_table()
    table.play_now("el_grande", 3)
    until_mine(table)
    page = table.page
    spot = page.locator("[data-spot^='power:'][data-state=legal]").first.get_attribute("data-spot") or ""
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_role("textbox").fill(spot.replace(":", " "))
    page.keyboard.press("Enter")
    page.locator(f"[data-spot='{spot}'][data-state=staged]").wait_for()
