"""What a position leaves out: derived so that the pieces add up, else drawn with seed 0."""
from __future__ import annotations

from typing import Any

from ...kernel import seed_generator
from ...kernel.dealing import Deal, bits
from ...kernel.reading import refuse
from . import tables
from .components import MASTERS
from .fields import Phase
from .pawns import take_circle
from .setup import setup
from .state import State
from .tables import CARDS, FIRST_GATE, PAWNS, PAWNS_TO_END, SPLIT, VALUE

Given = dict[str, Any]


def begin(s: State) -> None:
    """A fresh game of seed 0."""
    s.rng = seed_generator(0)
    setup(s)


def infer(s: State, given: Given, begun: None) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    now = given.get("open", {})
    front = now.get("front")
    s.phase, s.opening, s.spot = now.get("phase", Phase.TURN), now.get("opening", 0), now.get("pawn", 0)
    s.series = VALUE[front if isinstance(front, int) else front[0]] if front is not None else given.get("first_card", 0)
    if given.get("first_card", s.series) != s.series:
        refuse("first_card: it and the card in front differ in value")
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
    """Pawns on the cathedral, on circles (but the one in transit) and in the Alcazar; left out, those of the circles."""
    transit = [s.spot] if s.phase == Phase.FULL else []
    standing = [[at + 1 for at, seats in given.get("circles", {}).items() for x in seats if x == seat] + transit * (seat == s.turn)
                for seat in range(s.players)]
    for seat, row in enumerate(given.get("pawns", standing)):
        steps = [*filter(None, row)]
        if len(row) > PAWNS or (seat == s.turn and not {*transit} <= {*steps}):
            refuse(f"pawns: seat {seat} has at most {PAWNS}, the one in transit among the pawns")
        s.home[seat] = PAWNS - len(steps)
        if seat == s.turn and transit:
            steps.remove(s.spot)
        for step in steps:
            if not s.room >> step & 1:
                refuse(f"pawns: step {step} has no room for another pawn of seat {seat}")
            if step < FIRST_GATE:
                take_circle(s, seat, step)
            else:
                s.inside[seat][step - FIRST_GATE] += 1


def share_goods(s: State, given: Given) -> None:
    """Goods, swords, fencing tiles and paintings that nobody has are on the board.  By hand anybody may have any painting."""
    s.metal_left, s.gems_left = tables.METAL - sum(s.metal), tables.GEMS - sum(s.gems)
    s.masters_left[:] = [n - sum(held) for n, held in zip(s.masters_left, zip(*s.masters, strict=True), strict=True)]
    for key, target in (("swords", s.blades), ("delivered", s.delivered)):
        for seat, kind in ((seat, kind) for seat, kinds in enumerate(given.get(key, ())) for kind in kinds):
            tiles = s.rack & tables.OF_TYPE[kind]
            if not tiles:
                refuse(f"{key}: too many swords of {tables.SWORD_VALUES[kind]}")
            s.rack &= ~(tiles & -tiles)
            target[seat] |= tiles & -tiles
    for seat, worth in ((seat, worth) for seat, worths in enumerate(given.get("paintings", ())) for worth in worths):
        free = [i for i in range(tables.PAINTINGS) if s.painting[i] < 0 and tables.PAINTING[i] == worth]
        if not free:
            refuse(f"paintings: there are fewer worth {worth} (the stack: {', '.join(map(str, tables.PAINTING))})")
        s.painting[free[0]] = seat
    s.easel = s.painting.index(-1) if -1 in s.painting else tables.PAINTINGS


def take_tile(s: State, now: Given) -> None:
    """TO-5.3: with three fencing tiles and a new one, a seat gives one back."""
    old = now.get("old_tiles")
    fresh = [k for k in range(len(MASTERS)) if old is not None and s.masters[s.turn][k] == old.count(k) + 1]
    if (s.phase == Phase.RETURN) != (old is not None) or (old is not None and len(fresh) != 1):
        refuse("open: old_tiles: in the phase return, and only there, a seat has three old fencing tiles and a new one")
    s.taken = fresh[0] if fresh else s.taken


def deal_cards(s: State, given: Given, front: Any) -> None:
    """Hands, draw pile, discards and the card in front; what everybody remembers of them."""
    deal, hands = Deal(s, CARDS, tables.CARD_IDS.__getitem__), given.get("hands", [[None] * tables.START_HAND] * s.players)
    first = [c for c in range(CARDS) if VALUE[c] == s.series] if front is None else front
    deal.share(given, hands, {"open: front": [first] if s.series else []})
    for seat in range(s.players):
        s.hand[seat], s.held[seat] = in_words(deal.at(seat)), len(deal.at(seat))
    s.pile, s.discards, s.pile_left = in_words(deal.at("draw_pile")), in_words(deal.at("discards")), len(deal.at("draw_pile"))
    s.front = deal.at("open: front")[0] if s.series else -1
    remember(s, deal, given.get("known", {}))


def in_words(cards: list[int]) -> list[int]:
    """Some cards as a set in two words."""
    return [bits(card for card in cards if card < SPLIT), bits(card - SPLIT for card in cards if card >= SPLIT)]


def remember(s: State, deal: Deal, known: Given) -> None:
    """Cards that everybody has seen going into hands, and cards drawn before the pile was made again."""
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
    """The last round, and whether the game is over."""
    done = [seat for seat in range(s.players) if sum(s.inside[seat]) >= PAWNS_TO_END]
    s.last_round = given.get("last_round", done[0] if len(done) == 1 else -1)
    if s.last_round not in (done or [-1]):
        refuse(f"last_round: say which of the seats {done} had {PAWNS_TO_END} pawns in the Alcazar first")
    s.turns = given.get("turns", 0) if s.cap else 0
    if s.phase == Phase.TURN and (s.turn == s.last_round or (s.cap > 0 and s.turns == s.cap * s.players)):
        s.phase = Phase.OVER
