"""The table under the hand: no dead points, no lost clicks, keys that do what the buttons say, and
a network that is missed.
"""
from __future__ import annotations

from typing import Any

import pytest
from helpers import driving
from helpers.clicking import Table
from helpers.driving import mine, placing
from helpers.looking import POINTS
from helpers.waiting import until


def at_places(table: Table, game: str) -> None:
    """A table with many pieces on it, at which places of the board can be chosen."""
    offers = {"el_grande": "place ", "king_and_intriguer": "place ", "toledo": "shop "}
    id_ = table.play_now(game, 4)
    assert driving.play_on(table.page, id_, 12 if game == "toledo" else 60)
    if game in offers:
        assert driving.play_on(table.page, id_, offer=offers[game])
    table.page.goto(f"{table.server}/t/{id_}")
    mine(table)
    if game == "rheinlaender":
        table.press("[data-spot^='card:'][data-state=legal]")
    elif game == "toledo":
        table.press(".handbox [data-spot^='shop:'][data-state=legal]")
    table.page.locator(".boardbox [data-spot][data-state=legal]").first.wait_for(state="attached")
    table.settle()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["el_grande", "king_and_intriguer", "rheinlaender", "toledo"])
def test_every_point_of_a_place_chooses_it(open_table: Any, game: str, phone: bool) -> None:
    table = open_table(phone=phone)
    at_places(table, game)
    told = table.page.evaluate(POINTS, 4)
    assert told["points"] > 50, told
    assert told["dead"] == []


def test_a_piece_stands_for_the_region_it_lies_in(open_table: Any) -> None:
    table = open_table()
    _, region = placing(table)
    before = table.decisions()
    table.press(f".boardbox [data-within='region:{region}']")
    table.await_decisions(before + 1)
    assert table.decided(before)[:1] == [f"place {region}"]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_three_quick_clicks_place_three(open_table: Any, phone: bool) -> None:
    table = open_table(phone=phone, motion="full", pace="slow")
    _, region = placing(table)
    before = table.decisions()
    x, y = table.place_of(f".boardbox [data-spot='region:{region}']")
    for _ in range(3):
        table.touch_point(x, y)
    table.await_decisions(before + 3)
    assert table.decided(before)[:3] == [f"place {region}"] * 3


def test_several_are_placed_with_one_touch(open_table: Any) -> None:
    table = open_table()
    _, region = placing(table)
    before = table.decisions()
    table.press("[data-testid=times] [data-times='3']")
    table.press(f".boardbox [data-spot='region:{region}']")
    table.page.locator("[data-testid=confirm]").wait_for()
    # The last ones end the placing, and others decide then
    if table.page.locator("[data-state=staged]").count():
        table.press("[data-testid=confirm]")
    table.await_decisions(before + 3)
    assert table.decided(before)[:3] == [f"place {region}"] * 3


def test_six_states_differ_in_more_than_colour(open_table: Any) -> None:
    """Can be chosen, hovered, focused, chosen, ghost, refused; a ghost is shown where a click
    waits, in another test.
    """
    table = open_table()
    page = table.page
    id_, region = placing(table)
    place = f".boardbox [data-spot='region:{region}']"
    widest = """s => Math.max(0, ...[...document.querySelectorAll(s + ' .lines path')]
      .map(e => parseFloat(getComputedStyle(e).strokeWidth)))"""
    thin = page.evaluate(widest, place)
    page.mouse.move(*table.place_of(place))
    page.wait_for_function(f"([s, thin]) => ({widest})(s) > thin", arg=[place, thin])
    page.keyboard.press("n")
    page.get_by_test_id("focusring").wait_for()
    table.press(".boardbox [data-spot^='region:'][data-state=closed]")
    page.locator("[data-mark=refused]").wait_for(state="attached")
    dotted = page.locator("[data-mark=refused] .line").evaluate("e => getComputedStyle(e).strokeDasharray")
    assert dotted != "none"
    page.keyboard.press("Escape")
    page.locator("[data-mark=refused]").wait_for(state="detached")
    # Where a card is asked for, one is chosen before it is confirmed
    assert driving.play_on(page, id_, turn=3)
    page.goto(f"{table.server}/t/{id_}")
    mine(table)
    assert driving.play_on(page, id_, offer="power ")
    card = page.locator("[data-spot^='power:'][data-state=legal]").first
    card.wait_for()
    table.press("[data-spot^='power:'][data-state=legal]")
    chosen = page.locator("[data-spot^='power:'][data-state=staged]")
    chosen.wait_for()
    assert chosen.evaluate("e => getComputedStyle(e, '::after').content") != "none", "a tick"


