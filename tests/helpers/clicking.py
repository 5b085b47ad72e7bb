"""Plays at the browser table as a person does: by clicking, tapping or typing what the page shows,
and nothing else.

A thing is touched only at a point of the window where it lies on top; what lies outside is brought
there by the wheel, by a finger or by the page's own buttons.
"""
from __future__ import annotations

import random
from typing import Any

from helpers.waiting import until
from playwright.sync_api import CDPSession, Error, Page

SEEING = """
const owner = point => point?.closest('[data-spot], [data-within], button, a')
/** Whether a point of the window belongs to a thing, or to a piece that stands for it. */
const belongs = (e, x, y) => {
  const found = owner(document.elementFromPoint(x, y))
  return found === e || (!!e.dataset.spot && found?.dataset.within === e.dataset.spot)
}
/** Points of the window at which a thing lies on top. */
const points = (e, grid = 9) => {
  const r = e.getBoundingClientRect()
  const left = Math.max(0, r.left), right = Math.min(innerWidth, r.right)
  const top = Math.max(0, r.top), low = Math.min(innerHeight, r.bottom)
  const found = []
  for (let i = 0; i < grid; i++) for (let j = 0; j < grid; j++) {
    const x = left + (right - left) * (i + .5) / grid, y = top + (low - top) * (j + .5) / grid
    if (right > left && low > top && belongs(e, x, y)) found.push([x, y])
  }
  return found
}
/** The largest part of a column of the window that scrolls with the page: bars that stick to an edge leave it free. */
const free = x => {
  const stuck = e => !!e && e !== document.body && (/sticky|fixed/.test(getComputedStyle(e).position) || stuck(e.parentElement))
  let best = [0, innerHeight], from = null
  for (let y = 0, most = 0; y <= innerHeight; y += 6) {
    if (y + 6 <= innerHeight && !stuck(document.elementFromPoint(x, y))) from ??= y
    else if (from !== null) {
      if (y - from > most) [most, best] = [y - from, [from, y]]
      from = null
    }
  }
  return best
}
/** What moves a thing into sight: the window onto a board, something that scrolls, or the page. */
const mover = e => {
  const box = r => ({x: r.left, y: r.top, w: r.width, h: r.height})
  const pane = e.closest('.window.enabled')
  for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
    const style = getComputedStyle(up), r = up.getBoundingClientRect(), t = e.getBoundingClientRect()
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
      && (up.scrollWidth > up.clientWidth + 1 || up.scrollHeight > up.clientHeight + 1)
    const out = t.left < r.left - 1 || t.right > r.right + 1 || t.top < r.top - 1 || t.bottom > r.bottom + 1
    if (up === pane) { if (out) return {kind: 'pan', ...box(r)} }
    else if (scrolls && out) return {kind: 'scroll', wide: up.scrollWidth > up.clientWidth + 1, ...box(r)}
  }
  const column = Math.max(8, Math.min(innerWidth - 8, middle(e)[0])), [top, low] = free(column)
  return {kind: 'page', x: column - 8, y: top, w: 16, h: low - top}
}
const middle = e => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] }
"""

