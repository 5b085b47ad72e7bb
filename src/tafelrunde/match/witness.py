"""What a player stores of a game before it begins, and compares with the record afterwards
(docs/fairness.md).
"""
from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import Unverified
from ..kernel import Game
from .chance import SCHEME
from .records import parse
from .replaying import verify


@dataclass(frozen=True)
class Kept:
    """The commitment that was shown, the player's own seeds by seat, and the scheme of the draws.
    """

    commitment: str
    seeds: Mapping[int, str] = field(default_factory=dict[int, str])
    chance: str = SCHEME

    def verify(self, game: Game, text: str) -> int:
        """Check a finished record as a whole and count its draws; Unverified says what does not
        match.
        """
        header = parse(text).header
        if header.get("Chance") != self.chance:
            raise Unverified(f"chance was to be drawn by {self.chance}, the record says {header.get('Chance', 'nothing')}")
        if header.get("Seed commitment") != self.commitment:
            raise Unverified("the record has another seed commitment than the one that was shown before the game")
        draws = verify(game, text)  # this also reads the seeds: they are well formed from here on
        seeds: dict[str, Any] = json.loads(header.get("Player seeds", "{}"))
        for seat, seed in self.seeds.items():
            if seeds.get(str(seat)) != seed:
                raise Unverified(f"the record does not have the seed that was added at seat {seat}")
        return draws
