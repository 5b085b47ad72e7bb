"""A tournament in the browser: made, entered from a phone, played, followed and looked back at."""
from __future__ import annotations

from typing import Any

from helpers import driving

FITS = "document.documentElement.scrollWidth <= innerWidth"


def test_a_tournament_is_made_entered_played_and_followed(open_table: Any) -> None:
    host = open_table(size=(1366, 768))
    page = host.page
    page.goto(f"{host.server}/tables")
    host.press("[data-testid=tournaments]")
    page.get_by_test_id("new-tournament").click()
    page.get_by_test_id("name").fill("Spring Cup")
    page.get_by_test_id("game").select_option("toledo")
    page.get_by_test_id("seats").select_option("2")
    page.get_by_test_id("rounds").fill("1")
    page.get_by_test_id("make-tournament").scroll_into_view_if_needed()
    host.press("[data-testid=make-tournament]")
    page.wait_for_url("**/tournaments/*")
    page.get_by_text("Be the first.").wait_for()
    host.press("[data-testid=start]")
    page.get_by_role("alert").get_by_text("At least two must take part.").wait_for()

    phone = open_table(phone=True, lang="hu")
    phone.page.goto(page.url)
    phone.press("[data-testid=join]")
    phone.page.get_by_text("1 résztvevő").wait_for()
    assert phone.page.evaluate(FITS)
    phone.page.get_by_test_id("withdraw").wait_for()

    page.get_by_text("1 takes part").wait_for()  # the page follows
    page.get_by_label("How many").fill("3")
    host.press("[data-testid=add-bots]")
    page.get_by_text("4 take part").wait_for()
    host.press("[data-testid=start]")
    page.get_by_role("heading", name="Round 1").wait_for()
    assert page.get_by_test_id("pairing").count() == 2
    page.get_by_test_id("standings").wait_for()
    assert page.evaluate(FITS)

    own = phone.page.locator("[data-testid=pairing].mine")
    own.wait_for()
    assert phone.page.evaluate(FITS)
    id_ = str(own.get_attribute("href")).removeprefix("/t/")
    own.scroll_into_view_if_needed()
    own.tap()
    phone.page.wait_for_url(f"**/t/{id_}")
    assert not driving.play_on(phone.page, id_)
    phone.press("[data-testid=to-tournament]")
    phone.page.get_by_test_id("status").get_by_text("Véget ért").wait_for()
    page.get_by_test_id("status").get_by_text("Over").wait_for()
    page.get_by_test_id("pairing").first.scroll_into_view_if_needed()
    page.get_by_test_id("pairing").first.click()
    page.wait_for_url("**/review")
