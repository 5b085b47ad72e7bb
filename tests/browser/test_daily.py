"""The daily deal in the browser: begun from the lobby, gone on with, its table of results
afterwards and not before.
"""
from __future__ import annotations

import re
from typing import Any

from browser.test_archive import FITS
from helpers.waiting import until

GIVE_UP = """async id => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  return (await fetch(`/api/tables/${id}/leave`, {method: 'POST', headers, body: JSON.stringify({resign: true})})).status
}"""
OVER = "async () => (await (await fetch('/api/daily')).json()).titles.some(t => t.status === 'over')"


def test_the_daily_deal_is_played_and_its_table_comes_afterwards(open_table: Any) -> None:
    table = open_table(phone=True)
    page = table.page
    table.press("[data-testid=daily]")
    page.wait_for_url("**/daily")
    table.press("[data-testid=play-rheinlaender]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("[data-testid=decision]")
    id_ = page.url.rpartition("/")[2]
    page.goto(f"{table.server}/daily?game=rheinlaender")
    page.get_by_text("The results of this deal are shown after you have played it.").wait_for()
    page.get_by_test_id("daily-rheinlaender").get_by_text("You are playing it.").wait_for()
    assert page.get_by_test_id("daily-results").count() == 0
    page.get_by_test_id("play-rheinlaender").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{id_}")  # the same table again

    assert page.evaluate(GIVE_UP, id_) == 200  # bots play it to its end
    until(page, lambda: page.evaluate(OVER))
    page.goto(f"{table.server}/daily")
    table.press("[data-testid=results-rheinlaender]")
    page.get_by_test_id("daily-results").get_by_role("row").nth(1).wait_for()
    assert page.get_by_test_id("play-toledo").count() == 1
    assert page.evaluate(FITS)
    page.get_by_text("Nobody could choose this deal").click()
    assert len(page.get_by_test_id("chain").inner_text()) == 64

    stranger = open_table(lang="de")
    stranger.page.goto(f"{stranger.server}/daily?game=rheinlaender")
    stranger.page.get_by_text("Die Tabelle dieser Partie siehst du, wenn du sie gespielt hast.").wait_for()

    held: list[Any] = []  # the refusal stays, although the day itself arrives after it
    day = page.evaluate("async () => (await (await fetch('/api/daily')).json()).day")
    stranger.page.route(re.compile(r"/api/daily\?"), lambda route: held.append(route))
    with stranger.page.expect_response(re.compile(rf"/api/daily/{day}/rheinlaender")):
        stranger.page.goto(f"{stranger.server}/daily?day={day}&game=rheinlaender")
    until(stranger.page, lambda: bool(held))
    held[0].continue_()
    stranger.page.get_by_test_id("daily-rheinlaender").wait_for()
    stranger.page.get_by_test_id("no-results").get_by_text("wenn du sie gespielt hast").wait_for()
