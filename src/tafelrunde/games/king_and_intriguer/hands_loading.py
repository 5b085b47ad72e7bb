"""Loading a position: cards in hand, set aside, used and laid; whose turn it is."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import random_below
from ..el_grande.hands_loading import load_acted
from ..el_grande.position import members
from ..el_grande.reading import entries, refuse, row, whole, word
from ..el_grande.tables import REGION_IDS, REGIONS
from .cards import above, highest, may_choose_role, role_of
from .fields import Role
from .lying import LYING, LYING_CARD, lies
from .position import ROLES, card_name, card_names
from .tables import CARD_IDS, FORTY, HAND, JOKER, WHIRLWIND


def card_given(value: Any, where: str) -> int:
    """A card by its value, or "joker"."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        refuse(f"{where}: expected a card's value or 'joker', not {str(value)[:60]!r}")
    return word(str(value), where, CARD_IDS, "card")


def cards_given(s: Any, value: Any, where: str) -> int:
    """Some cards, as a set."""
    cards = [card_given(v, where) for v in entries(value, where)]
    if len(set(cards)) < len(cards):
        refuse(f"{where}: a card stands there twice; there is one of each")
    for c in cards:
        if not s.offered >> c & 1:
            refuse(f"{where}: {card_name(c)} is not among the cards offered; see the options")
    return sum(1 << c for c in cards)


def load_hands(s: Any, fresh: Any, given: Mapping[str, Any], phase: str) -> None:
    """What was laid, what everybody holds, whose turn it is."""
    start = given.get("start_player")
    s.starter = fresh.starter if start is None else whole(start, "start_player", 0, s.players - 1)
    load_played(s, given, phase)
    held = load_held(s, given, phase)
    if phase == "turns":
        complete_played(s, given, held)
    load_rest(s, given, phase)
    load_laid(s, given)
    load_turn(s, given, phase)
    load_roles(s, given, phase)
    load_whirlwind(s, given, phase)


def load_played(s: Any, given: Mapping[str, Any], phase: str) -> None:
    """KI-2.1: cards on the table."""
    for p, value in enumerate(row(given.get("played", [None] * s.players), "played", s.players)):
        if value is not None:
            card = members(cards_given(s, [value], f"played: seat {p}"))[0]
            s.played[p] = card + 1
            if card == JOKER and phase != "cards":
                refuse(f"played: the Joker of seat {p} has been followed up by another card in the phase {phase}")
    if any(s.played) and phase not in ("cards", "turns"):
        refuse(f"played: no action cards lie open in the phase {phase}")


# ------------------------------------------------------------ hands


def on_table(s: Any, seat: int) -> int:
    """This round's card and lying cards of a seat, as a set."""
    found = 1 << s.played[seat] - 1 if s.played[seat] else 0
    for which in range(LYING):
        if lies(s, seat, which):
            found |= 1 << LYING_CARD[which]
    return found


def load_held(s: Any, given: Mapping[str, Any], phase: str) -> list[bool]:
    """Hands; which of them were given (null is drawn)."""
    hands = row(given.get("hands", [None] * s.players), "hands", s.players)
    if "hands" not in given and phase not in ("discard", "over"):
        refuse(f"hands: they must be given in the phase {phase}")
    for p, hand in enumerate(hands):
        if hand is not None:
            s.hand[p] = cards_given(s, hand, f"hands: seat {p}")
            n = s.hand[p].bit_count()
            if phase == "discard" and n < HAND:
                refuse(f"hands: seat {p} has {n} cards; nobody puts more aside than {HAND} are left")
            if phase != "discard" and n > HAND:
                refuse(f"hands: seat {p} has {n} cards; after the discards a hand has at most {HAND}")
        elif phase == "discard":
            s.hand[p] = s.offered
    return [hand is not None for hand in hands]


def load_rest(s: Any, given: Mapping[str, Any], phase: str) -> None:
    """Cards set aside and used: what is left out follows from the rest, or is drawn."""
    aside = row(given.get("set_aside", [None] * s.players), "set_aside", s.players)
    used = row(given.get("used", [None] * s.players), "used", s.players)
    hands = row(given.get("hands", [None] * s.players), "hands", s.players)
    for p in range(s.players):
        table = on_table(s, p)
        gone = None if used[p] is None else cards_given(s, used[p], f"used: seat {p}") & ~table
        away = None if aside[p] is None else cards_given(s, aside[p], f"set_aside: seat {p}")
        if phase == "discard":
            if gone:
                refuse(f"used: seat {p} has used nothing yet")
            if away is not None and away != s.offered & ~s.hand[p]:
                refuse(f"set_aside: seat {p} has put aside what it does not hold: {card_names(s.offered & ~s.hand[p])}")
            continue
        complete_cards(s, p, hands[p] is not None, table, gone, away)
        check_hand(s, p, phase)


