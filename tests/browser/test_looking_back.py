"""Replay and review of a finished game: the review on one screen, by keys, in sentences."""
from __future__ import annotations

from typing import Any

from helpers import driving
from helpers.waiting import put_aside


def test_replay_and_review_of_a_finished_game(open_table: Any) -> None:
    table = open_table()
    id_ = table.play_now("el_grande", 3, {"short": True})
    page = table.page
    assert not driving.play_on(page, id_)  # to the end
    page.goto(f"{table.server}/t/{id_}/replay?at=3")
    page.wait_for_selector("[data-testid=forward]")
    page.get_by_text("Step 3 of").wait_for()
    page.get_by_test_id("forward").click()
    page.get_by_text("Step 4 of").wait_for()
    assert page.url.endswith("at=4")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_text("Share this moment").click()
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url
    page.get_by_test_id("play").click()
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('at')) >= 6")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{table.server}/t/{id_}/review")
    in_one_view(page)
    turn = page.get_by_test_id("turn")
    last = int(turn.inner_text().rpartition(" ")[2])
    page.keyboard.press("Home")
    turn.get_by_text(f"turn 0 of {last}").wait_for()
    page.keyboard.press("ArrowRight")
    turn.get_by_text(f"turn 1 of {last}").wait_for()
    said = page.get_by_test_id("moment").locator("h2")
    page.wait_for_function("() => document.querySelector('[data-testid=moment] h2').textContent.endsWith('.')")
    assert "power" not in said.inner_text()  # a sentence, not the notation
    page.keyboard.press("End")
    turn.get_by_text(f"turn {last} of {last}").wait_for()
    ends = page.locator("svg.chart .end").all_text_contents()
    # The winners share all of it
    assert sum(int(text.removesuffix("%")) for text in ends) in range(98, 103)
    page.get_by_test_id("points").click()
    assert page.locator("svg.chart .end").all_text_contents() != ends
    for row in page.get_by_test_id("balance").locator("tbody tr").all():
        luck, skill, others, result = (int(n.replace("−", "-").removesuffix(" %")) for n in row.locator("td.n").all_inner_texts())
        assert 33 + luck + skill + others == result  # of three players everybody began with a third
    page.get_by_test_id("tab-sources").click()
    page.get_by_test_id("sources").get_by_text("Castillo").wait_for()
    worst = page.get_by_test_id("worst").locator("li button")
    worst.first.wait_for()  # once the device has looked at every decision
    lost = [int(text.replace("−", "-").removesuffix(" %")) for text in worst.locator("em").all_inner_texts()]
    assert lost == sorted(lost)
    assert 1 <= len(lost) <= 5
    page.keyboard.press("ArrowDown")
    page.locator("[data-testid=worst] button[aria-current]").wait_for()
    choices = page.get_by_test_id("choices")
    choices.locator(".made").wait_for()
    shown = [int(text.removesuffix(" %")) for text in choices.locator("b").all_inner_texts()]
    assert shown == sorted(shown, reverse=True)
    assert 2 <= len(shown) <= 4
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_test_id("tab-moment").click()
    in_one_view(page)
    page.get_by_test_id("tab-more").click()
    page.get_by_text("Check it").click()
    page.locator("[data-fair=yes]").wait_for()
    page.get_by_test_id("playon").click()
    page.wait_for_selector("[data-testid=decision]")
    assert id_ not in page.url


def in_one_view(page: Any) -> None:
    """Board, slider, chart and sentence are whole in the window, and the page does not scroll."""
    for part in ("#content", ".slider", "svg.chart", "[data-testid=moment] h2"):
        page.wait_for_selector(part)
        assert page.evaluate("""part => {
            const r = document.querySelector(part).getBoundingClientRect()
            return r.height > 10 && r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth
        }""", part), part
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


THROTTLED_MS = 3000
"""A browser lets the timers of a hidden page run once a second: longer than what is shown or kept a
little later can take.
"""
DEPTH = "Number(document.querySelector('[data-testid=choices]')?.dataset.playouts ?? 0)"


def test_a_review_deepens_on_the_device_and_is_kept(tabs: Any) -> None:
    """The server tells the course and the positions; the device judges, rests while hidden, and
    goes on from there later.
    """
    table = tabs(lang="hu")
    page = table.page
    id_ = table.play_now("rheinlaender", 3, {})
    assert not driving.play_on(page, id_)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{table.server}/t/{id_}/review")
    page.wait_for_function(f"() => {DEPTH} >= 480")
    assert not [url for url in asked if "/choices" in url]
    assert [url for url in asked if "/review" in url and "/api/" in url and "judged=false" not in url] == []
    assert "próbajáték" in page.get_by_test_id("depth").inner_text()
    put_aside(page)
    page.locator("[data-testid=depth][data-state=resting]").wait_for()
    page.wait_for_timeout(THROTTLED_MS)  # what was still on its way is shown
    rested = page.get_by_test_id("depth").inner_text()
    page.wait_for_timeout(THROTTLED_MS)
    assert page.get_by_test_id("depth").inner_text() == rested, "nothing is thought in a hidden tab"
    before = page.evaluate(DEPTH)
    page.bring_to_front()
    page.wait_for_function(f"() => {DEPTH} > {before}")
    page.keyboard.press("Home")
    for _ in range(2):
        page.keyboard.press("ArrowRight")  # another turn: it comes first now
    page.wait_for_function(f"() => {DEPTH} >= 480")
    put_aside(page)
    page.locator("[data-testid=depth][data-state=resting]").wait_for()
    page.wait_for_timeout(THROTTLED_MS)
    kept = page.evaluate("""() => new Promise(done => {
        const open = indexedDB.open('tafelrunde', 1)
        open.onsuccess = () => {
            const asked = open.result.transaction('kept').objectStore('kept').get(['review', location.pathname.split('/')[2]])
            asked.onsuccess = () => done(asked.result.found.reduce((sum, one) => sum + (one?.playouts ?? 0), 0))
        }
    })""")
    page.bring_to_front()
    page.reload()
    page.wait_for_function(f"() => {DEPTH} > 0")
    again = int("".join(filter(str.isdigit, page.get_by_test_id("depth").inner_text().split(";")[0].split(",")[1])))
    assert again >= kept > 1000, "coming back does not begin at nothing"


def test_without_webassembly_the_server_judges(open_table: Any) -> None:
    table = open_table()
    page = table.page
    id_ = table.play_now("el_grande", 2, {"short": True})
    assert not driving.play_on(page, id_)
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(f"{table.server}/t/{id_}/review")
    page.get_by_test_id("balance").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_test_id("choices").locator(".made").wait_for()
    assert page.get_by_test_id("depth").count() == 0
