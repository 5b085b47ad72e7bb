"""A state as a reader was sent it, in pieces: what everybody is shown is there once, however many look at it."""
from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from .changes import Change, Pieces, changes, compare

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
VIEW = "view"


class Base:
    """A state without what every message tells: steps, clocks, and who sits there.

    Its view is made of `public`, the position as a spectator sees it, and over it `own`, what the reader alone may see;
    `rest` is everything else, with the view left open.
    """

    __slots__ = ("own", "public", "rest", "version")

    def __init__(self, version: int, public: Pieces | None, own: Pieces, rest: bytes) -> None:
        self.version = version
        self.public = public
        self.own = own
        self.rest = rest

    def view(self) -> Raw:
        """What the reader sees of the position."""
        return Raw(b"null" if self.public is None else encode(self.public | self.own))

    def state(self) -> dict[str, Any]:
        """All of it."""
        shown: dict[str, Any] = decode(self.rest)
        shown[VIEW] = decode(self.view())
        return shown

    @property
    def size(self) -> int:
        """About how many bytes it is when it is sent whole."""
        return len(self.rest) + sum(len(key) + len(memoryview(piece)) for key, piece in (self.public or {}).items())

    def fits(self, other: Base) -> bool:
        """Whether the views of both have the same keys in the same order."""
        if self.public is None or other.public is None:
            return self.public is other.public
        return list(self.public) == list(other.public) and list(self.own) == list(other.own)


class Differences:
    """What has changed between states; where several readers are shown the same, it is compared once."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], Raw | None] = {}
        self._public: dict[tuple[int, int], dict[str, list[Change]]] = {}

    def between(self, before: Base, after: Base) -> Raw | None:
        """The changes from one state to another; None where the whole is shorter."""
        key = (id(before), id(after))
        if key not in self._found:
            made = encode(changes(before.rest, after.rest) + self._of_views(before, after))
            short = len(made) < len(after.rest) or len(made) < after.size
            self._found[key] = Raw(made) if short else None
        return self._found[key]

    def _of_views(self, before: Base, after: Base) -> list[Change]:
        if not before.fits(after):
            return [((VIEW,), after.view())]
        key = (id(before.public), id(after.public))
        if key not in self._public:
            self._public[key] = _of_pieces(before.public or {}, after.public or {})
        found = {name: made for name, made in self._public[key].items() if name not in after.own}
        return [change for made in (found | _of_pieces(before.own, after.own)).values() for change in made]


def _of_pieces(before: Pieces, after: Pieces) -> dict[str, list[Change]]:
    """By key, what has changed between two objects with the same keys."""
    found: dict[str, list[Change]] = {}
    for name, piece in after.items():
        if before[name] != piece:
            compare(before[name], piece, (VIEW, name), found.setdefault(name, []))
    return found
