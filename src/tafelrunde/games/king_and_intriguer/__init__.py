"""König & Intrigant: El Grande with action cards of one's own and the roles of king and intriguer,
for two to five players.
"""
from __future__ import annotations

from ...kernel import Game
from ..el_grande import GAME as EL_GRANDE
from ..el_grande.common import pending, points
from ..el_grande.receipt import receipt
from .blanks import words_of
from .decisions import DECISIONS, apply, why_not
from .events import EVENTS, word
from .invariants import Broken, broken
from .options import OPTIONS, configure
from .position import POSITION
from .resample import resample
from .setup import setup
from .sources import printed
from .tables import DATA


def own_words() -> dict[str, dict[str, str]]:
    """The table's own names of cards."""
    return {f"card.{c['id']}": {lang: f"{c['id']} ({name})" for lang, name in c["name"].items()}
            for c, ours in zip(DATA["card"], printed()["card"], strict=True) if c["name"] != ours["name"]}


GAME = Game.declared(
    __name__, DECISIONS, POSITION, broken, Broken, parent=EL_GRANDE,
    setup=setup, pending=pending, apply=apply, resample=resample, points=points,
    seats=EL_GRANDE.seats, minutes=90, events=EVENTS, options=OPTIONS, configure=configure, why_not=why_not, word=word,
    receipt=receipt, own_words=own_words(), words_of=words_of,
)
