"""The table without a server: a static folder, a cut network, whole games, and what is said when
something is missing.
"""
from __future__ import annotations

import json
import os
import re
import shutil
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser.conftest import FLAGS
from browser.test_exercises import ACTS, act
from browser.test_waiting import lay_out
from helpers.clicking import Table
from helpers.waiting import until
from playwright.sync_api import Browser, Page

from tafelrunde.offline.site import export_site


class Quiet(SimpleHTTPRequestHandler):
    """Python's own web server, without log output."""

    def log_message(self, *_: Any) -> None:
        pass


class Odd(Quiet):
    """A web server that knows few types, and says of packed files that they are packed on their
    way.
    """

    KNOWN = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}  # noqa: RUF012

    def guess_type(self, path: Any) -> str:
        return self.KNOWN.get(Path(path).suffix, "application/octet-stream")

    def end_headers(self) -> None:
        if self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()


@contextmanager
def giving_out(folder: Path, how: type[Quiet] = Quiet) -> Iterator[str]:
    """The address of a folder that a plain web server gives out."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(how, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static edition."""
    folder = tmp_path_factory.mktemp("static") / "site"
    export_site(folder)
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The address of the static edition, served by Python's own web server."""
    with giving_out(folder) as address:
        yield address


COMPILED = "caches.open('tafelrunde-pack').then(kept => kept.keys()).then(all => all.some(r => r.url.endsWith('/compiled')))"
TAKEN = """async () => {
  const kept = await caches.open('tafelrunde-pack')
  const { url } = (await kept.keys()).find((one) => one.url.endsWith('/compiled'))
  const read = new FileReader()
  read.readAsDataURL(await (await kept.match(url)).blob())
  await new Promise((done) => (read.onload = done))
  return [new URL(url).pathname, read.result.split(',')[1]]
}"""
"""What a device has compiled: its name on the shelf, and what it is."""
GIVEN = "async ([name, from]) => (await caches.open('tafelrunde-pack')).put(name, await fetch(from))"


@pytest.fixture(scope="module")
def ready(chromium: Browser, site: str, folder: Path) -> Callable[[Page], None]:
    """Makes a device one that was here before: it finds Python compiled, as it would have left
    it.
    """
    page = chromium.new_page()
    page.set_default_timeout(120_000)
    page.goto(site)
    page.wait_for_selector("[data-testid=playnow]")
    until(page, lambda: page.evaluate(COMPILED))
    name, content = page.evaluate(TAKEN)
    page.close()
    (folder / "compiled").write_bytes(b64decode(content))

    def prepare(page: Page) -> None:
        page.goto(f"{site}/icon.svg")
        page.evaluate(GIVEN, [name, f"{site}/compiled"])

    return prepare


def begin(table: Table, game: str, players: int, short: bool) -> None:
    """A game against bots, made in the lobby by hand."""
    table.press(f"[data-game={game}]")
    table.page.locator(".create summary").click()
    table.press(".create .row .seg button", players - 2)
    if short:
        table.press("[data-option=short] button")
    table.press("[data-testid=create]")
    table.page.wait_for_selector("[data-testid=decision]")


