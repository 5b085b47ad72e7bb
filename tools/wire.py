"""Write what is made from the server's declarations of the wire: the client's types and the tables
of the protocol.

    python tools/wire.py            write them
    python tools/wire.py --check    say which ones are out of date
"""
from __future__ import annotations

import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any, get_args

import msgspec

from tafelrunde.server.app import make_app
from tafelrunde.server.settings import Settings
from tafelrunde.server.web import messages, shapes, told
from tafelrunde.server.web.answers import components
from tafelrunde.server.web.reading import KINDS, REF

ROOT = Path(__file__).resolve().parent.parent
PROTOCOL, TYPES = ROOT / "docs" / "protocol.md", ROOT / "web" / "src" / "net" / "wire.ts"
ALIASES = {"View": shapes.View, "Clock": shapes.Clock, "Changed": told.Changed}
Schema = dict[str, Any]


def called(name: str) -> str:
    """The name of a shape on the wire."""
    return name.removesuffix("Shape")


def type_of(schema: Schema) -> str:
    """A schema as a type of TypeScript."""
    if "$ref" in schema:
        return called(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(f"'{value}'" for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(one) for one in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(type_of(one) for one in schema['prefixItems'])}]"
        inner = type_of(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {type_of(schema.get('additionalProperties', {}))}>"
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}.get(
        str(kind), "unknown")


def fields_of(schema: Schema) -> list[tuple[str, Schema]]:
    """The fields of an object; optional ones have a question mark."""
    required = schema.get("required", [])
    return [(name if name in required else f"{name}?", inner) for name, inner in schema.get("properties", {}).items()]


# ---------------------------------------------------------------- the client's types


def comment(said: str, indent: str = "") -> str:
    """What is said of a type or a field, over as many lines as it needs."""
    lines = textwrap.wrap(f"{' '.join(said.split())} */", 100, initial_indent=f"{indent}/** ", subsequent_indent=f"{indent} *  ",
                          break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def interface(name: str, schema: Schema) -> str:
    """An object as an interface."""
    says = comment(schema.get("description", ""))
    if not schema["properties"]:
        return f"{says}\nexport type {called(name)} = Record<string, never>"
    rows = [says, f"export interface {called(name)} {{"]
    for key, inner in fields_of(schema):
        said = inner.get("description", "")
        rows += [*([comment(said, "  ")] if said else []), f"  {key}: {type_of(inner)}"]
    return "\n".join([*rows, "}"])


def union(name: str, says: str, kinds: tuple[type, ...]) -> str:
    """Messages, distinguished by their type."""
    found = components(kinds)
    rows = ["; ".join(f"{key}: {type_of(inner)}" for key, inner in fields_of(found[kind.__name__])) for kind in kinds]
    return "\n".join([comment(says), f"export type {name} =", *(f"  | {{ {row} }}" for row in rows)])


def types() -> str:
    """The client's file of types."""
    make_app(Settings())  # so that all routes are declared
    parts = [comment("The words of the wire. Written by tools/wire.py from the server's declarations: change those.")]
    for name, kind in ALIASES.items():
        [schema], _ = msgspec.json.schema_components([kind], ref_template=REF)
        parts.append(f"export type {name} = {type_of(schema)}")
    declared = components({*KINDS, *told.NEWS.values(), told.Network})
    parts += [interface(name, schema) for name, schema in declared.items()]
    parts += [union("Sent", "What a client may say on a socket.", get_args(messages.Sent)),
              union("Told", "What the server says on a socket.", get_args(told.Told))]
    return "\n\n".join(parts) + "\n"


# ---------------------------------------------------------------- the protocol's tables


def requests(document: Schema, tags: list[str]) -> list[str]:
    """The requests of some modules, with their bodies and answers."""
    rows = ["| request | sent | answered | |", "|---|---|---|---|"]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if set(operation["tags"]) & set(tags):
                said = " ".join(operation.get("description", operation["summary"]).split())
                rows.append(row(f"`{method.upper()} {path}`", sent(document, operation), answered(operation), said))
    return rows


def row(*cells: str) -> str:
    """A row of a table."""
    return "| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in cells) + " |"


def sent(document: Schema, operation: Schema) -> str:
    """The query and the body of a request."""
    query = [f"{one['name']}={asked(one['schema'])}" for one in operation.get("parameters", [])
             if one["in"] == "query" and one["name"] != "lang"]
    found = [f"`?{'&'.join(query)}`"] if query else []
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        found.append(f"`{body(document, schema)}`")
    return " ".join(found)


def body(document: Schema, schema: Schema) -> str:
    """A body in short: its keys, what they are unless they are given, and the words that may stand
    there.
    """
    if "$ref" not in schema:
        return "any object"
    return "{" + ", ".join(key + short(document, inner)
                           for key, inner in fields_of(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]])) + "}"


