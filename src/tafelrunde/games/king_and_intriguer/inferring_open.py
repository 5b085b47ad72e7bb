"""Inferring a position: the decision that is open.  What it does not say is as at the decision's beginning."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.dealing import members
from ...kernel.positions import play
from ...kernel.reading import refuse
from ..el_grande.board import standing_in
from ..el_grande.dialling import castillo_owners, open_dials
from ..el_grande.inferring_open import ask_veto, begin_placing, set_dials, tell
from ..el_grande.recruiting import begin_court
from ..el_grande.tables import REGIONS
from .actions import Act
from .cards import deed_of, has_deed, may_choose_role, places_most, role_of
from .closing import regions_with_room
from .decisions import DECISIONS
from .deeds import brings
from .fields import Next, Part, Phase, Reading, Role
from .general import begin_general
from .rounds import after_court, go_on, next_turn, open_menu
from .special import begin_deed, begin_following
from .state import State
from .tables import CARD_IDS, DEEDS, HAND, JOKER, VERB, WHIRLWIND, Do
from .vetoes import veto_holders

Given = Mapping[str, Any]


def open_phase(s: State, given: dict[str, Any], what: Given, phase: str) -> None:
    """The decision of a phase outside the turns."""
    s.phase = {"discard": Phase.DISCARD, "dial": Phase.FIRST_DIAL, "over": Phase.OVER}.get(phase, Phase.LAY)
    s.waiting = (1 << s.players) - 1 if phase == "dial" else 0
    if phase == "discard":
        s.waiting = sum(1 << p for p in range(s.players) if s.hand[p].bit_count() > HAND)
        if not s.waiting:
            refuse(f"hands: all have {HAND} cards, so the phase is 'dial'")
    elif phase == "cards":
        s.waiting = 1 << s.actor
        if 0 not in s.played[:s.players]:
            s.phase = Phase.SECOND if s.played[s.actor] == JOKER + 1 else Phase.WHIRLWIND
        if s.phase == Phase.WHIRLWIND:
            s.waiting = sum(1 << p for p in range(s.players) if s.played[p] == WHIRLWIND + 1 and not s.whirlwind[p])
            if not s.waiting:
                refuse("played: all cards lie there, so the phase is 'turns'")
    elif phase == "scoring":
        open_scoring(s, given, what)
    if phase in ("dial", "scoring"):
        set_dials(s, given, DECISIONS)


def open_scoring(s: State, given: dict[str, Any], what: Given) -> None:
    """KI-6.10, KI-6.11: strangers, dials or spies of a general scoring; from its beginning where nothing is open."""
    s.part = Part.SCORING
    if what.get("decision") == "stranger" or "seat" in what:
        ask_clockwise(s, what, s.starter)
        if s.phase == Phase.SPY and not castillo_owners(s) & s.spies & s.waiting:
            refuse(f"open: seat {what['seat']} has no spy in the castillo")
    elif what or any(region >= 0 for region in given.get("dials", ())):
        if open_dials(s, castillo_owners(s) & ~s.spies):
            refuse("open: nobody has a piece in the castillo to dial for")
    else:
        go_past(s, given, begin_general(s))


def ask_clockwise(s: State, what: Given, first: int) -> None:
    """Seats that are asked one after another, clockwise from the first: about their strangers, or for their spies' dials."""
    seat = what.get("seat", first)
    s.phase = Phase.STRANGER if what["decision"] == "stranger" else Phase.SPY
    s.waiting, s.asked, s.left = 1 << seat, (seat + 1) % s.players, s.players - 1 - (seat - first) % s.players
    if s.phase == Phase.STRANGER and not s.strangers[seat]:
        refuse(f"open: seat {seat} has no stranger")


def go_past(s: State, given: dict[str, Any], code: int) -> None:
    """Nothing is open where the position stands: the game goes on to the next decision, and what was said of now is past."""
    go_on(s, code)
    given.clear()


# ------------------------------------------------------------ inside a turn


def open_turn(s: State, given: dict[str, Any], what: Given) -> None:
    """The seat on turn: from its beginning, or at the decision that is given."""
    if what and s.actor < 0:
        refuse("open: all have had their turn ('acted'), so nothing of a turn is open")
    if s.actor < 0:
        s.actor = 0
        go_past(s, given, Next.ROUND_OVER)
    elif not what:
        go_on(s, next_turn(s))
    else:
        stand_in_turn(s, given, what, what.get("decision", "menu"))


