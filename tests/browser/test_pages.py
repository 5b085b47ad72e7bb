"""The pages around the table: rules, languages at run time, the guides; and how large the client
is.
"""
from __future__ import annotations

from typing import Any

import pytest
from helpers.waiting import until
from helpers.weighing import LANGUAGES, Scales

from tafelrunde.games import NAMES as TITLES

GREETINGS = {"en": "What shall we play?", "hu": "Mit játsszunk?", "cs": "Co si zahrajeme?", "de": "Was wollen wir spielen?"}


def test_four_languages_at_run_time(open_table: Any) -> None:
    table = open_table()
    page = table.page
    for lang, greeting in GREETINGS.items():
        page.goto(f"{table.server}/?lang={lang}")
        page.get_by_text(greeting).wait_for()
    page.goto(f"{table.server}/?lang=en")
    page.wait_for_selector("[data-testid=playnow]")
    table.play_now("el_grande", 3)
    page.wait_for_selector("[data-testid=decision].mine")
    said = {page.get_by_test_id("prompt").inner_text()}
    for name in ("Magyar", "Čeština", "Deutsch"):
        page.get_by_test_id("menu").click()
        page.get_by_role("button", name=name).click()
        page.keyboard.press("Escape")
        page.wait_for_function("said => !said.includes(document.querySelector('[data-testid=prompt]').innerText)", arg=list(said))
        said.add(page.get_by_test_id("prompt").inner_text())
    assert len(said) == 4


def test_the_rules_can_be_searched(open_table: Any) -> None:
    table = open_table()
    page = table.page
    page.goto(f"{table.server}/rules/toledo")
    page.wait_for_selector("article")
    every = page.locator("article").count()
    page.get_by_role("searchbox").fill("tavern")
    page.wait_for_function("n => document.querySelectorAll('article').length < n", arg=every)
    assert all("tavern" in text.lower() for text in page.locator("article").all_inner_texts())


def test_the_rules_of_the_expansion_begin_with_its_own_and_lead_to_the_hints(open_table: Any) -> None:
    table = open_table()
    page = table.page
    page.goto(f"{table.server}/rules/king_and_intriguer")
    page.wait_for_selector("article")
    ids = [article.get_attribute("id") or "" for article in page.locator("article").all()]
    titles = [id_.partition("-")[0] for id_ in ids]
    assert titles == sorted(titles, key=["KI", "EG", "N"].index)
    assert not {"EG-5.1", "EG-9.4", "EG-12.1"} & set(ids)
    page.get_by_test_id("hints").click()
    page.wait_for_url("**/hints/king_and_intriguer")
    page.locator("li", has_text="thirteen cards").wait_for()
    page.get_by_role("link", name="Rules").last.click()
    page.wait_for_selector("article")


def test_a_reconstructed_card_says_so(open_table: Any) -> None:
    table = open_table()
    table.play_now("el_grande", 3)
    page = table.page
    page.wait_for_selector("[data-testid=decision].mine")
    mark = page.locator(".act [data-testid=reconstructed]").first
    mark.wait_for()
    assert (mark.get_attribute("title") or "").startswith("Reconstructed: ")


CLEAR = """() => {
  const guide = document.querySelector('[data-testid=guide]').getBoundingClientRect()
  const lit = document.querySelector('svg.rings rect')?.getBoundingClientRect()
  return !lit || guide.right <= lit.left || guide.left >= lit.right || guide.bottom <= lit.top || guide.top >= lit.bottom
}"""
"""The guide covers nothing that it refers to."""

MY_TURN = """async id => (await (await fetch(`/api/tables/${id}/state`)).json()).legal.length > 0"""


