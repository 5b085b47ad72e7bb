"""What a position of El Grande is worth, and what a player would rather do: for bots, not for the
law.

Worths are hundredths of a point.  A seat's worth is what it has, what its caballeros would earn if
everything were scored as it stands (softened: a place just missed is worth something, a narrow lead
less than a safe one), and what its court and its power cards promise.
"""
from __future__ import annotations

from ...kernel import lowest_bit, rule, table
from .actions import PLACES as PLACES_OF_ACTIONS
from .actions import Act
from .fields import Part, Phase
from .scoring import grandes_bonus, kings_bonus, table_of
from .tables import CASTILLO, PLACES, REGIONS, TABLES, TO_COURT

PARTS = ("points", "regions", "castillo", "court", "power")
OVERLOOKED = ("power",)
POINTS, IN_REGIONS, IN_CASTILLO, AT_COURT, IN_HAND = range(5)
HORIZON = 40
TRUST = 5

HOLD = table([150, 145, 160, 175, 125, 135, 145, 90, 95, 100])
"""By round: how often (in hundredths) what stands on the board will still be scored, later scorings
for less.
"""
COURT = table([0, 60, 115, 165, 210, 250, 285, 315, 340, 360, 375, 385, 390])
"""What caballeros at court promise; more than can be placed soon add little."""
MOST_COURT = 12
ORDER = 14
"""The worth of one unit of a power card's value, in hand or on the table."""
CLOSE = 60
"""A place that looks worse by no more than this is still worth a try."""
WIDTH = len(PLACES_OF_ACTIONS)


@rule
def earned(s, counts, place, seat, n):
    """What a colour would earn at a place with n caballeros: seven parts the ranking (EG-8), three
    parts its share.
    """
    if n <= 0:
        return 0
    row = table_of(s, place)
    used = 0
    tied = 0
    total = n
    for q in range(s.colours):
        if q != seat:
            m = counts[q]
            total += m
            if m == n:
                tied = 1
            elif m > n:
                same = 0
                for o in range(q):
                    if o != seat and counts[o] == m:
                        same += 1
                if same < 2:
                    used += 1
    rank = used + tied
    found = 0
    if rank < s.paid:
        found = 700 * TABLES[row][rank] // 10
        if rank == 0:
            found += 70 * (kings_bonus(s, place) + grandes_bonus(s, seat, place))
    return found + 30 * (TABLES[row][0] + TABLES[row][1]) * n // (total + 2)


@rule
def earned_here(s, place, seat, more):
    """What a colour would earn at a place with some more (or fewer) caballeros than it has."""
    if place == CASTILLO:
        return earned(s, s.castillo, CASTILLO, seat, s.castillo[seat] + more)
    return earned(s, s.regions[place], place, seat, s.regions[place][seat] + more)


@rule
def best_landing(s, seat, n):
    """What n caballeros from the castillo add where they add most."""
    best = 0
    for r in range(REGIONS):
        if s.no_entry >> r & 1 == 0:
            best = max(best, earned_here(s, r, seat, n) - earned_here(s, r, seat, 0))
    return best


@rule
def judge(s, worth):
    """Every seat's worth, part by part."""
    for p in range(s.players):
        judge_board(s, worth, p)
        if s.phase != Phase.OVER:
            worth[AT_COURT][p] = promised(s, p, TO_COURT[s.played[p]])
            worth[IN_HAND][p] = held_power(s, p)


