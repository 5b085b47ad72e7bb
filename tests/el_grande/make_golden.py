"""Find the golden records of El Grande again: random games that together show all cards, events and
options.

    python tests/el_grande/make_golden.py      writes tests/el_grande/golden/*.txt

Only needed if the rules or the notation change on purpose.
"""
from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from harness import Table, keep_golden

from tafelrunde.games.el_grande import GAME
from tafelrunde.games.el_grande.tables import CARD_IDS
from tafelrunde.match.history import Decision, event_words
from tafelrunde.match.match import Match

HERE = Path(__file__).parent / "golden"
WEIGHTS = {"action": 4.0, "end": 0.4, "done": 0.5, "veto": 0.7, "ability": 2.0, "place": 1.0, "take": 1.5}
"""Relative weights of some verbs: people do more with their cards than chance would."""
ALTERNATIVES = ["grand_strategy", "secret_ballot", "veto", "veto"]
OPTIONS: list[dict[str, Any]] = [
    {}, {"short": True}, {"modules": ["new_regent"]}, {"modules": ["power_shift"]}, {"alternatives": ALTERNATIVES},
    {"modules": ["new_regent", "power_shift"], "alternatives": ALTERNATIVES, "memory": "notes"}, {"edition": "1995"},
    {"alternatives": ["veto"], "memory": "ledger", "short": True},
    {"edition": "1995", "short": True, "memory": "notes"},
    {"modules": ["new_regent"], "alternatives": ["veto", "veto"]}, {"merge_decks": True},
    {"merge_decks": True, "modules": ["new_regent", "power_shift"], "short": True},
]


def lively_game(table: Table, seed: int) -> Match:
    """A whole game in which special actions are usually announced."""
    choice = Random(seed)
    match = table.match(GAME, f"golden {seed}")
    while not match.over:
        seat = choice.choice(match.pending)
        actions = match.legal(seat)
        match.play(choice.choices(actions, [weight(a) for a in actions])[0], seat=seat)
    return match


def weight(action: str) -> float:
    """How likely an action is: people also take as many caballeros to court as they can, and play
    low cards for it.
    """
    verb, _, rest = action.partition(" ")
    if verb == "court":
        return 0.1 + int(rest) ** 2
    if verb == "power":
        return 15.0 - int(rest)
    return WEIGHTS.get(verb, 1.0)


def features(match: Match) -> set[str]:
    """The cards whose special action was announced, the events and the options of a game."""
    found: set[str] = set()
    card = ""
    for entry in match.history.entries:
        if isinstance(entry, tuple):
            kind = GAME.events[entry[0]].name
            found.add(f"event {kind}")
            if kind == "card_taken":
                card = event_words(GAME, entry)[1]
        elif isinstance(entry, Decision) and GAME.actions.name(entry.action) == "action":
            found.add(f"card {card}")
    at = match.position()
    found.add(f"players {at['players']}")
    found.add(f"edition {at['edition']}")
    for name, value in at["options"].items():
        found |= {f"option {name} {v}" for v in (value if isinstance(value, list) else [value])}
    return found


def wanted() -> set[str]:
    """Everything that the records must show together."""
    return {f"card {c}" for c in CARD_IDS} | {f"event {k.name}" for k in GAME.events} | {
        *(f"players {n}" for n in (2, 3, 4, 5)), "edition 2023", "edition 1995", "option short True",
        "option merge_decks True", "option modules new_regent", "option modules power_shift", "option memory strict",
        "option memory notes", "option memory ledger", "option alternatives veto", "option alternatives grand_strategy",
        "option alternatives secret_ballot"}


def main() -> None:
    """Play many games, keep a few that show everything, and fill up so that every table is
    there.
    """
    games: list[tuple[Table, int, set[str], Match]] = []
    seed = 0
    for players in (2, 3, 4, 5):
        for options in OPTIONS:
            if players > 3 and options.get("merge_decks"):
                continue
            for _ in range(4):
                match = lively_game(table := Table(players, options), seed)
                games.append((table, seed, features(match), match))
                seed += 1
    keep_golden(HERE, games, wanted())


if __name__ == "__main__":
    main()
