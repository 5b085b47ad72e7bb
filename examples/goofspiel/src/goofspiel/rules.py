"""The rules of Goofspiel, in the subset that runs interpreted, compiled and on a GPU."""

from tafelrunde.kernel import allow_set, count_bits, draw_bit, emit, nth_bit, random_below, rule

from .state import EVERY_CARD, Act, Event


@rule
def setup(s):
    """GO-1: everybody holds thirteen cards; the first prize is turned up."""
    for seat in range(s.players):
        s.hand[seat] = EVERY_CARD
    s.prizes = EVERY_CARD
    turn_up(s)


@rule
def turn_up(s):
    """GO-2: the next prize is drawn and added to what is at stake."""
    prize = draw_bit(s, s.prizes)
    emit(s, Event.PRIZE, prize)
    s.prizes &= ~(1 << prize)
    s.stake += prize + 1


@rule
def pending(s):
    """GO-3: everybody who has not bid yet, all at once."""
    seats = 0
    if s.over == 0:
        for seat in range(s.players):
            if s.bid[seat] == 0:
                seats |= 1 << seat
    return seats


@rule
def legal(s, seat, mask):
    """GO-3: any card of the hand."""
    allow_set(mask, Act.BID, s.hand[seat])


@rule
def asks(s, seat):
    """A lone last card is played automatically, because everybody knows it."""
    return False


@rule
def apply(s, seat, action):
    """GO-3: lay a card face down; the last one to do so opens them all."""
    s.bid[seat] = action - Act.BID + 1
    if pending(s) == 0:
        open_bids(s)


@rule
def open_bids(s):
    """GO-4: the highest card alone wins what is at stake."""
    best, winner = 0, -1
    for seat in range(s.players):
        bid = s.bid[seat]
        emit(s, Event.BID, seat, bid - 1)
        if bid > best:
            best, winner = bid, seat
        elif bid == best:
            winner = -1
        s.hand[seat] &= ~(1 << bid - 1)
        s.bid[seat] = 0
    award(s, winner)
    if s.prizes == 0:
        s.over = 1
    else:
        turn_up(s)


@rule
def award(s, winner):
    """GO-4, GO-5: the winner scores; after a tie the prize stays, or is lost."""
    if winner >= 0:
        s.score[winner] += s.stake
        emit(s, Event.WON, winner, s.stake)
        s.stake = 0
    else:
        emit(s, Event.TIED, s.stake)
        if s.discards:
            s.stake = 0


@rule
def resample(s, seat):
    """Redraw: cards that others have laid face down could be any of their hands."""
    for other in range(s.players):
        if other != seat and s.bid[other] > 0:
            held = s.hand[other]
            s.bid[other] = 1 + nth_bit(held, random_below(s, count_bits(held)))


@rule
def points(s, seat):
    """GO-6: what was won."""
    return s.score[seat]


@rule
def broken(s):
    """0, or the number of the invariant that does not hold."""
    for seat in range(s.players):
        if count_bits(s.hand[seat]) != count_bits(s.hand[0]):
            return 1
        if s.bid[seat] > 0 and not s.hand[seat] >> s.bid[seat] - 1 & 1:
            return 2
    return 0