@rule
def judge_board(s, worth, p):
    """What a seat has, and what its caballeros on the board would earn."""
    worth[POINTS][p] = 100 * s.score[p]
    for k in range(IN_REGIONS, IN_HAND + 1):
        worth[k][p] = 0
    if s.phase != Phase.OVER:
        total = 0
        for r in range(REGIONS):
            if s.regions[r][p] > 0:
                total += earned(s, s.regions[r], r, p, s.regions[r][p])
        worth[IN_REGIONS][p] = total * HOLD[s.marker] // 100
        if s.castillo[p] > 0:
            worth[IN_CASTILLO][p] = (earned(s, s.castillo, CASTILLO, p, s.castillo[p])
                                     + best_landing(s, p, s.castillo[p]) * 9 // 10)


@rule
def promised(s, seat, brings):
    """What the court promises, with the caballeros that this round's card will bring."""
    n = s.court[seat]
    to_come = s.played[seat] > 0 and s.acted >> seat & 1 == 0
    if to_come and s.actor != seat:
        n += min(brings, s.province[seat])
    found = COURT[min(n, MOST_COURT)]
    if s.marker == 9 and not to_come and s.played[seat] > 0:
        return 0
    return found


@rule
def held_power(s, seat):
    """What the power cards promise: those in hand, as many as rounds are left, and the turn that
    one has bought.
    """
    found = 0
    left = 9 - s.marker
    v = 13
    while left > 0 and v > 0:
        if s.hand[seat] >> v & 1:
            found += ORDER * v
            left -= 1
        v -= 1
    if s.played[seat] > 0 and s.acted >> seat & 1 == 0:
        found += ORDER * s.played[seat]
    return found


@rule
def spread(s):
    """The later the round, the more a lead is worth."""
    return 350 + 130 * (9 - s.marker)


# ------------------------------------------------------------ what a player would rather do


@rule
def prefer(s, seat, action):
    """A quick guess for playouts and for the order in which actions are tried."""
    phase = s.phase
    if phase == Phase.MENU or phase == Phase.PLACING or phase == Phase.EXTRA:
        if action == Act.END:
            return -100
        if action == Act.DONE:
            return -50
        if action == Act.ACTION:
            return 60
        return gain_of(s, seat, action - Act.PLACE)
    if phase == Phase.TAKE:
        return prefer_take(s, seat, action)
    if phase == Phase.TO:
        return prefer_to(s, seat, action - Act.TO)
    if phase == Phase.COURT:
        return action - Act.COURT
    if phase == Phase.CARD:
        return 20 * PLACES[action - Act.CARD]
    if phase == Phase.DIAL:
        return prefer_dial(s, seat, action - Act.DIAL)
    if phase == Phase.POWER:
        return 0
    return prefer_special(s, seat, action)


@rule
def narrow(s, seat, mask, n):
    """Where caballeros are set, taken or moved, a playout draws from what looks best; elsewhere
    from everything.
    """
    phase = s.phase
    if phase == Phase.POWER or phase == Phase.CARD or phase == Phase.COURT:
        return n
    kept = n
    most = 0
    least = 0
    seen = 0
    w = 0
    while seen < n:
        word = mask[w]
        while word:
            action = 32 * w + lowest_bit(word)
            word &= word - 1
            wanted = prefer(s, seat, action)
            if seen == 0 or wanted > most:
                most = wanted
            if wanted < most - CLOSE:
                mask[w] &= ~(1 << (action & 31))
                kept -= 1
            elif seen == 0 or wanted < least:
                least = wanted
            seen += 1
        w += 1
    if least < most - CLOSE:
        return left_out_below(s, seat, mask, kept, most - CLOSE)
    return kept


@rule
def left_out_below(s, seat, mask, n, least):
    """Take the actions that look worse than something out of a mask of n; how many are left."""
    kept = n
    seen = 0
    w = 0
    while seen < n:
        word = mask[w]
        while word:
            action = 32 * w + lowest_bit(word)
            word &= word - 1
            if prefer(s, seat, action) < least:
                mask[w] &= ~(1 << (action & 31))
                kept -= 1
            seen += 1
        w += 1
    return kept


@rule
def gain_of(s, seat, place):
    """What one more caballero at a place is worth to its owner."""
    gain = earned_here(s, place, seat, 1) - earned_here(s, place, seat, 0)
    if place == CASTILLO:
        return gain + 60
    return gain


@rule
def prefer_take(s, seat, action):
    """Take the seat's own caballeros where they earn least, others' where they earn most."""
    if action == Act.DONE:
        return 0
    colour = (action - Act.TAKE) // REGIONS
    region = (action - Act.TAKE) % REGIONS
    lost = earned_here(s, region, colour, 0) - earned_here(s, region, colour, -1)
    if colour == seat:
        return 80 - lost
    return lost


@rule
def prefer_to(s, seat, place):
    """The seat's own caballero goes where it earns most, another's where it earns least."""
    gain = earned_here(s, place, s.held, 1) - earned_here(s, place, s.held, 0)
    if s.held == seat:
        return gain
    return -gain


@rule
def prefer_dial(s, seat, region):
    """In a general scoring where the castillo's caballeros add most; for a card where least is
    lost.
    """
    n = s.castillo[seat]
    if s.part == Part.SCORING:
        if s.no_entry >> region & 1:
            return 0
        return earned_here(s, region, seat, n) - earned_here(s, region, seat, 0)
    return -earned_here(s, region, seat, 0)


@rule
def prefer_special(s, seat, action):
    """Decisions that the cards' special actions ask for."""
    phase = s.phase
    if phase == Phase.SCORE:
        return advantage(s, seat, action - Act.SCORE)
    if phase == Phase.GRANDE:
        return earned_here(s, action - Act.GRANDE, seat, 0)
    if phase == Phase.KING and action - Act.KING < REGIONS:
        return earned_here(s, action - Act.KING, seat, 0)
    if phase == Phase.RETURN_OWN:
        if action == Act.RETURN_OWN + REGIONS:
            return -60
        return earned_here(s, action - Act.RETURN_OWN, seat, -1) - earned_here(s, action - Act.RETURN_OWN, seat, 0)
    if phase == Phase.RETURN_OF:
        colour = (action - Act.RETURN_OF) // REGIONS
        region = (action - Act.RETURN_OF) % REGIONS
        return earned_here(s, region, colour, 0) - earned_here(s, region, colour, -1)
    if phase == Phase.TILE:
        place = (action - Act.TILE) % WIDTH
        if action - Act.TILE < WIDTH:
            return advantage(s, seat, place)
        return -advantage(s, seat, place)
    return 0


@rule
def advantage(s, seat, place):
    """What a seat earns at a place beyond the best of the others."""
    most = 0
    for q in range(s.players):
        if q != seat:
            most = max(most, earned_here(s, place, q, 0))
    return earned_here(s, place, seat, 0) - most


@rule
def believe(s, seat):
    """Take back what others dialled or passed on in secret while the seat still has to decide."""
    if s.waiting >> seat & 1:
        for p in range(s.players):
            if p != seat:
                if s.phase == Phase.DIAL and s.dial[p] >= 0:
                    reopen_dial(s, p)
                if s.phase == Phase.PASS and s.passed[p] > 0:
                    s.passed[p] = 0
                    s.waiting |= 1 << p


@rule
def reopen_dial(s, p):
    """A dial that may be set again."""
    s.dial[p] = -1
    s.waiting |= 1 << p