def test_a_static_folder_plays_whole_games_without_a_network(open_table: Any, site: str) -> None:
    """Loaded once from a plain web server; then the network is cut: play, reload in the middle,
    finish, look back, take along.
    """
    table = open_table(address=site, service_workers="allow")
    page = table.page
    hosts: set[str] = set()
    page.context.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(f"{site}/rules")  # a plain web server knows no such page
    page.wait_for_selector("h1")
    page.goto(site)
    page.wait_for_selector("[data-testid=playnow]")
    page.context.set_offline(True)
    begin(table, "el_grande", 2, short=True)
    assert "/t/~" in page.url
    for _ in range(12):
        table.step()
    page.reload()
    page.wait_for_selector("[data-testid=decision]")
    table.last = ""
    table.play_to_the_end()
    scores = sorted(map(int, table.sees("[data-testid=result] strong")))
    with page.expect_download() as saved:
        table.press("[data-testid=share]")
        table.press("[data-testid=shares] a[href*=record]")
    # Nobody else can open a table of this device.
    assert table.sees("[data-testid=copy-link]") == []
    record = Path(saved.value.path()).read_text("utf-8")
    assert record.startswith("Game: el_grande")
    assert [line for line in record.splitlines() if line.startswith("Result: ")] != []
    page.goto(page.url + "/review")  # as from a bookmark: the service worker gives the page out
    page.wait_for_selector("[data-testid=chances]")
    page.goto(f"{site}/offline")
    page.wait_for_selector("[data-testid=kept-game]")
    assert f"won, {scores[1]} : {scores[0]}" in table.sees("[data-testid=kept-game]")[0]
    assert hosts <= {site.split("/")[2]}, "nobody else was asked"
    assert len(scores) == 2

    other = open_table(address=site)  # the record is a game on another device, too
    other.press("[data-testid=offline]")
    for name, text in (("other.txt", "Game: chess\n"), ("record.txt", record)):
        with other.page.expect_file_chooser() as chooser:
            other.page.get_by_test_id("open-record").click()
        chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})
        if name == "other.txt":
            other.page.wait_for_selector("[data-testid=record-refused]")
            assert "cannot be accepted" in other.sees("[data-testid=record-refused]")[0]
    other.page.wait_for_selector("[data-testid=chances]")
    assert "/t/~" in other.page.url


NETWORK = "caches.open('tafelrunde-pack').then(kept => kept.keys()).then(all => all.some(r => r.url.includes('/toledo-')))"


def test_a_master_plays_without_a_network_connection(open_table: Any, site: str, ready: Any) -> None:
    """Its weights come when there is time."""
    table = open_table(address=site, service_workers="allow")
    page = table.page
    ready(page)
    page.goto(site)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_selector("[data-testid=playnow]")
    until(page, lambda: page.evaluate(NETWORK))
    page.context.set_offline(True)
    table.press("[data-game=toledo]")
    table.press("[data-level=master]")
    table.press("[data-testid=playnow]")
    page.wait_for_selector("[data-testid=decision]")
    for _ in range(6):
        table.step()
    assert table.sees("[data-testid=weaker]") == []


def test_what_is_compiled_while_nobody_asks_is_there_at_the_next_start(open_table: Any, site: str) -> None:
    table = open_table(address=site, service_workers="allow")
    page = table.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    until(page, lambda: page.evaluate(COMPILED))
    begin(table, "toledo", 2, short=False)  # it still answers
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("[data-testid=decision].mine")
    lay_out(table)


def test_a_lobby_opens_before_its_device_is_ready(open_table: Any, site: str, ready: Any) -> None:
    """It shows what an earlier start has found out. Whoever clicks at once plays as soon as Python
    has started.
    """
    table = open_table(address=site, phone=True, first=ready)
    page = table.page
    name = page.evaluate("() => JSON.parse(localStorage.getItem('tafelrunde.me')).name")
    held: list[Any] = []
    page.route("**/pyodide.js", lambda route: held.append(route))  # as on a slow phone
    page.goto(site)
    table.press("[data-game=toledo]")
    table.press("[data-testid=playnow]")
    page.wait_for_selector("[data-testid=device-loading].starting")
    until(page, lambda: held)
    assert page.get_by_test_id("playnow").is_disabled()
    assert "/t/" not in page.url
    held[0].continue_()
    page.wait_for_selector("[data-testid=decision]")
    assert "/t/~" in page.url
    page.unroute_all()
    page.goto(site)
    table.press("[data-testid=offline]")
    page.wait_for_selector("[data-testid=kept-game]")
    assert page.locator("input").first.input_value() == name


SPOIL = """async () => {
  const kept = await caches.open('tafelrunde-pack')
  for (const { url } of await kept.keys()) {
    if (!/\\/(python|library|house)-/.test(url)) continue
    const content = new Uint8Array(await (await kept.match(url)).arrayBuffer())
    content[content.length >> 1] ^= 1
    await kept.put(url, new Response(url.includes('house') ? 'not packed at all' : content))
  }
}"""


