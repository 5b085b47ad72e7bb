"""The bots' sentences in four languages, with a game's words in them."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..kernel import Game
from ..match.texts import Texts, read

HERE = Path(__file__).parent


def say(game: Game, lang: str, key: str, arguments: Mapping[str, Any]) -> str:
    """The sentence under a dotted key of text/<lang>.toml; arguments are numbers, strings or (meaning, index)."""
    texts = Texts(game, lang)
    message: Any = read(HERE, lang)
    for step in key.split("."):
        message = message[step]
    return texts.render(str(message), arguments)
