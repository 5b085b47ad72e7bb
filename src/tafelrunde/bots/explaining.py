"""Explaining a decision: what it brings, in which part of the game, and what comes next.

An explanation has at most two sentences. What an action brings is the change in the title's
evaluation, on a position as the bot imagined it. If that is nothing (announcing something, picking
up a piece), the rest of the seat's turn counts. A price is told only if other actions do not cost
the same: that a turn is over is no reason.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..match.telling import Teller
from ..match.texts import Texts
from .machine import Machine
from .machines import MACHINES
from .observation import imagine
from .pooling import judging, looking_by, weighed
from .saying import part_of, say
from .thinking import WHOLE

WORTH_TELLING = 50
"""Smaller gains, in hundredths of a point, are not mentioned."""
HURTS = 100
"""Losses of others are mentioned from this size on (in hundredths of a point)."""
COMPARED = 12
"""The number of other actions that a price is compared with."""
WORLDS = 6
"""On how many positions that the seat could be facing a chance is judged."""


@dataclass(frozen=True)
class Thought:
    """What a bot was thinking: the position as it imagined it, the seat, and the line it expected.

    `before` and `after` are its chances of winning (0 to 1) as a search found them; `shares` are
    everybody's after the action, by playouts.
    """

    machine: Machine
    state: Any
    seat: int
    line: list[tuple[int, int]]
    before: float | None = None
    after: float | None = None
    simulations: int = 0
    shares: list[float] | None = None


Worths = list[list[int]]
"""Parts by seats, in hundredths of a point."""


def explained(thought: Thought, lang: str, you: bool = False) -> str:
    """A thought in one or two sentences; with `you`, the steps address the seat's player."""
    game = thought.machine.game
    states, logs = carry_out(thought)
    first = purpose(thought, states, lang)
    if not thought.machine.compiled:
        return f"{first} {say(game, lang, 'interpreted', {})}"
    return f"{first} {next_step(thought, logs, lang, you)}".rstrip()


def carry_out(thought: Thought) -> tuple[list[Any], list[list[Any]]]:
    """Play the line on the imagined position as long as the seat itself decides: every position on
    the way, and what happened at each step.
    """
    game, states, logs = thought.machine.game, [thought.state], list[list[Any]]()
    for seat, action in thought.line:
        s = states[-1].clone()
        if seat != thought.seat or not game.law.pending(s) >> seat & 1 or action not in game.legal_ids(s, seat):
            break
        s.log = []
        game.driver.play(s, seat, action, game.mask())
        logs.append(s.log)
        s.log = None
        states.append(s)
    return states, logs


def judged(thought: Thought, s: Any) -> tuple[Worths, list[int]]:
    """The evaluation of a position: each part's worth per seat, and the chances."""
    machine = MACHINES.interpreter(thought.machine.game)
    worth, chances = machine.numbers(machine.parts, 8), machine.numbers(8)
    machine.call.judge_at([s.clone()], 0, worth, machine.parts, chances)
    return worth, chances


def chance_after(thought: Thought, states: list[Any]) -> float:
    """The seat's chance to win after its line, calibrated if possible: the mean over positions that
    it could be facing.
    """
    game, seat = thought.machine.game, thought.seat
    chances = judging(game, thought.state.players)
    if chances is None:
        return thought.after if thought.after is not None else float(judged(thought, states[-1])[1][seat]) / WHOLE
    ends = [carry_out(replace(thought, state=imagine(game, thought.state, seat, 1 + n)))[0][-1] for n in range(WORLDS)]
    found: list[float] = [sum(chance) / WORLDS for chance in zip(*chances.all(ends), strict=True)]
    looking = looking_by(chances)
    if thought.shares and looking is not None:
        found = weighed(found, thought.shares, thought.simulations, looking)
    return found[seat]


def difference(thought: Thought, before: Worths, s: Any) -> Worths:
    """What a position is worth beyond another, part by part and seat by seat."""
    then, _ = judged(thought, s)
    return [[int(a) - int(b) for a, b in zip(x, y, strict=True)] for x, y in zip(then, before, strict=True)]


def elsewhere(thought: Thought, before: Worths, part: int) -> float:
    """What other actions change in a part of the seat's worth, on average."""
    game, seat = thought.machine.game, thought.seat
    others = [a for a in game.legal_ids(thought.state, seat) if a != thought.line[0][1]]
    changes: list[int] = []
    for action in others[::-(-len(others) // COMPARED) or 1]:
        s = thought.state.clone()
        game.driver.play(s, seat, action, game.mask())
        changes.append(difference(thought, before, s)[part][seat])
    return sum(changes) / max(1, len(changes))


def purpose(thought: Thought, states: list[Any], lang: str) -> str:
    """What the seat gains most from and at what price, or whom it hurts most; and the chance
    then.
    """
    game, parts, me = thought.machine.game, thought.machine.judgement.parts, thought.seat
    before, _ = judged(thought, thought.state)
    chance = chance_after(thought, states)

    def told(key: str, arguments: Mapping[str, Any]) -> str:
        return say(game, lang, key, {**arguments, "chance": round(100 * chance)})

    for s in (*states[1:2], *states[2:][-1:]):
        change = difference(thought, before, s)
        gains = [row[me] for row in change]
        losses = {p: -sum(row[p] for row in change) for p in range(s.players) if p != me}
        most, rival = gains.index(max(gains)), max(losses, key=lambda p: (losses[p], -p))
        if losses[rival] >= max(HURTS, gains[most]):
            return told("against", {"seat": ("seat", rival), "points": decimal(losses[rival], lang)})
        if gains[most] >= WORTH_TELLING and sum(gains) > 0:
            brings = {"points": decimal(gains[most], lang), "part": part_of(game, lang, parts[most])}
            least = gains.index(min(gains))
            price = -gains[least]
            if s is not states[1] or price < WORTH_TELLING or price + elsewhere(thought, before, least) < WORTH_TELLING:
                return told("gain", brings)
            return told("trade", {**brings, "less": decimal(price, lang), "other": part_of(game, lang, parts[least])})
    return told("little", {})


def decimal(hundredths: int, lang: str) -> str:
    """Points with one decimal as the language writes them.

    >>> decimal(1234, "de")
    '12,3'
    """
    text = f"{hundredths / 100:.1f}"
    return text if lang == "en" else text.replace(".", ",")


def next_step(thought: Thought, logs: list[list[Any]], lang: str, you: bool) -> str:
    """What the seat means to do after this decision if its turn goes on. A step at which nothing
    happens (picking up a piece) is told through the next one.
    """
    game = thought.machine.game
    teller = Teller(game, Texts(game, lang), you=thought.seat if you else None)
    for log in logs[1:]:
        own = [e for e in log if game.events[e[0]].acts(thought.seat, e[1:])]
        said = [teller.sentence(e) for e in own if not game.events[e[0]].chance and not game.events[e[0]].opens]
        if any(said):
            return say(game, lang, "next", {"next": next(filter(None, said))})
    return ""
