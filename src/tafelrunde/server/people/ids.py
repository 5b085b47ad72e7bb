"""Ids and signatures."""
from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

ID = re.compile(r"[A-Za-z0-9_-]{22}")
PLACE = "place "
"""What stands for an address begins with it."""


def new_id() -> str:
    """128 random bits in 22 characters."""
    return secrets.token_urlsafe(16)


class Keys:
    """Signs what clients store for us; comparisons take constant time."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()
        from itsdangerous import Signer

        self.signer = Signer(self.key, salt="tafelrunde", digest_method=sha256)

    def guest(self, user: str) -> str:
        """The token of a guest who has no row yet: the token itself says whose it is."""
        return self.signer.sign(f"{user}.{secrets.token_urlsafe(32)}").decode()

    def read(self, token: str) -> tuple[str, int | None] | None:
        """The guest of such a token; of one from before there were sessions also its number.  None
        if it is not ours.
        """
        from itsdangerous import BadSignature

        try:
            user, _, rest = self.signer.unsign(token[:200]).decode().partition(".")
        except (BadSignature, UnicodeDecodeError):
            return None
        if not ID.fullmatch(user):
            return None
        return user, int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 10 else None

    def place(self, address: str) -> str:
        """Stands for an address where the address itself is nobody's business."""
        return PLACE + hmac.new(self.key, b"place " + address.encode(), sha256).hexdigest()[:16]

    def private(self, text: str) -> str:
        """What only we can compute from a text."""
        return hmac.new(self.key, b"private " + text.encode(), sha256).hexdigest()

    def csrf(self, token: str) -> str:
        """What a page of ours must send in addition to the cookie."""
        return hmac.new(self.key, b"csrf " + token.encode(), sha256).hexdigest()[:32]

    def is_csrf(self, token: str, sent: str) -> bool:
        """Whether a request came from a page of ours."""
        return hmac.compare_digest(self.csrf(token).encode(), sent.encode())
