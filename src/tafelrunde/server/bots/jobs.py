"""Worker processes: bots' turns as jobs of a queue in PostgreSQL (procrastinate), taken on any machine."""
from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from ..house import House
from ..logs import configure, logger
from ..settings import BadSettings, Settings

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
    app = App(connector=PsycopgConnector(conninfo=settings.database))

    @app.task(name="bot_turn", queue="bots")
    async def bot_turn(table: str) -> None:
        await house.hall.fresh(table)
        await take_turns(house, table)

    logger().info("worker open", threads=threads)
    options: dict[str, Any] = {"queues": ["bots"], "concurrency": threads, "delete_jobs": "always",
                               "shutdown_graceful_timeout": 5, "fetch_job_polling_interval": 1.0, "name": house.process}
    try:
        async with app.open_async():
            await app.run_worker_async(**options)
    finally:
        await house.close()


async def take_turns(house: House, table: str) -> None:
    """Let the bots of a table decide until a person must."""
    await house.bots.turns(table)
    if len(house.hall.tables) > KEPT:
        oldest = sorted(house.hall.tables.values(), key=lambda live: live.used_at)
        for live in oldest[: len(oldest) - KEPT]:
            house.hall.forget(live)
