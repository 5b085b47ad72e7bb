"""The decision that is open: how it is said, and how a state is brought there.  What is not said is as at its beginning."""
from __future__ import annotations

from typing import Any

from ...kernel import shapes
from ...kernel.dealing import bits, members
from ...kernel.opening import Opening, Said
from ...kernel.reading import refuse, shown, word
from ..el_grande.common import pending
from ..el_grande.dialling import castillo_owners, open_dials
from ..el_grande.inferring_open import FRAME_KEYS, MOVE_KEYS, ask_veto, begin_placing, frame, go_to, set_dials
from ..el_grande.recruiting import begin_court
from ..el_grande.tables import PLACE_IDS, REGION_IDS, REGIONS
from .cards import deed_of, has_deed, may_choose_role, places_most, role_of
from .closing import regions_with_room
from .decisions import DECISIONS
from .deeds import brings
from .fields import Part, Phase, Role
from .general import begin_general
from .inferring_cards import CARD_NAMES
from .rounds import after_court, go_on, open_menu
from .special import begin_deed, begin_following
from .state import State
from .tables import CARD_IDS, DEEDS, HAND, JOKER, VERB, WHIRLWIND, Do
from .vetoes import veto_holders

Given = dict[str, Any]
PHASES: dict[int, str] = {
    Phase.DISCARD: "discard", Phase.FIRST_DIAL: "dial", Phase.LAY: "cards", Phase.SECOND: "cards", Phase.WHIRLWIND: "cards",
    Phase.SPY: "scoring", Phase.OVER: "over",
}


def action_card(value: Any, where: str, seats: Any) -> int:
    """A card by its value, or "joker" or "blank_1"."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        refuse(f"{where}: expected a card's value or 'joker', not {shown(value)}")
    return word(str(value), where, CARD_IDS, "card")


CARD = shapes.Shape("number | string", action_card, lambda v: f"{CARD_NAMES!r}[{v}]")
REGION_SET, PLACES_NAMED = shapes.members(REGION_IDS, "region"), shapes.members(PLACE_IDS[:10], "place")
region_names = REGION_SET.writer()


def phase_of(s: State) -> str:
    """The phase of a position."""
    return "scoring" if s.part == Part.SCORING else PHASES.get(s.phase, "turns")


def open_frame(s: State) -> dict[str, Any]:
    """What every decision of a turn says, and the regions that a card has named so far."""
    found = frame(s, DECISIONS, phase_of(s), CARD_NAMES[s.played[s.actor] - 1], {"free": bool(s.free)})
    verb = DEEDS[s.step][VERB] if found.get("part") == "action" else Do.NOTHING
    if s.phase in (Phase.REGION, Phase.NAME) and verb in (Do.ALLY, Do.ARBITRATE):
        found["regions"] = region_names(s.named)
    elif s.phase == Phase.SCORE and verb == Do.ARBITRATE:
        found["regions"] = region_names(s.targets)
    return found


OPENING = Opening(DECISIONS, pending, open_frame, {
    **FRAME_KEYS, "card": (CARD, ""), "free": (shapes.flag(), ""), **MOVE_KEYS, "scored": (PLACES_NAMED, "targets"),
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
    """KI-6.10, KI-6.11: strangers, dials or spies of a general scoring; from its beginning where nothing is open."""
    s.part = Part.SCORING
    if what.get("decision") == "stranger" or "seat" in what:
        ask_clockwise(s, what, s.starter)
    elif what or any(region >= 0 for region in given.get("dials", ())):
        if open_dials(s, castillo_owners(s) & ~s.spies):
            refuse("open: nobody has a piece in the castillo to dial for")
    else:
        go_on(s, begin_general(s))
        given.clear()


def ask_clockwise(s: State, what: Said, first: int) -> None:
    """Seats that are asked one after another, clockwise from the first: about their strangers, or for their spies' dials."""
    seat = what.get("seat", first)
    s.phase = Phase.STRANGER if what["decision"] == "stranger" else Phase.SPY
    s.waiting, s.asked, s.left = 1 << seat, (seat + 1) % s.players, s.players - 1 - (seat - first) % s.players
    if not (s.strangers[seat] if s.phase == Phase.STRANGER else castillo_owners(s) & s.spies & s.waiting):
        refuse(f"open: seat {seat} has no stranger, or no spy in the castillo")


# ------------------------------------------------------------ inside a turn


def stand_in_turn(s: State, given: Given, what: Said) -> None:
    """At a decision of the turn itself, or of the special action under way."""
    decision = what.setdefault("decision", "menu")
    s.free = what.get("free", 0)
    if decision == "role":
        after_court(s)
    elif decision in ("court", "recall"):
        s.part = Part.COURT
        begin_court(s, s.actor, brings(s, s.played[s.actor] - 1))
        go_to(s, given, what, OPENING, "the turn")
    else:
        settle_role(s, decision)
        open_menu(s)
        s.parts = sum(set(what.get("parts", [s.parts])))
        by_card = DEEDS[deed_of(s, s.actor)][VERB] in (Do.PLACE, Do.WHIRLWIND)
        if decision == "place" and what.get("part", Part.ACTION if by_card else Part.PLACE) == Part.PLACE:
            begin_placing(s, places_most(s))
            go_to(s, given, what, OPENING, "the turn")
        elif decision != "menu":
            s.part, s.step, s.parts = Part.ACTION, deed_of(s, s.actor), s.parts & ~Part.ACTION
            begin_action(s, given, what, DEEDS[s.step][VERB])


def settle_role(s: State, decision: str) -> None:
    """KI-3.3: past its choice, a role that is not named was left for the card, unless the role alone asks for the decision."""
    role = role_of(s, s.actor)
    if s.role[s.actor] == Role.OPEN and role != Role.OPEN:
        chosen = may_choose_role(s, s.played[s.actor] - 1) and decision not in ("king", "intrigue")
        s.role[s.actor] = Role.CARD if chosen else role


def begin_action(s: State, given: Given, what: Said, verb: int) -> None:
    """A decision of a special action: it is begun again, then brought to where it stands."""
    decision, asking = what["decision"], {Role.KING: "the king", Role.INTRIGUER: "the intriguer"}.get(
        s.role[s.actor], f"card {CARD_IDS[s.played[s.actor] - 1]}")
    if decision == "veto":
        ask_veto(s, what, veto_holders(s))
    elif decision == "stranger":
        ask_clockwise(s, what, s.actor)
        if not what.get("scored") or verb not in (Do.SCORE, Do.BALLOT, Do.ARBITRATE):
            refuse("open: scored: expected the places that are about to be scored, by a card that scores")
    elif verb == Do.WHIRLWIND:
        s.left, s.phase = what.get("left", 1), Phase.RESTORE
        s.targets = regions_with_room(s, s.left)
    elif decision == "take" and verb == Do.GRANDE:
        if s.grande[s.actor] >= REGIONS or begin_following(s, s.actor):
            refuse("open: nobody can follow the grande")
    elif not has_deed(s, s.actor) or begin_deed(s, s.actor):
        refuse(f"open: {asking} does not ask for {decision!r} here")
    for _ in members(what.get("regions", 0)):
        if s.phase == Phase.REGION:
            OPENING.choose(s, what, s.actor)
    go_to(s, given, what, OPENING, asking)
