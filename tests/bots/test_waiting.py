"""Nobody waits for ever: a bot does something wherever anything can be done."""
import pytest

import tafelrunde as tr
from tafelrunde import bots

CARDS = [f"M{value}-{number:02}" for value in range(1, 7) for number in range(1, 15)]
KEPT = ["M1-13", "M3-14"]


def hoarded(**more):
    """Toledo when one seat holds nearly all cards, nothing is left to draw, and who could end the game would lose it."""
    return tr.load({
        "game": "toledo", "players": 2, "turn": 0, "pawns": [[6, 8, 12, 20, 21], [18, 19, 19, 20, 20]],
        "shops": {"6": ["metal", 2, 0], "8": ["metal", 1, 0], "18": ["smith", 2, 1], "19": ["gem", 2, 1]},
        "hands": [KEPT, [c for c in CARDS if c not in KEPT]], "draw_pile": [], "discards": [],
        "swords": [[4, 6, 6], []], "delivered": [[8, 10], [2, 2]], "paintings": [[3, 2], []], **more})


@pytest.mark.rule("TO-R1")
@pytest.mark.parametrize("level", ["simple", "strong:40nodes"])
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_drawn_from_nothing(level, seat):
    match = hoarded(turn=seat)
    assert "draw" in match.legal(seat)
    for seed in range(5):
        assert bots.make(level, match.game, seed).decide(bots.Observation.of(match, seat)) != "draw"


def test_a_game_goes_on_where_both_would_rather_wait():
    match = hoarded()
    seated = [bots.make("simple", match.game, seed) for seed in range(2)]
    while not match.over and match.decisions < 600:
        seat = match.pending[0]
        bots.take_turn(match, seat, seated[seat])
    assert match.over


def test_where_nothing_else_can_be_done_a_bot_draws_from_nothing():
    match = hoarded()
    seen = bots.Observation.of(match, 0)
    only = bots.Observation(match.game, 0, seen.imagine(0), (match.game.actions.id("draw"),))
    for level in ("simple", "strong:40nodes"):
        assert bots.make(level, match.game, 1).choices(only) == only.ids