def complete_cards(s: Any, p: int, hand_given: bool, table: int, gone: int | None, away: int | None) -> None:
    """Every card of a seat is in hand, on the table, used, or set aside."""
    parts = [("hands", s.hand[p] if hand_given else 0), ("played", table), ("used", gone or 0), ("set_aside", away or 0)]
    seen = 0
    for name, cards in parts:
        if seen & cards:
            refuse(f"{name}: {card_names(seen & cards)[0]} of seat {p} is in two places")
        seen |= cards
    free = s.offered & ~seen
    if not hand_given:
        wanted = max(0, HAND - (table | (gone or 0)).bit_count())
        s.hand[p] = draw_cards(s, free, min(wanted, free.bit_count()))
        free &= ~s.hand[p]
    if gone is None and away is None:
        away = draw_cards(s, free, min(free.bit_count(), s.offered.bit_count() - HAND))
    if gone is None:
        gone = free & ~(away or 0)
        free = 0
    elif away is None:
        free = 0
    if free:
        refuse(f"cards: {card_names(free)[0]} of seat {p} is neither in hand, nor laid, used or set aside")
    s.used[p] = gone


def draw_cards(s: Any, cards: int, n: int) -> int:
    """So many of some cards, drawn."""
    found = 0
    for _ in range(n):
        left = members(cards & ~found)
        found |= 1 << left[random_below(s, len(left))]
    return found


def check_hand(s: Any, p: int, phase: str) -> None:
    """There must be a card for every round to come."""
    if phase in ("over",) or (phase == "scoring" and s.marker == 9):
        return
    markers = [m for m in range(s.marker + 1, 10) if not (s.short_game and m % 3 == 1)]
    waits = phase == "cards" and s.played[p] in (0, JOKER + 1)
    needed = len(markers) + int(waits)
    n = (s.hand[p] & ~(1 << JOKER)).bit_count()
    if n < needed:
        refuse(f"hands: seat {p} holds {n} cards beside a Joker, with {needed} still to lay")


# ------------------------------------------------------------ order and turns


def complete_played(s: Any, given: Mapping[str, Any], held: list[bool]) -> None:
    """Cards that are not named are drawn so that whose turn it is comes out right."""
    missing = [p for p in range(s.players) if not s.played[p]]
    if not missing:
        return
    rows = [row(given.get(key, [None] * s.players), key, s.players) for key in ("used", "set_aside")]
    acted = {p for p in entries(given.get("acted") or [], "acted") if isinstance(p, int)}
    turn = given.get("turn")
    for _ in range(300):
        for p in missing:
            taken = sum(1 << s.played[q] - 1 for q in range(s.players) if s.played[q])
            gone = sum(cards_given(s, r[p], "used") for r in rows if r[p] is not None)
            free = members(s.offered & ~(taken | gone | s.hand[p] | on_table(s, p) | 1 << JOKER))
            if not free:
                refuse(f"played: no card is left that seat {p} can have laid")
            s.played[p] = free[random_below(s, len(free))] + 1
        order = sorted(range(s.players), key=lambda p: -s.played[p])
        if set(order[:len(acted)]) == acted or ("acted" not in given and turn is not None):
            if turn is None or "acted" not in given or order[len(acted)] == turn:
                return
        for p in missing:
            s.played[p] = 0
    refuse("played: no cards fit the order of turns")


def load_laid(s: Any, given: Mapping[str, Any]) -> None:
    """KI-5.4: the order in which the cards that count were laid; clockwise from the start player where nothing is said."""
    counted = [p for k in range(s.players) if s.played[p := (s.starter + k) % s.players] not in (0, JOKER + 1)]
    order = [whole(p, "laid", 0, s.players - 1) for p in entries(given.get("laid", counted), "laid")]
    if sorted(order) != sorted(counted):
        refuse(f"laid: expected the seats that have laid a card other than the Joker, {sorted(counted)}, not {order}")
    for k, p in enumerate(order):
        s.laid[p] = k + 1
    values = [v for v in s.played[:s.players] if v not in (0, JOKER + 1)]
    if len(set(values)) < len(values) and not (s.players == 5 and s.marker == 9 and s.offered >> JOKER & 1):
        refuse(f"played: two seats have laid {card_name(next(v for v in values if values.count(v) > 1) - 1)}")


