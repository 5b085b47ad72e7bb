"""A tournament in the browser: created, entered from a phone, played, followed and reviewed."""
from __future__ import annotations

from typing import Any

from browser.test_accessibility import found
from helpers import driving

TOURNAMENT = """async ([asked, bots]) => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  const post = async (path, body) =>
    (await fetch('/api/tournaments' + path, {method: 'POST', headers, body: JSON.stringify(body)})).json()
  const {tournament: {id}} = await post('', asked)
  if (bots) {
    await post(`/${id}/bots`, {level: 'random', count: bots})
    await post(`/${id}/start`, {})
  }
  return id
}"""
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
    page.get_by_role("link", name="All tournaments").click()
    page.get_by_role("link", name="Spring Cup").click()
    page.get_by_test_id("standings").wait_for()
    phone.press("[data-testid=withdraw]")  # that would resign the game, so it asks first
    phone.page.get_by_role("dialog").get_by_text("Feladod e forduló játszmáját").wait_for()
    phone.page.keyboard.press("Escape")
    phone.page.get_by_role("dialog").wait_for(state="detached")
    phone.press("[data-testid=my-table]")
    phone.page.wait_for_url(f"**/t/{id_}")
    assert not driving.play_on(phone.page, id_)
    phone.press("[data-testid=to-tournament]")
    phone.page.get_by_test_id("status").get_by_text("Véget ért").wait_for()
    page.get_by_test_id("status").get_by_text("Over").wait_for()
    page.get_by_test_id("pairing").first.scroll_into_view_if_needed()
    page.get_by_test_id("pairing").first.click()
    page.wait_for_url("**/review")


def test_many_rounds_come_page_by_page_and_a_tournament_is_called_off(open_table: Any) -> None:
    host = open_table(lang="de")
    page = host.page
    asked = {"name": "Lange Nacht", "game": "toledo", "seats": 2, "rounds": 8, "clock": {"kind": "slow", "move_ms": 86_400_000},
             "options": {"turn_cap": "25"}, "listed": False}
    id_ = page.evaluate(TOURNAMENT, [asked, 2])
    page.goto(f"{host.server}/tournaments/{id_}")
    page.get_by_test_id("status").get_by_text("Zu Ende").wait_for()
    page.get_by_role("heading", name="Runde 3").wait_for()
    assert page.get_by_role("heading", name="Runde 2").count() == 0
    page.get_by_test_id("earlier-rounds").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Runde 1", exact=True).wait_for()
    assert page.get_by_test_id("earlier-rounds").count() == 0
    assert page.get_by_role("heading", level=2).all_inner_texts() == ["Tabelle", *(f"Runde {n}" for n in range(8, 0, -1))]

    assert found(host) == []

    other = page.evaluate(TOURNAMENT, [asked | {"name": "Ohne Ende"}, 0])
    page.goto(f"{host.server}/tournaments/{other}")
    page.get_by_label("Wie viele").fill("60")
    host.press("[data-testid=add-bots]")
    page.get_by_test_id("entrants").get_by_role("listitem").nth(49).wait_for()
    assert page.get_by_test_id("entrants").get_by_role("listitem").count() == 50
    page.get_by_test_id("show-more").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("entrants").get_by_role("listitem").nth(59).wait_for()
    host.press("[data-testid=close]")
    page.get_by_role("dialog").get_by_text("Das lässt sich nicht zurücknehmen.").wait_for()
    assert found(host) == []
    host.press("[data-testid=sure]")
    page.get_by_test_id("status").get_by_text("Abgesagt").wait_for()
