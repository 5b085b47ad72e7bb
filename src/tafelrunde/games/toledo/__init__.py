"""Toledo by Martin Wallace: the road from the cathedral to the Alcazar, shops, steel and gems,
swords, duels.
"""
from __future__ import annotations

from ...kernel import Game
from .alcazar import points, standing
from .decisions import DECISIONS, apply, pending, why_not
from .events import EVENTS, word
from .invariants import Broken, broken
from .options import OPTIONS, configure
from .position import POSITION
from .receipt import receipt
from .resample import resample
from .setup import setup

GAME = Game.declared(
    __name__, DECISIONS, POSITION, broken, Broken,
    setup=setup, pending=pending, apply=apply, resample=resample, points=points, standing=standing,
    points_from=("gems", "masters", "delivered", "blades", "painting"),
    seats=(2, 4), minutes=60, events=EVENTS, options=OPTIONS, configure=configure, why_not=why_not, word=word, receipt=receipt,
)
