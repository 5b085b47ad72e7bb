"""A state as a reader was sent it, in pieces: the shared part is stored once, however many readers
there are.
"""
from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from .changes import Change, Part, Pieces, changes, compare

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
VIEW, NOTES = "view", "notes"


class Base:
    """A state without the parts that every message contains: steps, clocks, and who sits there.

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
        """The whole state."""
        shown: dict[str, Any] = decode(self.rest)
        shown[VIEW] = decode(self.view())
        shown[NOTES] = decode(self.notes.sent)
        return shown

    @property
    def size(self) -> int:
        """Its approximate size in bytes when it is sent whole."""
        return len(self.rest) + len(self.notes.sent) + (0 if self.public is None else len(self.public.sent))

    def put_together(self) -> None:
        """Nobody compares it for now."""
        for part in (self.public, self.own, self.notes):
            if part is not None:
                part.put_together()


Found = dict[str, list[Change]]
"""What has changed, by the key in which it has."""


class Differences:
    """What has changed between states; where several readers are shown the same, it is compared
    once.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], Raw | None] = {}
        self._of_pieces: dict[tuple[int, int], Found | None] = {}

    def between(self, before: Base, after: Base) -> Raw | None:
        """The changes from one state to another; None if the whole state is shorter."""
        key = (id(before), id(after))
        if key not in self._found:
            made = encode(changes(before.rest, after.rest) + self._of_notes(before, after) + self._of_views(before, after))
            short = len(made) < len(after.rest) or len(made) < after.size
            self._found[key] = Raw(made) if short else None
        return self._found[key]

    def _of_notes(self, before: Base, after: Base) -> list[Change]:
        found = self._once(NOTES, before.notes, after.notes)
        return [((NOTES,), Raw(after.notes.sent))] if found is None else [change for made in found.values() for change in made]

    def _of_views(self, before: Base, after: Base) -> list[Change]:
        if before.public is None or after.public is None:
            return [] if before.public is after.public else [((VIEW,), after.view())]
        public, mine = self._once(VIEW, before.public, after.public), after.own.pieces()
        own = _in_pieces(VIEW, before.own.pieces(), mine)
        if public is None or own is None:
            return [((VIEW,), after.view())]
        found = {name: made for name, made in public.items() if name not in mine} | own
        return [change for made in found.values() for change in made]

    def _once(self, name: str, before: Part, after: Part) -> Found | None:
        """By key, what has changed between two objects that several readers may share."""
        if before is after:
            return {}
        key = (id(before), id(after))
        if key not in self._of_pieces:
            self._of_pieces[key] = _in_pieces(name, before.pieces(), after.pieces())
        return self._of_pieces[key]


def _in_pieces(name: str, old: Pieces, new: Pieces) -> Found | None:
    """By key, what has changed between two objects; None where they have other keys, or the same
    ones in another order.
    """
    if list(old) != list(new):
        return None
    found: Found = {}
    for key, piece in new.items():
        if old[key] != piece:
            made: list[Change] = []
            found[key] = made
            compare(old[key], piece, (name, key), made)
    return found
