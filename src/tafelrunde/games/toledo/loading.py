"""Positions read back.  What is left out is derived so that the pieces add up; what cannot be is drawn with seed 0."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...kernel import seed_generator
from ...kernel.reading import entries, known_keys, mapping, numbered, of_game, per_seat, refuse, whole, word
from .components import MASTERS
from .dealing import deal_cards
from .decisions import DECISIONS
from .fields import Phase
from .resample import has_way_out
from .setup import setup
from .state import State
from .tables import (
    FIRST_GATE,
    GATE,
    GEMS,
    KINDS,
    MASTER_LIMIT,
    MASTER_TILES,
    METAL,
    OF_TYPE,
    PAINTING,
    PAINTINGS,
    PAWNS,
    PAWNS_TO_END,
    PRINTED,
    SWORD_VALUES,
    SWORDS,
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


def read_shops(s: State, position: Mapping[str, Any]) -> None:
    """Shop tiles on lots; what is not placed is in the supplies."""
    for key, given in mapping(position.get("shops", {}), "shops").items():
        step = numbered(key, "shops", 1, FIRST_GATE - 1, "step")
        where = f"shops: step {step}"
        if PRINTED[step]:
            refuse(f"{where} takes no shop")
        kind_word, size, owner = entries(given, where, 3)
        kind = word(kind_word, where, KINDS, "kind of shop")
        tile = kind * 2 + whole(size, where, 1, 2) - 1
        seat = whole(owner, where, 0, s.players - 1)
        if not s.supply[seat] >> tile & 1:
            refuse(f"{where}: seat {seat} has one such tile only")
        s.supply[seat] &= ~(1 << tile)
        s.shop[step], s.owner[step] = kind + 1, seat
        s.built |= 1 << step
        s.double |= (size - 1) << step
        s.room |= 1 << step


def read_pawns(s: State, position: Mapping[str, Any], now: dict[str, Any]) -> None:
    """Pawns on the cathedral, on circles (but the one in transit) and in the Alcazar."""
    transit = s.spot if s.phase == Phase.FULL else 0
    given = mapping(position.get("circles", {}), "circles")
    standing = {numbered(k, "circles", 1, FIRST_GATE - 1, "step"): sorted(whole(x, "circles", 0, s.players - 1) for x in
                entries(v, f"circles: step {k}")) for k, v in given.items()}
    if "pawns" in position:
        rows = per_seat(position, "pawns", s.players, [])
    else:
        rows = [[step for step, seats in standing.items() for x in seats if x == seat] +
                [transit] * (transit > 0 and seat == s.turn) for seat in range(s.players)]
    found: dict[int, list[int]] = {}
    for seat, row in enumerate(rows):
        steps = [whole(step, "pawns: a step", 0, FIRST_GATE + 1) for step in entries(row, f"pawns of seat {seat}")]
        if len(steps) > PAWNS:
            refuse(f"pawns: seat {seat} has {len(steps)}, not {PAWNS}")
        if transit and seat == s.turn:
            if transit not in steps:
                refuse("open: the pawn in transit is not among the pawns")
            steps.remove(transit)
            s.home[seat] -= 1
        for step in steps:
            if step:
                s.home[seat] -= 1
                place_pawn(s, seat, step)
                if step < FIRST_GATE:
                    found.setdefault(step, []).append(seat)
    if "circles" in position and {k: v for k, v in standing.items() if v} != found:
        refuse("pawns and circles do not agree")
    for step, seats in found.items():
        size = 1 + (s.double >> step & 1)
        if len(seats) > size:
            refuse(f"circles: {len(seats)} pawns on step {step}, which has room for {size}")
        if len(seats) == size:
            s.room &= ~(1 << step)


def place_pawn(s: State, seat: int, step: int) -> None:
    """One pawn on a circle or in the Alcazar."""
    if step >= FIRST_GATE:
        if not GATE[step]:
            refuse(f"pawns: there is no gate on step {step}")
        s.inside[seat][step - FIRST_GATE] += 1
    elif not s.built >> step & 1:
        refuse(f"pawns: nothing stands on step {step}, so no pawn can")
    elif s.one[seat] >> step & 1:
        s.two[seat] |= 1 << step
    else:
        s.one[seat] |= 1 << step


def read_goods(s: State, position: Mapping[str, Any]) -> None:
    """Metal and gems, held and in the stock."""
    stock = mapping(position.get("stock", {}), "stock")
    for key, total in (("metal", METAL), ("gems", GEMS)):
        held = [whole(n, key, 0, total) for n in per_seat(position, key, s.players, 0)]
        left = total - sum(held)
        if left < 0 or whole(stock.get(key, left), f"stock: {key}", 0, total) != left:
            refuse(f"{key}: there are {total} in all")
        getattr(s, key)[:s.players] = held
        setattr(s, f"{key}_left", left)


def read_swords(s: State, position: Mapping[str, Any]) -> None:
    """Sword tiles before the seats, in the Alcazar and on the board."""
    for key, target in (("swords", s.blades), ("delivered", s.delivered)):
        for seat, row in enumerate(per_seat(position, key, s.players, [])):
            for value in entries(row, f"{key} of seat {seat}"):
                target[seat] |= 1 << take_sword(s, value, key)
    for seat in range(s.players):
        if s.delivered[seat].bit_count() > sum(s.inside[seat]):
            refuse(f"delivered: seat {seat} has more swords in the Alcazar than pawns")
    if "swords_left" in position:
        rest = s.rack
        for value in entries(position["swords_left"], "swords_left"):
            take_sword(s, value, "swords_left")
        if s.rack:
            refuse(f"swords: there are {SWORDS} in all; some are missing")
        s.rack = rest


def take_sword(s: State, value: Any, where: str) -> int:
    """A sword tile of a prestige, taken from the board."""
    if type(value) is not int or value not in SWORD_VALUES:
        refuse(f"{where}: there is no sword of {value!r}")
    tiles = s.rack & OF_TYPE[SWORD_VALUES.index(value)]
    if not tiles:
        refuse(f"{where}: too many swords of {value}")
    s.rack &= ~(tiles & -tiles)
    return (tiles & -tiles).bit_length() - 1


def read_masters(s: State, position: Mapping[str, Any], now: dict[str, Any]) -> None:
    """Fencing tiles, held and on the board."""
    for seat, row in enumerate(per_seat(position, "masters", s.players, [])):
        kinds = [word(k, f"masters of seat {seat}", MASTERS, "fencing tile")
                 for k in entries(row, f"masters of seat {seat}")]
        limit = MASTER_LIMIT + (s.phase == Phase.RETURN and seat == s.turn)
        if len(kinds) > limit:
            refuse(f"masters: seat {seat} has {len(kinds)} fencing tiles, at most {limit} are allowed")
        for kind in kinds:
            s.masters[seat][kind] += 1
    for kind, name in enumerate(MASTERS):
        s.masters_left[kind] = MASTER_TILES[kind] - sum(s.masters[seat][kind] for seat in range(s.players))
        if s.masters_left[kind] < 0:
            refuse(f"masters: there are {MASTER_TILES[kind]} tiles of {name} only")
    for name, n in mapping(position.get("masters_left", {}), "masters_left").items():
        kind = word(name, "masters_left", MASTERS, "fencing tile")
        if whole(n, f"masters_left: {name}", 0, 16) != s.masters_left[kind]:
            refuse(f"masters_left: {name} does not add up")
    if s.phase == Phase.RETURN:
        old = [word(k, "open: old_tiles", MASTERS, "fencing tile") for k in entries(now.get("old_tiles"), "open: old_tiles", 3)]
        fresh = [k for k in range(len(MASTERS)) if s.masters[s.turn][k] == old.count(k) + 1]
        if len(fresh) != 1 or sum(s.masters[s.turn]) != MASTER_LIMIT + 1:
            refuse("open: the fencing tiles held must be the three old ones and a new one")
        s.taken = fresh[0]
    elif now.get("old_tiles") is not None:
        refuse("open: old_tiles belong to the phase return")


def read_paintings(s: State, position: Mapping[str, Any]) -> None:
    """Who has which painting; the others are left, in their order. In a game they go from the top, by hand any may be given."""
    for seat, row in enumerate(per_seat(position, "paintings", s.players, [])):
        for value in entries(row, f"paintings of seat {seat}"):
            wanted = whole(value, f"paintings of seat {seat}", 0, 20)
            free = next((i for i in range(PAINTINGS) if s.painting[i] < 0 and PAINTING[i] == wanted), None)
            if free is None:
                refuse(f"paintings: there are not so many worth {wanted} (the stack: {', '.join(map(str, PAINTING))})")
            s.painting[free] = seat
    left = [i for i in range(PAINTINGS) if s.painting[i] < 0]
    s.easel = left[0] if left else PAINTINGS
    if position.get("paintings_left", [PAINTING[i] for i in left]) != [PAINTING[i] for i in left]:
        refuse("paintings_left: the paintings do not add up")


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
