"""Worker processes: bots' turns as jobs of a queue in PostgreSQL (procrastinate), taken on any
machine.
"""
from __future__ import annotations

import asyncio
import signal
from dataclasses import replace
from typing import Any

from ..house import House
from ..logs import configure, logger
from ..settings import BadSettings, Settings
from .turns import QUICK, SLOW, owner_of

KEPT = 200
"""Tables that a worker keeps in memory."""


def work(settings: Settings, threads: int = 1) -> None:
    """Take jobs until stopped."""
    if not settings.shared:
        raise BadSettings("database: a worker needs the PostgreSQL database of a server (--database or "
                          "TAFELRUNDE_DATABASE)")
    configure(settings)
    asyncio.run(_work(settings, threads))


async def _work(settings: Settings, threads: int) -> None:
    from procrastinate import App, PsycopgConnector

    house = House(replace(settings, bots="jobs", bot_processes=threads))
    await house.database.reach()
    await house.open(sweeping=False)
    app = App(connector=PsycopgConnector(conninfo=settings.direct))

    @app.task(name="bot_turn", queue=SLOW)
    async def bot_turn(table: str, who: str = "") -> None:
        live = await house.hall.fresh(table)
        # Further turns of theirs are counted to it, too
        house.pace.notice(owner_of(live.table), who or table)
        await take_turns(house, table)

    logger().info("worker open", threads=threads)
    options: dict[str, Any] = {"delete_jobs": "always", "shutdown_graceful_timeout": 5,
                               "fetch_job_polling_interval": 1.0, "name": house.process, "install_signal_handlers": False}
    try:
        async with app.open_async():
            lanes = {asyncio.create_task(app.run_worker_async(queues=[lane], concurrency=at_once, **options))
                     for lane, at_once in ((QUICK, 4 * threads), (SLOW, threads))}
            await _until_stopped(lanes)
    finally:
        await house.close()


async def _until_stopped(lanes: set[asyncio.Task[None]]) -> None:
    """Until the process is asked to stop, or a lane cannot continue."""
    asked = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, asked.set)
    stopping = asyncio.create_task(asked.wait())
    done, _ = await asyncio.wait({*lanes, stopping}, return_when=asyncio.FIRST_COMPLETED)
    for task in (*lanes, stopping):
        task.cancel()
    await asyncio.gather(*lanes, stopping, return_exceptions=True)
    for task in done & lanes:
        task.result()


async def take_turns(house: House, table: str) -> None:
    """Let the bots of a table decide until a person must."""
    await house.bots.turns(table)
    if len(house.hall.tables) > KEPT:
        oldest = sorted(house.hall.tables.values(), key=lambda live: live.used_at)
        for live in oldest[: len(oldest) - KEPT]:
            house.hall.forget(live)
