"""Random draws of a server, the same ones each time a test runs."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256

from tafelrunde.server.tables import sitting


class Lots:
    """Stands for the module `secrets`: what it draws follows from the name of the running test, and
    from how often it drew.
    """

    def __init__(self, test: Callable[[], str]) -> None:
        self.test = test
        self.drawn: Counter[str] = Counter()

    def token_bytes(self, count: int) -> bytes:
        """The next bytes."""
        test = self.test()
        self.drawn[test] += 1
        return sha256(f"{test} {self.drawn[test]}".encode()).digest()[:count]

    def randbelow(self, n: int) -> int:
        """The next number below n."""
        return int.from_bytes(self.token_bytes(8), "big") % n


def draw_by(test: Callable[[], str]) -> None:
    """Let the tables of this process draw their secrets and seats like this."""
    vars(sitting)["secrets"] = Lots(test)
