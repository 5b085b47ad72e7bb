"""Positions with twins that differ only in what the deciding seat cannot know: what a bot must not
be able to tell.
"""
from random import Random

from harness import Table, play_on
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde.kernel import seed_generator
from tafelrunde.match.match import Match

TABLES = [("sealed_bids", Table(4)), ("el_grande", Table(4)), ("el_grande", Table(2)),
          ("el_grande", Table(5, {"modules": ["new_regent", "power_shift"],
                                  "alternatives": ["grand_strategy", "veto", "secret_ballot"]})),
          ("king_and_intriguer", Table(3)), ("rheinlaender", Table(4)), ("toledo", Table(3))]
TABLES = [(name, table) for name, table in TABLES if name == "sealed_bids" or name in tr.games()]


def game_of(name):
    return GAME if name == "sealed_bids" else tr.game(name)


def positions(name, table, seed, every):
    """A random match, and at some decisions a twin that differs only in what the deciding seat
    cannot know.
    """
    game, choice = game_of(name), Random(seed)
    match = table.match(game, f"boundary {seed}")
    while not match.over:
        play_on(match, choice, every)
        if not match.over:
            seat = choice.choice(match.pending)
            twin = Match(game, match.state.clone(), None, {})
            twin.state.rng = seed_generator(choice.getrandbits(40))
            game.law.resample(twin.state, seat)
            twin.history, twin._decided = match.history, match.decisions  # the same past
            yield match, twin, seat
