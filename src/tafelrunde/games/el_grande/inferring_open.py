"""The decision that is open: how it is said, and how a state is brought there.

What is not said is as at the decision's beginning.  The first part is König & Intrigant's too.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...kernel import shapes
from ...kernel.dealing import bits, members
from ...kernel.decisions import Decisions
from ...kernel.opening import Opening, Said, play
from ...kernel.reading import refuse
from . import tables
from .common import pending
from .decisions import DECISIONS
from .fields import Next, Part, Phase
from .recruiting import begin_court
from .rounds import begin_scoring, go_on
from .special import begin_step, first_step
from .state import Shared, State
from .tables import ABILITY, CARD_IDS, REGION_IDS, STEPS, VERB, Do
from .vetoes import held_when_taken, veto_holders

Given = dict[str, Any]
PARTS = {Part.PLACE: "place", Part.ACTION: "action", Part.COURT: "court", Part.ABILITY: "ability"}
PART = {word: part for part, word in PARTS.items()}
REGION = shapes.word(REGION_IDS, "region")
FRAME_KEYS = {"seat": (shapes.seat(), ""), "part": (shapes.named(PART, "part"), ""),
              "parts": (shapes.listed(shapes.named({"place": Part.PLACE, "action": Part.ACTION}, "part")), "")}
MOVE_KEYS = {"region": (REGION, "source"), "taken": (shapes.row(shapes.seat(dummy=True), REGION), "held held_from"),
             "of": (shapes.seat(dummy=True), "asked"), "left": (shapes.number(1, tables.ALL), "left")}


def frame(s: Any, decisions: Decisions, phase: str, card: Any, mark: dict[str, bool]) -> dict[str, Any]:
    """What an open decision says besides its word: its seat, and in a turn what is under way."""
    found: dict[str, Any] = {} if decisions.of[s.phase].together else {"seat": members(s.waiting)[0]}
    if phase == "turns":
        if card is not None:
            found |= {"card": card, "parts": [PARTS[part] for part in (Part.PLACE, Part.ACTION) if s.parts & part], **mark}
        if s.part in PARTS:
            found["part"] = PARTS[s.part]
    return found


def open_turn(s: Shared, given: Given, what: Said, stand: Callable[..., None], proceed: Callable[..., None], turn: int) -> None:
    """The seat on turn: at the decision that is given, or from the beginning; past all turns the game goes on."""
    past = not 0 <= s.actor < s.players
    if what and past:
        refuse("open: all have had their turn ('acted'), so nothing of a turn is open")
    if what:
        s.waiting = 1 << s.actor
        stand(s, given, what)
    else:
        s.actor = max(0, s.actor)
        proceed(s, turn)
    if past:
        given.clear()


def set_dials(s: Shared, given: Given, decisions: Decisions) -> None:
    """Dials that are set already, but not all."""
    for p, region in enumerate(given.get("dials", ())):
        if region >= 0 and s.waiting >> p & 1:
            play(decisions, s, p, decisions.actions.first.DIAL + region, "dials")


def ask_veto(s: Shared, what: Said, holders: int) -> None:
    """EG-C-veto, KI-6.1: the holder of a card that cancels an action is asked."""
    s.judge, s.phase, s.part = what.get("seat", s.actor), Phase.VETO, Part.ACTION
    s.waiting, s.parts = 1 << s.judge, s.parts & ~Part.ACTION
    if s.judge == s.actor or not holders >> s.judge & 1:
        refuse(f"open: seat {s.judge} has no card to veto what seat {s.actor} does")


def begin_placing(s: Shared, most: int) -> None:
    """EG-4.1: caballeros are being placed."""
    s.part, s.phase, s.left, s.parts = Part.PLACE, Phase.PLACING, most, s.parts & ~Part.PLACE


def go_to(s: Shared, given: Given, what: Said, opening: Opening, asking: str) -> None:
    """From where an action begins to the decision that is open, by what was chosen on the way."""
    opening.reach(s, what, asking)
    if s.phase == Phase.RETURN_OWN:
        s.asked = what.get("seat", s.asked)
        s.waiting = 1 << s.asked
    elif s.phase == Phase.DIAL:
        set_dials(s, given, opening.decisions)


BOARD_NEVER = (
    (lambda s, given: s.phase == Phase.MENU and not s.parts, "open: parts: a menu has at least one part left"),
    (lambda s, given: (s.phase == Phase.COURT and not s.left) or (s.phase == Phase.PLACING and not s.court[s.actor]),
     "open: the seat on turn has none left to take to court, or none at court to place"),
)


# ------------------------------------------------------------ El Grande

CARD = shapes.word(CARD_IDS, "action card", tables.OLD_IDS)
COUNT = shapes.number(0, tables.ALL)


def phase_of(s: State) -> str:
    """The phase of a position."""
    if s.phase == Phase.DIAL and s.part == Part.SCORING:
        return "scoring"
    return {Phase.PASS: "setup", Phase.POWER: "power", Phase.MODIFIER: "power", Phase.OVER: "over"}.get(s.phase, "turns")


def second_step(s: State) -> int:
    """The second step of the card on turn; 0 for none."""
    return int(tables.CARD_STEPS[s.card + s.edition * tables.CARDS][1])


def open_frame(s: State) -> dict[str, Any]:
    """What every decision of a turn says; of a card's action the step, and which half of a choice."""
    found = frame(s, DECISIONS, phase_of(s), None if s.card < 0 else CARD_IDS[s.card], {"infiltration": bool(s.infiltration)})
    if s.part == Part.ACTION and s.phase != Phase.VETO:
        found["step"] = 1 if s.next_step or not second_step(s) else 2
        if CARD_IDS[s.card] == "grand_strategy" and STEPS[s.step][VERB] != Do.CHOOSE:
            found["option"] = "move" if STEPS[s.step][VERB] == Do.MOVE else "place"
    return found


