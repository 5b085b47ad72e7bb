"""Bots that are other programs: JSON lines over standard input and output (docs/bots.md).

A program that hangs, dies or sends nonsense forfeits the move: a random one is played, and the
record says so.
"""
from __future__ import annotations

import json
import shlex
import subprocess
from queue import Empty, Full, Queue
from threading import Thread
from time import monotonic
from typing import IO, Any

from ..kernel import Game, TafelrundeError
from .bot import Bot
from .observation import Observation

PROTOCOL = 1
PATIENCE = 5.0
"""Seconds that a program has for its answer if no clock says otherwise."""
LONGEST = 1_000_000
"""The longest line, in characters."""


class Forfeit(Exception):
    """The program gave no legal action; the message says what it did instead."""


class Program:
    """A running program. Lines are sent to it and read from it, and no wait exceeds its limit."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(  # noqa: S603  # the program that the user named
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            encoding="utf-8", errors="replace")
        self.said: Queue[str | None] = Queue(1000)
        self.told: Queue[str | None] = Queue()
        Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()
        Thread(target=self._tell, args=(self.process.stdin,), daemon=True).start()

    def _listen(self, stream: IO[str]) -> None:
        try:
            while line := stream.readline(LONGEST):
                self.said.put(line, timeout=60)
        except (OSError, ValueError, Full):
            pass
        self.said.put(None)

    def _tell(self, stream: IO[str]) -> None:
        try:
            while (line := self.told.get()) is not None:
                stream.write(line)
                stream.flush()
            stream.close()
        except (OSError, ValueError):
            return

    def send(self, message: dict[str, Any]) -> None:
        """Send a message, without waiting for it to be read."""
        self.told.put(json.dumps(message) + "\n")

    def hear(self, deadline: float) -> dict[str, Any]:
        """The next message; Forfeit if none comes in time or it is not a valid one."""
        try:
            line = self.said.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            raise Forfeit("it did not answer in time") from None
        if line is None:
            self.said.put(None)
            raise Forfeit("it has ended")
        try:
            message = json.loads(line)
        except ValueError:
            raise Forfeit("its answer is not JSON") from None
        if not isinstance(message, dict):
            raise Forfeit("its answer is not a JSON object")
        return message

    def close(self) -> None:
        """Say goodbye; kill a program that stays."""
        self.send({"type": "bye"})
        self.told.put(None)
        try:
            self.process.wait(1.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class OutsideBot(Bot):
    """A bot that asks another program."""

    level = "outside"

    def __init__(self, game: Game, command: str, seed: int | None = None, patience: float = PATIENCE) -> None:
        super().__init__(game, seed)
        self.command = shlex.split(command)
        self.patience = patience
        self.program: Program | None = None
        self.greeted = False
        self.asked = 0
        self.name = ""

    def decide(self, observation: Observation) -> str:
        """The program's answer. If it is not legal: a random action, and a note."""
        self.note = ""
        try:
            return self.ask(observation)
        except Forfeit as forfeit:
            self.note = f"outside bot forfeits its move: {forfeit}; moved at random"
            return self.random.choice(observation.legal)

    def ask(self, observation: Observation) -> str:
        """The program's answer, validated."""
        patience = self.patience if observation.time_left is None else min(self.patience, observation.time_left)
        deadline = monotonic() + patience
        program = self.started(observation)
        if not self.greeted:
            self.greeted = True
            self.name = str(self.awaited(program, "ready", deadline).get("name", ""))[:40]
        self.asked += 1
        program.send({"type": "decide", "id": self.asked, "view": observation.view(), "legal": list(observation.legal),
                      "time_left": observation.time_left})
        reply = self.awaited(program, "action", deadline)
        action = reply.get("action")
        if not isinstance(action, str) or " ".join(action.split()) not in observation.legal:
            raise Forfeit(f"{str(action)[:60]!r} is not legal")
        return " ".join(action.split())

    def started(self, observation: Observation) -> Program:
        """The program, started at the first decision."""
        if self.program is None:
            try:
                self.program = Program(self.command)
            except (OSError, ValueError) as error:
                raise Forfeit(f"it cannot be started ({error})") from None
            self.program.send({"type": "hello", "protocol": PROTOCOL, "game": self.game.name, "seat": observation.seat,
                               "players": observation.players, "options": observation.view().get("options", {})})
        return self.program

    def awaited(self, program: Program, kind: str, deadline: float) -> dict[str, Any]:
        """The next message of a type; late answers to earlier questions are ignored."""
        while True:
            message = program.hear(deadline)
            late = message.get("type") == "ready" or (message.get("type") == "action"
                                                      and message.get("id") in range(1, self.asked))
            if message.get("type") == kind and (kind != "action" or message.get("id") == self.asked):
                return message
            if not late:
                raise Forfeit(f"a message of type {kind!r} was expected")

    def explain(self, lang: str = "en") -> str:
        return self.says("outside", lang, {"name": self.name or self.command[0]})

    def close(self) -> None:
        if self.program is not None:
            self.program.close()
            self.program = None


class Unfit(TafelrundeError):
    """A program that breaks the protocol; the message says where."""


def check_conformance(command: str, game: Game, decisions: int = 60, patience: float = PATIENCE) -> str:
    """Let a program play all seats of some games. Returns its name; Unfit says what it did wrong.

    It must answer every question legally and in time, ignore what it does not know, and exit when
    told goodbye.
    """
    from ..match.fairness import secret_from
    from ..match.match import Match

    left, seed = decisions, 0
    name = ""
    while left > 0:
        match = Match.begin(game, game.seats[seed % 2], {}, secret_from(f"conformance {seed}"))
        bot = OutsideBot(game, command, seed, patience)
        seat = seed % match.players
        try:
            while not match.over and left > 0:
                if seat in match.pending:
                    action = bot.decide(Observation.of(match, seat))
                    if bot.note:
                        raise Unfit(f"decision {bot.asked} of {game.name}, seat {seat}: {bot.note}")
                    if bot.program is not None:
                        bot.program.send({"type": "news from a later protocol", "id": -1})
                    match.play(action, seat=seat)
                    left -= 1
                else:
                    other = match.pending[0]
                    match.play(bot.random.choice(match.legal(other)), seat=other)
            name = bot.name
            program = bot.program
            bot.close()
            if program is not None and program.process.returncode != 0:
                raise Unfit(f"told goodbye, it ended with code {program.process.returncode} instead of 0")
        finally:
            bot.close()
        seed += 1
    return name
