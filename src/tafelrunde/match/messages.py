"""Messages in the manner of ICU: arguments, plurals and choices, so that no sentence is glued from
pieces.

    {seat} places {n, plural, one {# caballero} other {# caballeros}} {region.in}.

`{name}` and `{name.form}` stand for an argument; `plural` chooses by the language's plural rules
(Babel's) or an exact `=n`, with `#` for the number; `select` chooses by the argument's word.
Hungarian numbers take a suffix in harmony with them, `{n, suffix, as es os ös}` ("6-os"), and an
article, `{n, article, a az}`.
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


@dataclass(frozen=True)
class Numbered:
    """`{name, suffix, as es os ös}` or `{name, article, a az}`."""

    name: str
    words: tuple[str, ...]


Part = str | Argument | Choice | Numbered


NUMBERED = {"suffix": 4, "article": 2}
"""The forms that a Hungarian number can take, and how many words a message gives for each."""
UNITS, TENS, HUNDREDS, THOUSANDS = (0, 1, 1, 0, 1, 3, 2, 1, 0, 1), (0, 1, 0, 0, 1, 1, 0, 1, 0, 1), 0, 1
"""The vowel of a suffix (0 -as, 1 -es, 2 -os, 3 -ös) by how the number ends when spoken."""


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
    if kind_end < 0 or kind not in ("plural", "select", *NUMBERED):
        raise BadMessage(f"{kind!r} is none of plural, select, suffix, article in {text!r}")
    if kind in NUMBERED:
        return _numbered(text, kind_end + 1, name, kind)
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


def _numbered(text: str, at: int, name: str, kind: str) -> tuple[Part, int]:
    end = text.find("}", at)
    words = tuple(text[at:end].split())
    if end < 0 or len(words) != NUMBERED[kind]:
        raise BadMessage(f"{kind} needs {NUMBERED[kind]} words in {text!r}")
    return Numbered(name, words), end + 1


def arguments(message: str) -> set[str]:
    """The names of the arguments that a message uses.

    >>> sorted(arguments("{n, plural, one {# in {region}} other {#}}"))
    ['n', 'region']
    """
    found: set[str] = set()

    def walk(parts: tuple[Part, ...]) -> None:
        for part in parts:
            if isinstance(part, (Argument, Numbered)):
                found.add(part.name)
            elif isinstance(part, Choice):
                found.add(part.name)
                for _, inner in part.cases:
                    walk(inner)

    walk(parse(message))
    return found - {"#"}


def render(message: str, lang: str, value: Callable[[str, str], str], number: Callable[[str], int],
           word: Callable[[str], str]) -> str:
    """A message with its arguments: `value(name, form)`, `number(name)` for plurals, `word(name)`
    to select.
    """

    def written(parts: tuple[Part, ...], current: int) -> str:
        out = ""
        for part in parts:
            if isinstance(part, str):
                out += part
            elif isinstance(part, Argument):
                out += str(current) if part.name == "#" else value(part.name, part.form)
            elif isinstance(part, Numbered):
                # As it is spoken: the word, not the index of a thing
                n = int(value(part.name, "name"))
                out += article_of(n, part.words) if len(part.words) == NUMBERED["article"] else suffix_of(n, part.words)
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
    return str(_plural_rule(lang)(abs(n)))


@lru_cache(maxsize=16)
def _plural_rule(lang: str) -> Callable[[int], str]:
    return Locale.parse(lang).plural_form


def suffix_of(n: int, forms: tuple[str, ...]) -> str:
    """A number with the form of a suffix that goes with it.

    >>> [suffix_of(n, ("as", "es", "os", "ös")) for n in (1, 5, 6, 20, 23, 100)]
    ['1-es', '5-ös', '6-os', '20-as', '23-as', '100-as']
    """
    if n == 0 or n % 10:
        vowel = UNITS[n % 10]
    elif n % 100:
        vowel = TENS[n // 10 % 10]
    else:
        vowel = HUNDREDS if n % 1000 else THOUSANDS
    return f"{n}-{forms[vowel]}"


def article_of(n: int, words: tuple[str, ...]) -> str:
    """The article before a number: egy, öt and ezer begin with a vowel.

    >>> [article_of(n, ("a", "az")) for n in (1, 5, 10, 15, 54, 1000)]
    ['az', 'az', 'a', 'a', 'az', 'az']
    """
    digits = str(n)
    return words[digits.startswith("5") or (digits.startswith("1") and len(digits) % 3 == 1)]
