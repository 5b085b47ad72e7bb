"""One glossary for game packages and client: no text uses a word that docs/forbidden_words.toml
forbids.
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.match.messages import BadMessage, Choice, Part, parse
from tafelrunde.match.texts import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
FORBIDDEN: dict[str, list[dict[str, Any]]] = tomllib.loads((ROOT / "docs/forbidden_words.toml").read_text("utf-8"))
ENTRY = re.compile(r"^  '?([\w.]+)'?: '((?:[^'\\]|\\.)*)',$", re.M)


def spoken(message: str) -> str:
    """What a message says: all its cases, without the names of arguments and cases."""

    def walk(parts: tuple[Part, ...]) -> Iterator[str]:
        for part in parts:
            if isinstance(part, str):
                yield part
            elif isinstance(part, Choice):
                for _, inner in part.cases:
                    yield " "
                    yield from walk(inner)
            else:
                yield "…"

    try:
        return "".join(walk(parse(message)))
    except BadMessage:  # a plain sentence with a brace
        return message


def strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a TOML file with its key."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(inner, f"{key}.{name}".lstrip("."))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from strings(inner, f"{key}.{n}")


def sources_of_the_client(lang: str) -> list[Path]:
    """The files with the client's texts: the house's and each game's."""
    web = ROOT / "web" / "src"
    return sorted([*(web / "i18n" / lang).glob("*.ts"), *web.glob(f"games/*/text/{lang}.ts")])


def texts(lang: str) -> Iterator[tuple[str, str, str]]:
    """Place, key and message of every text for players in a language."""
    package = ROOT / "src/tafelrunde"
    for path in sorted(package.rglob(f"text/*{lang}.toml")):
        place = path.parent.parent.name
        for key, message in strings(tomllib.loads(path.read_text("utf-8"))):
            if not key.startswith(("edition.phrase.", "same.")):  # how data speak of sources; keys
                yield place, key, message
    if lang == "en":
        for path in sorted(package.glob("games/*/data/rules.toml")):
            for key, message in strings(tomllib.loads(path.read_text("utf-8"))["rules"]):
                if message != "card":
                    yield path.parent.parent.name, key, message
    for path in sources_of_the_client(lang):
        for key, message in ENTRY.findall(path.read_text("utf-8")):
            if not key.startswith("query."):  # what people may type, synonyms included
                yield "client", key, message.replace("\\'", "'")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_uses_a_forbidden_word(lang: str) -> None:
    found = [f"{place} {key}: {row['never']!r} in {message!r} (say: {row['say']})"
             for place, key, message in texts(lang) for row in FORBIDDEN[lang]
             if place in row.get("in", [place]) and re.search(row["never"], spoken(message), re.I)]
    assert found == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_whole_client_and_every_package_are_read(lang: str) -> None:
    places = [place for place, _, _ in texts(lang)]
    assert {"client", "el_grande", "king_and_intriguer", "rheinlaender", "toledo", "server", "terminal", "match"} <= set(places)
    sources = sum(len(re.findall(r"^  '?(?!query\.)[\w.]+'?: ", path.read_text("utf-8"), re.M))
                  for path in sources_of_the_client(lang))
    assert places.count("client") == sources > 600


@pytest.mark.parametrize(("lang", "message"), [
    ("cs", "stojí tu castillo"), ("cs", "Všechny číselníky se otočí."), ("cs", "6 pohybovým žetonem"), ("hu", "a provinciából"),
    ("hu", "Az Alcázarban"), ("hu", "{n}. lépés a(z) {of}-ból"), ("de", "neben dem Brett"),
    ("de", "Stell deine Geheimscheibe: wohin?"),
    ("en", "Who has no piece need not."), ("en", "beside an own knight"),
    ("en", "The bots think on this device, and their cards lie here."), ("en", "The colours here are those of the house."),
    ("en", "Games that run are played to their end."), ("en", "Chance has been drawn since."),
])
def test_the_words_that_were_wrong_once_are_found(lang: str, message: str) -> None:
    assert any(re.search(row["never"], spoken(message), re.I) for row in FORBIDDEN[lang])


def test_names_of_cases_are_not_read() -> None:
    assert "castillo" not in spoken("{place, select, castillo {věž} other {region}}")
    assert "věž" in spoken("{place, select, castillo {věž} other {region}}")


def test_no_hungarian_suffix_is_glued_to_a_number() -> None:
    """`{n}-as` is right for some numbers only; the message format has the suffix (docs/web.md)."""
    glued = [f"{place} {key}: {message}" for place, key, message in texts("hu")
             if re.search(r"\{(n|of|card|value|round|step|number)\}-?[a-záéíóöőúüű]", message) or "#-" in message]
    assert glued == []


ONE_FORM = {"prompt.region_ally", "event.shuffled", "event.built", "you.built", "reason.tile_placed", "error.bad_at", "ask.undo",
            "over.winner", "terminal.group.size", "action.shop", "to.told.circles"}
"""Czech messages whose words are the same for two and for five: a genitive, a neuter, or only one
or two of something.
"""
CATEGORIES = {"en": {"one", "other"}, "cs": {"one", "few", "other"}, "de": {"one", "other"}}


@pytest.mark.parametrize("lang", CATEGORIES)
def test_every_plural_has_its_forms(lang: str) -> None:
    missing = []
    for place, key, message in texts(lang):
        for choice in plurals(message):
            named = {label for label, _ in choice.cases}
            same = lang == "cs" and (key in ONE_FORM or "caballeros" in str(dict(choice.cases).get("other")))
            if not any(label.startswith("=") for label in named) and not CATEGORIES[lang] - ({"few"} if same else set()) <= named:
                missing.append(f"{place} {key}: {message}")
    assert missing == []


def plurals(message: str) -> Iterator[Choice]:
    """The plurals of a message, those inside others too."""

    def walk(parts: tuple[Part, ...]) -> Iterator[Choice]:
        for part in parts:
            if isinstance(part, Choice):
                if part.plural:
                    yield part
                for _, inner in part.cases:
                    yield from walk(inner)

    try:
        yield from walk(parse(message))
    except BadMessage:  # a plain sentence with a brace
        return


COUNTED = re.compile(r"\{(n|gems|cards|coins|left)\} (coins|gems|cards|knights|caballeros|points|Münzen|Edelsteine|Karten|"
                     r"Ritter|Punkte|mincí|drahokamů|drahokamy|karet|rytířů|bodů)\b")
MOST = {"eg.actionHelp", "ki.mark.limit"}
"""Where the number is never one."""


@pytest.mark.parametrize("lang", ["en", "cs", "de"])
def test_no_number_stands_before_a_plural_that_it_may_not_need(lang: str) -> None:
    """“1 coins”, “1 mincí”, “1 Edelsteine”."""
    assert [f"{place} {key}: {message}" for place, key, message in texts(lang)
            if COUNTED.search(message) and key not in MOST] == []
