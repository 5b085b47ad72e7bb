"""Measures the browser client on this machine: its size, and how fast it answers in Debian's
chromium.

    .venv/bin/python benchmarks/web/measure.py [--runs 15]

Writes results.md next to this file. The client must be built (tools/build_web.py); the server runs
on a free port with SQLite.
"""
from __future__ import annotations

import argparse
import os
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from helpers.clicking import Table  # found on the path set above
from helpers.driving import placing  # found on the path set above
from helpers.looking import POINTS, SIZES, SMALLEST  # found on the path set above
from helpers.weighing import LANGUAGES, TITLES, Scales  # found on the path set above

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).parent / "results.md"
STEPS = 60
PLAY_NOW = """async body => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  return (await (await fetch('/api/play-now', {method: 'POST', headers, body: JSON.stringify(body)})).json()).id
}"""
ANSWER = """spot => { window.answered = new Promise(done => {
  const thing = [...document.querySelectorAll('[data-spot]')].find(e => e.dataset.spot === spot && e.dataset.state === 'legal')
  let began = 0
  addEventListener('click', () => { began = performance.now() }, {capture: true, once: true})
  const look = new MutationObserver(() => {
    const taken = document.querySelector('[data-state=staged], [data-state=selected]')
    if (!taken && thing.isConnected && thing.dataset.state === 'legal') return
    look.disconnect()
    requestAnimationFrame(() => done(performance.now() - began))
  })
  look.observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ['data-state']})
}) }"""
FRAMES = """() => new Promise(done => {
  const layer = document.querySelector('svg.flights')
  const times = []
  let idle = 0
  const tick = now => {
    if (layer.childElementCount) { times.push(now); idle = 0 } else if (times.length) idle++
    if ((times.length > 2 && idle > 20) || idle > 600) {
      const gaps = times.slice(1).map((t, i) => t - times[i]).filter(g => g < 400)
      done(gaps)
    } else { if (!times.length) idle++; requestAnimationFrame(tick) }
  }
  requestAnimationFrame(tick)
})"""


@contextmanager
def server() -> Iterator[str]:
    folder = tempfile.mkdtemp()
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "tafelrunde.server", "--port", str(port), "--data-dir", folder],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env={**os.environ, "TAFELRUNDE_LIMITS": "false"})
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                urllib.request.urlopen(f"{address}/api/games", timeout=30).close()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def page_of(browser: Browser, motion: str) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, service_workers="block", locale="en")
    chosen = f"JSON.stringify({{motion: '{motion}', pace: 'normal', language: 'en'}})"
    context.add_init_script(f"localStorage.setItem('tafelrunde.settings', {chosen})")
    page = context.new_page()
    page.set_default_timeout(120_000)
    return page


def sizes() -> list[str]:
    """What is downloaded in the heaviest language: for the lobby, for a table of each title, for
    everything.
    """
    scales = Scales()
    found = {f"what a player of {game} downloads in one language, gzipped, without fonts":
             (max(scales.title(game, lang) for lang in LANGUAGES), "≤ 250 kB") for game in TITLES}
    found["of it: what the lobby loads"] = (max(map(scales.lobby, LANGUAGES)), "")
    found["every page and every title together, in one language"] = (max(map(scales.everything, LANGUAGES)), "")
    return [f"| {what} | {size / 1000:.0f} kB | {limit} |" for what, (size, limit) in found.items()]


def first_interaction(browser: Browser, address: str, runs: int) -> list[float]:
    found = []
    for _ in range(runs):
        page = page_of(browser, "full")
        page.goto(address)
        page.wait_for_selector("[data-testid=playnow]:not([disabled])")
        found.append(float(page.evaluate("performance.now()")))
        page.context.close()
    return found


