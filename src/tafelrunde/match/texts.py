"""The words of a game in a language: names, prompts, events, reasons, rules."""
from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import BadOptions
from ..kernel import Game, Phrase
from ..words import LANGUAGES as LANGUAGES
from ..words import read as read
from .messages import render
from .names import COLOURS, called

COMMON = Path(__file__).parent
MARK = re.compile(r"\[((?:(?:rulebook|derived|public pages|ours)(?:; )?)+)\]$")
"""The mark at the end of a ruling: how it is known."""
REMEMBERED = 2000
"""How many sentences are cached: at a table, the same ones are said again and again."""


class UnknownLanguage(ValueError):
    """There are no texts in this language."""


class Texts:
    """A game's words in one language; English replaces missing words.

    >>> from tafelrunde.games import find
    >>> Texts(find("el_grande"), "en").say("seat.0")
    'Red'
    """

    def __init__(self, game: Game, lang: str = "en", people: Mapping[int, str] | None = None,
                 edition: str = "", own: Mapping[str, str | Phrase] | None = None) -> None:
        if lang not in LANGUAGES:
            raise UnknownLanguage(f"language: {lang!r} is not one of {', '.join(LANGUAGES)}")
        self.game = game
        self.lang = lang
        self.people = people or {}
        self.edition = edition
        self.own = own or {}
        """The names of a table's own things (`Game.words_of`)."""
        folders = [*_folders(game), COMMON]
        self.sources = [read(f, one) for one in dict.fromkeys([lang, "en"]) for f in folders]
        self._said: dict[Any, str] = {}
        self._found: dict[str, Any] = {}

    def find(self, key: str) -> Any:
        """What stands under a dotted key; None when nothing does."""
        try:
            return self._found[key]
        except KeyError:
            if len(self._found) >= REMEMBERED:
                self._found.clear()
            found = self._found[key] = self._find(key)
            return found

    def _find(self, key: str) -> Any:
        path = key.split(".") if '"' not in key else [p.strip('"') for p in key.split('."')]
        for source in self.sources:
            value: Any = source
            for step in path:
                value = value.get(step) if isinstance(value, dict) else None
                if value is None:
                    break
            if value is not None:
                return value
        return None

    def word(self, meaning: str, index: int, form: str = "name", people: Mapping[int, str] | None = None) -> str:
        """An argument's word in a form: word("region", 7, "in") -> "in Granada"; `people` are the
        names of seats.
        """
        if meaning == "number":
            return str(index)
        names = people or self.people
        if meaning == "seat" and index in names and form not in COLOURS:
            return called(names[index], self.lang, form)
        id_ = str(index) if meaning == "seat" else self.game.word(meaning, index)
        return self.named(meaning, id_, form)

    def named(self, meaning: str, id_: str, form: str = "name") -> str:
        """The word of a thing by its notation word: named("card", "fiesta", "says")."""
        for key in (f"{meaning}.{id_}.{form}", f"{meaning}.{id_}.name"):
            own = self.own.get(key)
            if own is not None and (isinstance(own, str) or self.find(own.key) is not None):
                return own if isinstance(own, str) else self.say(own.key, own.arguments)
        named = self.game.own_words.get(f"{meaning}.{id_}") if form == "name" else None
        if named:
            return named.get(self.lang) or next(iter(named.values()))
        forms = self.find(f"{meaning}.{id_}")
        older = self.find(f"{meaning}_{self.edition}.{id_}") if self.edition else None
        if older:
            forms = {**forms, **older} if isinstance(forms, dict) and isinstance(older, dict) else older
        if isinstance(forms, dict):
            return str(forms.get(form, forms.get("name", id_)))
        return str(forms) if forms is not None else id_.replace("_", " ")

    def say(self, key: str, arguments: Mapping[str, Any] | None = None, people: Mapping[int, str] | None = None) -> str:
        """The message of a key, with its arguments; the key itself if there is none."""
        asked = (key, *arguments.items(), *(people or {}).items()) if arguments else key
        said = self._said.get(asked)
        if said is None:
            message = self.find(key)
            if isinstance(message, dict):
                message = message.get("name")
            said = str(key) if message is None else self.render(str(message), arguments or {}, people)
            if len(self._said) >= REMEMBERED:
                self._said.clear()
            self._said[asked] = said
        return said

    def render(self, message: str, arguments: Mapping[str, Any], people: Mapping[int, str] | None = None) -> str:
        """A message with arguments: numbers, strings or (meaning, index) pairs."""

        def value(name: str, form: str) -> str:
            v = arguments[name]
            return self.word(v[0], v[1], form, people) if isinstance(v, tuple) else str(v)

        def number(name: str) -> int:
            v = arguments[name]
            return int(v[1] if isinstance(v, tuple) else v)

        def word(name: str) -> str:
            v = arguments[name]
            if not isinstance(v, tuple):
                return str(v)
            return str(v[1]) if v[0] in ("seat", "number") else self.game.word(v[0], v[1])

        return render(message, self.lang, value, number, word)

    def rule(self, rule_id: str) -> str:
        english = rule_sentences(self.game).get(rule_id, "")
        for source in self.sources if self.lang != "en" else ():
            sentence = source.get("rule", {}).get(rule_id) or _on_the_card(source, rule_id)
            if sentence is not None:
                return f"{sentence} {self.mark(english)}".rstrip()
        return english

    def mark(self, english: str) -> str:
        """Where a ruling comes from, in brackets; for all languages the English sentence of the
        data file says it.
        """
        found = MARK.search(english)
        if found is None:
            return ""
        return "[" + "; ".join(self.say(f"mark.{kind.replace(' ', '_')}") for kind in found.group(1).split("; ")) + "]"

    def clash(self, error: BadOptions) -> str:
        """Why an option cannot have this value, or contradicts others; empty if the texts do
        not tell.
        """
        found: Any = self.find(f"option.{error.option}.clash") if error.option else None
        if isinstance(found, dict):
            found = found.get(error.reason) or self.find(f"slot.{error.reason}")
        slot = error.arguments.get("slot")
        named = {"slot": str(self.find(f"option.{error.option}.slot.{slot}"))} if slot else {}
        return self.render(found, {**error.arguments, **named}) if isinstance(found, str) else ""

    def hints(self) -> list[tuple[str, list[str]]]:
        """The books' advice in our own words: headings with their sentences."""
        found = [(self.say(f"heading.{kind}"), self.find(f"hints.{kind}") or []) for kind in ("advice", "summary")]
        return [(heading, [str(one) for one in sentences]) for heading, sentences in found if sentences]

    def chapter(self, rule_id: str) -> str:
        """The title of the chapter that a rule belongs to; empty if it has none."""
        found = self.find(f"chapter.{chapter_of(rule_id)}")
        return found if isinstance(found, str) else ""


