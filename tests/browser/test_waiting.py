"""Waiting and failing: the Veto, standing orders, leaving and coming back, another's move in
between, one device for all.
"""
from __future__ import annotations

import json
from typing import Any

from helpers import driving
from helpers.clicking import CREATE, Table, sit_together, stop_clock
from helpers.waiting import until

STEPS = "async id => (await (await fetch(`/api/tables/${id}/steps?from=1`)).json()).steps"
EMPTY = "Nobody is waiting at a table"


def test_a_veto_is_asked_for_and_answered_by_a_key(open_table: Any) -> None:
    table = open_table()
    page = table.page
    id_ = driving.before_offer(page, "el_grande", 3, "veto", {"alternatives": ["veto"]}, actions=("card veto", "action"))
    page.goto(f"{table.server}/t/{id_}")
    page.locator("[data-testid=pass], [data-testid=decision].mine").first.wait_for()
    page.keyboard.press("Enter")  # the player on turn takes the device
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


def test_a_late_answer_does_not_lead_back_to_the_waiting_room(open_table: Any) -> None:
    """The seed is added as soon as the socket tells that it is due, and the game begins.  The
    answer about the seat arrives after that and still says that the table waits.
    """
    one, two = open_table(), open_table()
    made = one.page.evaluate(CREATE, {"game": "toledo", "players": 2, "clock": {"kind": "none"}, "rated": False, "listed": False})
    late: list[tuple[Any, Any]] = []
    two.page.route("**/join?*", lambda route: late.append((route, route.fetch())))
    two.page.goto(f"{two.server}/t/{made['id']}?invite={made['invite']}")
    two.press("[data-testid=sit-1]")
    two.page.get_by_test_id("decision").wait_for()
    (route, answer), = late
    assert answer.json()["status"] == "open"
    with two.page.expect_response("**/seed?*") as again:
        route.fulfill(response=answer)
    assert again.value.status == 409, "its seed is there already"
    again.value.finished()
    two.page.get_by_test_id("menu").click()
    two.page.get_by_role("button", name="Leave").first.wait_for()
    assert two.page.get_by_test_id("decision").is_visible()
    assert two.page.get_by_test_id("room").count() == 0


def test_a_standing_order_is_kept_and_carried_out(open_table: Any) -> None:
    table = open_table()
    page = table.page
    for _ in range(6):  # until the castillo has not been emptied before the scoring
        id_ = table.play_now("el_grande", 2)
        page.get_by_test_id("menu").click()
        page.get_by_role("button", name="Decide ahead").click()
        page.get_by_role("combobox", name="Dial").select_option("dial toledo")
        page.get_by_test_id("save-orders").click()
        page.get_by_role("dialog").wait_for(state="detached")
        assert page.evaluate("async id => (await (await fetch(`/api/tables/${id}/orders`)).json()).orders", id_) == [
            {"at": "dial", "try": ["dial toledo"], "lasts": "once"}]
        # The first scoring is behind us
        assert driving.play_on(page, id_, turn=4, actions=("place castillo",))
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
    # And it has decided, if it was its turn
    two.page.wait_for_selector("[data-testid=decision].mine")
    one.page.goto(link)
    one.page.get_by_test_id("takeseat").click()
    one.page.get_by_test_id("takeseat").wait_for(state="detached")
    two.page.wait_for_selector("[data-seat='0']:not(.away)")


def lay_out(table: Table) -> None:
    """Choose a shop and its place, without confirming."""
    table.page.locator("[data-spot^='shop:'][data-state=legal]").first.click()
    table.press(".boardbox [data-spot^='step:'][data-state=legal]")
    table.page.get_by_test_id("confirm").wait_for()


def test_the_table_moved_on_before_a_move_and_shows_what_changed(open_table: Any) -> None:
    """The same person on two devices: one of them decides while the other has something laid
    out.
    """
    one = open_table()
    id_ = one.play_now("toledo", 2)
    two = open_table(like=one)
    two.page.goto(f"{two.server}/t/{id_}")
    for table in (one, two):
        table.page.wait_for_selector("[data-testid=decision].mine")
    lay_out(two)
    driving.play_on(one.page, id_, one.decisions() + 2)
    told = two.page.get_by_test_id("overtaken")
    told.wait_for()
    two.page.get_by_test_id("confirm").wait_for(state="detached")  # what lay there is gone
    assert "Nothing of yours was played." in told.inner_text()
    two.page.clock.install()
    stop_clock(two.page)
    told.get_by_role("button", name="Show what changed").click()
    two.page.get_by_text("You are looking at step").wait_for()
    two.page.keyboard.press("Escape")
    two.page.wait_for_selector("[data-testid=decision].mine")
    assert told.count() == 0


def test_a_move_that_comes_too_late_is_not_played(open_table: Any) -> None:
    """The same, but the news has not reached the other device when it sends its move."""
    one = open_table()
    id_ = one.play_now("toledo", 2)
    two = open_table(like=one)
    news = True

    def line(client: Any) -> None:
        server = client.connect_to_server()
        client.on_message(server.send)
        server.on_message(lambda message: client.send(message) if news or json.loads(message)["type"] != "update" else None)

    two.page.route_web_socket("**/socket", line)
    two.page.goto(f"{two.server}/t/{id_}")
    for table in (one, two):
        table.page.wait_for_selector("[data-testid=decision].mine")
    lay_out(two)
    news = False
    driving.play_on(one.page, id_, one.decisions() + 2)
    before = one.decisions()
    two.page.get_by_test_id("confirm").click()
    two.page.get_by_test_id("overtaken").wait_for()
    assert one.decisions() == before


