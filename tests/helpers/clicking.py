"""Plays at the browser table as a person does: by clicking, tapping or typing what the page offers."""
from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Error, Page

OFFERED = """async ([lot, hand, last, patience]) => {
  const seen = e => e.getClientRects().length > 0
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(seen)
  const bar = () => document.querySelector('[data-testid=decision]')
  const states = () => [...document.querySelectorAll('[data-spot]')].map(e => e.dataset.state[0]).join('')
  const sign = () => bar()?.className + bar()?.textContent + states()
  const has = selector => !!document.querySelector(selector)
  const mine = () => !!bar()?.classList.contains('mine')
  const news = () => has('[data-testid=result], [data-testid=moment-next], .trouble') || (mine() && sign() !== last)
  for (let waited = 0; waited < patience && !news(); waited += 15) await new Promise(done => setTimeout(done, 15))
  const found = {
    over: has('[data-testid=result]'), moment: all('[data-testid=moment-next]')[0], mine: mine(),
    confirm: all('[data-testid=confirm]')[0], staged: has('[data-state=staged], .opt.chosen'), sign: sign(),
    things: all('[data-spot][data-state=legal], [data-spot][data-state=other]'),
    options: all('[data-testid=decision] .options button'), trouble: document.querySelector('.trouble b')?.innerText ?? '',
  }
  const place = e => {
    e.scrollIntoView({block: 'nearest', inline: 'nearest'})
    const r = e.getBoundingClientRect()
    for (const [u, v] of [[.5, .5], [.5, .8], [.3, .4], [.7, .6], [.4, .7], [.6, .3]]) {
      const x = r.left + r.width * u, y = r.top + r.height * v
      const top = document.elementFromPoint(x, y)
      if (top && (top === e || e.contains(top)) && top.closest('[data-spot], button') === e) return [x, y]
    }
    return null
  }
  const given = {
    over: found.over, mine: found.mine, trouble: found.trouble, sign: found.sign, staged: found.staged,
    moment: !!found.moment, confirm: !!found.confirm, things: found.things.map(e => e.dataset.spot),
    options: found.options.map(e => e.dataset.action), keys: found.options.map(e => e.dataset.key).filter(key => key),
  }
  let chosen = null
  if (found.moment) chosen = found.moment
  else if (found.mine) {
    const free = [...found.things, ...found.options]
    const done = found.confirm && (found.staged || !free.length || hand < 0.3)
    chosen = done ? found.confirm : free[Math.floor(lot * free.length)]
  }
  return {...given, spot: chosen?.dataset.spot ?? null, there: !!chosen, at: chosen ? place(chosen) : null}
}"""
"""What the page offers, and one thing of it by lot with a point where it can be touched; waits a little for news first."""
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


def stop_clock(page: Page) -> None:
    """Let the page's clock stand still, a little later than now: a line that is silent for long would count as lost."""
    while True:
        try:
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)
        except Error as error:
            if "past" not in str(error):
                raise
        else:
            return


class Table:
    """One person's page."""

    def __init__(self, page: Page, server: str, touch: bool = False) -> None:
        self.page, self.server, self.touch = page, server, touch
        self.random = random.Random(7)
        self.last = ""

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

    def settle(self) -> None:
        """Wait until types are loaded and nothing moves any more."""
        self.page.evaluate("""async () => {
          await document.fonts.ready
          await Promise.all(document.getAnimations().map(a => a.finished.catch(() => 0)))
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
        }""")

    def offered(self, patience: int = 0) -> dict[str, Any]:
        """What the page offers now, or as soon as it offers something new, at most after `patience` milliseconds."""
        given = [self.random.random(), self.random.random(), self.last, patience]
        return dict(self.page.evaluate(OFFERED, given))

    def press(self, selector: str) -> None:
        """Click or tap the first one that is visible, when it is there."""
        found = self.page.locator(selector).locator("visible=true").first
        found.wait_for()
        if self.touch:
            found.tap()
        else:
            found.click()

    def touch_point(self, x: float, y: float) -> None:
        """Click or tap a point of the page."""
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def touch_spot(self, spot: str) -> None:
        """Touch a thing that other things hide, or that a small window onto the board does not show, through the page."""
        self.page.evaluate(
            """spot => [...document.querySelectorAll('[data-spot]')]
                .find(e => e.dataset.spot === spot && ['legal', 'other'].includes(e.dataset.state) && e.getClientRects().length)
                ?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))""", spot)

    def step(self, patience: int = 600) -> str:
        """One thing that can be done, chosen by lot; `over` at the end, `wait` while others act."""
        seen = self.offered(patience)
        assert not seen["trouble"], seen["trouble"]
        if seen["over"]:
            return "over"
        if not seen["there"]:
            return "wait"
        self.last = "" if seen["moment"] else seen["sign"]
        if seen["at"]:
            self.touch_point(*seen["at"])
        elif seen["spot"]:
            self.touch_spot(seen["spot"])
        else:
            return "wait"
        return "moment" if seen["moment"] else "acted"

    def play_to_the_end(self, steps: int = 20_000) -> None:
        """Go on until the result is shown."""
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
