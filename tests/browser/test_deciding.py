"""Deciding: reasons with their rule, previews, dragging, keys, taking back, planning a turn,
typing, the film.
"""
from __future__ import annotations

from typing import Any

import pytest
from helpers import driving
from helpers.clicking import COUNT_PINGS, Table, let_pass, stop_clock
from helpers.waiting import until


def until_mine(table: Table) -> None:
    table.page.wait_for_selector("[data-testid=decision].mine")


def test_a_forbidden_thing_says_why_with_its_rule(open_table: Any) -> None:
    table = open_table()
    table.play_now("el_grande", 3)
    until_mine(table)
    table.press(".boardbox [data-spot='region:granada']")
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
    table.press(".boardbox [data-spot^='space:'][data-state=legal]")
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
    table.press(".boardbox [data-spot^='step:'][data-state=legal]")
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
    page.get_by_role("dialog").get_by_role("combobox", name="An action").fill(spot.replace(":", " "))
    page.keyboard.press("Enter")
    page.locator(f"[data-spot='{spot}'][data-state=staged]").wait_for()


def placing(table: Table) -> str:
    """At a table of El Grande, asked to place caballeros of the court; a region where that is
    legal.
    """
    id_ = table.play_now("el_grande", 3)
    assert driving.play_on(table.page, id_, offer="place ")
    table.page.goto(f"{table.server}/t/{id_}")
    until_mine(table)
    spot = table.page.locator(".boardbox [data-spot^='region:'][data-state=legal]").first.get_attribute("data-spot") or ""
    return spot.partition(" ")[0].partition(":")[2]


def test_hovering_shows_the_majorities_before_and_after(open_table: Any) -> None:
    table = open_table()
    region = placing(table)
    where = table.page.locator(f".boardbox [data-spot='region:{region}']").first.evaluate(INSIDE)
    table.page.mouse.move(where["x"], where["y"])
    lines = table.page.get_by_test_id("tip").locator(".ln")
    lines.filter(has_text="→").first.wait_for()


def test_a_caballero_is_dragged_from_the_court_to_a_region_and_taken_back(open_table: Any) -> None:
    table = open_table()
    region = placing(table)
    page = table.page
    before = table.decisions()
    cube = page.locator(".handbox [data-spot='mycourt:court']").first.bounding_box()
    land = page.locator(f".boardbox [data-spot='region:{region}']").first
    where = land.evaluate(INSIDE)
    assert cube is not None
    page.mouse.move(cube["x"] + cube["width"] / 2, cube["y"] + cube["height"] / 2)
    page.mouse.down()
    page.mouse.move(where["x"] - 9, where["y"] - 9)
    page.locator(".dragghost").wait_for()
    page.mouse.move(where["x"], where["y"])
    page.mouse.up()
    table.await_decisions(before + 1)
    assert table.decided(before)[:1] == [f"place {region}"]
    page.locator("[data-testid=undo]:not([disabled])").wait_for()
    page.keyboard.press("u")
    until(page, lambda: table.decisions() == before)


INSIDE = """e => {
  const r = e.getBoundingClientRect()
  for (let i = 1; i < 20; i++) for (let j = 1; j < 20; j++) {
    const x = r.left + r.width * i / 20, y = r.top + r.height * j / 20
    if (document.elementFromPoint(x, y)?.closest('[data-spot]') === e) return {x, y}
  }
}"""
"""A point of the screen where a shape lies on top."""


def test_number_keys_choose_and_enter_confirms(open_table: Any) -> None:
    table = open_table()
    table.play_now("el_grande", 2)
    until_mine(table)
    page = table.page
    spots = page.locator("[data-spot^='power:'][data-state=legal]").evaluate_all("all => all.map(e => e.dataset.spot)")
    number = next(n for n in range(1, 10) if f"power:{n}" in spots)
    before = table.decisions()
    page.keyboard.press(str(number))
    page.locator(f"[data-spot='power:{number}'][data-state=staged]").wait_for()
    page.keyboard.press("u")
    page.locator(f"[data-spot='power:{number}'][data-state=legal]").wait_for()
    assert table.decisions() == before
    page.keyboard.press(str(number))
    page.locator(f"[data-spot='power:{number}'][data-state=staged]").wait_for()
    page.keyboard.press("Enter")
    table.await_decisions(before + 1)
    assert table.decided(before)[:1] == [f"power {number}"]


def test_a_number_key_means_the_number_that_is_asked_for(open_table: Any) -> None:
    table = open_table()
    id_ = table.play_now("el_grande", 3)
    assert driving.play_on(table.page, id_, offer="court ")
    table.page.goto(f"{table.server}/t/{id_}")
    until_mine(table)
    table.page.locator("[data-action^='court ']").first.wait_for()
    wanted = [a for a in table.offered()["options"] if a.startswith("court ")][-1]
    before = table.decisions()
    table.page.keyboard.press(wanted.removeprefix("court "))
    table.await_decisions(before + 1)
    assert table.decided(before)[:1] == [wanted]


def test_the_film_of_what_happened_since_my_turn_can_be_skipped(open_table: Any) -> None:
    table = open_table(motion="full", pace="slow")
    page = table.page
    id_ = table.play_now("rheinlaender", 4)
    assert driving.play_on(page, id_, 20, fresh=True)
    page.add_init_script(COUNT_PINGS)
    page.goto(f"{table.server}/t/{id_}")
    until_mine(table)
    page.clock.install()
    stop_clock(page)
    page.get_by_title("What happened since my turn").click()
    page.get_by_text("You are looking at step").wait_for()
    page.keyboard.press(" ")
    until_mine(table)
    page.get_by_title("What happened since my turn").click()
    page.get_by_text("You are looking at step").wait_for()
    let_pass(page, 20_500)  # a little over twenty seconds, however many moves there were
    until_mine(table)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_card_that_may_be_taken_back_can_be_touched(open_table: Any, phone: bool) -> None:
    table = open_table(phone=phone)
    page = table.page
    options = {"modules": ["power_shift"]}
    id_ = driving.before_offer(page, "el_grande", 3, "regain ", options, actions=("card empowerment", "action"))
    page.goto(f"{table.server}/t/{id_}")
    page.locator("[data-testid=pass], [data-testid=decision].mine").first.wait_for()
    page.keyboard.press("Enter")  # the player on turn takes the device
    legal = page.evaluate("""async id => {
      const state = async query => await (await fetch(`/api/tables/${id}/state${query}`)).json()
      return (await state(`?seat=${(await state('')).pending[0]}`)).legal
    }""", id_)
    assert all(action.startswith("regain ") for action in legal)
    page.wait_for_function("""n => [...document.querySelectorAll('[data-spot][data-state=legal]')]
      .filter(e => /^(power|modifier):/.test(e.dataset.spot) && e.getClientRects().length).length === n""", arg=len(legal))
