"""Logs that stay readable if something happens again and again."""
from __future__ import annotations

import logging
from time import monotonic

WINDOW, LINES = 10.0, 20
"""At most this many lines of one kind within this many seconds."""
KINDS = 500


class Quiet(logging.Filter):
    """Lets the first lines of a kind through and counts the others; the next line tells how many
    were left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[str, str], list[float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        kind = (record.name, record.getMessage()[:60])
        if len(self.seen) > KINDS:
            self.seen.clear()
        began, n = self.seen.setdefault(kind, [monotonic(), 0.0])
        if monotonic() - began > WINDOW:
            left_out = int(n) - LINES
            if left_out > 0:
                record.msg, record.args = f"{record.getMessage()} ({left_out} more of these were left out)", ()
            self.seen[kind] = [monotonic(), 1.0]
            return True
        self.seen[kind][1] += 1
        return n < LINES