def stand_in_turn(s: State, given: Given, what: Given, decision: str) -> None:
    """At a decision of the turn itself, or of the special action under way."""
    s.waiting, s.free = 1 << s.actor, what.get("free", 0)
    if decision == "role":
        after_court(s)
    elif decision in ("court", "recall"):
        s.part = Part.COURT
        begin_court(s, s.actor, brings(s, s.played[s.actor] - 1))
        if decision == "recall" and not standing_in(s, s.actor, 1):
            refuse(f"open: seat {s.actor} calls caballeros back when the province is empty, from where some stand")
        tell(s, what, decision)
    else:
        settle_role(s, decision)
        open_menu(s)
        left = sum(set(what.get("parts", [s.parts])))
        if (left & Part.ACTION and not has_deed(s, s.actor)) or (decision == "menu" and not left):
            refuse("open: parts: a menu has a part left, and a card without a special action has none to announce")
        s.parts = left
        by_card = DEEDS[deed_of(s, s.actor)][VERB] in (Do.PLACE, Do.WHIRLWIND)
        if decision == "place" and what.get("part", "action" if by_card else "place") == "place":
            begin_placing(s, places_most(s), what)
        elif decision != "menu":
            s.part, s.step = Part.ACTION, deed_of(s, s.actor)
            s.parts &= ~Part.ACTION
            open_deed(s, given, what, decision)


def settle_role(s: State, decision: str) -> None:
    """KI-3.3: past its choice, a role that is not named was left for the card, unless the role alone asks for the decision."""
    role = role_of(s, s.actor)
    if s.role[s.actor] == Role.OPEN and role != Role.OPEN:
        chosen = may_choose_role(s, s.played[s.actor] - 1) and decision not in ("king", "intrigue")
        s.role[s.actor] = Role.CARD if chosen else role


# ------------------------------------------------------------ special actions


def open_deed(s: State, given: Given, what: Given, decision: str) -> None:
    """A decision of a special action: it is begun again, then brought to where it stands."""
    verb = DEEDS[s.step][VERB]
    card = CARD_IDS[s.played[s.actor] - 1]
    asking = {Role.KING: "the king", Role.INTRIGUER: "the intriguer"}.get(s.role[s.actor], f"card {card}")
    if decision == "veto":
        ask_veto(s, what, veto_holders(s))
    elif decision == "stranger":
        ask_clockwise(s, what, s.actor)
        s.targets = what.get("scored", 0)
        if not s.targets or verb not in (Do.SCORE, Do.BALLOT, Do.ARBITRATE):
            refuse("open: scored: expected the places that are about to be scored, by a card that scores")
    elif verb == Do.WHIRLWIND:
        s.left, s.phase = what.get("left", 0), Phase.RESTORE
        s.targets = regions_with_room(s, s.left)
        if not 1 <= s.left <= s.court[s.actor]:
            refuse("open: left: expected how many caballeros at court were swept")
    elif decision == "take" and verb == Do.GRANDE:
        if s.grande[s.actor] >= REGIONS or begin_following(s, s.actor):
            refuse("open: nobody can follow the grande")
        tell(s, what, decision)
    else:
        if not has_deed(s, s.actor) or begin_deed(s, s.actor):
            refuse(f"open: {asking} does not ask for {decision!r} here")
        bring_forward(s, given, what, decision)
    if DECISIONS.of[s.phase].word != decision:
        refuse(f"open: {asking} does not ask for {decision!r} here")


def bring_forward(s: State, given: Given, what: Given, decision: str) -> None:
    """From the beginning of a special action to where it stands, by what was chosen on the way."""
    whose, region = what.get("taken", (s.actor, what.get("region", REGIONS - 1)))
    if s.phase == Phase.INTRIGUE and decision != "intrigue":
        own = whose == s.actor
        play(DECISIONS, s, s.actor, Act.REGION + what.get("region", region) if own else Act.TAKE + whose * REGIONS + region)
        if own and decision == "to" and s.switches & Reading.INTRIGUER_ENGLISH:
            play(DECISIONS, s, s.actor, Act.TAKE + whose * REGIONS + region)
    for named in members(what.get("regions", 0)):
        play(DECISIONS, s, s.actor, Act.REGION + named)
    if s.phase == Phase.NAME and decision == "score":
        play(DECISIONS, s, s.actor, Act.NAME + what.get("seat", s.actor))
    if s.phase == Phase.RETURN_OWN:
        s.asked = what.get("seat", s.asked)
        s.waiting = 1 << s.asked
    elif s.phase in (Phase.RETURN_OF, Phase.THROW):
        s.asked = what.get("of", s.asked)
    elif s.phase == Phase.DIAL:
        set_dials(s, given, DECISIONS)
    if DECISIONS.of[s.phase].counted:
        tell(s, what, decision)
