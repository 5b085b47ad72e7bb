"""Players that are not people.

>>> import tafelrunde as tr
>>> from tafelrunde import bots
>>> match = tr.new("el_grande", players=4, seed=1)
>>> bot = bots.make("random", match.game, seed=1)
>>> seat = match.pending[0]
>>> bot.decide(bots.Observation.of(match, seat)) in match.legal(seat)
True
"""
from .bot import Bot, RandomBot
from .levels import LEVELS, BadLevel, Level, make
from .observation import Observation
from .playing import take_turn

__all__ = ["LEVELS", "BadLevel", "Bot", "Level", "Observation", "RandomBot", "make", "take_turn"]
