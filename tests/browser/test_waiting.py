"""Waiting and failing: the Veto, standing orders, leaving and coming back, another's move in between, one device for all."""
from __future__ import annotations

from typing import Any

from helpers import driving
from helpers.clicking import CREATE, sit_together

STEPS = "async id => (await (await fetch(`/api/tables/${id}/steps?from=1`)).json()).steps"
EMPTY = "Nobody is waiting at a table"


def test_a_veto_is_asked_for_and_answered_by_a_key(open_table: Any) -> None:
    table = open_table()
    page = table.page
    id_ = driving.before_offer(page, "el_grande", 3, "veto", {"alternatives": ["veto"]}, actions=("card veto", "action"))
    page.goto(f"{table.server}/t/{id_}")
    page.locator("[data-testid=pass], [data-testid=decision].mine").first.wait_for()
    page.keyboard.press("Enter")  # whose turn it is takes the device
    page.get_by_test_id("prompt").get_by_text("announces the special action").wait_for()
    assert {"allow", "veto"} <= set(table.offered()["options"])
    before = table.decisions()
    page.keyboard.press("a")
    page.get_by_test_id("prompt").get_by_text("announces the special action").wait_for(state="detached")
    assert table.decisions() == before + 1


def test_on_one_device_the_seats_take_turns(open_table: Any) -> None:
    table = open_table()
    page = table.page
    made = page.evaluate(CREATE, {"game": "toledo", "players": 2, "hotseat": True, "rated": False, "clock": {"kind": "none"}})
    page.goto(f"{table.server}/t/{made['id']}")
    page.wait_for_selector("[data-testid=decision]")
    passes = 0
    for _ in range(200):
        if page.get_by_test_id("pass").count():
            page.keyboard.press("Enter")
            page.wait_for_selector("[data-testid=decision].mine")
            passes += 1
        if passes == 3:
            break
        table.step()
    assert passes == 3
    assert {s["seat"] for s in page.evaluate(STEPS, made["id"]) if s["action"]} == {0, 1}


def test_a_standing_order_is_kept_and_carried_out(open_table: Any) -> None:
    table = open_table()
    page = table.page
    for _ in range(6):  # until the castillo has not been emptied before the scoring
        id_ = table.play_now("el_grande", 2)
        page.get_by_test_id("menu").click()
        page.get_by_role("button", name="Standing orders").click()
        page.get_by_role("combobox", name="Dial").select_option("dial toledo")
        page.get_by_test_id("save-orders").click()
        page.get_by_role("dialog").wait_for(state="detached")
        assert page.evaluate("async id => (await (await fetch(`/api/tables/${id}/orders`)).json()).orders", id_) == [
            {"at": "dial", "try": ["dial toledo"], "lasts": "once"}]
        assert driving.play_on(page, id_, turn=4, actions=("place castillo",))  # the first scoring is behind us
        mine = page.evaluate("async id => (await (await fetch(`/api/tables/${id}/state`)).json()).seat", id_)
        dialled = [s for s in page.evaluate(STEPS, id_) if s["seat"] == mine and (s["action"] or "").startswith("dial ")]
        if dialled:
            break
    assert [(s["action"], s["by"]) for s in dialled] == [("dial toledo", "order")]


def test_leaving_to_a_bot_and_coming_back(open_table: Any) -> None:
    one, two = open_table(), open_table()
    link = sit_together(one, two, "toledo")
    one.page.get_by_test_id("menu").click()
    one.page.get_by_test_id("leave").click()
    one.page.get_by_test_id("leave-now").click()
    one.page.wait_for_selector("[data-testid=playnow]")
    two.page.wait_for_selector("[data-seat='0'].away")  # the other one sees that a bot sits there
    two.page.wait_for_selector("[data-testid=decision].mine")  # and it has decided, if it was its turn
    one.page.goto(link)
    one.page.get_by_test_id("takeseat").click()
    one.page.get_by_test_id("takeseat").wait_for(state="detached")
    two.page.wait_for_selector("[data-seat='0']:not(.away)")


def test_the_table_moved_on_and_nothing_of_it_is_played(open_table: Any) -> None:
    """The same person on two devices: one of them decides while the other has something laid out and is cut off from news."""
    one = open_table()
    id_ = one.play_now("toledo", 2)
    two = open_table(like=one)
    two.page.goto(f"{two.server}/t/{id_}")
    for table in (one, two):
        table.page.wait_for_selector("[data-testid=decision].mine")
    two.page.locator("[data-spot^='shop:'][data-state=legal]").first.click()
    two.page.locator(".boardbox [data-spot^='step:'][data-state=legal]").first.dispatch_event("click")
    two.page.get_by_test_id("confirm").wait_for()
    driving.play_on(one.page, id_, one.decisions() + 2)
    two.page.get_by_test_id("confirm").wait_for(state="detached")  # the page follows, what lay there is gone
    stale = """async id => {
      const me = await (await fetch('/api/me')).json()
      const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
      const body = JSON.stringify({id: crypto.randomUUID(), version: 1, action: 'draw'})
      return (await (await fetch(`/api/tables/${id}/actions`, {method: 'POST', headers, body})).json()).error.code
    }"""
    before = one.decisions()
    assert two.page.evaluate(stale, id_) == "stale"
    assert one.decisions() == before


def test_an_empty_lobby_says_what_to_do(open_table: Any) -> None:
    table = open_table()  # no test sets a table that others could find
    table.page.get_by_text(EMPTY).wait_for()