OFFERED = "async ([lot, hand, last, patience, spotted]) => {" + SEEING + """
  const seen = e => e.getClientRects().length > 0
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(seen)
  const bar = () => document.querySelector('[data-testid=decision]')
  const states = () => [...document.querySelectorAll('[data-spot]')].map(e => e.dataset.state[0]).join('')
  const glass = () => document.querySelector('.window.enabled .inner')?.style.transform ?? ''
  const sign = () => bar()?.className + bar()?.textContent + states() + glass()
  const has = selector => !!document.querySelector(selector)
  const mine = () => !!bar()?.matches('.mine:not([aria-busy=true])')  // and nothing is on its way that would change it
  const news = () => has('[data-testid=result], [data-testid=moment-next], .trouble') || (mine() && sign() !== last)
  for (let waited = 0; waited < patience && !news(); waited += 15) await new Promise(done => setTimeout(done, 15))
  const found = {
    over: has('[data-testid=result]'), moment: all('[data-testid=moment-next]')[0], mine: mine(),
    confirm: all('[data-testid=confirm]')[0], staged: has('[data-state=staged], .opt.chosen'), sign: sign(),
    things: all('[data-spot][data-state=legal], [data-spot][data-state=other]').filter(e => !e.closest('[inert]')),
    options: all('[data-testid=decision] .options button'), trouble: document.querySelector('.trouble b')?.innerText ?? '',
  }
  const high = e => e ? Math.round(e.getBoundingClientRect().height * 10) / 10 : 0
  const given = {
    over: found.over, mine: found.mine, trouble: found.trouble, sign: found.sign, staged: found.staged,
    moment: !!found.moment, confirm: !!found.confirm, things: found.things.map(e => e.dataset.spot),
    options: found.options.map(e => e.dataset.action), keys: found.options.map(e => e.dataset.key).filter(key => key),
    heights: [high(document.querySelector('main.boardbox')), high(bar())],
  }
  let chosen = null
  if (spotted) chosen = [...found.things, ...found.options].find(e => (e.dataset.spot ?? e.dataset.action) === spotted)
  else if (found.moment) chosen = found.moment
  else if (found.mine) {
    const free = [...found.things, ...found.options]
    const done = found.confirm && (found.staged || !free.length || hand < 0.3)
    chosen = done ? found.confirm : free[Math.floor(lot * free.length)]
  }
  if (!chosen) return {...given, there: false, at: null}
  const where = points(chosen)
  return {...given, there: true, named: chosen.dataset.spot ?? chosen.dataset.action ?? null, tag: chosen.outerHTML.slice(0, 160),
          at: where.length ? where[Math.floor(lot * 7919 % 1 * where.length)] : null, middle: middle(chosen), mover: mover(chosen)}
}"""
"""What the page offers, and one thing of it by lot with a point where it can be touched; waits a
little for news first.
"""

FIND = "([selector, nth]) => {" + SEEING + """
  const e = [...document.querySelectorAll(selector)].filter(e => e.getClientRects().length)[nth]
  if (!e) return null
  const where = points(e)
  return {at: where[Math.floor(where.length / 2)] ?? null, middle: middle(e), mover: mover(e), tag: e.outerHTML.slice(0, 160)}
}"""
"""A thing of the page and a point where it can be touched."""

SEEN = """([selector, least]) => [...document.querySelectorAll(selector)].map(e => {
  const r = e.getBoundingClientRect(), x = r.left + r.width / 2, y = r.top + r.height / 2
  const top = document.elementFromPoint(x, y)
  const inside = r.width > 0 && x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight
  return {shown: inside && !!top && (e.contains(top) || top.contains(e)),
          size: parseFloat(getComputedStyle(e).fontSize) >= least, text: e.innerText}
})"""

PLAY_NOW = """async body => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  return await (await fetch('/api/play-now', {method: 'POST', headers, body: JSON.stringify(body)})).json()
}"""

CREATE = """async body => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  return await (await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify(body)})).json()
}"""

DECIDED = """async ([id, after]) => {
  const {mine} = await (await fetch(`/api/tables/${id}`)).json(), found = []
  for (let from = 1; ;) {  // the server sends a limited number of steps at a time
    const {steps} = await (await fetch(`/api/tables/${id}/steps?from=${from}`)).json()
    if (!steps.length) return found
    found.push(...steps.filter(s => s.kind === 'decide' && mine.includes(s.seat) && s.decisions > after).map(s => s.action))
    from = steps.at(-1).version + 1
  }
}"""

LEAST = 11
"""No text that is looked for may be smaller."""


def stop_clock(page: Page) -> None:
    """Let the page's clock stand still, a little later than now: a line that is silent for long
    would count as lost.
    """
    while True:
        try:
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)
        except Error as error:
            if "past" not in str(error):
                raise
        else:
            return


COUNT_PINGS = """(() => {
  const Real = window.WebSocket
  window.unanswered = 0
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given)
      window.unanswered = 0
      this.addEventListener('message', told => { if (JSON.parse(told.data).type === 'pong') window.unanswered-- })
    }
    send(said) {
      if (JSON.parse(said).type === 'ping') window.unanswered++
      super.send(said)
    }
  }
})()"""
"""For pages whose time a test lets pass: how often they have asked in vain whether the line is
alive.
"""


def let_pass(page: Page, ms: float) -> None:
    """So much time passes for a page with `COUNT_PINGS`; the server answers in between, however
    long it takes.
    """
    while ms > 0:
        page.clock.run_for(min(ms, 400))
        until(page, lambda: page.evaluate("unanswered === 0"))
        ms -= 400


