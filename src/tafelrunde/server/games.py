"""The titles as clients see them: what they are called, what can be chosen, where their data come
from.
"""
from __future__ import annotations

import json
import tomllib
from functools import lru_cache
from typing import Any

import tafelrunde

from .. import bots
from ..errors import BadOptions, BrokenGame, UnknownGame
from ..games import NAMES
from ..kernel import Game, Option, Slot
from ..match.texts import LANGUAGES, Texts, UnknownLanguage, chapter_of, read, rule_sentences
from .editions import about, reconstructed
from .errors import Refused
from .logs import logger
from .saying import say

OTHER_ROOMS = ("terminal", "picture")
"""Words of a game that only these rooms say."""


def playable() -> list[str]:
    """The titles that can be played; a title that does not load does not stop the lobby."""
    found: list[str] = []
    for name in tafelrunde.games():
        try:
            tafelrunde.game(name)
        except Exception:
            logger().exception("a game does not load", game=name)
        else:
            found.append(name)
    return found


def known(name: str) -> Game:
    """A game by name; Refused if there is none."""
    try:
        return tafelrunde.game(name)
    except (UnknownGame, BrokenGame):
        raise Refused("not_found", "no_game", field="game") from None


def is_here(name: str) -> bool:
    """Whether a title can be played here; the package of one that could be may be gone."""
    try:
        tafelrunde.game(name)
    except (UnknownGame, BrokenGame):
        return False
    return True


def installed() -> list[str]:
    """The titles whose tables can be looked after; built-in ones are not loaded for this."""
    return [name for name in tafelrunde.games() if name in NAMES or is_here(name)]


def options_of(name: str) -> tuple[Option, ...]:
    """A title's options; none if the title is gone."""
    return tafelrunde.game(name).options if is_here(name) else ()


def texts_of(name: str, lang: str) -> Texts:
    """A game's words in a language."""
    try:
        return Texts(known(name), lang)
    except UnknownLanguage:
        raise Refused("not_found", "no_language", field="lang") from None


def title_of(name: str, lang: str) -> str:
    """What a game is called; after its own name if it is gone."""
    otherwise = name.replace("_", " ").title()
    return _text(Texts(tafelrunde.game(name), lang), "game", otherwise) if is_here(name) else otherwise


def _text(texts: Texts, key: str, otherwise: str = "") -> str:
    found: Any = texts.find(key)
    if isinstance(found, dict):
        found = found.get("name")
    return found if isinstance(found, str) else otherwise


def game_shown(name: str, lang: str, ready: Any = None) -> dict[str, Any]:
    """A game for the lobby."""
    game, texts = known(name), texts_of(name, lang)
    return {"name": name, "title": title_of(name, lang), "sentence": texts.find("game.says") or "", "players": list(game.seats),
            "options": [_option(o, texts) for o in game.options],
            "levels": [{"level": level, "title": say(lang, f"level.{level}.title"), "says": say(lang, f"level.{level}.says"),
                        "ready": ready is None or ready(name, level)} for level in bots.levels_of(game)],
            "minutes": game.minutes, "device": name in NAMES, "about": about(game, texts)}


def _option(option: Option, texts: Texts) -> dict[str, Any]:
    found: Any = texts.find(f"option.{option.name}")
    said: dict[str, Any] = found if isinstance(found, dict) else {}
    shown: dict[str, Any] = {"name": option.name, "title": said.get("name", option.name.replace("_", " ")),
                             "says": said.get("says", ""), "default": option.default,
                             "kind": option.kind}
    if option.slots:
        shown |= {"most": option.most, "slots": [_slot(slot, said.get("slot", {}), texts) for slot in option.slots]}
    if option.choices:
        shown["default"] = list(option.default) if option.several and option.default else option.default or (
            [] if option.several else option.choices[0])
        shown["choices"] = [_choice(option.name, value, said) for value in option.choices]
    return shown


def _slot(slot: Slot, said: dict[str, Any], texts: Texts) -> dict[str, Any]:
    """What an entry asks for: its title, its kind, and the allowed values."""
    shown: dict[str, Any] = {"name": slot.name, "title": said.get(slot.name, slot.name), "kind": slot.kind}
    if slot.only:
        shown["only"] = {"slot": slot.only[0], "values": list(slot.only[1])}
    if not slot.choices:
        return shown | {"low": slot.low, "high": slot.high}
    return shown | {"choices": [{"value": v, "title": texts.named(slot.meaning, v) if slot.meaning else v,
                                 "says": texts.named(slot.meaning, v, "says") if slot.meaning else ""} for v in slot.choices]}


def _choice(option: str, value: str, said: dict[str, Any]) -> dict[str, Any]:
    """A choice's words: `Name: what it means`, or the name alone."""
    words = said.get("choice", {}).get(value, value.replace("_", " "))
    title, _, says = words.partition(": ")
    return {"value": value, "title": title, "says": says}


def clash(name: str, error: BadOptions, lang: str) -> str:
    """Why an option contradicts the others; nothing if the game's texts do not say."""
    return texts_of(name, lang).clash(error)


def words_of(name: str, options: dict[str, Any], lang: str) -> dict[str, Any]:
    """The words of a table's own things, as the catalogue has those of all others: {"card":
    {"blank_1": {"name": …}}}; none if the title is gone.
    """
    found: dict[str, Any] = {}
    if not is_here(name):
        return found
    game = known(name)
    own = game.words_of(options)
    texts = Texts(game, lang, own=own)
    for key in own:
        meaning, id_, form = key.split(".")
        found.setdefault(meaning, {}).setdefault(id_, {})[form] = texts.named(meaning, id_, form)
    return found


@lru_cache(maxsize=32)
def catalogue(name: str, lang: str) -> dict[str, Any]:
    """A game's catalogue of words in a language, English where one is missing; and under
    `reconstructed` what of each thing on the table is our best guess.

    The words of terminals and of pictures stay here.
    """
    texts = texts_of(name, lang)
    merged: dict[str, Any] = {}
    for source in reversed(texts.sources):
        merged = _merge(merged, source)
    sent = {key: said for key, said in merged.items() if key not in OTHER_ROOMS}
    return {**sent, "reconstructed": reconstructed(known(name), texts)}


def _merge(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


@lru_cache(maxsize=32)
def rules(name: str, lang: str) -> list[dict[str, str]]:
    """Every rule of a game in a sentence, in the order of the rulebook."""
    texts = texts_of(name, lang)
    return [{"rule": rule, "text": texts.rule(rule), "chapter": chapter_of(rule), "title": texts.chapter(rule)}
            for rule in rule_sentences(known(name))]


@lru_cache(maxsize=32)
def hints(name: str, lang: str) -> list[dict[str, Any]]:
    """The books' advice, by heading."""
    return [{"heading": heading, "hints": sentences} for heading, sentences in texts_of(name, lang).hints()]


@lru_cache(maxsize=8)
def data(name: str) -> dict[str, Any]:
    """The game's own tables: cards, board, coordinates."""
    game: Game | None = known(name)
    found: dict[str, Any] = {}
    while game is not None:
        for path in sorted((game.folder / "data").glob("*.*")):
            if path.suffix == ".toml":
                found.setdefault(path.stem, tomllib.loads(path.read_text("utf-8")))
            elif path.suffix == ".json":
                found.setdefault(path.stem, json.loads(path.read_text("utf-8")))
        game = game.parent
    return found


__all__ = ["LANGUAGES", "catalogue", "clash", "data", "game_shown", "hints", "installed", "is_here", "known",
           "options_of", "playable", "read", "rules", "texts_of", "title_of", "words_of"]
