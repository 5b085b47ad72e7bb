"""The kinds of values on the wire, and what all requests, messages and answers have in common."""
from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, inspect

from ..cleaning import clean


def exact(pattern: str) -> str:
    """A pattern for a whole text; `$` alone would allow a line break after it."""
    return rf"^{pattern}\Z"


def text(least: int, most: int, lines: bool = False) -> Meta:
    """A text that people write: invisible characters are removed before its length is checked."""
    sizes = {"minLength": least, "maxLength": most} if least else {"maxLength": most}
    return Meta(extra_json_schema=sizes, extra={"text": (least, most, lines)})


Id = Annotated[str, Meta(pattern=exact("[A-Za-z0-9_-]{22}"))]
ActionId = Annotated[str, Meta(min_length=8, max_length=64, pattern=exact("[A-Za-z0-9_-]+"))]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Milliseconds = Annotated[int, Meta(ge=0, le=10**11)]
Said = Annotated[str, Meta(min_length=1, max_length=500)]
Orders = Annotated[list[dict[str, Any]], Meta(max_length=20)]
Lang = Literal["en", "hu", "cs", "de"]


class Body(Struct, forbid_unknown_fields=True):
    """What a client sends: unknown keys are refused."""


class Written(Body):
    """A body with texts that people write."""

    def __post_init__(self) -> None:
        for name, (least, most, lines) in _texts(type(self)):
            value = getattr(self, name)
            if isinstance(value, str):
                shown = clean(value, lines=lines)
                if value and least and not shown:
                    raise ValueError(f"blank `{name}` 0")
                if len(shown) < least:
                    raise ValueError(f"short `{name}` {least}")
                if len(shown) > most:
                    raise ValueError(f"long `{name}` {most}")
                setattr(self, name, shown)


@cache
def _texts(kind: type[Struct]) -> list[tuple[str, tuple[int, int, bool]]]:
    """The fields of a body that contain such texts."""
    found: list[tuple[str, tuple[int, int, bool]]] = []
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        either = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        found += [(field.name, one.extra["text"]) for one in either if isinstance(one, inspect.Metadata) and one.extra]
    return found


class Shape(Struct):
    """What the server sends; further keys may be added."""
