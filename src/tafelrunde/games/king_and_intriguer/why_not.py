"""Why an action is not possible now: the law of König & Intrigant once more, from the rulebook's side.

What holds for the board is El Grande's.  Tests hold it against what is legal for every action at every decision.
"""
from __future__ import annotations

from ...kernel.decisions import Check
from ..el_grande.tables import CASTILLO, PLACE_IDS, REGION_IDS
from ..el_grande.why_not import Answer, from_province, kings_region, never, next_to_king, no, none_there
from ..el_grande.why_not import recall as recall_on_board
from ..el_grande.why_not import return_own as return_on_board
from ..el_grande.why_not import tile as tile_on_board
from ..el_grande.why_not import to as to_on_board
from .decisions import DECISIONS
from .deeds import row_of
from .fields import Part, Phase, Reading, Role
from .lying import unseen_cards
from .state import State
from .tables import CARDS, DATA, DEEDS, JOKER, KIND, LIMITED_TO, LYING_IDS, VERB, Do, Scoring


def why_not(s: State, seat: int, action: int) -> Answer:
    """None when the action is legal for a pending seat; otherwise the rule that forbids it, and the reason."""
    return DECISIONS.refusal(s, seat, action, CHECKS)


# ------------------------------------------------------------ cards and roles


def card_of(s: State, seat: int) -> int:
    """The card that a seat has laid this round."""
    return s.played[seat] - 1


def deed(s: State) -> int:
    """What the special action under way does."""
    return DEEDS[s.step][VERB]


def deed_rule(s: State) -> str:
    """The rule of the special action under way."""
    return ("KI-3.1", "KI-3.2")[s.step - CARDS] if s.step >= CARDS else str(DATA["card"][s.step]["rule"])


def hand_of(s: State, seat: int) -> set[int]:
    """The cards in a hand."""
    return {c for c in range(CARDS) if s.hand[seat] >> c & 1}


def discard(s: State, seat: int, number: int) -> Answer:
    """KI-1.1, KI-5.2."""
    if not s.offered >> number & 1:
        return no("KI-5.1", "card_not_offered", card=("card", number))
    return None if number in hand_of(s, seat) else no("KI-1.1", "card_not_held", card=("card", number))


def lay(s: State, seat: int, number: int) -> Answer:
    """KI-2.1, KI-5.4, KI-6.6."""
    hand = hand_of(s, seat)
    others = {c for c in hand if c != JOKER} or {c for c in range(CARDS) if unseen_cards(s, seat) >> c & 1 and c != JOKER}
    if number not in hand | others:
        return no("KI-1.1", "card_not_held", card=("card", number))
    if number == JOKER:
        return None if len(hand) > 1 else no("KI-6.6", "joker_needs_card")
    laid = {card_of(s, p) for p in range(s.players) if p != seat and s.played[p]}
    if number in laid and others - laid:
        return no("KI-2.1", "value_laid", card=("card", number))
    return None


def role(s: State, seat: int, number: int) -> Answer:
    """KI-3.3: who goes first is the king, who goes last the intriguer."""
    own = 0 if s.acted == 0 else 1
    return None if number in (own, 2) else no("KI-2.2", "not_your_role", role=("role", number))


# ------------------------------------------------------------ closed and full regions


def protected(s: State, region: int) -> bool:
    """KI-C-95."""
    return region < CASTILLO and bool(s.protected >> region & 1)


def no_exit(s: State, region: int) -> Answer:
    """EG-6.2, KI-C-95: nothing leaves."""
    if region == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", region))
    return no("KI-C-95", "protected_out", region=("region", region)) if protected(s, region) else None


def no_entry(s: State, place: int) -> Answer:
    """EG-6.2, KI-C-95: nothing enters."""
    if place == kings_region(s):
        return no("EG-6.2", "taboo_in", place=("place", place))
    return no("KI-C-95", "protected_in", region=("region", place)) if protected(s, place) else None


def no_room(s: State, place: int, n: int = 1) -> Answer:
    """EG-6.2, KI-C-95, KI-C-66: no caballero enters."""
    if no_entry(s, place):
        return no_entry(s, place)
    if any(at == place + 1 for at in s.limit_at) and sum(s.regions[place]) + n > LIMITED_TO:
        return no("KI-C-66", "region_full", region=("region", place))
    return None


# ------------------------------------------------------------ the turn


def court(s: State, seat: int, number: int) -> Answer:
    """KI-2.3: by the number on the action card; EG-3.3: as many as the province has."""
    return no("KI-2.3", "court_most", n=s.left) if number > s.left else from_province(s, seat, number)


def recall(s: State, seat: int, number: int) -> Answer:
    """EG-3.3."""
    return no_exit(s, number) or recall_on_board(s, seat, number)


def end(s: State, seat: int, number: int) -> Answer:
    """KI-3.4."""
    own = DATA["card"][row_of(s, card_of(s, seat))]
    if not s.parts & Part.ACTION or (s.role[seat] in (Role.OPEN, Role.CARD) and not own["must"]):
        return None
    return no("KI-3.4", "action_must")


