"""What happened, for a reader: each event as words and a sentence. Equal events are counted instead
of repeated.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from ..kernel import Game
from .history import Numbers, event_words
from .messages import arguments as arguments_of
from .texts import Texts

Known = dict[tuple[int, int, str] | tuple[Numbers, int, str], Any]
"""What was told: events by their number, how often in a row and under which message; sentences by
what happened instead of its number.
"""


class Teller:
    """Tells events in a language; `you` is the seat that is addressed, if any.

    `known` is what was told of the same match to others in the same language: equal sentences are
    not made again.
    """

    def __init__(self, game: Game, texts: Texts, people: Mapping[int, str] | None = None, you: int | None = None,
                 known: Known | None = None) -> None:
        self.game = game
        self.texts = texts
        self.people = people
        self.you = you
        self.known: Known = {} if known is None else known

    def key(self, event: Numbers) -> str:
        """The message of an event: one that addresses the reader if the reader acts, or if the
        reader's pieces move.
        """
        kind = self.game.events[event[0]]
        if self.you is not None and kind.acts(self.you, event[1:]):
            mine = f"you.{kind.name}"
            if self.texts.find(mine) is not None:
                return mine
        return f"event.{kind.name}"

    def sentence(self, event: Numbers, times: int = 1) -> str:
        """The sentence of an event that happened `times` times in a row; empty for one without a
        sentence.
        """
        asked = (event, times, self.key(event))
        said: str | None = self.known.get(asked)
        if said is None:
            said = self.known[asked] = self._sentence(event, times, asked[2])
        return said

    def _sentence(self, event: Numbers, times: int, key: str) -> str:
        kind = self.game.events[event[0]]
        arguments: dict[str, Any] = {name: (meaning, n) for (name, meaning), n in zip(kind.names(), event[1:], strict=False)}
        said = self.texts.say(key, {**arguments, "times": times}, self.people)
        if said == key:
            return ""
        counts = times == 1 or "times" in arguments_of(str(self.texts.find(key)))
        return said if counts else f"{said} ×{times}"

    def alike(self, a: Numbers, b: Numbers) -> bool:
        """Whether two events look the same to a reader: the same kind, with the same sentence."""
        return a == b or (a[0] == b[0] and self.sentence(a) == self.sentence(b) != "")

    def told(self, events: Sequence[Numbers], since: int, reader: tuple[int | None] | None) -> list[dict[str, Any]]:
        """The events from number `since` on that a reader may know: a seat, None for a spectator;
        no tuple: everything.
        """

        def visible(i: int) -> bool:
            return reader is None or self.game.events[events[i][0]].visible_to(reader[0], events[i][1:])

        found: list[dict[str, Any]] = []
        times, last = 0, -1
        for i in range(min(since, len(events)), len(events)):
            if not visible(i):
                continue
            if last < 0:  # a run of equal events may have begun earlier
                earlier = (events[j] for j in range(i - 1, -1, -1) if visible(j))
                times = sum(1 for _ in takewhile(partial(self.alike, events[i]), earlier))
            elif not self.alike(events[last], events[i]):
                times = 0
            times, last = times + 1, i
            asked = (i, times, self.key(events[i]))
            told = self.known.get(asked)
            if told is None:
                told = self.known[asked] = {"index": i, **self.event(events[i], times)}
            found.append(told)
        return found

    def event(self, event: Numbers, times: int) -> dict[str, Any]:
        """An event as readers get it: its name, its arguments in notation words, its actor, points
        gained, its sentence.

        `times` counts equal events in a row, including this one.
        """
        kind = self.game.events[event[0]]
        words = dict(zip((name for name, _ in kind.names()), event_words(self.game, event), strict=True))
        told: dict[str, Any] = {"event": kind.name, "arguments": words, "text": self.sentence(event, times), "times": times}
        if kind.actor:
            told["by"] = int(words[kind.actor])
        if kind.opens:
            told["opens"] = True
        if kind.gains:
            told["gain"] = [int(words["seat"]), int(words[kind.gains])]
        return told
