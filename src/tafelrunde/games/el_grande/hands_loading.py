"""Loading a position: power cards, modifiers, whose turn it is."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import random_below
from .fields import SHOWN_MODIFIERS
from .position import members
from .powers import total
from .reading import entries, mapping, refuse, row, whole, word
from .tables import ALL_MODIFIERS, DUMMY, FULL_HAND, MODIFIER_IDS, POWERS


def load_hands(s: Any, fresh: Any, given: Mapping[str, Any], phase: str) -> None:
    """What was played, who has had a turn, and what everybody holds."""
    load_played(s, given, phase)
    load_modifiers(s, fresh, given, phase)
    turn = load_acted(s, given, phase)
    start = given.get("start_player")
    if start is not None:
        whole(start, "start_player", 0, s.players - 1)
    s.starter = fresh.starter if start is None else start
    if phase == "turns":
        complete_played(s, turn, "acted" in given)
        s.actor = order_of_turns(s, turn, "acted" in given)
    elif phase == "power":
        s.actor = next_to_play(s, turn, start, given)
        if s.colours > s.players and not s.played[DUMMY]:
            s.played[DUMMY] = any_of(s, free_values(s))
    load_power_hands(s, given)
    load_knowledge(s, given)


def load_acted(s: Any, given: Mapping[str, Any], phase: str) -> int | None:
    """Who has had a turn; and whose turn it is, if that is said."""
    acted = [whole(p, "acted", 0, s.colours - 1) for p in entries(given.get("acted") or [], "acted")]
    if acted and phase != "turns":
        refuse(f"acted: nobody has had a turn in the phase {phase}")
    s.acted = sum(1 << p for p in set(acted))
    turn = given.get("turn")
    return None if turn is None else whole(turn, "turn", 0, s.players - 1)


def any_of(s: Any, choices: list[int]) -> int:
    """One of some numbers, drawn with the generator of the state."""
    return choices[random_below(s, len(choices))]


def free_values(s: Any) -> list[int]:
    """Power values whose sum nobody has on the table."""
    taken = {total(s, p) for p in range(s.colours) if s.played[p]}
    return [v for v in range(1, POWERS + 1) if v not in taken]


# ------------------------------------------------------------ what was played


def load_played(s: Any, given: Mapping[str, Any], phase: str) -> None:
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
    if any(s.played) and phase not in ("power", "turns"):
        refuse(f"played: no power cards lie open in the phase {phase}")
    opened = given.get("open")
    choosing = opened.get("seat", given.get("turn")) if isinstance(opened, Mapping) and \
        opened.get("decision") == "modifier" else None
    sums = [total(s, p) for p in range(s.colours) if s.played[p] and p != choosing]
    if len(set(sums)) < len(sums):
        refuse(f"played: two seats have played the same value, {next(v for v in sums if sums.count(v) > 1)}")


def complete_played(s: Any, turn: int | None, acted_given: bool) -> None:
    """Power cards that are not named are drawn so that whose turn it is comes out right."""
    missing = [p for p in range(s.colours) if not s.played[p]]
    if not missing:
        return
    before = [p for p in range(s.colours) if s.acted >> p & 1]
    if turn is None:
        for p in missing:
            above = [v for v in free_values(s) if not before or p in before
                     or v < min((total(s, q) for q in before if s.played[q]), default=99)]
            if not above:
                refuse("played: no power cards fit the seats that have acted")
            s.played[p] = any_of(s, above)
        return
    after = [p for p in range(s.colours) if p not in before and p != turn]
    if not s.played[turn]:
        low = max((total(s, p) for p in after if s.played[p]), default=-99)
        high = min((total(s, p) for p in before if s.played[p]), default=99)
        free = free_values(s)
        higher, lower = sum(p in before for p in missing), sum(p in after for p in missing)
        fits = [v for i, v in enumerate(free) if low < v < high and i >= lower and len(free) - i > higher]
        if not fits:
            refuse(f"played: no power card of seat {turn} fits the turn order")
        s.played[turn] = any_of(s, fits)
    for p in missing:
        if p != turn:
            fits = [v for v in free_values(s) if (v > total(s, turn)) == (p in before)]
            if not fits:
                refuse(f"played: no power card of seat {p} fits the turn order")
            s.played[p] = any_of(s, fits)


def order_of_turns(s: Any, turn: int | None, acted_given: bool) -> int:
    """EG-3.1: whose turn it is follows from the sums; a turn that is given must fit them.  -1 when all have acted."""
    if not acted_given and turn is not None:
        s.acted = sum(1 << p for p in range(s.colours) if total(s, p) > total(s, turn))
    waiting = [p for p in range(s.colours) if not s.acted >> p & 1]
    if turn is None:
        return max(waiting, key=lambda p: total(s, p)) if waiting else -1
    if turn not in waiting:
        refuse(f"turn: seat {turn} has acted already")
    for p in range(s.colours):
        if p >= s.players and total(s, p) > total(s, turn):
            s.acted |= 1 << p
        ahead = total(s, p) > total(s, turn)
        if ahead and not s.acted >> p & 1:
            refuse(f"turn: seat {p} has {total(s, p)} and has not acted, so it is not the turn of seat {turn} "
                   f"with {total(s, turn)}")
        if not ahead and p != turn and s.acted >> p & 1:
            refuse(f"acted: seat {p} has {total(s, p)}, so it comes after seat {turn} with {total(s, turn)}")
    return turn


def next_to_play(s: Any, turn: int | None, start: int | None, given: Mapping[str, Any]) -> int:
    """EG-2.3: power cards are played clockwise from the start player."""
    done = [p for p in range(s.players) if s.played[p]]
    opened = given.get("open")
    waits_for_modifier = isinstance(opened, Mapping) and opened.get("decision") == "modifier"
    if len(done) == s.players and not waits_for_modifier:
        refuse("phase: all power cards are played, so the phase is 'turns'")
    starts = [start] if start is not None else list(range(s.players)) if done else [s.starter if turn is None else turn]
    for first in starts:
        ordered = [(first + i) % s.players for i in range(len(done))]
        if set(ordered) == set(done):
            following = (first + len(done) - waits_for_modifier) % s.players
            if turn is None or turn == following:
                s.starter = first
                return following
    where = "" if turn is None else f", and it is seat {turn}'s turn"
    return refuse(f"played: power cards are played clockwise from the start player; seats {done} have played{where}")


# ------------------------------------------------------------ what is held


def load_power_hands(s: Any, given: Mapping[str, Any]) -> None:
    """Hands; where nothing is said, everything but what lies on the table."""
    hands = row(given.get("hands", [None] * s.colours), "hands", s.colours)
    for p, hand in enumerate(hands):
        if hand is None:
            s.hand[p] = FULL_HAND & ~(1 << s.played[p])
            continue
        values = [whole(v, f"hands: seat {p}", 1, POWERS) for v in entries(hand, f"hands: seat {p}")]
        if len(set(values)) < len(values):
            refuse(f"hands: seat {p} holds a value twice")
        s.hand[p] = sum(1 << v for v in values)
        if p >= s.players and s.hand[p] >> s.played[p] & 1 and s.played[p]:
            refuse(f"hands: the dummy's {s.played[p]} lies open and is not in its deck")


def load_modifiers(s: Any, fresh: Any, given: Mapping[str, Any], phase: str) -> None:
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


def load_knowledge(s: Any, given: Mapping[str, Any]) -> None:
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
