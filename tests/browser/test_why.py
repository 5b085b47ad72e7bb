"""What happened, and why: the log tells the truth and no secret, and the end of a game explains
itself.
"""
from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from helpers import driving
from helpers.clicking import CREATE
from playwright.sync_api import Page

LOG = "#log"


def state(page: Page, table: str) -> dict[str, Any]:
    """What I am shown of a table."""
    return dict(page.evaluate("async id => await (await fetch(`/api/tables/${id}/state`)).json()", table))


def test_the_log_counts_what_is_placed(open_table: Any) -> None:
    table = open_table()
    page = table.page
    id_ = table.play_now("el_grande", 2)
    for _ in range(12):  # until two may be placed in one turn
        assert driving.play_on(page, id_, offer="place castillo")
        driving.act(page, id_, state(page, id_)["seat"], "place castillo")
        if "place castillo" in state(page, id_)["legal"]:
            break
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    before = page.locator(LOG).get_by_text("You throw a caballero into the castillo").count()
    driving.act(page, id_, state(page, id_)["seat"], "place castillo")
    line = page.locator(LOG).get_by_text("You throw 2 caballeros into the castillo")
    line.wait_for()
    assert line.is_visible()
    assert page.locator(LOG).get_by_text("You throw a caballero into the castillo").count() == before - 1


HOT_SEATS: dict[str, tuple[int, dict[str, Any], str]] = {
    "toledo": (2, {}, r"(\w+) (?:are|is) dealt|(\w+) draws? a "),
    "rheinlaender": (3, {}, r"(\w+) (?:are|is) dealt|(\w+) draws? card "),
    "el_grande": (2, {"modules": ["power_shift"]}, r"(\w+) (?:are|is) dealt|(\w+) receives? |(\w+) takes? back "),
    "king_and_intriguer": (2, {}, r"(\w+) puts? [^.\n]*\("),
}
"""By title how many play, with what, and the sentences that only the seat they are about may read
(who: the first word).
"""
COLOURS = ["Red", "Blue", "Gold", "Green", "Black"]
TOLD = """async ([id, seat]) => (await (await fetch(`/api/tables/${id}/steps?from=1&to=200&seat=${seat}`)).json())
  .steps.flatMap(s => s.events.map(e => e.text))"""
EVERYTHING = """() => [document.body.innerText, ...[...document.querySelectorAll('[role=log]')].map(e => e.textContent),
  ...[...document.querySelectorAll('[aria-label], [title]')].map(e => (e.getAttribute('aria-label') ?? '') + '. ' + e.title)
  ].join('\\n')"""
"""Everything that the page says: what is visible, what is read out, and the labels."""


@pytest.mark.parametrize("game", HOT_SEATS)
def test_on_one_device_nobody_reads_the_secrets_of_another(open_table: Any, game: str) -> None:
    """Whoever has the device reads the seat's own cards, and nothing that only another seat may
    know: not in the log, not in what is read out, not in the notes or the standing orders.
    """
    table = open_table()
    page = table.page
    players, options, secret = HOT_SEATS[game]
    made = page.evaluate(CREATE, {"game": game, "players": players, "options": options, "hotseat": True, "rated": False,
                                  "clock": {"kind": "none"}})
    page.goto(f"{table.server}/t/{made['id']}")
    page.wait_for_selector("[data-testid=decision]")
    eyes = set[int]()
    for _ in range(200):
        if page.get_by_test_id("pass").count():
            seat = COLOURS.index(page.get_by_test_id("pass").inner_text().split()[2].strip("."))
            page.keyboard.press("Enter")
            page.wait_for_selector("[data-testid=decision].mine")
            said = page.evaluate(EVERYTHING)
            names = {name for found in re.finditer(secret, said) for name in found.groups() if name}
            assert names <= {"You"}, f"{names}: the page tells another seat's secret"
            mine, *others = [set(page.evaluate(TOLD, [made["id"], p])) for p in sorted(range(players), key=lambda p: p != seat)]
            heard = [text for text in set().union(*others) - mine if text.startswith("You ") and re.search(secret, text)]
            assert [text for text in heard if text in said] == [], "the page says to one seat what another was told"
            eyes.add(seat)
        if len(eyes) == players and table.decisions() > 3 * players:
            return
        table.step()
    raise AssertionError(f"the device was passed on to {eyes}")


