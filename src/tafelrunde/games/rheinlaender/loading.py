"""Positions read back.  What is left out is derived so that the pieces add up; what cannot be is drawn with seed 0."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...kernel import count_bits, draw_bit, seed_generator
from ...kernel.reading import entries, flag, known_keys, mapping, numbered, of_game, refuse, shown, whole, word
from .bishops import appoint, crown
from .board import BOARD
from .decisions import DECISIONS
from .duchies import leader
from .fields import (
    ALONE,
    FORT,
    FREE,
    HOLDER_AT,
    ONE,
    ONE_BISHOPRIC,
    SEAT_AT,
    TAKEN,
    Stage,
    knight_cell,
)
from .numbers import owned_by
from .placing import can_lay_fort, look_again
from .position import hand_size
from .readings import own_supply_alone_counts, passes_without_placement, supplies_count_at_once
from .setup import lay_tile
from .state import State
from .tables import (
    BANKS,
    BANKS_IN,
    BESIDE,
    BISHOPRIC,
    BIT_OF,
    CARDS,
    EVERY_CARD,
    FORTS,
    HAND,
    KNIGHTS,
    SITES,
    SPACES,
    TILE_COUNT,
    TILES,
    WORD_OF,
)

SPACE_NUMBER = {name: i for i, name in enumerate(BOARD.spaces)}
KEYS = tuple(
    "game players options turn start_player last_round over tiles knights castle_knights forts duchies coins hands "
    "draw_pile discards supply forts_left archbishop open pending seat".split())


def space_of(value: Any, where: str) -> int:
    """A space by its name."""
    if not isinstance(value, str) or value not in SPACE_NUMBER:
        refuse(f"{where}: there is no space {shown(value)}")
    return SPACE_NUMBER[value]


def site_of(key: str, where: str) -> int:
    """A site by its number, from 0 in the state."""
    return numbered(key, where, 1, SITES, "site") - 1


def cards_of(value: Any, where: str) -> list[int]:
    """Different number cards, from 0 in the state; unknown ones (null) are left out."""
    cards = [whole(c, where, 1, CARDS) - 1 for c in entries(value, where) if c is not None]
    if len(set(cards)) != len(cards):
        refuse(f"{where}: a card is there twice")
    return cards


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


def read_tiles(s: State, position: Mapping[str, Any]) -> None:
    """RH-1.1: the realm centres; sites that are not named get what is left, drawn."""
    given = {site_of(k, "tiles"): v for k, v in mapping(position.get("tiles", {}), "tiles").items()}
    holders = {site_of(k, "castle_knights"): whole(v, f"castle_knights: site {k}", 0, s.players - 1)
               for k, v in mapping(position.get("castle_knights", {}), "castle_knights").items()}
    for site in holders:
        if given.setdefault(site, "castle") != "castle":
            refuse(f"castle_knights: on site {site + 1} lies {shown(given[site])}, no castle")
    s.tiles_left[:] = TILE_COUNT
    for site, name in given.items():
        kind = word(name, f"tiles: site {site + 1}", TILES, "tile")
        if s.tiles_left[kind] == 0:
            refuse(f"tiles: there are only {TILE_COUNT[kind]} of {name}")
        s.tiles_left[kind] -= 1
        s.centre[site] = TAKEN + holders[site] if site in holders else kind
    for site in range(SITES):
        if site not in given:
            lay_tile(s, site)


def read_board(s: State, position: Mapping[str, Any]) -> None:
    """Knights and fortresses on the board and beside it."""
    for name, seat in mapping(position.get("knights", {}), "knights").items():
        s.cell[space_of(name, "knights")] = knight_cell(whole(seat, f"knights: {name}", 0, s.players - 1), ALONE)
    for name, seat in mapping(position.get("forts", {}), "forts").items():
        space = space_of(name, "forts")
        if space >= BANKS:
            refuse(f"forts: {name} is river; a fortress stands on a bank")
        if s.cell[space] != FREE:
            refuse(f"forts: a knight stands on {name}")
        s.cell[space] = FORT + whole(seat, f"forts: {name}", 0, s.players - 1)
    for site in range(SITES):
        if HOLDER_AT[s.centre[site]] >= 0 and all(SEAT_AT[s.cell[x]] < 0 for x in BESIDE[site]):
            refuse(f"castle_knights: no knight stands beside site {site + 1}")
    seats = range(s.players)
    standing = [SEAT_AT[code] for code in s.cell] + [HOLDER_AT[centre] for centre in s.centre]
    read_supply(s.supply, position, "supply", [standing.count(p) for p in seats], KNIGHTS[s.players])
    read_supply(s.forts_left, position, "forts_left", [s.cell.count(FORT + p) for p in seats], FORTS)
    s.free[:] = BANKS_IN
    for space in range(BANKS):
        if s.cell[space] != FREE:
            s.free[WORD_OF[space]] &= ~BIT_OF[space]
    for space in range(BANKS):
        look_again(s, space)


def read_supply(cells: list[int], position: Mapping[str, Any], key: str, used: list[int], total: int) -> None:
    """Pieces beside the board: all that are not on it."""
    left = [total - n for n in used]
    if min(left) < 0:
        seat = left.index(min(left))
        refuse(f"{key}: seat {seat} has {used[seat]} pieces on the board, more than {total}")
    given = entries(position.get(key, left), key, len(used))
    for seat, n in enumerate(given):
        if whole(n, f"{key} of seat {seat}", 0, total) != left[seat]:
            refuse(f"{key}: seat {seat} has {used[seat]} pieces on the board and {n} beside it, of {total}")
    cells[:len(left)] = left


def groups(s: State) -> list[list[int]]:
    """Sets of connected knights, in board order."""
    seen: set[int] = set()
    found: list[list[int]] = []
    for start in range(SPACES):
        if SEAT_AT[s.cell[start]] >= 0 and start not in seen:
            group, rest = [start], [start]
            seen.add(start)
            while rest:
                for y in BOARD.adjacent[rest.pop()]:
                    if SEAT_AT[s.cell[y]] >= 0 and y not in seen:
                        seen.add(y)
                        group.append(y)
                        rest.append(y)
            found.append(sorted(group))
    return found


def read_duchies(s: State, position: Mapping[str, Any]) -> None:
    """RH-6: the duchies follow from the knights; their owners are given, or whoever leads."""
    named = owners_given(s, position)
    duchy = 0
    for group in groups(s):
        sites = [site for site in range(SITES) if any(x in BESIDE[site] for x in group)]
        knights = [SEAT_AT[s.cell[x]] for x in group]
        knights += [HOLDER_AT[s.centre[site]] for site in sites if HOLDER_AT[s.centre[site]] >= 0]
        owners = {named.pop(x) for x in group if x in named}
        if len(knights) < 2:
            if owners:
                refuse(f"duchies: the knight on {BOARD.spaces[group[0]]} is alone, no duchy")
            continue
        number = sum(ONE[p] for p in knights) + ONE_BISHOPRIC * sum(s.centre[site] == BISHOPRIC for site in sites)
        lead = leader(number)
        if len(owners) > 1:
            refuse(f"duchies: the duchy at {BOARD.spaces[group[0]]} is named with different owners")
        owner = owners.pop() if owners else lead
        if lead >= 0 and owner != lead:
            refuse(f"duchies: seat {lead} has strictly the most knights in the duchy at {BOARD.spaces[group[0]]}")
        s.duchy[duchy] = owned_by(number, owner)
        for x in group:
            s.cell[x] = knight_cell(SEAT_AT[s.cell[x]], duchy)
        appoint(s, duchy, 1)
        duchy += 1
    if named:
        refuse(f"duchies: no knight stands on {BOARD.spaces[min(named)]}")
    s.archbishop = -1
    crown(s)
    expected = s.archbishop if s.archbishop >= 0 else None
    given = position.get("archbishop", expected)
    if given != expected or isinstance(given, bool):
        refuse(f"archbishop: by the bishops it is {expected}, not {shown(given)}")


def owners_given(s: State, position: Mapping[str, Any]) -> dict[int, int]:
    """The owners that `duchies` names, by space; -1 for nobody.  One list of spaces is one duchy."""
    named: dict[int, int] = {}
    where = {x: i for i, group in enumerate(groups(s)) for x in group}
    for i, entry in enumerate(entries(position.get("duchies", []), "duchies")):
        row = mapping(entry, f"duchies {i}")
        if not {"spaces", "owner"} >= row.keys() or "spaces" not in row:
            refuse(f"duchies {i}: expected the keys spaces and owner")
        spaces = [space_of(name, f"duchies {i}") for name in entries(row["spaces"], f"duchies {i}: spaces")]
        if not spaces or len({where.get(x, -1 - x) for x in spaces}) > 1:
            refuse(f"duchies {i}: the spaces are not those of one duchy")
        owner = row.get("owner")
        for x in spaces:
            if named.setdefault(x, -1 if owner is None else whole(owner, f"duchies {i}: owner", 0, s.players - 1)) \
                    != (-1 if owner is None else owner):
                refuse(f"duchies: {BOARD.spaces[x]} is named with different owners")
    return named


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


def read_cards(s: State, position: Mapping[str, Any]) -> None:
    """Hands, draw pile and discards hold every card once; cards in hands that are not given are drawn."""
    hands: list[list[int]] = []
    for seat, row in enumerate(entries(position.get("hands", [None] * s.players), "hands", s.players)):
        hands.append([] if row is None else cards_of(row, f"hands of seat {seat}"))
        if len(hands[-1]) > hand_size(s, seat):
            refuse(f"hands: seat {seat} has more than {hand_size(s, seat)} cards")
    named = [c for hand in hands for c in hand]
    played = [s.card - 1] if s.card else []
    pile = cards_of([c for c in entries(position["draw_pile"], "draw_pile") if c != "shuffle"], "draw_pile") \
        if known(position, "draw_pile") else None
    discards = cards_of(position["discards"], "discards") if known(position, "discards") else None
    if (s.card and s.card - 1 in (named + (pile or []))) or (discards is not None and not {*played} <= {*discards}):
        refuse(f"open: card {s.card} was played and lies on the discards")
    fixed = named + (pile or []) + (played if discards is None else discards)
    if len(set(fixed)) != len(fixed):
        refuse(f"hands, draw_pile, discards: card {1 + next(c for c in fixed if fixed.count(c) > 1)} is there twice")
    rest = EVERY_CARD
    for c in fixed:
        rest &= ~(1 << c)
    for seat, row in enumerate(hands):
        while len(row) < hand_size(s, seat):
            if not rest:
                refuse("hands: too few cards are left to fill them")
            row.append(draw_bit(s, rest))
            rest &= ~(1 << row[-1])
        s.hand[seat][:] = [c + 1 for c in row] + [0] * (HAND - len(row))
    if pile is None:
        s.pile, s.discards = rest, sum(1 << c for c in (played if discards is None else discards))
    elif discards is None:
        s.pile, s.discards = sum(1 << c for c in pile), rest | sum(1 << c for c in played)
    elif rest:
        refuse(f"hands, draw_pile, discards: {count_bits(rest)} cards are missing")
    else:
        s.pile, s.discards = sum(1 << c for c in pile), sum(1 << c for c in discards)


def known(position: Mapping[str, Any], key: str) -> bool:
    """Whether a list of cards is given, and not concealed."""
    value = position.get(key)
    return value is not None and None not in entries(value, key)


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
