"""Plays at the browser table as a person does: by clicking, tapping or typing what the page offers."""
from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page

OFFERED = """() => {
  const seen = e => e.getClientRects().length > 0
  const bar = document.querySelector('[data-testid=decision]')
  return {
    over: !!document.querySelector('[data-testid=result]'),
    moment: !!document.querySelector('[data-testid=moment-next]'),
    mine: !!bar && bar.classList.contains('mine'),
    confirm: !!document.querySelector('[data-testid=confirm]'),
    staged: !!document.querySelector('[data-state=staged]') || !!document.querySelector('.opt.chosen'),
    things: [...document.querySelectorAll('[data-spot]')]
      .filter(e => ['legal', 'other'].includes(e.dataset.state) && seen(e)).map(e => e.dataset.spot),
    options: [...document.querySelectorAll('[data-testid=decision] .options button')].map(e => e.dataset.action),
    trouble: document.querySelector('.trouble b')?.innerText ?? '',
  }
}"""
PLAY_NOW = """async body => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  return await (await fetch('/api/play-now', {method: 'POST', headers, body: JSON.stringify(body)})).json()
}"""


class Table:
    """One person's page."""

    def __init__(self, page: Page, server: str, touch: bool = False) -> None:
        self.page, self.server, self.touch = page, server, touch
        self.random = random.Random(7)

    def play_now(self, game: str, players: int, options: dict[str, Any] | None = None, level: str = "random") -> str:
        """A game against bots; the table's id."""
        asked = {"game": game, "players": players, "options": options or {}, "level": level}
        table = self.page.evaluate(PLAY_NOW, asked)
        assert "id" in table, table
        self.page.goto(f"{self.server}/t/{table['id']}")
        self.page.wait_for_selector("[data-testid=decision]")
        return str(table["id"])

    def offered(self) -> dict[str, Any]:
        """What the page offers now."""
        return dict(self.page.evaluate(OFFERED))

    def press(self, selector: str) -> bool:
        """Click or tap the first visible one; whether it was there."""
        found = self.page.locator(selector).locator("visible=true").first
        if found.count() == 0:
            return False
        found.scroll_into_view_if_needed()
        if self.touch:
            found.tap(force=True)
        else:
            found.click(force=True)
        return True

    def touch_thing(self, spot: str) -> None:
        """Touch a thing that stands for an action; through the page where the window shows only a part of the board."""
        self.page.evaluate(
            """spot => [...document.querySelectorAll('[data-spot]')]
                .find(e => e.dataset.spot === spot && ['legal', 'other'].includes(e.dataset.state) && e.getClientRects().length)
                ?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))""", spot)

    def step(self) -> str:
        """One thing that can be done, chosen by lot; `over` at the end, `wait` while others act."""
        seen = self.offered()
        assert not seen["trouble"], seen["trouble"]
        if seen["over"]:
            return "over"
        if seen["moment"]:
            self.press("[data-testid=moment-next]")
            return "moment"
        if not seen["mine"]:
            self.page.wait_for_timeout(30)
            return "wait"
        things, options = seen["things"], seen["options"]
        if seen["confirm"] and (seen["staged"] or not (things or options) or self.random.random() < 0.3):
            self.press("[data-testid=confirm]")
        elif things or options:
            chosen = self.random.choice([*things, *options])
            if chosen in options:
                self.press(f"[data-testid=decision] .options button[data-action='{chosen}']")
            else:
                self.touch_thing(chosen)
        self.page.wait_for_timeout(15)
        return "acted"

    def play_to_the_end(self, steps: int = 6000) -> None:
        """Go on until the result is shown."""
        for _ in range(steps):
            if self.step() == "over":
                return
        raise AssertionError(f"the game did not end: {self.offered()}")
