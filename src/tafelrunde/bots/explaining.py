"""Saying why: what a decision was for, what it does to the chances, and what is expected to follow."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..match.telling import Teller
from ..match.texts import Texts
from .machine import Machine
from .machines import MACHINES
from .saying import say
from .thinking import WHOLE

SENTENCES = 4
"""How much of the expected line is told."""
WORTH_TELLING = 50
"""Gains below half a point are nothing to speak of."""


@dataclass(frozen=True)
class Thought:
    """What a bot had in mind: the position as it imagined it, the seat, and the line it expected.

    `before` and `after` are its chances of winning (0 to 1) where a search found them; else the evaluation is asked.
    """

    machine: Machine
    state: Any
    seat: int
    line: list[tuple[int, int]]
    before: float | None = None
    after: float | None = None
    simulations: int = 0


@dataclass(frozen=True)
class Told:
    """The expected line, carried out on the imagined position."""

    sentences: list[str]
    end: Any


def explained(thought: Thought, lang: str) -> str:
    """A thought in sentences."""
    game = thought.machine.game
    told = tell_line(thought, lang)
    before, then = judged(thought, thought.state), judged(thought, told.end)
    first, last = ((c if c is not None else chances[thought.seat] / WHOLE) for c, chances in
                   ((thought.before, before[1]), (thought.after, then[1])))
    sentences = [purpose(thought, before[0], then[0], lang),
                 say(game, lang, "chances", {"before": round(100 * first), "after": round(100 * last)})]
    if told.sentences:
        sentences.append(say(game, lang, "line", {"line": " ".join(told.sentences)}))
    if thought.simulations:
        sentences.append(say(game, lang, "simulations", {"n": thought.simulations}))
    if not thought.machine.compiled:
        sentences.append(say(game, lang, "interpreted", {}))
    return " ".join(sentences)


def judged(thought: Thought, s: Any) -> tuple[list[list[int]], list[int]]:
    """The evaluation of a position: each part's worth per seat, and the chances."""
    machine = MACHINES.interpreter(thought.machine.game)
    worth, chances = machine.numbers(machine.parts, 8), machine.numbers(8)
    machine.call.judge_at([s.clone()], 0, worth, machine.parts, chances)
    return worth, chances


def purpose(thought: Thought, before: list[list[int]], then: list[list[int]], lang: str) -> str:
    """What the seat gains most from, or whom the line hurts most."""
    game, parts = thought.machine.game, thought.machine.judgement.parts
    gain, part = max((then[k][thought.seat] - before[k][thought.seat], -k) for k in range(len(parts)))
    if gain >= WORTH_TELLING:
        what = say(game, lang, f"part.{parts[-part]}", {})
        return say(game, lang, "purpose", {"part": what, "points": decimal(gain, lang)})
    others = [p for p in range(thought.state.players) if p != thought.seat]
    loss, rival = min((sum(then[k][p] - before[k][p] for k in range(len(parts))), p) for p in others)
    if loss <= -WORTH_TELLING:
        return say(game, lang, "against", {"seat": ("seat", rival), "points": decimal(-loss, lang)})
    return say(game, lang, "waiting", {})


def decimal(hundredths: int, lang: str) -> str:
    """Points with one decimal as the language writes them.

    >>> decimal(1234, "de")
    '12,3'
    """
    text = f"{hundredths / 100:.1f}"
    return text if lang == "en" else text.replace(".", ",")


def tell_line(thought: Thought, lang: str) -> Told:
    """The expected line in sentences, as far as it goes in the imagined position.

    A decision that nothing happens at (picking a piece up) is told by what follows.
    """
    game = thought.machine.game
    teller = Teller(game, Texts(game, lang))
    s = thought.state.clone()
    sentences: list[str] = []
    for seat, action in thought.line:
        if not game.law.pending(s) >> seat & 1 or action not in game.legal_ids(s, seat):
            break
        s.log = []
        game.driver.play(s, seat, action, game.mask())
        told = [e for e in s.log if not game.events[e[0]].chance]
        s.log = None
        if told:
            sentences.append(teller.sentence(told[0]))
    if len(sentences) > SENTENCES:
        sentences = [*sentences[:SENTENCES], "…"]
    return Told(sentences, s)
