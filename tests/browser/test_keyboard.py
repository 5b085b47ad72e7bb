"""The keyboard: the key printed on a button, one tab stop for each part, whole games, numbers,
typing, focus that comes back.
"""
from __future__ import annotations

import json
from typing import Any

import pytest
from helpers import driving
from helpers.clicking import Table
from helpers.waiting import until
from playwright.sync_api import Page

TITLES: list[tuple[str, int, dict[str, Any]]] = [
    ("el_grande", 2, {"short": True}), ("king_and_intriguer", 2, {"short": True}), ("rheinlaender", 3, {}),
    ("toledo", 2, {"turn_cap": "25"})]
GOLD = {"Done": "done", "End the turn": "end", "No business": "skip", "Place nothing": "nothing", "Leave it": "skip"}
"""The gold buttons that stand for an action of their own; another one confirms what is laid out."""
ACTIVE = """(() => {
  const e = document.activeElement
  return {spot: e.dataset.spot ?? null, test: e.dataset.testid ?? null, state: e.dataset.state ?? null, tag: e.tagName,
          reached: e.hasAttribute('data-reached'), loose: !!e.closest('[data-testid=draft]'),
          part: e.closest('[data-testid=decision]') ? 'bar' : e.closest('.log') ? 'log'
            : e.closest('.handbox') ? 'hand' : e.closest('.boardbox') ? 'board' : ''}
})()"""


