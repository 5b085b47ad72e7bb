"""Actions in words: what a choice says, and which spots of the board it touches."""
from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from rich.text import Text

from ..kernel import Game
from ..match.texts import Texts
from .canvas import Look
from .words import Words

View = Mapping[str, Any]
ORDINALS = ("first", "second", "third", "fourth")
"""How a sentence names an action's arguments by their order: `Bid {first}`."""


class Face(Protocol):
    """How a title looks in a terminal: the functions and tables of its module `terminal.py`.

    `SPOTS` are the meanings of arguments (`Verb.means`) that are spots of the board.  `KEYS` gives
    spots, cards and verbs a key of their own, the same all through a game.  `ROWS` is how high the
    board is at least.
    """

    SPOTS: Collection[str]
    KEYS: Mapping[str, str]
    ROWS: int

    @staticmethod
    def board(view: View, texts: Texts, look: Look) -> list[Text]:
        """The board in rows, at most `look.width` wide and `look.height` high."""
        ...

    @staticmethod
    def side(view: View, texts: Texts, look: Look) -> list[Text]:
        """What is shown next to the board: seats, cards, the viewer's hand."""
        ...

    @staticmethod
    def status(view: View, texts: Texts) -> str:
        """The progress of the game, in a few words."""
        ...

    @staticmethod
    def facts(texts: Texts, action: str) -> dict[str, Any]:
        """Further arguments for the words of a choice: what a card brings."""
        ...

    @staticmethod
    def detail(view: View, texts: Texts, action: str) -> str:
        """What is worth knowing about a choice; empty if its words say everything."""
        ...

    @staticmethod
    def expected(view: View, action: str) -> bool:
        """Whether a person may expect a closed choice, so that it is worth listing with the reason.
        """
        ...


@dataclass(frozen=True)
class Named:
    """An action taken apart: the label of its verb and its arguments by meaning."""

    label: str
    arguments: dict[str, str]


def face_of(game: Game) -> Face:
    """The display of a title; a bare one if it has none of its own."""
    from . import bare

    return game.room("terminal") or bare  # type: ignore[return-value]


def title_of(texts: Texts) -> str:
    """A game's name."""
    return str(texts.find("game.name") or texts.game.name.replace("_", " ").capitalize())


class Labels:
    """A game's actions in words."""

    def __init__(self, game: Game, texts: Texts, face: Face) -> None:
        self.game = game
        self.texts = texts
        self.words = Words(texts.lang)
        self.face = face

    def named(self, action: str) -> Named:
        verb, words = self.game.actions.verb_of[self.game.actions.id(action)], action.split()[1:]
        meanings = verb.means
        if len(meanings) != len(words):
            meanings = tuple(f"word{i}" for i in range(len(words)))
        return Named(verb.label.lower(), dict(zip(meanings, words, strict=True)))

    def spots(self, action: str) -> tuple[str, ...]:
        """The spots of the board that an action names."""
        return tuple(word for meaning, word in self.named(action).arguments.items() if meaning in self.face.SPOTS)

    def say(self, action: str) -> str:
        """An action as a choice, in the title's words (`action.<verb>`); its notation where there
        are none.  A sentence names the arguments by what they are or by their order.
        """
        named = self.named(action)
        message = self.texts.find(f"action.{named.label}")
        if message is None:
            return action
        in_order = dict(zip(ORDINALS, named.arguments.values(), strict=False))
        arguments = {m: self._argument(m, w) for m, w in named.arguments.items()}
        return self.texts.render(str(message), in_order | arguments | self.face.facts(self.texts, action))

    def token(self, action: str, depth: int) -> str:
        """What distinguishes actions step by step: the verb, then one argument after another; empty
        beyond the last.
        """
        named = self.named(action)
        tokens = [named.label, *named.arguments.values()]
        return tokens[depth] if depth < len(tokens) else ""

    def group(self, action: str, depth: int) -> str:
        """The words for all actions that have the same token: of a verb, or of an argument."""
        named = self.named(action)
        if depth == 0:
            return self._own(f"group.{named.label}") or named.label
        meaning, word = list(named.arguments.items())[depth - 1]
        message = self._own(f"group.{meaning}") or f"{{{meaning}}}"
        return self.texts.render(message, {meaning: self._argument(meaning, word)})

    def _own(self, key: str) -> str | None:
        """The title's text under a key, or that of the title that it extends."""
        game: Game | None = self.game
        while game is not None:
            if found := self.words.find(f"{game.name}.{key}"):
                return found
            game = game.parent
        return None

    def _argument(self, meaning: str, word: str) -> Any:
        if word.isdigit() and meaning == "seat":
            return "seat", int(word)
        if not word.isdigit() or self.texts.find(f"{meaning}.{word}") is not None:
            index = _indices(self.game.word, meaning).get(word)
            if index is not None:
                return meaning, index
        return int(word) if word.isdigit() else word


@lru_cache(maxsize=256)
def _indices(word: Any, meaning: str) -> dict[str, int]:
    """The indices of a meaning's words."""
    found: dict[str, int] = {}
    for i in range(256):
        try:
            found.setdefault(word(meaning, i), i)
        except (IndexError, KeyError, ValueError):
            break
    return found
