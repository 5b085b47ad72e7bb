"""Fair chance: every draw of a match follows from a secret that was fixed before the match began.

The secret's hash stands in the record from the start, the secret itself only when the game is over.  Before every
decision the generator is seeded anew from the secret, the number of the decision and the seeds that players added, so
nobody can foretell a draw, and anybody can recompute all of them afterwards.
"""
from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping


def secret_from(seed: object | None) -> bytes:
    """The 256-bit secret of a match: drawn by the operating system, or derived from a seed.

    >>> secret_from("a") == secret_from("a") != secret_from("b")
    True
    """
    if seed is None:
        return secrets.token_bytes(32)
    return hashlib.sha256(f"tafelrunde {seed}".encode()).digest()


def commitment(secret: bytes) -> str:
    """What the record says of the secret from the start."""
    return hashlib.sha256(secret).hexdigest()


def generator_state(secret: bytes, decision: int, seeds: Mapping[int, str]) -> int:
    """The generator's state for a decision (0 is the setup)."""
    added = "".join(f"|{seat}={seeds[seat]}" for seat in sorted(seeds))
    digest = hmac.new(secret, f"{decision}{added}".encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:6], "big")
