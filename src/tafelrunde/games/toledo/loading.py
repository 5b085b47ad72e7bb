"""Positions read back.  What is left out is derived so that the pieces add up; what cannot be is drawn with seed 0."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...kernel import seed_generator
from ...kernel.reading import known_keys, mapping, of_game, refuse, whole, word
from .board_loading import read_pawns, read_shops
from .cards_loading import deal_cards
from .decisions import DECISIONS
from .fields import Phase
from .goods_loading import read_goods, read_masters, read_paintings, read_swords
from .resample import has_way_out
from .setup import setup
from .state import State
from .tables import (
    FIRST_GATE,
    PAWNS_TO_END,
    VALUES,
    Kind,
)

KEYS = tuple(
    "game players options turn over pawns shops circles hands draw_pile discards metal gems stock swords_left swords "
    "delivered masters masters_left paintings_left paintings first_card extra_used last_round open known turns "
    "pending seat".split())
PHASES = {name: kind for kind, name in DECISIONS.words().items() if kind != Phase.TURN}
"""What can be open inside a turn."""


def load(position: Mapping[str, Any], configured: Callable[[int, Any], Any]) -> Any:
    """A state from a position; BadPosition names what is wrong."""
    of_game(position, "toledo", KEYS)
    players = whole(position.get("players", players_in(position)), "players", 2, 4)
    s = configured(players, mapping(position.get("options", {}), "options"))
    s.rng = seed_generator(0)
    setup(s)
    now = read_open(position)
    if position.get("turn") is not None:
        s.turn = whole(position["turn"], "turn", 0, players - 1)
    read_turn(s, position, now)
    read_shops(s, position)
    read_pawns(s, position, now)
    read_goods(s, position)
    read_swords(s, position)
    read_masters(s, position, now)
    read_paintings(s, position)
    deal_cards(s, position, now)
    read_end(s, position)
    check_open(s)
    return s


def players_in(position: Mapping[str, Any]) -> int:
    """The number of players, where the position does not say it: as many as its lists have entries; else four."""
    lists = [position.get(key) for key in ("pawns", "hands", "metal", "gems", "swords", "delivered", "masters", "paintings")]
    return next((len(row) for row in lists if isinstance(row, list)), 4)


def read_open(position: Mapping[str, Any]) -> dict[str, Any]:
    """The open decision; empty when there is none."""
    given = position.get("open")
    if given is None:
        return {}
    now = mapping(given, "open")
    known_keys(now, ("phase", "pawn", "front", "opening", "old_tiles"), "open")
    word(now.get("phase"), "open: phase", tuple(PHASES), "phase")
    return now


def read_turn(s: State, position: Mapping[str, Any], now: dict[str, Any]) -> None:
    """Phase, first card and extra cards of the turn."""
    s.phase = PHASES[now["phase"]] if now else Phase.TURN
    s.extra_used = whole(position.get("extra_used", 0), "extra_used", 0, 84)
    first, front = position.get("first_card"), now.get("front")
    values = {value_of(card, "first_card") for card in (first, front) if card is not None}
    if len(values) > 1:
        refuse("first_card and the card in front differ in value")
    s.series = values.pop() if values else 0
    s.opening = whole(now["opening"], "open: opening", 1, VALUES) if now.get("opening") is not None else 0
    if s.opening and (s.series or s.extra_used != 1):
        refuse("open: an opening card is the only card played so far, by a movement tile")
    if not now and (s.series or s.extra_used):
        refuse("first_card and extra_used belong to an open move action")
    if now and not s.series and not s.opening:
        refuse("open: a move action has begun with a first card or an opening card")
    if s.extra_used and not s.series and not s.opening:
        refuse("extra_used: an extra card before the first one is the opening card")
    s.spot = 0
    if now.get("pawn") is not None:
        s.spot = whole(now["pawn"], "open: pawn", 1, FIRST_GATE + 1)
    if bool(s.spot) != (s.phase not in (Phase.TURN, Phase.MORE)):
        refuse("open: the phase and the pawn that has landed do not go together")


def value_of(card: Any, where: str) -> int:
    """The value of a card given by id or value."""
    if isinstance(card, str) and len(card) == 5 and card[1].isdigit():
        return whole(int(card[1]), where, 1, VALUES)
    return whole(card, where, 1, VALUES)


def read_end(s: State, position: Mapping[str, Any]) -> None:
    """The last round, and whether the game is over."""
    done = [seat for seat in range(s.players) if sum(s.inside[seat]) >= PAWNS_TO_END]
    given = position.get("last_round", done[0] if len(done) == 1 else None)
    if given is not None and whole(given, "last_round", 0, s.players - 1) not in done:
        refuse(f"last_round: seat {given} has not {PAWNS_TO_END} pawns in the Alcazar")
    if given is None and done:
        refuse(f"last_round: say which seat had {PAWNS_TO_END} pawns in the Alcazar first")
    s.last_round = -1 if given is None else given
    if s.cap:
        s.turns = whole(position.get("turns", 0), "turns", 0, s.cap * s.players)
    elif "turns" in position:
        refuse("turns: they are counted only with a turn cap")
    ended = s.phase == Phase.TURN and (s.turn == s.last_round or (s.cap > 0 and s.turns == s.cap * s.players))
    over = position.get("over", ended)
    if not isinstance(over, bool) or over != ended:
        refuse(f"over: it must be {str(ended).lower()} here")
    if over:
        s.phase = Phase.OVER


def check_open(s: State) -> None:
    """The open decision must be one that can arise."""
    from .business import forgeable, is_worth_a_visit

    seat, step = s.turn, s.spot
    kind = s.shop[step] if step else 0
    if s.phase == Phase.FULL:
        if step >= FIRST_GATE or not s.built >> step & 1 or s.room >> step & 1:
            refuse("open: the pawn in transit is not on a full space")
        if not has_way_out(s):
            refuse("open: the pawn in transit can neither challenge anybody nor go on")
    elif s.phase == Phase.DELIVER:
        if step < FIRST_GATE or not s.inside[seat][step - FIRST_GATE] or not s.blades[seat]:
            refuse("open: there is no pawn with a sword at that gate")
    elif step and (step >= FIRST_GATE or not s.one[seat] >> step & 1):
        refuse("open: no pawn of the seat on turn has landed there")
    elif s.phase == Phase.BUSINESS and not is_worth_a_visit(s, seat, kind):
        refuse("open: business that can yield nothing is not offered")
    elif s.phase == Phase.SWORD and (kind != Kind.SMITH or not forgeable(s, seat)):
        refuse("open: no sword can be forged there")
    elif s.phase in (Phase.MASTER, Phase.RETURN) and kind != Kind.FENCING:
        refuse("open: no fencing master is there")
