"""Whole games against bots, by clicking and by touch: every title the lobby offers."""
from __future__ import annotations

from typing import Any

import pytest
from helpers.clicking import Table

TITLES: list[tuple[str, int, dict[str, Any]]] = [
    ("el_grande", 2, {"short": True}),
    ("king_and_intriguer", 2, {"short": True}),
    ("rheinlaender", 3, {}),
    ("toledo", 2, {"turn_cap": "25"}),
]


def result_of(table: Table, id_: str) -> dict[str, Any]:
    return dict(table.page.evaluate("async id => await (await fetch(`/api/tables/${id}`)).json()", id_))


@pytest.mark.parametrize(("game", "players", "options"), TITLES)
def test_a_whole_game_by_clicking(open_table: Any, game: str, players: int, options: dict[str, Any]) -> None:
    table = open_table()
    id_ = table.play_now(game, players, options)
    table.play_to_the_end()
    told = result_of(table, id_)
    assert told["status"] == "over"
    shown = table.sees("[data-testid=result] strong")
    assert sorted(map(int, shown)) == sorted(told["result"]["scores"])
    assert len(table.heights) == 1, "the board and the bar keep their height through the whole game"


@pytest.mark.parametrize(("game", "players", "options"), TITLES)
def test_a_whole_game_by_touch_on_a_phone(open_table: Any, game: str, players: int, options: dict[str, Any]) -> None:
    table = open_table(phone=True)
    id_ = table.play_now(game, players, options)
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 390
    table.play_to_the_end()
    told = result_of(table, id_)
    assert told["status"] == "over"
    assert sorted(map(int, table.sees("[data-testid=result] strong"))) == sorted(told["result"]["scores"])
    assert len(table.heights) == 1


def test_the_lobby_offers_what_is_played_here(open_table: Any) -> None:
    offered = open_table().page.locator("[data-game]").evaluate_all("all => all.map(e => e.dataset.game)")
    assert {game for game, _, _ in TITLES} <= set(offered)
