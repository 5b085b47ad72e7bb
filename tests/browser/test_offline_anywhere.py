"""The static edition in a folder below its host: every address follows the folder."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser.test_offline import ENTRIES, begin, giving_out
from helpers.clicking import Table
from helpers.waiting import until
from playwright.sync_api import Page

from tafelrunde.offline.site import export_site

PLACE = "/games/tafelrunde/"
PLACES = ("/", PLACE, "/other/")
SHOWN = "() => document.querySelector('main.boardbox')?.innerText"
LINKS = "() => [...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the static edition in several places, and a page of somebody else."""
    host = tmp_path_factory.mktemp("host")
    for place in PLACES:
        export_site(host / place.strip("/"))
    (host / "else.html").write_text("<!doctype html><title>Somebody else</title>", "utf-8")
    return host


@pytest.fixture(scope="module")
def address(host: Path) -> Iterator[str]:
    """The address of the host, served by Python's own web server."""
    with giving_out(host) as address:
        yield address


@contextmanager
def noted(page: Page) -> Iterator[set[str]]:
    """The paths that pages and workers ask for."""
    paths: set[str] = set()

    def note(request: Any) -> None:
        if request.url.startswith("http"):
            paths.add(urlsplit(request.url).path)

    page.context.on("request", note)
    yield paths
    page.context.remove_listener("request", note)


def guarded(page: Page) -> None:
    """Everything is stored here."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_selector("[data-testid=playnow]")


def test_a_folder_below_its_host_plays_without_a_network(open_table: Any, address: str) -> None:
    """Loaded once; then the network is cut: play, reload in the middle, a second tab, rules, the
    end, review and record.
    """
    home = address + PLACE
    table = open_table(address=home, service_workers="allow")
    page = table.page
    with noted(page) as paths:
        guarded(page)
        page.goto(home.rstrip("/"))  # as people type it
        guarded(page)
        assert page.url == home
        page.context.set_offline(True)
        begin(table, "el_grande", 2, short=True)
        assert page.url.startswith(f"{home}#/t/~")
        for _ in range(8):
            table.step()
        page.reload()
        page.wait_for_selector("[data-testid=decision].mine")
        table.last = ""

        other = page.context.new_page()
        other.set_default_timeout(120_000)
        other.goto(page.url)
        other.wait_for_selector("[data-testid=decision].mine")
        id_ = page.url.rsplit("/", 1)[1]
        before = page.evaluate(ENTRIES, id_)
        while page.evaluate(ENTRIES, id_) < before + 4:
            table.step()
        page.wait_for_selector("[data-testid=decision].mine, [data-testid=result]")
        until(page, lambda: page.evaluate(SHOWN) == other.evaluate(SHOWN))

        table.press("[data-testid=menu]")  # a link that opens a tab of its own
        with page.context.expect_page() as opened:
            table.press("dialog a[target=_blank]")
        opened.value.get_by_role("heading", level=1).wait_for()
        assert opened.value.url == f"{home}#/rules/el_grande"
        opened.value.close()
        page.keyboard.press("Escape")

        table.play_to_the_end()
        with page.expect_download() as saved:
            table.press("[data-testid=share]")
            table.press("[data-testid=shares] a[href*=record]")
        assert Path(saved.value.path()).read_text("utf-8").startswith("Game: el_grande")
        other.wait_for_selector("[data-testid=result]")
        other.get_by_test_id("result").get_by_role("link", name="Review").click()
        other.wait_for_selector("[data-testid=chances]")
        assert other.url == f"{home}#/t/{id_}/review"
        other.go_back()
        other.wait_for_selector("[data-testid=result]")

        Table(other, home).press(".mark")
        other.wait_for_selector("[data-testid=playnow]")
        assert other.url == f"{home}#/"
    outside = {path for path in paths if not path.startswith(PLACE)} - {PLACE.rstrip("/")}
    assert outside == set(), "nothing lies outside the folder"
    links = [*page.evaluate(LINKS), *other.evaluate(LINKS)]
    assert [link for link in links if not link.startswith((f"{PLACE}#/", "#", "/api/tables/~"))] == []


def test_an_address_into_a_folder_opens_its_page(open_table: Any, address: str) -> None:
    """From a bookmark, or typed without the #; with a network and without."""
    home = address + PLACE
    table = open_table(address=f"{home}#/", service_workers="allow", lang="de")
    page = table.page
    guarded(page)
    for cut in (False, True):
        page.goto(f"{address}/else.html")
        assert page.title() == "Somebody else"
        page.context.set_offline(cut)
        for where in ("#/rules/toledo?a=b", "rules/toledo?a=b"):
            page.goto(home + where)
            page.locator("[aria-pressed=true]", has_text="Toledo").wait_for()
            assert page.url == f"{home}#/rules/toledo?a=b"
    page.context.set_offline(False)
    page.goto(f"{home}index.html")
    page.wait_for_selector("[data-testid=playnow]")


def test_folders_of_one_host_leave_each_other_what_they_need(open_table: Any, address: str) -> None:
    """Each opens without a network. The games are the host's: each folder lists them."""
    table = open_table(address=address + PLACES[0], service_workers="allow")
    page = table.page
    guarded(page)
    begin(table, "toledo", 2, short=False)
    for place in PLACES[1:]:
        page.goto(address + place)
        page.wait_for_function("place => navigator.serviceWorker.controller?.scriptURL.endsWith(`${place}sw.js`)", arg=place)
        page.wait_for_selector("[data-testid=playnow]")
    page.context.set_offline(True)
    for place in PLACES:
        page.goto(address + place)
        page.wait_for_selector("[data-testid=playnow]")
        table.press("[data-testid=offline]")
        table.press("[data-testid=kept-game] a")
        page.wait_for_selector("[data-testid=decision].mine")
        assert page.url.startswith(f"{address}{place}#/t/~")
        table.last = ""
        table.step()
