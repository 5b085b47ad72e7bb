"""The client's sources as browsers read them, without their types, each under its own name; and a
server for them.
"""
from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "web/src/engine/kernels"
NODE = Path(sys.executable).parent / "node"
STRIP = """
import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
for (const path of process.argv.slice(1)) writeFileSync(path, stripTypeScriptTypes(readFileSync(path, 'utf8')))
"""


def node(*arguments: object) -> str:
    """What Node prints."""
    done = subprocess.run([NODE if NODE.exists() else "node", *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def strip(folder: Path, more: Iterable[Path] = ()) -> None:
    """Write what a page needs to use modules, and `more` sources, into a folder."""
    copies = []
    for path in (*KERNELS.glob("*.ts"), *more):
        if path.name != "titles.ts":  # only a bundler knows its addresses
            copies.append(folder / path.relative_to(ROOT))
            copies[-1].parent.mkdir(parents=True, exist_ok=True)
            copies[-1].write_bytes(path.read_bytes())
    node("--input-type=module", "-e", STRIP, *copies)
    (folder / "index.html").write_text("<!doctype html><title>kernels</title>", "utf-8")


class Quiet(SimpleHTTPRequestHandler):
    extensions_map = {".ts": "text/javascript", ".wasm": "application/wasm", ".html": "text/html"}  # noqa: RUF012

    def log_message(self, *told: Any) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server for a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
