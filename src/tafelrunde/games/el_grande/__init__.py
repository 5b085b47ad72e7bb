"""El Grande (2023) with all its modules, for two to five players; and the edition of 1995."""
from __future__ import annotations

from ...kernel import Game
from .actions import ACTIONS
from .common import pending, points
from .decisions import DECISIONS, apply, why_not
from .events import EVENTS, word
from .invariants import Broken, broken
from .options import OPTIONS, configure, shows_memory
from .position import POSITION
from .receipt import receipt
from .resample import resample
from .setup import setup
from .sources import printed
from .state import State
from .tables import DATA, EDITIONS, OLD_IDS


def hint(action: int) -> str:
    """What others see of a card taken back: its back, which shows whether it is a power card or a
    modifier.
    """
    return {"REGAIN": "regain power", "REGAIN_MODIFIER": "regain modifier"}.get(ACTIONS.verb_of[action].label, "")


def certain(s: State, line: str) -> bool:
    """Whether a chance line tells nothing: without New Regent the King card is always the one that
    deck 5 shows (EG-2.2).
    """
    return not s.regent and line.split()[1:] == ["open", "5", "your_majesty"]


GAME = Game.declared(
    __name__, DECISIONS, POSITION, broken, Broken,
    setup=setup, pending=pending, apply=apply, resample=resample, points=points,
    seats=(2, 5), minutes=90, events=EVENTS, options=OPTIONS, configure=configure, why_not=why_not, word=word, receipt=receipt,
    aliases={"card": OLD_IDS}, editions=EDITIONS, shows_memory=shows_memory, hint=hint, certain=certain,
    own_words={f"card.{c['id']}": c["name"] for c, ours in zip(DATA["card"], printed()["card"], strict=True)
               if c["name"] != ours["name"]},
)
