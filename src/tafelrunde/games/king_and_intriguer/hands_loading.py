"""Loading a position: cards in hand, set aside, used and laid; whose turn it is."""
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
from .lying import LYING, LYING_CARD, lies, stays, unseen_cards
from .open_loading import asks_for
from .phase_loading import BEFORE
from .position import ROLES, card_name, card_names
from .state import State
from .tables import CARD_IDS, CARDS, FORTY, HAND, JOKER, WHIRLWIND


def card_given(value: Any, where: str) -> int:
    """A card by its value, or "joker"."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        refuse(f"{where}: expected a card's value or 'joker', not {str(value)[:60]!r}")
    return word(str(value), where, CARD_IDS, "card")


def cards_given(s: State, value: Any, where: str) -> int:
    """Some cards, as a set."""
    cards = [card_given(v, where) for v in entries(value, where)]
    if len(set(cards)) < len(cards):
        refuse(f"{where}: a card stands there twice; there is one of each")
    for c in cards:
        if not s.offered >> c & 1:
            refuse(f"{where}: {card_name(c)} is not among the cards offered; see the options")
    return sum(1 << c for c in cards)


KEPT = ("hands", "used", "set_aside")
"""The keys that say where a seat's cards are when they do not lie on the table."""
PATIENCE = 500
"""So often cards are drawn that should bring certain roles."""
AFTER = ("scoring", "over")
"""The phases in which the cards of the round have left the table; a position may still have them there."""


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


def load_played(s: State, given: Mapping[str, Any], phase: str) -> None:
    """KI-2.1: cards on the table."""
    for p, value in enumerate(row(given.get("played", [None] * s.players), "played", s.players)):
        if value is not None:
            card = members(cards_given(s, [value], f"played: seat {p}"))[0]
            s.played[p] = card + 1
            if card == JOKER and phase != "cards":
                refuse(f"played: the Joker of seat {p} has been followed up by another card in the phase {phase}")
    if "played" not in given and phase == "cards":
        for p in range(s.players):
            laid = s.offered & ~cards_elsewhere(s, given, p)
            if laid.bit_count() == 1 and None not in (given.get(key, [None] * s.players)[p] for key in KEPT):
                s.played[p] = laid.bit_length()
    if any(s.played) and (phase in BEFORE or (phase in AFTER and 0 in s.played[:s.players])):
        refuse(f"played: action cards of some seats cannot lie open in the phase {phase}")


def leave_round(s: State, start: int | None) -> None:
    """KI-2.4: after the round its cards leave the game, but those that stay, and the lowest starts."""
    if start is None:
        s.starter = lowest(s)
    for p in range(s.players):
        if not stays(s, p, s.played[p] - 1):
            s.used[p] |= 1 << s.played[p] - 1
        s.played[p] = s.laid[p] = 0


# ------------------------------------------------------------ rounds


def markers(s: State) -> list[int]:
    """The numbers of the rounds."""
    return [m for m in range(1, 10) if not (s.short_game and m % 3 == 1)]


def finished(s: State, phase: str) -> int:
    """How many rounds are over."""
    return sum(m < s.marker + (phase in AFTER) for m in markers(s))


def before_round(s: State, p: int, phase: str) -> int:
    """How many cards of earlier rounds still lie before a seat."""
    return on_table(s, p).bit_count() - (phase not in AFTER and s.played[p] > 0)


def used_before(s: State, given: Mapping[str, Any], phase: str, p: int) -> int | None:
    """What a seat has used, as given, or as what it holds and has set aside leave it; None where that is not said."""
    hand, used, aside = (row(given.get(key, [None] * s.players), key, s.players)[p] for key in KEPT)
    if used is not None:
        return cards_given(s, used, f"used: seat {p}") & ~on_table(s, p)
    if hand is None or aside is None or phase in BEFORE or (phase == "turns" and not s.played[p]):
        return None
    kept = cards_given(s, hand, f"hands: seat {p}") | cards_given(s, aside, f"set_aside: seat {p}")
    return int(s.offered & ~(on_table(s, p) | kept))


def round_of_used(s: State, given: Mapping[str, Any], phase: str) -> Mapping[str, Any]:
    """The position with the number of its round; left out, it follows from the cards that were used, a Joker not counted."""
    most, rounds = -1, markers(s)
    for p in range(s.players):
        gone = used_before(s, given, phase, p)
        if gone is not None:
            most = max(most, (gone & ~(1 << JOKER)).bit_count() + before_round(s, p, phase))
            if most > len(rounds) - (phase == "cards" or s.played[p] > 0):
                refuse(f"used: seat {p} has laid {most} cards in earlier rounds; there are {len(rounds)} rounds")
    if "round" in given or most < 0 or phase == "over" or (phase in AFTER and (not most or rounds[most - 1] % 3)):
        return given
    return {**given, "round": rounds[min(most, len(rounds) - 1) if phase not in AFTER else most - 1]}


