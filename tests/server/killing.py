"""Killing servers in the middle of games, and looking afterwards whether anything that was
acknowledged is missing.
"""
from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.settings import PREFIX, Settings
from tafelrunde.server.storage.database import Database
from tafelrunde.server.storage.schema import log, tables


@dataclass
class Program:
    """A process of the server, or a worker, that is killed and comes back."""

    arguments: list[str]
    environment: dict[str, str]
    output: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.output.open("ab") as out:
            self.process = subprocess.Popen([sys.executable, "-c", MAIN, *self.arguments], stdout=out, stderr=out,
                                            env=os.environ | self.environment, start_new_session=True)

    def kill(self) -> None:
        """SIGKILL to the process and everything it has started, unless it was killed already."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    async def answers(self, url: str) -> None:
        """Wait until the server is well."""
        heard = "nothing"
        try:
            async with httpx.AsyncClient() as http, asyncio.timeout(300):
                while self.process is None or self.process.poll() is None:
                    try:
                        answer = await http.get(url + "/health", timeout=2)
                        if answer.status_code == 200:
                            return
                        heard = answer.text
                    except httpx.HTTPError as error:
                        heard = repr(error)
                    await asyncio.sleep(0.1)
        except TimeoutError:
            if self.process is not None:
                self.process.send_signal(signal.SIGUSR1)
                await asyncio.sleep(1)  # for the stacks to be written
        raise AssertionError(f"{self.arguments} ended, or is not well ({heard}):\n{self.output.read_text()[-8000:]}")


MAIN = """
import faulthandler, signal, typer
from tafelrunde.cli.serve import register
faulthandler.register(signal.SIGUSR1)
app = typer.Typer()
register(app)
app()
"""


@dataclass
class Outcome:
    """The findings."""

    games: int = 0
    finished: int = 0
    acknowledged: int = 0
    kills: int = 0
    missing: list[str] = field(default_factory=list[str])
    gaps: list[str] = field(default_factory=list[str])
    tournaments: int = 0
    tournaments_over: int = 0
    reconnects: int = 0
    refusals: Counter[str] = field(default_factory=Counter[str])


def environment(settings: Settings) -> dict[str, str]:
    """What servers are started with: nobody decides for a program whose server was killed, however
    long it takes.
    """
    chosen = {"DATA_DIR": settings.data_dir, "DATABASE": settings.database, "STANDIN": "random", "LIMITS": "false",
              "LOG_LEVEL": "warning", "PATIENCE": "10", "ABSENT_AFTER": "86400"}
    return {PREFIX + k: v for k, v in chosen.items()}


@dataclass
class Killer:
    """Kills a process after every n acknowledged actions, at the very moment when one is
    acknowledged.
    """

    programs: list[Program]
    urls: list[str]
    every: int
    outcome: Outcome
    chooser: random.Random
    progress: Any = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def acknowledged(self) -> None:
        """An action has been acknowledged. While a process comes back, whoever is due for the next
        kill waits.
        """
        self.outcome.acknowledged += 1
        if self.outcome.acknowledged % self.every:
            return
        async with self.lock:
            victim = self.chooser.choice(self.programs)
            victim.kill()
            self.outcome.kills += 1
            await asyncio.sleep(self.chooser.uniform(0, 0.3))
            victim.start()
            await all_answer(self.programs, self.urls)
            if self.progress is not None:
                self.progress(self.outcome, self.outcome.finished)


async def run(settings: Settings, ports: list[int], games: int, folder: Path, every: int, workers: int = 0,
              bots: int = 1, seed: int = 1, progress: Any = None, tournaments: int = 0) -> Outcome:
    """Play games by two programs (and bots) each; after every n acknowledged actions a process is
    killed.

    Tournaments of bots run at the same time, from before the first game until they are over.
    """
    programs = [Program(["serve", "--port", str(p)], environment(settings), folder / f"server-{p}.log") for p in ports]
    programs += [Program(["worker"], environment(settings), folder / f"worker-{n}.log") for n in range(workers)]
    outcome = Outcome(games=games, tournaments=tournaments)
    urls = [f"http://127.0.0.1:{p}" for p in ports]
    killer = Killer(programs, urls, every, outcome, random.Random(seed), progress)
    acknowledged: dict[str, dict[int, str]] = {}
    for program in programs:
        program.start()
    try:
        await all_answer(programs, urls)
        hosts = [await begin_tournament(urls) for _ in range(tournaments)]
        async with asyncio.TaskGroup() as playing:
            for n in range(games):
                playing.create_task(_game(urls, n, bots, acknowledged, killer))
        for host, id_ in hosts:
            acknowledged |= {table: {} for table in await _played(host, id_)}
            outcome.tournaments_over += 1
    finally:
        for program in programs:
            program.kill()
    await _compare(settings, acknowledged, outcome)
    return outcome


async def begin_tournament(urls: list[str], entrants: int = 16, rounds: int = 3) -> tuple[Client, str]:
    """A running tournament of bots: its host and its id."""
    host = Client(urls[0], patience=1800, others=urls[1:])
    await _patiently(host.guest)
    made = await _patiently(lambda: host.post(
        "/api/tournaments", name="Bots", game="el_grande", seats=4, options={"short": True}, system="swiss", rounds=rounds,
        clock={"kind": "live", "bank_ms": 3_600_000, "increment_ms": 10_000}, rated=False, listed=True))
    id_ = str(made["tournament"]["id"])
    await host.post(f"/api/tournaments/{id_}/bots", level="random", count=entrants)
    await host.post(f"/api/tournaments/{id_}/start")
    return host, id_


async def _played(host: Client, id_: str) -> list[str]:
    """Wait for the end of a tournament; its tables."""
    async with asyncio.timeout(1800):
        while True:
            found = await _patiently(lambda: host.get(f"/api/tournaments/{id_}"))
            if found["tournament"]["status"] == "over":
                await host.http.aclose()
                return [one["table"] for drawn in found["rounds"] for one in drawn["tables"]]
            await asyncio.sleep(0.2)


async def all_answer(programs: list[Program], urls: list[str]) -> None:
    """Wait until the servers are well; they come before the workers."""
    await asyncio.gather(*(program.answers(url) for program, url in zip(programs, urls, strict=False)))


async def _patiently(call: Any) -> Any:
    """Repeat a REST request until the server is there."""
    async with asyncio.timeout(300):
        while True:
            try:
                return await call()
            except (httpx.HTTPError, OSError):
                await asyncio.sleep(0.2)
            except ServerRefused as refused:
                if refused.code not in ("busy", "internal"):
                    raise
                await asyncio.sleep(0.2)


async def _game(urls: list[str], n: int, bots: int, acknowledged: dict[str, dict[int, str]], killer: Killer) -> None:
    mine = urls[n % len(urls):] + urls[: n % len(urls)]
    people = [Client(mine[0], patience=1800, others=mine[1:]) for _ in range(2)]
    for person in people:
        await _patiently(person.guest)
    table = await _patiently(lambda: people[0].post(
        "/api/tables", game="el_grande", players=2 + bots, options={"short": True}, listed=False,
        seats=[{"kind": "me"}, {"kind": "open"}, *({"kind": "bot", "level": "random"} for _ in range(bots))]))
    await _join(people[1], table)
    acknowledged[table["id"]] = {}
    await asyncio.gather(*(_seat(p, table["id"], n * 10 + i, acknowledged[table["id"]], killer)
                           for i, p in enumerate(people)))
    killer.outcome.finished += 1
    for person in people:
        await person.http.aclose()


async def _join(person: Client, table: dict[str, Any]) -> None:
    async def once() -> None:
        try:
            await person.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
        except ServerRefused as refused:
            if refused.code != "conflict":  # the answer to the first attempt was lost
                raise

    await _patiently(once)


async def _seat(person: Client, table: str, seed: int, acknowledged: dict[int, str], killer: Killer) -> None:
    chooser = random.Random(seed)
    async with person.sit(table) as socket:
        while True:
            state = await socket.my_turn()
            if state["over"]:
                break
            action = chooser.choice(state["legal"])
            try:
                version = await socket.act(action, version=state["version"])
            except ServerRefused as refused:
                killer.outcome.refusals[refused.code] += 1
                await asyncio.sleep(0.05)
                continue
            acknowledged[version] = f"{state['seat']} {action}"
            await killer.acknowledged()
            await socket.until(lambda v=version: socket.state["version"] >= v)
        killer.outcome.reconnects += socket.connects - 1


async def _compare(settings: Settings, acknowledged: dict[str, dict[int, str]], outcome: Outcome) -> None:
    database = Database(settings)
    try:
        for id_, done in acknowledged.items():
            rows = await database.rows(sa.select(log).where(log.c.table_id == id_).order_by(log.c.version))
            if [r.version for r in rows] != list(range(1, len(rows) + 1)):
                outcome.gaps.append(id_)
            stored = {r.version: f"{r.seat} {_action(r)}" for r in rows if r.kind == "decide"}
            outcome.missing += [f"{id_} {v}: {a} != {stored.get(v)}" for v, a in done.items() if stored.get(v) != a]
            status = await database.rows(sa.select(tables.c.status).where(tables.c.id == id_))
            if status[0].status != "over":
                outcome.gaps.append(f"{id_} is {status[0].status}")
    finally:
        await database.close()


def _action(row: Any) -> str:
    import json

    return json.loads(row.body)["action"]
