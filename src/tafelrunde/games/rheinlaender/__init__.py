"""Rheinländer by Reiner Knizia: knights along the Rhine, duchies that merge, castles, bishops and
the archbishop.
"""
from __future__ import annotations

from ...kernel import Game
from .decisions import DECISIONS, apply, pending, why_not
from .events import EVENTS, word
from .invariants import Broken, broken
from .options import OPTIONS, configure, shows_memory
from .position import POSITION
from .receipt import receipt
from .resample import resample
from .scoring import points, standing
from .setup import setup

GAME = Game.declared(
    __name__, DECISIONS, POSITION, broken, Broken,
    setup=setup, pending=pending, apply=apply, resample=resample, points=points, standing=standing, points_from=("coins",),
    seats=(3, 5), minutes=60, events=EVENTS, options=OPTIONS, configure=configure,
    why_not=why_not, word=word, receipt=receipt, shows_memory=shows_memory,
)
