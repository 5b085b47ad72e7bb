"""Nobody waits forever: a bot does something whenever anything can be done."""
import pytest

import tafelrunde as tr
from tafelrunde import bots

CARDS = [f"M{value}-{number:02}" for value in range(1, 7) for number in range(1, 15)]
KEPT = ["M1-13", "M3-14"]


SHOPS = {"1": ["metal", 1, 3], "2": ["gem", 2, 0], "3": ["fencing", 2, 2], "4": ["gem", 1, 3], "6": ["metal", 2, 0],
         "7": ["gem", 1, 2], "8": ["metal", 1, 2], "10": ["fencing", 2, 0], "11": ["smith", 1, 3], "13": ["gem", 2, 1],
         "14": ["smith", 1, 0], "15": ["metal", 2, 3], "16": ["smith", 2, 1], "17": ["smith", 1, 2], "18": ["smith", 2, 3],
         "19": ["gem", 2, 3]}


def hoarded(turn):
    """Toledo when one seat holds nearly all cards, nothing is left to draw, and who could end the
    game would lose it.
    """
    return tr.load({
        "game": "toledo", "players": 4, "turn": turn, "shops": SHOPS, "draw_pile": [], "discards": [],
        "pawns": [[0, 0, 0, 0, 0], [6, 8, 12, 20, 21], [0, 0, 0, 0, 20], [18, 19, 19, 20, 20]],
        "hands": [[], KEPT, [], [c for c in CARDS if c not in KEPT]], "stock": {"metal": 5, "gems": 0},
        "metal": [5, 4, 7, 2], "gems": [3, 14, 2, 1], "swords": [[4], [4, 6, 6], [2], [2, 2, 4]],
        "delivered": [[], [8, 10], [], [8, 12]], "paintings": [[1], [1, 2, 3], [1, 2], []]})


@pytest.mark.rule("TO-R1")
@pytest.mark.parametrize("level", ["simple", "strong:40nodes"])
@pytest.mark.parametrize("seat", [1, 3])
def test_nothing_is_drawn_from_nothing(level, seat):
    match = hoarded(seat)
    assert "draw" in match.legal(seat)
    for seed in range(5):
        assert bots.make(level, match.game, seed).decide(bots.Observation.of(match, seat)) != "draw"


def test_a_game_goes_on_where_everybody_would_rather_wait():
    match = hoarded(1)
    seated = [bots.make("simple", match.game, seed) for seed in range(4)]
    while not match.over and match.decisions < 600:
        seat = match.pending[0]
        bots.take_turn(match, seat, seated[seat])
    assert match.over


def test_where_nothing_else_can_be_done_a_bot_draws_from_nothing():
    match = hoarded(1)
    seen = bots.Observation.of(match, 1)
    only = bots.Observation(match.game, 1, seen.imagine(0), (match.game.actions.id("draw"),))
    for level in ("simple", "strong:40nodes"):
        assert bots.make(level, match.game, 1).choices(only) == only.ids
