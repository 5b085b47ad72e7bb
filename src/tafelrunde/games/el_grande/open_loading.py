"""Loading a position: the decision that is open."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.reading import entries, flag, mapping, refuse, row, shown, whole, word
from .decisions import DECISIONS
from .dialling import begin_coup, dial_choices
from .fields import BOTH_PARTS, Next, Part, Phase
from .moving import choose_source, takeable
from .position import members, second_step
from .recruiting import begin_court
from .rounds import after_court, begin_scoring, begin_turn, choose_card, go_on
from .special import begin_step, first_step
from .state import State
from .tables import (
    ABILITY,
    CARD_IDS,
    EACH,
    MODIFIER_IDS,
    MOVE_HALF,
    ONE_REGION,
    PLACE_HALF,
    PLACES,
    REGION_IDS,
    REGIONS,
    STEPS,
    TO_COURT,
    VERB,
    VETO,
    Do,
)
from .turn_loading import check_asked
from .vetoes import held_when_taken, veto_holders

WORDS = tuple(dict.fromkeys(DECISIONS.words().values()))
PARTS = {"place": Part.PLACE, "action": Part.ACTION}
STEP_PHASES = {"take": Phase.TAKE, "to": Phase.TAKE, "region": Phase.REGION, "score": Phase.SCORE, "tile": Phase.TILE,
               "grande": Phase.GRANDE, "king": Phase.KING, "regain": Phase.REGAIN, "escort": Phase.ESCORT,
               "swap": Phase.SWAP, "option": Phase.OPTION, "court": Phase.COURT, "recall": Phase.COURT,
               "place": Phase.EXTRA, "dial": Phase.DIAL}


def load_decision(s: State, given: Mapping[str, Any], phase: str) -> None:
    """Open the decision that a position stands at."""
    what = given["open"]
    if phase == "over":
        s.phase, s.waiting = Phase.OVER, 0
    elif phase == "setup":
        load_passing(s, given)
    elif phase == "power":
        load_power(s, what)
    elif phase == "scoring":
        load_scoring(s, given)
    elif s.actor < 0:
        if what:
            refuse("open: all have had their turn, so nothing of a turn is open")
        s.actor = 0
        go_on(s, Next.ROUND_OVER)
    elif s.actor >= s.players:
        go_on(s, Next.TURN)
    else:
        load_turn(s, given, what)
    check_asked(s, given, phase)


def load_passing(s: State, given: Mapping[str, Any]) -> None:
    """EG-12.1: modifiers are being passed; those who have answered are no longer asked."""
    if not s.shift:
        refuse("phase: 'setup' is the passing of modifiers; add power_shift to the modules")
    s.phase = Phase.PASS
    s.waiting = sum(1 << p for p in range(s.players) if not s.passed[p])
    for p in range(s.players):
        if s.passed[p] and not s.modifiers[p] >> (s.passed[p] - 1) & 1:
            refuse(f"knowledge: passed: seat {p} does not hold {MODIFIER_IDS[s.passed[p] - 1]}")
    if not s.waiting:
        refuse("knowledge: passed: all have passed a modifier, so the phase is 'power'")


def load_power(s: State, what: Mapping[str, Any]) -> None:
    """EG-2.3, EG-12.2: a power card is asked for, or the modifier to it."""
    if what.get("decision") == "modifier":
        if not s.modifiers[s.actor]:
            refuse(f"open: seat {s.actor} holds no modifier to play")
        if s.played_modifier[s.actor]:
            refuse(f"open: seat {s.actor} has played a modifier already")
        s.phase = Phase.MODIFIER
    else:
        s.phase = Phase.POWER
    s.waiting = 1 << s.actor


def load_scoring(s: State, given: Mapping[str, Any]) -> None:
    """EG-7.1: dials are being set; with nobody to set one the scoring happens by itself."""
    begin_scoring(s)
    if given["open"] and not s.waiting:
        refuse("open: nobody dials: no player has a piece in the castillo, or the king stands there")
    load_dials(s, given)
    if not s.waiting:
        go_on(s, Next.SCORING)


def load_dials(s: State, given: Mapping[str, Any]) -> None:
    """Dials that are set already."""
    for p, region in enumerate(row(given.get("dials", [None] * s.colours), "dials", s.colours)):
        if region is None:
            continue
        r = word(region, f"dials: seat {p}", REGION_IDS, "region")
        if not s.waiting >> p & 1:
            refuse(f"dials: seat {p} has nothing to dial")
        if not dial_choices(s, p) >> r & 1:
            refuse(f"dials: seat {p} may not dial {region} here")
        s.dial[p] = r
        s.waiting &= ~(1 << p)


# ------------------------------------------------------------ inside a turn


def load_turn(s: State, given: Mapping[str, Any], what: dict[str, Any]) -> None:
    """The seat on turn: from its beginning, or at the decision that is given."""
    if not what:
        go_on(s, begin_turn(s, s.actor))
        return
    decision = what.get("decision", "menu" if s.card >= 0 else "card")
    word(decision, "open: decision", WORDS, "decision")
    s.parts = 0
    if s.card >= 0:
        lies = s.card == VETO and held_when_taken(s)
        parts = what.get("parts", {"menu": ["place"] if lies else ["place", "action"], "veto": ["place"]}.get(
            decision, [] if decision == "place" and what.get("part", "place") == "place" else ["place"]))
        s.parts = sum({PARTS[("place", "action")[word(p, "open: parts", ("place", "action"), "part")]]
                       for p in entries(parts, "open: parts")})
        if lies and (s.parts & Part.ACTION or decision == "veto" or what.get("part") == "action"):
            refuse("open: a Veto lies before its taker as soon as it is taken; it has no special action to announce")
        s.infiltration = int(flag(what.get("infiltration", False), "open: infiltration"))
    part = what.get("part")
    if part is not None:
        word(part, "open: part", ("place", "action", "court", "ability"), "part")
    if decision == "veto" and what.get("rest") is not None:
        rest = mapping(what["rest"], "open: rest")
        word(rest.get("decision"), "open: rest: decision", WORDS, "decision")
        load_step(s, given, rest["decision"], rest)
        s.paused, s.paused_for = s.phase, s.waiting
    frame = decision in ("card", "ability", "menu", "veto") or part == "court" \
        or (decision == "place" and part in (None, "place")) \
        or (decision in ("court", "recall") and part is None and s.card < 0)
    if frame:
        load_frame(s, decision, what)
    else:
        load_step(s, given, decision, what)


def load_frame(s: State, decision: str, what: Mapping[str, Any]) -> None:
    """Decisions of the turn itself: court, ability, card, menu, placing, vetoes."""
    needs_card = decision in ("menu", "veto", "place")
    if needs_card and s.card < 0:
        refuse(f"open: the decision {decision!r} needs the card that was taken ('card')")
    if not needs_card and s.card >= 0:
        refuse(f"open: {CARD_IDS[s.card]} is taken, so {decision!r} is not the open decision")
    s.waiting = 1 << s.actor
    if decision in ("court", "recall"):
        s.part = Part.COURT
        load_court(s, decision, TO_COURT[s.played[s.actor]], what)
    elif decision == "ability":
        after_court(s)
        if s.phase != Phase.ABILITY:
            refuse(f"open: seat {s.actor} has played no modifier with an ability")
    elif decision == "card":
        choose_card(s)
    elif decision == "menu":
        s.phase = Phase.MENU
        if not 0 < s.parts <= BOTH_PARTS:
            refuse("open: parts: a menu has at least one part left")
    elif decision == "veto":
        s.part, s.phase = Part.ACTION, Phase.VETO
        s.judge = whole(what.get("seat"), "open: seat", 0, s.players - 1)
        s.waiting = 1 << s.judge
        if s.judge == s.actor or not veto_holders(s) >> s.judge & 1:
            refuse(f"open: seat {s.judge} has no Veto to use against seat {s.actor}")
        s.parts &= ~Part.ACTION
    else:
        s.part, s.phase = Part.PLACE, Phase.PLACING
        s.parts &= ~Part.PLACE
        most = min(PLACES[s.card], s.court[s.actor])
        if most == 0:
            refuse(f"open: seat {s.actor} has nothing left to place")
        s.left = whole(what.get("left", most), "open: left", 1, max(1, PLACES[s.card]))


def load_court(s: State, decision: str, n: int, what: Mapping[str, Any]) -> None:
    """EG-3.2, EG-3.3: taking caballeros to court, or calling them back."""
    if begin_court(s, s.actor, n):
        refuse(f"open: seat {s.actor} takes no caballeros to court")
    if decision == "recall":
        if s.province[s.actor]:
            refuse(f"open: seat {s.actor} calls caballeros back only when the province is empty")
        s.phase = Phase.RECALL
    s.left = whole(what.get("left", n), "open: left", 1, n)


def load_step(s: State, given: Mapping[str, Any], decision: str, what: Mapping[str, Any]) -> None:
    """Decisions of a special action or an ability: the step is begun again, then brought to where it stands."""
    if what.get("part") == "ability":
        s.part, s.next_step = Part.ABILITY, 0
        s.step = ABILITY[s.played_modifier[s.actor]]
    else:
        if s.card < 0:
            refuse(f"open: the decision {decision!r} needs the card that was taken ('card')")
        s.part = Part.ACTION
        s.parts &= ~Part.ACTION
        first_step(s)
        if whole(what.get("step", 2 if decision == "escort" else 1), "open: step", 1, 2) == 2 and second_step(s):
            s.step, s.next_step = s.next_step, 0
        if STEPS[s.step][VERB] == Do.CHOOSE and decision != "option":
            option = what.get("option", "place" if decision == "place" else "move")
            s.step = STEPS[s.step][MOVE_HALF if word(option, "open: option", ("move", "place"), "option") == 0 else PLACE_HALF]
    where = CARD_IDS[s.card] if s.part == Part.ACTION else "the modifier"
    if "from" in what:
        s.source = word(what["from"], "open: from", REGION_IDS, "region")
    if s.step == 0 or (STEPS[s.step][VERB] == Do.ESCORT and not 0 <= s.source < REGIONS):
        refuse(f"open: {where} has no such decision as {decision!r}")
    if begin_step(s, s.actor):
        refuse(f"open: {where} has nothing to decide here")
    bring_forward(s, given, decision, what, where)


def bring_forward(s: State, given: Mapping[str, Any], decision: str, what: Mapping[str, Any], where: str) -> None:
    """From the beginning of a step to the decision that is open."""
    verb = STEPS[s.step][VERB]
    if verb == Do.COUP and decision == "dial":
        begin_coup(s, s.actor, region_given(s, what))
    if verb == Do.MOVE and STEPS[s.step][ONE_REGION] and decision in ("take", "to"):
        choose_source(s, s.actor, region_given(s, what))
    if verb in (Do.WITHDRAW, Do.BANISH):
        load_returning(s, what, verb)
    elif verb == Do.COURT:
        load_court(s, decision, s.left, what)
    elif s.phase != STEP_PHASES.get(decision):
        refuse(f"open: {where} does not ask for {decision!r}")
    if s.phase == Phase.DIAL:
        load_dials(s, given)
        if not s.waiting:
            refuse("dials: all are set, so nothing is open")
    if decision in ("take", "to"):
        s.own_left = whole(what.get("own", s.own_left), "open: own", 0, 99)
        s.foe_left = whole(what.get("opposing", s.foe_left), "open: opposing", 0, 99)
    if "left" in what and verb not in (Do.WITHDRAW, Do.COURT):
        s.left = whole(what["left"], "open: left", 1, max(1, s.left))
    if decision == "to":
        load_held(s, what)


def region_given(s: State, what: Mapping[str, Any]) -> int:
    """The region that the action is about."""
    r = word(what.get("region"), "open: region", REGION_IDS, "region")
    if not s.targets >> r & 1:
        refuse(f"open: region: {REGION_IDS[r]} cannot be chosen here")
    return r


def load_held(s: State, what: Mapping[str, Any]) -> None:
    """The caballero that was taken and is to be set down."""
    taken = entries(what.get("taken"), "open: taken")
    if len(taken) != 2:
        refuse(f"open: taken: expected a seat and a region, not {shown(taken)}")
    s.held = whole(taken[0], "open: taken", 0, s.colours - 1)
    s.held_from = word(taken[1], "open: taken", REGION_IDS, "region")
    if not takeable(s, s.actor, s.held) >> s.held_from & 1:
        refuse(f"open: taken: no caballero of seat {s.held} can be taken from {REGION_IDS[s.held_from]}")
    s.phase = Phase.TO


def load_returning(s: State, what: Mapping[str, Any], verb: int) -> None:
    """Who returns caballeros, or whose are returned."""
    if verb == Do.WITHDRAW:
        seat = whole(what.get("seat", s.asked), "open: seat", 0, s.players - 1)
        if seat == s.actor:
            refuse(f"open: seat {seat} returns nothing by its own card")
        s.asked, s.waiting = seat, 1 << seat
        s.left = whole(what.get("left", s.left), "open: left", 1, s.left)
        if not s.court[seat] and not any(s.regions[r][seat] for r in members(~s.no_exit & 511)):
            refuse(f"open: seat {seat} has nothing to return")
    elif STEPS[s.step][EACH]:
        of = whole(what.get("of", s.asked), "open: of", 0, s.colours - 1)
        if of == s.actor or not any(s.regions[r][of] for r in members(~s.no_exit & 511)):
            refuse(f"open: of: seat {of} has no caballero to lose")
        s.asked = of
