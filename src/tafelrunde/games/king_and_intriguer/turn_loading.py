"""Loading a position: what was laid in which order, whose turn it is, and who has which role."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import random_below
from ...kernel.reading import entries, listed, refuse, row, whole, word
from ..el_grande.position import members
from ..el_grande.tables import REGION_IDS, REGIONS
from ..el_grande.turn_loading import comes_to_court, draw_played, load_acted, may_be_before, starts_given, turn_given
from .cards import above, highest, lowest, may_choose_role, role_of
from .deeds import brings, row_of, value_of
from .fields import Role
from .hands_loading import AFTER, cards_elsewhere, cards_given, load_held, load_rest, on_table
from .lying import stays
from .open_loading import asks_for
from .position import ROLES, card_name
from .state import State
from .tables import CARDS, FORTY, JOKER, WHIRLWIND

PATIENCE = 500
"""So often cards are drawn that should bring certain roles."""


def load_hands(s: State, fresh: Any, given: Mapping[str, Any], phase: str) -> None:
    """What was laid, what everybody holds, whose turn it is."""
    start = given.get("start_player")
    s.starter = fresh.starter if start is None else whole(start, "start_player", 0, s.players - 1)
    load_held(s, given, phase)
    load_acted(s, given, phase)
    turn = turn_given(s, given, phase)
    if phase == "turns":
        turn = load_card(s, given, turn)
        complete_played(s, given, turn)
    load_rest(s, given, phase)
    where = "turn" if given.get("turn") is not None else "open: seat"
    if phase == "cards":
        load_layer(s, given, turn, where)
    load_laid(s, given)
    if phase == "turns":
        load_turn(s, given, turn, where)
    if phase in AFTER and any(s.played):
        leave_round(s, start)
    else:
        load_roles(s, given, phase)
        load_whirlwind(s, given, phase)


def leave_round(s: State, start: int | None) -> None:
    """KI-2.4: after the round its cards leave the game, but those that stay, and the lowest starts."""
    if start is None:
        s.starter = lowest(s)
    for p in range(s.players):
        if not stays(s, p, s.played[p] - 1):
            s.used[p] |= 1 << s.played[p] - 1
        s.played[p] = s.laid[p] = 0


def load_card(s: State, given: Mapping[str, Any], turn: int | None) -> int | None:
    """The card of the open decision is that of the seat on turn; whose turn it is, as far as that tells."""
    value = given["open"].get("card")
    seats = [p for p in range(s.players) if not s.played[p] and not s.acted >> p & 1]
    if value is None:
        last = turn is None and seats and given["open"].get("decision") == "intrigue"
        return seats[random_below(s, len(seats))] if last else turn
    card = members(cards_given(s, [value], "open: card"))[0]
    if turn is None and card + 1 in s.played[:s.players]:
        return s.played[:s.players].index(card + 1)
    if turn is None:
        seats = [p for p in seats if not cards_elsewhere(s, given, p) >> card & 1]
        if not seats:
            refuse(f"open: card: no seat can have laid {card_name(card)}")
        turn = seats[random_below(s, len(seats))]
    if not s.played[turn]:
        s.played[turn] = card + 1
    return turn


def complete_played(s: State, given: Mapping[str, Any], turn: int | None) -> None:
    """Cards that are not named are drawn so that whose turn it is, and what is asked, comes out right."""
    missing = sorted((p for p in range(s.players) if not s.played[p]), key=lambda p: p != turn)

    def choices(p: int) -> list[int]:
        taken = sum(1 << s.played[q] - 1 for q in range(s.players) if s.played[q] and q != p)
        free = members(s.offered & ~(taken | cards_elsewhere(s, given, p) | 1 << JOKER)) or members(on_table(s, p))
        return [c + 1 for c in free if p != turn or brings(s, c) >= comes_to_court(given)]

    def laid(p: int) -> int:
        """The number on a seat's card."""
        return int(value_of(s, s.played[p] - 1))

    def in_order() -> bool:
        """Who has acted is above who has not; of these, if it is said who has acted, the seat on turn is the highest."""
        known = [p for p in range(s.players) if s.played[p]]
        before = [p for p in known if s.acted >> p & 1]
        after = [p for p in known if p not in before]
        return all(laid(p) > laid(q) for p in before for q in after) and (
            turn not in after or "acted" not in given or all(laid(turn) >= laid(q) for q in after))

    def as_asked() -> bool:
        """In order, and with the roles that are wanted, unless patience ends before they are found."""
        if not in_order() or turn is None:
            return in_order()
        role, known = role_wanted(s, given, turn), [laid(p) for p in range(s.players) if s.played[p]]
        if (role == Role.KING and laid(turn) < max(known)) or (role == Role.INTRIGUER and laid(turn) > min(known)):
            return False
        return len(known) < s.players or has_roles(s, given, turn, role) or not next(patience, 0)

    patience = iter(range(PATIENCE, 0, -1))
    if missing and not draw_played(s, missing, choices, as_asked) and not draw_played(s, missing, choices, in_order):
        refuse("played: no cards fit the order of turns")


