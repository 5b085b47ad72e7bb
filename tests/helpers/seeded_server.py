"""The server of the browser tests: the real one, except that its lots follow from the running test.

A match's secret and the seat one is given are drawn by the operating system; here they are derived from what stands in a
file (the name of the test) and from how many were drawn for it.  So a test finds the same deals and the same bots each time.
Nothing of this can be switched on in the product.

    python -m helpers.seeded_server FILE [FLAGS OF THE SERVER]
"""
from __future__ import annotations

import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

from tafelrunde.server import __main__ as server
from tafelrunde.server.tables import sitting


class Lots:
    """Stands for the module `secrets`."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.drawn: Counter[str] = Counter()

    def token_bytes(self, count: int) -> bytes:
        """The next bytes of the running test."""
        test = self.file.read_text("utf-8")
        self.drawn[test] += 1
        return sha256(f"{test} {self.drawn[test]}".encode()).digest()[:count]

    def randbelow(self, n: int) -> int:
        """The next lot of the running test."""
        return int.from_bytes(self.token_bytes(8), "big") % n


if __name__ == "__main__":
    vars(sitting)["secrets"] = Lots(Path(sys.argv.pop(1)))
    server.main()