def test_on_one_device_every_seat_has_notes_and_standing_orders_of_its_own(open_table: Any) -> None:
    table = open_table()
    page = table.page
    made = page.evaluate(CREATE, {"game": "el_grande", "players": 2, "hotseat": True, "rated": False, "clock": {"kind": "none"}})
    page.goto(f"{table.server}/t/{made['id']}")
    never, notes = page.get_by_label("Allow everything"), page.get_by_label("Notes", exact=True)
    for first in (True, False):
        page.get_by_test_id("pass").wait_for()
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-testid=decision].mine")
        page.get_by_role("tab", name="Notes").click()
        assert notes.input_value() == ""
        table.press("[data-testid=menu]")
        table.press("[data-testid=orders]")
        assert not never.is_checked(), "one seat's standing order is shown to another"
        if first:
            never.check()
            table.press("[data-testid=save-orders]")
            never.wait_for(state="detached")
            notes.fill("Watch the castillo.")
            table.press("[data-spot^='power:'][data-state=legal]")
            table.press("[data-testid=confirm]")


@pytest.mark.parametrize(("game", "players", "phone"), [("toledo", 3, False), ("rheinlaender", 5, True), ("el_grande", 3, True)])
def test_the_end_says_who_won_and_where_the_points_came_from(open_table: Any, game: str, players: int, phone: bool) -> None:
    table = open_table(phone=phone)
    page = table.page
    id_ = table.play_now(game, players, {"el_grande": {"short": True}, "toledo": {"turn_cap": "25"}}.get(game, {}))
    driving.play_on(page, id_)
    page.goto(f"{table.server}/t/{id_}")
    result = page.get_by_test_id("result")
    result.wait_for()
    scores = page.evaluate("async id => (await (await fetch(`/api/tables/${id}`)).json()).result.scores", id_)
    assert str(max(scores)) in result.locator("h2").inner_text()
    assert result.locator("h2").inner_text() in page.get_by_test_id("outcome").inner_text()
    table.press("[data-testid=share]")
    shared = page.get_by_test_id("shares").locator("a")
    assert [urlsplit(a.get_attribute("href") or "").path.rsplit("/", 1)[1] for a in shared.all()] == ["picture", "record"]
    for a in shared.all():
        assert page.request.get(f"{table.server}{a.get_attribute('href')}").ok
    receipt = page.get_by_test_id("receipt")
    receipt.scroll_into_view_if_needed()
    rows = [[int(n) for n in row.locator("td").all_inner_texts()] for row in receipt.locator("tbody tr").all()]
    *parts, total = rows
    assert [sum(column) for column in zip(*parts, strict=True)] == total == sorted(scores, reverse=True)


@pytest.mark.parametrize(("game", "players"), [("el_grande", 2), ("rheinlaender", 3), ("toledo", 2), ("king_and_intriguer", 2)])
def test_a_line_of_the_log_shows_where_and_the_last_turn_stays_marked(open_table: Any, game: str, players: int) -> None:
    """Another's turn waits for me, can be seen again, and its places are ringed; so are those of
    the line I point at.
    """
    table = open_table(pace="wait")
    page = table.page
    id_ = table.play_now(game, players)
    goes_on = page.get_by_test_id("go-on")
    mine = page.locator("[data-testid=decision].mine")
    marks = page.locator("[data-testid=rings] [data-mark]")
    told = ""
    for _ in range(60):
        goes_on.or_(mine).or_(page.get_by_test_id("moment")).first.wait_for()
        if goes_on.count() and marks.count():
            break
        if goes_on.count():
            page.keyboard.press("Space")
        else:
            table.step()
    told = page.get_by_test_id("prompt").inner_text()
    assert marks.count() > 0
    assert page.locator("[data-state=legal]").count() == 0, "a question is asked before I have gone on"
    page.keyboard.press("a")
    goes_on.wait_for()
    assert page.get_by_test_id("prompt").inner_text() == told
    lines = page.locator(f"{LOG} .line")
    spots = {tuple(sorted(marks.evaluate_all("all => all.map(e => e.dataset.mark)")))}
    for nth in range(lines.count() - 1, -1, -1):
        table.place_of(f"{LOG} .line", nth)
        lines.nth(nth).hover()
        table.settle()
        spots.add(tuple(sorted(marks.evaluate_all("all => all.map(e => e.dataset.mark)"))))
        if len(spots) > 1:
            break
    assert len(spots) > 1, "no line shows other places than the last turn"
    page.mouse.move(2, 2)
    page.keyboard.press("Space")
    goes_on.or_(mine).first.wait_for()
    assert str(id_) in page.url


UNTOLD = """() => [...document.querySelectorAll(
    '#board use, .left b, .left use, .handbox b, .handbox use, .sidetop use, .sidetop b, header li')]
  .filter(e => e.getClientRects().length && !e.closest('[data-tip], [data-spot], [data-within], defs, pattern, h2, .h2, .lbl'))
  .filter(e => !document.elementsFromPoint(...(r => [r.left + r.width / 2, r.top + r.height / 2])(e.getBoundingClientRect()))
    .some(under => under.closest('[data-tip], [data-spot], [data-within]')))
  .map(e => e.outerHTML.slice(0, 120))"""
