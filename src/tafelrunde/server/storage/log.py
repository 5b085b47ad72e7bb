"""The append-only log: only one writer gets version 17 of a table, and acknowledged entries are
durable.

All appends of a process go through one writer that stores everything that is waiting in one
transaction, so a hundred tables cost one flush to the disk.
"""
from __future__ import annotations

import asyncio
from functools import cache, partial
from itertools import groupby
from time import monotonic

import msgspec
import sqlalchemy as sa

from ..logs import logger
from .database import Database
from .entries import Append, Away, Entry, Taken
from .plain import Run
from .schema import log, seats, snapshots, tables
from .trouble import is_transient


class Log:
    """The log of all tables."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.waiting: list[Together] = []
        self.bell = asyncio.Event()
        self.stopping = False
        self.make_rows = database.into(tables).on_conflict_do_nothing()
        self.append_rows = database.into(log).on_conflict_do_nothing().returning(log.c.token)
        sit = database.into(seats)
        self.sit_rows = sit.on_conflict_do_update(
            index_elements=["table_id", "seat"], set_={n: sit.excluded[n] for n in ("user_id", "level")})
        kept = database.into(snapshots)
        self.snapshot_rows = kept.on_conflict_do_update(
            index_elements=["table_id"], set_={n: kept.excluded[n] for n in ("version", "made_with", "body")},
            where=snapshots.c.version < kept.excluded.version)
        self.task: asyncio.Task[None] | None = None
        self.batches = 0
        self.entries = 0

    def start(self) -> None:
        """Start the writer."""
        self.stopping = False
        self.task = asyncio.create_task(self._write(), name="log writer")

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        if self.task is not None:
            self.stopping = True
            self.bell.set()
            await self.task
            self.task = None

    async def append(self, *together: Append) -> None:
        """Store entries of one table durably, all of them or none.

        Taken if the first one's version or key exists already, Away if the storage cannot be
        reached.
        """
        self.waiting.append(together)
        self.bell.set()
        await together[0].done

    async def since(self, table: str, version: int = 0) -> list[Entry]:
        """The entries after a version."""
        found = await self.database.rows(
            sa.select(log.c.version, log.c.kind, log.c.at, log.c.seat, log.c.user_id, log.c.body, log.c.key, log.c.before)
            .where(log.c.table_id == table, log.c.version > version).order_by(log.c.version))
        return [Entry(r.version, r.kind, r.at, r.seat, r.user_id, msgspec.json.decode(r.body), r.key, r.before)
                for r in found]

    # ------------------------------------------------------------ the writer

    async def _write(self) -> None:
        while self.waiting or not self.stopping:
            if not self.waiting:
                self.bell.clear()
                await self.bell.wait()
                continue
            batch, self.waiting = self.waiting[:AT_ONCE], self.waiting[AT_ONCE:]
            # One order for all processes avoids deadlocks
            batch.sort(key=lambda some: (some[0].table, some[0].entry.version))
            try:
                await self._store(batch)
            except Exception as error:  # the writer must continue whatever happened to one batch
                if isinstance(error, Away):
                    logger().error("log writer", error=repr(error.__cause__)[:200], waiting=len(batch))
                else:
                    logger().exception("log writer")
                for first, *_ in batch:
                    if not first.done.done():
                        first.done.set_exception(error)

    async def _store(self, batch: list[Together]) -> None:
        until = monotonic() + self.database.settings.patience
        pause, again = 0.02, False
        while True:
            try:
                stored = await self.database.at_once(partial(self._insert, batch=batch, again=again))
                break
            except Exception as error:
                if not is_transient(error):
                    if len(batch) > 1:  # find the wrong one
                        for some in batch:
                            await self._store([some])
                        return
                    if not batch[0][0].done.done():
                        batch[0][0].done.set_exception(error)
                    return
                if monotonic() + pause > until:
                    raise Away("the database cannot be written") from error
                again = True  # the transaction may have been committed nevertheless
                await asyncio.sleep(pause)
                pause = min(pause * 2, 0.5)
        self.batches += 1
        self.entries += len(stored)
        for first, *_ in batch:
            if first.done.done():
                continue
            if first.token in stored:
                first.done.set_result(None)
            else:
                first.done.set_exception(Taken(f"version {first.entry.version} of {first.table} is taken"))

    def _insert(self, run: Run, batch: list[Together], again: bool) -> set[str]:
        """Store a batch; returns the tokens of those that got their versions."""
        if made := [{"id": first.table, **first.row} for first, *_ in batch if first.create]:
            run(self.make_rows, made)
        stored = self._append(run, [first for first, *_ in batch], again)
        following = [a for first, *rest in batch if first.token in stored for a in rest]
        if following:
            stored |= self._append(run, following, again)
            if not stored.issuperset(a.token for a in following):
                raise ValueError("entries that belong together could not be stored together")
        self._follow(run, [a for some in batch for a in some if a.token in stored])
        return stored

    def _append(self, run: Run, some: list[Append], again: bool) -> set[str]:
        """Store entries; returns the tokens of those that got their versions."""
        rows = [{"table_id": a.table, "version": a.entry.version, "kind": a.entry.kind, "seat": a.entry.seat,
                 "user_id": a.entry.user, "key": a.entry.key, "at": a.entry.at, "before": a.entry.before,
                 "body": msgspec.json.encode(a.entry.body).decode(), "token": a.token} for a in some]
        stored = set(run(self.append_rows, rows))
        if again and len(stored) < len(some):
            stored |= set(run(OURS, [{"of": a.table, "is": a.entry.version, "by": a.token} for a in some]))
        return stored

    def _follow(self, run: Run, stored: list[Append]) -> None:
        """The consequences of entries, in their transaction."""
        changed = [a for a in stored if a.row and not a.create]
        # In the batch's order, as every process has it
        for names, some in groupby(changed, lambda a: tuple(a.row)):
            run(_change(names), [{"of": a.table, **a.row} for a in some])
        if sat := [{"table_id": a.table, **s} for a in stored for s in a.seats]:
            run(self.sit_rows, sat)
        if taken := [{"table_id": a.table, "version": a.entry.version, "made_with": a.snapshot[0], "body": a.snapshot[1]}
                     for a in stored if a.snapshot is not None]:
            run(self.snapshot_rows, taken)
        if self.database.postgres and stored:
            run(NOTIFY, [{"news": [a.news for a in stored if a.news]}])
            for table, (queue, who) in {a.table: a.bots for a in stored if a.bots}.items():
                run(DEFER, [{"table": table, "queue": queue, "who": who}])


Together = tuple[Append, ...]
"""Entries of one table that are stored together or not at all."""
AT_ONCE = 200
"""The most tables whose entries share a transaction."""
OURS = sa.select(log.c.token).where(log.c.table_id == sa.bindparam("of"), log.c.version == sa.bindparam("is"),
                                    log.c.token == sa.bindparam("by"))
"""An entry of a transaction that may or may not have been committed."""
NOTIFY = sa.text("SELECT pg_notify('tafelrunde', news) FROM unnest(CAST(:news AS text[])) AS news")
DEFER = sa.text("""
SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(
    CAST(:queue AS text), 'bot_turn',
    (SELECT -count(*)::integer FROM procrastinate_jobs
     WHERE status IN ('todo', 'doing') AND args->>'who' = CAST(:who AS text)),
    NULL, NULL, jsonb_build_object('table', CAST(:table AS text), 'who', CAST(:who AS text)), now()
)::procrastinate_job_to_defer_v1])
""")
"""A bot's turn becomes a job in the same transaction; a superfluous job finds nothing to do.

The more jobs of somebody wait, the later comes their next: people are served in turn, and those at
one address as one.
"""
WAITS = sa.text("SELECT 1 FROM procrastinate_jobs WHERE status = 'todo' AND args->>'table' = CAST(:table AS text)")
"""A bot's turn that no worker has taken yet."""


@cache
def _change(names: tuple[str, ...]) -> sa.UpdateBase:
    """Set some columns of a table's row; what stays as it is, and every index on it, is left
    alone.
    """
    return sa.update(tables).where(tables.c.id == sa.bindparam("of")).values({name: sa.bindparam(name) for name in names})
