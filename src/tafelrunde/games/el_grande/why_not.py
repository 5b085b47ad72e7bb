"""Why an action is not possible now: the law of El Grande once more, from the rulebook's side.

Tests hold it against what is legal for every action at every decision of many games.
"""
from __future__ import annotations

from typing import Any

from ...kernel import Refusal
from ...kernel.decisions import Check
from .decisions import DECISIONS
from .fields import Part, Phase, Reading
from .state import Shared, State
from .tables import (
    AT_LEAST,
    CARD_IDS,
    CASTILLO,
    CASTILLO_TOO,
    DATA,
    MODIFIER_IDS,
    PLACE_IDS,
    PLACES,
    REGION_IDS,
    STEPS,
    TRAVEL,
    VERB,
    VETO,
    WORTH,
    Do,
    Travel,
)

Answer = Refusal | None
REGIONS = {r["id"]: r for r in DATA["region"]}


def why_not(s: State, seat: int, action: int) -> Answer:
    """None when the action is legal for a pending seat; otherwise the rule that forbids it, and the reason."""
    about = {"card": ("card", s.card)} if s.card >= 0 else {}
    return DECISIONS.refusal(s, seat, action, CHECKS, **about)


def no(rule: str, reason: str, **arguments: Any) -> Refusal:
    return Refusal(rule, reason, arguments)


def never(s: State, seat: int, number: int) -> Answer:
    """Nothing against it."""
    return None


# ------------------------------------------------------------ the king and what he forbids


def kings_region(s: Shared) -> int | None:
    """The place that is taboo: where the king stands, unless he is abroad."""
    return s.king if s.king <= CASTILLO else None


def next_to_king(s: Shared) -> set[str]:
    """The regions that count as adjacent to the king's place."""
    where = PLACE_IDS[s.king]
    if where == "castillo":
        return set(REGION_IDS)
    if where in REGION_IDS:
        return set(REGIONS[where]["neighbours"])
    return {id_ for id_, r in REGIONS.items() if where in r["borders"]}


def step_verb(s: State) -> int:
    """What the step under way does."""
    return STEPS[s.step][VERB]


def step_card(s: State) -> str:
    """The rule of the card, or of the ability, that is being carried out."""
    return "EG-12.3" if s.part == Part.ABILITY else f"EG-C-{CARD_IDS[s.card]}"


def none_there(s: Shared, colour: int, region: int, rule: str) -> Answer:
    """A colour must have a caballero in the region."""
    if s.regions[region][colour]:
        return None
    return no(rule, "none_there", region=("region", region), seat=("seat", colour))


# ------------------------------------------------------------ power cards


def sums(s: State, seat: int) -> set[int]:
    """The sums of the others on the table."""
    return {s.played[p] + WORTH[s.played_modifier[p]] for p in range(s.colours) if p != seat and s.played[p]}


def held_modifiers(s: State, seat: int) -> list[int]:
    """The modifiers in a hand."""
    return [m for m in range(len(MODIFIER_IDS)) if s.modifiers[seat] >> m & 1]


def power(s: State, seat: int, number: int) -> Answer:
    """EG-2.3, EG-12.2."""
    taken = sums(s, seat)

    def fits(value: int) -> bool:
        return value not in taken or any(value + WORTH[m + 1] not in taken for m in held_modifiers(s, seat))

    value = number + 1
    hand = [v for v in range(1, 14) if s.hand[seat] >> v & 1]
    if not any(fits(v) for v in hand):
        return None if value not in taken else no("EG-2.3", "value_taken", n=value)
    if value not in hand:
        return no("EG-2.5", "value_not_held", n=value)
    if not fits(value):
        return no("EG-12.2" if s.modifiers[seat] else "EG-2.3", "value_taken", n=value)
    return None


def modifier(s: State, seat: int, number: int) -> Answer:
    """EG-12.2."""
    none = number == len(MODIFIER_IDS)
    if not none and number not in held_modifiers(s, seat):
        return no("EG-12.1", "modifier_not_held", modifier=("modifier", number))
    total = s.played[seat] + (0 if none else WORTH[number + 1])
    return no("EG-12.2", "sum_taken", n=total) if total in sums(s, seat) else None


def pass_on(s: State, seat: int, number: int) -> Answer:
    """EG-12.1."""
    held = number in held_modifiers(s, seat)
    return None if held else no("EG-12.1", "modifier_not_held", modifier=("modifier", number))


def regain(s: State, seat: int, number: int) -> Answer:
    """EG-C-empowerment."""
    return no("EG-C-empowerment", "value_in_hand", n=number + 1) if s.hand[seat] >> (number + 1) & 1 else None


def regain_modifier(s: State, seat: int, number: int) -> Answer:
    """EG-C-empowerment, with modifiers."""
    own = [m for m in range(len(MODIFIER_IDS)) if s.modifier_discard[seat] >> m & 1 or s.played_modifier[seat] == m + 1]
    if number in held_modifiers(s, seat) or number not in own:
        return no("EG-C-empowerment", "modifier_not_played", modifier=("modifier", number))
    return None