# ------------------------------------------------------------ hands


def on_table(s: State, seat: int) -> int:
    """This round's card and lying cards of a seat, as a set."""
    found = 1 << s.played[seat] - 1 if s.played[seat] else 0
    for which in range(LYING):
        if lies(s, seat, which):
            found |= 1 << LYING_CARD[which]
    return found


def load_held(s: State, given: Mapping[str, Any], phase: str) -> None:
    """Hands that are given; those that are not are drawn later (in the discards everything that is not set aside)."""
    aside = row(given.get("set_aside", [None] * s.players), "set_aside", s.players)
    if "hands" not in given and None in aside and phase not in ("discard", "over"):
        refuse(f"hands: they must be given in the phase {phase}")
    for p, hand in enumerate(row(given.get("hands", [None] * s.players), "hands", s.players)):
        if hand is not None:
            s.hand[p] = cards_given(s, hand, f"hands: seat {p}")
        elif phase == "discard":
            s.hand[p] = s.offered & ~cards_given(s, aside[p] or [], f"set_aside: seat {p}")
        n = s.hand[p].bit_count()
        if phase == "discard" and n < HAND:
            key = "set_aside" if hand is None else "hands"
            refuse(f"{key}: seat {p} has {n} cards in hand; nobody puts more aside than {HAND} are left")
        if phase != "discard" and n > HAND:
            refuse(f"hands: seat {p} has {n} cards; after the discards a hand has at most {HAND}")


def load_rest(s: State, given: Mapping[str, Any], phase: str) -> None:
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
        complete_cards(s, p, hands[p] is not None, gone, away, max(0, finished(s, phase) - before_round(s, p, phase)))
        check_unseen(s, p, phase)


def complete_cards(s: State, p: int, hand_given: bool, gone: int | None, away: int | None, rounds: int) -> None:
    """Every card of a seat is in hand, on the table, used (one in each of so many rounds), or set aside."""
    table = on_table(s, p)
    parts = [("hands", s.hand[p] if hand_given else 0), ("played", table), ("used", gone or 0), ("set_aside", away or 0)]
    seen = 0
    for name, cards in parts:
        if seen & cards:
            refuse(f"{name}: {card_names(seen & cards)[0]} of seat {p} is in two places")
        seen |= cards
    free = s.offered & ~seen
    if not hand_given:
        wanted = HAND - table.bit_count() - (rounds if gone is None else gone.bit_count())
        s.hand[p] = draw_cards(s, free, min(max(0, wanted), free.bit_count()))
        free &= ~s.hand[p]
    if gone is None and away is None:
        lacking = max(0, HAND - table.bit_count() - s.hand[p].bit_count())
        away = draw_cards(s, free, max(0, free.bit_count() - min(rounds, lacking)))
    if gone is None:
        gone = free & ~(away or 0)
        free = 0
    elif away is None:
        free = 0
    if free:
        refuse(f"cards: {card_names(free)[0]} of seat {p} is neither in hand, nor laid, used or set aside")
    s.used[p] = gone


def draw_cards(s: State, cards: int, n: int) -> int:
    """So many of some cards, drawn."""
    found = 0
    for _ in range(n):
        left = members(cards & ~found)
        found |= 1 << left[random_below(s, len(left))]
    return found


def check_unseen(s: State, p: int, phase: str) -> None:
    """There must be a card for every round to come: in hand or, where the hand falls short, among those set aside."""
    waits = phase == "cards" and s.played[p] in (0, JOKER + 1)
    needed = len(markers(s)) - finished(s, phase) - int(phase in ("cards", "turns") and not waits)
    n = (unseen_cards(s, p) & ~(1 << JOKER)).bit_count()
    if n < needed:
        refuse(f"used: seat {p} has {n} cards left beside a Joker, with {needed} still to lay")


# ------------------------------------------------------------ order and turns


def cards_elsewhere(s: State, given: Mapping[str, Any], p: int) -> int:
    """The cards that a seat cannot have laid: they are said to be in its hand, used or set aside."""
    found = on_table(s, p)
    for key in KEPT:
        found |= cards_given(s, row(given.get(key, [None] * s.players), key, s.players)[p] or [], f"{key}: seat {p}")
    return int(found)


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
