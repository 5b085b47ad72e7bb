"""Spectators in the browser: they come from the front page, read that they watch and how late, are
seen by name, and talk.
"""
from __future__ import annotations

from typing import Any

from browser.test_accessibility import found
from browser.test_archive import FITS, NAME


def test_somebody_watches_later_and_is_seen(open_table: Any) -> None:
    ada, bela, cleo = open_table(), open_table(size=(1024, 768)), open_table(phone=True, theme="dark", lang="cs")
    for table, name in ((ada, "Ada Nagy"), (bela, "Béla Kiss"), (cleo, "Cleo Dvořák")):
        table.page.evaluate(NAME, name)
    page = ada.page
    ada.press("[data-game=toledo]")
    page.locator("details summary").first.focus()
    page.keyboard.press("Enter")
    page.locator("details").get_by_role("button", name="2", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("delay").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("2")
    ada.press("[data-testid=create]")
    page.wait_for_url("**/t/*")
    page.get_by_text("They see the game 2 decisions later.").wait_for()
    bela.page.goto(page.url)
    bela.press("[data-testid=sit-1]")
    page.get_by_text("Béla Kiss").first.wait_for()  # the room does not move any more
    for table in (ada, bela):
        table.press("[data-testid=ready]")
    page.wait_for_selector("[data-testid=decision]")

    watching = cleo.page
    watching.goto(cleo.server)
    watching.locator(f"a[href='/t/{page.url.rpartition('/')[2]}']").wait_for()
    cleo.press(f"a[href='/t/{page.url.rpartition('/')[2]}']")
    watching.get_by_test_id("watching").get_by_text("Díváš se o 2 rozhodnutí později.").wait_for()
    assert watching.evaluate(FITS)
    cleo.press("[data-opens=chat]")
    watching.get_by_test_id("gallery").get_by_text("Do konce hry to čtou jen diváci.").wait_for()
    watching.get_by_label("Napsat ostatním divákům").fill("Kdo vyhraje?")
    watching.keyboard.press("Enter")
    watching.get_by_text("Kdo vyhraje?").wait_for()
    assert found(cleo) == []

    ada.press("[data-testid=watchers]")
    page.get_by_test_id("watcher-names").get_by_text("Cleo Dvořák").wait_for()
    assert found(ada) == []
    page.keyboard.press("Escape")
    assert page.get_by_text("Kdo vyhraje?").count() == 0
    assert page.get_by_test_id("watching").count() == 0
