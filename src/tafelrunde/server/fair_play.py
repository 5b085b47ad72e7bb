"""Fair play, seen from a client: a seed of one's own for every seat, the commitment kept, the
finished game checked here.

    table = await client.fair.sit("/api/play-now", game="toledo")
    …
    draws = await client.fair.verify(table["id"])

`sit` asks the server to wait for the seed until the commitment has been seen, so the server cannot
choose the secret to fit the seed.  `verify` plays the record again with the rules of this machine;
it does not ask the server whether all was fair.
"""
from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tafelrunde

from ..errors import Unverified
from ..match.fairness import new_seed
from ..match.records import parse
from ..match.witness import Kept

if TYPE_CHECKING:
    from .client import Client


class FairPlay:
    """What a client knows of its tables' chance; in a file too, where one is named, so that a
    restart loses nothing.
    """

    def __init__(self, client: Client, file: Path | None = None) -> None:
        self.client = client
        self.file = file
        self.kept: dict[str, Kept] = {}
        if file is not None and file.exists():
            self.kept = {id_: Kept(k["commitment"], {int(s): v for s, v in k["seeds"].items()}, k["chance"])
                         for id_, k in json.loads(file.read_text("utf-8")).items()}

    async def sit(self, path: str, **asked: Any) -> dict[str, Any]:
        """Make a request that seats me (a new table, play-now, join, rematch); then add my seed.
        The table.
        """
        table: dict[str, Any] = await self.client.post(path, **asked, seed_later=True)
        return await self.add_seed(table)

    async def add_seed(self, table: dict[str, Any]) -> dict[str, Any]:
        """Keep the commitment of a table at which I sit, then add my seed if the table waits for
        it.  The table.
        """
        id_, chance = table["id"], table["chance"]
        if id_ not in self.kept and chance is not None:
            self._keep(id_, Kept(table["commitment"], {}, chance))
        if table["seed_due"]:
            seed = new_seed()
            # Not what was added at a seat that was left
            there = {seat: known for seat, known in self.kept[id_].seeds.items()
                     if seat in table["mine"] and table["seeds"].get(str(seat)) == known}
            seeds = {seat: seed for seat in table["mine"] if seat not in there}
            self._keep(id_, Kept(self.kept[id_].commitment, there | seeds, chance))
            table = await self.client.post(f"/api/tables/{id_}/seed", seed=seed)
        return table

    def _keep(self, id_: str, kept: Kept) -> None:
        self.kept[id_] = kept
        if self.file is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps({i: {"commitment": k.commitment, "seeds": dict(k.seeds), "chance": k.chance}
                                             for i, k in self.kept.items()}, indent=1), "utf-8")

    async def verify(self, id_: str) -> int:
        """Check a finished game with the rules of this machine: how many draws there were;
        Unverified says what is wrong.
        """
        if id_ not in self.kept:
            raise Unverified("nothing was kept of this table: it can be verified by its record alone")
        text: str = await self.client.get(f"/api/tables/{id_}/record")
        game = tafelrunde.game(parse(text).header["Game"])
        return await asyncio.to_thread(self.kept[id_].verify, game, text)
