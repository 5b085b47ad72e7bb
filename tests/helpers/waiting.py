"""Waiting for something that a page does not show by itself: what it must ask the server for, or
what a test overhears.
"""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page

T = TypeVar("T")
PATIENCE_S = 120
LOOK_MS = 30


def until(page: Page, look: Callable[[], T]) -> T:
    """Look repeatedly until there is something, and return it.

    `Page.wait_for_function` is no help here: it takes a promise for a yes and does not wait for its
    answer.
    """
    end = time.monotonic() + PATIENCE_S
    while not (seen := look()):
        assert time.monotonic() < end, f"waited in vain: {seen!r}"
        page.wait_for_timeout(LOOK_MS)
    return seen


def put_aside(page: Page) -> None:
    """Another tab comes to the front; `page.bring_to_front()` ends that."""
    page.context.new_page().bring_to_front()
    until(page, lambda: page.evaluate("document.visibilityState") == "hidden")
