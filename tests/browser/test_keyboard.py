"""A whole game by keyboard alone."""
from __future__ import annotations

from typing import Any


def test_a_whole_game_by_keyboard_alone(open_table: Any) -> None:
    table = open_table()
    table.play_now("el_grande", 2, {"short": True})
    page = table.page
    for _ in range(20_000):
        seen = table.offered(600)
        assert not seen["trouble"], seen["trouble"]
        if seen["over"]:
            return
        if not seen["mine"]:
            continue
        table.last = seen["sign"]
        if seen["confirm"] and (seen["staged"] or not (seen["things"] or seen["options"]) or table.random.random() < 0.25):
            page.evaluate("document.activeElement?.blur?.()")
            page.keyboard.press("Enter")
        elif seen["options"] and (not seen["things"] or table.random.random() < 0.5):
            page.keyboard.press(table.random.choice(seen["keys"]))
        else:
            for _ in range(1 + table.random.randrange(4)):
                page.keyboard.press("n")
            page.keyboard.press("Enter")
    raise AssertionError("the game did not end")