def test_enter_after_a_click_does_what_the_button_says(open_table: Any) -> None:
    table = open_table()
    _, region = placing(table, least=2)
    before = table.decisions()
    table.press(f".boardbox [data-spot='region:{region}']")
    table.await_decisions(before + 1)
    table.page.locator("[data-testid=confirm] kbd").get_by_text("Enter").wait_for(state="attached")
    mine(table)
    table.page.keyboard.press("Enter")
    table.await_decisions(before + 2)
    assert table.decided(before)[:2] == [f"place {region}", "done"]


def test_a_card_is_confirmed_in_every_round(open_table: Any) -> None:
    table = open_table()
    for _ in range(2):  # as the first to lay a card or as the last, after whom it is one's own turn
        table.play_now("el_grande", 2)
        mine(table)
        table.page.locator("[data-spot^='power:'][data-state=legal]").first.wait_for()
        before = table.decisions()
        table.press("[data-spot^='power:'][data-state=legal]")
        table.page.locator("[data-spot^='power:'][data-state=staged]").wait_for()
        assert table.decisions() == before
        table.press("[data-testid=confirm]")
        table.await_decisions(before + 1)


def test_what_cannot_be_taken_back_is_confirmed_and_says_what_it_does(open_table: Any) -> None:
    table = open_table()
    table.play_now("toledo", 2)
    mine(table)
    before = table.decisions()
    table.press("[data-action=draw]")
    table.page.locator("[data-testid=confirm]").get_by_text("Draw two cards").wait_for()
    assert table.decisions() == before
    table.press("[data-testid=confirm]")
    table.await_decisions(before + 1)


def test_at_the_own_shop_the_free_business_is_the_usual_one(open_table: Any) -> None:
    table = open_table()
    id_ = driving.before_offer(table.page, "toledo", 2, "free", actions=("shop metal", "shop gem", "move"))
    table.page.goto(f"{table.server}/t/{id_}")
    table.page.locator("[data-testid=pass], [data-testid=decision].mine").first.wait_for()
    if table.page.get_by_test_id("pass").count():
        table.press("[data-testid=pass]")
    table.page.locator("[data-testid=confirm]").get_by_text("Do business").wait_for()
    assert "skip" in table.offered()["options"]


def test_a_knight_can_be_followed_by_a_fortress_and_says_so(open_table: Any) -> None:
    table = open_table()
    table.play_now("rheinlaender", 3)
    mine(table)
    table.press("[data-spot^='card:'][data-state=legal]")
    table.press(".boardbox [data-spot^='space:'][data-state=legal]")
    table.page.get_by_test_id("confirm-stay").get_by_text("Knight, then a fortress").wait_for()
    assert "end the turn" in table.page.get_by_test_id("confirm").inner_text()


@pytest.mark.parametrize("size", [
    (1366, 768), (1024, 768), (390, 844), (720, 450), (844, 390)], ids=str)
def test_thirteen_of_eighteen_are_chosen_put_back_and_confirmed(open_table: Any, size: tuple[int, int]) -> None:
    table = open_table(size=size, phone=size[0] in (390, 844))
    id_ = table.play_now("king_and_intriguer", 2)
    mine(table)
    page, cards = table.page, "[data-testid=draft] [data-spot^='own:']"
    table.settle()
    assert page.locator(cards).count() == 18
    for nth in (17, 0, 8, 3, 12):
        table.press(cards, nth)
        page.wait_for_function("([s, n]) => document.querySelectorAll(s)[n].dataset.state === 'staged'", arg=[cards, nth])
    assert page.locator(f"{cards}[data-state=staged]").count() == 5
    page.get_by_test_id("confirm").wait_for()
    table.press(cards, 8)  # a second touch puts it back
    page.wait_for_function("([s, n]) => document.querySelectorAll(s)[n].dataset.state !== 'staged'", arg=[cards, 8])
    assert page.get_by_test_id("confirm").count() == 0
    table.press("[data-hand=first]")
    page.wait_for_function("s => document.querySelectorAll(s + '[data-state=staged]').length === 5", arg=cards)
    assert table.decided() == []
    table.press("[data-testid=confirm]")
    page.locator("[data-testid=draft]").wait_for(state="detached")
    phase = "async id => (await (await fetch(`/api/tables/${id}/state`)).json()).view.phase"
    until(page, lambda: page.evaluate(phase, id_) != "discard")
    shown = page.locator(".boardbox svg.map").first
    assert shown.is_visible()