def opened(browser: Browser, address: str, game: str, motion: str) -> Page:
    page = page_of(browser, motion)
    page.goto(address)
    page.wait_for_selector("[data-testid=playnow]")
    id_ = page.evaluate(PLAY_NOW, {"game": game, "players": 3, "level": "random", "options": {}})
    page.goto(f"{address}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    return page


def answers(browser: Browser, address: str, game: str, runs: int) -> list[float]:
    page = opened(browser, address, game, "instant")
    found = []
    for _ in range(runs):
        spots = page.evaluate("[...document.querySelectorAll('[data-spot][data-state=legal]')].map(e => e.dataset.spot)")
        if not spots:
            break
        spot = spots[len(found) % len(spots)]
        place = Table(page, address).place_of(f"[data-spot='{spot}'][data-state=legal]")
        page.evaluate(ANSWER, spot)
        page.mouse.click(*place)
        found.append(float(page.evaluate("window.answered")))
        page.keyboard.press("Escape")
        page.wait_for_timeout(120)
        page.wait_for_selector("[data-testid=decision].mine")
    page.context.close()
    return found


def frames(browser: Browser, address: str, runs: int) -> list[float]:
    """Gaps between frames while pieces of El Grande travel to the court and to regions."""
    gaps: list[float] = []
    page = opened(browser, address, "el_grande", "full")
    table = Table(page, address)
    for _ in range(runs):
        page.evaluate("window.measured = (" + FRAMES + ")()")
        for _ in range(12):
            if page.locator("[data-testid=moment-next]").count():
                page.locator("[data-testid=moment-next]").first.click()
            table.step(patience=0)
            page.wait_for_timeout(150)
        gaps += page.evaluate("window.measured")
    page.context.close()
    return gaps


def hand(browser: Browser, address: str) -> list[str]:
    """What a hand finds: dead points, heights of the board in a game, clicks kept, the smallest
    text.
    """
    points = dead = 0
    heights: list[int] = []
    least = 99.0
    for game in TITLES:
        print("hand:", game, flush=True)
        page = opened(browser, address, game, "instant")
        table = Table(page, address)
        for _ in range(STEPS):
            if table.step(patience=300) == "over":
                break
            told = page.evaluate(POINTS, 4)
            points, dead = points + told["points"], dead + len(told["dead"])
        heights.append(len(table.heights))
        for width, height in SIZES:
            table.resize(width, height)
            least = min(least, float(page.evaluate(SMALLEST)[0]))
        page.context.close()
    made, kept = clicks(browser, address)
    return [f"| share of dead points inside places that can be chosen ({points:,} points, every 4 px) | "
            f"{100 * dead / max(1, points):.2f} % | 0 |",
            f"| heights of board and bar in {STEPS} steps of a game, the most of the four titles | {max(heights)} | 1 |",
            f"| clicks kept of clicks made, 60 ms apart ({made}) | {100 * kept / max(1, made):.0f} % | 100 % |",
            f"| smallest text on the four boards in {len(SIZES)} sizes of window | {least:.1f} px | ≥ 11 px |"]


def clicks(browser: Browser, address: str, rounds: int = 5) -> tuple[int, int]:
    """Three quick clicks on a region, again and again, while pieces travel slowly: how many were
    made, and how many placed.
    """
    made = kept = 0
    for _ in range(rounds):
        page = page_of(browser, "full")
        page.goto(address)
        page.wait_for_selector("[data-testid=playnow]")
        table = Table(page, address)
        _, region = placing(table)
        place, before = table.place_of(f".boardbox [data-spot='region:{region}']"), table.decisions()
        for _ in range(3):
            page.mouse.click(*place)
            page.wait_for_timeout(60)
        page.wait_for_timeout(5000)
        made, kept = made + 3, kept + min(3, table.decisions() - before)
        page.context.close()
    return made, kept


def row(what: str, found: list[float], unit: str, wanted: str) -> str:
    if not found:
        return f"| {what} | not measured | | {wanted} |"
    worst = statistics.quantiles(found, n=20)[-1] if len(found) > 1 else found[0]
    return f"| {what} | {statistics.median(found):.0f} {unit} | {worst:.0f} {unit} | {wanted} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    runs: int = parser.parse_args().runs
    chromium = shutil.which("chromium")
    assert chromium, "chromium is not installed"
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        version = browser.version
        lines = [row("first interaction on localhost (the lobby's button can be pressed)",
                     first_interaction(browser, address, runs), "ms", "< 1,500 ms")]
        for game in TITLES:
            print(game, flush=True)
            lines.append(row(f"a legal click is answered on the screen: {game}", answers(browser, address, game, runs),
                             "ms", "< 100 ms"))
        felt = hand(browser, address)
        lines.append(row("between two frames while pieces move", frames(browser, address, 4), "ms", "17 ms (60 a second)"))
        browser.close()
    load = os.getloadavg()[0]
    head = [f"Measured on {os.cpu_count()} cores ({platform.machine()}), load {load:.1f}, Chromium {version} without a graphics",
            f"card, {runs} runs.", "",
            "| what | | wanted |", "|---|---|---|",
            *felt, *sizes(), "",
            "| what | median | worst of twenty | wanted |", "|---|---|---|---|", *lines]
    RESULTS.write_text("\n".join(["# The browser client, measured", "", *head]) + "\n", "utf-8")
    print(RESULTS.read_text("utf-8"))


if __name__ == "__main__":
    main()
