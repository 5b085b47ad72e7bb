"""The server's refusals, always in one shape: a code for programs and a sentence for the reader."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import TafelrundeError
from .saying import say

STATUS = {
    "bad_request": 422, "too_large": 413, "unauthorized": 401, "forbidden": 403, "csrf": 403, "origin": 403,
    "not_found": 404, "not_allowed": 405, "conflict": 409, "stale": 409, "illegal_action": 409, "cannot_undo": 409,
    "limited": 429, "busy": 503, "internal": 500,
}


WRONG = {
    "missing": "missing", "extra_forbidden": "unknown", "json_invalid": "json", "value_error": "blank",
    "string_pattern_mismatch": "shape", "literal_error": "choice", "enum": "choice",
    "string_too_short": "short", "too_short": "short", "string_too_long": "long", "too_long": "long",
    "string_unicode": "text", "greater_than_equal": "least", "less_than_equal": "most",
}
"""What pydantic finds wrong about a field, and the sentence that tells it; whatever else is of the
wrong kind.
"""


class Refused(TafelrundeError):
    """A refusal.  `key` names the sentence in `text/`, `text` is a ready sentence, or a function
    that makes one.
    """

    def __init__(self, code: str, key: str = "", *, field: str | None = None, rule: str | None = None,
                 text: str | Callable[[str], str] = "", more: dict[str, Any] | None = None, **arguments: Any) -> None:
        super().__init__(f"{code}: {text or key} {arguments or ''}".strip())
        self.code = code
        self.key = key or code
        self.field = field
        self.rule = rule
        self.text = text
        self.more = more or {}
        self.arguments = arguments

    @property
    def status(self) -> int:
        """The HTTP status that fits."""
        return STATUS[self.code]

    def shown(self, lang: str) -> dict[str, Any]:
        """The error in the form that every answer has."""
        made = self.text(lang) if callable(self.text) else self.text
        error: dict[str, Any] = {"code": self.code, "text": made or say(lang, f"error.{self.key}", **self.arguments)}
        if self.field is not None:
            error["field"] = self.field
        if self.rule is not None:
            error["rule"] = self.rule
        return {"error": error | self.more}


def wrong(found: dict[str, Any]) -> Refused:
    """The refusal of a request in which pydantic has found something wrong."""
    kind, where, context = WRONG.get(found.get("type", ""), "kind"), found.get("loc", ()), found.get("ctx", {})
    number = next((context[name] for name in ("min_length", "max_length", "ge", "le") if name in context), "")
    field = "body" if kind == "json" else ".".join(str(step) for step in where)
    return Refused("bad_request", f"wrong.{kind}", field=field, n=number, choices=context.get("expected", ""))
