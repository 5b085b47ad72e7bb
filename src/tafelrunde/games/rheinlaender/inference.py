"""What a position typed by hand may leave out (docs/notation.md §1)."""
from __future__ import annotations

from ...kernel.dealing import Deal, bits
from ...kernel.opening import Given
from ...kernel.reading import refuse
from . import fields, tables
from .bishops import COMES, appoint, crown
from .board import BOARD
from .duchies import leader, take_in
from .fields import ALONE, DUCHY_AT, FREE, HOLDER_AT, SEAT_AT, Phase, knight_cell
from .invariants import add_what_stands, has_company
from .numbers import owned_by
from .placing import lay_fort, look_again
from .setup import lay_tile
from .state import State
from .tables import BANKS, CARDS, CASTLE, DUCHIES, HAND, SITES, SPACES, TILES


def infer(s: State, given: Given, fresh: State) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    now = given.get("open", {})
    lay_tiles(s, given)
    stand_pieces(s, given)
    s.phase, s.card, s.fort_laid = now.get("decision", Phase.CARD), now.get("card", 0), now.get("fort_laid", 0)
    s.phase = Phase.OVER if given.get("over") else s.phase
    s.turn = given.get("turn", s.start)
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
    for space, seat in given.get("knights", {}).items():
        s.cell[space] = knight_cell(seat, ALONE)
        if space < BANKS:
            s.free[tables.WORD_OF[space]] &= ~tables.BIT_OF[space]
    for space, seat in given.get("forts", {}).items():
        if s.cell[space] == FREE:
            lay_fort(s, seat, space)
    standing = [SEAT_AT[code] for code in s.cell] + [HOLDER_AT[centre] for centre in s.centre]
    for seat in range(s.players):
        s.supply[seat] -= standing.count(seat)
    for space in range(BANKS):
        look_again(s, space)


def found_duchies(s: State, given: Given) -> None:
    """RH-6: the duchies follow from the knights; their owners are given, or whoever leads."""
    for x in range(SPACES):
        if SEAT_AT[s.cell[x]] >= 0 and has_company(s, x):
            joined = bits({DUCHY_AT[s.cell[n]] for n in BOARD.adjacent[x]} - {ALONE})
            # Until all are found, any number but 0
            s.duchy[take_in(s, SEAT_AT[s.cell[x]], x, joined)] = 1
    s.duchy[:] = [0] * DUCHIES
    add_what_stands(s, 1)
    told = [entry for entry in reversed(given.get("duchies", [])) if "owner" in entry]
    owners = {DUCHY_AT[s.cell[x]]: entry["owner"] for entry in told for x in entry["spaces"]}
    for duchy, number in enumerate(s.duchy):
        if number:
            s.duchy[duchy] = owned_by(number, owners.get(duchy, leader(number)))
            appoint(s, duchy, COMES)
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
