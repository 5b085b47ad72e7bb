"""Loading a position: power cards, modifiers, whose turn it is."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...kernel import random_below
from ...kernel.reading import entries, mapping, refuse, row, whole, word
from .fields import SHOWN_MODIFIERS
from .position import members
from .powers import lowest, total
from .state import State
from .tables import ALL_MODIFIERS, DUMMY, FULL_HAND, MODIFIER_IDS, POWERS, TO_COURT
from .turn_loading import comes_to_court, draw_played, load_acted, may_be_before, starts_given, turn_given


def load_hands(s: State, fresh: Any, given: Mapping[str, Any], phase: str) -> None:
    """What was played, who has had a turn, and what everybody holds."""
    hands = hands_given(s, given)
    load_played(s, given, phase)
    load_modifiers(s, fresh, given, phase)
    load_acted(s, given, phase)
    turn = turn_given(s, given, phase)
    start = given.get("start_player")
    s.starter = fresh.starter if start is None else whole(start, "start_player", 0, s.players - 1)
    if phase == "turns":
        complete_played(s, given, turn, hands)
        s.actor = order_of_turns(s, given, turn)
    elif phase == "power":
        s.actor = next_to_play(s, given, turn)
        if s.colours > s.players and not s.played[DUMMY]:
            if not draw_played(s, [DUMMY], lambda p: free_values(s, p, hands), lambda: True):
                refuse("hands: the dummy's deck has all the values that are not on the table, so it has played none of them")
    load_power_hands(s, hands)
    load_knowledge(s, given)
    if phase in ("scoring", "over"):
        lay_aside_played(s, start)


def any_of(s: State, choices: list[int]) -> int:
    """One of some numbers, drawn with the generator of the state."""
    return choices[random_below(s, len(choices))]


def free_values(s: State, p: int, hands: Sequence[int | None]) -> list[int]:
    """Power values that a seat can have played: nobody has the sum on the table; the hand that is given does not hold it.

    Empowerment brings what was played back into the hand, but nothing comes back into the dummy's deck.
    """
    taken = {total(s, q) for q in range(s.colours) if s.played[q] and q != p}
    free = [v for v in range(1, POWERS + 1) if v not in taken]
    return [v for v in free if not (hands[p] or 0) >> v & 1] or (free if p < s.players else [])


# ------------------------------------------------------------ what was played


def load_played(s: State, given: Mapping[str, Any], phase: str) -> None:
    """Power cards and modifiers on the table."""
    for p, value in enumerate(row(given.get("played", [None] * s.colours), "played", s.colours)):
        s.played[p] = 0 if value is None else whole(value, f"played: seat {p}", 1, POWERS)
    for p, m in enumerate(row(given.get("played_modifiers", [None] * s.colours), "played_modifiers", s.colours)):
        if m is not None:
            if not s.shift:
                refuse("played_modifiers: there are modifiers with Power Shift only; add power_shift to the modules")
            s.played_modifier[p] = word(m, f"played_modifiers: seat {p}", MODIFIER_IDS, "modifier") + 1
            if not s.played[p]:
                refuse(f"played_modifiers: seat {p} has played {m} without a power card")
    if any(s.played) and (phase == "setup" or (phase in ("scoring", "over") and 0 in s.played[:s.players])):
        refuse(f"played: power cards of some seats cannot lie open in the phase {phase}")
    what = given["open"]
    choosing = what.get("seat", given.get("turn")) if what.get("decision") == "modifier" else None
    sums = [total(s, p) for p in range(s.colours) if s.played[p] and p != choosing]
    if len(set(sums)) < len(sums):
        refuse(f"played: two seats have played the same value, {next(v for v in sums if sums.count(v) > 1)}")


def complete_played(s: State, given: Mapping[str, Any], turn: int | None, hands: Sequence[int | None]) -> None:
    """Power cards that are not named are drawn so that whose turn it is comes out right."""
    missing = sorted((p for p in range(s.colours) if not s.played[p]), key=lambda p: p != turn)
    needed = 0 if "card" in given["open"] else comes_to_court(given)

    def in_order(excused: Sequence[int]) -> bool:
        """Who has acted is above who has not; of these the seat on turn is the highest."""
        known = [p for p in range(s.colours) if s.played[p]]
        before = [p for p in known if s.acted >> p & 1]
        after = [p for p in known if p not in before and p not in excused]
        return all(total(s, p) > total(s, q) for p in before for q in after) and (
            turn not in after or all(total(s, turn) >= total(s, q) for q in after))

    def choices(p: int) -> list[int]:
        return [v for v in free_values(s, p, hands) if p != turn or TO_COURT[v] >= needed]

    def drawn(excused: Sequence[int]) -> bool:
        return draw_played(s, missing, choices, lambda: in_order(excused))

    if missing and not drawn([]) and not drawn([*may_be_before(s, given, turn), *range(s.players, s.colours)]):
        refuse("played: no power cards that were not named fit the order of turns")


def order_of_turns(s: State, given: Mapping[str, Any], turn: int | None) -> int:
    """EG-3.1: whose turn it is follows from the sums; a turn that is given must fit them.  -1 when all have acted."""
    s.acted |= sum(1 << p for p in may_be_before(s, given, turn) if total(s, p) > total(s, turn))
    waiting = [p for p in range(s.colours) if not s.acted >> p & 1]
    if turn is None:
        if given["open"]:
            waiting = [p for p in waiting if p < s.players]
        if not given["open"] or not waiting:
            return max(waiting, key=lambda p: total(s, p)) if waiting else -1
        turn = max(waiting, key=lambda p: total(s, p))
    where = "turn" if given.get("turn") is not None else "open: seat"
    if turn not in waiting:
        refuse(f"{where}: seat {turn} has acted already")
    for p in range(s.colours):
        if p >= s.players and total(s, p) > total(s, turn):
            s.acted |= 1 << p
        ahead = total(s, p) > total(s, turn)
        if ahead and not s.acted >> p & 1:
            refuse(f"{where}: seat {p} has {total(s, p)} and has not acted, so it is not the turn of seat {turn} "
                   f"with {total(s, turn)}")
        if not ahead and p != turn and s.acted >> p & 1:
            refuse(f"acted: seat {p} has {total(s, p)}, so it comes after seat {turn} with {total(s, turn)}")
    return int(turn)


def next_to_play(s: State, given: Mapping[str, Any], turn: int | None) -> int:
    """EG-2.3: power cards are played clockwise from the start player."""
    done = [p for p in range(s.players) if s.played[p]]
    waits_for_modifier = given["open"].get("decision") == "modifier"
    if len(done) == s.players and not waits_for_modifier:
        refuse("phase: all power cards are played, so the phase is 'turns'")
    if waits_for_modifier and not done:
        refuse("open: nobody has played a power card, so there is no modifier to choose for one")
    for first in starts_given(s, given, done, turn):
        following = (first + len(done) - waits_for_modifier) % s.players
        if turn in (None, following):
            s.starter = first
            return following
    where = "" if turn is None else f", and it is seat {turn}'s turn"
    return refuse(f"{'played' if done else 'start_player'}: power cards are played clockwise from the start player; "
                  f"seats {done} have played{where}")


def lay_aside_played(s: State, start: int | None) -> None:
    """EG-6.3: after the round its cards are laid aside, and the lowest starts."""
    if any(s.played) and start is None:
        s.starter = lowest(s)
    for p in range(s.colours):
        if s.played_modifier[p]:
            s.modifier_discard[p] |= 1 << (s.played_modifier[p] - 1) & ~s.modifiers[p]
        s.played[p] = s.played_modifier[p] = 0


# ------------------------------------------------------------ what is held


def hands_given(s: State, given: Mapping[str, Any]) -> list[int | None]:
    """The hands that are given, as sets of values."""
    found: list[int | None] = []
    for p, hand in enumerate(row(given.get("hands", [None] * s.colours), "hands", s.colours)):
        values = [whole(v, f"hands: seat {p}", 1, POWERS) for v in entries([] if hand is None else hand, f"hands: seat {p}")]
        if len(set(values)) < len(values):
            refuse(f"hands: seat {p} holds a value twice")
        found.append(None if hand is None else sum(1 << v for v in values))
    return found


def load_power_hands(s: State, hands: Sequence[int | None]) -> None:
    """Hands; where nothing is said, everything but what lies on the table."""
    for p, hand in enumerate(hands):
        s.hand[p] = FULL_HAND & ~(1 << s.played[p]) if hand is None else hand
        if p >= s.players and s.played[p] and s.hand[p] >> s.played[p] & 1:
            refuse(f"hands: the dummy's {s.played[p]} lies open and is not in its deck")


def load_modifiers(s: State, fresh: Any, given: Mapping[str, Any], phase: str) -> None:
    """EG-12.1: three to each, of which some were played; those not named are drawn."""
    used = 0
    for key, target in (("modifiers", s.modifiers), ("modifier_discards", s.modifier_discard)):
        for p, held in enumerate(row(given.get(key, [None] * s.colours), key, s.colours)):
            for m in entries(held or [], f"{key}: seat {p}"):
                if not s.shift:
                    refuse(f"{key}: there are modifiers with Power Shift only; add power_shift to the modules")
                bit = 1 << word(m, f"{key}: seat {p}", MODIFIER_IDS, "modifier")
                if used & bit:
                    refuse(f"{key}: {m} is there twice; there is one card of it")
                used |= bit
                target[p] |= bit
            if p >= s.players and target[p]:
                refuse(f"{key}: the dummy has no modifiers")
    for p in range(s.players):
        if s.played_modifier[p]:
            bit = 1 << (s.played_modifier[p] - 1)
            if used & bit and not (s.modifiers[p] | s.modifier_discard[p]) & bit:
                name = MODIFIER_IDS[s.played_modifier[p] - 1]
                refuse(f"played_modifiers: {name} is there twice; there is one card of it")
            used |= bit
    if not s.shift:
        return
    hands = row(given.get("modifiers", [None] * s.colours), "modifiers", s.colours)
    for p in range(s.players):
        if hands[p] is None:
            if phase == "setup" and not used & fresh.modifiers[p]:
                s.modifiers[p] = fresh.modifiers[p]
            else:
                out = s.modifier_discard[p] | (1 << s.played_modifier[p] >> 1)
                for _ in range(3 - len(members(out))):
                    s.modifiers[p] |= 1 << any_of(s, members(ALL_MODIFIERS & ~used & ~s.modifiers[p]))
                    used |= s.modifiers[p]
            used |= s.modifiers[p]
        elif phase == "setup" and len(members(s.modifiers[p])) != 3:
            refuse(f"modifiers: seat {p} was dealt {len(members(s.modifiers[p]))} modifiers, not 3")


def load_knowledge(s: State, given: Mapping[str, Any]) -> None:
    """What everybody has seen; what was passed on; what cards taken back may be."""
    known = mapping(given.get("knowledge") or {}, "knowledge")
    for p, m in enumerate(entries(known.get("passed") or [], "knowledge: passed")[:s.players]):
        if m is not None:
            s.passed[p] = word(m, f"knowledge: passed: seat {p}", MODIFIER_IDS, "modifier") + 1
    pools = entries(known.get("regained") or [], "knowledge: regained")
    for p in range(s.colours):
        s.shown[p] = FULL_HAND & ~s.hand[p] | 1 << s.played[p] & ~1
        out = s.modifier_discard[p] | (1 << s.played_modifier[p] >> 1)
        s.shown[p] |= out << SHOWN_MODIFIERS
        if p < len(pools) and p < s.players:
            for k, cards in enumerate(entries(pools[p], f"knowledge: regained: seat {p}")[:2]):
                s.pool[p][k] = pool_of(cards, f"knowledge: regained: seat {p}")
                s.shown[p] |= s.pool[p][k]


def pool_of(cards: Any, where: str) -> int:
    """A set of power values and modifiers."""
    pool = 0
    for card in entries(cards, where):
        if isinstance(card, str):
            pool |= 1 << (SHOWN_MODIFIERS + word(card, where, MODIFIER_IDS, "modifier"))
        else:
            pool |= 1 << whole(card, where, 1, POWERS)
    return pool
