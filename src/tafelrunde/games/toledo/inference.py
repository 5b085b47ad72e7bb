"""What a position typed by hand may leave out (docs/notation.md §1)."""
from __future__ import annotations

from typing import Any

from ...kernel.dealing import Deal, bits
from ...kernel.opening import Given
from ...kernel.reading import refuse
from . import tables
from .fields import Phase
from .pawns import take_circle
from .state import State
from .tables import CARDS, FIRST_GATE, PAINTINGS, PAWNS, SPLIT, SWORDS, VALUE


def infer(s: State, given: Given, fresh: State) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    now = given.get("open", {})
    front = now.get("front")
    s.phase, s.opening, s.spot = now.get("phase", Phase.TURN), now.get("opening", 0), now.get("pawn", 0)
    s.series = 0 if front is None else VALUE[front if isinstance(front, int) else front[0]]
    build_shops(s, given)
    stand_pawns(s, given)
    share_goods(s, given)
    take_tile(s, now)
    deal_cards(s, given, front)
    find_end(s, given)


def build_shops(s: State, given: Given) -> None:
    """Shop tiles on lots; what is not placed is in the supplies."""
    for at, (kind, size, seat) in given.get("shops", {}).items():
        step, tile = 1 << at + 1, 1 << kind * 2 + size - 1
        if tables.PRINTED[at + 1] or not s.supply[seat] & tile:
            refuse(f"shops: step {at + 1} takes no shop, or seat {seat} has one such tile only")
        s.supply[seat] &= ~tile
        s.shop[at + 1], s.owner[at + 1] = kind + 1, seat
        s.built, s.room, s.double = s.built | step, s.room | step, s.double | (size - 1) * step


def stand_pawns(s: State, given: Given) -> None:
    """Pawns at home, on circles (but the one in transit) and in the Alcazar."""
    for seat, row in enumerate(given.get("pawns", [[]] * s.players)):
        steps = [*filter(None, row)]
        if len(row) > PAWNS:
            refuse(f"pawns: seat {seat} has {PAWNS} of them")
        s.home[seat] = PAWNS - len(steps)
        if seat == s.turn and s.phase == Phase.FULL and s.spot in steps:
            steps.remove(s.spot)
        for step in steps:
            if not s.room >> step & 1:
                refuse(f"pawns: step {step} has no room for another pawn of seat {seat}")
            if step < FIRST_GATE:
                take_circle(s, seat, step)
            else:
                s.inside[seat][step - FIRST_GATE] += 1


def share_goods(s: State, given: Given) -> None:
    """Goods, swords, fencing tiles and paintings that nobody has are on the board."""
    s.metal_left, s.gems_left = tables.METAL - sum(s.metal), tables.GEMS - sum(s.gems)
    s.masters_left[:] = [n - sum(held) for n, held in zip(s.masters_left, zip(*s.masters, strict=True), strict=True)]
    swords = Deal(s, SWORDS, lambda tile: f"the swords of {tables.SWORD_VALUE[tile]}")
    stack = Deal(s, PAINTINGS, lambda tile: f"the paintings worth {tables.PAINTING[tile]}")
    for key, tiles in (("swords", swords), ("delivered", swords), ("paintings", stack)):
        tiles.fill(((key, seat), key, tile) for seat, held in enumerate(given.get(key, ())) for tile in held)
    s.rack = bits(swords.free)
    for seat in range(s.players):
        s.blades[seat], s.delivered[seat] = bits(swords.at(("swords", seat))), bits(swords.at(("delivered", seat)))
        for painting in stack.at(("paintings", seat)):
            s.painting[painting] = seat
    s.easel = s.painting.index(-1) if -1 in s.painting else tables.PAINTINGS


def take_tile(s: State, now: Given) -> None:
    """TO-5.3: with three fencing tiles and a new one, a seat gives one back."""
    old = now.get("old_tiles", [])
    new = [kind for kind, n in enumerate(s.masters[s.turn]) if n == old.count(kind) + 1]
    if (s.phase == Phase.RETURN) != bool(old) or (old and len(new) != 1):
        refuse("open: old_tiles: in the phase return, and only there, a seat has three old fencing tiles and a new one")
    s.taken = new[0] if old else s.taken


def deal_cards(s: State, given: Given, front: Any) -> None:
    """Hands, draw pile, discards and the card in front; what everybody remembers of them."""
    deal, hands = Deal(s, CARDS, tables.CARD_IDS.__getitem__), given.get("hands", [[None] * tables.START_HAND] * s.players)
    deal.share(given, hands, {"open: front": [front] if s.series else []})
    for seat in range(s.players):
        s.hand[seat], s.held[seat] = in_words(deal.at(seat)), len(deal.at(seat))
    s.pile, s.discards, s.pile_left = in_words(deal.at("draw_pile")), in_words(deal.at("discards")), len(deal.at("draw_pile"))
    s.front = deal.at("open: front")[0] if s.series else -1
    remember(s, deal, given.get("known", {}))


def in_words(cards: list[int]) -> list[int]:
    """Some cards as a set in two words."""
    return [bits(card for card in cards if card < SPLIT), bits(card - SPLIT for card in cards if card >= SPLIT)]


def remember(s: State, deal: Deal, known: Given) -> None:
    """Cards that all saw going into hands, and cards drawn before the pile was made again."""
    s.known, earlier = [0] * CARDS, known.get("earlier", [])[:100]
    s.made = len(earlier)
    hidden = {c for seat in range(s.players) for c in deal.at(seat)}
    for card in {*hidden, *deal.at("draw_pile")}:
        s.known[card] = s.made
    for told, cards in (*((-1 - seat, cards) for seat, cards in enumerate(known.get("hands", ()))), *enumerate(earlier)):
        for card in cards:
            if card not in (deal.at(-1 - told) if told < 0 else hidden):
                refuse(f"known: {tables.CARD_IDS[card]} is not in such a hand")
            hidden.discard(card)
            s.known[card] = told


def find_end(s: State, given: Given) -> None:
    """TO-9.1: whether the turn has come back to the seat that ends the game, or to the cap."""
    s.turns = given.get("turns", 0) if s.cap else 0
    if s.phase == Phase.TURN and (s.turn == s.last_round or (s.cap > 0 and s.turns == s.cap * s.players)):
        s.phase = Phase.OVER