def test_what_is_laid_out_stands_while_others_decide_beside_me(open_table: Any) -> None:
    one, two = open_table(), open_table()
    heard: list[str] = []
    one.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    id_ = sit_together(one, two, "king_and_intriguer").partition("/t/")[2].partition("?")[0]
    assert driving.play_on(one.page, id_, 4)
    one.page.get_by_text("Put 1 more card aside").wait_for()
    one.page.locator("[data-testid=draft] [data-spot^='own:'][data-state=legal]").first.click()
    one.page.get_by_test_id("confirm").wait_for()
    assert driving.play_on(two.page, id_, 5)
    until(one.page, lambda: any('"type":"update"' in frame and '"decisions":5' in frame for frame in heard))
    one.settle()
    one.press("[data-testid=confirm]")
    one.await_decisions(6)
    assert one.page.get_by_test_id("overtaken").count() == 0


SMALL = """() => [...document.querySelectorAll('[data-testid=room] :is(button, input, select, a)')]
  .filter(e => e.getBoundingClientRect().height < 44).map(e => e.outerHTML)"""


def test_the_waiting_room(open_table: Any) -> None:
    """One opens a table and settles what is played; another comes by the link, on a phone and in
    Hungarian.
    """
    host, guest = open_table(), open_table(phone=True, lang="hu")
    page = host.page
    page.locator("[data-game=toledo]").click()
    page.locator(".create summary").click()
    page.locator(".create .seg").first.get_by_text("3", exact=True).click()
    assert page.get_by_test_id("create-terms").inner_text() == "Rated"
    page.get_by_role("switch", name="Open to anybody", exact=True).click()
    # People who follow a friend's link
    assert page.get_by_test_id("create-terms").inner_text() == "Casual"
    page.get_by_role("switch", name="Rated", exact=True).click()
    page.get_by_test_id("create").click()
    page.get_by_text("A rated game begins when people sit on every seat.").wait_for()
    assert page.get_by_test_id("level-2").count() == page.get_by_test_id("start").count() == 0
    page.get_by_test_id("make-casual").click()
    page.get_by_test_id("level-2").wait_for()
    terms = page.get_by_role("region", name="What is agreed").inner_text()
    for words in ("The host has chosen a casual game", "1 person, no bots, 2 free seats", "15 minutes each, and 10 seconds more",
                  "Only people with the link", "hovering shows"):
        assert words in terms
    page.get_by_test_id("name").fill("Ada")
    page.keyboard.press("Enter")
    page.get_by_test_id("seat-0").get_by_text("Ada", exact=True).wait_for()
    page.get_by_role("img", name="QR code of the link to this table").wait_for()

    phone = guest.page
    phone.goto(page.get_by_test_id("address").inner_text())
    phone.get_by_text("Nézőként vagy itt.").wait_for()
    assert "egy évig" in guest.sees("[data-testid=guest]")[0]
    guest.press("[data-testid=sit-1]")
    phone.get_by_test_id("ready").wait_for()
    guest.press("[data-testid=move-2]")
    phone.get_by_test_id("move-1").wait_for()
    assert phone.evaluate(SMALL) == []
    phone.get_by_role("textbox", name="Írj az asztalnak").tap()
    phone.keyboard.type("Szia!")
    phone.keyboard.press("Enter")
    page.locator(".talk").get_by_text("Szia!").wait_for()

    page.get_by_test_id("level-1").select_option("random")
    page.get_by_test_id("seat-1").get_by_text("bot, Random").wait_for()
    guest.press("[data-testid=ready]")
    page.get_by_test_id("seat-2").get_by_text("is here, ready").wait_for()
    page.get_by_test_id("ready").focus()
    page.keyboard.press("Enter")
    for table, word in ((host, "Casual"), (guest, "Barátságos")):
        table.page.wait_for_selector("[data-testid=decision]")
        assert table.sees("[data-testid=terms]") == [word]


def test_against_bots_everything_can_be_taken_back(open_table: Any) -> None:
    table = open_table()
    id_ = table.play_now("toledo", 2)
    page = table.page
    page.wait_for_selector("[data-testid=decision].mine")
    assert page.get_by_test_id("undo").is_disabled()
    assert driving.play_on(page, id_, table.decisions() + 6)  # a bot has decided in between
    mine = [s for s in page.evaluate(STEPS, id_) if s["kind"] == "decide" and s["by"] == "person"]
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    page.locator("[data-testid=undo]:not([disabled])").wait_for()
    page.keyboard.press("u")
    until(page, lambda: table.decisions() == mine[-1]["decisions"] - 1)
    page.wait_for_selector("[data-testid=decision].mine")


def test_an_empty_lobby_says_what_to_do(open_table: Any) -> None:
    table = open_table()  # no test sets a table that others could find
    table.page.get_by_text(EMPTY).wait_for()