# ------------------------------------------------------------ the turn


def court(s: State, seat: int, number: int) -> Answer:
    """EG-3.2."""
    if number > s.left:
        return no("EG-3.2" if s.part == Part.COURT else step_card(s), "court_most", n=s.left)
    return from_province(s, seat, number)


def from_province(s: Shared, seat: int, number: int) -> Answer:
    """EG-3.3: no more than the province has."""
    return None if number <= s.province[seat] else no("EG-3.3", "province_has", n=s.province[seat])


def recall(s: Shared, seat: int, number: int) -> Answer:
    """EG-3.3."""
    if number == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", number))
    return none_there(s, seat, number, "EG-3.3")


def card(s: State, seat: int, number: int) -> Answer:
    """EG-3.4."""
    return None if s.open >> number & 1 else no("EG-3.4", "card_not_open", card=("card", number))


def end(s: State, seat: int, number: int) -> Answer:
    """EG-3.4: the turn ends by choice once a card is taken."""
    return no("EG-3.4", "card_first") if s.phase == Phase.CARD and s.open else None


def action(s: State, seat: int, number: int) -> Answer:
    """EG-3.4, EG-R55."""
    if s.card == VETO and not s.readings & Reading.VETO_HELD_ANNOUNCED:
        return no("EG-C-veto", "veto_lies")
    return None if s.parts & Part.ACTION else no("EG-3.4", "action_over", card=("card", s.card))


def place(s: State, seat: int, number: int) -> Answer:
    """EG-4, and extra caballeros by a card."""
    if s.phase == Phase.EXTRA:
        return place_extra(s, number)
    if s.phase == Phase.MENU:
        if not s.parts & Part.PLACE:
            return no("EG-3.4", "placing_over")
        if PLACES[s.card] == 0:
            return no("EG-4.1", "card_places_none", card=("card", s.card))
        if s.court[seat] == 0:
            return no("EG-4.1", "court_empty")
    if number == kings_region(s):
        if s.infiltration:
            return None
        return no("EG-11.3" if number == CASTILLO else "EG-4.2", "taboo_in", place=("place", number))
    if number == CASTILLO or PLACE_IDS[number] in next_to_king(s):
        return None
    return no("EG-4.2", "not_adjacent", region=("region", number), place=("place", s.king))


def place_extra(s: State, number: int) -> Answer:
    """EG-C-militia and abilities: into regions, or into the castillo."""
    into_castillo = bool(STEPS[s.step][CASTILLO_TOO])
    if (number == CASTILLO) != into_castillo:
        return no(step_card(s), "castillo_only" if into_castillo else "regions_only", place=("place", number))
    if number == kings_region(s):
        return no("EG-6.2", "taboo_in", place=("place", number))
    return None


def done(s: State, seat: int, number: int) -> Answer:
    """EG-5.1: "up to" may stop; what must be done goes on as far as possible."""
    return no("EG-5.1", "must_go_on") if s.phase in (Phase.TAKE, Phase.EXTRA) and s.must else None


# ------------------------------------------------------------ moving and returning


def take(s: State, seat: int, number: int) -> Answer:
    """EG-5.2."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.colours:
        return no("EG-5.2", "no_such_colour", seat=("seat", colour))
    if colour == seat and not s.own_left:
        return no(step_card(s), "no_own_left")
    if colour != seat and not s.foe_left:
        return no(step_card(s), "no_opposing_left")
    if s.source >= 0 and region != s.source:
        return no(step_card(s), "one_region", region=("region", s.source))
    if region == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", region))
    return none_there(s, colour, region, "EG-5.2")


def to(s: Shared, seat: int, number: int) -> Answer:
    """EG-5.2."""
    if number == s.held_from:
        return no("EG-5.2", "same_region", region=("region", number))
    if number == kings_region(s):
        return no("EG-11.3" if number == CASTILLO else "EG-6.2", "taboo_in", place=("place", number))
    return None


def return_own(s: Shared, seat: int, number: int) -> Answer:
    """EG-5.3."""
    if number == len(REGION_IDS):
        return None if s.court[seat] else no("EG-5.3", "court_empty")
    if number == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", number))
    return none_there(s, seat, number, "EG-5.3")


def return_of(s: State, seat: int, number: int) -> Answer:
    """EG-5.3, EG-C-banishment."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.colours:
        return no("EG-5.3", "no_such_colour", seat=("seat", colour))
    if colour == seat:
        return no(step_card(s), "own_not_returned")
    if s.asked >= 0 and colour != s.asked:
        return no(step_card(s), "one_after_another", seat=("seat", s.asked))
    if region == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", region))
    return none_there(s, colour, region, "EG-5.3")


def choose_region(s: State, seat: int, number: int) -> Answer:
    """EG-C-coup; EG-C-departure, EG-C-evacuation: where something can be taken."""
    if number == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", number))
    if step_verb(s) == Do.COUP:
        return None
    own = s.own_left and s.regions[number][seat]
    opposing = s.foe_left and any(s.regions[number][c] for c in range(s.colours) if c != seat)
    return None if own or opposing else no(step_card(s), "nothing_to_take", region=("region", number))


