"""A state as a reader was sent it, in pieces: the shared part is stored once, however many readers there are."""
from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from .changes import Change, Pieces, changes, compare

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
VIEW, NOTES = "view", "notes"


class Base:
    """A state without what every message tells: steps, clocks, and who sits there.

    Its view is made of `public`, the position as a spectator sees it, and over it `own`, what the reader alone may see.
    `notes` follow from the view and are often the same for several readers.  `rest` is everything else, with the view
    and the notes left open.
    """

    __slots__ = ("notes", "own", "public", "rest", "version")

    def __init__(self, version: int, public: Pieces | None, own: Pieces, notes: Pieces, rest: bytes) -> None:
        self.version = version
        self.public = public
        self.own = own
        self.notes = notes
        self.rest = rest

    def view(self) -> Raw:
        """What the reader sees of the position."""
        return Raw(b"null" if self.public is None else encode(self.public | self.own))

    def state(self) -> dict[str, Any]:
        """All of it."""
        shown: dict[str, Any] = decode(self.rest)
        shown[VIEW] = decode(self.view())
        shown[NOTES] = decode(encode(self.notes))
        return shown

    @property
    def size(self) -> int:
        """Its approximate size in bytes when sent whole."""
        return len(self.rest) + sum(len(key) + len(memoryview(piece)) for pieces in (self.public or {}, self.notes)
                                    for key, piece in pieces.items())

    def fits(self, other: Base) -> bool:
        """Whether the views of both have the same keys in the same order."""
        if self.public is None or other.public is None:
            return self.public is other.public
        return list(self.public) == list(other.public) and list(self.own) == list(other.own)


class Differences:
    """What has changed between states; where several readers are shown the same, it is compared once."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], Raw | None] = {}
        self._of_pieces: dict[tuple[int, int], dict[str, list[Change]]] = {}

    def between(self, before: Base, after: Base) -> Raw | None:
        """The changes from one state to another; None where the whole is shorter."""
        key = (id(before), id(after))
        if key not in self._found:
            made = encode(changes(before.rest, after.rest) + self._of_notes(before, after) + self._of_views(before, after))
            short = len(made) < len(after.rest) or len(made) < after.size
            self._found[key] = Raw(made) if short else None
        return self._found[key]

    def _of_notes(self, before: Base, after: Base) -> list[Change]:
        if list(before.notes) != list(after.notes):
            return [((NOTES,), Raw(encode(after.notes)))]
        return [change for made in self._once(NOTES, before.notes, after.notes).values() for change in made]

    def _of_views(self, before: Base, after: Base) -> list[Change]:
        if not before.fits(after):
            return [((VIEW,), after.view())]
        public = self._once(VIEW, before.public or {}, after.public or {})
        found = {name: made for name, made in public.items() if name not in after.own}
        return [change for made in (found | _in_pieces(VIEW, before.own, after.own)).values() for change in made]

    def _once(self, name: str, before: Pieces, after: Pieces) -> dict[str, list[Change]]:
        """By key, what has changed between two objects that several readers may share."""
        key = (id(before), id(after))
        if key not in self._of_pieces:
            self._of_pieces[key] = {} if before is after else _in_pieces(name, before, after)
        return self._of_pieces[key]


def _in_pieces(name: str, before: Pieces, after: Pieces) -> dict[str, list[Change]]:
    """By key, what has changed between two objects with the same keys."""
    found: dict[str, list[Change]] = {}
    for key, piece in after.items():
        if before[key] != piece:
            compare(before[key], piece, (name, key), found.setdefault(key, []))
    return found
