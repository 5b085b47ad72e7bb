"""Bots that think in the page: chosen in the settings, said at the table, on a computer, on a
phone, and not while it is hidden.
"""
from __future__ import annotations

from typing import Any

import pytest
from helpers.clicking import Table
from helpers.waiting import put_aside

LEVEL = "strong:30nodes"
STEPS = """async id => {
  const table = await (await fetch(`/api/tables/${id}`)).json()
  const steps = []
  for (let from = 1; from <= table.version; from += 200)
    steps.push(...(await (await fetch(`/api/tables/${id}/steps?from=${from}&to=${from + 199}`)).json()).steps)
  return steps.filter(s => s.kind === 'decide' && !table.mine.includes(s.seat)).map(s => [s.version, s.by])
}"""


def choose(table: Table, where: str) -> None:
    """Choose in the settings where bots think."""
    table.page.goto(f"{table.server}/settings")
    table.press(f"[data-bots={where}]")
    table.page.wait_for_selector(f"[data-bots={where}][aria-pressed=true]")


def thoughts(table: Table) -> int:
    return int(table.page.locator("[data-testid=thinking]").get_attribute("data-thoughts") or 0)


def by(table: Table, id_: str, after: int = 0) -> list[str]:
    """Who decided for the bots after a version."""
    return [who for version, who in table.page.evaluate(STEPS, id_) if version > after]


def play_until(table: Table, condition: Any, steps: int = 400) -> None:
    for _ in range(steps):
        if condition():
            return
        assert table.step() != "over"
    raise AssertionError("it does not come")


@pytest.mark.parametrize(("phone", "level"), [(False, LEVEL), (True, LEVEL), (False, "master:30nodes")],
                         ids=["computer", "phone", "with a network"])
def test_bots_think_in_the_page_and_the_game_goes_on(open_table: Any, phone: bool, level: str) -> None:
    table = open_table(phone=phone)
    choose(table, "open")
    id_ = table.play_now("el_grande", 3, {"short": True}, level)
    table.page.wait_for_selector("[data-testid=thinking]")
    assert table.sees("[data-testid=thinking]") == ["Bots here"]
    play_until(table, lambda: thoughts(table) >= 12)
    assert "device" in by(table, id_)
    table.press("[data-testid=menu]")
    assert table.sees("[data-testid=thinking-why]") == [
        "The bots think on this device if they know no more than you do, otherwise on the server."]
    table.press("dialog [data-bots=server]")
    table.page.wait_for_selector("[data-testid=thinking]", state="detached")
    assert table.sees("[data-testid=thinking-why]") == ["The bots think on the server."]


def test_bots_that_hold_cards_think_here_at_a_table_made_for_it(open_table: Any) -> None:
    table = open_table(lang="de")
    choose(table, "all")
    table.page.goto(table.server)
    table.press("[data-game=toledo]")
    table.page.wait_for_selector("[data-game=toledo][aria-checked=true]")
    table.press("[data-testid=playnow]")
    table.page.wait_for_selector("[data-testid=decision]")
    id_ = table.page.url.partition("/t/")[2]
    assert table.page.evaluate("async id => (await (await fetch(`/api/tables/${id}`)).json()).thinking", id_) == "all"
    table.page.wait_for_selector("[data-testid=thinking]")
    table.press("[data-testid=menu]")
    assert table.sees("[data-testid=thinking-why]") == ["Die Bots denken auf diesem Gerät, und ihre Karten liegen hier."]
    table.page.keyboard.press("Escape")
    play_until(table, lambda: thoughts(table) >= 12)
    assert by(table, id_).count("device") >= 12


def test_a_hidden_page_thinks_nothing_and_the_server_takes_over(open_table: Any, tabs: Any) -> None:
    table = tabs()
    choose(table, "open")
    id_ = table.play_now("el_grande", 3, {"short": True}, LEVEL)
    table.page.wait_for_selector("[data-testid=thinking]")
    # Another page of the same person: there bots think on the server
    other = open_table(like=table)
    other.page.goto(f"{other.server}/t/{id_}")
    other.page.wait_for_selector("[data-testid=decision]")
    play_until(other, lambda: "device" in by(other, id_))
    assert other.page.get_by_test_id("thinking").count() == 0

    put_aside(table.page)
    table.page.wait_for_selector("[data-testid=thinking]", state="detached")
    table.page.wait_for_timeout(300)  # what was on its way has arrived
    hidden_at = max(version for version, _ in other.page.evaluate(STEPS, id_))
    play_until(other, lambda: len(by(other, id_, hidden_at)) >= 5)
    assert set(by(other, id_, hidden_at)) == {"bot"}

    table.page.bring_to_front()
    table.page.wait_for_selector("[data-testid=thinking]")
    shown_at = max(version for version, _ in other.page.evaluate(STEPS, id_))
    play_until(other, lambda: "device" in by(other, id_, shown_at))


def test_the_daily_deal_stays_with_the_server(open_table: Any) -> None:
    table = open_table()
    choose(table, "all")
    table.page.goto(f"{table.server}/daily")
    table.press("[data-testid=play-el_grande]")
    table.page.wait_for_selector("[data-testid=decision]")
    id_ = table.page.url.partition("/t/")[2]
    play_until(table, lambda: len(by(table, id_)) >= 8)
    assert set(by(table, id_)) == {"bot"}
    assert table.page.get_by_test_id("thinking").count() == 0
    table.press("[data-testid=menu]")
    assert table.sees("[data-testid=thinking-why]") == ["The bots think on the server."]
