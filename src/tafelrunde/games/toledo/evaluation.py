"""What a position of Toledo is worth, and what a player would rather do. This is for bots and not
part of the rules.

Worths are hundredths of a point.  Besides the points so far, these count: swords that can still be
brought in, metal and gems that can be forged, cards to move with, own shops, fencing tiles, and how
far the pawns are.
"""
from __future__ import annotations

from ...kernel import count_bits, leave_out, lowest_bit, random_below, rule, table
from .actions import SHOP_STEPS, Act
from .alcazar import pawns_inside, points
from .business import forgeable
from .fields import Phase
from .tables import FIRST_GATE, MASTER_KINDS, PAWNS, PRICE, STEPS, SWORD_VALUE, SWORD_VALUES, Kind, Master

PARTS = ("points", "swords", "stuff", "cards", "shops", "fencing", "pawns")
NOW, SWORDS, STUFF, CARDS, SHOPS, FENCING, ROAD = range(7)
HORIZON = 30
TRUST = 5

SHOP_WORTH = table([0, 110, 110, 120, 55])
"""A player's own shop, by kind of business."""
METAL_WORTH, GEM_WORTH = 120, 120
CARD_WORTH = table([0, 75, 145, 210, 270, 325, 375, 420, 460, 495, 525, 550, 570])
MOST_CARDS = 12
MOVEMENT = 225
"""A movement tile saves a little more time than its cost at the end."""
STEP = 9
"""What a pawn's step toward the Alcazar is worth while there are swords to bring in."""
TYPE_VALUE = table(SWORD_VALUES)


@rule
def judge(s, worth):
    """Every seat's worth, part by part."""
    late = lateness(s)
    for p in range(s.players):
        worth[NOW][p] = 100 * points(s, p)
        for k in range(SWORDS, ROAD + 1):
            worth[k][p] = 0
        if s.phase != Phase.OVER:
            pawns = PAWNS - pawns_inside(s, p)
            worth[SWORDS][p] = undelivered(s, p, pawns) * (8 - 2 * late) // 8
            worth[STUFF][p] = (METAL_WORTH * s.metal[p] + GEM_WORTH * s.gems[p]) * (4 - late) // 4
            worth[CARDS][p] = CARD_WORTH[min(s.held[p], MOST_CARDS)] * (4 - late) // 4
            worth[SHOPS][p] = shops(s, p) * (4 - late) // 4
            worth[FENCING][p] = fencing(s, p) * (4 - late) // 4
            worth[ROAD][p] = progress(s, p) * (4 - late) // 4


@rule
def lateness(s):
    """How near the end is: 0 at first, 3 in the last round."""
    if s.last_round >= 0:
        return 3
    most = 0
    for p in range(s.players):
        most = max(most, pawns_inside(s, p))
    return most


@rule
def undelivered(s, seat, pawns):
    """What the seat's swords gain by being brought in, the best first, one pawn each."""
    swords = s.blades[seat]
    total = 0
    while swords != 0:
        sword = lowest_bit(swords)
        swords &= swords - 1
        total += 100 * (SWORD_VALUE[sword] - SWORD_VALUE[sword] // 2)
    n = count_bits(s.blades[seat])
    if n > pawns and n > 0:
        total = total * pawns // n
    return total * 3 // 4


@rule
def shops(s, seat):
    """The seat's shops on the road; those with two circles and expensive ones count a little more.
    """
    total = 0
    for step in range(1, FIRST_GATE):
        if s.owner[step] == seat and s.shop[step] < Kind.TAVERN:
            total += SHOP_WORTH[s.shop[step]] + 6 * PRICE[step]
            if s.double >> step & 1:
                total += 15
    return total


@rule
def fencing(s, seat):
    """Fencing tiles: the first of each colour counts most."""
    total = MOVEMENT * s.masters[seat][Master.MOVEMENT]
    for kind in range(MASTER_KINDS):
        if kind != Master.MOVEMENT and s.masters[seat][kind] > 0:
            total += 60 + 15 * (s.masters[seat][kind] - 1)
    return total


@rule
def progress(s, seat):
    """Pawns on the road, by how far they are; swords in hand make this worth more."""
    total = 0
    for step in range(1, FIRST_GATE):
        total += step * ((s.one[seat] >> step & 1) + (s.two[seat] >> step & 1))
    if s.blades[seat] != 0:
        return total * STEP * 3 // 2
    return total * STEP


@rule
def spread(s):
    """The nearer the end, the more a lead is worth."""
    return 260 + 130 * (3 - lateness(s))


# ------------------------------------------------------------ what a player would rather do


@rule
def prefer(s, seat, action):
    """A quick guess for playouts and for the order in which actions are tried."""
    if action == Act.DRAW:
        return 30 - 4 * min(s.held[seat], 10)
    if action < Act.BACK:
        return SHOP_WORTH[(action - Act.SHOP) // (2 * SHOP_STEPS) + 1] // 4
    if action < Act.MOVE:
        return -80
    if action < Act.EXTRA:
        return landing_sense(s, seat, (action - Act.MOVE) // STEPS + 1, (action - Act.MOVE) % STEPS)
    if action < Act.DUEL:
        return landing_sense(s, seat, (action - Act.EXTRA) // STEPS + 1, (action - Act.EXTRA) % STEPS) - 5
    if action < Act.FREE:
        return 10
    if action == Act.FREE:
        return 100
    if action < Act.SKIP:
        return business_sense(s, seat, s.spot) - 6 * (action - Act.PAY + 1 - PRICE[s.spot])
    if action == Act.SKIP:
        return 0
    if action < Act.MASTER:
        return 10 * TYPE_VALUE[action - Act.SWORD]
    if action < Act.RETURN:
        if action - Act.MASTER == Master.MOVEMENT or s.masters[seat][action - Act.MASTER] == 0:
            return 10
        return 0
    if action < Act.DELIVER:
        return 0
    if action < Act.DELIVER_NONE:
        return 10 * TYPE_VALUE[action - Act.DELIVER]
    return -20


@rule
def idle(s, seat, action):
    """TO-R1: drawing although there is nothing to draw."""
    return action == Act.DRAW and s.pile_left == 0 and (s.discards[0] | s.discards[1]) == 0


@rule
def landing_sense(s, seat, value, step):
    """What a move brings: progress, business, or a sword inside."""
    target = step + value
    if target >= FIRST_GATE:
        if s.blades[seat] != 0:
            return 90
        return -10
    total = 6 + value
    if s.room >> target & 1 == 0:
        total -= 15
    return total + business_sense(s, seat, target) // 2


@rule
def business_sense(s, seat, step):
    """What the business on a step is worth to a seat now."""
    kind = s.shop[step]
    if kind == Kind.SMITH:
        best = 0
        swords = forgeable(s, seat)
        while swords != 0:
            best = max(best, SWORD_VALUE[lowest_bit(swords)])
            swords &= swords - 1
        return 20 * best
    if kind == Kind.METAL or kind == Kind.GEM:
        return 60
    if kind == Kind.ARTIST:
        return 50
    if kind == Kind.TAVERN:
        return 50 - 4 * min(s.held[seat], 12)
    if kind == Kind.FENCING:
        return 25
    return 0


@rule
def narrow(s, seat, mask, n):
    """Shops can be placed in a hundred ways and pawns put back at any time: most playouts draw from
    other things.
    """
    if s.phase != Phase.TURN:
        return n
    if random_below(s, 4) > 0:
        n = leave_out(mask, n, Act.SHOP, Act.BACK)
    return leave_out(mask, n, Act.BACK, Act.MOVE)
