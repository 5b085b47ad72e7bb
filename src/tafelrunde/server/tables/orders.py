"""Standing orders: a person's answers in advance to a kind of decision.

They are words only: a verb, actions in notation to try in turn, and a condition on what the
person's seat sees; or lines that the game's own module `orders` understands (El Grande's answers to
announcements: `veto scoring of 3`).
"""
from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...kernel import TafelrundeError, conceal
from ...match.match import Match
from ..errors import Refused
from .preview import preview
from .table import Table

MOST = 20
Word = Annotated[str, Meta(min_length=1, max_length=60)]
Value = Annotated[str, Meta(max_length=60)] | int | bool | None


class Where(Struct, frozen=True, forbid_unknown_fields=True):
    """Something in the seat's view is one of some values."""

    path: Annotated[list[Word | int], Meta(min_length=1, max_length=8)]
    in_: Annotated[list[Value], Meta(min_length=1, max_length=60)] = msgspec.field(name="in")


class Costs(Struct, frozen=True, forbid_unknown_fields=True):
    """An action costs the seat less than this many points compared with the best of the others."""

    action: Annotated[str, Meta(min_length=1, max_length=200)]
    costs_below: Annotated[int, Meta(ge=0, le=1000)]


class Order(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One order."""

    at: Word
    try_: Annotated[list[Annotated[str, Meta(min_length=1, max_length=200)]], Meta(min_length=1, max_length=MOST)] = (
        msgspec.field(name="try"))
    when: dict[str, Any] | None = None
    lasts: Literal["once", "round", "game"] = "round"
    round: int | None = None


class Policy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Lines of a game's own orders; the first that matches the question decides."""

    lines: Annotated[list[Word], Meta(min_length=1, max_length=MOST)]
    lasts: Literal["once", "round", "game"] = "game"
    round: int | None = None


def _read(kept: dict[str, Any]) -> Order | Policy:
    return msgspec.convert(kept, Policy) if "lines" in kept else msgspec.convert(kept, Order)


def _check(match: Match, order: Order | Policy, field: str) -> None:
    """Refuse an order that could never be carried out."""
    if isinstance(order, Order):
        verbs = {name.partition(" ")[0] for name in match.game.actions.ids}
        if order.at not in verbs:
            raise Refused("bad_request", "bad_verb", field=f"{field}.at", verb=order.at)
        if order.when is not None:
            _condition(order.when)
        return
    own = match.game.room("orders")
    if own is None:
        raise Refused("bad_request", "order", field=f"{field}.lines", text_="this game has no orders of its own")
    for n, line in enumerate(order.lines):
        try:
            own.read(line)
        except TafelrundeError as error:
            raise Refused("bad_request", "order", field=f"{field}.lines.{n}", text_=str(error)[:200]) from None


def checked_orders(table: Table, seat: int, wished: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Valid orders; Refused names the invalid one."""
    if table.match is None or table.status != "running":
        raise Refused("conflict", f"status_{table.status}")
    if len(wished) > MOST:
        raise Refused("bad_request", "orders_many", field="orders", n=MOST)
    kept: list[dict[str, Any]] = []
    for i, one in enumerate(wished):
        try:
            order = _read(one)
            _check(table.match, order, f"orders.{i}")
        except msgspec.ValidationError as error:
            raise Refused("bad_request", "order", field=f"orders.{i}", text_=str(error)[:200]) from None
        turn = table.match.view(seat).get("round") if order.lasts == "round" else None
        kept.append(msgspec.to_builtins(msgspec.structs.replace(order, round=turn if isinstance(turn, int) else None)))
    return kept


def _condition(when: dict[str, Any]) -> Where | Costs:
    return msgspec.convert(when, Where) if "path" in when else msgspec.convert(when, Costs)


def ordered(table: Table, seat: int, orders: list[dict[str, Any]]) -> tuple[str, list[dict[str, Any]]] | None:
    """The action that a seat's orders want now, and the orders that are left then; None when the
    person is asked.
    """
    match = table.match
    if match is None or seat not in table.pending or table.seats[seat].bot is not None or not orders:
        return None
    legal = match.legal(seat)
    view = match.view(seat)
    for i, kept in enumerate(orders):
        order = _read(kept)
        if order.lasts == "round" and order.round is not None and view.get("round") != order.round:
            continue
        found = _by_policy(match, seat, order) if isinstance(order, Policy) else _by_order(match, seat, order, view, legal)
        if found in legal:
            left = [o for k, o in enumerate(orders) if k != i] if order.lasts == "once" else orders
            return found, left
    return None


def _by_policy(match: Match, seat: int, order: Policy) -> str:
    """What the game's own orders answer, from what the seat sees."""
    own = match.game.room("orders")
    if own is None:
        return ""
    seen = conceal(match.state, match.game.fields, seat, match.game.shows_memory(match.state))
    return own.answer(seen, seat, [own.read(line) for line in order.lines]) or ""


def _by_order(match: Match, seat: int, order: Order, view: dict[str, Any], legal: list[str]) -> str:
    """The first legal action that the order wants, if it speaks of this decision and its condition
    holds.
    """
    if all(a.partition(" ")[0] != order.at for a in legal):
        return ""
    if order.when is not None and not _holds(match, seat, order.when, view, legal):
        return ""
    return next((a for pattern in order.try_ for a in legal if fits(pattern, a)), "")


def fits(pattern: str, action: str) -> bool:
    """Whether an action matches a pattern; `*` stands for any one word.

    >>> fits("dial *", "dial toledo"), fits("dial *", "power 9")
    (True, False)
    """
    wanted, words = pattern.split(), action.split()
    return len(wanted) == len(words) and all(w == "*" or w == word for w, word in zip(wanted, words, strict=True))


def _holds(match: Match, seat: int, when: dict[str, Any], view: dict[str, Any], legal: list[str]) -> bool:
    condition = _condition(when)
    if isinstance(condition, Where):
        found: Any = view
        for key in condition.path:
            if isinstance(found, dict):
                found = found.get(key)
            elif isinstance(found, list) and isinstance(key, int) and 0 <= key < len(found):
                found = found[key]
            else:
                return False
        return found in condition.in_
    action = next((a for a in legal if fits(condition.action, a)), None)
    if action is None:
        return False
    points = preview(match, seat, action, "en")["points"]
    others = [p for i, p in enumerate(points) if i != seat]
    if points[seat] is None or any(p is None for p in others):
        return False  # unknown: ask the person
    return max(others, default=0) - points[seat] < condition.costs_below


__all__ = ["checked_orders", "fits", "ordered"]
