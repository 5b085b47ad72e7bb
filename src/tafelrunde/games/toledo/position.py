"""The position of a game as JSON: the keys of the notation, and `known`, what everybody remembers of hidden cards."""
from __future__ import annotations

from typing import Any

from ..switches import start_of
from .components import MASTERS
from .decisions import DECISIONS
from .fields import SWITCHES, Phase
from .state import State
from .tables import CARD_IDS, CARDS, COMPONENTS, FIRST_GATE, KINDS, PAINTING, PAINTINGS, SPLIT, SWORD_VALUE, SWORDS

CAPS = ("none", "25", "50", "100", "200")
"""Turns of each seat after which a simulation stops."""


def position(s: State) -> dict[str, Any]:
    """The position; hidden values of a concealed state come out as null."""
    seats = range(s.players)
    made: dict[str, Any] = {
        "game": "toledo",
        "players": s.players,
        "options": options(s),
        "turn": s.turn,
        "over": s.phase == Phase.OVER,
        "pawns": [pawns(s, seat) for seat in seats],
        "shops": {str(step): [KINDS[s.shop[step] - 1], 1 + (s.double >> step & 1), s.owner[step]]
                  for step in range(1, FIRST_GATE) if s.built >> step & 1 and s.shop[step] <= len(KINDS)},
        "circles": circles(s),
        "hands": own(s)["hands"],
        "draw_pile": [None] * s.pile_left if s.pile[0] is None else card_ids(s.pile),
        "discards": card_ids(s.discards),
        "metal": s.metal[:s.players],
        "gems": s.gems[:s.players],
        "stock": {"metal": s.metal_left, "gems": s.gems_left},
        "swords_left": sword_values(s.rack),
        "swords": [sword_values(s.blades[seat]) for seat in seats],
        "delivered": [sword_values(s.delivered[seat]) for seat in seats],
        "masters": [tiles(s.masters[seat]) for seat in seats],
        "masters_left": dict(zip(MASTERS, s.masters_left, strict=True)),
        "paintings_left": [PAINTING[i] for i in range(PAINTINGS) if s.painting[i] < 0],
        "paintings": [sorted(PAINTING[i] for i in range(PAINTINGS) if s.painting[i] == seat) for seat in seats],
        "first_card": s.series or None,
        "extra_used": s.extra_used,
        "last_round": s.last_round if s.last_round >= 0 else None,
        "open": open_decision(s),
    }
    known = remembered(s)
    if known:
        made["known"] = known
    if s.cap:
        made["turns"] = s.turns
    return made


def own(s: State) -> dict[str, Any]:
    """The part of the position that a seat sees otherwise than a spectator."""
    return {"hands": [hand(s, seat) for seat in range(s.players)]}


def options(s: State) -> dict[str, Any]:
    """The options in force; `values` names a person's own components."""
    made = {"turn_cap": str(s.cap) if s.cap else "none", "start": start_of(s.first), **SWITCHES.unpacked(s.readings)}
    return {**made, "values": COMPONENTS.own} if COMPONENTS.own else made


def pawns(s: State, seat: int) -> list[int]:
    """The steps of a seat's pawns, the one in transit included."""
    steps = [0] * s.home[seat]
    for step in range(1, FIRST_GATE):
        steps += [step] * ((s.one[seat] >> step & 1) + (s.two[seat] >> step & 1))
        if s.phase == Phase.FULL and s.turn == seat and s.spot == step:
            steps.append(step)
    return steps + [FIRST_GATE] * s.inside[seat][0] + [FIRST_GATE + 1] * s.inside[seat][1]


def circles(s: State) -> dict[str, list[int]]:
    """Who stands on the circles of each step where somebody does."""
    found: dict[str, list[int]] = {}
    for step in range(1, FIRST_GATE):
        here = [seat for seat in range(s.players)
                for _ in range((s.one[seat] >> step & 1) + (s.two[seat] >> step & 1))]
        if here:
            found[str(step)] = here
    return found


def members(words: Any) -> list[int]:
    """The cards of a set in two words."""
    return [c for c in range(CARDS) if words[c >= SPLIT] >> (c % SPLIT) & 1]


def card_ids(words: Any) -> list[str]:
    """The ids of the cards of a set in two words."""
    return [CARD_IDS[c] for c in members(words)]


def hand(s: State, seat: int) -> list[str | None]:
    """A hand: all its cards, or of a concealed one those that everybody has seen, and null for each other."""
    if s.hand[seat][0] is not None:
        return [*card_ids(s.hand[seat])]
    seen = [CARD_IDS[c] for c in shown_to_all(s, seat)]
    return [*seen, *[None] * (s.held[seat] - len(seen))]


def shown_to_all(s: State, seat: int) -> list[int]:
    """The cards that were paid into a hand openly and are still there."""
    return [c for c in range(CARDS) if s.known[c] == -1 - seat]


def sword_values(swords: int) -> list[int]:
    """The prestige of some sword tiles, ascending."""
    return [SWORD_VALUE[i] for i in range(SWORDS) if swords >> i & 1]


def tiles(counts: list[int]) -> list[str]:
    """Fencing tiles as a sorted list of kinds."""
    return sorted(kind for kind, n in zip(MASTERS, counts, strict=True) for _ in range(n))


def open_decision(s: State) -> dict[str, Any] | None:
    """What is open inside a move action; null between turns."""
    if s.phase in (Phase.TURN, Phase.OVER):
        return None
    old = s.masters[s.turn][:]
    if s.phase == Phase.RETURN:
        old[s.taken] -= 1
    return {
        "phase": DECISIONS.of[s.phase].word,
        "pawn": s.spot or None,
        "front": CARD_IDS[s.front] if s.front >= 0 else None,
        "opening": s.opening or None,
        "old_tiles": tiles(old) if s.phase == Phase.RETURN else None,
    }


def remembered(s: State) -> dict[str, Any]:
    """What everybody remembers: cards seen going into hands, and cards drawn before the pile was made again."""
    hidden = [c for c in range(CARDS) if s.known[c] >= 0 and c != s.front
              and not s.discards[c >= SPLIT] >> (c % SPLIT) & 1]
    shown = [[CARD_IDS[c] for c in shown_to_all(s, seat)] for seat in range(s.players)]
    earlier = [[CARD_IDS[c] for c in hidden if s.known[c] == making] for making in range(s.made)]
    made: dict[str, Any] = {}
    if any(shown):
        made["hands"] = shown
    if any(earlier):
        made["earlier"] = [cards for cards in earlier if cards]
    return made
