"""Chat at a table of two people."""
from __future__ import annotations

from typing import Any

from helpers.clicking import CREATE


def test_chat_reaches_the_others_as_text(open_table: Any) -> None:
    one, two = open_table(), open_table()
    made = one.page.evaluate(CREATE, {"game": "toledo", "players": 2, "clock": {"kind": "none"}, "rated": False, "listed": False})
    link = f"{one.server}/t/{made['id']}?invite={made['invite']}"
    one.page.goto(link)
    two.page.goto(link)
    two.page.wait_for_selector("[data-testid=sit-1]")
    two.press("[data-testid=sit-1]")
    for table in (one, two):
        table.page.wait_for_selector("[data-testid=decision]")
        table.page.get_by_role("tab", name="Chat").click()
    one.page.get_by_label("Write to the table").fill("<b>Good luck</b>")
    one.page.get_by_label("Send").click()
    two.page.get_by_text("<b>Good luck</b>").wait_for()
