"""Chat at a table of two people."""
from __future__ import annotations

from typing import Any

from helpers.clicking import sit_together


def test_chat_reaches_the_others_as_text(open_table: Any) -> None:
    one, two = open_table(), open_table()
    sit_together(one, two, "toledo")
    for table in (one, two):
        table.page.get_by_role("tab", name="Chat").click()
    one.page.get_by_label("Write to the table").fill("<b>Good luck</b>")
    one.page.get_by_label("Send").click()
    two.page.get_by_text("<b>Good luck</b>").wait_for()
    who = one.page.locator(".left li:has(.you) .nm").inner_text()
    assert two.page.locator(".left .nm").all_inner_texts().count(who) == 1
    said = [table.page.locator(".chat p", has_text="Good luck").locator("b").first.inner_text() for table in (one, two)]
    assert said == ["You", who], "the same name as beside the board, and you where it is you"
