"""What is true at every moment of every game: pieces and cards add up, closed is closed, full is
full.

Written in the rules' subset, so that it runs compiled after every decision of a million games
(`run.py prove`).
"""
from __future__ import annotations

from ...kernel import count_bits, first_broken, names, rule
from ..el_grande.fields import ROUNDS
from ..el_grande.invariants import IDLE, ROUND, caballeros_of, is_idle, is_no_round
from ..el_grande.tables import BESIDE, CABALLEROS, CASTILLO, REGIONS, SEATS
from .cards import has_deed, may_choose_role, role_of
from .fields import Part, Phase, Role
from .lying import unseen_cards
from .tables import EXTRA_CARDS, FORTY, JOKER, PLAYERS_EDITION

Broken = names("Broken", "NOTHING", "CABALLEROS", "COLOURS", "GRANDES", "BESIDE", "HANDS", "USED", "DISCARDS", "KING", "CLOSED",
               "LIMITS", "TILES", "SUMS", "DOUBLES", "OFFERED", "CHOSEN", "LAID", "NEEDED", "IDLE", "NOBODY", "DEED", "SWEPT",
               "ROLES", "VETOED", "PLAYERS_EDITION", "EXTRA_CARDS", "OVER", "ROUND")
"""What can be broken; NOTHING is 0."""
SAID = {
    Broken.CABALLEROS: "court: a colour has 30 caballeros in regions, castillo, court, province and on a 75",
    Broken.GRANDES: "grandes: those of players stand in regions; only an extra card throws one into the castillo (options)",
    Broken.BESIDE: "beside: something stands beside the castillo only while a collapse threatens ('collapse')",
    Broken.HANDS: "hands: a card is in hand that was shown, or is not offered (options)",
    Broken.DISCARDS: "hands: before the discards are over all have at least 13 cards",
    Broken.KING: "king: he stands in a region",
    Broken.TILES: "tiles, turned: tiles lie on different regions, and a turned one lies on the board",
    Broken.LIMITS: "lying: a region with a 66 holds at most six caballeros",
    Broken.DOUBLES: "doubles: two seats have the same region; there is one card of each",
    Broken.OFFERED: "used, played: a card is named that is not offered (options)",
    Broken.CHOSEN: "hands: after the discards nobody has more than 13 cards",
    Broken.LAID: "used: a seat has laid more cards than rounds were played",
    Broken.NEEDED: "used: a seat has too few cards left beside a Joker for the rounds that are still to come",
    Broken.ROUND: ROUND,
    Broken.IDLE: IDLE,
    Broken.NOBODY: "hands, played: nobody has a card to set aside, or a whirlwind to dial, in this phase",
    Broken.DEED: "open: parts: a card without a special action has none to announce",
    Broken.SWEPT: "open: left: as many as were swept are at court",
    Broken.ROLES: "roles: a seat cannot have taken that; its card brings it another role, or there is no choice",
    Broken.VETOED: "vetoed: a seat has no 40 on the table, or has a role instead of it",
    Broken.PLAYERS_EDITION: "castillo_at, collapse, whirlwind, queen, alliances, turned: they need players_edition (options)",
    Broken.EXTRA_CARDS: "lying, protected: they need extra_cards (options)",
    Broken.OVER: "protected, queen: that ends with the round, or with the scoring after it",
}
"""What to say of a typed position that breaks a law, by its keys."""
CHOSEN, ROOM = 13, 6
"""How many cards every player begins the game with; how many caballeros a region with a 66 holds.
"""


@rule
def broken_pieces(s):
    """KI-1.3: every colour has its thirty caballeros, those on a 75 among them; what stands beside
    the castillo is in it.
    """
    for p in range(s.players):
        if s.strangers[p] < 0 or caballeros_of(s, p) + s.strangers[p] != CABALLEROS:
            return Broken.CABALLEROS
        if s.grande[p] < 0 or s.grande[p] > CASTILLO or (s.grande[p] == CASTILLO and s.offered & EXTRA_CARDS == 0):
            return Broken.GRANDES
        beside = 0
        if s.collapse:
            beside = s.castillo[p] - s.inside[p]
        if s.beside[p] != beside:
            return Broken.BESIDE
    for p in range(s.players, SEATS):
        if caballeros_of(s, p) != 0:
            return Broken.COLOURS
    return Broken.NOTHING


@rule
def broken_cards(s):
    """KI-1.1: cards in a hand were never shown, and thirteen cards are chosen."""
    for p in range(s.players):
        if s.hand[p] & ~unseen_cards(s, p):
            return Broken.HANDS
        if s.used[p] & s.hand[p]:
            return Broken.USED
        if s.phase == Phase.DISCARD and count_bits(s.hand[p]) < CHOSEN:
            return Broken.DISCARDS
    return Broken.NOTHING


@rule
def broken_places(s):
    """EG-6.2, KI-C-95, KI-C-73: the king and protected regions are closed; tiles lie apart, a
    turned one on the board.
    """
    if s.king < 0 or s.king >= CASTILLO:
        return Broken.KING
    closed = 1 << s.king | s.protected
    if s.no_entry != closed or s.no_exit != closed:
        return Broken.CLOSED
    if s.tile_at[0] != BESIDE and s.tile_at[0] == s.tile_at[1]:
        return Broken.TILES
    for t in range(2):
        if s.tile_at[t] == CASTILLO or (s.turned >> t & 1 and s.tile_at[t] == BESIDE):
            return Broken.TILES
    return Broken.NOTHING


