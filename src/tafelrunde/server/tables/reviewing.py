"""The review of a finished game for a reader: its turns in sentences, chances, luck and skill, and
what was better.
"""
from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Any

from ...bots import modules
from ...bots.chances import calibration
from ...bots.looking import look
from ...bots.observation import imagine
from ...bots.pooling import judging, looking_by
from ...bots.reviewing import Better, Reviewer, Turn, turns_of
from ...kernel.packing import Packing
from ...match.match import Match
from ...match.telling import Teller
from ..errors import Refused
from .live import Live
from .table import Step

WORST = 5
UNCERTAIN = 0.02
"""Smaller losses count as none."""
SENTENCES = 3
"""The number of steps of an order that are told."""
CHOICES = 4


def reviewer_of(whole: Match, stages: Sequence[Match]) -> Reviewer | None:
    """The reviewer of a match; None where nothing was fitted for its title and number of
    players.
    """
    chances = judging(whole.game, whole.players)
    return Reviewer(chances, [m.state for m in stages], whole.history) if chances is not None else None


def review_shown(live: Live, stages: list[Match], reviewer: Reviewer | None, lang: str, seat: int | None,
                 judged: bool = True) -> dict[str, Any]:
    """The course of a finished game: every decision with points and chances, every turn in
    sentences.

    Whoever judges its decisions elsewhere leaves out what takes long: luck, skill and what was
    better.
    """
    whole = live.table.match
    if whole is None or not whole.over:
        raise Refused("conflict", "not_over")
    steps = {s.decisions: s for s in live.table.steps if s.kind in ("decide", "start")}
    told = {e["index"]: e for e in whole.events(0, seat, lang, you=seat is not None)}
    kinds = {k.name: k for k in whole.game.events}
    curve: list[dict[str, Any]] = []
    marks: list[dict[str, Any]] = []
    chance: list[dict[str, Any]] = []
    for n, match in enumerate(stages):
        step = steps.get(n)
        curve.append({**_point(n, match, step), "chances": rounded(reviewer.value(n)) if reviewer else None})
        for event in (told[i] for i in (range(step.first, step.last) if step else ()) if i in told):
            if kinds[event["event"]].chance:
                chance.append({"decision": n, "text": event["text"]})
            elif _is_mark(event["event"]):
                marks.append({"decision": n, "event": event["event"], "text": event["text"]})
    made = calibration()
    judging = reviewer if judged else None
    turns = judging.turns if judging else turns_of(whole.game, [m.state for m in stages], whole.history)
    return {"decisions": len(stages) - 1, "curve": curve, "marks": marks, "chance": chance,
            "turns": _turns(whole, turns, list(told.values())),
            "worst": _worst(whole, judging, lang, seat) if judging else [],
            "balance": [{k: round(v, 4) for k, v in row.items()} for row in judging.balance] if judging else [],
            "receipt": whole.receipt(lang, seat), "games": made.fitted[1] if reviewer else 0, "uncertain": UNCERTAIN}


def _is_mark(event: str) -> bool:
    """Whether an event divides a game's course: a round or a scoring begins."""
    return "scor" in event or event in ("round", "new_round")


def _point(n: int, match: Match, step: Step | None) -> dict[str, Any]:
    """One decision of a game's course: what was done, and how the points stood after it."""
    turn = match.position().get("round")
    return {"decision": n, "version": step.version if step else None, "seat": step.seat if step else None,
            "action": match.game.actions.name(step.action) if step and step.action >= 0 else None,
            "scores": match.scores, "round": turn if isinstance(turn, int) else None}


def positions_shown(whole: Match | None, stages: Sequence[Match]) -> dict[str, Any]:
    """Every position of a finished game before one of its decisions, for a module of the title to
    think about.

    The game is over: its record tells all this as well.
    """
    if whole is None or not whole.over:
        raise Refused("conflict", "not_over")
    game, made = whole.game, whole.history.decisions()
    packing = Packing(game.fields)
    states = b"".join(packing.pack(match.state) for match in stages[:-1])
    chances = judging(game, whole.players)
    looking = looking_by(chances) if chances is not None else None
    return {"title": game.name, "digest": modules.usable(game.name), "players": whole.players,
            "states": b64encode(zlib.compress(states, 6)).decode(), "seats": [d.seat for d in made],
            "made": [d.action for d in made], "names": [game.actions.name(i) for i in range(len(game.actions))],
            "looking": None if looking is None else {name: getattr(looking, name) for name in ("kept", "seen", "half", "against")}}


def rounded(chances: Iterable[float]) -> list[float]:
    """Chances in the form in which they are sent."""
    return [round(c, 4) for c in chances]


