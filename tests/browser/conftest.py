"""A real server on a free port and Debian's chromium: shared by the tests of the browser table."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.clicking import Table
from playwright.sync_api import Browser, BrowserContext, BrowserType, Error, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
UNUSED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
          "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
          "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
          "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
          "PreconnectToSearch")
"""What chromium can do without here: pages of its own behind the address bar, which cost more than
most of our tests, and all that Playwright turns off, because only the last such list counts.
"""
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
         "--disable-dev-shm-usage", f"--disable-features={','.join(UNUSED)}", "--host-resolver-rules=MAP tafelrunde.test 127.0.0.1"]
SETTINGS = {"TAFELRUNDE_LIMITS": "false", "TAFELRUNDE_PUSH_CONTACT": "mailto:house@example.org"}
SEED = """{
  const drawn = crypto.getRandomValues.bind(crypto)  // a player's seed is drawn as four words, every id as bytes
  crypto.getRandomValues = array => array instanceof Uint32Array ? array.fill(7) : drawn(array)
}"""
"""The browser adds the same seed to every match, unless a page is opened with `drawn=True`."""
Opener = Callable[..., Table]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.path).is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def lots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with the name of the running test, for the server."""
    return tmp_path_factory.mktemp("lots") / "test"


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest, lots: Path) -> None:
    """Every test has its own deals, the same each time."""
    lots.write_text(request.node.name, "utf-8")


@contextmanager
def serving(lots: Path, *more: Path) -> Iterator[str]:
    """The address of a server with the built client, with deals that follow from the test, and with
    `more` on its path.
    """
    if not (ROOT / "src/tafelrunde/web/index.html").exists():
        pytest.fail("the client is not built: python tools/build_web.py")
    folder = tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
    log = Path(folder) / "server.log"
    paths = os.pathsep.join(map(str, (ROOT / "tests", *more)))
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "helpers.seeded_server", str(lots), "--port", "0", "--data-dir", folder],
            stdout=out, stderr=out, env={**os.environ, **SETTINGS, "PYTHONPATH": paths})
    try:
        while not (said := re.search(r"http://localhost:(\d+)/", log.read_text())):
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
        address = f"http://127.0.0.1:{said[1]}"
        # It waits at the port until everything is loaded
        urllib.request.urlopen(f"{address}/api/games", timeout=240).close()
        yield address
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server(lots: Path) -> Iterator[str]:
    """The server of all tests."""
    with serving(lots) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = shutil.which("chromium")
    assert found, "chromium is not installed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_table(chromium: Browser, server: str) -> Iterator[Opener]:
    """Opens a page of its own person, or of the same one as another: `open_table(phone=True,
    theme="dark", like=other)`.

    `first` is done before the table is opened.
    """
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def made(*, phone: bool = False, size: tuple[int, int] | None = None, theme: str = "light", lang: str = "en",
             motion: str = "calm", pace: str = "instant", reduced: bool = False, like: Table | None = None,
             drawn: bool = False, address: str | None = None, first: Callable[[Page], None] | None = None, **more: Any) -> Table:
        width, height = size or ((390, 844) if phone else (1440, 900))
        context = chromium.new_context(
            viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, locale=lang,
            color_scheme="dark" if theme == "dark" else "light", device_scale_factor=1,
            reduced_motion="reduce" if reduced else "no-preference", **{"service_workers": "block", **more},
            storage_state=None if like is None else {"cookies": like.page.context.storage_state()["cookies"], "origins": []})
        context.add_init_script(
            "localStorage.getItem('tafelrunde.settings') || localStorage.setItem('tafelrunde.settings', "
            f"JSON.stringify({{motion: '{motion}', pace: '{pace}', language: '{lang}'}}))")
        if not drawn:
            context.add_init_script(SEED)
        contexts.append(context)
        page: Page = context.new_page()
        page.set_default_timeout(120_000)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        if first is not None:
            first(page)
        page.goto(address or server)
        page.wait_for_selector("[data-testid=playnow]")
        return Table(page, address or server, touch=phone)

    yield made
    for context in contexts:
        context.close()
    assert troubles == [], "errors in the page"


STARTS, COMES_UP_S = 4, 30
"""How often a browser is started that does not come up, and after how many seconds it counts as
one.
"""


@contextmanager
def window(kind: BrowserType, folder: Path) -> Iterator[Browser]:
    """A chromium whose pages are tabs of one window, as a person's are: one in front hides the
    others.

    Playwright's own contexts keep every page visible.  A browser that it only connects to does not.
    While it connects, it waits for every page that is there, and a page that is just coming up may
    never answer: so this browser begins without any.  If a start hangs all the same, it is given
    up, and the next one has a new folder.
    """
    for n in range(STARTS):
        process = begun(folder / f"start-{n}")
        try:
            address = at(process, folder / f"start-{n}")
            browser = kind.connect_over_cdp(address, no_defaults=True, timeout=1000 * COMES_UP_S)
            break
        except (Error, TimeoutError) as error:
            ended(process)
            if n == STARTS - 1:
                raise AssertionError(f"chromium came up in none of {STARTS} starts") from error
    try:
        yield browser
        browser.close()
    finally:
        ended(process)


def begun(folder: Path) -> subprocess.Popen[bytes]:
    """A chromium without a window, with its files in a folder."""
    return subprocess.Popen(
        [str(shutil.which("chromium")), "--headless=new", "--no-startup-window", "--window-size=1440,900",
         "--remote-debugging-port=0", f"--user-data-dir={folder}", *FLAGS], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def at(process: subprocess.Popen[bytes], folder: Path) -> str:
    """The address of a chromium, as soon as it has written it down."""
    port, end = folder / "DevToolsActivePort", time.monotonic() + COMES_UP_S
    while not (port.exists() and (told := port.read_text().split())):
        if process.poll() is not None or time.monotonic() > end:
            raise TimeoutError("chromium does not start")
        time.sleep(0.1)
    return f"http://127.0.0.1:{told[0]}"


def ended(process: subprocess.Popen[bytes]) -> None:
    """End a chromium, also one that does not listen."""
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.fixture
def tabs(chromium: Browser, server: str, tmp_path: Path) -> Iterator[Opener]:
    """Opens pages that are tabs of one window (`window`)."""
    troubles = list[str]()
    with window(chromium.browser_type, tmp_path) as browser:
        context = browser.contexts[0]
        context.add_init_script(SEED)

        def made(lang: str = "en") -> Table:
            page = context.new_page()
            page.set_default_timeout(120_000)
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.goto(server)
            settings = f"JSON.stringify({{motion: 'calm', pace: 'instant', language: '{lang}'}})"
            page.evaluate(f"localStorage.setItem('tafelrunde.settings', {settings})")
            page.goto(server)
            page.wait_for_selector("[data-testid=playnow]")
            return Table(page, server)

        yield made
    assert troubles == [], "errors in the page"
