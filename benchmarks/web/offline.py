"""Measures the table without a server in Debian's chromium: what is fetched, and how long it takes
until one plays.

    .venv/bin/python benchmarks/web/offline.py [--runs 7] [--write]

The client must be built (tools/build_web.py). The static edition is given out by Python's own web
server. `--write` writes offline.md next to this file.
"""
from __future__ import annotations

import argparse
import os
import platform
import shutil
import statistics
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tafelrunde.games import NAMES as TITLES
from tafelrunde.offline.site import export_site

RESULTS = Path(__file__).parent / "offline.md"


COMPILED = """async () => (await (await caches.open('tafelrunde-pack')).keys()).some(kept => kept.url.endsWith('/compiled'))"""


class Counting(SimpleHTTPRequestHandler):
    """Counts the bytes of the offline part that leave it."""

    sent = 0

    def log_message(self, *_: Any) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        content = source.read()
        if self.path.startswith("/pack/") or self.path.endswith(".wasm") or "worker-" in self.path:
            Counting.sent += len(content)
        outputfile.write(content)


ADDRESS = "from the cache, without a network: from the address to a game's first question"


class Rows(dict[str, list[float]]):
    """What was measured, under its name."""

    def note(self, what: str, value: float) -> None:
        """Add a value."""
        self.setdefault(what, []).append(value)


def opened(page: Page, address: str) -> float:
    """Seconds from an address to a lobby in which one can click."""
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("[data-testid=playnow]", timeout=120_000)
    return time.perf_counter() - began


def begun(page: Page, game: str) -> float:
    """Seconds from the clicks that start a game to its first question."""
    began = time.perf_counter()
    page.locator(f"[data-game={game}]").click()
    page.get_by_test_id("playnow").click()
    page.wait_for_selector("[data-testid=decision]", timeout=60_000)
    return time.perf_counter() - began


def visit(browser: Browser, address: str, rows: Rows) -> None:
    """A first visit, and some from the cache for every title, without a network."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    Counting.sent = 0
    rows.note("first visit: everything fetched, the device answers", opened(page, address))
    rows.note("MB fetched for the offline part", Counting.sent / 1e6)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    while not page.evaluate(COMPILED):  # work that is done once, while the page is idle
        page.wait_for_timeout(50)
    context.set_offline(True)
    for game in TITLES:
        lobby = opened(page, address)
        question = lobby + begun(page, game)
        rows.note("from the cache, without a network: from the address to the lobby", lobby)
        rows.note(ADDRESS, question)
        rows.note(f"{ADDRESS}, {game}", question)
        began = time.perf_counter()
        page.reload()
        page.wait_for_selector("[data-testid=decision]", timeout=60_000)
        rows.note("a table again after a reload, without a network", time.perf_counter() - began)
        opened(page, address)
        page.wait_for_selector("[data-testid=device-loading]", state="detached", timeout=60_000)
        rows.note("from the click in a lobby whose device answers to a game's first question", begun(page, game))
    context.close()


def main() -> None:
    """Measure, print, and write if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    rows = Rows()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        export_site(Path(folder) / "site")
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=f"{folder}/site")) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
                for _ in range(asked.runs):
                    visit(browser, f"http://127.0.0.1:{server.server_port}", rows)
                version = browser.version
                browser.close()
            server.shutdown()
    lines = [f"Chromium {version}, Python {platform.python_version()} on {platform.machine()} with {os.cpu_count()} cores; "
             f"load before {load:.1f}, after {os.getloadavg()[0]:.1f}; {asked.runs} visits.", "",
             "| what | median | best | worst |", "|---|---|---|---|"]
    lines += [f"| {name} | {statistics.median(found):.2f} | {min(found):.2f} | {max(found):.2f} |" for name, found in rows.items()]
    text = "\n".join(lines) + "\n"
    sys.stdout.write(text)
    if asked.write:
        head = "# The table without a server, measured\n\nMade by `benchmarks/web/offline.py`; times in seconds.\n\n"
        RESULTS.write_text(head + text, "utf-8")


if __name__ == "__main__":
    main()
