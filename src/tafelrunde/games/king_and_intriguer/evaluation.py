"""What a position of König & Intrigant is worth, and what a player would rather do: for bots, not
for the law.

The board is judged as in El Grande.  To that comes what a hand of cards promises: each card has a
usual worth, and a card that lies has the worth of what it will do now, with the caballeros that its
turn places and the role that it may bring.
"""
from __future__ import annotations

from ...kernel import count_bits, nth_bit, random_below, rule, table
from ..el_grande.evaluation import (
    AT_COURT,
    COURT,
    IN_HAND,
    IN_REGIONS,
    MOST_COURT,
    advantage,
    earned_here,
    gain_of,
    judge_board,
    prefer_dial,
    promised,
    reopen_dial,
)
from ..el_grande.evaluation import narrow as narrow_on_board
from ..el_grande.evaluation import prefer as prefer_on_board
from ..el_grande.evaluation import spread as spread_of_el_grande
from ..el_grande.scoring import table_of
from ..el_grande.tables import CASTILLO, REGIONS, TABLES
from .actions import Act
from .cards import may_choose_role
from .deeds import brings, most_on, row_of, value_of
from .fields import Part, Phase
from .lying import unseen_cards
from .scoring import behind
from .tables import (
    BLANK,
    CABALLERO_CARDS,
    CARD_IDS,
    CARDS,
    DEEDS,
    HIGHEST,
    JOKER,
    KIND,
    LYING_IDS,
    TEN,
    TO_COURT,
    VALUE,
    VERB,
    Do,
    Scoring,
)

PARTS = ("points", "regions", "castillo", "court", "hand")
OVERLOOKED = ("hand",)
HORIZON = 40
TRUST = 20
spread = spread_of_el_grande

