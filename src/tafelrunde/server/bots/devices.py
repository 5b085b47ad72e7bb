"""Bots that think on their opponent's device: what the device is asked, and how its answer is
checked.

Nothing that a device says is trusted. Its answer must be one of the choices and come in time;
otherwise the server's own bot decides.
"""
from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from functools import lru_cache
from typing import Any

import tafelrunde

from ... import bots
from ...bots import device, modules
from ..errors import Refused
from ..tables.base import encode
from ..tables.entrusting import lone_person
from ..tables.live import Live, Reader
from ..tables.table import Step, Table

WITHIN = 2.5
"""Seconds that a device has for an answer, the way there and back included; then the server's bot
takes over.
"""


@lru_cache(maxsize=32)
def kernel_of(game: str) -> str | None:
    """The digest of a title's module; None if it has none of the current rules."""
    try:
        return str(modules.read_about(modules.find(tafelrunde.game(game)))["digest"])
    except modules.NoModule:
        return None


class Device:
    """A page that has offered to think for the bots of the table that it shows."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.ref = ""
        self.choices: list[int] = []
        self.answered: asyncio.Future[int | None] | None = None
        self.thought: dict[int, int] = {}
        """By seat, the version of the table that it was last asked about and has answered for."""

    async def ask(self, version: int, asked: dict[str, Any]) -> int | None:
        """The action that the device chooses at a version of its table; None when it is silent,
        hidden or gone.
        """
        self.ref, self.choices = secrets.token_urlsafe(9), asked["choices"]
        self.answered = asyncio.get_running_loop().create_future()
        self.reader.tell(encode({"type": "think", "ref": self.ref, **asked}))
        try:
            async with asyncio.timeout(WITHIN):
                found = await self.answered
        except TimeoutError:
            # A device that was silent once is not waited for again until it makes a new offer
            self.reader.device = None
            self.reader.tell(encode({"type": "enough", "ref": self.ref}))
            found = None
        finally:
            self.answered = None
        if found is not None:
            self.thought[asked["seat"]] = version
        return found

    def answer(self, ref: str, action: int) -> None:
        """Take an answer; Refused if nobody waits for it, or if it is not a valid one."""
        if self.answered is None or self.answered.done() or ref != self.ref:
            raise Refused("conflict", "thought_late")
        if action not in self.choices:
            self.leave()
            raise Refused("conflict", "thought_wrong", field="action")
        self.answered.set_result(action)

    def leave(self) -> None:
        """The page is hidden, has gone or answers nonsense: whoever waits for it does not any
        longer.
        """
        if self.reader.device is self:
            self.reader.device = None
        if self.answered is not None and not self.answered.done():
            self.answered.set_result(None)


def willing(live: Live, user: str) -> Device | None:
    """A device of a person that has offered to think."""
    return next((r.device for r in live.readers if r.user == user and r.device is not None), None)


async def decision(live: Live, seat: int, level: str, seed: int) -> str | None:
    """What a device decides in the place of a bot; None where none may be asked, or none
    answers.
    """
    table = live.table
    person = lone_person(table)
    helper = None if person is None else willing(live, table.seats[person].user or "")
    asked = None if helper is None else question(table, seat, level, seed, helper)
    if helper is None or asked is None:
        return None
    found = await helper.ask(table.version, asked)
    return None if found is None or table.match is None else allowed(table, seat, table.match.game.actions.name(found), helper)


def question(table: Table, seat: int, level: str, seed: int, helper: Device) -> dict[str, Any] | None:
    """The question to a device for a bot's seat; None if that bot thinks on the server."""
    person = lone_person(table)
    if person is None or table.match is None or table.seats[seat].kind != "bot" or table.seats[person].standin:
        return None
    if bots.Level.read(level).name not in device.LEVELS:
        return None
    bot = bots.make(level, table.match.game, seed)
    observation = observed(table, seat, person, helper)
    if observation is None or len(bot.choices(observation)) == 1:
        return None
    asked, _ = device.question(bot, observation, match=table.id)
    limits = device.budget(bot)
    return {"seat": seat, "level": asked["level"], "root": b64encode(asked["root"]).decode(), "choices": asked["choices"],
            "seed": asked["seed"], "since": asked.get("since"), "net": asked.get("net"), "iterations": limits.get("iterations"),
            "milliseconds": limits.get("milliseconds"), "within_ms": round(1000 * WITHIN)}


def allowed(table: Table, seat: int, action: str, helper: Device) -> str | None:
    """A device's answer, if the rules allow it; otherwise the device is not asked again."""
    if table.match is None or seat not in table.pending:
        return None  # it was taken back meanwhile
    if table.match.why_not(action, seat) is not None:
        helper.leave()
        return None
    return action


def observed(table: Table, seat: int, person: int, helper: Device) -> bots.Observation | None:
    """What a device is told for a bot's seat: what its person may know, or at a table made for it
    what the bot may know.
    """
    match = table.match
    if match is None:
        return None
    found = bots.Observation.of(match, seat) if table.config.cards_here else device.shared(match, seat, person)
    last = last_decision(table, seat)
    if found is not None and (last is None or last.by != "device" or helper.thought.get(seat) != last.version - 1):
        found.since = None  # its tree does not belong to the seat's last decision
    return found


def last_decision(table: Table, seat: int) -> Step | None:
    """The step of a seat's last decision."""
    return next((s for s in reversed(table.steps) if s.kind == "decide" and s.seat == seat), None)
