"""Friends in the browser: followed, seen to be here, noted on, challenged on whatever page they
are, and blocked.
"""
from __future__ import annotations

from typing import Any

from browser.test_accessibility import found
from browser.test_archive import FITS, NAME
from helpers.clicking import Table

ACCOUNT = """async email => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  return (await fetch('/api/account', {method: 'POST', headers, body: JSON.stringify({email, password: 'correct horse'})})).status
}"""
ME = "async () => (await (await fetch('/api/me')).json()).user.id"


def at(table: Table, path: str) -> None:
    table.page.goto(table.server + path)
    table.page.wait_for_selector("h1")


def test_somebody_is_followed_challenged_and_blocked(open_table: Any) -> None:
    ada, bela = open_table(), open_table(phone=True)
    for table, name in ((ada, "Ada Nagy"), (bela, "Béla Kiss")):
        table.page.evaluate(NAME, name)
        table.page.reload()  # whose page is open is known by name now
    me, them = ada.page.evaluate(ME), bela.page.evaluate(ME)
    assert bela.page.evaluate(ACCOUNT, "bela@example.org") == 201
    bela.page.goto(f"{bela.server}/rules/toledo")
    page = ada.page
    at(ada, "/people")
    page.get_by_test_id("find-name").focus()
    page.keyboard.type("nobody of this name")
    page.keyboard.press("Enter")
    page.get_by_text("Nobody with an account and a public profile has such a name.").wait_for()
    page.get_by_test_id("find-name").fill("bela k")
    page.keyboard.press("Enter")
    page.get_by_test_id("found-people").get_by_role("link", name="Béla Kiss").wait_for()
    assert found(ada) == []
    page.get_by_test_id("found-people").get_by_role("link", name="Béla Kiss").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/people/{them}")
    ada.press("[data-testid=follow]")
    page.get_by_test_id("tie-says").get_by_text("You follow Béla Kiss").wait_for()
    page.get_by_test_id("note").focus()
    page.keyboard.type("Likes the smith")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("The note is saved.").wait_for()
    at(ada, "/people")
    row = page.get_by_test_id("followed")
    row.get_by_text("Likes the smith").wait_for()
    row.get_by_text("online", exact=True).wait_for()
    page.get_by_role("region", name="Ranking").get_by_label("Title").select_option("rheinlaender")
    page.get_by_role("region", name="Ranking").get_by_text("Nobody yet.").wait_for()

    ada.press("[data-testid=challenge-open]")
    page.get_by_test_id("challenge-game").select_option("toledo")
    ada.press("[data-testid=challenge-send]")
    page.wait_for_url("**/t/*")
    first = page.url
    bela.page.get_by_text("Ada Nagy challenges you.").wait_for()  # on a page of the rules
    assert bela.page.evaluate(FITS)
    bela.press("[data-testid=decline]")
    bela.page.get_by_test_id("challenge").wait_for(state="detached")
    page.get_by_text("Béla Kiss has declined.").wait_for()  # in the waiting room
    ada.press("[data-testid=seen]")
    page.get_by_test_id("declined").wait_for(state="detached")

    at(ada, f"/people/{them}")
    page.get_by_test_id("challenge-open").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("challenge-send").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert page.url != first
    table_of_both = page.url
    page.get_by_test_id("seat-0").wait_for()
    bela.press("[data-testid=accept]")
    bela.page.wait_for_url(table_of_both)
    for table in (ada, bela):
        table.page.wait_for_selector("[data-testid=decision]")

    bela.press("[data-testid=menu]")  # the menu of the table leads to the others' profiles
    bela.press("[data-testid=person-0]")
    bela.page.wait_for_url(f"**/people/{me}")
    bela.page.get_by_test_id("note").wait_for()
    assert bela.page.get_by_test_id("note").input_value() == ""  # nobody else's
    bela.press("[data-testid=block]")
    bela.page.get_by_text("You will not meet Ada Nagy any more.").wait_for()
    assert bela.page.get_by_test_id("challenge-open").count() == 0
    at(ada, "/people")
    page.get_by_text("You follow nobody yet.").wait_for()
    at(ada, f"/people/{them}")
    ada.press("[data-testid=follow]")
    page.get_by_text("One of you does not want to meet the other.").wait_for()
    at(bela, "/people")
    bela.page.get_by_role("button", name="Unblock: Ada Nagy").tap()
    bela.page.get_by_role("button", name="Unblock: Ada Nagy").wait_for(state="detached")
