"""König & Intrigant: El Grande with action cards for each player and the roles of king and
intriguer, for two to five players.
"""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...kernel import Game, Law, members
from ..el_grande import GAME as EL_GRANDE
from ..el_grande.common import pending, points
from ..el_grande.receipt import receipt
from .actions import ACTIONS
from .blanks import words_of
from .decisions import DECISIONS, apply, why_not
from .events import EVENTS, word
from .fields import FIELDS
from .invariants import Broken, broken
from .options import OPTIONS, configure
from .position import POSITION
from .resample import resample
from .setup import setup
from .sources import printed
from .tables import DATA


def load(given: Mapping[str, Any]) -> Any:
    """A state from a position that may be partial."""
    return POSITION.load(given, GAME)


def own_words() -> dict[str, dict[str, str]]:
    """The table's own names of cards."""
    return {f"card.{c['id']}": {lang: f"{c['id']} ({name})" for lang, name in c["name"].items()}
            for c, ours in zip(DATA["card"], printed()["card"], strict=True) if c["name"] != ours["name"]}


GAME = Game(
    name="king_and_intriguer",
    seats=(2, 5),
    fields=FIELDS,
    actions=ACTIONS,
    events=EVENTS,
    options=OPTIONS,
    law=Law(words=ACTIONS.words, setup=setup, pending=pending, legal=DECISIONS.legal, apply=apply, asks=DECISIONS.asks,
            resample=resample, points=points, standing=points),
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
    parent=EL_GRANDE,
    receipt=receipt,
    own_words=own_words(),
    words_of=words_of,
)