OPENING = Opening(DECISIONS, pending, open_frame, {
    **FRAME_KEYS, "card": (CARD, ""), "infiltration": (shapes.flag(), ""), "step": (shapes.number(1, 2), ""),
    "option": (shapes.named({"move": tables.MOVE_HALF, "place": tables.PLACE_HALF}, "option"), ""),
    "own": (COUNT, "own_left"), "opposing": (COUNT, "foe_left"), "from": (REGION, "source"), **MOVE_KEYS,
})


def open_decision(s: State) -> dict[str, Any] | None:
    """The decision that is open, with all it needs; None when the game is over."""
    if s.phase == Phase.OVER:
        return None
    found = OPENING.write(s)
    if s.paused:
        inside = s.clone()
        inside.phase, inside.waiting = s.paused, s.paused_for
        found["rest"] = OPENING.write(inside)
    return found


def open_phase(s: State, given: Given, what: Said, phase: str) -> None:
    """The decision of a phase outside the turns."""
    s.phase = {"setup": Phase.PASS, "over": Phase.OVER}.get(phase, Phase.POWER)
    if phase == "setup":
        s.waiting = bits(p for p in range(s.players) if not s.passed[p])
    elif phase == "power":
        s.waiting, s.phase = 1 << s.actor, Phase.MODIFIER if what.get("decision") == "modifier" else Phase.POWER
    elif phase == "scoring":
        dialled = begin_scoring(s) != Next.SCORING
        set_dials(s, given, DECISIONS)
        if not dialled and (what or any(dial >= 0 for dial in given.get("dials", ()))):
            refuse("open: nobody dials: no player has a piece in the castillo, or the king stands there")
        if not dialled:
            go_on(s, Next.SCORING)
            given.clear()


def stand_in_turn(s: State, given: Given, what: Said) -> None:
    """At a decision of the turn itself, or of the special action or ability under way."""
    decision = what.setdefault("decision", "menu" if s.card >= 0 else "card")
    own = {"card": Phase.CARD, "ability": Phase.ABILITY, "menu": Phase.MENU}
    court = Part.ACTION if s.card >= 0 else Part.COURT
    usual = {"place": Part.PLACE, "court": court, "recall": court, **dict.fromkeys(own, Part.NONE)}
    s.part = what.get("part", usual.get(decision, Part.ACTION))
    if (s.card >= 0) != (decision == "menu" or s.part in (Part.PLACE, Part.ACTION)):
        refuse(f"open: the decision {decision!r} needs the card that was taken ('card')" if s.card < 0 else
               f"open: {CARD_IDS[s.card]} is taken, so {decision!r} is not the open decision")
    keep_parts(s, what)
    if decision in own:
        s.phase, s.part = own[decision], Part.NONE
    elif decision == "veto":
        if "rest" in what:
            begin_action(s, given, what["rest"])
            s.paused, s.paused_for = s.phase, s.waiting
        ask_veto(s, what, veto_holders(s))
    elif s.part in (Part.ACTION, Part.ABILITY):
        begin_action(s, given, what)
    else:
        if s.part == Part.COURT:
            begin_court(s, s.actor, tables.TO_COURT[s.played[s.actor]])
        else:
            begin_placing(s, tables.PLACES[s.card])
        go_to(s, given, what, OPENING, "the turn")


def keep_parts(s: State, what: Said) -> None:
    """EG-3.4, EG-R55: the parts of the turn that are left."""
    lies = s.card == tables.VETO and held_when_taken(s)
    left = 0 if s.part == Part.PLACE else Part.PLACE | (Part.ACTION if s.part == Part.NONE and not lies else 0)
    s.parts, s.infiltration = sum(set(what.get("parts", [left]))) if s.card >= 0 else 0, what.get("infiltration", 0)
    if lies and (s.parts & Part.ACTION or s.part == Part.ACTION):
        refuse("open: a Veto lies before its taker as soon as it is taken; it has no special action to announce")


def begin_action(s: State, given: Given, what: Said) -> None:
    """A decision of a special action or an ability: the step is begun again, then brought to where it stands."""
    s.parts &= ~Part.ACTION
    if s.part == Part.ABILITY:
        s.step, s.next_step = ABILITY[s.played_modifier[s.actor]], 0
    else:
        first_step(s)
        s.source = what.get("from", s.source)
        if what.get("step", 2 if "from" in what else 1) == 2 and second_step(s):
            s.step, s.next_step = s.next_step, 0
        decision = what.setdefault("decision", "")
        if STEPS[s.step][VERB] == Do.CHOOSE and decision != "option":
            s.step = STEPS[s.step][what.get("option", tables.PLACE_HALF if decision == "place" else tables.MOVE_HALF)]
    asking = CARD_IDS[s.card] if s.part == Part.ACTION else "the modifier"
    if begin_step(s, s.actor):
        refuse(f"open: {asking} has nothing to decide here")
    go_to(s, given, what, OPENING, asking)
