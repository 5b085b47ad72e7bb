"""TO-5: business where a pawn has just landed."""
from ...kernel import emit, lowest_bit, rule
from .cards import discard, draw_for, let_go, lowest_card, take_in
from .events import Event
from .fields import Phase
from .tables import (
    AFFORDABLE,
    MASTER_KINDS,
    MASTER_LIMIT,
    OF_TYPE,
    PAINTING,
    PAINTINGS,
    SWORD_GEMS,
    SWORD_METAL,
    SWORD_VALUE,
    TAVERN_DRAW,
    Kind,
)


@rule
def open_business(s, seat, step):
    """TO-5.1, TO-5.4: a player who has just taken a circle may do business there, if it can yield
    anything.
    """
    s.spot = step
    if is_worth_a_visit(s, seat, s.shop[step]):
        s.phase = Phase.BUSINESS
    else:
        land_done(s)


@rule
def is_worth_a_visit(s, seat, kind):
    """TO-5.4: whether a business can yield anything now.  Fencing tiles never run out: four hands
    hold twelve of 16.
    """
    if kind == Kind.METAL:
        return s.metal_left > 0
    if kind == Kind.GEM:
        return s.gems_left > 0
    if kind == Kind.SMITH:
        return forgeable(s, seat) != 0
    if kind == Kind.ARTIST:
        return s.easel < PAINTINGS
    return True


@rule
def forgeable(s, seat):
    """TO-5.3: the sword tiles on the board that a seat has the metal and gems for."""
    return s.rack & AFFORDABLE[s.metal[seat]][s.gems[seat]]


@rule
def tiles_held(s, seat):
    """Fencing tiles before a seat."""
    n = 0
    for kind in range(MASTER_KINDS):
        n += s.masters[seat][kind]
    return n


@rule
def pay(s, seat, value):
    """TO-5.2: one card, openly: to the shop's owner, or to the discards at a tavern and the
    artist.
    """
    card = lowest_card(s, seat, value)
    let_go(s, seat, card)
    owner = s.owner[s.spot]
    if owner >= 0:
        take_in(s, owner, card)
        s.known[card] = -1 - owner
        emit(s, Event.PAID, seat, value, owner)
    else:
        discard(s, card)
        emit(s, Event.PAID_TABLE, seat, value, s.shop[s.spot])
    do_business(s, seat)


@rule
def do_business(s, seat):
    """TO-5.3: what a business gives; smith and fencing master ask which."""
    kind = s.shop[s.spot]
    if kind == Kind.SMITH:
        s.phase = Phase.SWORD
        return
    if kind == Kind.FENCING:
        s.phase = Phase.MASTER
        return
    if kind == Kind.METAL:
        s.metal_left -= 1
        s.metal[seat] += 1
        emit(s, Event.METAL, seat)
    elif kind == Kind.GEM:
        s.gems_left -= 1
        s.gems[seat] += 1
        emit(s, Event.GEM, seat)
    elif kind == Kind.TAVERN:
        draw_for(s, seat, Event.TAVERN, TAVERN_DRAW)
    else:
        s.painting[s.easel] = seat
        emit(s, Event.PAINTING, seat, PAINTING[s.easel])
        while s.easel < PAINTINGS and s.painting[s.easel] >= 0:
            s.easel += 1
    land_done(s)


@rule
def forge(s, seat, kind):
    """TO-5.3: a sword tile is taken; its metal and gems go back to the stock."""
    sword = lowest_bit(s.rack & OF_TYPE[kind])
    s.rack &= ~(1 << sword)
    s.blades[seat] |= 1 << sword
    s.metal[seat] -= SWORD_METAL[sword]
    s.gems[seat] -= SWORD_GEMS[sword]
    s.metal_left += SWORD_METAL[sword]
    s.gems_left += SWORD_GEMS[sword]
    emit(s, Event.FORGED, seat, SWORD_VALUE[sword], SWORD_METAL[sword], SWORD_GEMS[sword])
    land_done(s)


@rule
def learn(s, seat, kind):
    """TO-5.3: take a fencing tile; a player who has three already gives one back."""
    old = tiles_held(s, seat)
    s.masters_left[kind] -= 1
    s.masters[seat][kind] += 1
    emit(s, Event.LEARNED, seat, kind)
    if old == MASTER_LIMIT:
        s.taken = kind
        s.phase = Phase.RETURN
    else:
        land_done(s)


@rule
def give_back(s, seat, kind):
    """TO-5.3: one of the three old tiles goes back to the board."""
    s.masters[seat][kind] -= 1
    s.masters_left[kind] += 1
    s.taken = -1
    emit(s, Event.GAVE_BACK, seat, kind)
    land_done(s)


@rule
def land_done(s):
    """A landing is finished; further cards may follow."""
    s.spot = 0
    s.phase = Phase.MORE
