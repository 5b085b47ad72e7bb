"""What happened, for a reader: an event as words and a sentence, and equal ones counted instead of repeated."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel import Game
from .history import Numbers, event_words
from .messages import arguments as arguments_of
from .texts import Texts


def sentence(game: Game, texts: Texts, event: Numbers, times: int = 1) -> str:
    """The sentence of an event that was told so many times in a row; empty for one without a sentence."""
    kind = game.events[event[0]]
    arguments: dict[str, Any] = {name: (meaning, n) for (name, meaning), n in zip(kind.names(), event[1:], strict=False)}
    key = f"event.{kind.name}"
    said = texts.say(key, {**arguments, "times": times})
    return "" if said == key else said


def told_alike(game: Game, texts: Texts, a: Numbers, b: Numbers) -> bool:
    """Whether two events are the same to a reader: of one kind, with one sentence."""
    return a == b or (a[0] == b[0] and sentence(game, texts, a) == sentence(game, texts, b) != "")


def told_to(game: Game, texts: Texts, events: Sequence[Numbers], since: int,
            reader: tuple[int | None] | None) -> list[dict[str, Any]]:
    """The events from number `since` on that a reader may know: a seat, None for a spectator; no tuple: everything."""

    def visible(i: int) -> bool:
        return reader is None or game.events[events[i][0]].visible_to(reader[0], events[i][1:])

    start = min(since, len(events))
    seen = [i for i in range(start, len(events)) if visible(i)]
    run: list[Numbers] = []
    for i in range(start - 1, -1, -1):  # a run may have begun before
        if visible(i):
            if run and not told_alike(game, texts, run[-1], events[i]):
                break
            run.append(events[i])
    found: list[dict[str, Any]] = []
    for i in seen:
        if run and not told_alike(game, texts, run[-1], events[i]):
            run = []
        run.append(events[i])
        found.append({"index": i, **event_told(game, texts, events[i], len(run))})
    return found


def event_told(game: Game, texts: Texts, event: Numbers, times: int) -> dict[str, Any]:
    """An event as readers get it: its name, its arguments in notation words, who acts, points gained and its sentence.

    `times` counts equal events in a row, this one included.  A sentence that does not count itself has `×n` behind it.
    """
    kind = game.events[event[0]]
    words = dict(zip((name for name, _ in kind.names()), event_words(game, event), strict=True))
    text = sentence(game, texts, event, times)
    if times > 1 and text and "times" not in arguments_of(str(texts.find(f"event.{kind.name}"))):
        text = f"{text} ×{times}"
    told: dict[str, Any] = {"event": kind.name, "arguments": words, "text": text, "times": times}
    if kind.actor:
        told["by"] = int(words[kind.actor])
    if kind.opens:
        told["opens"] = True
    if kind.gains:
        told["gain"] = [int(words["seat"]), int(words[kind.gains])]
    return told
