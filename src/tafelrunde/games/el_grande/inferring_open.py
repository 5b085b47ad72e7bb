"""Inferring a position: the decision that is open.  What it does not say is as at the decision's beginning."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.positions import play
from ...kernel.reading import refuse
from . import tables
from .actions import Act
from .decisions import DECISIONS
from .fields import Next, Part, Phase
from .recruiting import begin_court
from .rounds import begin_scoring, begin_turn, go_on
from .special import begin_step, first_step
from .state import Shared, State
from .tables import ABILITY, CARD_IDS, REGIONS, STEPS, VERB, Do
from .vetoes import held_when_taken, veto_holders

Given = Mapping[str, Any]
FRAME = {"card": Phase.CARD, "ability": Phase.ABILITY, "menu": Phase.MENU}
"""Decisions of the turn itself."""


def open_phase(s: State, given: dict[str, Any], what: Given, phase: str) -> None:
    """The decision of a phase outside the turns."""
    s.phase = {"setup": Phase.PASS, "over": Phase.OVER}.get(phase, Phase.POWER)
    if phase == "setup":
        s.waiting = sum(1 << p for p in range(s.players) if not s.passed[p])
        if not s.waiting or any(n.bit_count() != 3 for n in s.modifiers[:s.players]):
            refuse("modifiers: in the phase 'setup' all have three, and not all have passed one on; Power Shift has it (modules)")
    elif phase == "power":
        s.waiting = 1 << s.actor
        if what.get("decision") == "modifier":
            s.phase = Phase.MODIFIER
            if not s.modifiers[s.actor] or s.played_modifier[s.actor]:
                refuse(f"open: seat {s.actor} holds no modifier to play, or has played one")
    elif phase == "scoring":
        if begin_scoring(s) == Next.SCORING and (what or any(dial >= 0 for dial in given.get("dials", ()))):
            refuse("open: nobody dials: no player has a piece in the castillo, or the king stands there")
        set_dials(s, given)
        if not s.waiting:
            go_past(s, given, Next.SCORING)


def go_past(s: State, given: dict[str, Any], code: int) -> None:
    """Nothing is open where the position stands: the game goes on to the next decision, and what was said of now is past."""
    go_on(s, code)
    for key in set(given) - {"king", "options"}:
        del given[key]


def set_dials(s: Shared, given: Given, decisions: Any = DECISIONS) -> None:
    """Dials that are set already, but not all."""
    mask = [0] * decisions.actions.words
    for p, region in enumerate(given.get("dials", ())):
        if region >= 0 and s.waiting >> p & 1:
            decisions.legal(s, p, mask)
            if decisions.actions.first.DIAL + region not in decisions.actions.listed(mask):
                refuse(f"dials: seat {p} may not dial {tables.REGION_IDS[region]} here")
            s.dial[p] = region
            s.waiting &= ~(1 << p)
            if not s.waiting:
                refuse("dials: all are set, so nothing is open")


# ------------------------------------------------------------ inside a turn


def open_turn(s: State, given: dict[str, Any], what: Given) -> None:
    """The seat on turn: from its beginning, or at the decision that is given."""
    if what and s.actor < 0:
        refuse("open: all have had their turn ('acted'), so nothing of a turn is open")
    if s.actor < 0 or s.actor >= s.players:
        code, s.actor = (Next.ROUND_OVER, 0) if s.actor < 0 else (Next.TURN, s.actor)
        go_past(s, given, code)
    elif not what:
        go_on(s, begin_turn(s, s.actor))
    else:
        stand_in_turn(s, given, what, what.get("decision", "menu" if s.card >= 0 else "card"))


def stand_in_turn(s: State, given: Given, what: Given, decision: str) -> None:
    """At a decision of the turn itself, or of the special action or ability under way."""
    if decision in ("pass", "power", "modifier"):
        refuse(f"open: {decision!r} is not decided in the phase 'turns'")
    usual = None if decision in FRAME else "place" if decision == "place" else \
        "court" if s.card < 0 and decision in ("court", "recall") else "action"
    part = what.get("part", usual)
    if (s.card >= 0) != (decision == "menu" or part in ("place", "action")):
        refuse(f"open: the decision {decision!r} needs the card that was taken ('card')" if s.card < 0 else
               f"open: {CARD_IDS[s.card]} is taken, so {decision!r} is not the open decision")
    s.waiting = 1 << s.actor
    keep_parts(s, what, decision, part)
    if decision in FRAME:
        s.phase = FRAME[decision]
        if decision == "ability" and not ABILITY[s.played_modifier[s.actor]]:
            refuse(f"open: seat {s.actor} has played no modifier with an ability")
    elif decision == "veto":
        if "rest" in what:
            open_step(s, given, what["rest"], what["rest"].get("decision", ""))
            s.paused, s.paused_for = s.phase, s.waiting
        ask_veto(s, what, veto_holders(s))
    elif part == "court":
        begin_court(s, s.actor, tables.TO_COURT[s.played[s.actor]])
        s.part = Part.COURT
        tell(s, what, decision)
    elif part == "place":
        begin_placing(s, tables.PLACES[s.card], what)
    else:
        if part == "ability":
            s.part, s.step, s.next_step = Part.ABILITY, ABILITY[s.played_modifier[s.actor]], 0
        open_step(s, given, what, decision)


def keep_parts(s: State, what: Given, decision: str, part: str | None) -> None:
    """EG-3.4, EG-R55: the parts of the turn that are left."""
    lies = s.card == tables.VETO and held_when_taken(s)
    left = 0 if part == "place" else Part.PLACE | (Part.ACTION if decision == "menu" and not lies else 0)
    s.parts = sum(set(what.get("parts", [left]))) if s.card >= 0 else 0
    s.infiltration = what.get("infiltration", 0)
    if decision == "menu" and not s.parts:
        refuse("open: parts: a menu has at least one part left")
    if lies and (s.parts & Part.ACTION or part == "action"):
        refuse("open: a Veto lies before its taker as soon as it is taken; it has no special action to announce")


def ask_veto(s: Shared, what: Given, holders: int) -> None:
    """EG-C-veto, KI-6.1: the holder of a card that cancels an action is asked."""
    s.judge = what.get("seat", s.actor)
    s.phase, s.waiting, s.part = Phase.VETO, 1 << s.judge, Part.ACTION
    s.parts &= ~Part.ACTION
    if s.judge == s.actor or not holders >> s.judge & 1:
        refuse(f"open: seat {s.judge} has no card to veto what seat {s.actor} does")


def begin_placing(s: Shared, most: int, what: Given) -> None:
    """EG-4.1: caballeros are being placed, `most` of them at the beginning."""
    s.part, s.phase, s.left = Part.PLACE, Phase.PLACING, min(most, s.court[s.actor])
    s.parts &= ~Part.PLACE
    tell(s, what, "place", most)


def tell(s: Shared, what: Given, decision: str, most: int = 0) -> None:
    """How many of a decision are left, at most as many as at its beginning.  Calling back needs an empty province."""
    most = most or s.left
    if "left" in what and not 1 <= what["left"] <= most:
        refuse(f"open: left: expected a number from 1 to {most}, not {what['left']}")
    s.left = what.get("left", s.left)
    if decision == "recall":
        s.phase = Phase.RECALL
    if s.left == 0 or (decision == "recall" and s.province[s.actor]):
        refuse(f"open: seat {s.actor} has none left to place, take to court or, while the province has some, call back")


# ------------------------------------------------------------ special actions and abilities


def second_step(s: State) -> int:
    """The second step of the card on turn; 0 for none."""
    return int(tables.CARD_STEPS[s.card + s.edition * tables.CARDS][1])


def open_step(s: State, given: Given, what: Given, decision: str) -> None:
    """A decision of a special action or an ability: the step is begun again, then brought to where it stands."""
    if s.part != Part.ABILITY:
        find_step(s, what, decision)
    asks = CARD_IDS[s.card] if s.part == Part.ACTION else "the modifier"
    if begin_step(s, s.actor):
        refuse(f"open: {asks} has nothing to decide here")
    if s.phase == Phase.REGION and decision != "region":
        play(DECISIONS, s, s.actor, Act.REGION + what.get("region", REGIONS - 1))
    s.own_left, s.foe_left = what.get("own", s.own_left), what.get("opposing", s.foe_left)
    if decision == "to" and "taken" in what:
        play(DECISIONS, s, s.actor, Act.TAKE + what["taken"][0] * REGIONS + what["taken"][1])
    if s.phase == Phase.RETURN_OWN or (s.phase == Phase.RETURN_OF and STEPS[s.step][tables.EACH]):
        ask_return(s, what)
    if DECISIONS.of[s.phase].counted or "left" in what:
        tell(s, what, decision)
    if DECISIONS.of[s.phase].word != decision:
        refuse(f"open: {asks} does not ask for {decision!r} here" + (": expected 'taken'" if decision == "to" else ""))
    if s.phase == Phase.DIAL:
        set_dials(s, given)


def find_step(s: State, what: Given, decision: str) -> None:
    """Which step of the card, and which half of a choice."""
    s.part = Part.ACTION
    s.parts &= ~Part.ACTION
    first_step(s)
    s.source = what.get("from", s.source)
    if what.get("step", 2 if "from" in what else 1) == 2 and second_step(s):
        s.step, s.next_step = s.next_step, 0
    if STEPS[s.step][VERB] == Do.CHOOSE and decision != "option":
        s.step = STEPS[s.step][what.get("option", tables.PLACE_HALF if decision == "place" else tables.MOVE_HALF)]


def ask_return(s: State, what: Given) -> None:
    """EG-5.3: who returns caballeros, or whose are returned."""
    seat = what.get("seat" if s.phase == Phase.RETURN_OWN else "of", s.asked)
    if seat == s.actor:
        refuse(f"open: seat {seat} has announced the action and returns nothing")
    s.asked, s.waiting = seat, 1 << seat if s.phase == Phase.RETURN_OWN else s.waiting