def test_what_is_damaged_on_a_device_is_fetched_again(open_table: Any, site: str) -> None:
    """Every part that was kept is spoilt. It shows while Python starts from it, and Python starts
    once more.
    """
    table = open_table(address=site, service_workers="allow")
    page = table.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.evaluate(SPOIL)
    page.goto(site)
    table.press("[data-game=toledo]")
    table.press("[data-testid=playnow]")
    page.wait_for_selector("[data-testid=decision]")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("[data-testid=decision]")
    page.goto(f"{site}/offline")
    page.wait_for_selector("[data-testid=kept-game]")


def test_a_page_of_a_server_goes_on_without_it(open_table: Any, server: str) -> None:
    """The device is made ready and chosen; its games stay apart from the server's, and the server
    is found again.
    """
    table = open_table(service_workers="allow", lang="hu")
    page = table.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    table.press("[data-testid=offline]")
    table.press("[data-testid=prepare]")
    page.wait_for_selector(".ready")
    page.context.set_offline(True)
    page.goto(server)  # the server cannot be reached: this device answers
    page.wait_for_selector("[data-testid=device-lost]")
    table.press("[data-testid=device-lost] .btn", 1)
    page.wait_for_selector("[data-testid=playnow]")
    table.press("[data-game=toledo]")
    table.press("[data-testid=playnow]")
    page.wait_for_selector("[data-testid=decision]")
    assert "/t/~" in page.url
    page.context.set_offline(False)
    page.goto(server)
    page.wait_for_selector("[data-testid=daily]")
    assert page.locator("[data-testid=device-lost]").count() == 0
    table.press("[data-testid=offline]")
    table.press("[data-testid=prepare]")
    page.wait_for_selector("[data-testid=kept-game]")
    table.press("[data-testid=delete]")
    table.press("[data-testid=delete]")
    page.wait_for_function("() => !document.querySelector('[data-testid=kept-game]')")


def cut_off(table: Table, site: str) -> None:
    """Everything needed is stored; then the network goes away."""
    page = table.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(site)
    page.wait_for_selector("[data-testid=playnow]")
    page.context.set_offline(True)


@pytest.mark.parametrize(("game", "lang"), [("king_and_intriguer", "hu"), ("rheinlaender", "cs"), ("toledo", "de")])
def test_every_title_is_played_to_its_end_without_a_network(open_table: Any, site: str, ready: Any, game: str,
                                                            lang: str) -> None:
    """Rules and exercises, a bot's advice, a whole game against bots, and its review, all on a
    device that is cut off.
    """
    table = open_table(address=site, service_workers="allow", lang=lang, first=ready)
    page = table.page
    cut_off(table, site)
    begin(table, game, 3 if game == "rheinlaender" else 2, short=False)
    id_ = page.url.rsplit("/", 1)[1]
    page.wait_for_selector("[data-testid=hint]")
    page.keyboard.press("!")
    table.press("[data-testid=follow]")
    missed: set[str] = set()
    page.context.on("requestfailed", lambda request: missed.add(urlsplit(request.url).path))
    table.play_to_the_end()
    assert missed == set(), "everything was here"
    page.goto(f"{site}/t/{id_}/review")
    page.wait_for_function("() => Number(document.querySelector('[data-testid=choices]')?.dataset.playouts ?? 0) >= 120")
    page.goto(f"{site}/rules/{game}")
    page.get_by_role("heading", level=1).wait_for()
    assert page.evaluate("document.documentElement.lang") == lang
    page.goto(f"{site}/exercises/{game}")
    id_, _, solved = ACTS[game]
    table.press(f"[data-testid=exercise-{id_}]")
    page.locator("[data-testid=decision].mine").wait_for()
    if "end" not in solved:  # it is found by its English words
        for thing in solved:
            act(table, thing)
        page.locator("[data-testid=exercise][data-over=reached]").wait_for()


