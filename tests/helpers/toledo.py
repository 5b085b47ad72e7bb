"""Toledo in the form of the rulebook's examples: a position, some actions, their results."""
from __future__ import annotations

from typing import Any

import tafelrunde as tr
from tafelrunde.games.toledo.tables import CARD_IDS
from tafelrunde.match.match import Match

RED, BLUE, GOLD, GREEN = range(4)


def table(players: int = 2, **keys: Any) -> Match:
    """A match that goes on from a position; Red is on turn unless it says otherwise, hands are
    empty.
    """
    return tr.load({"game": "toledo", "players": players, "turn": RED, "hands": [[] for _ in range(players)], **keys})


def play(match: Match, *actions: str) -> Match:
    """Actions of the player on turn."""
    for action in actions:
        match.play(action)
    return match


def play_drawing(match: Match, action: str, *cards: str) -> Match:
    """An action during which exactly these cards are drawn, in this order."""
    match.state.script = [CARD_IDS.index(card) for card in cards]
    match.play(action)
    assert match.state.script == [], "fewer cards were drawn"
    match.state.script = None
    return match


def refused(match: Match, action: str) -> str:
    """The rule that forbids an action; empty if it is legal."""
    seat = match.pending[0]
    reason = match.why_not(action, seat)
    assert (reason is None) == (action in match.legal(seat))
    return reason.rule if reason else ""


def verbs(match: Match) -> set[str]:
    """The verbs among the legal actions."""
    return {action.split()[0] for action in match.legal(match.pending[0])}


def legal(match: Match, *wanted: str) -> list[str]:
    """The legal actions of some verbs."""
    return [action for action in match.legal(match.pending[0]) if action.split()[0] in wanted]


def told(match: Match, *names: str) -> list[dict[str, Any]]:
    """The arguments of the events of some kinds, in order."""
    return [event["arguments"] for event in match.events(seat=match.pending[0] if match.pending else None)
            if event["event"] in names]
