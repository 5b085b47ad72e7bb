"""axe finds nothing serious: on the pages and on every board, in light and dark."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.clicking import Table

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
TITLES = ["el_grande", "king_and_intriguer", "rheinlaender", "toledo"]


def serious(table: Table) -> list[str]:
    """What axe finds serious on the page as it is."""
    table.page.evaluate(AXE.read_text("utf-8"))
    found = table.page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [f"{v['id']}: {v['nodes'][0]['target']} {v['nodes'][0]['failureSummary']}"
            for v in found if v["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_table: Any, theme: str) -> None:
    table = open_table(theme=theme)
    page = table.page
    assert serious(table) == []
    for path in ("/rules/el_grande", "/settings", "/account", "/devices", "/about/rheinlaender", "/credits", "/tables"):
        page.goto(table.server + path)
        page.wait_for_selector("main h1")
        table.settle()
        assert serious(table) == [], path
    for game in TITLES:
        table.play_now(game, 3)
        page.wait_for_selector("[data-testid=decision].mine")
        table.settle()
        assert serious(table) == [], game