def dial(s: State, seat: int, number: int) -> Answer:
    """EG-5.5, EG-7.1."""
    royal = number == kings_region(s)
    if s.part == Part.SCORING or step_verb(s) == Do.BALLOT:
        stuck = royal and s.grande[seat] == CASTILLO and s.part == Part.SCORING
        elsewhere = s.readings & Reading.GRANDE_DIALLED_TO_KING_DIALS_ELSEWHERE
        return no("EG-R45", "grande_elsewhere", region=("region", number)) if stuck and elsewhere else None
    if royal and not (step_verb(s) == Do.BATTLE and s.readings & Reading.BATTLE_IN_KINGS_REGION):
        return no("EG-6.2", "taboo_dial", region=("region", number))
    if step_verb(s) == Do.COUP:
        return no("EG-C-coup", "same_region", region=("region", number)) if number == s.source else None
    least = STEPS[s.step][AT_LEAST]
    if s.regions[number][seat] >= least:
        return None
    return no(step_card(s), "too_few_there", region=("region", number), n=least)


# ------------------------------------------------------------ king, grandes, tiles, scoring


def score(s: State, seat: int, number: int) -> Answer:
    """EG-5.4, EG-R06."""
    return no("EG-5.4", "castillo_no_region") if number == CASTILLO and not STEPS[s.step][CASTILLO_TOO] else None


def tile(s: Shared, seat: int, number: int) -> Answer:
    """EG-C-legislation."""
    which, where = divmod(number, CASTILLO + 1)
    if s.tile_at[which] >= 0 and s.tile_at[which] == kings_region(s):
        return no("EG-6.2", "tile_with_king", tile=("tile", which))
    if where == kings_region(s):
        return no("EG-6.2", "taboo_in", place=("place", where))
    if where in s.tile_at:
        return no("EG-8.4", "table_covered", place=("place", where), tile=("tile", list(s.tile_at).index(where)))
    return None


def grande(s: State, seat: int, number: int) -> Answer:
    """EG-C-new_home."""
    if number == s.grande[seat]:
        return no("EG-C-new_home", "same_region", region=("region", number))
    return no("EG-6.2", "taboo_in", place=("place", number)) if number == kings_region(s) else None


def king(s: State, seat: int, number: int) -> Answer:
    """Where a card lets the king go."""
    place = number if number < CASTILLO else number + 1
    travel = STEPS[s.step][TRAVEL]
    if travel == Travel.FEWEST:
        counts = [sum(row[:s.colours]) for row in s.regions]
        fewest = min(n for n in counts if n)
        fits = place < CASTILLO and counts[place] == fewest
        return None if fits else no(step_card(s), "not_fewest", place=("place", place), n=fewest)
    stays = travel not in (Travel.ADJACENT, Travel.ABROAD) and s.king < CASTILLO and s.readings & Reading.KING_MAY_STAY
    if place == s.king and not stays:
        return no(step_card(s), "king_is_there", place=("place", place))
    if travel == Travel.ABROAD:
        return None if place > CASTILLO else no(step_card(s), "abroad_only")
    if place > CASTILLO:
        return no(step_card(s), "not_abroad", place=("place", place))
    if travel == Travel.ADJACENT and PLACE_IDS[place] not in next_to_king(s):
        return no(step_card(s), "not_adjacent", region=("region", place), place=("place", s.king))
    return None


def escort(s: State, seat: int, number: int) -> Answer:
    """EG-C-escort."""
    if number >= s.colours:
        return no("EG-C-escort", "no_such_colour", seat=("seat", number))
    return none_there(s, number, s.source, "EG-C-escort")


def swap(s: State, seat: int, number: int) -> Answer:
    """EG-C-viceroy."""
    if number >= s.players:
        return no("EG-C-viceroy", "no_such_colour", seat=("seat", number))
    return None if s.grande[number] < CASTILLO else no("EG-C-viceroy", "grande_not_in_region", seat=("seat", number))


def option(s: State, seat: int, number: int) -> Answer:
    """EG-C-grand_strategy."""
    if number == 1:
        return None if s.court[seat] else no("EG-C-grand_strategy", "court_empty")
    movable = any(row[seat] for r, row in enumerate(s.regions) if r != kings_region(s))
    return None if movable else no("EG-C-grand_strategy", "nothing_to_move")


CHECKS: dict[str, Check] = {
    "pass": pass_on, "power": power, "modifier": modifier, "court": court, "recall": recall, "done": done,
    "ability": never, "skip": never, "card": card, "place": place, "action": action, "end": end, "veto": never,
    "allow": never, "take": take, "to": to, "region": choose_region, "return_own": return_own, "return_of": return_of,
    "dial": dial, "score": score, "tile": tile, "regain": regain, "regain_modifier": regain_modifier, "grande": grande,
    "king": king, "escort": escort, "swap": swap, "option": option,
}