def test_a_plain_web_server_over_plain_http_is_enough(open_table: Any, folder: Path) -> None:
    """Neither https nor localhost: no service worker and no kept files; and few types are known.
    Games are kept all the same.
    """
    with giving_out(folder, Odd) as address:
        site = address.replace("127.0.0.1", "tafelrunde.test")
        table = open_table(address=site, service_workers="allow")
        page = table.page
        assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'caches' in self, !!crypto.subtle]") == 4 * [False]
        begin(table, "toledo", 2, short=False)
        for _ in range(4):
            table.step()
        page.reload()
        page.wait_for_selector("[data-testid=decision].mine")
        table.last = ""
        assert table.step() == "acted"


def test_two_tabs_show_one_game_and_what_one_deletes_is_gone_in_both(open_table: Any, site: str) -> None:
    table = open_table(address=site, service_workers="allow")
    page = table.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    begin(table, "toledo", 2, short=False)
    id_ = page.url.rsplit("/", 1)[1]
    page.wait_for_selector("[data-testid=decision].mine")
    other = page.context.new_page()
    other.set_default_timeout(120_000)
    other.goto(page.url)
    other.wait_for_selector("[data-testid=decision].mine")
    before = page.evaluate(ENTRIES, id_)
    while page.evaluate(ENTRIES, id_) < before + 4:
        table.step()
    page.wait_for_selector("[data-testid=decision].mine, [data-testid=result]")
    shown = "() => document.querySelector('main.boardbox')?.innerText"
    until(page, lambda: page.evaluate(shown) == other.evaluate(shown))
    page.goto(f"{site}/offline")
    for _ in range(2):
        table.press("[data-testid=delete]")
    page.wait_for_function("() => !document.querySelector('[data-testid=kept-game]')")
    other.get_by_role("alert").get_by_text("There is no such table.").wait_for()
    assert page.evaluate(ENTRIES, id_) == 0


@pytest.mark.parametrize(("missing", "said"), [("WebAssembly", "WebAssembly"), ("Worker", "too old")])
def test_what_a_browser_cannot_do_is_said(open_table: Any, missing: str, said: str) -> None:
    table = open_table()
    page = table.page
    page.add_init_script(f"delete globalThis.{missing}")
    page.goto(f"{table.server}/offline")
    table.press("[data-testid=prepare]")
    told = table.sees("[data-testid=device-failed] span")[0]
    assert said in told
    assert "Nothing is lost" in told
    page.goto(table.server)
    page.wait_for_selector("[data-testid=playnow]")  # and the server's tables are there as before
    table.press("[data-game=toledo]")
    table.press("[data-testid=playnow]")
    page.wait_for_selector("[data-testid=decision]")


@pytest.mark.parametrize(("missing", "lang", "said"), [
    ("WebAssembly", "en", "This browser does not run WebAssembly"), ("Worker", "hu", "Ez a böngésző túl régi")])
def test_what_a_browser_cannot_do_is_said_of_this_device_where_there_is_no_server(chromium: Browser, site: str, missing: str,
                                                                                  lang: str, said: str) -> None:
    page = chromium.new_page(locale=lang, viewport={"width": 390, "height": 844})
    page.add_init_script(f"delete globalThis.{missing}")
    page.goto(site)
    told = page.get_by_role("alert")
    told.get_by_text(said).wait_for()
    assert told.count() == 1, "it is said once"
    assert told.get_by_role("heading").inner_text() == {"en": "This device cannot play now",
                                                        "hu": "Ezen az eszközön most nem lehet játszani"}[lang]
    for word in ("server", "kiszolgáló"):
        assert word not in told.inner_text()
    box = told.bounding_box()
    assert box is not None
    assert box["x"] >= 8
    assert box["x"] + box["width"] <= 390 - 8
    page.close()


def test_a_first_visit_that_gets_only_the_page_goes_on_when_the_network_is_back(chromium: Browser, site: str) -> None:
    page = chromium.new_page()
    page.set_default_timeout(120_000)
    page.route("**/pack/**", lambda route: route.abort())
    page.goto(site)
    page.get_by_role("alert").get_by_text("Connect once, then try again.").wait_for()
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("[data-testid=playnow]")
    page.close()


