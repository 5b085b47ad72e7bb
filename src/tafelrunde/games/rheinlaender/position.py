"""The position of a game as JSON, with the keys of the notation, and what follows where keys are left out."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...kernel import draw_bit, seed_generator, shapes
from ...kernel.dealing import Deal, bits
from ...kernel.positions import Key, Position
from ...kernel.reading import refuse
from ..switches import start_of
from . import fields, tables
from .bishops import appoint, crown
from .board import BOARD
from .decisions import DECISIONS
from .duchies import leader
from .fields import ALONE, FORT, FREE, HOLDER_AT, SEAT_AT, Stage, knight_cell
from .invariants import Broken, broken_neighbours, broken_owners, broken_pieces
from .numbers import owned_by, owner_of
from .placing import can_lay_fort, look_again
from .readings import own_supply_alone_counts, passes_without_placement, supplies_count_at_once
from .setup import lay_tile
from .state import State
from .tables import BANKS, BESIDE, CARDS, CASTLE, FORTS, HAND, SITES, SPACES, SWITCHES, TILES

Given = dict[str, Any]
FORT_AT = [code - FORT if code >= FORT else -1 for code in range(256)]
"""Whose fortress stands on a space, by its cell; -1 for none."""

# ------------------------------------------------------------ what is written


def hand_size(s: State, seat: int) -> int:
    """RH-2.1: five cards, and one less for the seat that has played one and not drawn yet."""
    return HAND - (seat == s.turn and s.card > 0)


def hands(s: State) -> list[list[int | None]]:
    """Each hand, sorted; null for each card of a concealed one."""
    return [[None] * hand_size(s, seat) if s.hand[seat][0] is None else [*sorted(card for card in s.hand[seat] if card)]
            for seat in range(s.players)]


def draw_pile(s: State) -> list[int | None]:
    """The number cards left in the draw pile; null for each where they are concealed."""
    if s.pile is not None:
        return [*cards_of(s.pile)]
    return [None] * (CARDS - s.discards.bit_count() - sum(hand_size(s, seat) for seat in range(s.players)))


def duchies(s: State) -> list[dict[str, Any]]:
    """The duchies in board order, each with its spaces and its owner."""
    spaces: dict[int, list[str]] = {}
    for x, code in enumerate(s.cell):
        if fields.DUCHY_AT[code] != ALONE:
            spaces.setdefault(fields.DUCHY_AT[code], []).append(BOARD.spaces[x])
    owners = {duchy: owner_of(s, duchy) for duchy in spaces}
    return [{"spaces": names, "owner": owners[duchy] if owners[duchy] >= 0 else None} for duchy, names in spaces.items()]


def open_now(s: State) -> dict[str, Any] | None:
    """What is open inside a turn; null when a turn has not begun."""
    if s.stage == Stage.OVER or (s.stage == Stage.CARD and not s.fort_laid):
        return None
    return {"decision": DECISIONS.of[s.stage].word, "card": s.card or None, "fort_laid": s.fort_laid != 0}


# ------------------------------------------------------------ what follows


def begin(s: State) -> None:
    """An empty board, with the generator of seed 0."""
    s.rng, s.archbishop = seed_generator(0), -1


def infer(s: State, given: Given, begun: None) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    lay_tiles(s, given)
    stand_pieces(s, given)
    found_duchies(s, given)
    now = given.get("open", {})
    s.stage, s.card, s.fort_laid = now.get("decision", Stage.CARD), now.get("card", 0), now.get("fort_laid", 0)
    deal(s, given)
    settle_turn(s, given)


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
    together, duchy = groups(s), 0
    named = [(set(entry.get("spaces", ())), entry.get("owner", -1)) for entry in given.get("duchies", [])]
    for i, (spaces, _) in enumerate(named):
        if not spaces or not any(spaces <= {*group} for group in together):
            refuse(f"duchies {i}: expected an owner, and spaces with the knights of one duchy")
    for group in together:
        sites = [site for site in range(SITES) if any(x in BESIDE[site] for x in group)]
        knights = [SEAT_AT[s.cell[x]] for x in group]
        knights += [HOLDER_AT[s.centre[site]] for site in sites if HOLDER_AT[s.centre[site]] >= 0]
        owners = {owner for spaces, owner in named if spaces <= {*group}}
        if len(owners) > (len(knights) > 1):
            refuse(f"duchies: the knight on {BOARD.spaces[group[0]]} is alone, no duchy, or it is named with different owners")
        if len(knights) > 1:
            bishoprics = sum(s.centre[site] == tables.BISHOPRIC for site in sites)
            number = sum(fields.ONE[p] for p in knights) + fields.ONE_BISHOPRIC * bishoprics
            s.duchy[duchy] = owned_by(number, owners.pop() if owners else leader(number))
            for x in group:
                s.cell[x] = knight_cell(SEAT_AT[s.cell[x]], duchy)
            appoint(s, duchy, 1)
            duchy += 1
    crown(s)


def deal(s: State, given: Given) -> None:
    """Hands, draw pile and discards hold every card once; what is not given is drawn, or is what is left."""
    s.turn = given.get("turn", s.start)
    sizes = [hand_size(s, seat) for seat in range(s.players)]
    held = [hand or [] for hand in given.get("hands", [[]] * s.players)]
    for seat in range(s.players):
        if len(held[seat]) > sizes[seat]:
            refuse(f"hands: seat {seat} has more than {sizes[seat]} cards")
    played = [s.card - 1] if s.card and s.card - 1 not in given.get("discards", []) else []
    made = Deal(s, CARDS, lambda card: card + 1)
    wanted = [[*hand, *[None] * (size - len(hand))] for hand, size in zip(held, sizes, strict=True)]
    made.share(given, wanted, {"open: card": played})
    s.pile, s.discards = bits(made.at("draw_pile")), bits(made.at("discards") + played)
    for seat in range(s.players):
        s.hand[seat][:] = [card + 1 for card in made.at(seat)] + [0] * (HAND - len(made.at(seat)))


def settle_turn(s: State, given: Given) -> None:
    """RH-1.4: the start player, drawn where nobody is named; RH-11.1: the last round, and the end."""
    if "start_player" not in given:
        s.start = s.first - 1 if s.first else draw_bit(s, (1 << s.players) - 1)
    s.turn = given.get("turn", s.start)
    out = 0 in s.supply[:s.players] and not own_supply_alone_counts(s)
    seen = s.stage == Stage.CARD or supplies_count_at_once(s)
    s.last_round = given.get("last_round", int(given.get("over", 0) or (out and seen)))
    s.stage = Stage.OVER if given.get("over") else s.stage


# ------------------------------------------------------------ the keys

SITE_NUMBERS = tuple(str(site + 1) for site in range(SITES))
CARD = shapes.word(range(1, CARDS + 1), "card")
CARDS_SEEN = shapes.listed(shapes.hidden(CARD))
"""Cards, null for those that are hidden."""
cards_of = shapes.members(range(1, CARDS + 1), "card").writer()
TILE = shapes.looked_up(shapes.word(TILES, "tile"), fields.KIND_AT)
DUCHY = shapes.parts({"spaces": shapes.listed(shapes.word(BOARD.spaces, "space")), "owner": shapes.null(shapes.seat())})
OPEN = shapes.parts({"decision": shapes.named({word: stage for stage, word in DECISIONS.words().items()}, "decision"),
                     "card": shapes.not_zero(shapes.number(1, CARDS)), "fort_laid": shapes.flag()})


def pile(value: Any, where: str, seats: Any) -> Any:
    """Number cards; the reshuffle card, which is always in the draw pile, may be named."""
    return CARDS_SEEN.read([card for card in value if card != "shuffle"] if isinstance(value, list) else value, where, seats)


POSITION = Position("rheinlaender", fields.FIELDS, {}, (
    Key("turn"),
    Key("start_player", "start"),
    Key("last_round", shape=shapes.flag()),
    Key("over", "stage", shapes.flag(), lambda s: s.stage == Stage.OVER),
    Key("tiles", "centre", shapes.keyed(SITE_NUMBERS, "site", TILE), apart=True),
    Key("knights", "cell", shapes.standing(BOARD.spaces, "space", shapes.seat(), SEAT_AT), apart=True),
    Key("castle_knights", "centre", shapes.standing(SITE_NUMBERS, "site", shapes.seat(), HOLDER_AT), apart=True),
    Key("forts", "cell", shapes.standing(BOARD.spaces, "space", shapes.seat(), FORT_AT), apart=True),
    Key("duchies", "cell duchy", shapes.listed(DUCHY), duchies, loose=True),
    Key("coins"),
    Key("hands", "hand", shapes.per_seat(shapes.unsaid(CARDS_SEEN)), hands, loose=True),
    Key("draw_pile", "pile", replace(CARDS_SEEN, read=pile), draw_pile, loose=True),
    Key("discards", shape=shapes.listed(CARD, bag=True), write=lambda s: cards_of(s.discards)),
    Key("supply", follows=True),
    Key("forts_left", follows=True),
    Key("archbishop", follows=True),
    Key("open", "stage", shapes.hidden(OPEN), open_now, loose=True),
), lambda s: {**SWITCHES.unpacked(s.options), "start": start_of(s.first)}, begin, infer, laws=(
    (broken_pieces, {Broken.KNIGHTS: "knights: a seat has more on the board than there are",
                     Broken.FORTS: f"forts: a seat has {FORTS}, and they stand on banks, not on the river"}),
    (broken_neighbours, {Broken.CASTLES: "castle_knights: no knight stands beside the castle"}),
    (broken_owners, {Broken.OWNERS: "duchies: a seat that has strictly the most knights in a duchy is its owner"}),
), never=(
    (lambda s, given: (s.card > 0) != (s.stage in (Stage.KNIGHT, Stage.END)) and not (
        s.stage == Stage.END and passes_without_placement(s)),
     "open: a card lies there exactly when the knight or the end of the turn is to be decided"),
    (lambda s, given: "open" in given and "turn" not in given, "turn: it must be given where a decision is open inside a turn"),
    (lambda s, given: s.stage == Stage.OVER and (not s.last_round or s.turn != s.start or "open" in given),
     "over: a game ends with the last round, before the start player's turn"),
    (lambda s, given: s.fort_laid and s.forts_left[s.turn] == FORTS,
     "open: fort_laid: the seat on turn has no fortress on the board"),
    (lambda s, given: s.stage == Stage.CARD and s.last_round and s.supply[s.turn] == 0,
     "turn: in the last round a seat without knights is passed over"),
    (lambda s, given: s.stage == Stage.END and not can_lay_fort(s, s.turn), "open: no fortress can be laid, so the turn has ended"),
))
