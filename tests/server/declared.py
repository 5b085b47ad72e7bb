"""Checks what the server says against its declarations."""
from __future__ import annotations

import copy
import re
from functools import cache
from typing import Any, get_args

import jsonschema_rs

from tafelrunde.server.app import make_app
from tafelrunde.server.settings import Settings
from tafelrunde.server.web import told
from tafelrunde.server.web.answers import components


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document, closed."""
    return closed(make_app(Settings()).app.openapi())


def closed(open_: dict[str, Any]) -> dict[str, Any]:
    """A document that promises no key beyond those it names: clients ignore further ones, the
    server sends none.
    """
    made = copy.deepcopy(open_)
    for schema in made["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return made


@cache
def _messages() -> dict[str, jsonschema_rs.Validator]:
    kinds = get_args(told.Told)
    whole = closed({"components": {"schemas": components(kinds)}})
    # It has the fields of another answer
    whole["components"]["schemas"]["Reply"]["additionalProperties"] = True
    return {kind.__struct_config__.tag: jsonschema_rs.validator_for(whole | {"$ref": f"#/components/schemas/{kind.__name__}"})
            for kind in kinds}


@cache
def _answers() -> list[tuple[str, re.Pattern[str], jsonschema_rs.Validator]]:
    """For every request, the form of a successful answer; paths without parameters first."""
    found = []
    for path, operations in sorted(document()["paths"].items(), key=lambda one: "{" in one[0]):
        for method, operation in operations.items():
            good = [answer["content"]["application/json"]["schema"] for status, answer in operation["responses"].items()
                    if status.startswith("2") and "application/json" in answer.get("content", {})]
            for schema in good[:1]:
                pattern = re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))
                found.append((method.upper(), pattern, jsonschema_rs.validator_for(document() | schema)))
    return found


def strange_message(message: dict[str, Any]) -> list[str]:
    """Why a message on a socket is not what was declared."""
    known = _messages().get(message["type"])
    return [f"no message {message['type']}"] if known is None else _told(message["type"], known, message)


def strange_answer(method: str, path: str, answer: Any) -> list[str]:
    """Why an answer to a request is not what was declared."""
    for known, pattern, validator in _answers():
        if known == method and pattern.fullmatch(path.partition("?")[0]):
            return _told(f"{method} {path}", validator, answer)
    return []


def _told(what: str, validator: jsonschema_rs.Validator, value: Any) -> list[str]:
    return [f"{what}: {error.message[:300]} at {error.instance_path}" for error in validator.iter_errors(value)]