@rule
def broken_limits(s):
    """KI-C-66: a region with a 66 holds six caballeros and has room for no seventh."""
    limited = 0
    for p in range(s.players):
        if s.limit_at[p] > 0:
            limited |= 1 << (s.limit_at[p] - 1)
    if limited != s.limited:
        return Broken.LIMITS
    for r in range(REGIONS):
        n = 0
        for p in range(s.players):
            n += s.regions[r][p]
        full = 0
        if limited >> r & 1:
            if n > ROOM:
                return Broken.LIMITS
            full = n // ROOM
        if s.no_room >> r & 1 != full:
            return Broken.LIMITS
    return Broken.NOTHING


@rule
def broken_doubles(s):
    """KI-C-130: doubled regions are different, and each was chosen at its time; the counting paper
    is empty.
    """
    chosen = 0
    for p in range(SEATS):
        if s.sums[p] != 0:
            return Broken.SUMS
        if min(1, s.double_at[p]) != min(1, s.double_rank[p]):
            return Broken.DOUBLES
        if s.double_at[p] > 0:
            if chosen >> s.double_at[p] & 1:
                return Broken.DOUBLES
            chosen |= 1 << s.double_at[p]
    return Broken.NOTHING


@rule
def rounds_between(s, first, end):
    """EG-9.1: how many rounds are played from one number to before another."""
    n = 0
    for number in range(first, end):
        if not s.short_game or number % 3 != 1:
            n += 1
    return n


@rule
def is_in_round(s):
    """Whether cards are laid or turns taken: it is neither before the first round nor after one."""
    return s.marker > 0 and s.part != Part.SCORING and s.phase != Phase.OVER


@rule
def broken_hands(s):
    """KI-1.1, KI-2.1: cards are among those offered, one is laid in a round, and enough are left
    for all rounds.
    """
    over = s.marker + 1
    if is_in_round(s):
        over = s.marker
    for p in range(s.players):
        if s.used[p] & ~s.offered or (s.played[p] > 0 and s.offered >> (s.played[p] - 1) & 1 == 0):
            return Broken.OFFERED
        if s.phase != Phase.DISCARD:
            if count_bits(s.hand[p]) > CHOSEN:
                return Broken.CHOSEN
            if count_bits(s.used[p] & ~(1 << JOKER)) > rounds_between(s, 1, over):
                return Broken.LAID
            needed = rounds_between(s, s.marker + 1, ROUNDS + 1)
            if is_in_round(s) and (s.played[p] == 0 or s.played[p] == JOKER + 1):
                needed += 1
            if count_bits(unseen_cards(s, p) & ~(1 << JOKER)) < needed:
                return Broken.NEEDED
    return Broken.NOTHING


@rule
def broken_marks(s):
    """KI-5, KI-6: what cards leave behind comes with their set, and some of it ends with the
    round.
    """
    players = s.castillo_at + 1 | s.collapse | s.queen | s.turned
    extra = s.spies | s.protected
    for p in range(s.players):
        players |= s.whirlwind[p] | s.allies[p]
        extra |= s.limit_at[p] | s.strangers[p]
    if players and s.offered & PLAYERS_EDITION == 0:
        return Broken.PLAYERS_EDITION
    if extra and s.offered & EXTRA_CARDS == 0:
        return Broken.EXTRA_CARDS
    if not is_in_round(s) and (s.protected or (s.queen and s.part != Part.SCORING)):
        return Broken.OVER
    return Broken.NOTHING


@rule
def broken_turn(s):
    """KI-2.3, KI-6.7: what is open can be decided."""
    if is_no_round(s):
        return Broken.ROUND
    if is_idle(s):
        return Broken.IDLE
    if (s.phase == Phase.DISCARD or s.phase == Phase.WHIRLWIND) and s.waiting == 0:
        return Broken.NOBODY
    if s.phase == Phase.MENU and s.parts & Part.ACTION and not has_deed(s, s.actor):
        return Broken.DEED
    if s.phase == Phase.RESTORE and s.left > s.court[s.actor]:
        return Broken.SWEPT
    return Broken.NOTHING


@rule
def broken_roles(s):
    """KI-3.3, KI-6.1: a role is that of the card, or left for it; who has used a 40 has no other
    role.
    """
    for p in range(s.players):
        if s.role[p] != Role.OPEN and s.role[p] != role_of(s, p):
            if s.role[p] != Role.CARD or role_of(s, p) == Role.OPEN or not may_choose_role(s, s.played[p] - 1):
                return Broken.ROLES
        if s.vetoed >> p & 1:
            if s.played[p] != FORTY + 1 or (role_of(s, p) != Role.OPEN and s.role[p] != Role.CARD):
                return Broken.VETOED
    return Broken.NOTHING


broken = first_broken(broken_pieces, broken_cards, broken_places, broken_limits, broken_doubles, broken_turn, broken_hands,
                      broken_marks, broken_roles)