def test_a_browser_that_keeps_nothing_says_so_and_plays(open_table: Any, site: str, ready: Any) -> None:
    table = open_table(address=site, first=ready)
    page = table.page
    # As in some private windows
    script = "Object.defineProperty(self, 'indexedDB', {value: undefined});"

    def without(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=script + answer.text())

    page.route("**/assets/worker-*.js", without)
    page.goto(site)
    table.press("[data-testid=device-unkept] .btn")
    begin(table, "toledo", 2, short=False)
    table.step()


OLD = 1_600_000_000
CLOSING = """{
  const begin = IDBDatabase.prototype.transaction
  let n = 0
  IDBDatabase.prototype.transaction = function (...given) {
    if (++n % 5 === 0) this.close()  // as phones do with a page that rests
    return begin.apply(this, given)
  }
}
"""


def test_a_storage_that_the_browser_closes_is_opened_again(open_table: Any, site: str, ready: Any) -> None:
    table = open_table(address=site, first=ready)
    page = table.page

    def closing(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=CLOSING + answer.text())

    page.route("**/assets/worker-*.js", closing)
    page.goto(site)
    begin(table, "toledo", 2, short=False)
    for _ in range(8):
        table.step()
    page.goto(site)
    table.press("[data-testid=offline]")
    page.wait_for_selector("[data-testid=kept-game]")
    table.press("[data-testid=kept-game] a")
    page.wait_for_selector("[data-testid=decision]")
    table.last = ""
    for _ in range(3):
        table.step()


def test_an_update_that_has_only_half_arrived_leaves_the_version_before(open_table: Any, tmp_path: Path, folder: Path) -> None:
    """A new page names scripts that are not there yet: without a network the old one opens, with
    all its files and games.
    """
    site_folder = tmp_path / "site"
    shutil.copytree(folder, site_folder)
    for path in site_folder.rglob("*"):
        # A browser guesses that a file which has not changed for long is good for long
        os.utime(path, (OLD, OLD))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site_folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_port}"
        table = open_table(address=site, service_workers="allow")
        page = table.page
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        begin(table, "toledo", 2, short=False)
        address = page.url
        for name in ("index.html", "sw.js"):
            path = site_folder / name
            path.write_text(re.sub(r"assets/main-[\w-]+\.js", "assets/main-newer.js", path.read_text("utf-8")), "utf-8")
        page.goto(site)
        page.wait_for_selector(".unstarted", state="attached")
        page.context.set_offline(True)
        page.goto(address)
        page.reload()
        page.wait_for_selector("[data-testid=decision].mine")
        table.last = ""
        for _ in range(3):
            table.step()
        server.shutdown()


@pytest.mark.parametrize("away", ["silent", "gateway"])
def test_a_server_that_is_silent_or_gone_behind_its_gateway_counts_as_lost(open_table: Any, server: str, away: str) -> None:
    table = open_table()
    page = table.page
    page.goto(f"{server}/offline")
    table.press("[data-testid=prepare]")
    page.wait_for_selector(".ready")

    def answered(route: Any) -> None:
        if away == "gateway":
            route.fulfill(status=502, body="<h1>Bad Gateway</h1>")

    page.route("**/api/me?*", answered)
    page.goto(server)
    page.wait_for_selector("[data-testid=device-lost]")
    page.wait_for_selector("[data-testid=playnow]")
    if away == "gateway":  # a silent one is waited for every time
        page.goto(f"{server}/daily")
        page.get_by_role("heading", name="This page needs a server").wait_for()


def test_a_page_whose_scripts_do_not_run_says_what_to_do(chromium: Browser, site: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    for said in ("Nothing is lost", "Semmi sem veszett el", "Nic se neztratilo", "Verloren ist nichts"):
        page.get_by_text(said).wait_for()
    context.close()


def test_a_browser_that_may_keep_nothing_at_all_plays(chromium: Browser, site: str, tmp_path: Path) -> None:
    """Cookies are blocked, and with them everything else that a page could keep: the settings say
    so, and a game is played.
    """
    (tmp_path / "Default").mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(blocked), "utf-8")
    context = chromium.browser_type.launch_persistent_context(tmp_path, executable_path=shutil.which("chromium"), args=FLAGS)
    page = context.pages[0]
    page.set_default_timeout(120_000)
    page.goto(site)
    table = Table(page, site)
    page.wait_for_selector("[data-testid=device-unkept]")
    assert "stores nothing" in table.sees("[data-testid=device-unkept] span")[0]
    table.press("[data-testid=device-unkept] .btn")
    begin(table, "toledo", 2, short=False)
    for _ in range(4):
        table.step()
    context.close()


