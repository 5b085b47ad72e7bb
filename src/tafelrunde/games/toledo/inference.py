"""What a position leaves out: derived so that the pieces add up, else drawn with seed 0."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...kernel import seed_generator
from ...kernel.dealing import Deal, bits
from ...kernel.reading import refuse
from . import tables
from .business import forgeable, is_worth_a_visit
from .components import MASTERS
from .fields import Phase
from .resample import has_way_out
from .setup import setup
from .state import State
from .tables import CARDS, FIRST_GATE, PAWNS, PAWNS_TO_END, SPLIT, VALUE, Kind

Given = dict[str, Any]
FRONT, DISCARDS, PILE = -1, -2, -3
"""Places of cards beside the hands, which are the seats' numbers."""
WORTH = [[c for c in range(CARDS) if VALUE[c] == value] for value in range(tables.VALUES + 1)]
"""The cards of each value."""


def begin(s: State) -> None:
    """A fresh game of seed 0."""
    s.rng = seed_generator(0)
    setup(s)


def infer(s: State, given: Given, begun: Any = None) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    now = given.get("open", {})
    open_turn(s, given, now)
    build_shops(s, given)
    stand_pawns(s, given)
    share_goods(s, given)
    take_tile(s, now)
    deal_cards(s, given, now)
    find_end(s, given)
    check_landing(s)


def each(given: Given, key: str, s: State, otherwise: Any = ()) -> Iterable[tuple[int, Any]]:
    """The entries of a list by seat; where it is left out, the same for all."""
    return enumerate(given.get(key, [otherwise] * s.players))


# ------------------------------------------------------------ the turn


def open_turn(s: State, given: Given, now: Given) -> None:
    """Phase, first card and extra cards of the turn."""
    values = {card if card < 0 else -VALUE[card] for card in (given.get("first_card"), now.get("front")) if card is not None}
    if len(values) > 1:
        refuse("first_card: it and the card in front differ in value")
    s.phase, s.series = now.get("phase", Phase.TURN), -values.pop() if values else 0
    s.opening, s.spot = now.get("opening", 0), now.get("pawn", 0)
    if s.opening and (s.series or s.extra_used != 1):
        refuse("open: an opening card is the only card played so far, by a movement tile")
    if bool(now) != bool(s.series or s.opening or s.extra_used) or (now and "phase" not in now):
        refuse("open: a move action has a phase, and has begun with a first card or an opening card")
    if bool(s.spot) != (s.phase not in (Phase.TURN, Phase.MORE)):
        refuse("open: the phase and the pawn that has landed do not go together")


def find_end(s: State, given: Given) -> None:
    """The last round, and whether the game is over."""
    done = [seat for seat in range(s.players) if sum(s.inside[seat]) >= PAWNS_TO_END]
    s.last_round = given.get("last_round", done[0] if len(done) == 1 else -1)
    if s.last_round not in (done or [-1]):
        refuse(f"last_round: say which of the seats {done} had {PAWNS_TO_END} pawns in the Alcazar first")
    s.turns = given.get("turns", 0) if s.cap else 0
    if s.phase == Phase.TURN and (s.turn == s.last_round or (s.cap > 0 and s.turns == s.cap * s.players)):
        s.phase = Phase.OVER


def check_landing(s: State) -> None:
    """TO-4.4, TO-5, TO-8: the open decision must be one that can arise where the pawn has landed."""
    kind = s.shop[s.spot] if s.spot < FIRST_GATE else 0
    if s.phase == Phase.FULL:
        if s.spot >= FIRST_GATE or not s.built >> s.spot & 1 or s.room >> s.spot & 1:
            refuse("open: the pawn in transit is not on a full space")
        if not has_way_out(s):
            refuse("open: the pawn in transit can neither challenge anybody nor go on")
    elif s.phase == Phase.DELIVER:
        if s.spot < FIRST_GATE or not s.inside[s.turn][s.spot - FIRST_GATE] or not s.blades[s.turn]:
            refuse("open: there is no pawn with a sword at that gate")
    elif s.spot and (s.spot >= FIRST_GATE or not s.one[s.turn] >> s.spot & 1):
        refuse("open: no pawn of the seat on turn has landed there")
    elif (s.phase == Phase.BUSINESS and not is_worth_a_visit(s, s.turn, kind)) or (
            s.phase == Phase.SWORD and (kind != Kind.SMITH or not forgeable(s, s.turn))) or (
            s.phase in (Phase.MASTER, Phase.RETURN) and kind != Kind.FENCING):
        refuse("open: there is no sword to forge, no fencing master or nothing to gain where the pawn has landed")


# ------------------------------------------------------------ the road


def build_shops(s: State, given: Given) -> None:
    """Shop tiles on lots; what is not placed is in the supplies."""
    for at, (kind, size, seat) in given.get("shops", {}).items():
        step, tile = at + 1, kind * 2 + size - 1
        if tables.PRINTED[step]:
            refuse(f"shops: step {step} takes no shop")
        if not s.supply[seat] >> tile & 1:
            refuse(f"shops: step {step}: seat {seat} has one such tile only")
        s.supply[seat] &= ~(1 << tile)
        s.shop[step], s.owner[step] = kind + 1, seat
        s.built |= 1 << step
        s.double |= (size - 1) << step
        s.room |= 1 << step


