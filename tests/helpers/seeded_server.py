"""The server of the browser tests: the real one, except that its deals follow from the test whose
name stands in a file.

    python -m helpers.seeded_server FILE [FLAGS OF THE SERVER]

None of this can be switched on in the product.
"""
from __future__ import annotations

import sys
from pathlib import Path

from helpers.lots import draw_by

from tafelrunde.server import __main__ as server

if __name__ == "__main__":
    running = Path(sys.argv.pop(1))
    draw_by(lambda: running.read_text("utf-8"))
    server.main()
