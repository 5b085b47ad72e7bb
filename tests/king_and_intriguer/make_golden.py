"""Find the golden records of König & Intrigant again: random games that together show all cards,
events and options.

    python tests/king_and_intriguer/make_golden.py      writes tests/king_and_intriguer/golden/*.txt

Only needed if the rules or the notation change on purpose.
"""
from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from harness import Table, keep_golden

from tafelrunde.games.king_and_intriguer import GAME
from tafelrunde.games.king_and_intriguer.tables import CARD_IDS
from tafelrunde.match.history import Decision, event_words
from tafelrunde.match.match import Match

HERE = Path(__file__).parent / "golden"
WEIGHTS = {"end": 0.4, "done": 0.5, "veto": 0.7, "wait": 0.5, "take": 1.5}
"""Relative weights of some verbs."""
OPTIONS: list[dict[str, Any]] = [
    {}, {"short": True}, {"players_edition": True}, {"extra_cards": True}, {"players_edition": True, "extra_cards": True},
    {"players_edition": True, "extra_cards": True, "short": True},
    {"players_edition": True, "blank_cards": [{"value": 47, "name": "Tribute", "deed": "30", "court": 2},
                                              {"value": 93, "name": "Razzia ő", "deed": "50", "court": 3, "n": 1}]},
]


def lively_game(table: Table, seed: int) -> Match:
    """A whole game in which cards are used more often than roles."""
    choice = Random(seed)
    match = table.match(GAME, f"golden {seed}")
    while not match.over:
        seat = choice.choice(match.pending)
        actions = match.legal(seat)
        match.play(choice.choices(actions, [weight(a) for a in actions])[0], seat=seat)
    return match


def weight(action: str) -> float:
    """How likely an action is: people take as many caballeros to court as they can."""
    verb, _, rest = action.partition(" ")
    if verb == "court":
        return 0.1 + int(rest) ** 2
    if action == "role card":
        return 3.0
    return WEIGHTS.get(verb, 1.0)


def features(match: Match) -> set[str]:
    """The cards laid, the special actions announced, the events and the options of a game."""
    found: set[str] = set()
    cards: dict[int, str] = {}
    for entry in match.history.entries:
        if isinstance(entry, tuple):
            kind = GAME.events[entry[0]].name
            found.add(f"event {kind}")
            if kind == "laid":
                cards[entry[1]] = event_words(GAME, entry)[1]
            elif kind in ("role_taken", "role_left", "announced"):
                found.add(f"{kind} {cards.get(entry[1])}")
        elif isinstance(entry, Decision):
            found.add(f"verb {GAME.actions.verb_of[entry.action].label.lower()}")
            if GAME.actions.name(entry.action).startswith("action "):
                found.add(f"card {GAME.actions.name(entry.action).removeprefix('action ')}")
    at = match.position()
    return found | {f"players {at['players']}"} | {f"option {name}" for name, on in at["options"].items() if on}


def wanted() -> set[str]:
    """Everything that the records must show together."""
    quiet = {"10", "40", "180", "joker"}
    return {f"card {c}" for c in CARD_IDS} | {f"announced {c}" for c in CARD_IDS if c not in quiet} \
        | {f"event {k.name}" for k in GAME.events} | {f"verb {v.label.lower()}" for v in GAME.actions.verbs} \
        | {f"players {n}" for n in (2, 3, 4, 5)} | {"option short", "option players_edition", "option extra_cards"}


def main() -> None:
    """Play many games, keep a few that show everything, and fill up so that every table is
    there.
    """
    games: list[tuple[Table, int, set[str], Match]] = []
    seed = 0
    for players in (2, 3, 4, 5):
        for options in OPTIONS:
            for _ in range(8 if len(options) > 1 else 3):
                match = lively_game(table := Table(players, options), seed)
                games.append((table, seed, features(match), match))
                seed += 1
    keep_golden(HERE, games, wanted())


if __name__ == "__main__":
    main()
