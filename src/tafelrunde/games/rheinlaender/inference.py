"""What a position typed by hand may leave out (docs/notation.md §1)."""
from __future__ import annotations

from ...kernel.dealing import Deal, bits
from ...kernel.opening import Given
from ...kernel.reading import refuse
from . import fields, tables
from .bishops import COMES, appoint, crown
from .board import BOARD
from .duchies import leader
from .fields import ALONE, FORT, FREE, HOLDER_AT, SEAT_AT, Stage, knight_cell
from .numbers import owned_by
from .placing import look_again
from .setup import lay_tile
from .state import State
from .tables import BANKS, BESIDE, CARDS, CASTLE, FORTS, HAND, SITES, SPACES, TILES


def infer(s: State, given: Given, fresh: State) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    now = given.get("open", {})
    s.stage, s.card, s.fort_laid = now.get("decision", Stage.CARD), now.get("card", 0), now.get("fort_laid", 0)
    s.stage = Stage.OVER if given.get("over") else s.stage
    s.turn = given.get("turn", s.start)
    lay_tiles(s, given)
    stand_pieces(s, given)
    found_duchies(s, given)
    deal(s, given)


def lay_tiles(s: State, given: Given) -> None:
    """RH-1.1: the realm centres; sites that are not named get what is left, drawn."""
    holders = given.get("castle_knights", {})
    tiles = {**dict.fromkeys(holders, CASTLE), **given.get("tiles", {})}
    s.tiles_left[:] = tables.TILE_COUNT
    for site, kind in tiles.items():
        if s.tiles_left[kind] == 0:
            refuse(f"tiles: there are only {tables.TILE_COUNT[kind]} of {TILES[kind]}")
        s.tiles_left[kind] -= 1
        s.centre[site] = fields.TAKEN + holders[site] if kind == CASTLE and site in holders else kind
    for site in range(SITES):
        if site not in tiles:
            lay_tile(s, site)


def stand_pieces(s: State, given: Given) -> None:
    """Knights and fortresses on the board; all others are beside it."""
    for space, seat in given.get("forts", {}).items():
        s.cell[space] = FORT + seat
    for space, seat in given.get("knights", {}).items():
        s.cell[space] = knight_cell(seat, ALONE)
    standing = [SEAT_AT[code] for code in s.cell] + [HOLDER_AT[centre] for centre in s.centre]
    for seat in range(s.players):
        s.supply[seat] = tables.KNIGHTS[s.players] - standing.count(seat)
        s.forts_left[seat] = FORTS - s.cell.count(FORT + seat)
    for word in range(tables.BANK_WORDS):
        s.free[word] = sum(tables.BIT_OF[x] for x in range(BANKS) if tables.WORD_OF[x] == word and s.cell[x] == FREE)
    for space in range(BANKS):
        look_again(s, space)


def groups(s: State) -> list[list[int]]:
    """Sets of connected knights, in board order."""
    found: list[list[int]] = []
    for x in (x for x in range(SPACES) if SEAT_AT[s.cell[x]] >= 0):
        joined = [group for group in found if not set(BOARD.adjacent[x]).isdisjoint(group)]
        found = [group for group in found if group not in joined] + [sorted(sum(joined, [x]))]
    return sorted(found)


def found_duchies(s: State, given: Given) -> None:
    """RH-6: the duchies follow from the knights; their owners are given, or whoever leads."""
    owners = {x: entry.get("owner", -1) for entry in given.get("duchies", []) for x in entry["spaces"]}
    duchy = 0
    for group in groups(s):
        sites = [site for site in range(SITES) if any(x in BESIDE[site] for x in group)]
        holders = [HOLDER_AT[s.centre[site]] for site in sites if HOLDER_AT[s.centre[site]] >= 0]
        knights = [SEAT_AT[s.cell[x]] for x in group] + holders
        if len(knights) > 1:
            bishoprics = sum(s.centre[site] == tables.BISHOPRIC for site in sites)
            number = sum(fields.ONE[p] for p in knights) + fields.ONE_BISHOPRIC * bishoprics
            s.duchy[duchy] = owned_by(number, next((owners[x] for x in group if x in owners), leader(number)))
            for x in group:
                s.cell[x] = knight_cell(SEAT_AT[s.cell[x]], duchy)
            appoint(s, duchy, COMES)
            duchy += 1
    crown(s)


def hand_size(s: State, seat: int) -> int:
    """RH-2.1: five cards, and one less for the seat that has played one and not drawn yet."""
    return HAND - (seat == s.turn and s.card > 0)


def deal(s: State, given: Given) -> None:
    """Hands, draw pile and discards hold every card once; what is not known is drawn."""
    hands = [hand or [] for hand in given.get("hands", [None] * s.players)]
    for seat, hand in enumerate(hands):
        if len(hand) > hand_size(s, seat):
            refuse(f"hands: seat {seat} has more than {hand_size(s, seat)} cards")
        hand += [None] * (hand_size(s, seat) - len(hand))
    played = [s.card - 1] if s.card and s.card - 1 not in given.get("discards", []) else []
    made = Deal(s, CARDS, lambda card: card + 1)
    made.share(given, hands, {"open: card": played})
    s.pile, s.discards = bits(made.at("draw_pile")), bits(made.at("discards") + played)
    for seat in range(s.players):
        s.hand[seat][:] = [card + 1 for card in made.at(seat)] + [0] * (HAND - len(made.at(seat)))
