"""Fair chance in the browser: a seed for every seat it takes, the commitment kept, the finished
game checked in the page.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from helpers import driving
from helpers.waiting import until
from playwright.sync_api import Page, Route

KEPT = "id => JSON.parse(localStorage.getItem('tafelrunde.fair') ?? '{}')[id] ?? null"
TABLE = "async id => await (await fetch(`/api/tables/${id}`)).json()"


def table_id(page: Page) -> str:
    """The id of the table at which the page has arrived."""
    page.wait_for_url(re.compile(r"/t/[\w-]{22}"))
    return page.url.partition("/t/")[2][:22]


def check_seated(page: Page, id_: str, status: str = "running") -> list[str]:
    """The page kept the table's commitment and the seeds that the table has for its seats; the
    seeds.
    """
    until(page, lambda: page.evaluate(TABLE, id_)["status"] == status)
    table, kept = page.evaluate(TABLE, id_), page.evaluate(KEPT, id_)
    assert kept["commitment"] == table["commitment"]
    assert kept["chance"] == table["chance"] == "hmac-sha256/1"
    assert kept["seeds"] == {str(seat): table["seeds"][str(seat)] for seat in table["mine"]}
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for seed in kept["seeds"].values())
    return list(kept["seeds"].values())


def create(page: Page, *switches: str, button: str = "create") -> str:
    """A table for two, created as people do it."""
    page.locator("[data-game=el_grande]").click()
    page.locator(".create summary").click()
    page.locator(".create .seg").first.get_by_text("2", exact=True).click()
    for name in switches:
        page.get_by_role("switch", name=name, exact=True).click()
    page.get_by_test_id(button).click()
    return table_id(page)


def test_every_seat_that_the_browser_takes_has_its_seed(open_table: Any) -> None:
    seeds: list[str] = []
    first, second = open_table(drawn=True), open_table(drawn=True)
    page = first.page
    page.get_by_test_id("playnow").click()
    seeds += check_seated(page, table_id(page))
    page.goto(f"{first.server}/learn/toledo")
    seeds += check_seated(page, table_id(page))
    page.goto(first.server)
    shared = create(page)
    second.page.goto(f"{first.server}/t/{shared}")
    second.page.get_by_test_id("sit-1").click()
    for each in (page, second.page):
        each.get_by_test_id("ready").click()
    seeds += check_seated(page, shared)
    seeds += check_seated(second.page, shared)
    assert len(page.evaluate(TABLE, shared)["seeds"]) == 2
    assert len(seeds) == len(set(seeds)) == 4


def test_a_seed_that_was_cut_off_is_sent_when_the_page_is_back(open_table: Any) -> None:
    table = open_table()
    page = table.page
    page.route("**/seed?*", lambda route: route.abort())
    page.get_by_test_id("playnow").click()
    id_ = table_id(page)
    page.get_by_role("alert").wait_for()
    page.unroute("**/seed?*")
    page.reload()
    page.wait_for_selector("[data-testid=decision]")
    check_seated(page, id_)


@pytest.fixture
def finished(open_table: Any) -> tuple[Any, str]:
    """A page, and a finished hot-seat game that it made."""
    table = open_table()
    id_ = create(table.page, "Short game", button="one-device")
    assert len(set(check_seated(table.page, id_))) == 1  # one person, one seed for both seats
    assert not driving.play_on(table.page, id_)
    return table, id_


def review(page: Page, server: str, id_: str, button: str = "Check it") -> str:
    """Check the game in its review; returns what the page says."""
    page.goto(f"{server}/t/{id_}/review")
    page.get_by_test_id("tab-more").click()
    page.get_by_role("button", name=button).click()
    verdict = page.locator("[data-fair]")
    verdict.wait_for()
    verdict.scroll_into_view_if_needed()
    assert verdict.is_visible()
    return f"{verdict.get_attribute('data-fair')}: {verdict.inner_text()}"


def test_the_page_checks_the_finished_game_itself(finished: tuple[Any, str], open_table: Any) -> None:
    table, id_ = finished
    page = table.page
    said = review(page, table.server, id_)
    assert said.startswith("yes: ")
    for part in ("that this browser kept before the game began", "that this browser added is in the record", "draws follow from"):
        assert part in said
    stranger = open_table(lang="de")
    said = review(stranger.page, table.server, id_, "Nachprüfen")
    assert said.startswith("yes: ")
    assert "saß nicht am Tisch" in said
    page.goto(f"{table.server}/t/{id_}")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/t/" in url and id_ not in url)
    check_seated(page, table_id(page))


def answering(**what: Any) -> Callable[[Route], None]:
    """Gives another answer than the server's."""
    return lambda route: route.fulfill(**what)


def test_a_tampered_answer_is_noticed(finished: tuple[Any, str]) -> None:
    """The server's claim about its own game is ignored."""
    table, id_ = finished
    page = table.page
    record = page.evaluate("async id => await (await fetch(`/api/tables/${id}/record`)).text()", id_)
    told = page.evaluate("async id => await (await fetch(`/api/tables/${id}/verify`)).json()", id_)
    assert told["verified"]
    secret, seed = told["secret"], page.evaluate(KEPT, id_)["seeds"]["0"]
    king = next(row for row in record.splitlines() if row.startswith("* king"))
    other = next(d["line"] for d in told["drawn"] if d["line"].startswith("* home"))
    swapped = [d | {"line": king.replace(king.split()[-1], other.split()[-1])} if d["line"] == king else d for d in told["drawn"]]
    moved = [d | {"value": (d["value"] + 1) % d["of"]} if d["line"] == king else d for d in told["drawn"]]
    for text, drawn, part in [
            (record.replace(secret, secret[::-1]), told["drawn"], "does not fit the commitment"),
            (record.replace(told["commitment"], "0" * 64), told["drawn"], "is not the one that this browser kept"),
            (record.replace(seed, "0" * 32), told["drawn"], "is not in the record"),
            (record, swapped, "does not agree with the record"),
            (record, moved, "does not follow from the secret"),
            (record.replace("Chance: hmac-sha256/1\n", ""), told["drawn"], "in a different way than announced")]:
        page.route("**/record", answering(body=text, content_type="text/plain"))
        page.route("**/verify?*", answering(json=told | {"drawn": drawn}))
        said = review(page, table.server, id_)
        page.unroute_all()
        assert said.startswith("no: ")
        assert part in said, said
