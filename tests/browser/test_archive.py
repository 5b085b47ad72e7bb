"""The archive and profiles in the browser: searched by hand and by keyboard, opened in the review,
downloaded, hidden.
"""
from __future__ import annotations

import zipfile
from typing import Any

from helpers import driving
from helpers.clicking import CREATE, Table
from helpers.waiting import until

PUBLIC = {"game": "toledo", "players": 2, "options": {"turn_cap": "25"}, "listed": True, "rated": True}
RESIGN = """async id => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  const post = (what, body) => fetch(`/api/tables/${id}/${what}`, {method: 'POST', headers, body: JSON.stringify(body)})
  return [(await post('join', {})).status, (await post('leave', {resign: true})).status]
}"""
NAME = """async name => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  await fetch('/api/me', {method: 'PATCH', headers, body: JSON.stringify({name})})
}"""
ARCHIVED = """async () => (await (await fetch('/api/archive?player=Skoda')).json()).games.length === 1"""
FITS = "document.documentElement.scrollWidth <= innerWidth"


def counted(table: Table, text: str) -> None:
    """Wait until the page says that it found n games."""
    table.page.locator("[data-testid=found]", has_text=text).wait_for()


def test_a_finished_game_is_found_opened_and_downloaded(open_table: Any) -> None:
    player = open_table()
    player.page.evaluate(NAME, "Adéla Škoda")
    id_ = player.page.evaluate(CREATE, PUBLIC)["id"]
    other = open_table()
    other.page.evaluate(NAME, "Bětka Nová")
    assert other.page.evaluate(RESIGN, id_) == [200, 200]
    assert not driving.play_on(player.page, id_)
    until(player.page, lambda: player.page.evaluate(ARCHIVED))

    stranger = open_table(size=(1366, 768))
    page = stranger.page
    page.goto(f"{stranger.server}/reviews")
    stranger.press("[data-testid=archive]")
    page.wait_for_url("**/archive")
    page.get_by_test_id("player").focus()
    page.keyboard.type("skoda")
    page.keyboard.press("Enter")
    page.wait_for_url("**/archive?player=skoda")
    counted(stranger, "1 game")
    assert page.evaluate("document.activeElement.dataset.testid") == "player"
    page.get_by_test_id("found-game").get_by_text("Adéla Škoda").wait_for()
    with page.expect_download() as got:
        stranger.press("[data-testid=download]")
    with zipfile.ZipFile(got.value.path()) as file:
        assert id_ in file.read("games.jsonl").decode()

    stranger.press("[data-testid=open-review]")
    page.wait_for_url(f"**/t/{id_}/review")
    page.go_back()
    counted(stranger, "1 game")  # the address says what was looked for
    page.get_by_test_id("found-game").wait_for()

    phone = open_table(phone=True, lang="de")
    page = phone.page
    page.goto(f"{phone.server}/archive?game=toledo&player=skoda&option=turn_cap:25")
    counted(phone, "1 Partie")
    page.get_by_test_id("found-game").wait_for()
    assert page.get_by_test_id("option-turn_cap").input_value() == "25"
    assert page.evaluate(FITS)
    page.get_by_test_id("option-turn_cap").select_option("50")
    page.get_by_test_id("search").tap()
    page.wait_for_url("**option=turn_cap%3A50")
    counted(phone, "Keine Partien")
    _profile(stranger, player, id_)
    page.goto(stranger.page.url)
    page.get_by_text("Dieses Profil ist verborgen.").wait_for()


def _profile(stranger: Table, player: Table, id_: str) -> None:
    """What a stranger reads of the player, and that it can be hidden."""
    page = stranger.page
    stranger.press("[data-testid=found-game] .first a")
    page.wait_for_url("**/people/*")
    page.get_by_role("heading", level=1, name="Adéla Škoda").wait_for()
    counted(stranger, "1 game")
    page.get_by_role("img", name="The rating over 1 game, from 1000 to ").wait_for()
    page.get_by_test_id("curve-open").click()
    page.get_by_test_id("curve-table").locator("tbody tr").wait_for()
    page.get_by_test_id("openings").get_by_text("First shop").wait_for()
    page.get_by_test_id("of-opponent").focus()
    page.keyboard.type("nova")
    page.keyboard.press("Enter")
    page.wait_for_url("**?player=nova")
    counted(stranger, "1 game")
    page.get_by_test_id("of-result").select_option("lost")
    stranger.press("[data-testid=search]")
    counted(stranger, "No games")
    with page.expect_download() as got:
        page.get_by_test_id("of-result").select_option("")
        stranger.press("[data-testid=search]")
        counted(stranger, "1 game")
        stranger.press("[data-testid=download]")
    with zipfile.ZipFile(got.value.path()) as file:
        assert id_ in file.read("games.jsonl").decode()
    stranger.press("[data-testid=opponents] a")
    page.wait_for_url("**?against=*")
    page.get_by_test_id("heads").get_by_role("heading", name="Adéla Škoda – Bětka Nová").wait_for()
    for width in (390, 768, 1440):
        stranger.resize(width, 844)
        assert page.evaluate(FITS), width

    own = player.page
    own.goto(f"{player.server}/account")
    player.press("[data-testid=profile]")
    own.get_by_role("switch", name="Hide my profile").focus()
    own.keyboard.press("Space")
    own.get_by_text("Your profile is hidden now.").wait_for()
    counted(player, "1 game")  # the owner still sees it
    page.reload()
    page.get_by_test_id("hidden").wait_for()
    assert page.get_by_test_id("found").count() == 0