USUAL: dict[str, int] = {
    "10": 0, "13": 70, "15": 30, "20": 130, "23": 110, "25": 110, "30": 140, "35": 90, "40": 130, "43": 220, "50": 30,
    "53": 140, "60": 260, "66": 60, "70": 140, "73": 70, "75": 110, "80": 180, "83": 60, "90": 160, "95": 100, "100": 240,
    "110": 150, "113": 140, "120": 250, "125": 20, "130": 300, "135": 140, "140": 70, "145": 330, "150": 360, "153": 160,
    "155": 160, "160": 120, "170": 160, "180": 0, "joker": 0,
}
"""What a card's special action is worth to a player who waits for the right moment, in hundredths
of a point.
"""
KING, INTRIGUER = 190, 150
"""What the roles' actions are worth."""
PLACED = 62
"""What a caballero is worth that a turn places."""
TAKEN = 42
"""What a caballero is worth that a card brings to court, before the court is known."""
SPARE = 15
"""What a card is worth that will probably never be laid, in hundredths of its usual worth."""
ACTING = table([USUAL[id_] for id_ in CARD_IDS[:BLANK]])
HELD = table([140 if id_ == "joker" else ACTING[i] + TAKEN * TO_COURT[i] + PLACED * (100 + 400 * VALUE[i] // 180) // 100
              + {"10": INTRIGUER, "180": KING}.get(id_, 0) for i, id_ in enumerate(CARD_IDS[:BLANK])])
"""What a card in hand is worth."""
RANKED = table([*range(BLANK, CARDS), *sorted(range(BLANK), key=lambda i: -HELD[i])])
"""The cards in the order in which they will be laid, the best first; a table's own cards were made
to be laid.
"""
LYING = len(LYING_IDS)
NUMBERED = (1 << JOKER) - 1
"""The cards with printed numbers, in order of value, as a set."""


@rule
def judge(s, worth):
    """Every seat's worth, part by part."""
    for p in range(s.players):
        judge_board(s, worth, p)
    if s.phase != Phase.OVER:
        for p in range(s.players):
            if s.double_at[p] > 0:
                double_worth(s, worth, s.double_at[p] - 1)
            coming = 0
            if s.played[p] > 0:
                coming = brings(s, s.played[p] - 1)
            worth[AT_COURT][p] = promised(s, p, coming)
            worth[IN_HAND][p] += hand_worth(s, p)
            if s.played[p] > 0 and s.acted >> p & 1 == 0:
                worth[IN_HAND][p] += laid_worth(s, p, s.played[p] - 1)


@rule
def double_worth(s, worth, region):
    """KI-C-130: what a region pays counts twice in the next general scoring."""
    for p in range(s.players):
        if s.regions[region][p] > 0:
            worth[IN_REGIONS][p] += earned_here(s, region, p, 0)


@rule
def rounds_left(s):
    """The rounds after this one."""
    left = 9 - s.marker
    if s.short_game:
        left = (left * 2 + 2) // 3
    return left


@rule
def hand_worth(s, seat):
    """The best cards in hand, as many as will still be laid; the others count a little."""
    left = rounds_left(s)
    if s.played[seat] == 0 and s.part != Part.SCORING:
        left += 1
    found = 0
    for k in range(CARDS):
        card = RANKED[k]
        if s.hand[seat] >> card & 1:
            if left > 0:
                found += held_worth(s, card)
                left -= 1
            elif s.marker < 9:
                found += held_worth(s, card) * SPARE // 100
    return found


@rule
def held_worth(s, card):
    """What a card in hand is worth; a blank card counts what its table gave it."""
    if card < BLANK:
        return HELD[card]
    return ACTING[row_of(s, card)] + TAKEN * brings(s, card) + PLACED * (100 + 400 * value_of(s, card) // 180) // 100


# ------------------------------------------------------------ what a card does when its turn comes


@rule
def laid_worth(s, seat, card):
    """What a card on the table will bring: caballeros placed, the role it may bring, its own
    action.
    """
    if card == JOKER:
        return HELD[JOKER] + 200
    above = 0
    king = 1000
    intriguer = 1000
    for p in range(s.players):
        if p != seat:
            chance = chance_above(s, p, card)
            above += chance
            king = king * (1000 - chance) // 1000
            intriguer = intriguer * chance // 1000
    n = CABALLERO_CARDS[s.players][above // 1000] * (1000 - above % 1000)
    if above % 1000:
        n += CABALLERO_CARDS[s.players][above // 1000 + 1] * (above % 1000)
    n = min(n, 1000 * (s.court[seat] + brings(s, card)))
    own = action_worth(s, seat, card)
    as_king = KING
    as_intriguer = INTRIGUER
    if may_choose_role(s, card):
        as_king = max(KING, own)
        as_intriguer = max(INTRIGUER, own)
    if s.role[seat] > 0:
        king = 0
        intriguer = 0
    return (n * PLACED + king * as_king + intriguer * as_intriguer + (1000 - king - intriguer) * own) // 1000


@rule
def chance_above(s, seat, card):
    """How likely a seat is to act before a card, in thousandths; certain once it has laid."""
    if s.played[seat] > 0 and s.played[seat] - 1 != JOKER:
        if value_of(s, s.played[seat] - 1) > value_of(s, card):
            return 1000
        return 0
    return 1000 * higher_cards(s, card) // (count_bits(s.offered) - 1)


@rule
def higher_cards(s, card):
    """How many of the cards that everybody chose from are higher."""
    found = 0
    if card < BLANK:
        found = count_bits((s.offered & NUMBERED) >> (card + 1))
    else:
        for other in range(JOKER):
            if s.offered >> other & 1 and VALUE[other] > value_of(s, card):
                found += 1
    for blank in range(BLANK, CARDS):
        if s.offered >> blank & 1 and value_of(s, blank) > value_of(s, card):
            found += 1
    return found


@rule
def action_worth(s, seat, card):
    """What a card's special action would be worth on the board as it stands."""
    if s.role[seat] == 1 or card == HIGHEST:
        return KING
    if s.role[seat] == 2 or card == TEN:
        return INTRIGUER
    row = row_of(s, card)
    verb = DEEDS[row][VERB]
    if verb == Do.SCORE:
        return score_worth(s, seat, DEEDS[row][KIND], most_on(s, card))
    if verb == Do.BALLOT or verb == Do.ARBITRATE:
        return max(0, best_net(s, seat, (1 << REGIONS) - 1)) // 2
    if verb == Do.DOUBLE:
        return max(0, best_net(s, seat, (1 << REGIONS) - 1))
    if verb == Do.LEVY:
        found = 0
        for p in range(s.players):
            if p != seat:
                found += COURT[min(s.court[p], MOST_COURT)]
        return found * 2 // (3 * (s.players - 1))
    return ACTING[row]


@rule
def score_worth(s, seat, kind, values):
    """What a scoring by a card brings beyond what it brings the others."""
    if kind == Scoring.CASTILLO:
        return net(s, seat, CASTILLO)
    if kind == Scoring.VALUES:
        found = 0
        for r in range(REGIONS):
            if values >> TABLES[table_of(s, r)][0] & 1:
                found += net(s, seat, r)
        return found
    if kind == Scoring.BEHIND:
        return best_net(s, seat, behind(s, seat))
    return best_net(s, seat, (1 << REGIONS) - 1)


@rule
def net(s, seat, place):
    """What a seat would earn at a place beyond the average of the others there."""
    found = 0
    for p in range(s.players):
        if p == seat:
            found += earned_here(s, place, p, 0) * (s.players - 1)
        else:
            found -= earned_here(s, place, p, 0)
    return found // (s.players - 1)


@rule
def best_net(s, seat, regions):
    """The best of some regions to score; 0 if there is none."""
    best = 0
    first = 1
    for r in range(REGIONS):
        if regions >> r & 1:
            found = net(s, seat, r)
            if first or found > best:
                best = found
                first = 0
    return best


# ------------------------------------------------------------ what a player would rather do


@rule
def prefer(s, seat, action):
    """A quick guess for playouts and for the order in which actions are tried."""
    phase = s.phase
    if phase == Phase.DIAL:
        return prefer_region(s, seat, action - Act.DIAL)
    if phase == Phase.REGION:
        return -net(s, seat, action - Act.REGION)
    if phase <= Phase.EXTRA:
        return prefer_on_board(s, seat, action)
    if phase == Phase.LAY or phase == Phase.SECOND:
        card = action - Act.LAY
        return laid_worth(s, seat, card) - HELD[card]
    if phase == Phase.DISCARD:
        return -HELD[action - Act.DISCARD]
    if phase == Phase.FIRST_DIAL:
        return gain_of(s, seat, action - Act.DIAL)
    if phase == Phase.ROLE:
        return prefer_role(s, seat, action - Act.ROLE)
    return prefer_by_card(s, seat, action)


@rule
def narrow(s, seat, mask, n):
    """On the board a playout draws from what looks best, as in El Grande; elsewhere from
    everything.
    """
    phase = s.phase
    if phase <= Phase.EXTRA and phase != Phase.DIAL and phase != Phase.REGION:
        return narrow_on_board(s, seat, mask, n)
    return n


@rule
def prefer_region(s, seat, region):
    """A dial: in a general scoring where most is gained, for an outing where the grande pays, else
    what is worth scoring.
    """
    if s.part == Part.SCORING:
        return prefer_dial(s, seat, region)
    if DEEDS[s.step][VERB] == Do.OUTING:
        return earned_here(s, region, seat, 0)
    return net(s, seat, region)


@rule
def prefer_role(s, seat, role):
    """KI-3.3: the role, or the player's own card if that does more."""
    if role == 0:
        return KING
    if role == 1:
        return INTRIGUER
    return action_worth(s, seat, s.played[seat] - 1)


@rule
def lost_by(s, colour, region):
    """What a colour loses when one of its caballeros leaves a region."""
    return earned_here(s, region, colour, 0) - earned_here(s, region, colour, -1)


@rule
def prefer_by_card(s, seat, action):
    """Decisions that single cards and roles ask for."""
    phase = s.phase
    if phase == Phase.INTRIGUE or phase == Phase.FOLLOW:
        return prefer_leaving(s, seat, action)
    if phase == Phase.THROW:
        place = (action - Act.THROW) % (REGIONS + 1)
        if place == REGIONS:
            return -40
        if s.asked == seat:
            return -lost_by(s, seat, place)
        return lost_by(s, s.asked, place)
    if phase == Phase.WHIRLWIND:
        return -net(s, seat, action - Act.DIAL)
    if phase == Phase.SPY:
        return earned_here(s, action - Act.DIAL, seat, s.castillo[seat]) - earned_here(s, action - Act.DIAL, seat, 0)
    if phase == Phase.GATHER:
        gain = earned_here(s, action - Act.TO, s.held, s.left) - earned_here(s, action - Act.TO, s.held, 0)
        if s.held == seat:
            return gain
        return -gain
    if phase == Phase.RESTORE:
        return earned_here(s, action - Act.PLACE, seat, s.left) - earned_here(s, action - Act.PLACE, seat, 0)
    if phase == Phase.DOUBLE:
        return net(s, seat, action - Act.DOUBLE)
    if phase == Phase.STRANGER:
        if action == Act.WAIT:
            return 60
        return gain_of(s, seat, action - Act.STRANGER)
    if phase == Phase.REMOVE:
        if (action - Act.REMOVE) // LYING == seat:
            return -50
        return 0
    if phase == Phase.TURN:
        return -advantage(s, seat, s.tile_at[action - Act.TURN])
    return 0


@rule
def prefer_leaving(s, seat, action):
    """The intriguer's choice, and who follows the grande: own ones where they earn least, others'
    where they earn most.
    """
    if action == Act.DONE:
        return 0
    if action >= Act.REGION and action < Act.REGION + REGIONS:
        return 90 - lost_by(s, seat, action - Act.REGION)
    colour = (action - Act.TAKE) // REGIONS
    region = (action - Act.TAKE) % REGIONS
    if colour == seat:
        return 80 - lost_by(s, seat, region)
    return lost_by(s, colour, region)


@rule
def believe(s, seat):
    """Others put their worst cards aside; what they dialled in secret, while the seat still has to,
    is taken back.
    """
    for p in range(s.players):
        if p != seat and s.phase != Phase.DISCARD:
            believe_hand(s, p)
    if s.waiting >> seat & 1:
        for p in range(s.players):
            if p != seat:
                if (s.phase == Phase.DIAL or s.phase == Phase.FIRST_DIAL) and s.dial[p] >= 0:
                    reopen_dial(s, p)
                if s.phase == Phase.WHIRLWIND and s.whirlwind[p] > 0:
                    s.whirlwind[p] = 0
                    s.waiting |= 1 << p


@rule
def believe_hand(s, p):
    """KI-1.1: each card that was drawn as put aside changes places with one in hand that is worth
    less, if it meets one.
    """
    aside = unseen_cards(s, p) & ~s.hand[p]
    while aside and s.hand[p]:
        card = nth_bit(aside, 0)
        aside &= aside - 1
        other = nth_bit(s.hand[p], random_below(s, count_bits(s.hand[p])))
        if card < BLANK and other < BLANK and HELD[card] > HELD[other]:
            s.hand[p] = s.hand[p] & ~(1 << other) | 1 << card
