"""Scoring regions and the castillo (EG-8)."""
from __future__ import annotations

from ...kernel import emit, rule
from .events import Event
from .tables import BONUS, CASTILLO, GRANDE_BONUS, KING_BONUS, REGIONS, SIDE_ROWS, TABLES, TILE_ROW

NO_BONUS = 0


@rule
def table_of(s, place):
    """EG-8.4: the row of TABLES that counts for a place: a tile on it, or what is printed on this
    side of the board.
    """
    row = place
    if s.tile_at[0] == place:
        row = TILE_ROW
    elif s.tile_at[1] == place:
        row = TILE_ROW + 1
    if s.paid == 2:
        row += SIDE_ROWS
    return row


@rule
def kings_bonus(s, place):
    """EG-8.3: for a sole first place where the king stands."""
    if s.king == place:
        return BONUS[KING_BONUS]
    return 0


@rule
def grandes_bonus(s, seat, place):
    """EG-8.3: for a sole first place where the player's own grande stands."""
    if s.grande[seat] == place:
        return BONUS[GRANDE_BONUS]
    return 0


@rule
def award(s, seat, place, points, kings, grandes):
    """Points go to a player, with what the king and the grande there add; EG-9.8: the dummy gets
    none.
    """
    total = points + kings + grandes
    if seat < s.players and total > 0:
        s.score[seat] += total
        emit(s, Event.POINTS, seat, place, total, kings + grandes)
        if kings > 0:
            emit(s, Event.KINGS_BONUS, seat, place, kings)


@rule
def score_counts(s, place, counts, places, kings, times):
    """EG-8.1, EG-8.2: the most caballeros first; tied players all get the next lower place, which
    uses up two.

    `kings` is the king's bonus there; everything is paid `times` times.
    """
    row = table_of(s, place)
    emit(s, Event.SCORED, place)
    rank = 0
    below = 127
    while rank < places:
        most = 0
        tied = 0
        for p in range(s.colours):
            n = counts[p]
            if n < below:
                if n > most:
                    most = n
                    tied = 1
                elif n == most:
                    tied += 1
        if most == 0:
            return
        if tied > 1:
            rank += 1
        if rank < places:
            for p in range(s.colours):
                if counts[p] == most:
                    if rank == 0:
                        award(s, p, place, TABLES[row][0] * times, kings * times, grandes_bonus(s, p, place) * times)
                    else:
                        award(s, p, place, TABLES[row][rank] * times, NO_BONUS, NO_BONUS)
        rank += 1
        below = most


@rule
def score_place(s, place):
    """EG-8: score one region or the castillo; EG-9.2: only two places with two and three
    players.
    """
    if place == CASTILLO:
        for p in range(s.colours):
            emit(s, Event.CASTILLO_SHOWN, p, s.castillo[p])
        score_counts(s, CASTILLO, s.castillo, s.paid, kings_bonus(s, CASTILLO), 1)
    else:
        score_counts(s, place, s.regions[place], s.paid, kings_bonus(s, place), 1)


@rule
def score_set(s, regions):
    """Score some regions in the printed order."""
    for r in range(REGIONS):
        if regions >> r & 1:
            score_place(s, r)


@rule
def score_first_places(s):
    """EG-C-supremacy, EG-R39: all regions, and only a sole first place earns anything."""
    for r in range(REGIONS):
        score_counts(s, r, s.regions[r], 1, kings_bonus(s, r), 1)


@rule
def regions_worth(s, values):
    """EG-R07: the regions whose first place is now worth one of the values (a set)."""
    found = 0
    for r in range(REGIONS):
        if values >> TABLES[table_of(s, r)][0] & 1:
            found |= 1 << r
    return found