def action(s: State, seat: int, number: int) -> Answer:
    """KI-2.3, KI-6.1."""
    if s.parts & Part.ACTION:
        return None
    if s.role[seat] in (Role.OPEN, Role.CARD) and not DATA["card"][row_of(s, card_of(s, seat))]["steps"]:
        return no("KI-6.1", "no_own_action", card=("card", card_of(s, seat)))
    return no("KI-2.3", "action_done")


def done(s: State, seat: int, number: int) -> Answer:
    """KI-K24: enough, but not of what must be placed."""
    return no("KI-C-15", "now_extra") if s.phase == Phase.EXTRA and s.must else None


def place(s: State, seat: int, number: int) -> Answer:
    """EG-4 and KI-6.2; KI-C-15; KI-C-113; KI-K05."""
    if s.phase == Phase.MENU:
        if s.switches & Reading.TURN_ORDER_AS_LISTED and end(s, seat, number):
            return no("KI-K05", "action_first")
        if not s.parts & Part.PLACE:
            return no("KI-2.3", "placing_over")
        if s.court[seat] == 0:
            return no("EG-4.1", "court_empty")
    if number == CASTILLO:
        return None if s.phase in (Phase.MENU, Phase.PLACING) else no(deed_rule(s), "regions_only")
    if s.phase in (Phase.MENU, Phase.PLACING) and not s.free and number != s.king \
            and PLACE_IDS[number] not in next_to_king(s):
        return no("EG-4.2", "not_adjacent", region=("region", number), place=("place", s.king))
    return no_room(s, number, s.left if s.phase == Phase.RESTORE else 1)


def take(s: State, seat: int, number: int) -> Answer:
    """KI-3.2, KI-C-80."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.players:
        return no("EG-5.2", "no_such_colour", seat=("seat", colour))
    if s.phase == Phase.INTRIGUE and colour == seat:
        return no("KI-3.2", "own_by_region")
    if s.phase == Phase.INTRIGUE:
        return no_exit(s, region) or none_there(s, colour, region, "EG-5.2") or nowhere(s, region, 1)
    if s.phase != Phase.INTRIGUE and colour != seat:
        return no(deed_rule(s), "own_only")
    if s.phase == Phase.TAKE and region != s.source:
        return no("KI-3.2", "one_region", region=("region", s.source))
    if s.phase == Phase.FOLLOW and region == s.grande[seat]:
        return no("KI-C-80", "same_region", region=("region", region))
    return no_exit(s, region) or none_there(s, colour, region, "EG-5.2")


def to(s: State, seat: int, number: int) -> Answer:
    """EG-5.2, KI-K08."""
    if s.phase == Phase.GATHER:
        together = no("KI-3.2", "regions_only") if number == CASTILLO else no_room(s, number, s.left)
        return to_on_board(s, seat, number) or together
    return to_on_board(s, seat, number) or (None if number == CASTILLO else no_room(s, number))


def nowhere(s: State, region: int, n: int) -> Answer:
    """KI-K08: by the book the intriguer needs another region where all of them can go."""
    others = [r for r in range(len(REGION_IDS)) if r != region and not no_room(s, r, n)]
    return None if others or s.switches & Reading.INTRIGUER_ENGLISH else no("KI-3.2", "nowhere_to_go", region=("region", region))


def return_own(s: State, seat: int, number: int) -> Answer:
    """KI-C-50."""
    return (None if number == len(REGION_IDS) else no_exit(s, number)) or return_on_board(s, seat, number)


def return_of(s: State, seat: int, number: int) -> Answer:
    """KI-C-70."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.players:
        return no("EG-5.3", "no_such_colour", seat=("seat", colour))
    if colour == seat:
        return no("KI-C-70", "own_not_returned")
    if colour != s.asked:
        return no("KI-C-70", "one_after_another", seat=("seat", s.asked))
    return no_exit(s, region) or none_there(s, colour, region, "EG-5.3")


def throw(s: State, seat: int, number: int) -> Answer:
    """KI-C-140, KI-6.3."""
    colour, region = divmod(number, len(REGION_IDS) + 1)
    if colour >= s.players:
        return no("KI-C-140", "no_such_colour", seat=("seat", colour))
    if colour != s.asked:
        return no("KI-6.3", "one_after_another", seat=("seat", s.asked))
    if region == len(REGION_IDS):
        if colour != seat:
            return no("KI-C-140", "others_from_regions")
        return None if s.court[seat] else no("KI-C-140", "court_empty")
    return no_exit(s, region) or none_there(s, colour, region, "KI-C-140")


# ------------------------------------------------------------ regions, dials, scorings


