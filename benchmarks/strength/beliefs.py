"""How well a title's beliefs meet the truth: of the cards that others hold, how many a draw gets
right.

    python benchmarks/strength/beliefs.py LEVEL GAMES

König & Intrigant with four players of a level, every twelfth decision, five draws each: `resample`
alone, and with `believe`. docs/strength.md quotes this.
"""
from __future__ import annotations

import sys

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.games.king_and_intriguer.fields import Phase
from tafelrunde.match.match import Match

TITLE, PLAYERS, EVERY, DRAWS = "king_and_intriguer", 4, 12, 5


def met(match: Match, seat: int) -> tuple[int, int, int]:
    """Counts: cards that others hold, those hit by plain draws, and those hit by draws with
    beliefs.
    """
    observation, hands = bots.Observation.of(match, seat), match.state.hand
    held = plain = believed = 0
    for k in range(DRAWS):
        s = observation.imagine(k)
        drawn = list(s.hand)
        judgement_of(match.game).believe(s, seat)
        for p in range(PLAYERS):
            if p != seat:
                held += hands[p].bit_count()
                plain += (drawn[p] & hands[p]).bit_count()
                believed += (s.hand[p] & hands[p]).bit_count()
    return held, plain, believed


def main(level: str, games: str) -> None:
    """Play, and print the shares."""
    game = tr.game(TITLE)
    sums = [0, 0, 0]
    for seed in range(int(games)):
        match = tr.new(TITLE, players=PLAYERS, seed=900 + seed)
        team = [bots.make(level, game, 10 * seed + p, 1) for p in range(PLAYERS)]
        while not match.over:
            seat = match.pending[0]
            if match.decisions % EVERY == 0 and match.state.phase != Phase.DISCARD:
                sums = [a + b for a, b in zip(sums, met(match, seat), strict=True)]
            bots.take_turn(match, seat, team[seat])
        held, plain, believed = sums
        print(f"{level}, {seed + 1} games: {held} cards, drawn {plain / held:.1%}, believed {believed / held:.1%}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