@pytest.mark.parametrize("game", TITLES)
def test_the_first_game_guide(open_table: Any, game: str) -> None:
    table = open_table()
    page = table.page
    page.goto(f"{table.server}/learn/{game}")
    page.wait_for_selector("[data-testid=guide]")
    steps = page.locator("[data-testid=guide] .dots i").count()
    tried = 0
    page.get_by_test_id("guide-contents").click()
    assert page.locator("[data-testid=guide] .contents li").count() == steps
    page.get_by_test_id("guide-contents").click()
    for n in range(steps):
        page.wait_for_function("n => document.querySelectorAll('[data-testid=guide] .dots i.was').length === n", arg=n)
        page.wait_for_function(CLEAR)
        if page.get_by_test_id("guide-try").count():
            page.get_by_test_id("guide-try").click()
            page.locator("[data-testid=guide][data-phase=try]").wait_for()
            page.get_by_test_id("guide-skip").click()
            tried += 1
        else:
            page.get_by_test_id("guide-next").click()
    page.get_by_test_id("guide").wait_for(state="detached")
    assert steps >= 4
    assert tried >= 1
    page.wait_for_selector("[data-testid=decision]")
    assert "learn" not in page.url


def test_the_guide_answers_a_wrong_try_waits_for_the_reader_and_can_be_resumed(open_table: Any) -> None:
    table = open_table()
    page = table.page
    page.goto(f"{table.server}/learn/el_grande")
    for n in range(2):
        page.wait_for_function("n => document.querySelectorAll('[data-testid=guide] .dots i.was').length === n", arg=n)
        page.get_by_test_id("guide-next").click()
    page.get_by_test_id("guide-try").click()
    page.locator("[data-testid=guide][data-phase=try]").wait_for()
    page.locator("[data-testid=decision].mine").wait_for()
    table.settle()
    table.press(".boardbox [data-spot='region:granada']")
    reason = page.locator("[data-testid=guide] .reason")
    reason.wait_for()
    assert " " in reason.inner_text().strip()
    # And one may try again
    page.locator("[data-spot^='power:'][data-state=legal]").first.wait_for()
    table.press("[data-spot^='power:'][data-state=legal]")
    table.press("[data-testid=confirm]")
    page.locator("[data-testid=guide][data-phase=done]").wait_for()
    until(page, lambda: page.evaluate(MY_TURN, page.url.partition("/t/")[2].partition("?")[0]))
    # The others have acted, but one is still reading
    page.locator("[data-testid=decision]:not(.mine)").wait_for()
    page.get_by_test_id("guide-leave").click()
    page.locator("[data-testid=decision].mine").wait_for()
    page.get_by_test_id("menu").click()
    page.get_by_test_id("guide-resume").click()
    page.locator("[data-testid=guide][data-phase=explain]").wait_for()  # where it was left
    page.wait_for_function("() => document.querySelectorAll('[data-testid=guide] .dots i.was').length === 2")


def test_the_client_is_small() -> None:
    """What a player downloads, in the heaviest language: the first screen, and a table of any one
    title with the lobby before it.

    Pages that a player may never open (review, exercises, account, rules) come when they are asked
    for.
    """
    scales = Scales()
    assert max(map(scales.lobby, LANGUAGES)) <= 100_000
    assert max(scales.title(game, lang) for game in TITLES for lang in LANGUAGES) <= 250_000


@pytest.mark.parametrize(("game", "orders"), [("el_grande", 1), ("toledo", 0)])
def test_decisions_are_made_ahead_only_where_a_game_has_such(open_table: Any, game: str, orders: int) -> None:
    table = open_table()
    table.play_now(game, 3)
    table.page.wait_for_selector("[data-testid=decision]")
    table.page.get_by_test_id("menu").click()
    table.page.get_by_test_id("leave").wait_for()
    assert table.page.get_by_test_id("orders").count() == orders


def test_the_river_can_be_seen_with_the_north_above(open_table: Any) -> None:
    table = open_table()
    table.play_now("rheinlaender", 3)
    page = table.page
    river = page.locator(".boardbox svg.rhine").first
    river.wait_for()
    wide, high = (float(n) for n in (river.get_attribute("viewBox") or "").split()[2:])
    assert wide > high
    at = page.url
    page.goto(f"{table.server}/settings")
    page.get_by_role("switch", name="Rheinländer").click()
    page.goto(at)
    river.wait_for()
    wide, high = (float(n) for n in (river.get_attribute("viewBox") or "").split()[2:])
    assert high > wide
