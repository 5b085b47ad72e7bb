"""Secret dials: everybody sets one, then all are shown at once (EG-5.5, EG-7.1)."""
from __future__ import annotations

from ...kernel import allow_set, emit, rule
from .actions import Act
from .board import open_regions, send_back, standing_in
from .events import Event
from .fields import Part, Phase, Reading
from .scoring import score_place
from .tables import ALL_REGIONS, AT_LEAST, CASTILLO, EVERYONE, REGIONS, STEPS, VERB, Do, N


@rule
def open_dials(s, seats):
    """Ask some seats for a dial.  1 if there are none."""
    for p in range(s.players):
        s.dial[p] = -1
    s.phase = Phase.DIAL
    s.waiting = seats
    if seats == 0:
        return 1
    return 0


@rule
def set_dial(s, seat, action):
    """A dial is set in secret.  1 if it was the last."""
    s.dial[seat] = action - Act.DIAL
    s.waiting &= ~(1 << seat)
    emit(s, Event.DIAL_SET, seat)
    if s.waiting == 0:
        return 1
    return 0


@rule
def show_dials(s):
    """EG-5.5: all dials are shown at once."""
    for p in range(s.players):
        if s.dial[p] >= 0:
            emit(s, Event.DIAL_SHOWN, p, s.dial[p])


@rule
def dial_choices(s, seat):
    """The regions that a seat may dial: by the card, or all of them in a general scoring and for a
    ballot.
    """
    if s.part == Part.ACTION:
        verb = STEPS[s.step][VERB]
        if verb == Do.BATTLE:
            return battlefields(s, seat)
        if verb == Do.COUP:
            return open_regions(s) & ~(1 << s.source)
    elif s.grande[seat] == CASTILLO and s.readings & Reading.GRANDE_DIALLED_TO_KING_DIALS_ELSEWHERE:
        return open_regions(s)
    return ALL_REGIONS


@rule
def battlefields(s, seat):
    """EG-R32: where a colour stands strong enough to lose; by an option the king's region too,
    where it loses nothing.
    """
    at_least = STEPS[s.step][AT_LEAST]
    found = standing_in(s, seat, at_least)
    if s.readings & Reading.BATTLE_IN_KINGS_REGION and s.king < REGIONS and s.regions[s.king][seat] >= at_least:
        found |= 1 << s.king
    return found


@rule
def legal_dial(s, seat, mask):
    """EG-7.1: in a general scoring any region, the king's too."""
    allow_set(mask, Act.DIAL, dial_choices(s, seat))


@rule
def begin_battle(s, seat):
    """EG-C-civil_war, EG-C-skirmish: everybody who is strong enough somewhere dials; opponents
    only, or everyone (1995).
    """
    seats = 0
    for p in range(s.players):
        if p != seat or STEPS[s.step][EVERYONE]:
            if battlefields(s, p):
                seats |= 1 << p
    return open_dials(s, seats)


@rule
def resolve_battle(s):
    """Caballeros of each dialled region go back to the province: all of them, or a number."""
    for p in range(s.players):
        r = s.dial[p]
        if r >= 0 and r != s.king:
            send_back(s, p, r, min(STEPS[s.step][N], s.regions[r][p]))


@rule
def begin_coup(s, seat, region):
    """EG-C-coup: every opponent in the region dials where to go; the dummy is left out (EG-R60)."""
    s.source = region
    emit(s, Event.REGION_CHOSEN, seat, region)
    seats = 0
    for p in range(s.players):
        if p != seat and s.regions[region][p] > 0:
            seats |= 1 << p
    return open_dials(s, seats)


@rule
def resolve_coup(s):
    """Everybody who dialled moves all their caballeros there."""
    for p in range(s.players):
        r = s.dial[p]
        if r >= 0:
            n = s.regions[s.source][p]
            s.regions[s.source][p] = 0
            s.regions[r][p] += n
            emit(s, Event.DIAL_MOVED, p, r, n)


@rule
def resolve_ballot(s):
    """EG-C-secret_ballot: regions dialled by exactly one player are scored."""
    for r in range(REGIONS):
        if votes_for(s, r) == 1:
            score_place(s, r)


@rule
def votes_for(s, region):
    """How many dials show a region."""
    votes = 0
    for p in range(s.players):
        if s.dial[p] == region:
            votes += 1
    return votes


@rule
def resolve_dials(s):
    """The dials of a card are shown, and it takes effect."""
    show_dials(s)
    verb = STEPS[s.step][VERB]
    if verb == Do.BATTLE:
        resolve_battle(s)
    elif verb == Do.COUP:
        resolve_coup(s)
    else:
        resolve_ballot(s)
    clear_dials(s)


@rule
def clear_dials(s):
    """Dials are turned back."""
    for p in range(s.players):
        s.dial[p] = -1


# ------------------------------------------------------------ out of the castillo


@rule
def castillo_owners(s):
    """EG-7.1, EG-R44: the seats with a piece in the castillo, as a set."""
    seats = 0
    for p in range(s.players):
        if s.castillo[p] > 0 or s.grande[p] == CASTILLO:
            seats |= 1 << p
    return seats


@rule
def leave_castillo(s, seat, room):
    """EG-7.3: all caballeros, and the grande, go to the dialled region; with the king's they go to
    court (EG-R45).

    So do those that find no room there.
    """
    region = s.dial[seat]
    n = s.castillo[seat]
    if region >= 0:
        s.castillo[seat] = 0
        if s.no_entry >> region & 1:
            s.court[seat] += n
            emit(s, Event.CASTILLO_TO_COURT, seat, n)
        else:
            entering = min(n, room)
            if entering > 0:
                s.regions[region][seat] += entering
                emit(s, Event.LEFT_CASTILLO, seat, region, entering)
            if n > entering:
                s.court[seat] += n - entering
                emit(s, Event.CASTILLO_TO_COURT, seat, n - entering)
            if s.grande[seat] == CASTILLO:
                s.grande[seat] = region
                emit(s, Event.GRANDE_LEFT_CASTILLO, seat, region)
