"""Standing orders: carried out without asking, visible to their owner alone."""
from __future__ import annotations

from typing import Any

import pytest
from helpers.el_grande import play, turn
from server.helping import Served
from server.test_acting import asked_of, asked_of_next, seated

from tafelrunde.server.client import ServerRefused, TableSocket
from tafelrunde.server.tables.orders import checked_orders
from tafelrunde.server.tables.orders import ordered as wanted
from tafelrunde.server.tables.table import Seat, Table

pytestmark = pytest.mark.anyio


async def ordered(socket: TableSocket, *orders: dict[str, Any]) -> list[dict[str, Any]]:
    return (await socket.ask("orders", orders=list(orders)))["orders"]


async def test_a_bid_nine_else_seven(served: Served) -> None:
    _, sockets, _ = await seated(served, 3)
    one = await asked_of(sockets)
    two = sockets[(one.state["seat"] + 1) % 3]
    await ordered(two, {"at": "power", "try": ["power 9", "power 7"]})
    version = await one.act("power 9")  # so nine is taken
    await two.until(lambda: two.state["version"] >= version + 1)
    step = next(s for s in two.steps if s["version"] == version + 1)
    assert (step["seat"], step["action"], step["by"]) == (two.state["seat"], "power 7", "order")
    await one.until(lambda: one.state["version"] >= version + 1)
    assert "orders" not in one.state
    assert (await one.ask("orders"))["orders"] == []
    for s in sockets:
        await s.close()


async def test_orders_end_with_their_round_and_conditions_are_kept(served: Served) -> None:
    _, sockets, _ = await seated(served, 3)
    one = await asked_of(sockets)
    two = sockets[(one.state["seat"] + 1) % 3]
    kept = await ordered(two, {"at": "power", "try": ["power 3"], "lasts": "game",
                               "when": {"path": ["round"], "in": [99]}},
                         {"at": "power", "try": ["power *"], "lasts": "once"})
    assert [o["at"] for o in kept] == ["power", "power"]
    version = await one.act("power 9")
    await two.until(lambda: two.state["version"] >= version + 1)
    step = next(s for s in two.steps if s["version"] == version + 1)
    # The first legal one, by the second order; the first holds in a round that never comes
    assert step["action"] == "power 1"
    assert len((await two.ask("orders"))["orders"]) == 1  # once is once
    await asked_of_next(sockets, version + 1)
    for s in sockets:
        await s.close()


async def test_orders_survive_a_restart_and_are_asked_for_by_their_owner_only(served: Served) -> None:
    people, sockets, table = await seated(served, 2)
    await ordered(sockets[0], {"at": "dial", "try": ["dial toledo"], "lasts": "game"})
    for s in sockets:
        await s.close()
    served.house.hall.tables.pop(table)
    assert (await people[0].get(f"/api/tables/{table}/orders"))["orders"][0]["try"] == ["dial toledo"]
    assert (await people[1].get(f"/api/tables/{table}/orders"))["orders"] == []
    stranger = await served.person()
    with pytest.raises(ServerRefused) as refused:
        await stranger.get(f"/api/tables/{table}/orders")
    assert refused.value.code == "forbidden"


@pytest.mark.parametrize(("order", "field"), [
    ({"at": "fly", "try": ["fly"]}, "orders.0.at"),
    ({"at": "power", "try": []}, "orders.0"),
    ({"at": "power", "try": ["power 9"], "lasts": "ever"}, "orders.0"),
    ({"at": "power", "try": ["power 9"], "when": {"path": [], "in": [1]}}, "orders.0"),
    ({"at": "power", "try": ["power 9"], "when": {"action": "allow", "costs_below": -1}}, "orders.0"),
    ({"at": "power", "try": ["x" * 201]}, "orders.0"),
])
async def test_an_order_that_cannot_be_kept_is_refused(lone: Served, order: dict[str, Any], field: str) -> None:
    _, sockets, _ = await seated(lone, 2)
    with pytest.raises(ServerRefused) as refused:
        await ordered(sockets[0], order)
    assert refused.value.field == field
    for s in sockets:
        await s.close()


@pytest.mark.parametrize(("orders", "card", "expected"), [
    ([{"lines": ["veto card fiesta"]}], "fiesta", "veto"),
    ([{"lines": ["veto card fiesta"]}], "garrisons", None),
    ([{"lines": ["allow of 0", "veto scoring"]}], "audience", "allow"),
    ([{"lines": ["veto scoring"]}, {"at": "veto", "try": ["allow"]}], "intrigue", "allow"),
    ([{"at": "veto", "try": ["veto"], "when": {"path": ["open", "card"], "in": ["audience"]}}], "audience", "veto"),
])
def test_who_holds_a_veto_answers_in_advance(orders: list[dict[str, Any]], card: str, expected: str | None) -> None:
    """Seat 0 has announced a card; seat 2, which holds a Veto, is asked."""
    position = turn(card, options={"alternatives": ["veto", "veto"]}, vetoes=[{"seat": 2, "until_round": 1}])
    table = Table("t" * 22, b"", "")
    table.match, table.status, table.seats = play(position, "action"), "running", [Seat(kind="person") for _ in range(4)]
    kept = checked_orders(table, 2, orders)
    found = wanted(table, 2, kept)
    assert (found and found[0]) == expected
    assert wanted(table, 0, kept) is None


@pytest.mark.parametrize(("order", "field"), [
    ({"lines": ["veto everything"]}, "orders.0.lines.0"),
    ({"lines": []}, "orders.0"),
    ({"lines": ["never"], "at": "veto"}, "orders.0"),
])
async def test_lines_that_the_game_does_not_understand_are_refused(lone: Served, order: dict[str, Any], field: str) -> None:
    _, sockets, _ = await seated(lone, 2)
    with pytest.raises(ServerRefused) as refused:
        await ordered(sockets[0], order)
    assert refused.value.field == field
    for s in sockets:
        await s.close()
