"""A state as a reader was sent it, in pieces: the shared part is stored once, however many readers
there are.
"""
from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from .changes import Change, Part, changes, compare

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
VIEW, NOTES = "view", "notes"


class Base:
    """A state without what every message tells: steps, clocks, and who sits there.

    Its view is made of `public`, the position as a spectator sees it, and over it `own`, what the
    reader alone may see. `notes` follow from the view and are often the same for several readers.
    `rest` is everything else, with the view and the notes left open.
    """

    __slots__ = ("notes", "own", "public", "rest", "version")

    def __init__(self, version: int, public: Part | None, own: Part, notes: Part, rest: bytes) -> None:
        self.version = version
        self.public = public
        self.own = own
        self.notes = notes
        self.rest = rest

    def view(self) -> Raw:
        """What the reader sees of the position."""
        return Raw(b"null" if self.public is None else encode(self.public.pieces() | self.own.pieces()))

    def state(self) -> dict[str, Any]:
        """All of it."""
        shown: dict[str, Any] = decode(self.rest)
        shown[VIEW] = decode(self.view())
        shown[NOTES] = decode(self.notes.sent)
        return shown

    @property
    def size(self) -> int:
        """About how many bytes it is when it is sent whole."""
        return len(self.rest) + len(self.notes.sent) + (0 if self.public is None else len(self.public.sent))

    def fits(self, other: Base) -> bool:
        """Whether the views of both have the same keys in the same order."""
        if self.public is None or other.public is None:
            return self.public is other.public
        return (list(self.public.pieces()) == list(other.public.pieces())
                and list(self.own.pieces()) == list(other.own.pieces()))

    def put_together(self) -> None:
        """Nobody compares it for now."""
        for part in (self.public, self.own, self.notes):
            if part is not None:
                part.put_together()


class Differences:
    """What has changed between states; where several readers are shown the same, it is compared
    once.
    """

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
        if list(before.notes.pieces()) != list(after.notes.pieces()):
            return [((NOTES,), Raw(after.notes.sent))]
        return [change for made in self._once(NOTES, before.notes, after.notes).values() for change in made]

    def _of_views(self, before: Base, after: Base) -> list[Change]:
        if not before.fits(after):
            return [((VIEW,), after.view())]
        found: dict[str, list[Change]] = {}
        if before.public is not None and after.public is not None:
            mine = after.own.pieces()
            public = self._once(VIEW, before.public, after.public)
            found = {name: made for name, made in public.items() if name not in mine}
        return [change for made in (found | _in_pieces(VIEW, before.own, after.own)).values() for change in made]

    def _once(self, name: str, before: Part, after: Part) -> dict[str, list[Change]]:
        """By key, what has changed between two objects that several readers may share."""
        key = (id(before), id(after))
        if key not in self._of_pieces:
            self._of_pieces[key] = {} if before is after else _in_pieces(name, before, after)
        return self._of_pieces[key]


def _in_pieces(name: str, before: Part, after: Part) -> dict[str, list[Change]]:
    """By key, what has changed between two objects with the same keys."""
    found: dict[str, list[Change]] = {}
    old = before.pieces()
    for key, piece in after.pieces().items():
        if old[key] != piece:
            compare(old[key], piece, (name, key), found.setdefault(key, []))
    return found