def short(document: Schema, schema: Schema) -> str:
    """What a field of a body holds: the keys of an object, or the allowed words."""
    for one in schema.get("anyOf", [schema]):
        if "$ref" in one:
            return f": {body(document, one)}"
        if one.get("type") == "array" and "$ref" in one.get("items", {}):
            return f": [{body(document, one['items'])}]"
    return chosen(schema)


def asked(schema: Schema) -> str:
    """What a parameter may be: some words, or its default."""
    words = next((one["enum"] for one in schema.get("anyOf", [schema]) if "enum" in one), None)
    return "|".join(words) if words else json.dumps(schema["default"]) if schema.get("default") else ""


def chosen(schema: Schema) -> str:
    """The allowed words of a field, and its default."""
    words = next((one["enum"] for one in schema.get("anyOf", [schema]) if "enum" in one), None)
    usual = schema.get("default")
    return (f": {'|'.join(words)}" if words else "") + ("" if usual in (None, {}, []) else f" = {json.dumps(usual)}")


def answered(operation: Schema) -> str:
    """The content of a successful answer."""
    found: dict[str, list[str]] = {}
    for status, answer in sorted(operation["responses"].items()):
        if status.startswith("2"):
            for kind, content in answer.get("content", {}).items():
                what = type_of(content["schema"]) if "$ref" in content["schema"] else f"`{kind}`"
                found.setdefault(what, []).append(status)
    return "; ".join(what if codes == ["200"] else f"{'/'.join(codes)} {what}" for what, codes in found.items())


def messages_of(kinds: tuple[type, ...]) -> list[str]:
    """Messages of a socket, with their fields."""
    found, rows = components(kinds), ["| type | fields | |", "|---|---|---|"]
    for kind in kinds:
        schema = found[kind.__name__]
        tag = schema["properties"]["type"]["enum"][0]
        fields = ", ".join(f"{key}{of(inner)}" for key, inner in fields_of(schema) if key != "type")
        rows.append(row(f"`{tag}`", f"`{fields}`", " ".join(schema["description"].split())))
    return rows


def of(schema: Schema) -> str:
    """The type of a field, if it is an object that is described elsewhere."""
    kind = type_of(schema)
    return f": {kind}" if re.search(r"[A-Z]", kind.replace("Record", "")) else ""


def objects(document: Schema) -> list[str]:
    """All objects of answers, field by field."""
    rows = ["| object | fields | |", "|---|---|---|"]
    for name, schema in document["components"]["schemas"].items():
        if schema.get("additionalProperties", True) and "properties" in schema:
            fields = ", ".join(f"{key}: {type_of(inner)}" for key, inner in fields_of(schema))
            rows.append(row(called(name), f"`{fields}`", " ".join(schema["description"].split())))
    return rows


def protocol(text: str) -> str:
    """The page with its tables made again: each stands between its mark and an end mark."""
    document = make_app(Settings()).app.openapi()

    def made(mark: re.Match[str]) -> str:
        name, *rest = mark["what"].split()
        rows = {"requests": lambda: requests(document, rest), "objects": lambda: objects(document),
                "sent": lambda: messages_of(get_args(messages.Sent)), "told": lambda: messages_of(get_args(told.Told))}[name]()
        return f"<!-- wire: {mark['what']} -->\n" + "\n".join(rows) + "\n<!-- end -->"

    return re.sub(r"<!-- wire: (?P<what>[\w ]+) -->\n.*?<!-- end -->", made, text, flags=re.S)


def files() -> dict[Path, str]:
    """Every generated file with its text."""
    page = protocol(PROTOCOL.read_text("utf-8"))
    return {PROTOCOL: page, TYPES: types()}


def main() -> None:
    """Write or check."""
    made = files()
    if "--check" in sys.argv:
        stale = [path.name for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
        sys.exit(f"out of date: {', '.join(stale)}; run tools/wire.py" if stale else 0)
    for path, text in made.items():
        path.write_text(text, "utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
