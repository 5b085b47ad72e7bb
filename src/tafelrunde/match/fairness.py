"""The secret of a match: fixed before the match begins, committed to by its hash, revealed when the
game is over.

All chance follows from the secret and from the seeds that players added (`chance.py`). So nobody
can predict a draw, and anybody can recompute all of them afterwards.
"""
from __future__ import annotations

import hashlib
import secrets


def secret_from(seed: object | None) -> bytes:
    """The 256-bit secret of a match: drawn by the operating system, or derived from a seed.

    >>> secret_from("a") == secret_from("a") != secret_from("b")
    True
    """
    if seed is None:
        return secrets.token_bytes(32)
    return hashlib.sha256(f"tafelrunde {seed}".encode()).digest()


def new_seed() -> str:
    """A player's seed: 128 random bits, in hexadecimal."""
    return secrets.token_hex(16)


def commitment(secret: bytes) -> str:
    """The commitment to the secret, which the record shows from the start."""
    return hashlib.sha256(secret).hexdigest()
