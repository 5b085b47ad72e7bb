"""The decision that is open: how it is said, and how a state is brought there."""
from __future__ import annotations

from typing import Any

from ...kernel import shapes
from ...kernel.dealing import bits, members
from ...kernel.opening import Given, Opening, Said
from ...kernel.reading import refuse
from ..el_grande.common import pending
from ..el_grande.dialling import castillo_owners, open_dials
from ..el_grande.inferring_open import MOVE_KEYS, PARTS, PARTS_LEFT, SCORINGS, begin_placing, parts_left, set_dials
from ..el_grande.recruiting import begin_court
from ..el_grande.tables import PLACE_IDS, REGION_IDS, REGIONS
from .cards import has_deed, places_most
from .closing import regions_with_room
from .decisions import DECISIONS
from .deeds import brings
from .fields import Part, Phase
from .general import begin_general
from .rounds import after_court, go_on, open_menu
from .special import begin_deed, begin_following
from .state import State
from .tables import CARD_IDS, CARDS, DEEDS, HAND, JOKER, VALUE, VERB, WHIRLWIND, Do

CARD_NAMES: tuple[int | str, ...] = tuple(int(VALUE[c]) if c < JOKER else CARD_IDS[c] for c in range(CARDS))
"""The cards as a position writes them: their values, "joker", "blank_1"."""
PHASES: dict[int, str] = {
    Phase.DISCARD: "discard", Phase.FIRST_DIAL: "dial", Phase.LAY: "cards", Phase.SECOND: "cards", Phase.WHIRLWIND: "cards",
    Phase.SPY: "scoring", Phase.OVER: "over",
}
CARD = shapes.word(CARD_NAMES, "card", dict(zip(CARD_IDS, CARD_NAMES, strict=True)))
REGION_SET, PLACES_NAMED = shapes.members(REGION_IDS, "region"), shapes.members(PLACE_IDS[:10], "place")
region_names = REGION_SET.writer()


def open_frame(s: State) -> dict[str, Any]:
    """What every decision of a turn says, and the regions that a card has named so far."""
    found = {"card": CARD_NAMES[s.played[s.actor] - 1], "parts": parts_left(s.parts), "free": s.free != 0}
    verb = DEEDS[s.step][VERB] if s.part == Part.ACTION else Do.NOTHING
    if s.phase in (Phase.REGION, Phase.NAME) and verb in (Do.ALLY, Do.ARBITRATE):
        found["regions"] = region_names(s.named)
    elif s.phase == Phase.SCORE and verb == Do.ARBITRATE:
        found["regions"] = region_names(s.targets)
    return found


OPENING = Opening(DECISIONS, pending, open_frame, phases=PHASES, apart=SCORINGS, first="discard", parts=PARTS, keys={
    "parts": (PARTS_LEFT, ""), "card": (CARD, ""), "free": (shapes.flag(), ""), **MOVE_KEYS, "scored": (PLACES_NAMED, "targets"),
    "regions": (REGION_SET, ""),
})


def open_phase(s: State, given: Given, what: Said, phase: str) -> None:
    """The decision of a phase outside the turns."""
    s.phase = {"discard": Phase.DISCARD, "dial": Phase.FIRST_DIAL, "over": Phase.OVER}.get(phase, Phase.LAY)
    s.waiting = (1 << s.players) - 1 if phase == "dial" else 0
    if phase == "discard":
        s.waiting = bits(p for p in range(s.players) if s.hand[p].bit_count() > HAND)
    elif phase == "cards":
        s.waiting = 1 << s.actor
        if 0 not in s.played[:s.players]:
            s.phase = Phase.SECOND if s.played[s.actor] == JOKER + 1 else Phase.WHIRLWIND
        if s.phase == Phase.WHIRLWIND:
            s.waiting = bits(p for p in range(s.players) if s.played[p] == WHIRLWIND + 1 and not s.whirlwind[p])
    elif phase == "scoring":
        open_scoring(s, given, what)
    if phase in ("dial", "scoring"):
        set_dials(s, given, DECISIONS)


def open_scoring(s: State, given: Given, what: Said) -> None:
    """KI-6.10, KI-6.11: strangers, dials or spies of a general scoring; else its beginning."""
    s.part = Part.SCORING
    if what.get("decision") == "stranger" or "seat" in what:
        ask_clockwise(s, what, s.starter)
    elif not what and "dials" not in given:
        go_on(s, begin_general(s))
        if OPENING.phase(s) != "scoring":
            given.clear()
    elif open_dials(s, castillo_owners(s) & ~s.spies):
        refuse("open: nobody has a piece in the castillo to dial for")


def ask_clockwise(s: State, what: Said, first: int) -> None:
    """Seats that are asked clockwise: about their strangers, or for their spies' dials."""
    seat = what.get("seat", first)
    s.phase = Phase.STRANGER if what["decision"] == "stranger" else Phase.SPY
    s.waiting, s.asked, s.left = 1 << seat, (seat + 1) % s.players, s.players - 1 - (seat - first) % s.players
    if not (s.strangers[seat] if s.phase == Phase.STRANGER else castillo_owners(s) & s.spies & s.waiting):
        refuse(f"open: seat {seat} has no stranger, or no spy in the castillo")


# ------------------------------------------------------------ inside a turn


def begin_between(s: State, what: Said) -> None:
    """Between the parts of a turn: a role is chosen, or what comes next."""
    if what["decision"] == "role":
        after_court(s)
    else:
        open_menu(s)
        s.parts = what.get("parts", s.parts)


def begin_action(s: State, what: Said) -> None:
    """A special action begins again; regions that it has named so far are named again."""
    decision, verb = what["decision"], DEEDS[s.step][VERB]
    following = decision == "take" and verb == Do.GRANDE
    if decision == "stranger":
        ask_clockwise(s, what, s.actor)
        if not what.get("scored") or verb not in (Do.SCORE, Do.BALLOT, Do.ARBITRATE):
            refuse("open: scored: expected the places that are about to be scored, by a card that scores")
    elif verb == Do.WHIRLWIND:
        s.left, s.phase = what.get("left", 1), Phase.RESTORE
        s.targets = regions_with_room(s, s.left)
    elif not has_deed(s, s.actor) or (following and s.grande[s.actor] >= REGIONS) or (
            begin_following if following else begin_deed)(s, s.actor):
        refuse(f"open: {decision!r} is not asked for here; the action has nothing to decide")
    for _ in members(what.get("regions", 0)):
        if s.phase == Phase.REGION:
            OPENING.choose(s, what, s.actor)


BEGIN = {
    Part.NONE: begin_between, Part.ACTION: begin_action,
    Part.COURT: lambda s, what: begin_court(s, s.actor, brings(s, s.played[s.actor] - 1)),
    Part.PLACE: lambda s, what: begin_placing(s, places_most(s)),
}
"""How each part of a turn begins."""
