"""The bots' sentences in four languages, with a game's words in them."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..kernel import Game
from ..match.texts import Texts, read

HERE = Path(__file__).parent


def say(game: Game, lang: str, key: str, arguments: Mapping[str, Any]) -> str:
    """The sentence under a dotted key of text/<lang>.toml; arguments are numbers, strings or
    (meaning, index).
    """
    message: Any = read(HERE, lang)
    for step in key.split("."):
        message = message[step]
    return Texts(game, lang).render(str(message), arguments)


def part_of(game: Game, lang: str, part: str) -> str:
    """The name of a part of the game's judgement: from the game, from the bots' texts, or its key.
    """
    found = Texts(game, lang).find(f"part.{part}") or read(HERE, lang)["part"].get(part)
    return str(found or part.replace("_", " "))
