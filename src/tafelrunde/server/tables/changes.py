"""What has changed between two states as they are sent: paths and values, told from the JSON
itself.

Both states are a reader's own, made of what that reader may know; so their difference reveals
nothing else.
"""
from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

Path = tuple[str | int, ...]
Pieces = dict[str, Raw]
"""An object, key by key as it is sent."""
Change = tuple[Path, Raw]
"""Where something has changed, and its new value."""

OBJECT, LIST = b"{["
NESTED = b"{[n"
"""The first bytes of values that are compared in detail: objects, lists, and null in place of
one.
"""
_encode = msgspec.json.Encoder().encode
_object = msgspec.json.Decoder(Pieces).decode
_list = msgspec.json.Decoder(list[Raw]).decode


class Part:
    """An object as it is sent.  It is cut between its keys while somebody compares it, and kept
    whole: there are many.
    """

    __slots__ = ("_pieces", "sent")

    def __init__(self, values: dict[str, Any]) -> None:
        self.sent = _encode(values)
        self._pieces: Pieces | None = None

    def pieces(self) -> Pieces:
        if self._pieces is None:
            self._pieces = _object(self.sent)
        return self._pieces

    def put_together(self) -> None:
        """Forget the pieces until they are needed again."""
        self._pieces = None


def changes(before: bytes, after: bytes) -> list[Change]:
    """What to set in one JSON document to get the other, byte for byte.

    >>> [(path, bytes(value)) for path, value in changes(b'{"a":[1,2],"b":{"c":3}}', b'{"a":[1,2],"b":{"c":4}}')]
    [(('b', 'c'), b'4')]
    """
    found: list[Change] = []
    if before != after:
        compare(Raw(before), Raw(after), (), found)
    return found


def compare(before: Raw, after: Raw, path: Path, found: list[Change]) -> None:
    """Descend to where two different documents differ."""
    kind = memoryview(after)[0]
    if kind == OBJECT == memoryview(before)[0]:
        left, right = _object(before), _object(after)
        # If keys are added or removed, the order of the rest would be lost
        if list(left) == list(right):
            for key, value in right.items():
                if left[key] != value:
                    compare(left[key], value, (*path, key), found)
            return
    elif kind == LIST == memoryview(before)[0] and memoryview(after)[1] in NESTED:
        # A list of anything else is sent whole anyway
        old, new = _list(before), _list(after)
        if len(old) == len(new) and all(memoryview(value)[0] in NESTED for value in new):
            for i, value in enumerate(new):
                if old[i] != value:
                    compare(old[i], value, (*path, i), found)
            return
    found.append((path, after))


def apply(state: Any, changed: list[tuple[list[str | int], Any]]) -> Any:
    """A state with changes applied; the given one stays as it is."""
    for path, value in changed:
        state = _set(state, path, value)
    return state


def _set(state: Any, path: list[str | int], value: Any) -> Any:
    if not path:
        return value
    copy: Any = list(state) if isinstance(state, list) else dict(state)
    copy[path[0]] = _set(copy[path[0]], path[1:], value)
    return copy
