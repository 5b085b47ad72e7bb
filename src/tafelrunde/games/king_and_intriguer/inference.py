"""What a position leaves out (docs/notation.md §1): derived so that the pieces add up, else drawn with seed 0.

The board, the round and the order of turns are El Grande's; here is what its own cards are and have left on the table.
"""
from __future__ import annotations

from typing import Any

from ...kernel import random_below
from ...kernel.opening import Said
from ...kernel.reading import listed, mapping, refuse, said_in, word
from ..el_grande.inference import begin_with, end_round, settle_board, settle_round
from ..el_grande.inferring_open import open_turn
from ..el_grande.laying_out import clear_pieces
from ..el_grande.tables import CASTILLO, EDITIONS, REGIONS
from .cards import lowest
from .closing import close_regions, find_limited, note_changes
from .fields import Next
from .inferring_cards import AFTER, BEFORE, find_actor, hold_cards, round_told, settle_roles, share_cards
from .inferring_open import open_phase, stand_in_turn
from .lying import stays
from .rounds import go_on
from .setup import setup
from .state import State
from .tables import CARD, CARD_IDS, HAND, LYING_IDS, SETS, WHIRLWIND

Given = dict[str, Any]
NEEDS = {**dict.fromkeys(("castillo_at", "collapse", "beside", "queen", "whirlwind", "alliances", "turned"), "players_edition"),
         **dict.fromkeys(("lying", "strangers", "protected"), "extra_cards")}
"""Keys that can only hold something with a set of cards."""


def prepare(given: Given) -> Given:
    """Sets of cards that are left out follow from the cards and marks that are named."""
    if "edition" in given:
        word(given["edition"], "edition", EDITIONS, "edition")
    options, what = mapping(given.get("options", {}), "options"), given.get("open")
    named = {str(c) for c in said_in([given.get(key) for key in ("hands", "set_aside", "used", "played")])}
    named |= {str(what.get("card")) if isinstance(what, dict) else ""}
    sets = {SETS[CARD_IDS.index(c)] for c in named & {*CARD_IDS}}
    sets |= {kind for key, kind in NEEDS.items() if any(said_in(given.get(key)))}
    if "castillo" in listed(given.get("grandes")):
        sets.add("extra_cards")
    return {**given, "options": {**{kind: kind in sets for kind in ("players_edition", "extra_cards")}, **options}}


def begin(s: State) -> State:
    """An empty board; what it would be set up as with seed 0."""
    s.castillo_at = -1
    return begin_with(s, setup, clear_pieces)


def infer(s: State, given: Given, fresh: State) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    what = given.get("open", Said())
    phase = given["phase"] if "phase" in given else "over" if given.get("over") else phase_guessed(s, given, what)
    for p in range(s.players if phase not in BEFORE else 0):  # KI-1.3: beyond its first dials, which are drawn
        r = random_below(s, REGIONS)
        cells = fresh.court if r == fresh.king else fresh.regions[r]
        cells[p] += 1
    stand_pieces(s, given, fresh)
    check_marks(s, given, phase)
    rank_doubles(s, given)
    round_told(s, given, phase)
    settle_round(s, given, phase, BEFORE)
    hold_cards(s, given, phase)
    find_actor(s, given, what, phase)
    share_cards(s, given, phase)
    settle_roles(s, given, what, phase)

    def lay(p: int) -> None:
        s.used[p] |= 0 if p >= s.players or stays(s, p, s.played[p] - 1) else 1 << s.played[p] - 1

    if phase in AFTER:
        end_round(s, given, lowest, lay, ("played", "laid", "roles", "whirlwind", "vetoed", "used"))
        s.vetoed, s.laid[:] = 0, [0] * len(s.laid)
    close_regions(s)
    note_changes(s)
    if phase == "turns":
        open_turn(s, given, what, stand_in_turn, go_on, Next.TURN)
    else:
        open_phase(s, given, what, phase)
    note_changes(s)


