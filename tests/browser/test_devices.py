"""My devices: what is signed in is seen, ended from another device, and a program gets a token of
its own.
"""
from __future__ import annotations

from typing import Any

from helpers.clicking import Table
from playwright.sync_api import Page, expect

PASSWORD = "correct horse battery"
TITLES = {"en": "My devices", "hu": "Eszközeim", "cs": "Moje zařízení", "de": "Meine Geräte"}


def account(table: Table, email: str, button: str) -> None:
    """Fill in the account's form and press one of its buttons."""
    page = table.page
    page.goto(f"{table.server}/account")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name=button).click()
    page.get_by_role("status").wait_for()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"))


def test_a_device_is_signed_out_from_another(open_table: Any) -> None:
    one, two = open_table(), open_table(phone=True)
    account(one, "devices@example.org", "Create an account")
    account(two, "devices@example.org", "Log in")
    page = one.page
    page.get_by_role("link", name="My devices").click()
    rows = page.get_by_test_id("devices").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("This device")
    for _ in range(40):  # with the keyboard, as far as it takes
        page.keyboard.press("Tab")
        if focused(page).startswith("Sign out ") and "everywhere" not in focused(page):
            break
    page.keyboard.press("Enter")
    expect(rows).to_have_count(1)
    said = page.get_by_test_id("says")
    expect(said).to_contain_text("signed out")
    expect(said).to_be_focused()  # not lost with the button
    assert page.get_by_test_id("end-others").count() == 0  # nothing else is signed in
    two.page.reload()
    two.page.goto(f"{two.server}/account")
    expect(two.page.get_by_role("heading", name="You play as a guest")).to_be_visible()


def test_a_program_gets_a_token_that_can_be_revoked(open_table: Any) -> None:
    table = open_table()
    page = table.page
    page.goto(f"{table.server}/devices")
    expect(page.get_by_text("You have no tokens.")).to_be_visible()
    page.get_by_label("Name of the program").fill("my bot")
    page.get_by_label("It may").select_option(label="only look")
    page.get_by_role("button", name="Make a token").click()
    made = page.get_by_test_id("token")
    expect(made).to_be_visible()
    token = made.input_value()
    headers = {"Authorization": f"Bearer {token}"}
    with_it = page.request.get(f"{table.server}/api/me", headers=headers)
    assert with_it.status == 200
    assert page.request.post(f"{table.server}/api/play-now", headers=headers, data={"game": "toledo"}).status == 403
    expect(page.get_by_test_id("tokens")).to_contain_text("my bot")
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_text("You have no tokens.")).to_be_visible()
    assert page.request.get(f"{table.server}/api/me", headers=headers).status == 401
    page.reload()
    expect(page.get_by_text("You have no tokens.")).to_be_visible()
    assert page.get_by_test_id("token").count() == 0


def test_the_page_speaks_four_languages_and_fits_a_phone(open_table: Any) -> None:
    table = open_table(phone=True)
    page = table.page
    for lang, title in TITLES.items():
        page.goto(f"{table.server}/devices?lang={lang}")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
