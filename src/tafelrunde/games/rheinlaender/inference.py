"""What a position leaves out: derived so that the pieces add up, else drawn with seed 0."""
from __future__ import annotations

from typing import Any

from ...kernel import draw_bit, seed_generator
from ...kernel.dealing import Deal, bits
from ...kernel.reading import refuse
from . import tables
from .bishops import appoint, crown
from .board import BOARD
from .duchies import leader
from .fields import ALONE, FORT, FREE, HOLDER_AT, ONE, ONE_BISHOPRIC, SEAT_AT, TAKEN, Stage, knight_cell
from .numbers import owned_by
from .placing import can_lay_fort, look_again
from .readings import own_supply_alone_counts, passes_without_placement, supplies_count_at_once
from .setup import lay_tile
from .state import State
from .tables import BANKS, BESIDE, CARDS, CASTLE, FORTS, HAND, SITES, SPACES

Given = dict[str, Any]


def begin(s: State) -> None:
    """An empty board, with the generator of seed 0."""
    s.rng = seed_generator(0)
    s.archbishop = -1


def infer(s: State, given: Given, begun: Any = None) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    lay_tiles(s, given)
    stand_pieces(s, given)
    found_duchies(s, given)
    open_decision(s, given)
    deal(s, given)
    settle_turn(s, given)


# ------------------------------------------------------------ the board


def lay_tiles(s: State, given: Given) -> None:
    """RH-1.1: the realm centres; sites that are not named get what is left, drawn."""
    tiles, holders = given.get("tiles", {}), given.get("castle_knights", {})
    for site in holders:
        if tiles.setdefault(site, CASTLE) != CASTLE:
            refuse(f"castle_knights: on site {site + 1} lies {tables.TILES[tiles[site]]}, no castle")
    s.tiles_left[:] = tables.TILE_COUNT
    for site, kind in tiles.items():
        if s.tiles_left[kind] == 0:
            refuse(f"tiles: there are only {tables.TILE_COUNT[kind]} of {tables.TILES[kind]}")
        s.tiles_left[kind] -= 1
        s.centre[site] = TAKEN + holders[site] if site in holders else kind
    for site in range(SITES):
        if site not in tiles:
            lay_tile(s, site)


def stand_pieces(s: State, given: Given) -> None:
    """Knights and fortresses on the board; all others are beside it."""
    for space, seat in given.get("knights", {}).items():
        s.cell[space] = knight_cell(seat, ALONE)
    for space, seat in given.get("forts", {}).items():
        if s.cell[space] != FREE:
            refuse(f"forts: a knight stands on {BOARD.spaces[space]}")
        s.cell[space] = FORT + seat
    standing = [SEAT_AT[code] for code in s.cell] + [HOLDER_AT[centre] for centre in s.centre]
    for seat in range(s.players):
        s.supply[seat] = tables.KNIGHTS[s.players] - standing.count(seat)
        s.forts_left[seat] = FORTS - s.cell.count(FORT + seat)
    s.free[:] = tables.BANKS_IN
    for space in range(BANKS):
        if s.cell[space] != FREE:
            s.free[tables.WORD_OF[space]] &= ~tables.BIT_OF[space]
    for space in range(BANKS):
        look_again(s, space)


def groups(s: State) -> list[list[int]]:
    """Sets of connected knights, in board order."""
    seen: set[int] = set()
    found: list[list[int]] = []
    for start in range(SPACES):
        group: list[int] = []
        rest = [start] if SEAT_AT[s.cell[start]] >= 0 else []
        while rest:
            x = rest.pop()
            if x not in seen:
                seen.add(x)
                group.append(x)
                rest += [y for y in BOARD.adjacent[x] if SEAT_AT[s.cell[y]] >= 0]
        if group:
            found.append(sorted(group))
    return found


def found_duchies(s: State, given: Given) -> None:
    """RH-6: the duchies follow from the knights; their owners are given, or whoever leads."""
    together = groups(s)
    named = owners_given(given, together)
    duchy = 0
    for group in together:
        sites = [site for site in range(SITES) if any(x in BESIDE[site] for x in group)]
        knights = [SEAT_AT[s.cell[x]] for x in group]
        knights += [HOLDER_AT[s.centre[site]] for site in sites if HOLDER_AT[s.centre[site]] >= 0]
        if len(knights) < 2:
            if group[0] in named:
                refuse(f"duchies: the knight on {BOARD.spaces[group[0]]} is alone, no duchy")
            continue
        number = sum(ONE[p] for p in knights) + ONE_BISHOPRIC * sum(s.centre[site] == tables.BISHOPRIC for site in sites)
        s.duchy[duchy] = owned_by(number, named.get(group[0], leader(number)))
        for x in group:
            s.cell[x] = knight_cell(SEAT_AT[s.cell[x]], duchy)
        appoint(s, duchy, 1)
        duchy += 1
    crown(s)


