"""The storage format of records in the archive."""
from __future__ import annotations

import zlib
from base64 import b64decode, b64encode


def packed(text: str) -> str:
    """A record in stored form."""
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def unpacked(kept: str) -> str:
    """A stored record as it was written.

    >>> unpacked(packed("Game: toledo"))
    'Game: toledo'
    """
    return zlib.decompress(b64decode(kept)).decode()
