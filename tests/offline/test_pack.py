"""What is packed for browsers: it is all there, it needs nothing of a server, and it is small
enough.
"""
from __future__ import annotations

import ast
import asyncio.base_events
import dataclasses
import heapq
import json
import logging
import re
import runpy
import subprocess
import sys
import tarfile
import tokenize
import typing
from pathlib import Path

import pytest

from tafelrunde.bots.net.weights import FOLDER
from tafelrunde.offline.site import MARK, CannotExport, export_site
from tafelrunde.server.tables.pinning import rules_version
from tafelrunde.server.web.files import WEB

ROOT = Path(__file__).resolve().parents[2]
MOST = 6_000_000
"""The most bytes that the first load of the offline part may have."""
ABSENT = ("fastapi", "starlette", "sqlalchemy", "numpy", "numba", "httpx", "uvicorn", "argon2", "limits", "prometheus_client",
          "itsdangerous", "multiprocessing", "email", "http", "xml", "importlib.metadata", "ctypes")

ALONE = """
import sys
sys.modules.update(dict.fromkeys({absent!r}))
import asyncio, json
from tafelrunde.offline.desk import open_house
from offline.keeping import Memory, Page
from tafelrunde.server.tables.pinning import rules_version

async def main():
    page = Page(await open_house(Memory()))
    for game in ("el_grande", "king_and_intriguer", "rheinlaender", "toledo"):
        status, table = await page.ask("POST", "/api/play-now", game=game, players=3, level="simple")
        assert status == 201, table
        await page.look(table["id"])
        assert len(await page.get("/api/tables/" + table["id"] + "/picture")) > 10_000
        print(game, rules_version(game))

asyncio.run(main())
"""


def test_the_house_plays_with_what_is_packed_alone(tmp_path: Path) -> None:
    """The packed modules, without the server's libraries; matches are pinned to the same rules as
    on a server.
    """
    packed = next((WEB / "pack").glob("house-*.gz"), None)
    assert packed is not None, "build the client first"
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, [m for m in archive.getmembers() if m.name.startswith("tafelrunde/")], filter="data")
    program = ALONE.format(absent=ABSENT)
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False,
                          env={"PYTHONPATH": f"{tmp_path}:{ROOT / 'tests'}", "PATH": ""})
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:-1] == [f"{game} {rules_version(game)}" for game in
                                            ("el_grande", "king_and_intriguer", "rheinlaender", "toledo")]


def test_the_pack_is_small_and_named_by_what_is_in_it() -> None:
    pack = json.loads((WEB / "pack" / "pack.json").read_text())
    parts = [*pack["parts"].values(), *pack["scripts"]]
    assert sum(part["size"] for part in parts) < MOST
    assert sorted(pack["weights"]) == [path.stem for path in sorted(FOLDER.glob("*.weights"))], "they come when they are wanted"
    for part in [*pack["parts"].values(), *pack["weights"].values()]:
        assert (WEB / "pack" / part["file"]).stat().st_size == part["size"]
    for part in pack["scripts"]:
        assert (WEB / "pack" / f"{part['file']}.gz").stat().st_size == part["size"]


def test_a_site_is_written_once(tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert export_site(site) > MOST
    page = (site / "index.html").read_text("utf-8")
    assert MARK in page
    named = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert len(named) > 6
    assert all(name.startswith("./") and (site / name).is_file() for name in named), "it may lie anywhere"
    assert not list(site.rglob("built.json"))
    with pytest.raises(CannotExport, match="not empty"):
        export_site(site)
    with pytest.raises(CannotExport, match="not built"):
        export_site(tmp_path / "other", tmp_path)


def test_what_only_people_read_is_left_out_and_nothing_else() -> None:
    """Python's own library means the same without comments and documentation, and every line stays
    where it was.
    """
    found = [Path(module.__file__) for module in (asyncio.base_events, dataclasses, heapq, json, logging, tokenize, typing)
             if module.__file__]
    bare = runpy.run_path(str(ROOT / "tools/offline_pack.py"))["bare"]
    for path in found:
        source = path.read_bytes()
        left = bare(source)
        assert undocumented(source) == undocumented(left), path
        assert len(left) < 0.95 * len(source), path
    assert bare(b"# Whose it is.\nx = '#'  # what\n") == b"# Whose it is.\nx = '#'  \n"


def undocumented(source: bytes) -> list[tuple[int, str]]:
    """The lines of statements and what they say, without those that are texts alone."""
    tree = ast.parse(source)
    texts = {node for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
             and isinstance(node.value.value, str)}
    for text in texts:
        text.value = ast.Constant("")
    return [(node.lineno, ast.dump(node)) for node in ast.walk(tree) if isinstance(node, ast.stmt)]
