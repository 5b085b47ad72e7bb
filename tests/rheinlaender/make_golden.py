"""Find the golden records of Rheinländer again: lively random games, searched for what rarely
happens.

    python tests/rheinlaender/make_golden.py      writes tests/rheinlaender/golden/*.txt

Only needed if the rules or the notation change on purpose.
"""
from __future__ import annotations

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from harness import Table

from tafelrunde.games.rheinlaender import GAME
from tafelrunde.games.rheinlaender.board import BOARD
from tafelrunde.games.rheinlaender.fields import ALONE, DUCHY_AT
from tafelrunde.games.rheinlaender.tables import SWITCHES
from tafelrunde.match.history import Decision, event_words
from tafelrunde.match.match import Match

HERE = Path(__file__).parent / "golden"
PER_FEATURE = 2
RARE = ("merger_of_three", "tied_merger", "exchanged_castle", "several_castles_exchanged", "swap_that_flips_ownership",
        "swap_for_a_third_player", "out_of_knights_by_a_castle", "out_of_knights_by_an_exchange", "castle_left_empty",
        "own_duchies_merged", "passed_over", "two_reshuffles_in_a_row", "archbishop_lost_by_a_tie", "shared_victory",
        "knights_back_after_the_end", "castle_by_a_foreign_knight", "river_merger", "support_that_takes_over")


def lively_game(players: int, seed: int) -> Match:
    """A whole game in which seats have tastes of their own; every third table plays with other
    readings.
    """
    choice = Random(seed)
    options = {}
    if seed % 3 == 2:
        options = {name: choice.choice(SWITCHES.alternatives(name)) for name in SWITCHES.rows if choice.random() < 0.4}
    tastes = [{"fort": choice.choice((0.002, 0.02)), "card": 1.0, "knight": choice.choice((1.0, 4.0)), "support": 1.0,
               "swap": 30.0, "nothing": 1.0, "end": 1.0} for _ in range(players)]
    match = Table(players, options).match(GAME, f"golden {seed}")
    while not match.over:
        seat = match.pending[0]
        actions = match.legal(seat)
        weights = [tastes[seat][action.split()[0]] * 6 ** joined(match, action) for action in actions]
        match.play(choice.choices(actions, weights)[0], seat=seat)
    return match


def joined(match: Match, action: str) -> int:
    """How many duchies beyond the first a knight would join; people love mergers more than chance
    does.
    """
    verb, _, space = action.partition(" ")
    if verb not in ("knight", "support"):
        return 0
    around = {DUCHY_AT[match.state.cell[y]] for y in BOARD.adjacent[BOARD.spaces.index(space)]} - {ALONE}
    return max(0, len(around) - 1)


def turns(match: Match) -> list[tuple[int, list[list[str]]]]:
    """The events of each decision, as words, with who decided."""
    found: list[tuple[int, list[list[str]]]] = []
    for entry in match.history.entries:
        if isinstance(entry, Decision):
            found.append((entry.seat, []))
        elif isinstance(entry, tuple) and found:
            found[-1][1].append([GAME.events[entry[0]].name, *event_words(GAME, entry)])
    return found


def features(match: Match) -> set[str]:
    """What happened in a game that is worth keeping."""
    found: set[str] = set()
    supply = [{3: 25, 4: 20, 5: 17}[match.players]] * match.players
    ended = False
    for seat, told in turns(match):
        names = [words[0] for words in told]
        found |= of_one_turn(seat, told, names)
        for words in told:
            for p, n in pieces(words):
                supply[p] += n
                if supply[p] == 0 and words[0] == "castle" and p != seat:
                    found.add("out_of_knights_by_a_castle")
                if supply[p] == 0 and words[0] == "exchanged" and n < 0:
                    found.add("out_of_knights_by_an_exchange")
                if ended and n > 0:
                    found.add("knights_back_after_the_end")
        ended |= "last_round" in names
    if len(match.ranking[0]) > 1:
        found.add("shared_victory")
    return found


def pieces(words: list[str]) -> list[tuple[int, int]]:
    """Knights that leave a supply (-1) or come back to it."""
    name = words[0]
    if name in ("knight", "support", "castle", "filled"):
        return [(int(words[1]), -1)]
    return [(int(words[1]), -1), (int(words[3]), 1)] if name in ("swap", "exchanged") else []


def of_one_turn(seat: int, told: list[list[str]], names: list[str]) -> set[str]:
    """The effects of one decision."""
    found: set[str] = set()
    merged = [words for words in told if words[0] == "merged"]
    if merged and int(merged[0][1]) >= 3:
        found.add("merger_of_three")
    if merged and "ownerless" in names:
        found.add("tied_merger")
    if merged and merged[0][2].startswith("W"):
        found.add("river_merger")
    dukes = [words for words in told if words[0] == "duke"]
    if merged and not dukes and "ownerless" not in names and ["paid", str(seat)] in [words[:2] for words in told]:
        found.add("own_duchies_merged")
    if "exchanged" in names:
        found.add("exchanged_castle")
    if names.count("exchanged") > 1:
        found.add("several_castles_exchanged")
    if "swap" in names and dukes:
        found.add("swap_that_flips_ownership" if int(dukes[0][1]) == seat else "swap_for_a_third_player")
    if "support" in names and dukes and "paid" in names:
        found.add("support_that_takes_over")
    if any(words[0] == "castle" and int(words[1]) != seat for words in told):
        found.add("castle_by_a_foreign_knight")
    simple = {"castle_empty": "castle_left_empty", "passed_over": "passed_over",
              "no_archbishop": "archbishop_lost_by_a_tie"}
    found |= {feature for name, feature in simple.items() if name in names}
    if [words[2] for words in told if words[0] == "draw"].count("shuffle") > 1:
        found.add("two_reshuffles_in_a_row")
    return found


def main() -> None:
    """Search until every feature is there twice, every number of players seven times."""
    games: list[tuple[int, int, set[str], Match]] = []
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 300):
        players = 3 + seed % 3
        match = lively_game(players, seed)
        games.append((players, seed, features(match), match))
    wanted = {feature: PER_FEATURE for game in games for feature in game[2]}
    chosen: list[tuple[int, int, set[str], Match]] = []
    while any(wanted.values()):
        best = max((g for g in games if g not in chosen), key=lambda g: sum(wanted[f] > 0 for f in g[2]))
        if not any(wanted[f] for f in best[2]):
            break
        chosen.append(best)
        for feature in best[2]:
            wanted[feature] = max(0, wanted[feature] - 1)
    for game in games:
        if sum(g[0] == game[0] for g in chosen) < 8 and game not in chosen:
            chosen.append(game)
    HERE.mkdir(exist_ok=True)
    for old in HERE.glob("*.txt"):
        old.unlink()
    for players, seed, found, match in sorted(chosen, key=lambda game: game[:2]):
        match.comment("shows: " + (", ".join(sorted(found)) or "nothing rare"))
        (HERE / f"{players}_players_{seed:03}.txt").write_text(match.record(), "utf-8")
        print(players, seed, match.decisions, match.scores, *sorted(found))
    print("not found:", *sorted(set(RARE) - set(wanted)))


if __name__ == "__main__":
    main()
