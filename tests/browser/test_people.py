"""Four people in four browsers; one loses the connection in the middle and comes back."""
from __future__ import annotations

import re
from typing import Any

from browser.test_accessibility import found
from helpers.clicking import CREATE, Table

WIRE = """(() => {
  const Real = window.WebSocket, open = new Set()
  let down = false
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given)
      open.add(this)
      if (down) this.close()
    }
  }
  window.cut = () => { down = true; for (const socket of open) socket.close() }
  window.mend = () => { down = false }
})()"""
"""A plug in the page's connection: when pulled, every socket closes and no new one comes through.
"""


def go_on(tables: list[Table], rounds: int) -> bool:
    """Let everybody do what they can, repeatedly; returns whether the game is over for all."""
    for _ in range(rounds):
        told = [table.step(patience=0) for table in tables]
        if set(told) == {"over"}:
            return True
        if set(told) <= {"over", "wait"}:
            tables[0].page.wait_for_timeout(20)
    return False


def test_four_people_and_a_lost_connection(open_table: Any) -> None:
    tables: list[Table] = [open_table() for _ in range(4)]
    tables[2].page.add_init_script(WIRE)
    host = tables[0]
    asked = {"game": "el_grande", "players": 4, "options": {"short": True}, "rated": True, "listed": False,
             "clock": {"kind": "none"}}
    made = host.page.evaluate(CREATE, asked)
    link = f"{host.server}/t/{made['id']}?invite={made['invite']}"
    host.page.goto(link)
    for seat, table in enumerate(tables[1:], start=1):
        table.page.goto(link)
        table.page.wait_for_selector(f"[data-testid=sit-{seat}]")
        table.press(f"[data-testid=sit-{seat}]")
    for table in tables:
        table.page.wait_for_selector("[data-testid=decision]")
    assert not go_on(tables, 40)

    # One of them is cut off: the page says so and keeps what it shows; then it comes back by
    # itself, and nothing is lost.
    away = tables[2]
    away.page.evaluate("cut()")
    away.page.get_by_text("No connection").wait_for()
    assert away.page.locator(".boardbox svg.map").is_visible()
    others = [table for table in tables if table is not away]
    go_on(others, 30)
    away.page.evaluate("mend()")
    away.page.wait_for_selector("[data-testid=decision]")
    assert go_on(tables, 20_000)
    results = [table.page.locator("[data-testid=result] strong").all_inner_texts() for table in tables]
    assert all(result == results[0] for result in results)
    assert len(results[0]) == 4
    for table in tables:  # a rated game says so, and what it did to everybody's rating
        # Beside each player
        table.page.locator("[data-testid=result] li [data-testid=rating]").nth(3).wait_for()
        said = table.page.get_by_test_id("rating").all_inner_texts()
        assert all(re.search(r"1000 → \d+ \([+−]?\d+\) likely \d+ ± \d+$", text) for text in said), said
        assert table.page.get_by_test_id("terms").inner_text() == "Rated"
        # The others' names lead to their profiles
        assert table.page.locator("[data-testid=result] li a").count() == 3
    assert found(host) == []