def test_an_update_in_the_middle_of_a_game_loses_nothing(open_table: Any, tmp_path: Path, folder: Path) -> None:
    """A new service worker and a new pack appear while a game runs: it goes on, survives the
    reload, and older games open.
    """
    site_folder = tmp_path / "site"
    shutil.copytree(folder, site_folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site_folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_port}"
        table = open_table(address=site, service_workers="allow")
        page = table.page
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        begin(table, "toledo", 2, short=False)
        for _ in range(3):
            table.step()
        path = site_folder / "pack" / "pack.json"
        pack = json.loads(path.read_text())
        old = pack["parts"]["house"]["file"]
        pack["version"], pack["parts"]["house"]["file"] = "0123456789", "house-0123456789.gz"
        (site_folder / "pack" / old).rename(site_folder / "pack" / "house-0123456789.gz")
        path.write_text(json.dumps(pack))
        worker = site_folder / "sw.js"
        worker.write_text(worker.read_text("utf-8") + "\n// newer\n", "utf-8")
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((known) => known.update())")
        for _ in range(3):
            table.step()  # the open page goes on with its files
        page.reload()
        page.wait_for_selector("[data-testid=decision]")
        table.last = ""
        for _ in range(3):
            table.step()
        kept = page.evaluate("() => caches.open('tafelrunde-pack').then((c) => c.keys()).then((all) => all.map((one) => one.url))")
        assert any("house-0123456789" in url for url in kept)
        assert not any(old in url for url in kept)
        # The new service worker may take over meanwhile
        page.goto(f"{site}/offline", wait_until="commit")
        page.wait_for_selector("[data-testid=kept-game]")
        server.shutdown()


ROOM = 64_000_000
FILL = """size => new Promise(done => {
  const content = new Uint8Array(size)
  for (let at = 0; at < size; at += 65536) crypto.getRandomValues(content.subarray(at, at + 65536))
  const open = indexedDB.open('elsewhere', 1)
  open.onupgradeneeded = () => open.result.createObjectStore('things')
  open.onerror = () => done(open.error.name)
  open.onsuccess = () => {
    const doing = open.result.transaction('things', 'readwrite')
    doing.objectStore('things').put(content, 1)
    doing.oncomplete = () => done('kept')
    doing.onabort = () => done(doing.error.name)
  }
})"""
"""The page's storage asks for more than there is: then the browser counts again how much there is.
Zeros would be packed, and fit into what it counted last.
"""
ENTRIES = """id => new Promise(done => {
  const open = indexedDB.open('tafelrunde', 1)
  open.onsuccess = () => {
    const asked = open.result.transaction('kept').objectStore('kept').count(IDBKeyRange.bound(['log', id], ['log', id, []]))
    asked.onsuccess = () => done(asked.result)
  }
})"""
"""How much of a game is stored."""
CUT = """() => {
  const told = document.querySelector('.trouble b').getBoundingClientRect()
  const box = document.querySelector('.trouble > span').getBoundingClientRect()
  return told.bottom > box.bottom + 1 || told.right > box.right + 1 || box.bottom > innerHeight
}"""
"""Whether part of the sentence cannot be read."""


@pytest.mark.parametrize(("lang", "phone", "said"), [
    ("en", False, "There is no room left on this device. Nothing is lost. Delete old games or free some space, then try again."),
    ("de", True, "Auf diesem Gerät ist kein Platz mehr. Verloren ist nichts. "
                 "Lösche alte Spiele oder schaffe Platz, dann geht es weiter.")])