def load_turn(s: Any, given: Mapping[str, Any], phase: str) -> None:
    """KI-2.1, KI-2.3: who lays next, or whose turn it is."""
    turn = load_acted(s, given, phase)
    if phase == "cards":
        load_layer(s, turn)
    elif phase == "turns":
        if "acted" not in given and turn is not None:
            s.acted = sum(1 << p for p in range(s.players) if p != turn and above(s, p, turn))
        left = (1 << s.players) - 1 & ~s.acted
        for p in members(s.acted):
            if left and above(s, highest(s, left), p):
                refuse(f"acted: seat {p} cannot have had its turn before seat {highest(s, left)}")
        s.actor = highest(s, left)
        if turn is not None and turn != s.actor:
            refuse(f"turn: it is the turn of seat {s.actor}, whose card is the highest that is left, not of seat {turn}")


def load_layer(s: Any, turn: int | None) -> None:
    """Who lays a card: the first seat clockwise without one, or with a Joker once all have laid."""
    order = [(s.starter + k) % s.players for k in range(s.players)]
    without = [p for p in order if not s.played[p]]
    if without:
        first = order.index(without[0])
        if any(s.played[p] for p in order[first:]):
            refuse(f"played: seat {without[0]} has laid nothing, but a seat after it has")
        s.actor = without[0]
    else:
        waiting = [p for p in order if s.played[p] == JOKER + 1]
        s.actor = waiting[0] if waiting else order[-1]
    if turn is not None and turn != s.actor:
        refuse(f"turn: seat {s.actor} lays the next card, not seat {turn}")


def load_roles(s: Any, given: Mapping[str, Any], phase: str) -> None:
    """KI-3.3, KI-6.1: which roles were taken, and who has used a 40."""
    roles = row(given.get("roles", [None] * s.players), "roles", s.players)
    for p, name in enumerate(roles):
        if name is None:
            if phase == "turns" and s.acted >> p & 1:
                s.role[p] = role_of(s, p)
            continue
        role = word(name, f"roles: seat {p}", ROLES[1:], "role") + 1
        own = role_of(s, p) if phase == "turns" else Role.OPEN
        if own == Role.OPEN or (role != Role.CARD and role != own):
            refuse(f"roles: seat {p} cannot have taken {name!r}")
        if role == Role.CARD and not may_choose_role(s, s.played[p] - 1):
            refuse(f"roles: seat {p} must play the role; there is no choice")
        s.role[p] = role
    for p in entries(given.get("vetoed") or [], "vetoed"):
        seat = whole(p, "vetoed", 0, s.players - 1)
        if s.played[seat] != FORTY + 1 or phase != "turns":
            refuse(f"vetoed: seat {seat} has no 40 on the table")
        if role_of(s, seat) != Role.OPEN and s.role[seat] != Role.CARD:
            refuse(f"vetoed: seat {seat} has used its 40, so its role is 'card'")
        s.vetoed |= 1 << seat


def load_whirlwind(s: Any, given: Mapping[str, Any], phase: str) -> None:
    """KI-6.7: the regions dialled for a 113; what is not said is drawn, unless the whirlwind is over."""
    opened = given.get("open")
    parts = opened.get("parts", ["action"]) if isinstance(opened, Mapping) else ["action"]
    over = isinstance(parts, (list, tuple)) and "action" not in parts
    for p, region in enumerate(row(given.get("whirlwind") or [None] * s.players, "whirlwind", s.players)):
        holds = s.played[p] == WHIRLWIND + 1
        if region is not None:
            if not holds:
                refuse(f"whirlwind: seat {p} has no 113 on the table")
            s.whirlwind[p] = word(region, f"whirlwind: seat {p}", REGION_IDS, "region") + 1
        elif holds and phase == "turns" and not s.acted >> p & 1 and not (over and p == s.actor):
            s.whirlwind[p] = random_below(s, REGIONS) + 1
