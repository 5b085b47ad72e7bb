"""What an action would change, told without telling a secret.

It is carried out in situations that the seat must reckon with (everything it cannot know drawn anew); only what comes
out the same in all of them is told.
"""
from __future__ import annotations

from typing import Any

from ...kernel import conceal, seed_generator
from ...match.history import Decision
from ...match.match import Match
from ...match.telling import Teller
from ..errors import Refused
from .showing import points_known
from .table import Table

SITUATIONS = 4


def preview(match: Match, seat: int, action: str, lang: str) -> dict[str, Any]:
    """The preview of a legal action of a pending seat, or of several in a row: `card 25; knight L25`."""
    decisions = [Decision(seat, match.game.actions.ids.get(a.strip(), -1)) for a in action.split(";")]
    tries = [_tried(match, decisions, k, lang) for k in range(SITUATIONS)]
    before_view, before_points = match.view(seat), points_known(match, seat)
    first = tries[0]
    points = [p if all(t["points"][i] == p for t in tries) else None for i, p in enumerate(first["points"])]
    kept = [c for c in _changes(before_view, first["view"]) if all(_at(t["view"], c["path"]) == c["after"] for t in tries)]
    events: list[dict[str, Any]] = []
    for rows in zip(*(t["events"] for t in tries), strict=False):
        if any(r != rows[0] for r in rows):
            break
        events.append(rows[0])
    certain = all(t["view"] == first["view"] and t["events"] == first["events"] for t in tries)
    gained = [None if now is None or was is None else now - was for was, now in zip(before_points, points, strict=True)]
    return {"action": action, "certain": certain, "points": gained, "scores": {"before": before_points, "after": points},
            "changes": kept, "events": events, "more": all(t["more"] for t in tries),
            "legal": first["legal"] if all(t["legal"] == first["legal"] for t in tries) else [],
            "prompt": first["prompt"] if all(t["prompt"] == first["prompt"] for t in tries) else ""}


def observed(table: Table, seat: int, now: int) -> dict[str, Any]:
    """What a program that plays the seat needs: a position in which all that the seat cannot know is drawn anew."""
    match = table.match
    if match is None or seat not in table.pending:
        raise Refused("conflict", "not_asked")
    imagined = match.state.clone()
    imagined.rng = seed_generator(match.decisions)
    match.game.law.resample(imagined, seat)
    clock = table.clocks.shown(now)["seats"]
    return {"game": match.game.name, "seat": seat, "version": table.version, "decisions": match.decisions,
            "legal": match.legal(seat), "position": match.game.position(imagined),
            "left_ms": clock[seat]["left_ms"] if clock else None}


def _tried(match: Match, decisions: list[Decision], k: int, lang: str) -> dict[str, Any]:
    """The actions carried out in one imagined situation, as the seat would see it."""
    game, seat = match.game, decisions[0].seat
    imagined = match.state.clone()
    imagined.rng = seed_generator(1 + k)
    game.law.resample(imagined, seat)
    told: list[Any] = []
    imagined.rng = seed_generator(1001 + k)
    imagined.log = told
    for decision in decisions:
        if not game.law.pending(imagined) >> seat & 1 or decision.action not in game.legal_ids(imagined, seat):
            raise Refused("conflict", "not_asked")
        game.driver.play(imagined, seat, decision.action, game.mask())
    imagined.log = None
    texts = match.texts(lang)
    teller = Teller(game, texts, match.names, seat)
    events: list[dict[str, Any]] = []
    for event in told:
        kind = game.events[event[0]]
        if kind.chance:
            break
        if kind.visible_to(seat, event[1:]):
            events.append(teller.event(event, 1))
    seen = conceal(imagined, game.fields, seat, game.shows_memory(imagined))
    view = game.position(seen)
    pending = game.law.pending(imagined)
    view["pending"] = [p for p in range(match.players) if pending >> p & 1]
    view["seat"] = seat
    more = bool(pending >> seat & 1)
    phrase = game.prompt(imagined, seat) if more else None
    return {"view": view, "events": events, "points": _points(match, seen), "more": more,
            "legal": [game.actions.name(a) for a in game.legal_ids(imagined, seat)] if more else [],
            "prompt": texts.say(phrase.key, phrase.arguments, match.names) if phrase is not None else ""}


def _points(match: Match, seen: Any) -> list[int | None]:
    found: list[int | None] = []
    for p in range(match.players):
        try:
            points = match.game.law.points(seen, p)
        except TypeError:
            points = None
        found.append(None if points is None else int(points))
    return found


def _changes(before: Any, after: Any, path: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
    """The smallest keys in which two views differ; lists of plain values count as one value."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        keys: list[Any] = [*before, *(k for k in after if k not in before)]
        return [c for k in keys for c in _changes(before.get(k), after.get(k), (*path, k))]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after) and any(
            isinstance(x, (dict, list)) for x in before):
        return [c for i, (b, a) in enumerate(zip(before, after, strict=True)) for c in _changes(b, a, (*path, i))]
    return [{"path": list(path), "before": before, "after": after}]


def _at(view: Any, path: list[Any]) -> Any:
    for key in path:
        if isinstance(view, dict):
            view = view.get(key)
        elif isinstance(view, list) and isinstance(key, int) and key < len(view):
            view = view[key]
        else:
            return None
    return view
