"""Exercises as a person does them: missed, tried again, solved, and remembered."""
from __future__ import annotations

from typing import Any

import pytest
from helpers.clicking import Table
from helpers.looking import AXE, TAGS

ACTS: dict[str, tuple[str, list[str], list[str]]] = {
    "el_grande": ("lead", ["region:granada", "confirm"], ["region:granada"] * 2 + ["region:toledo"] * 2 + ["confirm"]),
    "king_and_intriguer": ("king", ["own:110", "confirm"], ["own:150", "confirm"]),
    "rheinlaender": ("duchy", ["card:12", "space:L12", "confirm"], ["card:28", "space:L28", "confirm"]),
    "toledo": ("duel", ["value:4", "move 4 2", "duel 1", "confirm", "end"], ["value:4", "move 4 2", "duel 2", "confirm"]),
}
"""By title an exercise, what misses it and what solves it: things on the table, options of the bar,
the gold button.
"""

COVERED = """() => {
  const low = document.querySelector('[data-testid=exercise]').getBoundingClientRect().bottom
  return ['.chips', '#board'].filter(part => document.querySelector(part).getBoundingClientRect().top < low)
}"""

LOOKED_AT = ("toledo",)
"""Where axe looks too."""


def act(table: Table, thing: str) -> None:
    """Touch one thing, as soon as it is offered."""
    if thing == "end":
        table.page.get_by_test_id("confirm").get_by_text("End the turn").wait_for()
        table.press("[data-testid=confirm]")
    elif thing == "confirm":
        table.press("[data-testid=confirm]")
    elif ":" in thing:
        table.press(f"[data-spot='{thing}'][data-state=legal]")
    else:
        table.press(f"[data-action='{thing}']")


def axe(table: Table) -> list[str]:
    table.settle()
    table.page.evaluate(AXE.read_text("utf-8"))
    rules = "async tags => (await axe.run(document, {resultTypes: ['violations'], runOnly: tags})).violations"
    return [f"{v['id']}: {v['nodes'][0]['target']}" for v in table.page.evaluate(rules, TAGS)]


@pytest.mark.parametrize("game", ACTS)
def test_an_exercise_is_missed_tried_again_and_solved(open_table: Any, game: str) -> None:
    table = open_table(phone=True)
    page = table.page
    id_, missed, solved = ACTS[game]
    page.goto(f"{table.server}/exercises/{game}")
    page.get_by_test_id(f"exercise-{id_}").wait_for()
    table.press(f"[data-testid=exercise-{id_}]")
    for tried, verdict in ((missed, "missed"), (solved, "reached")):
        page.locator("[data-testid=exercise]:not([data-over])").wait_for()
        page.locator("[data-testid=decision].mine").wait_for()
        assert page.evaluate(COVERED) == [], "the goal lies over the players or the board"
        for thing in tried:
            act(table, thing)
        page.locator(f"[data-testid=exercise][data-over={verdict}]").wait_for()
        assert table.sees("[data-testid=exercise] .says")[0].endswith((".", "?"))
        if verdict == "missed":
            assert game not in LOOKED_AT or axe(table) == []
            table.press("[data-testid=exercise-again]")
    assert table.sees("[data-testid=exercise] .why") != []
    table.press("[data-testid=exercise-all]")
    page.locator(f"li:has([data-testid=exercise-{id_}]) .done").wait_for()
    page.goto(f"{table.server}/tables")
    page.wait_for_selector("h1")
    assert page.locator("a[href^='/t/']").count() == 0, "no table is left behind"