def role_wanted(s: State, given: Mapping[str, Any], seat: int) -> int | None:
    """The role that the open decision belongs to; OPEN for that of a card which must not bring one; None for any."""
    decision, card = given["open"].get("decision", "menu"), s.played[seat] - 1
    for role in (Role.KING, Role.INTRIGUER):
        if asks_for(CARDS + role - 1, decision) and not asks_for(row_of(s, card), decision):
            return int(role)
    free = not given["open"] or decision in ("court", "recall", "role") or may_choose_role(s, card)
    return None if free else int(Role.OPEN)


def has_roles(s: State, given: Mapping[str, Any], seat: int, wanted: int | None) -> bool:
    """Whether the cards bring the role that the seat on turn wants, and those that are given."""
    for p, name in enumerate(row(given.get("roles", [None] * s.players), "roles", s.players)):
        if name in ROLES[1:] and role_of(s, p) not in ((Role.KING, Role.INTRIGUER) if name == "card" else (ROLES.index(name),)):
            return False
    return wanted in (None, role_of(s, seat))


def load_laid(s: State, given: Mapping[str, Any]) -> None:
    """KI-5.4: the order in which the cards that count were laid; clockwise from the start player where nothing is said."""
    counted = [p for k in range(s.players) if s.played[p := (s.starter + k) % s.players] not in (0, JOKER + 1)]
    order = [whole(p, "laid", 0, s.players - 1) for p in entries(given.get("laid", counted), "laid")]
    if sorted(order) != sorted(counted):
        refuse(f"laid: expected the seats that have laid a card other than the Joker, {sorted(counted)}, not {order}")
    for k, p in enumerate(order):
        s.laid[p] = k + 1
    taken = 0
    for p in order:
        again = taken >> s.played[p] - 1 & 1
        if again and s.hand[p] & ~(taken | 1 << JOKER) and not (s.players == 5 and s.marker == 9 and s.offered >> JOKER & 1):
            refuse(f"played: two seats have laid {card_name(s.played[p] - 1)}, and seat {p} holds a card that it could have laid")
        taken |= 1 << s.played[p] - 1


def load_turn(s: State, given: Mapping[str, Any], turn: int | None, where: str) -> None:
    """KI-2.3: whose turn it is."""
    s.acted |= sum(1 << p for p in may_be_before(s, given, turn) if above(s, p, turn))
    left = (1 << s.players) - 1 & ~s.acted
    for p in members(s.acted):
        if left and above(s, highest(s, left), p):
            refuse(f"acted: seat {p} cannot have had its turn before seat {highest(s, left)}")
    s.actor = highest(s, left)
    if turn is not None and turn != s.actor:
        refuse(f"{where}: it is the turn of seat {s.actor}, whose card is the highest that is left, not of seat {turn}")


def load_layer(s: State, given: Mapping[str, Any], turn: int | None, where: str) -> None:
    """KI-2.1: who lays a card: the first seat clockwise without one, or with a Joker once all have laid."""
    done = [p for p in range(s.players) if s.played[p]]
    starts = starts_given(s, given, done, turn)
    for first in starts:
        order = [(first + k) % s.players for k in range(s.players)]
        waiting = [p for p in order if p not in done] or [p for p in order if s.played[p] == JOKER + 1] or order[-1:]
        if turn in (None, waiting[0]):
            s.starter, s.actor = first, waiting[0]
            return
    if not starts:
        refuse(f"played: cards are laid clockwise from the start player; a seat before one of {done} has laid nothing")
    refuse(f"{where}: seat {waiting[0]} lays the next card, not seat {turn}")


def load_roles(s: State, given: Mapping[str, Any], phase: str) -> None:
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


def load_whirlwind(s: State, given: Mapping[str, Any], phase: str) -> None:
    """KI-6.7: the regions dialled for a 113; what is not said is drawn, unless the whirlwind is over."""
    what = given["open"]
    begun = what.get("decision") not in ("court", "recall", "role")
    over = begun and "parts" in what and "action" not in listed(what["parts"])
    for p, region in enumerate(row(given.get("whirlwind") or [None] * s.players, "whirlwind", s.players)):
        holds = s.played[p] == WHIRLWIND + 1
        if region is not None:
            if not holds:
                refuse(f"whirlwind: seat {p} has no 113 on the table")
            s.whirlwind[p] = word(region, f"whirlwind: seat {p}", REGION_IDS, "region") + 1
        elif holds and phase == "turns" and not s.acted >> p & 1 and not (over and p == s.actor):
            s.whirlwind[p] = random_below(s, REGIONS) + 1
