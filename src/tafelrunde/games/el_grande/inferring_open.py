"""The decision that is open: how it is said, and how a state is brought there.

What is not said is as at the decision's beginning.  The first part is König & Intrigant's too.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...kernel import shapes
from ...kernel.dealing import bits
from ...kernel.decisions import Decisions
from ...kernel.opening import Given, Opening, Said, play
from ...kernel.reading import refuse
from . import tables
from .common import pending
from .decisions import DECISIONS
from .fields import BOTH_PARTS, Next, Part, Phase
from .recruiting import begin_court
from .rounds import begin_scoring, go_on
from .special import begin_step, first_step
from .state import Shared, State
from .tables import ABILITY, CARD_IDS, REGION_IDS, STEPS, VERB, Do

REGION = shapes.word(REGION_IDS, "region")
PARTS = {Part.PLACE: "place", Part.ACTION: "action", Part.COURT: "court"}
PARTS_LEFT = shapes.members(("place", "action"), "part")
parts_left = PARTS_LEFT.writer()
SCORINGS = {Part.SCORING: "scoring"}
PART_OF = {"card": Part.NONE, "ability": Part.NONE, "menu": Part.NONE, "role": Part.NONE, "place": Part.PLACE,
           "court": Part.COURT, "recall": Part.COURT}
"""The part of a turn that a decision belongs to; any other is the action's."""
MOVE_KEYS = {"region": (REGION, "source"), "taken": (shapes.row(shapes.seat(dummy=True), REGION), "held held_from"),
             "of": (shapes.seat(dummy=True), "asked"), "left": (shapes.number(1, tables.ALL), "left")}


def set_dials(s: Shared, given: Given, decisions: Decisions) -> None:
    """Dials that are set already, but not all."""
    for p, region in enumerate(given.get("dials", ())):
        if region >= 0 and s.waiting >> p & 1:
            play(decisions, s, p, decisions.actions.first.DIAL + region, "dials")


def open_turn(s: Any, given: Given, what: Said, opening: Opening, begin: Mapping[int, Callable[..., Any]], holders: int,
              mark: str) -> None:
    """At a decision of the turn: the part that is under way begins again, and goes on to there.

    `begin` has how each part begins.  A Veto of one of the `holders` may interrupt it: `rest` is
    then what waits.  `mark` is the field that frees the placing.
    """
    setattr(s, mark, what.get(mark, 0))
    s.waiting, s.part, inside = 1 << s.actor, what.get("part", PART_OF.get(what["decision"], Part.ACTION)), what.get("rest", what)
    s.parts = what.get("parts", BOTH_PARTS) & ~s.part
    if inside["decision"] != "veto":
        begin[s.part](s, inside)
        opening.reach(s, inside)
        if s.phase == Phase.RETURN_OWN:
            s.asked = inside.get("seat", s.asked)
            s.waiting = 1 << s.asked
        elif s.phase == Phase.DIAL:
            set_dials(s, given, opening.decisions)
    if what["decision"] == "veto":
        if inside is not what:
            s.paused, s.paused_for = s.phase, s.waiting
        s.judge = what.get("seat", s.actor)
        s.phase, s.part, s.waiting = Phase.VETO, Part.ACTION, 1 << s.judge
        if s.judge == s.actor or not holders >> s.judge & 1:
            refuse(f"open: seat {s.judge} has no card to veto what seat {s.actor} does")


def begin_placing(s: Shared, most: int) -> None:
    """EG-4.1: caballeros are being placed."""
    s.phase, s.left = Phase.PLACING, most


# ------------------------------------------------------------ El Grande

CARD = shapes.word(CARD_IDS, "action card", tables.OLD_IDS)
COUNT = shapes.number(0, tables.ALL)
PHASES: dict[int, str] = {Phase.PASS: "setup", Phase.POWER: "power", Phase.MODIFIER: "power", Phase.OVER: "over"}
"""The phases of a game besides turns and scorings."""


def second_step(s: State) -> int:
    """The second step of the card on turn; 0 for none."""
    return int(tables.CARD_STEPS[s.card + s.edition * tables.CARDS][1])


def open_frame(s: State) -> dict[str, Any]:
    """What every decision of a turn says; of an action the step, and which half of a choice."""
    found: dict[str, Any] = {}
    if s.card >= 0:
        found |= {"card": CARD_IDS[s.card], "parts": parts_left(s.parts), "infiltration": s.infiltration != 0}
    if s.part == Part.ACTION and s.phase != Phase.VETO:
        found["step"] = 1 if s.next_step or not second_step(s) else 2
        if CARD_IDS[s.card] == "grand_strategy" and STEPS[s.step][VERB] != Do.CHOOSE:
            found["option"] = "move" if STEPS[s.step][VERB] == Do.MOVE else "place"
    return found


ALL_PARTS = {**PARTS, Part.ABILITY: "ability"}
OPENING = Opening(DECISIONS, pending, open_frame, phases=PHASES, apart=SCORINGS, first="power", parts=ALL_PARTS, keys={
    "parts": (PARTS_LEFT, ""), "card": (CARD, ""), "infiltration": (shapes.flag(), ""), "step": (shapes.number(1, 2), ""),
    "option": (shapes.named({"move": tables.MOVE_HALF, "place": tables.PLACE_HALF}, "option"), ""),
    "own": (COUNT, "own_left"), "opposing": (COUNT, "foe_left"), "from": (REGION, "source"), **MOVE_KEYS,
})


def open_decision(s: State) -> dict[str, Any] | None:
    """The decision that is open, with all it needs; None when the game is over."""
    found = OPENING.write(s)
    if found and s.paused:
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
        if begin_scoring(s) != Next.SCORING:
            set_dials(s, given, DECISIONS)
        elif what:
            refuse("open: nobody dials: no player has a piece in the castillo, or the king stands there")
        else:
            go_on(s, Next.SCORING)
            given.clear()


def begin_between(s: State, what: Said) -> None:
    """Between the parts of a turn: a card is chosen, an ability, or what comes next."""
    s.phase = {"card": Phase.CARD, "ability": Phase.ABILITY}.get(what["decision"], Phase.MENU)


def begin_action(s: State, what: Said) -> None:
    """A special action or an ability begins again, with the step and the half that are said."""
    if s.part == Part.ABILITY:
        s.step, s.next_step = ABILITY[s.played_modifier[s.actor]], 0
    else:
        first_step(s)
        s.source = what.get("from", s.source)
        if what.get("step", 1) == 2 and second_step(s):
            s.step, s.next_step = s.next_step, 0
        if "option" in what and STEPS[s.step][VERB] == Do.CHOOSE:
            s.step = STEPS[s.step][what["option"]]
    if begin_step(s, s.actor):
        refuse(f"open: {what['decision']!r} is not asked for here; the action has nothing to decide")


BEGIN = {
    Part.NONE: begin_between, Part.ACTION: begin_action, Part.ABILITY: begin_action,
    Part.COURT: lambda s, what: begin_court(s, s.actor, tables.TO_COURT[s.played[s.actor]]),
    Part.PLACE: lambda s, what: begin_placing(s, tables.PLACES[s.card]),
}
"""How each part of a turn begins."""
