"""Situations of König & Intrigant, set up by hand and continued in notation."""
from __future__ import annotations

from typing import Any

from helpers.el_grande import legal, play, refused, region, regions, told

import tafelrunde as tr
from tafelrunde.match.match import Match

__all__ = [
    "ALL",
    "BASE",
    "EXTRA",
    "PLAYERS",
    "act",
    "idle",
    "legal",
    "load",
    "play",
    "refused",
    "region",
    "regions",
    "scoring",
    "told",
    "turn",
]

BASE = list(range(10, 190, 10))
PLAYERS = [13, 23, 43, 53, 73, 83, 113, 153]
EXTRA = [15, 25, 35, 66, 75, 95, 125, 135, 145, 155]
ALL = {"players_edition": True, "extra_cards": True}
HIGH, LOW = [180, 170, 160, 150], [10, 20, 30, 50]


def load(**keys: Any) -> Match:
    """A match from some keys of a position; unless said, four players, king in Castilla, grandes in
    Valencia, low hands.
    """
    position = {"game": "king_and_intriguer", "players": 4, "king": "castilla", "start_player": 0, **keys}
    players = position["players"]
    position.setdefault("grandes", ["valencia"] * players)
    if "hands" not in position and position.get("phase") not in ("discard",):
        played = position.get("played", [None] * players)
        lying = [(card["seat"], card["value"]) for card in position.get("lying", [])]
        gone = [{played[p], *(v for seat, v in lying if seat == p), *(position.get("used", [[]] * players)[p] or [])}
                for p in range(players)]
        position["hands"] = [[v for v in BASE if v not in gone[p]][:12 if played[p] else 13] for p in range(players)]
    return tr.load(position)


def turn(card: Any, seat: int = 0, **keys: Any) -> Match:
    """A seat's turn with a card, at the menu; somebody has a higher card and has acted, somebody a
    lower one.
    """
    players = keys.get("players", 4)
    others = [(seat + 1 + i) % players for i in range(players - 1)]
    high, low = [v for v in HIGH if v > card], [v for v in LOW if v < card]
    many = len(others) - 1 if card < 100 else 1
    values = high[:many] + low[:len(others) - many] if players > 2 else high[:1]
    played: list[Any] = [None] * players
    for p, value in zip(others, values, strict=True):
        played[p] = value
    played[seat] = card
    keys.setdefault("court", [5] * players)
    open_ = {"decision": "menu", **keys.pop("open", {})}
    return load(**{"phase": "turns", "turn": seat, "played": played, "open": open_, **keys})


def scoring(**keys: Any) -> Match:
    """The general scoring after a round (the third, unless said), begun by the end of the last
    turn: that of the start player to come, seat 0 unless said.  It ends by itself with nobody at
    court.
    """
    players, last = keys.get("players", 4), keys.pop("start_player", 0)
    played = [90 - (p - last - 1) % players * 10 for p in range(players)]
    rest = {"decision": "menu", "parts": ["place"]}
    match = load(**{"round": 3, **keys, "phase": "turns", "turn": last, "played": played, "open": rest})
    return play(match, "end") if match.position()["phase"] == "turns" else match


def act(card: Any, *lines: str, **keys: Any) -> Match:
    """A card's special action, announced (with nothing to place, by itself) and carried out by seat
    0 (or `seat`).
    """
    match = turn(card, **keys)
    return play(match, *(["action"] if "action" in match.legal(match.pending[0]) else []), *lines)


def idle(match: Match) -> Match:
    """Decisions that change as little as possible, to the end of the round."""
    number = match.position()["round"]
    quiet = ("end", "court 0", "done", "allow", "wait", "role card")
    while not match.over and match.position()["round"] == number and match.position()["phase"] in ("cards", "turns"):
        seat = match.pending[0]
        actions = match.legal(seat)
        match.play(next((a for a in quiet if a in actions), actions[-1]), seat=seat)
    return match
