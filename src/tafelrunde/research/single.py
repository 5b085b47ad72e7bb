"""One game for the usual interfaces: a batch of one, with spaces, returns and the handling of
illegal actions.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .asking import BatchError
from .batch import Batch

REFUSE, LOSE, REPLACE = "refuse", "lose", "replace"
ILLEGAL = (REFUSE, LOSE, REPLACE)
"""What an illegal action does: an error that names the rule; or the seat loses and the game is
over; or a legal one is drawn instead.
"""


def returns_of(shares: Any) -> Any:
    """Shares of the victory as returns that sum to 0: 1 for a sole winner, -1 / (players - 1) for
    the others.

    >>> import numpy as np
    >>> returns_of(np.array([0, 1, 0])).tolist()
    [-0.5, 1.0, -0.5]
    """
    players = shares.shape[-1]
    return (shares * players - 1) / (players - 1)


class Single:
    """One game that is begun with a seed and played by its seats."""

    def __init__(self, title: str, players: int, options: Mapping[str, Any], illegal: str = REFUSE) -> None:
        if illegal not in ILLEGAL:
            raise BatchError(f"illegal: one of {', '.join(ILLEGAL)}; not {illegal!r}")
        self.batch = Batch(title, players, 1, options, restart=False)
        self.players = self.batch.players
        self.illegal = illegal
        self.size = self.batch.actions.size
        self.lost = -1

    def begin(self, seed: int) -> None:
        """Begin a game."""
        self.batch.reset(seed)
        self.lost = -1

    @property
    def seat(self) -> int:
        """The seat that decides; -1 if the game is over."""
        return -1 if self.lost >= 0 else int(self.batch.seat[0])

    def act(self, action: Any) -> None:
        """One decision; an illegal one raises IllegalAction, or loses the game."""
        import numpy as np

        number = np.asarray(action)
        if number.shape != () or number.dtype.kind not in "iu":
            raise BatchError(f"action: a whole number from 0 to {self.size - 1}, not {action!r}")
        legal = self.illegal == REFUSE or (0 <= number < self.size and self.batch.legal[0, int(number)])
        if not legal and self.illegal == LOSE:
            self.lost = self.seat
        else:
            self.batch.step(number.reshape(1) if legal else self.batch.random_actions())

    def observation(self, seat: int) -> dict[str, Any]:
        """What a seat sees, and its legal actions: none unless it is its turn."""
        seen = self.batch.observe(seat=seat)[0]
        return {"observation": seen, "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> Any:
        """What a seat may do now, as 0 and 1."""
        import numpy as np

        if seat != self.seat:
            return np.zeros(self.size, np.int8)
        return self.batch.legal[0].view(np.int8)

    def returns(self) -> Any:
        """Everybody's return: 0 while the game goes on."""
        import numpy as np

        if self.lost >= 0:
            shares = np.full(self.players, 1 / (self.players - 1))
            shares[self.lost] = 0
            return returns_of(shares)
        if self.seat >= 0:
            return np.zeros(self.players)
        e = self.batch.engine
        best = e.standings[0] == e.standings[0].max()
        return returns_of(best / best.sum())


def spaces_of(batch: Batch) -> tuple[Any, Any]:
    """The spaces of observations and actions."""
    import numpy as np
    from gymnasium import spaces

    low = np.array([c.low for c in batch.schema], np.int16)
    high = np.array([c.high for c in batch.schema], np.int16)
    seen = spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16),
                        "action_mask": spaces.Box(0, 1, (batch.actions.size,), np.int8)})
    return seen, spaces.Discrete(batch.actions.size)
