"""What may be done at each moment."""
from ...kernel import allow, allow_set, lowest_bit, rule
from .actions import SHOP_STEPS, Act
from .business import forgeable
from .fields import extras_left
from .landing import can_go_on, packed_hand
from .pawns import rivals_of
from .tables import HIGH, LOW, MASTER_KINDS, PRICE, ROAD, STEPS, TYPE_OF, VALUES


@rule
def legal_turn(s, seat, mask):
    """TO-2: draw, place a shop, put a pawn back, or move."""
    allow(mask, Act.DRAW)
    allow_shops(s, seat, mask)
    if s.one[seat]:
        allow_set(mask, Act.BACK, s.one[seat] >> 1)
    allow_moves(s, seat, standing_pawns(s, seat), mask)


@rule
def legal_more(s, seat, mask):
    """TO-4.3: a further card, or the end."""
    allow_moves(s, seat, standing_pawns(s, seat), mask)
    allow(mask, Act.END)


@rule
def legal_full(s, seat, mask):
    """TO-4.4: a duel, or on with the same pawn."""
    allow_duels(s, seat, mask)
    allow_moves(s, seat, 1 << s.spot, mask)


@rule
def legal_sword(s, seat, mask):
    """TO-5.3: a sword that can be forged."""
    allow_swords(forgeable(s, seat), Act.SWORD, mask)


@rule
def legal_deliver(s, seat, mask):
    """TO-6.1: a sword, or none."""
    allow_swords(s.blades[seat], Act.DELIVER, mask)
    allow(mask, Act.DELIVER_NONE)


@rule
def legal_master(s, seat, mask):
    """TO-5.3: a fencing tile that is left."""
    for kind in range(MASTER_KINDS):
        if s.masters_left[kind] > 0:
            allow(mask, Act.MASTER + kind)


@rule
def legal_return(s, seat, mask):
    """TO-5.3: one of the old fencing tiles."""
    for kind in range(MASTER_KINDS):
        if s.masters[seat][kind] > 1 or (s.masters[seat][kind] == 1 and kind != s.taken):
            allow(mask, Act.RETURN + kind)


@rule
def standing_pawns(s, seat):
    """The steps from which a seat can move a pawn."""
    if s.home[seat] > 0:
        return s.one[seat] | 1
    return s.one[seat]


@rule
def allow_shops(s, seat, mask):
    """TO-3.1: every tile not yet placed, on every empty lot."""
    lots = (ROAD & ~s.built) >> 1
    tiles = s.supply[seat]
    if lots != 0:
        while tiles != 0:
            allow_set(mask, Act.SHOP + lowest_bit(tiles) * SHOP_STEPS, lots)
            tiles &= tiles - 1


@rule
def allow_moves(s, seat, pawns, mask):
    """TO-4, TO-8.1: first cards, cards of the same value, and extra cards, for pawns on some steps."""
    if s.held[seat] == 0 or pawns == 0:
        return
    extras = extras_left(s, seat)
    if s.series == 0 and s.opening > 0:
        extras = 0
    first = 1
    last = VALUES
    if s.series > 0 and extras <= 0:
        first = s.series
        last = first
    good = s.room
    own = s.built & ~good
    if own:
        rivals = rivals_of(s, seat)
        good |= own & rivals
        own &= ~rivals
    low = s.hand[seat][0]
    high = s.hand[seat][1]
    for value in range(first, last + 1):
        if (low & LOW[value]) | (high & HIGH[value]):
            sure = pawns & (good >> value)
            doubtful = pawns & (own >> value)
            if sure | doubtful:
                if s.series == value or (s.series == 0 and s.opening != value):
                    allow_set(mask, Act.MOVE + (value - 1) * STEPS, sure)
                    if doubtful:
                        allow_doubtful(s, seat, value, doubtful, 0, good, own, mask)
                if extras > 0:
                    allow_set(mask, Act.EXTRA + (value - 1) * STEPS, sure)
                    if doubtful:
                        allow_doubtful(s, seat, value, doubtful, 1, good, own, mask)


@rule
def allow_doubtful(s, seat, value, pawns, extra, good, own, mask):
    """TO-4.4: moves that land among own pawns only, where the pawn can go on from there with further cards."""
    hand = packed_hand(s, seat) - (1 << (7 * value))
    extras = extras_left(s, seat) - extra
    series = s.series
    opening = 0
    action = Act.MOVE
    if extra:
        action = Act.EXTRA
        if series == 0:
            opening = value
    else:
        series = value
    while pawns != 0:
        step = lowest_bit(pawns)
        pawns &= pawns - 1
        if can_go_on(step + value, hand, series, opening, extras, good, own):
            allow(mask, action + (value - 1) * STEPS + step)


@rule
def allow_duels(s, seat, mask):
    """TO-4.4, TO-4.5: any opposing pawn on the full space may be challenged."""
    for rival in range(s.players):
        if rival != seat and s.one[rival] >> s.spot & 1:
            allow(mask, Act.DUEL + rival)


@rule
def legal_business(s, seat, mask):
    """TO-5.2, TO-5.4: free in a player's own shop, else for one card of at least the row's price; or not at all."""
    if s.owner[s.spot] == seat:
        allow(mask, Act.FREE)
    else:
        low = s.hand[seat][0]
        high = s.hand[seat][1]
        for value in range(PRICE[s.spot], VALUES + 1):
            if (low & LOW[value]) | (high & HIGH[value]):
                allow(mask, Act.PAY + value - 1)
    allow(mask, Act.SKIP)


@rule
def allow_swords(swords, action, mask):
    """One action per prestige among some sword tiles."""
    while swords != 0:
        allow(mask, action + TYPE_OF[lowest_bit(swords)])
        swords &= swords - 1
