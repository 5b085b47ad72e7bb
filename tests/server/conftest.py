"""Every test of the server runs on a real SQLite and on a real PostgreSQL."""
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.lots import draw_by
from server.helping import Served, serving
from server.postgres import Postgres

from tafelrunde.server.settings import Settings


@pytest.fixture(autouse=True)
def deals(request: pytest.FixtureRequest) -> None:
    """Every test has deals of its own, the same each time."""
    draw_by(lambda: request.node.name)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    with Postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """The settings of a server with a database of its own."""
    url = request.getfixturevalue("postgres").new_database() if request.param == "postgres" else ""
    return usual(tmp_path, url)


@pytest.fixture
def sqlite(tmp_path: Path) -> Settings:
    """For what has nothing to do with the kind of database."""
    return usual(tmp_path, "")


def usual(folder: Path, url: str, **more: Any) -> Settings:
    chosen: dict[str, Any] = {"port": 0, "data_dir": str(folder / "data"), "database": url, "bots": "inside",
                              "standin": "random", "log_level": "error", "patience": 3} | more
    return Settings(**chosen).checked()


@pytest.fixture
async def served(settings: Settings) -> AsyncIterator[Served]:
    """A running server in this process, on a port of its own."""
    async with serving(settings) as running:
        yield running


@pytest.fixture
async def lone(sqlite: Settings) -> AsyncIterator[Served]:
    """A running server on SQLite, for what has nothing to do with the kind of database."""
    async with serving(sqlite) as running:
        yield running