def owners_given(given: Given, together: list[list[int]]) -> dict[int, int]:
    """The owners that `duchies` names, by the first space of their group; -1 for nobody.  One entry is one duchy."""
    first = {x: group[0] for group in together for x in group}
    named: dict[int, int] = {}
    for i, entry in enumerate(given.get("duchies", [])):
        groups = {first.get(x, -1) for x in entry.get("spaces", ())}
        if len(groups) != 1 or -1 in groups:
            refuse(f"duchies {i}: expected an owner, and spaces with the knights of one duchy")
        owner = entry.get("owner", -1)
        if named.setdefault(groups.pop(), owner) != owner:
            refuse(f"duchies {i}: the duchy is named with different owners")
    return named


# ------------------------------------------------------------ cards


def hand_size(s: State, seat: int) -> int:
    """RH-2.1: five cards, and one less for the seat that has played one and not drawn yet."""
    return HAND - (seat == s.turn and s.card > 0)


def deal(s: State, given: Given) -> None:
    """Hands, draw pile and discards hold every card once; what is not given is drawn, or is what is left."""
    pile = None if None in given.get("draw_pile", [None]) else given["draw_pile"]
    discards = given.get("discards", [s.card] if s.card else [])
    if s.card and s.card not in discards:
        refuse(f"open: card {s.card} was played and lies on the discards")
    places: dict[Any, tuple[str, list[Any]]] = {"discards": ("discards", discards), "draw_pile": ("draw_pile", pile or [])}
    for seat, hand in enumerate(given.get("hands", [None] * s.players)):
        cards = [card for card in hand or [] if card is not None]
        if len(cards) > hand_size(s, seat):
            refuse(f"hands: seat {seat} has more than {hand_size(s, seat)} cards")
        places[seat] = (f"hands: seat {seat}", cards + [None] * (hand_size(s, seat) - len(cards)))
    made = Deal(s, CARDS, lambda card: card + 1)
    made.fill((place, where, None if card is None else card - 1) for place, (where, cards) in places.items() for card in cards)
    if made.free and pile is not None and "discards" in given:
        refuse(f"hands, draw_pile, discards: {len(made.free)} cards are missing")
    made.put_rest("draw_pile" if pile is None else "discards")
    s.pile, s.discards = bits(made.at("draw_pile")), bits(made.at("discards"))
    for seat in range(s.players):
        s.hand[seat][:] = [card + 1 for card in made.at(seat)] + [0] * (HAND - len(made.at(seat)))


# ------------------------------------------------------------ the turn


def open_decision(s: State, given: Given) -> None:
    """What is open inside a turn, and whose turn that is."""
    now = given.get("open", {})
    s.stage = now.get("decision", Stage.CARD)
    s.card, s.fort_laid = now.get("card", 0), now.get("fort_laid", 0)
    passed = s.stage == Stage.END and passes_without_placement(s)
    if (s.card > 0) != (s.stage != Stage.CARD) and not passed:
        refuse("open: a card lies there exactly when the knight or the end of the turn is to be decided")
    if "turn" not in given and now:
        refuse("turn: it must be given where a decision is open inside a turn")
    s.turn = given.get("turn", s.start)


def settle_turn(s: State, given: Given) -> None:
    """RH-1.4: the start player, drawn where nobody is named; the last round, the end, and whether the decision can be open."""
    if "start_player" not in given:
        s.start = s.first - 1 if s.first else draw_bit(s, (1 << s.players) - 1)
    s.turn = given.get("turn", s.start)
    out = any(s.supply[p] == 0 for p in range(s.players)) and not own_supply_alone_counts(s)
    seen = s.stage == Stage.CARD or supplies_count_at_once(s)
    s.last_round = given.get("last_round", int(given.get("over", 0) or (out and seen)))
    if given.get("over"):
        if not s.last_round or s.turn != s.start or "open" in given:
            refuse("over: a game ends with the last round, before the start player's turn")
        s.stage = Stage.OVER
    elif s.fort_laid and s.forts_left[s.turn] == FORTS:
        refuse("open: fort_laid: the seat on turn has no fortress on the board")
    elif s.stage == Stage.CARD and s.last_round and s.supply[s.turn] == 0:
        refuse("turn: in the last round a seat without knights is passed over")
    elif s.stage == Stage.END and not can_lay_fort(s, s.turn):
        refuse("open: no fortress can be laid, so the turn has ended")