def _turns(whole: Match, turns: Iterable[Turn], told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every turn: where it ends, whose it is, what happened, and what luck did."""
    found = []
    for turn in turns:
        first, last = whole.history.span(turn.first)[0], whole.history.span(turn.end - 1)[1]
        found.append({"first": turn.first, "at": turn.end, "seats": list(turn.seats), "luck": rounded(turn.luck),
                      "lines": counted([e for e in told if first <= e["index"] < last])})
    return found


def counted(events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sentences, equal ones in a row once with their number; with the seat that acts and the points
    gained.
    """
    found: list[dict[str, Any]] = []
    for e in events:
        if e["times"] > 1 and found:
            found.pop()
        if e["text"] and not e.get("opens"):
            found.append({"text": e["text"], "by": e.get("by"), "gain": e.get("gain")})
    return found


def _worst(whole: Match, reviewer: Reviewer, lang: str, seat: int | None) -> list[list[dict[str, Any]]]:
    """Every seat's worst decisions: what was done, what was better, and what that cost."""
    found: list[list[dict[str, Any]]] = []
    for p in range(whole.players):
        rows = [(turn, turn.better[p]) for turn in reviewer.turns if p in turn.better and turn.better[p].loss >= UNCERTAIN]
        rows.sort(key=lambda row: -row[1].loss)
        found.append([_said(whole, reviewer, turn, better, lang, seat) for turn, better in rows[:WORST]])
    return found


def _said(whole: Match, reviewer: Reviewer, turn: Turn, better: Better, lang: str, you: int | None) -> dict[str, Any]:
    made = [d.action for d in reviewer.decisions[turn.first:turn.end] if d.seat == better.seat]
    done, best = (sentences(whole, reviewer, turn, better.seat, order, lang, you) for order in (made, better.order))
    same = 0
    while same < min(len(done), len(best)) and done[same] == best[same]:
        same += 1
    if same == min(len(done), len(best)):
        same = 0  # one is the beginning of the other: the difference alone would say nothing
    turn_of = reviewer.game.position(reviewer.states[turn.first]).get("round")
    return {"at": turn.end, "first": turn.first, "round": turn_of if isinstance(turn_of, int) else None,
            "done": told(done[same:]), "better": told(best[same:]), "actions": names(reviewer, turn, [made, better.order]),
            "loss": round(better.loss, 4), "made": round(better.made, 4), "best": round(better.best, 4)}


def names(reviewer: Reviewer, turn: Turn, orders: Iterable[Sequence[int]]) -> list[str]:
    """Secret answers have no sentences, so the actions themselves are shown."""
    return [reviewer.game.actions.name(order[0]) for order in orders] if len(turn.seats) > 1 else []


def told(said: Sequence[str]) -> str:
    """Sentences in one line; if there are many, the last ones are left out."""
    return " ".join([*said[:SENTENCES], "…"] if len(said) > SENTENCES else said)


def sentences(whole: Match, reviewer: Reviewer, turn: Turn, seat: int, order: Sequence[int], lang: str,
              you: int | None) -> list[str]:
    """What a seat does in an order, on a position that it could be facing."""
    game = whole.game
    s = imagine(game, reviewer.states[turn.first], seat, 101)
    s.log = []
    for action in order:
        if not game.law.pending(s) >> seat & 1 or action not in game.legal_ids(s, seat):
            break
        game.driver.play(s, seat, action, game.mask())
    teller = Teller(game, whole.texts(lang), whole.names, you)
    events = [e for e in teller.told(s.log, 0, None) if not game.events[s.log[e["index"]][0]].chance]
    return [line["text"] for line in counted(events) if line["by"] == seat]


def choices_shown(live: Live, reviewer: Reviewer | None, at: int, lang: str, you: int | None) -> dict[str, Any]:
    """What could have been done instead in the turn of a decision: a few orders and the chance
    after each, best first.
    """
    whole = live.table.match
    decisions = len(whole.history.decisions()) if whole is not None else 0
    if not 1 <= at <= decisions:
        raise Refused("not_found", "bad_at", field="query.at", n=decisions)
    if whole is None or reviewer is None:
        return {"at": at, "seat": None, "choices": []}
    turn = next(t for t in reviewer.turns if t.first < at <= t.end)
    seat = whole.history.decisions()[at - 1].seat
    made = tuple(d.action for d in reviewer.decisions[turn.first:turn.end] if d.seat == seat)
    secret = len(turn.seats) > 1
    found: dict[str, dict[str, Any]] = {}
    for order in [made, *_orders(reviewer, turn, seat)]:
        text = told(sentences(whole, reviewer, turn, seat, order, lang, you))
        action = "".join(names(reviewer, turn, [order]))
        if (action or text) not in found:
            worth = reviewer.answered(turn, seat, order)[seat] if secret else reviewer.worth(turn, seat, order)
            found[action or text] = {"text": text, "action": action, "chance": round(worth, 4), "made": order == made}
    return {"at": turn.end, "seat": seat, "choices": sorted(found.values(), key=lambda c: (-c["chance"], not c["made"]))}


def _orders(reviewer: Reviewer, turn: Turn, seat: int) -> list[tuple[int, ...]]:
    """The orders that begin with the most promising actions, and the best known one."""
    game, state = reviewer.game, reviewer.states[turn.first]
    s = imagine(game, state, seat, 1)
    legal = game.legal_ids(s, seat)
    scores = look(reviewer.machine, s, seat, len(legal)).scores
    first = sorted(range(len(legal)), key=lambda i: -scores[i])[:CHOICES]
    orders = [turn.better[seat].order] if seat in turn.better else []
    for i in first:
        if len(turn.seats) > 1:
            orders.append((legal[i],))
            continue
        orders.append(tuple(reviewer.carried_out(imagine(game, state, seat, 101), seat, [legal[i]])))
    return orders[:CHOICES]
