"""Loading a position: the decision that is open."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...kernel.reading import entries, flag, refuse, row, shown, whole, word
from ..el_grande.board import standing_in
from ..el_grande.dialling import castillo_owners, open_dials
from ..el_grande.moving import begin_move, choose_source, takeable
from ..el_grande.position import members
from ..el_grande.recruiting import begin_court
from ..el_grande.tables import ALL, ALL_REGIONS, PLACE_IDS, REGION_IDS
from ..el_grande.turn_loading import check_asked
from .cards import deed_of, has_deed, may_choose_role, places_most, role_of
from .closing import regions_with_room
from .decisions import DECISIONS
from .deeds import brings, most_of, row_of
from .fields import Next, Part, Phase, Reading, Role
from .further_sets import dial_choices
from .general import begin_general
from .intriguing import begin_gathering, leavable
from .naming import ally_targets
from .position import card_name
from .rounds import after_court, go_on, next_turn, open_menu
from .special import begin_deed, begin_following, throwable
from .state import State
from .tables import CARDS, DEEDS, HAND, JOKER, KIND, VERB, WHIRLWIND, Do, Scoring
from .vetoes import veto_holders

WORDS_OF_DECISIONS = tuple(dict.fromkeys(DECISIONS.words().values()))
PARTS = {"place": Part.PLACE, "action": Part.ACTION}


def load_decision(s: State, given: Mapping[str, Any], phase: str) -> None:
    """Open the decision that a position stands at."""
    what = given["open"]
    everybody = (1 << s.players) - 1
    if phase == "over":
        s.phase, s.waiting = Phase.OVER, 0
    elif phase == "discard":
        s.phase = Phase.DISCARD
        s.waiting = sum(1 << p for p in range(s.players) if s.hand[p].bit_count() > HAND)
        if not s.waiting:
            refuse(f"hands: all have {HAND} cards, so the phase is 'dial'")
    elif phase == "dial":
        open_dials(s, everybody)
        s.phase = Phase.FIRST_DIAL
        load_dials(s, given)
    elif phase == "cards":
        load_cards(s, what)
    elif phase == "scoring":
        load_scoring(s, given, what)
    elif s.actor < 0:
        if what:
            refuse("open: all have had their turn, so nothing of a turn is open")
        s.actor = 0
        go_on(s, Next.ROUND_OVER)
    else:
        load_turn(s, given, what)
    check_asked(s, given, phase)


def load_cards(s: State, what: Mapping[str, Any]) -> None:
    """KI-2.1, KI-6.6, KI-6.7: a card is laid, a Joker followed up, or a 113 dialled."""
    if 0 in s.played[:s.players]:
        s.phase, s.waiting = Phase.LAY, 1 << s.actor
    elif s.played[s.actor] == JOKER + 1:
        s.phase, s.waiting = Phase.SECOND, 1 << s.actor
    else:
        s.phase = Phase.WHIRLWIND
        s.waiting = sum(1 << p for p in range(s.players) if s.played[p] == WHIRLWIND + 1 and not s.whirlwind[p])
        if not s.waiting:
            refuse("played: all cards lie there, so the phase is 'turns'")
    wanted = DECISIONS.of[s.phase].word
    if what.get("decision", wanted) != wanted:
        refuse(f"open: {wanted!r} comes next, not {what['decision']!r}")


def load_dials(s: State, given: Mapping[str, Any]) -> None:
    """Dials that are set already."""
    for p, region in enumerate(row(given.get("dials", [None] * s.players), "dials", s.players)):
        if region is None:
            continue
        r = word(region, f"dials: seat {p}", REGION_IDS, "region")
        if not s.waiting >> p & 1:
            refuse(f"dials: seat {p} has nothing to dial")
        if s.phase == Phase.DIAL and not dial_choices(s, p) >> r & 1:
            refuse(f"dials: seat {p} may not dial {region} here")
        s.dial[p] = r
        s.waiting &= ~(1 << p)
    if not s.waiting:
        refuse("dials: all are set, so nothing is open")


def load_scoring(s: State, given: Mapping[str, Any], what: Mapping[str, Any]) -> None:
    """KI-6.10, KI-6.11: strangers, dials or spies of a general scoring; from its beginning where nothing is open."""
    decision = what.get("decision", "stranger")
    word(decision, "open: decision", ("stranger", "dial"), "decision of a general scoring")
    s.part = Part.SCORING
    if decision == "stranger" and what:
        load_asked(s, what, s.starter)
        s.phase = Phase.STRANGER
        if not s.strangers[members(s.waiting)[0]]:
            refuse(f"open: seat {members(s.waiting)[0]} has no stranger")
    elif "seat" in what:
        load_asked(s, what, s.starter)
        s.phase = Phase.SPY
        if not castillo_owners(s) & s.spies & s.waiting:
            refuse(f"open: seat {members(s.waiting)[0]} has no spy in the castillo")
    elif what or any(d is not None for d in given.get("dials") or []):
        if open_dials(s, castillo_owners(s) & ~s.spies):
            refuse("open: nobody has a piece in the castillo to dial for")
        load_dials(s, given)
    else:
        go_on(s, begin_general(s))


def load_asked(s: State, what: Mapping[str, Any], first: int) -> None:
    """Seats that are asked one after another, clockwise from the first."""
    seat = whole(what.get("seat"), "open: seat", 0, s.players - 1)
    s.waiting = 1 << seat
    s.asked = (seat + 1) % s.players
    s.left = s.players - 1 - (seat - first) % s.players


# ------------------------------------------------------------ inside a turn


def load_turn(s: State, given: Mapping[str, Any], what: dict[str, Any]) -> None:
    """The seat on turn: from its beginning, or at the decision that is given."""
    if not what:
        go_on(s, next_turn(s))
        return
    if "card" in what and what["card"] != card_name(s.played[s.actor] - 1):
        refuse(f"open: card: seat {s.actor} has laid {card_name(s.played[s.actor] - 1)}, not {shown(what['card'])}")
    decision = what.get("decision", "menu")
    word(decision, "open: decision", WORDS_OF_DECISIONS, "decision")
    s.waiting = 1 << s.actor
    s.free = int(flag(what.get("free", False), "open: free"))
    if decision in ("court", "recall", "role"):
        load_beginning(s, decision, what)
        return
    settle_role(s, decision)
    load_parts(s, decision, what)
    if decision == "menu":
        s.phase = Phase.MENU
        if not s.parts:
            refuse("open: parts: a menu has at least one part left")
    elif decision == "place" and what.get("part", "place" if DEEDS[deed_of(s, s.actor)][VERB] not in
                                          (Do.PLACE, Do.WHIRLWIND) else "action") == "place":
        s.part, s.phase = Part.PLACE, Phase.PLACING
        s.parts &= ~Part.PLACE
        most = min(places_most(s), s.court[s.actor])
        if most == 0:
            refuse(f"open: seat {s.actor} has nothing left to place")
        s.left = whole(what.get("left", most), "open: left", 1, places_most(s))
    else:
        s.part = Part.ACTION
        s.parts &= ~Part.ACTION
        s.step = deed_of(s, s.actor)
        if not has_deed(s, s.actor):
            refuse(f"open: {card_name(s.played[s.actor] - 1)} has no special action of its own")
        load_deed(s, given, decision, what)


def load_beginning(s: State, decision: str, what: Mapping[str, Any]) -> None:
    """KI-2.3, EG-3.3, KI-3.3: caballeros come to court; the role is chosen."""
    s.part = Part.COURT
    n = brings(s, s.played[s.actor] - 1)
    if decision == "role":
        s.part = Part.NONE
        after_court(s)
        if s.phase != Phase.ROLE:
            refuse(f"open: seat {s.actor} has no role to choose")
        return
    if begin_court(s, s.actor, n):
        refuse(f"open: seat {s.actor} takes no caballeros to court")
    if decision == "recall":
        if s.province[s.actor] or not standing_in(s, s.actor, 1):
            refuse(f"open: seat {s.actor} calls caballeros back only when the province is empty, from where some stand")
        s.phase = Phase.RECALL
    s.left = whole(what.get("left", n), "open: left", 1, n)


def settle_role(s: State, decision: str) -> None:
    """KI-3.3: past its choice, a role that is not named was left for the card where there is a choice and the card can ask."""
    role, card = role_of(s, s.actor), s.played[s.actor] - 1
    if s.role[s.actor] == Role.OPEN and role != Role.OPEN:
        by_role = asks_for(CARDS + role - 1, decision) and not asks_for(row_of(s, card), decision)
        s.role[s.actor] = Role.CARD if may_choose_role(s, card) and not by_role else role


def load_parts(s: State, decision: str, what: Mapping[str, Any]) -> None:
    """The parts of the turn that are left."""
    open_menu(s)
    if "parts" in what:
        named = {word(p, "open: parts", tuple(PARTS), "part") for p in entries(what["parts"], "open: parts")}
        if 1 in named and not s.parts & Part.ACTION:
            refuse(f"open: parts: {card_name(s.played[s.actor] - 1)} has no special action of its own")
        s.parts = sum(tuple(PARTS.values())[p] for p in named)


# ------------------------------------------------------------ special actions


def load_deed(s: State, given: Mapping[str, Any], decision: str, what: Mapping[str, Any]) -> None:
    """Decisions of a special action: begun again where that changes nothing, then brought to where it stands."""
    verb = DEEDS[s.step][VERB]
    if decision == "veto":
        load_veto(s, what)
    elif decision == "stranger":
        load_stranger(s, what, verb)
    elif (decision, verb) in LOADERS:
        LOADERS[decision, verb](s, what)
    elif asks_for(s.step, decision):
        if begin_deed(s, s.actor):
            refuse(f"open: {where(s)} has nothing to decide here")
        if decision == "dial":
            load_dials(s, given)
    else:
        refuse(f"open: {where(s)} does not ask for {decision!r}")


def asks_for(step: int, decision: str) -> bool:
    """Whether a special action (a row of DEEDS) can ask for a decision of its own."""
    verb = DEEDS[step][VERB]
    first = decision == FIRST_ASKED.get(verb) and not (verb == Do.SCORE and DEEDS[step][KIND] in UNASKED)
    return first or (decision, verb) in LOADERS


def where(s: State) -> str:
    """The special action in an error message."""
    return ROLE_WORDS.get(s.role[s.actor], f"card {card_name(s.played[s.actor] - 1)}")


ROLE_WORDS = {Role.KING: "the king", Role.INTRIGUER: "the intriguer"}
FIRST_ASKED = {
    Do.KING: "king", Do.INTRIGUE: "intrigue", Do.SCORE: "score", Do.GRANDE: "grande", Do.TILE: "tile", Do.BALLOT: "dial",
    Do.OUTING: "dial", Do.DOUBLE: "double", Do.TURN: "turn", Do.ABOLISH: "remove", Do.SHOVE: "region", Do.CIVIL_WAR: "region",
    Do.LIMIT: "region", Do.PROTECT: "region",
}
"""The decision that a special action begins with."""
UNASKED = (Scoring.VALUES, Scoring.CASTILLO)
"""Scorings that leave nothing to choose."""


def load_veto(s: State, what: Mapping[str, Any]) -> None:
    """KI-6.1: the holder of a 40 who is asked."""
    s.judge = whole(what.get("seat"), "open: seat", 0, s.players - 1)
    s.phase, s.waiting = Phase.VETO, 1 << s.judge
    if s.judge == s.actor or not veto_holders(s) >> s.judge & 1:
        refuse(f"open: seat {s.judge} has no 40 to use against seat {s.actor}")


def load_stranger(s: State, what: Mapping[str, Any], verb: int) -> None:
    """KI-6.10: a stranger before the scoring of a card."""
    if verb not in (Do.SCORE, Do.BALLOT, Do.ARBITRATE):
        refuse(f"open: {where(s)} scores nothing")
    load_asked(s, what, s.actor)
    s.phase = Phase.STRANGER
    if not s.strangers[members(s.waiting)[0]]:
        refuse(f"open: seat {members(s.waiting)[0]} has no stranger")
    places = {word(p, "open: scored", PLACE_IDS[:10], "place") for p in entries(what.get("scored"), "open: scored")}
    if not places:
        refuse("open: scored: expected the places that are about to be scored")
    s.targets = sum(1 << p for p in places)


def load_own_moves(s: State, what: Mapping[str, Any]) -> None:
    """KI-3.2: own caballeros leave a region; after `take` comes `to`."""
    if not s.switches & Reading.INTRIGUER_ENGLISH:
        load_gathering(s, what)
        return
    if what.get("decision") == "to" and "region" not in what:
        begin_move(s, s.actor, 0, 1, 1, 0, 1)
    else:
        region = word(what.get("region"), "open: region", REGION_IDS, "region")
        begin_move(s, s.actor, ALL, 0, ALL, 1, 0)
        choose_source(s, s.actor, region)
        s.left = s.own_left = whole(what.get("left", max(1, s.left)), "open: left", 1, 30)
    if what.get("decision") == "to":
        taken = entries(what.get("taken"), "open: taken")
        if len(taken) != 2:
            refuse(f"open: taken: expected a seat and a region, not {shown(taken)}")
        s.held = whole(taken[0], "open: taken", 0, s.players - 1)
        s.held_from = word(taken[1], "open: taken", REGION_IDS, "region")
        if not takeable(s, s.actor, s.held) >> s.held_from & 1:
            refuse(f"open: taken: no caballero of seat {s.held} can be taken from {REGION_IDS[s.held_from]}")
        s.phase = Phase.TO


def load_gathering(s: State, what: Mapping[str, Any]) -> None:
    """KI-K08: where what the intriguer has taken goes."""
    if what.get("decision") != "to":
        refuse("open: by the book the intriguer names a region and then where all go; caballeros are not taken one by one")
    taken = entries(what.get("taken"), "open: taken")
    if len(taken) != 2:
        refuse(f"open: taken: expected a seat and a region, not {shown(taken)}")
    begin_deed(s, s.actor)
    s.held = whole(taken[0], "open: taken", 0, s.players - 1)
    s.held_from = word(taken[1], "open: taken", REGION_IDS, "region")
    if not leavable(s, s.actor, s.held) >> s.held_from & 1:
        refuse(f"open: taken: no caballero of seat {s.held} can be taken from {REGION_IDS[s.held_from]}")
    begin_gathering(s, s.actor)
    if what.get("left", s.left) != s.left:
        refuse(f"open: left: {s.left} go together, not {shown(what['left'])}")


def load_returning(s: State, what: Mapping[str, Any]) -> None:
    """KI-C-50: who returns caballeros."""
    seat = whole(what.get("seat", (s.actor + 1) % s.players), "open: seat", 0, s.players - 1)
    if (not s.court[seat] and not standing_in(s, seat, 1)) or (seat == s.actor and s.switches & Reading.NOT_FIFTY_OWN_TOO):
        refuse(f"open: seat {seat} has nothing to return")
    s.asked, s.waiting, s.phase = seat, 1 << seat, Phase.RETURN_OWN
    s.left = whole(what.get("left", most_of(s)), "open: left", 1, most_of(s))


def load_banishing(s: State, what: Mapping[str, Any]) -> None:
    """KI-C-70: whose caballero is sent back."""
    s.asked = whole(what.get("of", (s.actor + 1) % s.players), "open: of", 0, s.players - 1)
    s.phase = Phase.RETURN_OF
    if s.asked == s.actor or not standing_in(s, s.asked, 1):
        refuse(f"open: of: seat {s.asked} has no caballero to lose")


def load_throwing(s: State, what: Mapping[str, Any]) -> None:
    """KI-C-140: whose caballeros are thrown in."""
    s.asked = whole(what.get("of", (s.actor + 1) % s.players), "open: of", 0, s.players - 1)
    s.phase = Phase.THROW
    s.left = whole(what.get("left", most_of(s)), "open: left", 1, most_of(s))
    if not throwable(s, s.asked):
        refuse(f"open: of: seat {s.asked} has nothing to throw in")


def load_following(s: State, what: Mapping[str, Any]) -> None:
    """KI-C-80: caballeros follow the grande."""
    if s.grande[s.actor] >= len(REGION_IDS) or begin_following(s, s.actor):
        refuse("open: nobody can follow the grande")
    s.left = whole(what.get("left", s.left), "open: left", 1, s.left)


def load_fiesta(s: State, what: Mapping[str, Any]) -> None:
    """KI-C-15: five are being placed; the province was empty at the beginning and still is."""
    if begin_deed(s, s.actor):
        refuse("open: card 15 has nothing to decide here")
    s.left = whole(what.get("left", s.left), "open: left", 1, s.left)


def load_restoring(s: State, what: Mapping[str, Any]) -> None:
    """KI-C-113: the player's own swept caballeros go into one region."""
    s.left = whole(what.get("left"), "open: left", 1, 30)
    if s.left > s.court[s.actor]:
        refuse(f"open: left: seat {s.actor} has only {s.court[s.actor]} caballeros at court")
    s.targets, s.phase = regions_with_room(s, s.left), Phase.RESTORE
    if not s.targets:
        refuse("open: no region has room for them")


