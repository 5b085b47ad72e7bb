"""Messages in the manner of ICU: arguments, plurals and choices, no sentence glued from pieces.

    {seat} places {n, plural, one {# caballero} other {# caballeros}} {region.in}.

`{name}` and `{name.form}` stand for an argument; `plural` chooses by the language's plural rules (Babel's) or an exact
`=n`, with `#` for the number; `select` chooses by the argument's word.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from babel import Locale


@dataclass(frozen=True)
class Argument:
    """`{name}` or `{name.form}`."""

    name: str
    form: str


@dataclass(frozen=True)
class Choice:
    """`{name, plural, …}` or `{name, select, …}`."""

    name: str
    plural: bool
    cases: tuple[tuple[str, tuple[Part, ...]], ...]


Part = str | Argument | Choice


class BadMessage(ValueError):
    """A message that cannot be read."""


@lru_cache(maxsize=4096)
def parse(message: str) -> tuple[Part, ...]:
    """The parts of a message.

    >>> parse("to {region.in}!")
    ('to ', Argument(name='region', form='in'), '!')
    """
    parts, end = _parts(message, 0, nested=False)
    if end != len(message):
        raise BadMessage(f"a brace too many in {message!r}")
    return parts


def _parts(text: str, at: int, nested: bool) -> tuple[tuple[Part, ...], int]:
    parts: list[Part] = []
    literal = ""
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            if literal:
                parts.append(literal)
                literal = ""
            part, at = _braced(text, at + 1, nested)
            parts.append(part)
        elif text[at] == "#" and nested:
            if literal:
                parts.append(literal)
                literal = ""
            parts.append(Argument("#", "name"))
            at += 1
        else:
            literal += text[at]
            at += 1
    if literal:
        parts.append(literal)
    return tuple(parts), at


def _braced(text: str, at: int, nested: bool) -> tuple[Part, int]:
    end = at
    while end < len(text) and text[end] not in ",}{":
        end += 1
    if end == len(text) or text[end] == "{":
        raise BadMessage(f"a brace is not closed in {text!r}")
    name, _, form = text[at:end].strip().partition(".")
    if not name.isidentifier():
        raise BadMessage(f"{name!r} is no argument in {text!r}")
    if text[end] == "}":
        return Argument(name, form or "name"), end + 1
    kind_end = text.find(",", end + 1)
    kind = text[end + 1:kind_end].strip()
    if kind_end < 0 or kind not in ("plural", "select"):
        raise BadMessage(f"{kind!r} is neither plural nor select in {text!r}")
    cases: list[tuple[str, tuple[Part, ...]]] = []
    at = kind_end + 1
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if at == len(text):
            raise BadMessage(f"a brace is not closed in {text!r}")
        if text[at] == "}":
            break
        brace = text.find("{", at)
        if brace < 0:
            raise BadMessage(f"a case without text in {text!r}")
        label = text[at:brace].strip()
        inner, at = _parts(text, brace + 1, nested=nested or kind == "plural")
        if at == len(text):
            raise BadMessage(f"a brace is not closed in {text!r}")
        cases.append((label, inner))
        at += 1
    if "other" not in dict(cases):
        raise BadMessage(f"no case `other` in {text!r}")
    return Choice(name, kind == "plural", tuple(cases)), at + 1


def arguments(message: str) -> set[str]:
    """The names of the arguments that a message uses.

    >>> sorted(arguments("{n, plural, one {# in {region}} other {#}}"))
    ['n', 'region']
    """
    found: set[str] = set()

    def walk(parts: tuple[Part, ...]) -> None:
        for part in parts:
            if isinstance(part, Argument):
                found.add(part.name)
            elif isinstance(part, Choice):
                found.add(part.name)
                for _, inner in part.cases:
                    walk(inner)

    walk(parse(message))
    return found - {"#"}


def render(message: str, lang: str, value: Callable[[str, str], str], number: Callable[[str], int],
           word: Callable[[str], str]) -> str:
    """A message with its arguments: `value(name, form)`, `number(name)` for plurals, `word(name)` to select."""

    def written(parts: tuple[Part, ...], current: int) -> str:
        out = ""
        for part in parts:
            if isinstance(part, str):
                out += part
            elif isinstance(part, Argument):
                out += str(current) if part.name == "#" else value(part.name, part.form)
            else:
                cases = dict(part.cases)
                if part.plural:
                    n = number(part.name)
                    out += written(cases.get(f"={n}", cases.get(plural_form(lang, n), cases["other"])), n)
                else:
                    out += written(cases.get(word(part.name), cases["other"]), current)
        return out

    return written(parse(message), 0)


@lru_cache(maxsize=1024)
def plural_form(lang: str, n: int) -> str:
    """The plural category of a number in a language.

    >>> plural_form("cs", 3)
    'few'
    """
    return str(Locale.parse(lang).plural_form(abs(n)))
