"""Moving the king, the grandes and the scoring tiles: what is asked, and why not."""
from __future__ import annotations

from ....kernel import Decision, rule
from ....kernel.decisions import Asked
from ..fields import Next, Phase, Reading
from ..pieces import apply_grande, apply_king, apply_tile, legal_grande, legal_king, legal_tile, tile_targets
from ..reasons import Answer, kings_region, next_to_king, no, step_card
from ..state import Shared, State
from ..tables import CASTILLO, PLACE_IDS, STEPS, TRAVEL, Travel

KINGS = {Travel.ANY: "king_any", Travel.ADJACENT: "king_adjacent", Travel.ABROAD: "king_abroad", Travel.FEWEST: "king_fewest"}


@rule
def legal_tiles(s, seat, mask):
    """EG-C-legislation: either tile, wherever it may go."""
    legal_tile(mask, tile_targets(s, 0), tile_targets(s, 1))


def prompt_king(s: State, seat: int) -> Asked:
    """Where the card sends the king."""
    return KINGS[STEPS[s.step][TRAVEL]], {}


def check_tile(s: Shared, seat: int, number: int) -> Answer:
    """EG-C-legislation."""
    which, where = divmod(number, CASTILLO + 1)
    if s.tile_at[which] >= 0 and s.tile_at[which] == kings_region(s):
        return no("EG-6.2", "tile_with_king", tile=("tile", which))
    if where == kings_region(s):
        return no("EG-6.2", "taboo_in", place=("place", where))
    if where in s.tile_at:
        return no("EG-8.4", "table_covered", place=("place", where), tile=("tile", list(s.tile_at).index(where)))
    return None


def check_grande(s: State, seat: int, number: int) -> Answer:
    """EG-C-new_home."""
    if number == s.grande[seat]:
        return no("EG-C-new_home", "same_region", region=("region", number))
    return no("EG-6.2", "taboo_in", place=("place", number)) if number == kings_region(s) else None


def check_king(s: State, seat: int, number: int) -> Answer:
    """Where a card allows the king to go."""
    place = number if number < CASTILLO else number + 1
    travel = STEPS[s.step][TRAVEL]
    if travel == Travel.FEWEST:
        counts = [sum(row[:s.colours]) for row in s.regions]
        fewest = min(n for n in counts if n)
        fits = place < CASTILLO and counts[place] == fewest
        return None if fits else no(step_card(s), "not_fewest", place=("place", place), n=fewest)
    stays = travel not in (Travel.ADJACENT, Travel.ABROAD) and s.king < CASTILLO and s.readings & Reading.KING_MAY_STAY
    if place == s.king and not stays:
        return no(step_card(s), "king_is_there", place=("place", place))
    if travel == Travel.ABROAD:
        return None if place > CASTILLO else no(step_card(s), "abroad_only")
    if place > CASTILLO:
        return no(step_card(s), "not_abroad", place=("place", place))
    if travel == Travel.ADJACENT and PLACE_IDS[place] not in next_to_king(s):
        return no(step_card(s), "not_adjacent", region=("region", place), place=("place", s.king))
    return None


TILE = Decision(Phase.TILE, {"tile": check_tile}, legal_tiles, apply_tile, "EG-C-legislation", "now_tile", "tile", once=Next.STEP)
GRANDE = Decision(Phase.GRANDE, {"grande": check_grande}, legal_grande, apply_grande, "EG-C-new_home", "now_grande", "grande",
                  once=Next.STEP)
KING = Decision(Phase.KING, {"king": check_king}, legal_king, apply_king, "EG-5.1", "now_king", prompt_king, once=Next.STEP)