def phase_guessed(s: State, given: Given, what: Said) -> str:
    """What the other keys say about the phase."""
    decision, played = what.get("decision"), given.get("played", [])
    if decision == "dial" or (not what and any(region >= 0 for region in given.get("dials", ()))):
        return phase_of_dials(given, what, played)
    if decision == "stranger":
        return "turns" if any(played) or {"card", "parts", "scored"} & what.keys() else "scoring"
    if what:
        return {"discard": "discard", "action": "cards"}.get(str(decision), "turns")
    if given.get("acted") or (played and 0 not in played and CARD["joker"] + 1 not in played):
        return "turns"
    hands, asides = given.get("hands", ()), given.get("set_aside", ())
    if any(played) or any(given.get("used", ())) or hands:
        chosen = any(played) or any(given.get("used", ())) or all(hand is None or hand.bit_count() <= HAND for hand in hands)
        return "cards" if chosen else "discard"
    every = [cards is not None and cards.bit_count() == s.offered.bit_count() - HAND for cards in asides]
    return "dial" if every == [True] * s.players else "discard"


def phase_of_dials(given: Given, what: Said, played: list[int]) -> str:
    """Dials are set for a card on turn, for a 113, in a general scoring, or before the first round."""
    if {"card", "parts"} & what.keys() or given.get("acted") or (any(played) and "turn" in given):
        return "turns"
    if any(played):
        swept = given.get("whirlwind", [0] * len(played))
        return "cards" if any(card == WHIRLWIND + 1 and not at for card, at in zip(played, swept, strict=True)) else "turns"
    inside = any(given.get("castillo", ())) or CASTILLO in given.get("grandes", ()) or any(given.get("beside", ()))
    return "scoring" if inside or "seat" in what or given.get("round", 1) % 3 == 0 else "dial"


def stand_pieces(s: State, given: Given, fresh: State) -> None:
    """Pieces on the board, beside the castillo and on cards; KI-5.3: cards that stay face up."""
    for card in given.get("lying", ()):
        name = CARD_IDS[card["value"]]
        if name not in LYING_IDS or (name == "66" and "region" not in card):
            refuse(f"lying: expected one of {', '.join(LYING_IDS)}, and the region of a 66")
        if name == "25":
            s.spies |= 1 << card["seat"]
        elif name == "66":
            s.limit_at[card["seat"]] = card["region"] + 1
        else:
            s.strangers[card["seat"]] = 1
    find_limited(s)
    s.collapse = given.get("collapse", int(any(s.beside)))
    s.inside[:s.players] = [n or 0 for n in given.get("castillo", [0] * s.players)]
    s.castillo[:] = [a + b for a, b in zip(s.inside, s.beside, strict=True)]
    settle_board(s, given, fresh, s.strangers)
    s.inside[:] = [(a - b) * s.collapse for a, b in zip(s.castillo, s.beside, strict=True)]


def check_marks(s: State, given: Given, phase: str) -> None:
    """Marks of cards come with their set of cards, and after the beginning; some end with the round."""
    offered = {name for i, name in enumerate(SETS) if s.offered >> i & 1}
    marks = [key for key in (*NEEDS, "doubles", "scores") if given.get(key) not in (None, -1) and any(said_in(given[key]))]
    for key in marks:
        if phase in BEFORE or NEEDS.get(key, "base") not in offered:
            refuse(f"{key}: nothing has happened yet in the phase {phase}" if phase in BEFORE else
                   f"{key}: that comes with {NEEDS[key]} only; add it to the options")
    if CASTILLO in s.grande[:s.players] and "extra_cards" not in offered:
        refuse("grandes: only an extra card throws a grande into the castillo; add extra_cards to the options")
    s.protected = s.protected if phase == "turns" else 0
    s.queen = s.queen if phase in ("turns", "scoring") else 0


def rank_doubles(s: State, given: Given) -> None:
    """KI-C-130, KI-C-53: regions that count double, in the order in which they were chosen, else drawn; allied regions."""
    order = given.get("knowledge", {}).get("doubles", [])
    for p in dict.fromkeys([*order, *(p for p in range(s.players) if s.double_at[p])]):
        s.double_rank[p] = max(s.double_rank) + 1
        if not s.double_at[p]:
            left = [r for r in range(REGIONS) if r + 1 not in s.double_at]
            s.double_at[p] = left[random_below(s, len(left))] + 1
    pairs = given.get("alliances", [])
    if len(pairs) > s.players or any(pair.bit_count() != 2 for pair in pairs):
        refuse(f"alliances: expected pairs of two different regions, at most {s.players} of them")
    s.allies[:len(pairs)] = pairs
