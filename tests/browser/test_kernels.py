"""The titles' modules in Node and in Chromium: whole games and trees as compiled, and bots that
think in workers.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.lockstep import LOCKSTEP, expected, in_node, questions, text
from helpers.stripped import serving, strip
from playwright.sync_api import Browser, Page

import tafelrunde as tr
from tafelrunde.bots import device, make
from tafelrunde.bots.modules import module_path
from tafelrunde.bots.net.weights import path_of, shipped
from tafelrunde.games import NAMES as TITLES

MODULES = "const at = (name) => import(`/web/src/engine/kernels/${name}.ts`);"
LOAD = MODULES + """
const { readKernel } = await at('kernel');
const { Device } = await at('device');
const unpacked = (q) => ({ ...q, root: Uint8Array.from(atob(q.root), (c) => c.charCodeAt(0)) });
const load = (title) => readKernel(`/${title}.wasm`);
const learn = async (title) => new Uint8Array(await (await fetch(`/${title}.weights`)).arrayBuffer());
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's sources without their types, the modules, and what is expected of them."""
    folder = tmp_path_factory.mktemp("kernels")
    strip(folder, [LOCKSTEP])
    for title in TITLES:
        (folder / f"{title}.wasm").write_bytes(module_path(tr.game(title)).read_bytes())
        if shipped(tr.game(title)):
            (folder / f"{title}.weights").write_bytes(path_of(tr.game(title)).read_bytes())
    return folder


@pytest.fixture(scope="module")
def games(folder: Path) -> None:
    """What is expected of whole games and trees, which takes a while to play: only for the tests
    that compare them.
    """
    for title in TITLES:
        (folder / f"{title}.json").write_text(json.dumps(expected(tr.game(title))), "utf-8")


@pytest.fixture(scope="module")
def page(folder: Path, chromium: Browser) -> Iterator[Page]:
    with serving(folder) as address:
        page = chromium.new_page()
        page.set_default_timeout(120_000)
        page.goto(f"{address}/index.html")
        yield page
        page.close()


def check(found: list[dict[str, Any]]) -> None:
    assert [one["title"] for one in found] == list(TITLES)
    for one in found:
        assert one["differences"] == []
        assert one["games"] > 50
        assert one["decisions"] > 1000
        assert one["trees"] == one["guided"] == 2


def test_node_plays_and_thinks_as_the_compiled_rules_do(folder: Path, games: None) -> None:
    check(in_node([(folder / f"{title}.wasm", folder / f"{title}.json") for title in TITLES]))


def test_chromium_plays_and_thinks_as_the_compiled_rules_do(page: Page, games: None) -> None:
    check(page.evaluate("""async (titles) => {""" + LOAD + """
        const { compare } = await import('/web/tests/kernels/lockstep.ts');
        const found = [];
        for (const title of titles) found.push(compare(await load(title), await (await fetch(`/${title}.json`)).json()));
        return found;
    }""", TITLES))


def test_bots_think_in_workers_and_rest_while_the_page_is_hidden(page: Page) -> None:
    asked, seats = [], []
    for title in TITLES:
        (observation, seed), *_ = questions(tr.game(title), 1)
        for level in ("simple", "strong", "master"):
            one, _ = device.question(make(level, tr.game(title), seed), observation, match=f"{title} {level}")
            asked.append({**one, "root": text(one["root"])})
            seats.append(observation)
    found = page.evaluate("""async (asked) => {""" + LOAD + """
        const resting = new Device(load, 1, learn), device = new Device(load, 2, learn);
        resting.hidden = true;
        let rested = true;
        const answers = [], late = [];
        for (const one of asked) late.push(resting.think(unpacked(one), { iterations: 100 }).finally(() => (rested = false)));
        for (const one of asked) answers.push(await device.think(unpacked(one), { iterations: 100 }));
        const boxed = [];
        for (const one of asked) boxed.push(await device.think(unpacked({ ...one, match: undefined }), { milliseconds: 30 }));
        const kept = rested;
        const leave = new AbortController();
        const withdrawn = resting.think(unpacked(asked[1]), {}, leave.signal).catch((error) => error.name);
        leave.abort();
        const gone = await withdrawn;
        resting.hidden = false;
        const same = await Promise.all(late);
        const again = await device.think(unpacked({ ...asked[1], since: [] }), { iterations: 100 });
        device.close(); resting.close();
        const strip = (list) => list.map(({ milliseconds, ...answer }) => answer);
        return { kept, gone, answers: strip(answers), same: strip(same), boxed, again };
    }""", asked)
    assert found["kept"], "nothing is thought while the page is hidden"
    assert found["gone"] == "AbortError"
    assert found["answers"] == found["same"]
    for one, answer, boxed, observation in zip(asked, found["answers"], found["boxed"], seats, strict=True):
        assert answer["action"] in one["choices"]
        assert boxed["action"] in one["choices"]
        assert answer["line"][0] == [observation.seat, answer["action"]]
        if one["level"] != "simple" and len(one["choices"]) > 1:
            assert answer["simulations"] == 100
            # The first iteration of a guided tree looks at the root
            assert sum(visits for _, visits, _ in answer["visits"]) == 100 - (one["level"] == "master")
            assert 0 < answer["after"] < 1
            bot = make("strong", observation.game, 1)
            told = device.thought(bot, observation.imagine(1), answer)
            assert told.seat == observation.seat
    assert found["again"]["action"] == found["answers"][1]["action"], "a cleared tree is no different"


@pytest.mark.parametrize(("change", "reason"), [
    ("await (await fetch('/toledo.wasm')).arrayBuffer().then((b) => b.slice(0, 9000))", "damaged"),
    ("new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])", "damaged"),
    ("'/nowhere.wasm'", "unreachable"),
    ("'http://127.0.0.1:1/toledo.wasm'", "unreachable"),
    ("'/index.html'", "damaged"),
])
def test_a_module_that_cannot_be_used_says_why(page: Page, change: str, reason: str) -> None:
    found = page.evaluate("""async () => {""" + MODULES + f"""
        const {{ readKernel }} = await at('kernel');
        return readKernel({change}).catch((error) => error.reason);
    }}""")
    assert found == reason


def test_another_version_and_a_browser_without_webassembly_are_named(page: Page) -> None:
    found = page.evaluate("""async () => {""" + MODULES + """
        const { readKernel } = await at('kernel');
        const reasons = [await readKernel('/toledo.wasm', '0123').catch((error) => error.reason)];
        const kept = globalThis.WebAssembly;
        globalThis.WebAssembly = undefined;
        reasons.push(await readKernel('/toledo.wasm').catch((error) => error.reason));
        globalThis.WebAssembly = kept;
        return reasons;
    }""")
    assert found == ["version", "unsupported"]