def load_named(s: State, what: Mapping[str, Any]) -> None:
    """KI-C-53, KI-C-155: regions are named one after another; then a seat chooses among them."""
    most, decision = most_of(s), what.get("decision")
    named = {word(r, "open: regions", REGION_IDS, "region") for r in entries(what.get("regions", []), "open: regions")}
    bits = sum(1 << r for r in named)
    if (decision == "region") == (len(named) == most) or len(named) > most:
        refuse(f"open: regions: {len(named)} of {most} are named, so {decision!r} is not open")
    if decision == "score":
        seat = whole(what.get("seat"), "open: seat", 0, s.players - 1)
        if seat == s.actor:
            refuse("open: seat: an opponent chooses the region")
        s.targets, s.waiting, s.phase = bits, 1 << seat, Phase.SCORE
    else:
        offered = ally_targets(s) if DEEDS[s.step][VERB] == Do.ALLY else ALL_REGIONS
        if bits & ~offered:
            refuse("open: regions: the king's region cannot be allied here (see options)")
        s.named, s.targets, s.left = bits, offered & ~bits, most - len(named)
        s.phase = Phase.REGION if decision == "region" else Phase.NAME


LOADERS: dict[tuple[str, int], Callable[[Any, Mapping[str, Any]], None]] = {
    ("take", Do.INTRIGUE): load_own_moves, ("to", Do.INTRIGUE): load_own_moves, ("return", Do.WITHDRAW): load_returning,
    ("return", Do.BANISH): load_banishing, ("throw", Do.THROW): load_throwing, ("take", Do.GRANDE): load_following,
    ("place", Do.PLACE): load_fiesta, ("place", Do.WHIRLWIND): load_restoring, ("region", Do.ALLY): load_named,
    ("region", Do.ARBITRATE): load_named, ("name", Do.ARBITRATE): load_named, ("score", Do.ARBITRATE): load_named,
}
"""Decisions in the middle of a special action."""
