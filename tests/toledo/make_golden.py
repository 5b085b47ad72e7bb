"""Find the golden records of Toledo again: random games of a livelier kind, searched for what
rarely happens.

    python tests/toledo/make_golden.py      writes tests/toledo/golden/*.txt

Only needed if the rules or the notation change on purpose.
"""
from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from harness import Table

from tafelrunde.games.toledo import GAME
from tafelrunde.match.history import Decision, event_words
from tafelrunde.match.match import Match

HERE = Path(__file__).parent / "golden"
PER_FEATURE = 2
WEIGHTS = {"draw": 2.0, "shop": 0.2, "back": 0.02, "move": 3.0, "extra": 2.0, "duel": 2.0, "free": 9.0, "pay": 3.0,
           "skip": 0.6, "end": 0.7, "sword": 2.0, "master": 1.0, "return": 1.0, "deliver": 3.0}
"""How likely each verb is; people who play to win move and trade more than chance would."""


def lively_game(players: int, seed: int) -> Match:
    """A whole game in which each seat has different tastes."""
    choice = Random(seed)
    tastes = [{verb: weight * choice.choice((0.3, 1.0, 1.0, 3.0)) for verb, weight in WEIGHTS.items()}
              for _ in range(players)]
    match = Table(players).match(GAME, f"golden {seed}")
    while not match.over and match.decisions < 1500:
        seat = match.pending[0]
        actions = match.legal(seat)
        weights = [tastes[seat][action.split()[0]] for action in actions]
        match.play(choice.choices(actions, weights)[0], seat=seat)
    return match


def features(match: Match) -> set[str]:
    """What happened in a game that is worth keeping."""
    found: set[str] = set()
    turn: list[tuple[str, list[str]]] = []
    actor = -1
    for entry in match.history.entries:
        if isinstance(entry, Decision):
            if entry.seat != actor or (turn and turn[-1][0] == "end"):
                found |= turn_features(turn)
                turn, actor = [], entry.seat
            turn.append((GAME.actions.name(entry.action).split()[0], []))
        elif isinstance(entry, tuple):
            turn.append((f"*{GAME.events[entry[0]].name}", event_words(GAME, entry)))
    found |= turn_features(turn)
    return found | end_features(match)


def turn_features(turn: list[tuple[str, list[str]]]) -> set[str]:
    """What happened in one turn."""
    found: set[str] = set()
    names = [name for name, _ in turn]
    duels = [words for name, words in turn if name == "*challenged"]
    moves = [i for i, name in enumerate(names) if name in ("move", "extra")]
    if len(duels) > len({tuple(words) for words in duels}):
        found.add("rematch")
    for i, name in enumerate(names):
        if name == "*challenged":
            end = next(j for j in range(i, len(names)) if names[j] in ("*duel_won", "*duel_lost"))
            if "*shuffled" in names[i:end]:
                found.add("shuffled_in_a_duel")
            if moves[0] < i and sum(m < i for m in moves) > 1 and moves[-1] > i:
                found.add("duel_inside_a_chain")
            if names[end] == "*duel_won" and {"free", "pay"} & set(names[end:end + 3]):
                found.add("won_and_traded")
        if name == "*entered" and turn[i][1][2] in ("4", "5"):
            found.add("fourth_pawn")
        if name == "*tavern" and "*shuffled" in names[max(0, i - 2):i]:
            found.add("shuffled_at_a_tavern")
    followed = [after for name, after in pairwise(names) if name == "*full"]
    if {"move", "extra"} & set(followed):
        found.add("moved_on_from_a_full_space")
    if any(a == "*full" and b in ("move", "extra") and d == "*full" for a, b, _, d in
           zip(names, names[1:], names[2:], names[3:], strict=False)):
        found.add("moved_on_twice")
    if len(moves) >= 5:
        found.add("long_chain")
    if moves and names[moves[0]] == "extra" and "move" in names:
        found.add("opened_with_an_extra")
    if names.count("extra") >= 2:
        found.add("two_extras")
    if "*gave_back" in names:
        found.add("gave_a_tile_back")
    if names.count("*entered") >= 2:
        found.add("two_entered")
    return found


def end_features(match: Match) -> set[str]:
    """What the whole game shows."""
    found: set[str] = set()
    at = match.position()
    if not match.over:
        return {"unfinished"}
    if gems_ran_out(match):
        found.add("gems_at_zero")
    if not at["paintings_left"]:
        found.add("paintings_gone")
    best = sorted(match.scores, reverse=True)
    if best[0] == best[1]:
        found.add("tie")
    if min(match.scores) < 0:
        found.add("negative_points")
    if sum(sum(step >= 20 for step in pawns) >= 3 for pawns in at["pawns"]) > 1:
        found.add("another_third_pawn_in_the_last_round")
    return found


def gems_ran_out(match: Match) -> bool:
    """Whether the stock of gems was empty at some time."""
    left = 20
    for event in match.history.events():
        name, words = GAME.events[event[0]].name, event_words(GAME, event)
        left += {"gem": -1, "forged": int(words[3]) if name == "forged" else 0}.get(name, 0)
        if left == 0:
            return True
    return False


def main() -> None:
    """Search until every feature is there twice and every number of players nine times, shortest
    games first.
    """
    games: list[tuple[int, int, int, set[str], Match]] = []
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 240):
        players = 2 + seed % 3
        match = lively_game(players, seed)
        games.append((match.decisions, players, seed, features(match), match))
    games.sort(key=lambda game: game[0])
    wanted: dict[str, int] = {feature: PER_FEATURE for game in games for feature in game[3] - {"unfinished"}}
    chosen: list[Any] = []
    while any(wanted.values()):
        best = max((g for g in games if g not in chosen and "unfinished" not in g[3]), default=None,
                   key=lambda g: sum(wanted.get(f, 0) > 0 for f in g[3]) / (400 + g[0]))
        if best is None or not any(wanted.get(f) for f in best[3]):
            break
        chosen.append(best)
        for feature in best[3] & wanted.keys():
            wanted[feature] = max(0, wanted[feature] - 1)
    for game in games:
        if sum(g[1] == game[1] for g in chosen) < 9 and game not in chosen and "unfinished" not in game[3]:
            chosen.append(game)
    for old in HERE.glob("*.txt"):
        old.unlink()
    for _, players, seed, found, match in sorted(chosen, key=lambda game: (game[1], game[2])):
        match.comment("shows: " + ", ".join(sorted(found)) if found else "shows: nothing rare")
        (HERE / f"{players}_players_{seed:03}.txt").write_text(match.record(), "utf-8")
        print(players, seed, match.decisions, match.scores, *sorted(found))


if __name__ == "__main__":
    main()
