"""Positions read back.  What is left out is derived so that the pieces add up; what cannot be is drawn with seed 0."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...kernel import draw_bit, seed_generator
from ...kernel.reading import entries, flag, known_keys, mapping, of_game, refuse, whole, word
from .board import BOARD
from .board_loading import read_board, read_duchies, read_tiles
from .cards_loading import read_cards
from .decisions import DECISIONS
from .fields import (
    Stage,
)
from .placing import can_lay_fort
from .readings import own_supply_alone_counts, passes_without_placement, supplies_count_at_once
from .state import State
from .tables import (
    FORTS,
)

KEYS = tuple(
    "game players options turn start_player last_round over tiles knights castle_knights forts duchies coins hands "
    "draw_pile discards supply forts_left archbishop open pending seat".split())


def load(position: Mapping[str, Any], configured: Callable[[int, Any], Any]) -> Any:
    """A state from a position; BadPosition names what is wrong."""
    of_game(position, "rheinlaender", KEYS)
    s = configured(players_of(position), mapping(position.get("options", {}), "options"))
    s.rng = seed_generator(0)
    read_tiles(s, position)
    read_board(s, position)
    read_duchies(s, position)
    read_coins(s, position)
    read_open(s, position)
    read_seats(s, position)
    read_cards(s, position)
    draw_seats(s, position)
    read_turn(s, position)
    return s


def players_of(position: Mapping[str, Any]) -> Any:
    """The number of players: given, or that of any list with an entry per seat."""
    lists = [position[key] for key in ("hands", "coins", "supply", "forts_left") if isinstance(position.get(key), list)]
    return position.get("players", len(lists[0]) if lists else 4)


def read_coins(s: State, position: Mapping[str, Any]) -> None:
    """Points paid so far; 0 where they are not known."""
    for seat, n in enumerate(entries(position.get("coins", [0] * s.players), "coins", s.players)):
        s.coins[seat] = 0 if n is None else whole(n, f"coins of seat {seat}", 0, 9999)


def read_open(s: State, position: Mapping[str, Any]) -> None:
    """The decision that is open inside a turn."""
    given = position.get("open")
    row = {} if given is None else mapping(given, "open")
    known_keys(row, ("decision", "card", "fort_laid"), "open")
    stages = {name: stage for stage, name in DECISIONS.words().items()}
    s.stage = [*stages.values()][word(row.get("decision", "card"), "open: decision", tuple(stages), "decision")]
    s.fort_laid = int(flag(row.get("fort_laid", False), "open: fort_laid"))
    s.card = 0 if row.get("card") is None else whole(row["card"], "open: card", 1, len(BOARD.lands))
    passed = s.stage == Stage.END and passes_without_placement(s)
    if (s.card > 0) != (s.stage != Stage.CARD) and not passed:
        refuse("open: a card lies there exactly when the knight or the end of the turn is to be decided")


def read_seats(s: State, position: Mapping[str, Any]) -> None:
    """The start player and the seat on turn, as far as they are given."""
    for key in ("start_player", "turn"):
        if position.get(key) is not None:
            s.turn = whole(position[key], key, 0, s.players - 1)
            if key == "start_player":
                s.start = s.turn
    if position.get("turn") is None and position.get("open") is not None:
        refuse("turn: it must be given where a decision is open inside a turn")


def draw_seats(s: State, position: Mapping[str, Any]) -> None:
    """RH-1.4: a start player that is not given is drawn, and has the turn unless another seat is given."""
    if position.get("start_player") is None:
        s.start = s.first - 1 if s.first else draw_bit(s, (1 << s.players) - 1)
        if position.get("turn") is None:
            s.turn = s.start


def read_turn(s: State, position: Mapping[str, Any]) -> None:
    """The last round, the end, and whether the open decision can be."""
    out = any(s.supply[p] == 0 for p in range(s.players)) and not own_supply_alone_counts(s)
    seen = s.stage == Stage.CARD or supplies_count_at_once(s)
    over = flag(position.get("over", False), "over")
    s.last_round = int(flag(position.get("last_round", over or (out and seen)), "last_round"))
    if over:
        if not s.last_round or s.turn != s.start or position.get("open") is not None:
            refuse("over: a game ends with the last round, before the start player's turn")
        s.stage = Stage.OVER
        return
    if s.fort_laid and s.forts_left[s.turn] == FORTS:
        refuse("open: fort_laid: the seat on turn has no fortress on the board")
    if s.stage == Stage.CARD and s.last_round and s.supply[s.turn] == 0:
        refuse("turn: in the last round a seat without knights is passed over")
    if s.stage == Stage.END and not can_lay_fort(s, s.turn):
        refuse("open: no fortress can be laid, so the turn has ended")