def test_a_full_storage_is_said_and_loses_nothing(open_table: Any, site: str, ready: Any, lang: str, phone: bool,
                                                  said: str) -> None:
    """The browser's own limit is reached in the middle of a game: no move is made, all before is
    kept, and making room helps.
    """
    table = open_table(phone=phone, lang=lang, service_workers="allow", first=ready)
    page = table.page
    wire = page.context.new_cdp_session(page)

    def limit(size: int) -> None:
        wire.send("Storage.overrideQuotaForOrigin", {"origin": site, "quotaSize": size})

    limit(ROOM)
    for _ in range(2):  # an older game, and one to play
        page.goto(site)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.wait_for_selector("[data-testid=playnow]")
        begin(table, "toledo", 2, short=False)
    id_ = page.url.rsplit("/", 1)[1]
    for _ in range(6):
        table.step()
    page.wait_for_selector("[data-testid=decision].mine")
    before = page.evaluate(ENTRIES, id_)
    limit(1)
    assert page.evaluate(FILL, ROOM) == "QuotaExceededError"
    with pytest.raises(AssertionError, match=re.escape(said)):  # a step looks for troubles first
        table.play_to_the_end()
    assert table.sees(".trouble b") == [said]
    assert not page.evaluate(CUT), "all of it can be read"
    table.press(".trouble .btn")
    page.reload()
    page.wait_for_selector("[data-testid=decision].mine")
    assert page.evaluate(ENTRIES, id_) == before

    page.goto(f"{site}/offline")
    page.wait_for_function("() => document.querySelectorAll('[data-testid=kept-game]').length === 2")
    for nth in range(2):
        with page.expect_download() as saved:
            table.press("[data-testid=record]", nth)
        assert Path(saved.value.path()).read_text("utf-8").startswith("Game: toledo")
    older = page.locator("[data-testid=kept-game]").filter(has_not=page.locator(f"a[href$='/t/{id_}']"))
    for _ in range(2):
        older.get_by_test_id("delete").click()
    page.wait_for_function("() => document.querySelectorAll('[data-testid=kept-game]').length === 1")
    limit(ROOM)
    table.press("[data-testid=kept-game] a")
    page.wait_for_selector("[data-testid=decision].mine")
    table.last = ""
    while page.evaluate(ENTRIES, id_) < before + 3:
        table.step()


def test_two_people_at_one_device_and_the_guide_without_a_network(open_table: Any, site: str, ready: Any) -> None:
    """The device goes from hand to hand, also after a reload; then somebody new is guided through a
    first game.
    """
    table = open_table(address=site, service_workers="allow", first=ready)
    page = table.page
    cut_off(table, site)
    table.press("[data-game=toledo]")
    table.press("[data-testid=one-device]")
    page.wait_for_selector("[data-testid=decision]")
    assert "/t/~" in page.url
    handed: list[str] = []
    while len(handed) < 4:
        if page.get_by_test_id("pass").count():
            assert page.locator("[data-testid=decision].mine").count() == 0, "nobody decides before it is handed over"
            page.get_by_text("Your cards").wait_for(state="detached")  # nor sees what others hold
            handed += table.sees("[data-testid=pass]")
            table.press("[data-testid=pass]")
            page.wait_for_selector("[data-testid=decision].mine")
            page.get_by_text("Your cards").wait_for()
            if len(handed) == 2:
                page.reload()
                page.wait_for_selector("[data-testid=decision]")
            table.last = ""
        table.step()
    assert len(set(handed)) > 1, "it went to different people"

    page.goto(f"{site}/learn/toledo")
    for n in range(4):
        page.wait_for_function("n => document.querySelectorAll('[data-testid=guide] .dots i.was').length === n", arg=n)
        if page.get_by_test_id("guide-try").count():
            table.press("[data-testid=guide-try]")
            page.locator("[data-testid=guide][data-phase=try]").wait_for()
            table.press("[data-testid=guide-skip]")
        else:
            table.press("[data-testid=guide-next]")
    page.wait_for_function("() => document.querySelectorAll('[data-testid=guide] .dots i.was').length === 4")
