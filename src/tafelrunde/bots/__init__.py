"""Bots.

>>> import tafelrunde as tr
>>> from tafelrunde import bots
>>> match = tr.new("el_grande", players=4, seed=1)
>>> bot = bots.make("random", match.game, seed=1)
>>> seat = match.pending[0]
>>> bot.decide(bots.Observation.of(match, seat)) in match.legal(seat)
True
"""
from .bot import Bot, RandomBot
from .hinting import Hint, advise, hint
from .levels import LEVELS, LIMITED, BadLevel, Level, levels_of, make
from .observation import Observation
from .playing import take_turn

__all__ = ["LEVELS", "LIMITED", "BadLevel", "Bot", "Hint", "Level", "Observation", "RandomBot", "advise", "hint", "levels_of",
           "make", "take_turn"]