def region(s: State, seat: int, number: int) -> Answer:
    """KI-3.2 and the cards that name regions."""
    if s.phase == Phase.INTRIGUE:
        return no_exit(s, number) or none_there(s, seat, number, "KI-3.2") or nowhere(s, number, s.regions[number][seat])
    what = deed(s)
    if what in (Do.ALLY, Do.ARBITRATE) and s.named >> number & 1:
        return no(deed_rule(s), "already_named", region=("region", number))
    if what == Do.ALLY and number == s.king and s.switches & Reading.NOT_ALLIANCE_WITH_KING:
        return no("KI-K26", "no_alliance_with_king", region=("region", number))
    if what == Do.CIVIL_WAR:
        return no_exit(s, number)
    if what == Do.LIMIT and sum(s.regions[number]) > LIMITED_TO:
        return no("KI-C-66", "too_many_there", region=("region", number), n=LIMITED_TO)
    if what == Do.SHOVE:
        here = no("KI-C-23", "castillo_there", region=("region", number)) if number == s.castillo_at else None
        return here or no_entry(s, number)
    return None


def dial(s: State, seat: int, number: int) -> Answer:
    """KI-6.3, KI-C-13; any region in a general scoring and everywhere else."""
    if s.phase == Phase.DIAL and s.part == Part.ACTION and deed(s) == Do.OUTING:
        here = no("KI-C-13", "same_region", region=("region", number)) if number == s.grande[seat] else None
        return here or no_entry(s, number)
    return None


def score(s: State, seat: int, number: int) -> Answer:
    """EG-5.4, KI-C-135, KI-C-155."""
    if number == CASTILLO:
        return no("EG-5.4", "castillo_no_region")
    if deed(s) == Do.ARBITRATE:
        return None if s.targets >> number & 1 else no("KI-C-155", "not_named", region=("region", number))
    if DEEDS[s.step][KIND] == Scoring.BEHIND:
        counts = s.regions[number]
        if not counts[seat]:
            return none_there(s, seat, number, "KI-C-135")
        if all(counts[p] < counts[seat] for p in range(s.players) if p != seat):
            return no("KI-C-135", "in_front", region=("region", number))
    return None


def tile(s: State, seat: int, number: int) -> Answer:
    """KI-C-90, KI-6.3, KI-6.14."""
    which, where = divmod(number, CASTILLO + 1)
    at = s.tile_at[which]
    if s.turned >> which & 1:
        return no("KI-6.14", "tile_is_turned", tile=("tile", which))
    if where == CASTILLO:
        return no("KI-6.3", "regions_only")
    if at >= 0 and protected(s, at):
        return no("KI-C-95", "protected_out", region=("region", at))
    return tile_on_board(s, seat, number) or no_entry(s, where)


def grande(s: State, seat: int, number: int) -> Answer:
    """KI-C-80."""
    here = no("KI-C-80", "same_region", region=("region", number)) if number == s.grande[seat] else None
    return here or no_entry(s, number)


def king(s: State, seat: int, number: int) -> Answer:
    """KI-3.1, KI-C-160."""
    if number >= CASTILLO:
        return no(deed_rule(s), "not_abroad", place=("place", number + 1))
    if s.step >= CARDS:
        stays = number == s.king and not s.switches & Reading.KING_MAY_STAY
        return no("KI-3.1", "king_is_there", place=("place", number)) if stays else None
    if number == s.king:
        return no("KI-C-160", "king_is_there", place=("place", number))
    if PLACE_IDS[number] not in next_to_king(s):
        return no("KI-C-160", "not_adjacent", region=("region", number), place=("place", s.king))
    return None


# ------------------------------------------------------------ secrets, strangers, lying cards


def double(s: State, seat: int, number: int) -> Answer:
    """KI-6.4."""
    gone = any(s.double_at[p] == number + 1 for p in range(s.players) if p != seat)
    return no("KI-6.4", "region_card_gone", region=("region", number)) if gone else None


def name(s: State, seat: int, number: int) -> Answer:
    """KI-C-155."""
    if number >= s.players:
        return no("KI-C-155", "no_such_colour", seat=("seat", number))
    return no("KI-C-155", "name_another") if number == seat else None


def stranger(s: State, seat: int, number: int) -> Answer:
    """KI-C-75, KI-6.14."""
    return no_room(s, number)


def turn(s: State, seat: int, number: int) -> Answer:
    """KI-C-73."""
    return None if s.tile_at[number] >= 0 else no("KI-C-73", "tile_beside", tile=("tile", number))


def remove(s: State, seat: int, number: int) -> Answer:
    """KI-C-125."""
    whose, which = divmod(number, len(LYING_IDS))
    if whose >= s.players:
        return no("KI-C-125", "no_such_colour", seat=("seat", whose))
    there = (s.spies >> whose & 1, s.limit_at[whose], s.strangers[whose])[which]
    return None if there else no("KI-C-125", "not_lying", seat=("seat", whose), lying=("lying", which))


CHECKS: dict[str, Check] = {
    "discard": discard, "lay": lay, "role": role, "court": court, "recall": recall, "done": done, "place": place,
    "action": action, "end": end, "veto": never, "allow": never, "take": take, "to": to, "region": region,
    "return_own": return_own, "return_of": return_of, "dial": dial, "score": score, "tile": tile, "grande": grande, "king": king,
    "throw": throw, "double": double, "name": name, "stranger": stranger, "wait": never, "turn": turn, "remove": remove,
}