def stand_pawns(s: State, given: Given) -> None:
    """Pawns on the cathedral, on circles (but the one in transit) and in the Alcazar; left out, those of the circles."""
    transit = s.spot if s.phase == Phase.FULL else 0
    standing = [[at + 1 for at, seats in given.get("circles", {}).items() for x in seats if x == seat] +
                [transit] * (transit > 0 and seat == s.turn) for seat in range(s.players)]
    for seat, row in enumerate(given.get("pawns", standing)):
        steps = [step for step in row if step]
        s.home[seat] = PAWNS - len(steps)
        if len(row) > PAWNS or (transit and seat == s.turn and transit not in steps):
            refuse(f"pawns: seat {seat} has at most {PAWNS}, the one in transit among the pawns")
        if transit and seat == s.turn:
            steps.remove(transit)
        for step in steps:
            stand(s, seat, step)
    for step in range(1, FIRST_GATE):
        n = sum((s.one[seat] >> step & 1) + (s.two[seat] >> step & 1) for seat in range(s.players))
        if n >= 1 + (s.double >> step & 1):
            s.room &= ~(1 << step)


def stand(s: State, seat: int, step: int) -> None:
    """One pawn on a circle or in the Alcazar."""
    if step >= FIRST_GATE and tables.GATE[step]:
        s.inside[seat][step - FIRST_GATE] += 1
    elif step >= FIRST_GATE or not s.built >> step & 1:
        refuse(f"pawns: nothing stands on step {step}, so no pawn can")
    elif s.two[seat] >> step & 1:
        refuse(f"pawns: three of seat {seat} are on step {step}, which has room for 2")
    else:
        circle = s.two if s.one[seat] >> step & 1 else s.one
        circle[seat] |= 1 << step


# ------------------------------------------------------------ goods and cards


def share_goods(s: State, given: Given) -> None:
    """Goods, swords, fencing tiles and paintings that nobody has are on the board.  By hand anybody may have any painting."""
    s.metal_left, s.gems_left = tables.METAL - sum(s.metal), tables.GEMS - sum(s.gems)
    for key, target in (("swords", s.blades), ("delivered", s.delivered)):
        for seat, kind in ((seat, kind) for seat, kinds in each(given, key, s) for kind in kinds):
            tiles = s.rack & tables.OF_TYPE[kind]
            if not tiles:
                refuse(f"{key}: too many swords of {tables.SWORD_VALUES[kind]}")
            s.rack &= ~(tiles & -tiles)
            target[seat] |= tiles & -tiles
    for seat, kinds in each(given, "masters", s):
        for kind in kinds:
            s.masters[seat][kind] += 1
            s.masters_left[kind] -= 1
    for seat, worth in ((seat, worth) for seat, worths in each(given, "paintings", s) for worth in worths):
        free = [i for i in range(tables.PAINTINGS) if s.painting[i] < 0 and tables.PAINTING[i] == worth]
        if not free:
            refuse(f"paintings: there are not so many worth {worth} (the stack: {', '.join(map(str, tables.PAINTING))})")
        s.painting[free[0]] = seat
    s.easel = s.painting.index(-1) if -1 in s.painting else tables.PAINTINGS


def take_tile(s: State, now: Given) -> None:
    """TO-5.3: with three fencing tiles and a new one, a seat gives one back."""
    old = now.get("old_tiles")
    fresh = [k for k in range(len(MASTERS)) if old is not None and s.masters[s.turn][k] == old.count(k) + 1]
    if (s.phase == Phase.RETURN) != (old is not None) or (old is not None and len(fresh) != 1):
        refuse("open: old_tiles: in the phase return, and only there, a seat has three old fencing tiles and a new one")
    s.taken = fresh[0] if fresh else s.taken


def deal_cards(s: State, given: Given, now: Given) -> None:
    """Hands, draw pile, discards and the card in front; what everybody remembers of them."""
    deal = Deal(s, CARDS, tables.CARD_IDS.__getitem__)
    places = {FRONT: ("open: front", [now.get("front", -s.series)] if s.series else []),
              **{seat: (f"hands: seat {seat}", hand) for seat, hand in each(given, "hands", s, [None] * tables.START_HAND)},
              DISCARDS: ("discards", given.get("discards", [])), PILE: ("draw_pile", given.get("draw_pile", []))}
    deal.fill((place, where, card if card is None or card >= 0 else WORTH[-card])
              for place, (where, cards) in places.items() for card in cards)
    if deal.free and "draw_pile" in given and "discards" in given:
        refuse(f"hands, draw_pile, discards: there are {CARDS} cards in all; {len(deal.free)} are missing")
    deal.put_rest(DISCARDS if "draw_pile" in given else PILE)
    for seat in range(s.players):
        s.hand[seat], s.held[seat] = in_words(deal.at(seat)), len(deal.at(seat))
    s.pile, s.discards, s.pile_left = in_words(deal.at(PILE)), in_words(deal.at(DISCARDS)), len(deal.at(PILE))
    s.front = deal.at(FRONT)[0] if s.series else -1
    remember(s, deal, given.get("known", {}))


def in_words(cards: list[int]) -> list[int]:
    """Some cards as a set in two words."""
    return [bits(card for card in cards if card < SPLIT), bits(card - SPLIT for card in cards if card >= SPLIT)]


def remember(s: State, deal: Deal, known: Given) -> None:
    """Cards that everybody has seen going into hands, and cards drawn before the pile was made again."""
    s.known, earlier = [0] * CARDS, known.get("earlier", [])[:100]
    s.made = len(earlier)
    hidden = {c for seat in range(s.players) for c in deal.at(seat)}
    for card in {*hidden, *deal.at(PILE)}:
        s.known[card] = s.made
    for told, cards in (*((-1 - seat, cards) for seat, cards in each(known, "hands", s)), *enumerate(earlier)):
        for card in cards:
            if card not in (deal.at(-1 - told) if told < 0 else hidden):
                refuse(f"known: {tables.CARD_IDS[card]} is not in such a hand")
            hidden.discard(card)
            s.known[card] = told
