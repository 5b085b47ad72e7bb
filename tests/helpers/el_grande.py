"""Situations of El Grande, set up by hand and continued in notation."""
from __future__ import annotations

from typing import Any

import tafelrunde as tr
from tafelrunde.match.match import Match

ORDER = [13, 12, 11, 10, 9]
"""Power cards with which seat 0 is first, seat 1 second, …; the first two bring nobody to court."""
NEW_REGENT = {"modules": ["new_regent"]}
POWER_SHIFT = {"modules": ["power_shift"]}
OLD = {"edition": "1995"}
ALTERNATIVES = ("grand_strategy", "secret_ballot", "veto")


def load(**keys: Any) -> Match:
    """A match from some keys of a position; unless said, four players, king in Castilla, grandes in
    Valencia.
    """
    position = {"game": "el_grande", "players": 4, "king": "castilla", **keys}
    if "grandes" not in position:
        position["grandes"] = ["valencia"] * position["players"] + [None] * (position["players"] == 2)
    return tr.load(position)


def turn(card: str, seat: int = 0, **keys: Any) -> Match:
    """A seat's turn with a card that it has just taken; seats before it have had theirs."""
    players = keys.get("players", 4)
    colours = 3 if players == 2 else players
    order = [(seat + i) % players for i in range(players)]
    played: list[int | None] = [None] * colours
    for i, p in enumerate(order):
        played[p] = ORDER[i]
    if players == 2:
        played[2] = 1
    court = keys.pop("court", [5] * players + [0] * (colours - players))
    options = keys.pop("options", {})
    if card in ALTERNATIVES and "edition" not in keys:
        options = {"alternatives": [card], **options}
    lies = card == "veto" and options.get("veto_held") != "announced"
    menu = {"decision": "menu", "card": card, "parts": ["place"] if lies else ["place", "action"]}
    return load(phase="turns", turn=seat, played=played, court=court, open=menu, options=options, **keys)


def scoring(**keys: Any) -> Match:
    """The general scoring after a round (the third, unless said), begun by the end of the last
    turn: that of the start player to come, seat 0 unless said.  It ends by itself with nobody at
    court.
    """
    players, last = keys.get("players", 4), keys.pop("start_player", 0)
    played = [*ORDER[:players], *[1] * (players == 2)]
    played[:players] = [ORDER[(p - last - 1) % players] for p in range(players)]
    acted = [p for p in range(players) if p != last]
    rest = {"decision": "menu", "card": "fiesta", "parts": ["place"]}
    match = load(**{"round": 3, **keys, "phase": "turns", "turn": last, "acted": acted, "played": played, "open": rest})
    return play(match, "end") if match.position()["phase"] == "turns" else match


def play(match: Match, *lines: str) -> Match:
    """Decisions such as "0 place aragon"; without a number, of the only pending seat."""
    for line in lines:
        first, _, rest = line.partition(" ")
        if first.isdigit():
            match.play(rest, seat=int(first))
        else:
            assert len(match.pending) == 1, (line, match.pending)
            match.play(line, seat=match.pending[0])
    return match


def act(card: str, *lines: str, **keys: Any) -> Match:
    """A card's special action, announced and carried out by seat 0 (or `seat`)."""
    return play(turn(card, **keys), "action", *lines)


def legal(match: Match, verb: str) -> set[str]:
    """The arguments with which the pending seat may use a verb."""
    assert len(match.pending) == 1
    return {a.removeprefix(verb).strip() for a in match.legal(match.pending[0]) if a.split()[0] == verb}


def refused(match: Match, action: str, seat: int | None = None) -> str:
    """The rule that forbids an action."""
    reason = match.why_not(action, match.pending[0] if seat is None else seat)
    assert reason is not None, f"{action} is legal"
    assert reason.text
    assert "{" not in reason.text, reason.text
    return reason.rule


def regions(**counts: list[int]) -> dict[str, list[int]]:
    """Caballeros by region."""
    return dict(counts)


def region(match: Match, name: str) -> list[int]:
    """The caballeros of a region."""
    return match.position()["regions"][name]


def told(match: Match, event: str) -> list[dict[str, str]]:
    """The arguments of every event of a kind so far."""
    return [e["arguments"] for e in match.events(seat=None) if e["event"] == event]


def idle(match: Match) -> Match:
    """The seat on turn takes nobody to court, takes the first open card and ends its turn."""
    at = match.position()
    seat, number = at["turn"], at["round"]
    while not match.over and match.position()["turn"] == seat and match.position()["round"] == number \
            and match.position()["phase"] == "turns":
        actions = match.legal(match.pending[0])
        play(match, next((a for a in ("end", "court 0", "skip", "done", "allow") if a in actions), actions[0]))
    return match


def idle_round(match: Match) -> Match:
    """Everybody does nothing until the round is over (power cards: the highest that is
    possible).
    """
    number = match.position()["round"]
    while not match.over and match.position()["round"] == number and match.position()["phase"] in ("power", "turns"):
        if match.position()["phase"] == "power":
            play(match, match.legal(match.pending[0])[-1])
        else:
            idle(match)
    return match