class Table:
    """One person's page."""

    def __init__(self, page: Page, server: str, touch: bool = False) -> None:
        self.page, self.server, self.touch = page, server, touch
        self.random = random.Random(7)
        self.touches = 0
        self.last = ""
        self.heights: set[tuple[float, float]] = set()
        self._wire: CDPSession | None = None

    def play_now(self, game: str, players: int, options: dict[str, Any] | None = None, level: str = "random") -> str:
        """A game against bots; the table's id."""
        asked = {"game": game, "players": players, "options": options or {}, "level": level}
        table = self.page.evaluate(PLAY_NOW, asked)
        assert "id" in table, table
        self.page.goto(f"{self.server}/t/{table['id']}")
        self.page.wait_for_selector("[data-testid=decision]")
        return str(table["id"])

    def decisions(self) -> int:
        """How many decisions the game has seen."""
        id_ = self.page.url.partition("/t/")[2].partition("?")[0]
        return int(self.page.evaluate("async id => (await (await fetch(`/api/tables/${id}`)).json()).decisions", id_))

    def await_decisions(self, least: int) -> None:
        """Wait until the game has seen `least` decisions."""
        until(self.page, lambda: self.decisions() >= least)

    def decided(self, after: int = 0) -> list[str]:
        """What I have decided since the first `after` decisions of the game."""
        id_ = self.page.url.partition("/t/")[2].partition("?")[0]
        return list(self.page.evaluate(DECIDED, [id_, after]))

    def settle(self) -> None:
        """Wait until fonts are loaded and nothing moves any more."""
        self.page.evaluate("""async () => {
          await document.fonts.ready
          await Promise.all(document.getAnimations().map(a => a.finished.catch(() => 0)))
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
        }""")

    def resize(self, width: int, height: int) -> None:
        """Resize the window, and wait until the page has adapted."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
        self.page.evaluate("scrollTo(0, 0)")
        drawn, now = "", "-"
        while drawn != now:  # a board measures itself and draws itself again
            self.settle()
            self.page.wait_for_timeout(50)
            drawn, now = now, str(self.page.evaluate("document.querySelector('.boardbox svg')?.innerHTML ?? ''"))

    def offered(self, patience: int = 0, thing: str | None = None) -> dict[str, Any]:
        """What the page offers now, or as soon as it offers something new, at most after `patience`
        milliseconds.
        """
        # As often as it looks before it touches something, it would choose the same
        lots = random.Random(self.touches)
        given = [lots.random(), lots.random(), self.last, patience, thing]
        return dict(self.page.evaluate(OFFERED, given))

    # ------------------------------------------------------------ the hand

    def finger(self, x: float, y: float, dx: float, dy: float) -> None:
        """Draw a finger across the glass."""
        wire = self._wire = self._wire or self.page.context.new_cdp_session(self.page)
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for k in range(1, 9):
            point = {"x": x + dx * k / 8, "y": y + dy * k / 8}
            wire.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        self.page.wait_for_timeout(120)  # it rests before it is lifted, so nothing keeps gliding
        wire.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + dx, "y": y + dy}]})
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def bring(self, found: dict[str, Any]) -> None:
        """Move what is found towards the middle of where it can be seen: by the wheel, or by a
        finger.
        """
        mover, (cx, cy) = found["mover"], found["middle"]
        left, top = max(0.0, mover["x"]), max(0.0, mover["y"])
        size = self.page.viewport_size or {"width": 0, "height": 0}
        right, low = min(size["width"], mover["x"] + mover["w"]), min(size["height"], mover["y"] + mover["h"])
        x, y = (left + right) / 2, (top + low) / 2
        dx, dy = x - cx, y - cy
        # Only the way that is needed: a finger that goes across does not scroll down
        if mover["kind"] == "scroll":
            inset = 24
            dx = 0.0 if left + inset <= cx <= right - inset or not mover["wide"] else dx
            dy = 0.0 if top + inset <= cy <= low - inset else dy
        if mover["kind"] == "page":
            dx = 0.0
            close = self.page.get_by_test_id("close-sheet").locator("visible=true")
            if abs(dy) < 40 and close.count():
                self.press("[data-testid=close-sheet]")
                return
        if self.touch:
            # A page is swiped over most of the glass
            reach = 0.42 if mover["kind"] == "pan" else 0.8
            wide, high = (right - left) * reach, (low - top) * reach
            dx, dy = max(-wide, min(wide, dx)), max(-high, min(high, dy))
            self.finger(x - dx / 2, y - dy / 2, dx, dy)
        elif mover["kind"] == "pan":
            wide, high = (right - left) * 0.45, (low - top) * 0.45
            dx, dy = max(-wide, min(wide, dx)), max(-high, min(high, dy))
            self.page.mouse.move(x - dx / 2, y - dy / 2)
            self.page.mouse.down()
            self.page.mouse.move(x + dx / 2, y + dy / 2, steps=6)
            self.page.mouse.up()
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.wheel(-dx, -dy)
        # A pan swallows the tap that ends it, a scroll comes with the next frame
        self.page.wait_for_timeout(90)

    def touch_point(self, x: float, y: float) -> None:
        """Click or tap a point of the page."""
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def place_of(self, selector: str, nth: int = 0) -> tuple[float, float]:
        """A point of the window where the thing is on top, scrolled there if necessary."""
        found: dict[str, Any] = {}
        for _ in range(12):
            # An answer may change it between two looks
            self.page.locator(selector).locator("visible=true").nth(nth).wait_for()
            found = self.page.evaluate(FIND, [selector, nth]) or {}
            if found.get("at"):
                return float(found["at"][0]), float(found["at"][1])
            if found:
                self.bring(found)
        raise AssertionError(f"cannot be reached: {found.get('tag', selector)}")

    def press(self, selector: str, nth: int = 0) -> None:
        """Click or tap the first one that exists, where it can be seen."""
        self.touch_point(*self.place_of(selector, nth))

    def sees(self, selector: str) -> list[str]:
        """The texts of all these things, each looked at: in the window after scrolling, not
        covered, large enough to read.
        """
        texts = []
        for nth in range(self.page.locator(selector).count()):
            self.page.locator(selector).nth(nth).wait_for()
            for _ in range(12):
                seen = self.page.evaluate(SEEN, [selector, LEAST])[nth]
                if seen["shown"]:
                    break
                self.bring(self.page.evaluate(FIND, [selector, nth]))
            assert seen["shown"], f"cannot be seen: {selector} {seen}"
            assert seen["size"], f"cannot be read: {selector} {seen}"
            texts.append(str(seen["text"]))
        return texts

    # ------------------------------------------------------------ playing

    def step(self, patience: int = 600) -> str:
        """Do one possible thing, chosen at random; `over` at the end, `wait` while others act."""
        seen = self.offered(patience)
        assert not seen["trouble"], seen["trouble"]
        if seen["heights"][0] and seen["heights"][1]:
            self.heights.add((seen["heights"][0], seen["heights"][1]))
        if seen["over"]:
            return "over"
        if not seen["there"]:
            return "wait"
        for _ in range(12):
            if seen["at"]:
                break
            self.bring(seen)
            again = self.offered(thing=seen["named"])
            if not again["there"]:
                return "wait"  # somebody else decided meanwhile
            seen = again
        assert seen["at"], f"cannot be reached: {seen['tag']}"
        self.last = "" if seen["moment"] else seen["sign"]
        self.touches += not seen["moment"]
        self.touch_point(*seen["at"])
        return "moment" if seen["moment"] else "acted"

    def play_to_the_end(self, steps: int = 20_000) -> None:
        """Continue until the result is shown."""
        for _ in range(steps):
            if self.step() == "over":
                return
        raise AssertionError(f"the game did not end: {self.offered()}")


def sit_together(one: Table, two: Table, game: str) -> str:
    """A table of two people, made by one and joined by the other through its link; the link."""
    made = one.page.evaluate(CREATE, {"game": game, "players": 2, "clock": {"kind": "none"}, "rated": False, "listed": False})
    link = f"{one.server}/t/{made['id']}?invite={made['invite']}"
    for table in (one, two):
        table.page.goto(link)
    two.page.wait_for_selector("[data-testid=sit-1]")
    two.press("[data-testid=sit-1]")
    for table in (one, two):
        table.page.wait_for_selector("[data-testid=decision]")
    return link
