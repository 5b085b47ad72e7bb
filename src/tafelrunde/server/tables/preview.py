"""What an action would change, without revealing a secret.

The action is carried out in a possible situation: everything the seat cannot know is drawn again.
What happens up to the first chance, or up to the first event that would show the seat something
hidden, is the same in every such situation; the declarations of the events say where that is, and
only what comes before is told.
"""
from __future__ import annotations

from typing import Any

from ...kernel import Game, conceal, seed_generator
from ...match.history import Numbers
from ...match.match import Match
from ...match.telling import Teller
from ..errors import Refused
from .table import Table


class Told(list[Numbers]):
    """A log that notes why the rest is unknown to a seat, and keeps the state at that point."""

    def __init__(self, game: Game, seat: int, state: Any) -> None:
        super().__init__()
        self.game, self.seat, self.state = game, seat, state
        self.before = state.clone()
        self.end = ""
        self.known: Any = None

    def append(self, event: Numbers) -> None:
        """Take an event, unless the seat could not foresee it."""
        if not self.end:
            if self.game.events[event[0]].chance:
                self.end = "chance"
            elif self.game.tells(self.before, event, self.seat):
                self.end = "hidden"
            if self.end:
                self.known = self.state.clone()
            else:
                super().append(event)


def preview(match: Match, seat: int, action: str, lang: str) -> dict[str, Any]:
    """The preview of a legal action of a pending seat, or of several in a row: `card 25; knight
    L25`.
    """
    game = match.game
    imagined = match.state.clone()
    imagined.rng = seed_generator(1)
    game.law.resample(imagined, seat)
    told = imagined.log = Told(game, seat, imagined)
    for one in action.split(";"):
        number = game.actions.id(one) if game.actions.knows(one) else -1
        if not game.law.pending(imagined) >> seat & 1 or number not in game.legal_ids(imagined, seat):
            raise Refused("conflict", "not_asked")
        game.driver.play(imagined, seat, number, game.mask())
        if told.end:
            break
    after = told.known if told.end else imagined
    after.log = None
    more = not told.end and bool(game.law.pending(after) >> seat & 1)
    texts = match.texts(lang)
    phrase = game.prompt(after, seat) if more else None
    before_points = game.points_known(match.state, seat)
    points = [None] * match.players if told.end == "hidden" else game.points_known(after, seat)
    gained = [None if now is None or was is None else now - was for was, now in zip(before_points, points, strict=True)]
    return {"action": action, "certain": not told.end, "points": gained,
            "scores": {"before": before_points, "after": points},
            "changes": _changes(match.view(seat), _view(game, after, seat, match.pending if told.end else None)),
            "events": _events(match, told, seat, lang), "more": more,
            "legal": [game.actions.name(a) for a in game.legal_ids(after, seat)] if more else [],
            "prompt": texts.say(phrase.key, phrase.arguments, match.names) if phrase is not None else ""}


def observed(table: Table, seat: int, now: int) -> dict[str, Any]:
    """What a program that plays the seat needs: a position in which all that the seat cannot know
    is drawn again.
    """
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


def _view(game: Game, s: Any, seat: int, pending: tuple[int, ...] | None) -> dict[str, Any]:
    """A state as the seat sees it; if it is not known who decides next, that stays unchanged."""
    view = game.position(conceal(s, game.fields, seat, game.shows_memory(s)))
    seats = game.law.pending(s)
    view["pending"] = list(pending) if pending is not None else [p for p in range(s.players) if seats >> p & 1]
    view["seat"] = seat
    return view


def _events(match: Match, told: Told, seat: int, lang: str) -> list[dict[str, Any]]:
    game, teller = match.game, Teller(match.game, match.texts(lang), match.names, seat)
    found: list[dict[str, Any]] = []
    for event in told:
        kind = game.events[event[0]]
        if kind.visible_to(seat, event[1:]):
            found.append(teller.event(event, 1))
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
