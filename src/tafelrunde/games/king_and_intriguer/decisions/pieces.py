"""The king, the grandes, the scoring tiles and cards that lie on the table: what is asked, and why
not.
"""
from __future__ import annotations

from dataclasses import replace

from ....kernel import Decision, rule
from ....kernel.decisions import Asked
from ...el_grande.decisions import pieces
from ...el_grande.decisions.pieces import check_tile as tile_on_board
from ...el_grande.pieces import apply_grande, apply_king, legal_tile
from ...el_grande.reasons import Answer, next_to_king, no
from ...el_grande.tables import CASTILLO, PLACE_IDS
from ..closing import close_regions
from ..fields import Next, Phase
from ..further_sets import apply_turning, legal_turning
from ..lying import apply_remove, legal_remove
from ..readings import king_may_stay
from ..reasons import deed_rule, no_entry, protected
from ..special import begin_following, free_tables
from ..state import State
from ..tables import CARDS, LYING_IDS


@rule
def move_king(s, seat, action):
    """KI-3.1: the king travels; KI-C-95: what is protected stays closed."""
    apply_king(s, seat, action)
    if s.protected:
        close_regions(s)


@rule
def legal_tiles(s, seat, mask):
    """KI-C-90: either tile, wherever it may go."""
    legal_tile(mask, free_tables(s, 0), free_tables(s, 1))


@rule
def move_grande(s, seat, action):
    """KI-C-80: the grande goes; then caballeros may follow it."""
    apply_grande(s, seat, action)
    return begin_following(s, seat)


def prompt_king(s: State, seat: int) -> Asked:
    """Where the role or the card sends the king."""
    by_role = "king_role" if king_may_stay(s) else "king_role_moves"
    return (by_role if s.step >= CARDS else "king_adjacent"), {}


def check_tile(s: State, seat: int, number: int) -> Answer:
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


def check_grande(s: State, seat: int, number: int) -> Answer:
    """KI-C-80."""
    here = no("KI-C-80", "same_region", region=("region", number)) if number == s.grande[seat] else None
    return here or no_entry(s, number)


def check_king(s: State, seat: int, number: int) -> Answer:
    """KI-3.1, KI-C-160."""
    if number >= CASTILLO:
        return no(deed_rule(s), "not_abroad", place=("place", number + 1))
    if s.step >= CARDS:
        stays = number == s.king and not king_may_stay(s)
        return no("KI-3.1", "king_is_there", place=("place", number)) if stays else None
    if number == s.king:
        return no("KI-C-160", "king_is_there", place=("place", number))
    if PLACE_IDS[number] not in next_to_king(s):
        return no("KI-C-160", "not_adjacent", region=("region", number), place=("place", s.king))
    return None


def check_turn(s: State, seat: int, number: int) -> Answer:
    """KI-C-73."""
    return None if s.tile_at[number] >= 0 else no("KI-C-73", "tile_beside", tile=("tile", number))


def check_remove(s: State, seat: int, number: int) -> Answer:
    """KI-C-125."""
    whose, which = divmod(number, len(LYING_IDS))
    if whose >= s.players:
        return no("KI-C-125", "no_such_colour", seat=("seat", whose))
    there = (s.spies >> whose & 1, s.limit_at[whose], s.strangers[whose])[which]
    return None if there else no("KI-C-125", "not_lying", seat=("seat", whose), lying=("lying", which))


TILE = replace(pieces.TILE, verbs={"tile": check_tile}, legal=legal_tiles, once=Next.PART, rule="KI-C-90", prompt="tile_region")
GRANDE = replace(pieces.GRANDE, verbs={"grande": check_grande}, apply=move_grande, once=None, then=Next.PART, rule="KI-C-80")
KING = replace(pieces.KING, verbs={"king": check_king}, apply=move_king, once=Next.PART, rule="KI-3.4", prompt=prompt_king)
TURN = Decision(Phase.TURN, {"turn": check_turn}, legal_turning, apply_turning, "KI-C-73", "now_turn", "turn_tile", once=Next.PART)
REMOVE = Decision(Phase.REMOVE, {"remove": check_remove}, legal_remove, apply_remove, "KI-C-125", "now_remove", "remove",
                  once=Next.PART)