"""Pieces, symbols and numbers without a tip."""
KINDS = """() => {
  const found = {}
  for (const e of document.querySelectorAll('[data-tip], [data-spot]')) {
    const key = (e.dataset.tip ?? e.dataset.spot).split(' ')[0], kind = key.split(':')[0], r = e.getBoundingClientRect()
    const x = r.left + r.width / 2, y = r.top + r.height / 2, top = r.width ? document.elementFromPoint(x, y) : null
    const board = e.closest('#board')
    if (top && !found[kind] && (e.contains(top) || (e.dataset.tip && board?.contains(top)))) found[kind] = [key, x, y]
  }
  return Object.values(found)
}"""
"""One visible thing of every kind, with its middle."""


@pytest.mark.parametrize(("game", "players"), [("el_grande", 3), ("king_and_intriguer", 4), ("rheinlaender", 3), ("toledo", 3)])
def test_everything_on_the_table_explains_itself(open_table: Any, game: str, players: int) -> None:
    """A mouse that rests on a thing of any kind finds its name, what it is, and its rule; so does
    the keyboard.
    """
    table = open_table()
    page = table.page
    id_ = table.play_now(game, players)
    assert driving.play_on(page, id_, decisions=40)
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    assert page.evaluate(UNTOLD) == []
    tip = page.get_by_test_id("tip")
    kinds = page.evaluate(KINDS)
    assert len(kinds) >= 8
    told = set()
    for key, x, y in kinds:
        page.mouse.move(1, 1)
        tip.wait_for(state="detached")
        page.mouse.move(x, y)
        tip.wait_for()
        page.wait_for_function("document.querySelector('[data-testid=tip] a')")
        assert tip.locator("b").first.inner_text().strip(), key
        rule = tip.locator("a").first.get_attribute("href") or ""
        assert re.search(r"#[A-Z]{2}-", rule), key
        told.add(rule)
    assert len(told) >= 5
    page.mouse.move(1, 1)
    tip.wait_for(state="detached")
    page.keyboard.press("b")
    tip.wait_for()
    assert tip.get_attribute("data-via") == "focus"
    page.keyboard.press("Escape")
    tip.wait_for(state="detached")


CUT = """() => [...document.querySelectorAll(".handbox [data-spot^='own:']")].flatMap(card =>
  [...card.querySelectorAll('.says, .foot')].filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1
    || e.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom).map(e => e.innerText))"""


def test_a_hand_of_action_cards_can_be_read(open_table: Any) -> None:
    """Every card of the hand: its sentence, must or may, its turn among the cards that lie; on a
    phone the one that is chosen.
    """
    table = open_table(size=(1366, 768))
    page = table.page
    id_ = table.play_now("king_and_intriguer", 4)
    assert driving.play_on(page, id_, offer="action ")
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    told = page.evaluate("async id => (await (await fetch(`/api/tables/${id}/state`)).json()).notes.hand", id_)
    cards = page.locator(".handbox [data-spot^='own:']")
    assert cards.count() == len(told) == 13
    said = table.sees(".handbox [data-spot^='own:'] .says")
    assert all(re.match(r"(must|may|role) .+[.]$", text) for text in said), said
    assert page.evaluate(CUT) == [], "a card is cut"
    pays = {card: said["points"] for card, said in told.items() if any(said.get("points") or [])}
    assert pays, "no card of this deal would bring points"
    page.locator(f".handbox [data-spot='own:{next(iter(pays))}']").hover()
    page.get_by_test_id("tip").get_by_text("If scored now").wait_for()
    assert page.locator("[data-testid=rings] [data-mark]").count() == len(told[next(iter(pays))]["scores"])
    phone = open_table(phone=True, like=table)
    phone.page.goto(f"{table.server}/t/{id_}")
    phone.page.wait_for_selector("[data-testid=decision].mine")
    phone.press("[data-spot^='own:'][data-state=legal]", nth=3)
    phone.page.wait_for_selector("[data-spot^='own:'][data-state=staged]")
    chosen = (phone.page.locator("[data-state=staged]").get_attribute("data-spot") or "").removeprefix("own:")
    assert phone.page.get_by_test_id("reads").locator("b").inner_text() == chosen
    phone.press("[data-opens=facts]")
    values = phone.page.get_by_test_id("regions").locator("tbody tr")
    assert values.count() == 10
    assert re.search(r"Toledo\s+742", values.nth(5).inner_text().replace("\n", ""))