def sent(page: Page) -> list[str]:
    """The actions that the page sends from now on."""
    actions: list[str] = []

    def heard(payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["type"] == "act":
            actions.append(message["action"])
    page.on("websocket", lambda socket: socket.on("framesent", heard))
    return actions


def gold(page: Page) -> str:
    """The text of the gold button; empty if there is none."""
    found = page.get_by_test_id("confirm")
    return found.inner_text().split("\n")[0].removesuffix("Enter").strip() if found.count() else ""


@pytest.mark.parametrize(("game", "players", "options"), TITLES)
def test_enter_after_a_click_is_the_gold_button_and_never_the_click_again(
        open_table: Any, game: str, players: int, options: dict[str, Any]) -> None:
    table = open_table()
    page = table.page
    actions = sent(page)
    table.play_now(game, players, options)
    pressed = 0
    while pressed < 14:
        seen = table.offered(600)
        assert not seen["trouble"], seen["trouble"]
        if seen["over"]:
            break
        if not seen["there"] or not seen["at"]:
            table.last = seen["sign"] if seen["mine"] else ""
            continue
        table.last = "" if seen["moment"] else seen["sign"]
        says, before = gold(page), len(actions)
        if seen["moment"] or not says:
            table.touches += not seen["moment"]
            table.touch_point(*seen["at"])
            continue
        sign = page.get_by_test_id("decision").text_content()
        page.keyboard.press("Enter")
        page.wait_for_function("sign => document.querySelector('[data-testid=decision]')?.textContent !== sign", arg=sign)
        if says in GOLD:
            assert actions[before:before + 1] == [GOLD[says]], (says, actions[before:])
        pressed += 1
    assert pressed


def test_enter_after_a_click_does_nothing_where_no_button_shows_it(open_table: Any) -> None:
    table = open_table()
    page = table.page
    table.play_now("rheinlaender", 3)
    page.wait_for_selector("[data-testid=decision].mine")
    card = page.locator("[data-spot^='card:'][data-state=legal]").first
    spot = card.get_attribute("data-spot")
    card.click()
    page.locator(f"[data-spot='{spot}'][data-state=staged]").wait_for()
    assert not page.evaluate(ACTIVE)["reached"]
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    page.keyboard.press("Enter")  # now the keyboard has reached a space: it is chosen
    page.get_by_test_id("confirm").wait_for()
    # The card lay there all the time
    assert page.locator(f"[data-spot='{spot}']").get_attribute("data-state") == "staged"


@pytest.mark.parametrize(("game", "players", "options"), TITLES)
def test_a_whole_game_by_keyboard_alone(open_table: Any, game: str, players: int, options: dict[str, Any]) -> None:
    """The focus stays where the last key left it."""
    table = open_table()
    table.play_now(game, players, options)
    page = table.page
    for _ in range(20_000):
        seen = table.offered(600)
        assert not seen["trouble"], seen["trouble"]
        if seen["over"]:
            return
        if not seen["mine"]:
            continue
        table.last = seen["sign"]
        free = seen["things"] or seen["options"]
        if seen["confirm"] and (seen["staged"] or not free or table.random.random() < 0.3):
            press_gold(table)
        elif seen["options"] and seen["keys"] and (not seen["things"] or table.random.random() < 0.5):
            page.keyboard.press(table.random.choice(seen["keys"]))
        else:
            for _ in range(1 + table.random.randrange(4)):
                page.keyboard.press("n")
            page.keyboard.press("Enter")
    raise AssertionError("the game did not end")


def press_gold(table: Table) -> None:
    """Enter, where it is the gold button's; else to the bar first: the gold button is its last one,
    before the first.

    The answer to the last key may arrive in between and bring another question. Then there is
    nothing to press here.
    """
    page = table.page
    at = page.evaluate(ACTIVE)
    # That one is put back
    takes = at["state"] in ("legal", "other", "selected") or (at["loose"] and at["state"] == "staged")
    if at["reached"] and at["spot"] and takes:
        page.keyboard.press("d")
        page.keyboard.press("ArrowLeft")
        reached = page.evaluate(ACTIVE)
        if reached["test"] != "confirm":
            now = table.offered()
            assert now["sign"] != table.last, (reached, now)
            return
    page.keyboard.press("Enter")


@pytest.mark.parametrize("game", [t[0] for t in TITLES])
def test_board_hand_bar_and_log_are_one_tab_stop_each(open_table: Any, game: str) -> None:
    table = open_table()
    id_ = table.play_now(game, 3)
    assert driving.play_on(table.page, id_, 30 if game != "king_and_intriguer" else 60)
    table.page.goto(f"{table.server}/t/{id_}")
    table.page.wait_for_selector("[data-testid=decision].mine")
    table.settle()
    parts: list[str] = []
    for _ in range(60):
        table.page.keyboard.press("Tab")
        at = table.page.evaluate(ACTIVE)
        if at["tag"] == "BODY":
            break
        # The log's slider and pace use the arrows themselves
        if at["part"] and at["tag"] not in ("INPUT", "SELECT"):
            parts.append(at["part"])
    else:
        raise AssertionError("Tab does not come round")
    assert sorted(parts) == ["bar", "board", "hand", "log"]


def test_the_skip_links_lead_where_they_say_and_d_passes_what_is_disabled(open_table: Any) -> None:
    table = open_table()
    table.play_now("rheinlaender", 3)
    page = table.page
    page.wait_for_selector("[data-testid=decision].mine")
    assert page.get_by_test_id("undo").is_disabled()
    for presses, part in ((1, "bar"), (2, "board"), (3, "hand"), (4, "log")):
        page.reload()
        page.wait_for_selector("[data-testid=decision].mine")
        table.settle()
        for _ in range(presses):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate(ACTIVE)["part"] == part
    page.keyboard.press("d")
    assert page.evaluate(ACTIVE) | {"part": "bar", "tag": "BUTTON", "reached": True} == page.evaluate(ACTIVE)


def test_the_focus_comes_back_after_a_menu_a_question_and_a_played_card(open_table: Any) -> None:
    table = open_table()
    table.play_now("rheinlaender", 3)
    page = table.page
    page.wait_for_selector("[data-testid=decision].mine")
    page.keyboard.press("b")
    page.keyboard.press("ArrowLeft")
    place = page.evaluate(ACTIVE)["spot"]
    assert place.startswith("space:")
    page.keyboard.press("?")
    page.get_by_role("combobox", name="An action").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("combobox", name="An action").wait_for(state="detached")
    assert page.evaluate(ACTIVE)["spot"] == place
    page.get_by_test_id("menu").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert page.evaluate(ACTIVE)["test"] == "menu"
    page.keyboard.press("h")
    page.keyboard.press("Enter")  # a card; then its land, by N
    page.locator(".boardbox [data-state=legal]").first.wait_for()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.get_by_test_id("confirm").wait_for()
    place = page.evaluate(ACTIVE)["spot"]
    page.keyboard.press("Enter")  # on what is laid out: confirms
    page.get_by_test_id("confirm").wait_for(state="detached")
    assert page.evaluate(ACTIVE)["spot"] == place
    page.keyboard.press("Escape")
    assert page.evaluate(ACTIVE)["spot"] == place


def choosing(table: Table, game: str) -> list[str]:
    """At a table where cards of the hand are asked for: their numbers."""
    id_ = table.play_now(game, 3)
    if game == "toledo":
        assert driving.play_on(table.page, id_, offer="move ")
        table.page.goto(f"{table.server}/t/{id_}")
    table.page.wait_for_selector("[data-testid=decision].mine")
    return list(table.page.locator("[data-spot][data-state=legal]").evaluate_all(
        "all => all.map(e => e.dataset.spot.match(/^(?:card|power|value|own):(\\d+)$/)?.[1]).filter(n => n)"))


def taken(page: Page, chosen: str, actions: list[str], word: str) -> None:
    """Wait until something is chosen: laid out, or sent at once because it can be taken back."""
    until(page, lambda: page.locator(chosen).count() or any(word in action.split() for action in actions))


@pytest.mark.parametrize("game", [t[0] for t in TITLES])
def test_the_whole_number_of_a_card_chooses_it(open_table: Any, game: str) -> None:
    table = open_table()
    actions = sent(table.page)
    held = choosing(table, game)
    wanted = max(held, key=lambda n: (len(n), n))  # 1 may be the key of a button
    for digit in wanted:
        table.page.keyboard.press(digit)
    chosen = ":is([data-state=staged], [data-state=selected], .gone)"
    taken(table.page, f"[data-spot$=':{wanted}']{chosen}", actions, wanted)


def test_a_number_that_no_card_has_chooses_the_card_in_that_place(open_table: Any) -> None:
    table = open_table()
    for _ in range(30):  # a hand without a card of one digit comes soon
        held = choosing(table, "rheinlaender")
        if all(len(n) == 2 for n in held):
            break
        table.page.goto(table.server)
        table.page.wait_for_selector("[data-testid=playnow]")
    table.page.keyboard.press("3")
    table.page.locator(f"[data-spot='card:{held[2]}'][data-state=staged]").wait_for()


@pytest.mark.parametrize("game", [t[0] for t in TITLES])
def test_an_action_is_typed_as_it_is_written_in_any_case_and_completed(open_table: Any, game: str) -> None:
    table = open_table()
    page = table.page
    actions = sent(page)
    id_ = table.play_now(game, 3)
    page.wait_for_selector("[data-testid=decision].mine")
    legal = page.evaluate("async id => (await (await fetch(`/api/tables/${id}/state`)).json()).legal", id_)
    action = next(a for a in reversed(legal) if " " in a)
    page.keyboard.press("?")
    line = page.get_by_role("combobox", name="An action")
    assert any(line.get_attribute("placeholder").endswith(f" {a}") for a in legal)
    page.keyboard.type(action.upper() if game != "rheinlaender" else action.swapcase())
    page.locator("[role=option]").first.wait_for()
    assert action in page.locator("[role=option]").first.inner_text()
    page.keyboard.press("ArrowDown")
    assert line.get_attribute("aria-activedescendant") == page.locator("[role=option]").first.get_attribute("id")
    page.keyboard.press("Enter")
    taken(page, "[data-state=staged], .opt.chosen, .dc.gone, [data-testid=confirm]", actions, action.split()[1])
    assert page.locator("[data-testid=tip]").count() == 0


def test_what_is_typed_and_not_legal_names_its_rule(open_table: Any) -> None:
    table = open_table()
    table.play_now("rheinlaender", 3)
    page = table.page
    page.wait_for_selector("[data-testid=decision].mine")
    page.keyboard.press("?")
    page.keyboard.type("Knight l25")
    page.keyboard.press("Enter")
    page.locator("[data-testid=tip] a[href^='/rules/rheinlaender#']").wait_for()
