"""For everybody: what screen readers hear, the page without a network, a note when it is my
turn.
"""
from __future__ import annotations

import json
from typing import Any

from helpers import driving
from helpers.waiting import until

SUBSCRIBE = """(() => {
  // A browser without a network cannot reach its push service; what it would have answered stands here.
  const given = {endpoint: 'https://fcm.googleapis.com/fcm/send/abc', expirationTime: null,
                 keys: {p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
                        auth: 'tBHItJI5svbpez7KI4CCXg'}}
  PushManager.prototype.subscribe = async asked => {
    window.asked = asked
    return {...given, toJSON: () => given, unsubscribe: async () => true}
  }
  PushManager.prototype.getSubscription = async () => null
})()"""


def test_events_and_majorities_are_told_to_those_who_listen(open_table: Any) -> None:
    table = open_table(phone=True)
    page = table.page
    id_ = table.play_now("el_grande", 2)
    assert driving.play_on(page, id_, offer="place ")
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    state = page.evaluate("async id => await (await fetch(`/api/tables/${id}/state`)).json()", id_)
    action = next(a for a in state["legal"] if a.startswith("place ") and a != "place castillo")
    region = page.locator(f".boardbox [data-spot='region:{action.split()[1]}']").first.get_attribute("aria-label") or ""
    driving.act(page, id_, state["seat"], action)
    narration = page.get_by_test_id("narration")
    narration.get_by_text("place a caballero in").first.wait_for()
    assert region.split(",")[0].split(".")[0] in narration.inner_text()
    assert ":" in narration.inner_text()  # and the majority there
    assert narration.get_attribute("aria-live") == "polite"


def test_the_page_can_be_installed_and_opens_without_a_network(open_table: Any) -> None:
    table = open_table(service_workers="allow")
    page = table.page
    manifest = json.loads(page.request.get(f"{table.server}/manifest.webmanifest").text())
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert page.locator("link[rel=manifest]").get_attribute("href") == "/manifest.webmanifest"
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    until(page, lambda: page.evaluate("caches.match('/').then(kept => kept !== undefined)"))
    page.context.set_offline(True)
    page.reload()
    page.get_by_text("The server cannot be reached").first.wait_for()
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector("[data-testid=playnow]")


def test_a_note_when_it_is_my_turn_is_asked_for_with_permission(open_table: Any) -> None:
    table = open_table(service_workers="allow", permissions=["notifications"])
    page = table.page
    page.add_init_script(SUBSCRIBE)
    page.goto(f"{table.server}/settings")
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    with page.expect_response(lambda r: "/api/me/push" in r.url and r.request.method == "POST") as posted:
        page.get_by_role("switch", name="Tell me when it is my turn").click()
    assert posted.value.json() == {"subscriptions": 1}
    assert page.evaluate("window.asked.userVisibleOnly && window.asked.applicationServerKey.length") == 65