def test_the_window_shows_the_land_of_every_card_that_is_touched(open_table: Any) -> None:
    table = open_table(phone=True, motion="full", pace="fast")
    table.play_now("rheinlaender", 3)
    mine(table)
    for turn in range(2):
        for nth in range(5):
            spot = table.page.locator("[data-spot^='card:']").nth(nth).get_attribute("data-spot") or ""
            table.press(f"[data-spot='{spot}']")
            table.page.locator(f"[data-spot='{spot}'][data-state=staged]").wait_for()
            table.settle()
            inside = table.page.evaluate("""land => {
              const r = document.querySelector(`.boardbox [data-anchor="space:W${land}"]`).getBoundingClientRect()
              const w = document.querySelector('main.boardbox').getBoundingClientRect()
              const x = r.left + r.width / 2, y = r.top + r.height / 2
              return x > w.left && x < w.right && y > w.top && y < w.bottom
            }""", spot.partition(":")[2])
            assert inside, (turn, spot)


def test_a_finger_brings_a_small_place_near_before_it_chooses(open_table: Any) -> None:
    table = open_table(size=(1024, 768), phone=True)
    table.play_now("rheinlaender", 3)
    mine(table)
    table.press("[data-spot^='card:'][data-state=legal]")
    space = ".boardbox [data-spot^='space:'][data-state=legal]"
    table.page.locator(space).first.wait_for()
    table.press(space)
    table.page.wait_for_function("() => !/scale\\(1\\)/.test(document.querySelector('.window .inner').style.transform)")
    assert table.page.locator(".boardbox [data-state=staged]").count() == 0
    table.settle()
    box = table.page.locator(space).first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43
    table.press(space)
    table.page.get_by_test_id("confirm").wait_for()


def test_places_outside_the_window_are_counted_at_its_edge(open_table: Any) -> None:
    table = open_table(phone=True)
    table.play_now("toledo", 2)
    mine(table)
    table.press(".handbox [data-spot^='shop:'][data-state=legal]")
    table.settle()
    told = table.page.evaluate("""() => {
      const w = document.querySelector('main.boardbox').getBoundingClientRect()
      const places = [...document.querySelectorAll('.boardbox [data-spot][data-state=legal]')].map(e => e.getBoundingClientRect())
      const inside = (x, y) => x >= w.left && x <= w.right && y >= w.top && y <= w.bottom
      const out = places.filter(r => !inside(r.left + r.width / 2, r.top + r.height / 2))
      const counted = [...document.querySelectorAll('.boardbox [data-edge]')].map(e => Number(/\\d+/.exec(e.textContent)[0]))
      return {out: out.length, counted: counted.reduce((a, b) => a + b, 0)}
    }""")
    assert told["out"] > 0
    assert told["out"] == told["counted"]


def test_a_silent_line_is_noticed_within_five_seconds_and_the_click_is_kept(open_table: Any) -> None:
    table = open_table()
    silent = False

    def line(client: Any) -> None:
        server = client.connect_to_server()
        client.on_message(lambda message: None if silent else server.send(message))
        server.on_message(lambda message: None if silent else client.send(message))

    table.page.route_web_socket("**/socket", line)
    table.page.clock.install()
    _, region = placing(table)
    before = table.decisions()
    silent = True
    table.page.clock.run_for(4900)
    table.page.get_by_test_id("offline").wait_for()
    x, y = table.place_of(f".boardbox [data-spot='region:{region}']")
    for _ in range(2):
        table.touch_point(x, y)
    table.page.get_by_text("2 clicks are kept").wait_for()
    table.page.clock.run_for(100)  # the ghost is drawn with the next picture
    table.page.get_by_test_id("ghost").get_by_text("+2").wait_for()
    table.press("[data-testid=one-less]")
    table.page.get_by_text("1 click is kept").wait_for()
    table.page.clock.run_for(100)
    table.page.get_by_test_id("ghost").get_by_text("+1").wait_for()
    silent = False
    table.page.clock.resume()
    table.page.get_by_test_id("offline").wait_for(state="detached")
    table.await_decisions(before + 1)
    table.page.get_by_test_id("ghost").wait_for(state="detached")
    assert table.decided(before) == [f"place {region}"]


def test_the_browser_says_that_there_is_no_network(open_table: Any) -> None:
    table = open_table()
    table.play_now("toledo", 2)
    mine(table)
    table.page.context.set_offline(True)
    table.page.get_by_test_id("offline").wait_for()
    table.page.context.set_offline(False)
    mine(table)
