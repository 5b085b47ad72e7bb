"""axe finds nothing, WCAG 2.2 AA and good practice: on every page and table, as board and as text,
light, dark, at 200 %.
"""
from __future__ import annotations

import re
from typing import Any

import pytest
from helpers import driving
from helpers.clicking import CREATE, Table
from helpers.looking import AXE, TAGS

from tafelrunde.games import NAMES as TITLES

LOOKS: dict[str, dict[str, Any]] = {
    "light": {}, "dark": {"theme": "dark"}, "200 %": {"size": (720, 450)}, "phone": {"phone": True}}
PAGES = ["/", "/rules", "/settings", "/account", "/devices", "/credits", "/tables", "/reviews", "/archive?game=toledo",
         "/people", "/daily", "/tournaments", "/nowhere", "/exercises/toledo",
         *(f"/{kind}/{game}" for game in TITLES for kind in ("rules", "about"))]


CUP = """async () => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  const body = {name: 'Cup', game: 'toledo', seats: 2, options: {}, system: 'swiss', rounds: 2, rated: false, listed: false,
                clock: {kind: 'live', bank_ms: 600000, increment_ms: 5000}}
  return await (await fetch('/api/tournaments', {method: 'POST', headers, body: JSON.stringify(body)})).json()
}"""
"""A tournament that waits for people."""


def found(table: Table) -> list[str]:
    """What axe finds on the current page."""
    table.settle()
    table.page.evaluate(AXE.read_text("utf-8"))
    rules = "async tags => (await axe.run(document, {resultTypes: ['violations'], runOnly: tags})).violations"
    return [f"{v['id']} ({v['impact']}, {len(v['nodes'])}): {v['nodes'][0]['target']} {v['nodes'][0]['failureSummary']}"
            for v in table.page.evaluate(rules, TAGS)]


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_the_pages(open_table: Any, look: str) -> None:
    table = open_table(**LOOKS[look])
    page = table.page
    for path in PAGES:
        page.goto(table.server + path)
        page.wait_for_selector("h1")
        assert found(table) == [], path
    made = page.evaluate(CREATE, {"game": "toledo", "players": 3, "clock": {"kind": "none"}, "rated": False, "listed": False})
    page.goto(f"{table.server}/t/{made['id']}")
    page.wait_for_selector("h1")
    assert found(table) == [], "the waiting room"
    cup = page.evaluate(CUP)
    for path in (f"/tournaments/{cup['tournament']['id']}", f"/people/{cup['tournament']['host']['id']}"):
        page.goto(table.server + path)
        page.wait_for_selector("h1")
        assert found(table) == [], path


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", TITLES)
def test_axe_finds_nothing_at_a_table(open_table: Any, game: str, look: str) -> None:
    table = open_table(**LOOKS[look])
    page = table.page
    id_ = table.play_now(game, 3)
    assert driving.play_on(page, id_, 40)
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    assert found(table) == [], "the board"
    page.keyboard.press("n")
    assert found(table) == [], "with focus"
    page.keyboard.press("?")
    page.get_by_role("combobox", name="An action").wait_for()
    assert found(table) == [], "why not"
    page.keyboard.press("Escape")
    page.get_by_role("combobox", name="An action").wait_for(state="detached")
    page.get_by_test_id("menu").click()
    page.get_by_role("dialog").wait_for()
    assert found(table) == [], "the menu"
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.keyboard.press("t")
    page.get_by_test_id("texttable").wait_for()
    assert found(table) == [], "the text table"
    page.goto(f"{table.server}/t/{id_}/replay?at=10")
    page.wait_for_selector("h1")
    assert found(table) == [], "the replay"


def test_axe_finds_nothing_when_the_game_is_over(open_table: Any) -> None:
    table = open_table()
    page = table.page
    id_ = table.play_now("toledo", 2, {"turn_cap": "25"})
    assert not driving.play_on(page, id_)
    me = page.evaluate("async () => (await (await fetch('/api/me')).json()).user.id")
    full, half = (1440, 900), (720, 450)
    for look, theme, (width, height) in (("light", "light", full), ("dark", "dark", full), ("200 %", "light", half)):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{table.server}/t/{id_}")
        page.get_by_test_id("result").wait_for()
        assert found(table) == [], f"the result, {look}"
        page.goto(f"{table.server}/t/{id_}/review")
        page.wait_for_selector("h1")
        assert found(table) == [], f"the review, {look}"
        page.goto(f"{table.server}/people/{me}")
        page.get_by_test_id("openings").wait_for()
        page.get_by_test_id("found-game").wait_for()
        assert found(table) == [], f"the profile, {look}"


LABELS: dict[str, list[tuple[str, str]]] = {
    "el_grande": [("button", r"^Granada\. Scores \d, \d.*Borders Toledo, Sevilla, and Valencia"), ("button", r"^Castillo\. Scores"),
                  ("listitem", r"\d+ caballeros? in the court, \d+ in the province")],
    "king_and_intriguer": [("button", r"^Galicia\. Scores .*Borders Portugal, Castilla, and Navarra"),
                           ("listitem", r"\d+ caballeros? in the court")],
    "rheinlaender": [("button", r"^left bank 28\..*Touches Koblenz.*Next to left bank 27, left bank 29, and river 28"),
                     ("img", r"^Koblenz\..*Touches left bank 28 .* and left bank 29"),
                     ("listitem", r"\d+ knights?, \d+ dukes?, \d+ bishops?, \d forts?, (coins hidden|\d+ coins?)")],
    "toledo": [("button", r"^Space 5\. Tavern\. A card of at least 1\. Two circles, (2|1|no) circles? free"),
               ("listitem", r"\d metal, \d gems?, \d+ cards? in hand, \d pawns? in the Alcazar")],
}


@pytest.mark.parametrize("game", TITLES)
def test_labels_say_what_is_seen_and_what_choosing_does(open_table: Any, game: str) -> None:
    table = open_table()
    page = table.page
    id_ = table.play_now(game, 3)
    assert driving.play_on(page, id_, 20 if game != "king_and_intriguer" else 45)
    if game == "rheinlaender":  # the beginning of a turn, where a card is asked for
        assert driving.play_on(page, id_, offer="card ")
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    for role, name in LABELS[game]:
        if role == "listitem":
            heard = " ".join(page.get_by_role("list", name="Players").get_by_role("listitem").all_inner_texts())
            assert re.search(name, heard), heard
        else:
            page.get_by_role(role, name=re.compile(name)).first.wait_for()
    if game == "rheinlaender":
        page.locator("[data-spot^='card:'][data-state=legal]").first.click()
        page.get_by_role("button", name=re.compile("You may choose it: .*[Kk]night")).first.wait_for()


def test_fencing_colours_have_signs_too(open_table: Any) -> None:
    table = open_table()
    table.play_now("toledo", 2)
    page = table.page
    page.wait_for_selector("[data-testid=decision]")
    signs = page.locator(".ftbtn [data-sign] path").evaluate_all("all => all.map(e => e.getAttribute('d'))")
    assert len(signs) == len(set(signs)) == 3
    for colour in ("purple", "brown", "teal"):
        assert page.locator(f".money .{colour}").count() == page.locator(f".money .{colour} [data-sign={colour}]").count()
