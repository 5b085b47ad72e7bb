"""El Grande (2023) with all its modules, for two to five players; and the edition of 1995."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...kernel import Game, Law, members
from .actions import ACTIONS
from .common import pending, points
from .decisions import DECISIONS, apply, why_not
from .events import EVENTS, word
from .fields import FIELDS
from .invariants import Broken, broken
from .options import OPTIONS, configure, shows_memory
from .position import POSITION
from .receipt import receipt
from .resample import resample
from .setup import setup
from .sources import printed
from .state import State
from .tables import DATA, EDITIONS, OLD_IDS


def load(given: Mapping[str, Any]) -> Any:
    """A state from a position that may be partial."""
    return POSITION.load(given, GAME)


def hint(action: int) -> str:
    """What others see when a card is taken back: its back, which shows whether it is a power card
    or a modifier.
    """
    return {"REGAIN": "regain power", "REGAIN_MODIFIER": "regain modifier"}.get(ACTIONS.verb_of[action].label, "")


def certain(s: State, line: str) -> bool:
    """Whether a chance line reveals nothing: without New Regent the King card is always the open
    card of deck 5 (EG-2.2).
    """
    return not s.regent and line.split()[1:] == ["open", "5", "your_majesty"]


GAME = Game(
    name="el_grande",
    seats=(2, 5),
    fields=FIELDS,
    actions=ACTIONS,
    events=EVENTS,
    options=OPTIONS,
    law=Law(words=ACTIONS.words, setup=setup, pending=pending, legal=DECISIONS.legal, apply=apply, asks=DECISIONS.asks,
            resample=resample, points=points, standing=points),
    aliases={"card": OLD_IDS},
    configure=configure,
    why_not=why_not,
    prompt=DECISIONS.prompt,
    position=POSITION.write,
    own=POSITION.own,
    load=load,
    word=word,
    folder=Path(__file__).parent, package=__name__, minutes=90,
    broken=broken,
    laws=tuple(members(Broken)),
    editions=EDITIONS,
    shows_memory=shows_memory,
    hint=hint,
    certain=certain,
    receipt=receipt,
    own_words={f"card.{c['id']}": c["name"] for c, ours in zip(DATA["card"], printed()["card"], strict=True)
               if c["name"] != ours["name"]},
)
