"""Moments: scoring region by region, the castillo, the dials, a merger, a duel.

The page's clock stands still while a moment is looked at, so nothing here depends on the machine's
speed.
"""
from __future__ import annotations

from time import sleep
from typing import Any

import pytest
from helpers import driving
from helpers.clicking import COUNT_PINGS, Table, let_pass, stop_clock
from helpers.looking import AXE, TAGS
from playwright.sync_api import Page

FLIGHT_MS = 1500
"""Nothing travels for longer."""
LETTER_MS = 45
"""What a reader needs at the usual pace."""
MOMENTS: list[tuple[str, int, tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = [
    # No card alone
    ("el_grande", 3, ("castillo_shown+dial_shown",), ("place castillo",), ("castillo", "dials", "scoring")),
    ("king_and_intriguer", 3, ("dial_shown",), (), ("dials",)),
    ("rheinlaender", 3, ("merged",), ("knight ",), ("merger",)),
    ("toledo", 3, ("duel_won", "duel_lost"), ("duel ",), ("duel",)),
]
PICTURED = {"castillo_shown", "dial_shown", "scored", "merged", "bout"}
"""Events that scenes show, with everything that follows from them."""
TOLD = """async ([id, seat]) => (await (await fetch(`/api/tables/${id}/state?seat=${seat}`)).json()).steps.at(-1).events"""
SCENE = "document.querySelector('[data-testid=moment]')?.dataset.scene ?? ''"
SHOWN = "document.querySelector('[data-testid=moment]')?.dataset.shown ?? ''"


def stop_before(table: Table, game: str, players: int, events: tuple[str, ...], actions: tuple[str, ...]) -> tuple[str, int, str]:
    """The table on the page just before the moment, with the page's clock standing still."""
    found = driving.before_event(table.page, game, players, *events, actions=actions)
    table.page.clock.install()
    table.page.add_init_script(COUNT_PINGS)
    table.page.goto(f"{table.server}/t/{found[0]}")
    table.page.wait_for_selector("[data-testid=decision]")
    stop_clock(table.page)
    return found


def stands(page: Page) -> float:
    """For how many milliseconds the scene stands."""
    return float(page.get_by_test_id("moment").get_attribute("data-ms") or 0)


def goes_on(page: Page, scene: str, shown: str) -> bool:
    """Wait until another step is shown, pieces that fly between two of them included; false after
    the last one.

    Asked from outside: the page's own clock stands.
    """
    for _ in range(2400):
        now, which, flying = page.evaluate(f"[{SCENE}, {SHOWN}, document.querySelectorAll('.flights use').length]")
        if (now, which) != (scene, shown) and (now or not flying):
            return bool(now)
        sleep(0.05)
    raise AssertionError(f"the moment {scene} does not end")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize(("game", "players", "events", "actions", "wanted"), MOMENTS, ids=[m[0] for m in MOMENTS])
def test_a_moment_is_shown_and_goes_on_by_itself(open_table: Any, game: str, players: int, events: tuple[str, ...],
                                                 actions: tuple[str, ...], wanted: tuple[str, ...], phone: bool) -> None:
    table = open_table(motion="full", pace="normal", phone=phone)
    page = table.page
    id_, seat, action = stop_before(table, game, players, events, actions)
    scores = page.locator(".chips" if phone else "[data-anchor^='score:']")
    before = scores.all_inner_texts()
    driving.act(page, id_, seat, action)
    page.get_by_test_id("moment").wait_for()
    told = page.evaluate(TOLD, [id_, seat])
    first = next(k for k, event in enumerate(told) if event["event"] in PICTURED)
    later = {event["text"] for event in told[first:] if event["text"]}
    assert later
    seen: list[str] = []
    for _ in range(40):
        bar = page.get_by_test_id("prompt").inner_text()
        assert bar
        assert [text for text in later if text in bar] == [], "the bar tells what the picture has not shown"
        scene, shown = page.evaluate(SCENE), page.evaluate(SHOWN)
        seen.append(scene)
        long = stands(page)
        ends = "document.getAnimations().map(a => Number(a.effect.getComputedTiming().endTime))"
        assert max([0, *page.evaluate(ends)]) <= FLIGHT_MS
        let_pass(page, long - 150)
        assert (page.evaluate(SCENE), page.evaluate(SHOWN)) == (scene, shown), "it went on before it could be read"
        assert long >= LETTER_MS * len(page.locator("[data-testid=moment] .say").inner_text())
        for _ in range(20):  # no further than its end, or the next scene would be cut short
            if (page.evaluate(SCENE), page.evaluate(SHOWN)) != (scene, shown):
                break
            page.clock.run_for(25)
        if not goes_on(page, scene, shown):
            break
    assert tuple(dict.fromkeys(seen)) == wanted
    assert len(seen) < 20
    if "scoring" in wanted:
        assert scores.all_inner_texts() != before


AXE_MOMENT = """tags => {
  window.axeFound = null
  void axe.run('[data-testid=moment]', {resultTypes: ['violations'], runOnly: tags}).then(told => { window.axeFound = told })
}"""


def axe_in_moment(page: Page) -> list[str]:
    """What axe finds in the moment. The page's clock gives it what time it asks for, far less than
    the moment lasts.
    """
    page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(AXE_MOMENT, TAGS)
    for _ in range(400):
        told = page.evaluate("window.axeFound?.violations.map(v => v.id + ': ' + v.nodes[0].html) ?? null")
        if told is not None:
            return list(told)
        page.clock.run_for(1)
    raise AssertionError("axe does not end")


@pytest.mark.parametrize(("game", "players", "events", "actions", "wanted"), MOMENTS, ids=[m[0] for m in MOMENTS])
def test_a_moment_is_calm_is_heard_once_and_leaves_the_focus(
        open_table: Any, game: str, players: int, events: tuple[str, ...], actions: tuple[str, ...],
        wanted: tuple[str, ...]) -> None:
    """No second board of buttons, nothing for axe, the focus where it was before, during and after
    it.
    """
    table = open_table(motion="full", pace="slow", reduced=True)
    page = table.page
    id_, seat, action = stop_before(table, game, players, events, actions)
    page.keyboard.press("b")
    spot = "document.activeElement.dataset.spot ?? ''"
    place = page.evaluate(spot)
    assert place
    driving.act(page, id_, seat, action)
    moment = page.get_by_test_id("moment")
    moment.wait_for()
    assert page.evaluate(SCENE) == wanted[0]
    assert page.evaluate(spot) == place
    long = """document.getAnimations().filter(a => Number(a.effect.getComputedTiming().endTime) > 2
      && a.effect.target?.closest('[data-testid=moment], .flights, .boardbox')).length"""
    assert page.evaluate(long) == 0  # calm motion is obeyed
    assert page.locator(".flypoint, .flights use").count() == 0  # nothing travels
    assert moment.get_by_role("button").count() <= 4  # back, to the end, next, and to hold it
    assert axe_in_moment(page) == []
    for _ in range(300):
        if not page.evaluate(SCENE):
            break
        page.keyboard.press(" ")
        sleep(0.1)
    moment.wait_for(state="detached")
    assert page.evaluate(spot) == place
