"""The headers that every answer carries."""
from __future__ import annotations

POLICY = ("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; "
          "img-src 'self' data:; "
          "connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
          "object-src 'none'; worker-src 'self'; manifest-src 'self'")
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"x-frame-options", b"DENY"),
]


def security_headers(secure: bool) -> list[tuple[bytes, bytes]]:
    """All of them; under https also the one that demands https in future."""
    return [*HEADERS, *([(b"strict-transport-security", b"max-age=31536000")] if secure else [])]
