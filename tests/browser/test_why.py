"""What happened, and why: the log tells the truth and no secret, and the end of a game explains itself."""
from __future__ import annotations

import re
from typing import Any

import pytest
from helpers import driving
from helpers.clicking import CREATE
from playwright.sync_api import Page

LOG = "#log"


def state(page: Page, table: str) -> dict[str, Any]:
    """What I am shown of a table."""
    return dict(page.evaluate("async id => await (await fetch(`/api/tables/${id}/state`)).json()", table))


def test_the_log_counts_what_is_placed(open_table: Any) -> None:
    table = open_table()
    page = table.page
    id_ = table.play_now("el_grande", 2)
    for _ in range(12):  # until two may be placed in one turn
        assert driving.play_on(page, id_, offer="place castillo")
        driving.act(page, id_, state(page, id_)["seat"], "place castillo")
        if "place castillo" in state(page, id_)["legal"]:
            break
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    before = page.locator(LOG).get_by_text("You throw a caballero into the castillo").count()
    driving.act(page, id_, state(page, id_)["seat"], "place castillo")
    line = page.locator(LOG).get_by_text("You throw 2 caballeros into the castillo")
    line.wait_for()
    assert line.is_visible()
    assert page.locator(LOG).get_by_text("You throw a caballero into the castillo").count() == before - 1


@pytest.mark.parametrize("game", ["toledo", "rheinlaender"])
def test_on_one_device_nobody_reads_the_cards_of_another(open_table: Any, game: str) -> None:
    """The log of each seat holds the cards of that seat alone, whoever has had the device before."""
    table = open_table()
    page = table.page
    players = 2 if game == "toledo" else 3
    made = page.evaluate(CREATE, {"game": game, "players": players, "hotseat": True, "rated": False, "clock": {"kind": "none"}})
    page.goto(f"{table.server}/t/{made['id']}")
    page.wait_for_selector("[data-testid=decision]")
    looked = 0
    for _ in range(200):
        if page.get_by_test_id("pass").count():
            page.keyboard.press("Enter")
            page.wait_for_selector("[data-testid=decision].mine")
        now = page.evaluate("async id => (await (await fetch(`/api/tables/${id}`)).json())", made["id"])
        if page.locator("[data-testid=decision].mine").count():
            page.locator(LOG).get_by_text("You are dealt").first.wait_for()
            dealt = re.findall(r"(\w+) (?:are dealt|is dealt|draws?) (?:a|card) ", page.locator(LOG).inner_text())
            assert set(dealt) == {"You"}, "the log tells another seat's cards"
            looked += 1
        if looked >= 12 and now["decisions"] > 6:
            return
        table.step()
    raise AssertionError("the device was not passed on")


@pytest.mark.parametrize(("game", "players", "phone"), [("toledo", 3, False), ("rheinlaender", 5, True), ("el_grande", 3, True)])
def test_the_end_says_who_won_and_where_the_points_came_from(open_table: Any, game: str, players: int, phone: bool) -> None:
    table = open_table(phone=phone)
    page = table.page
    id_ = table.play_now(game, players, {"short": True} if game == "el_grande" else {})
    driving.play_on(page, id_)
    page.goto(f"{table.server}/t/{id_}")
    result = page.get_by_test_id("result")
    result.wait_for()
    scores = page.evaluate("async id => (await (await fetch(`/api/tables/${id}`)).json()).result.scores", id_)
    assert str(max(scores)) in result.locator("h2").inner_text()
    receipt = page.get_by_test_id("receipt")
    receipt.scroll_into_view_if_needed()
    rows = [[int(n) for n in row.locator("td").all_inner_texts()] for row in receipt.locator("tbody tr").all()]
    *parts, total = rows
    assert [sum(column) for column in zip(*parts, strict=True)] == total == sorted(scores, reverse=True)
