"""Reads request bodies strictly by their declared types; errors name the field."""
from __future__ import annotations

import json
import re
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from ..cleaning import unstorable
from ..errors import Refused

WRONG = [(re.compile(pattern), key) for pattern, key in (
    (r"Object missing required field `(?P<name>.*)`", "missing"),
    (r"Object contains unknown field `(?P<name>.*)`", "unknown"),
    (r"Expected `\w+` of length >= (?P<n>\d+)", "short"),
    (r"Expected `\w+` of length <= (?P<n>\d+)", "long"),
    (r"Expected `\w+` >= (?P<n>-?\d+)", "least"),
    (r"Expected `\w+` <= (?P<n>-?\d+)", "most"),
    (r"Expected `str` matching regex", "shape"),
    (r"Invalid enum value", "choice"),
    (r"blank `(?P<name>\w+)`", "blank"),
    (r"short `(?P<name>\w+)` (?P<n>\d+)", "short"),
    (r"long `(?P<name>\w+)` (?P<n>\d+)", "long"),
)]
"""What msgspec, or a body itself, finds wrong, and the sentence that tells it; whatever else is of
the wrong kind.
"""


def read(kind: Any, raw: bytes) -> Any:
    """A request's body; Refused names the wrong field."""
    if not raw:
        raise Refused("bad_request", "wrong.missing", field="body")
    _check_texts(raw)
    try:
        try:
            return msgspec.json.decode(raw, type=kind)
        except msgspec.ValidationError:
            # What follows may not be JSON, or too deep
            return _converted(kind, msgspec.json.decode(raw))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("bad_request", "wrong.json", field="body") from None


def _converted(kind: Any, found: Any) -> Any:
    try:
        return msgspec.convert(_whole(found), kind)
    except msgspec.ValidationError as error:
        raise refused(kind, str(error)) from None


def _whole(value: Any) -> Any:
    """JSON knows one kind of number: 9.0 is nine."""
    if isinstance(value, dict):
        return {name: _whole(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _check_texts(raw: bytes) -> None:
    """Refuse characters that no database can store, wherever they are."""
    if b"\\u" not in raw:  # JSON text can contain such characters only as escapes
        return
    try:
        field = unstorable(json.loads(raw), "body")
    except (ValueError, RecursionError):
        return  # it is refused as invalid JSON
    if field is not None:
        raise Refused("bad_request", "wrong.text", field=field)


def refused(kind: Any, error: str) -> Refused:
    """The refusal of an invalid body."""
    said, _, place = error.partition(" - at `$")
    where = [step for step in re.split(r"[.\[\]]+", place.rstrip("`")) if step not in ("", "...")]
    for pattern, key in WRONG:
        if found := pattern.match(said):
            named = found.groupdict()
            field = ".".join(("body", *where, *([named["name"]] if "name" in named else [])))
            return Refused("bad_request", f"wrong.{key}", field=field, n=named.get("n", ""), choices=_choices(kind, where))
    return Refused("bad_request", "wrong.kind", field=".".join(("body", *where)))


def _choices(kind: Any, where: list[str]) -> str:
    """The words allowed at a place."""
    here = [kind]
    for step in where:
        here = [inner for one in here for inner in _inside(one, step)]
    values = [f"'{value}'" for one in here if get_origin(one) is Literal for value in get_args(one)]
    return " or ".join([*([", ".join(values[:-1])] if values[1:] else []), *values[-1:]])


def _inside(kind: Any, step: str) -> list[Any]:
    """The kinds that a value may have one step further in."""
    if get_origin(kind) is list:
        return _either(get_args(kind)[0])
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return []
    return [one for field in msgspec.structs.fields(kind) if field.encode_name == step for one in _either(field.type)]


def _either(kind: Any) -> list[Any]:
    """The kinds of a union."""
    if get_origin(kind) is Annotated:
        return _either(get_args(kind)[0])
    return [inner for one in get_args(kind) for inner in _either(one)] if get_origin(kind) in (Union, UnionType) else [kind]


def given(body: Any) -> Any:
    """A body as a dictionary, without omitted fields."""
    if isinstance(body, msgspec.Struct):
        return {name: given(value) for name, value in msgspec.structs.asdict(body).items() if value is not None}
    return [given(one) for one in body] if isinstance(body, list) else body