def chapter_of(rule_id: str) -> str:
    """The chapter that a rule belongs to.

    >>> [chapter_of(rule_id) for rule_id in ("EG-8.2", "EG-C-veto", "EG-R07", "N-1")]
    ['EG-8', 'EG-C', 'EG-R', 'N']
    """
    title, _, rest = rule_id.partition("-")
    if rest[:1].isalpha():
        return f"{title}-{rest[0]}"
    return title if title == "N" else f"{title}-{rest.partition('.')[0]}"


def texts_of(game: Game, lang: str, edition: str, own: Mapping[str, str | Phrase] | None = None) -> Texts:
    """A game's words, the same object for everybody who asks for the same."""
    # A Texts holds its game, so the id stays unique
    asked = (id(game), lang, edition, str(own or ""))
    found = _made.get(asked)
    if found is None:
        if len(_made) >= 64:
            _made.clear()
        found = _made[asked] = Texts(game, lang, edition=edition, own=own)
    return found


_made: dict[tuple[int, str, str, str], Texts] = {}


def _folders(game: Game) -> list[Path]:
    return [game.folder, *(_folders(game.parent) if game.parent else [])]


@lru_cache(maxsize=16)
def _rules_file(folder: Path) -> dict[str, Any]:
    path = folder / "data" / "rules.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def _own_rules(game: Game) -> dict[str, str]:
    found = _rules_file(game.folder)
    english = read(game.folder, "en")
    rules = {rule_id: said for rule_id, said in found.get("rules", found).items() if isinstance(said, str)}
    return {rule_id: (_on_the_card(english, rule_id) or "") if said == "card" else said for rule_id, said in rules.items()}


def _on_the_card(texts: Mapping[str, Any], rule_id: str) -> str | None:
    """What a card says whose rule has no other sentence: of EG-C-fiesta, `card.fiesta.says`."""
    _, chapter, card = (*rule_id.split("-", 2), "", "")[:3]
    says = texts.get("card", {}).get(card, {}).get("says") if chapter == "C" else None
    return says if isinstance(says, str) else None


def rule_sentences(game: Game) -> dict[str, str]:
    """Every rule that holds in a game, by id, in English: its own, those that it takes over from
    its parent, then the common ones.
    """
    common: dict[str, str] = read(COMMON, "en").get("rule", {})
    return {**_own_rules(game), **_held(game), **common}


def _held(game: Game) -> dict[str, str]:
    """The rules of a game's parent that hold in it too: all of them where its rules.toml does not
    name them.
    """
    if game.parent is None:
        return {}
    inherited = {**_own_rules(game.parent), **_held(game.parent)}
    named = _rules_file(game.folder).get(game.parent.name, {}).get("hold")
    return inherited if named is None else {rule_id: inherited[rule_id] for rule_id in named}
