"""What a seat can know: its own hand, and nothing of the others' but that the cards are not
seen.
"""
from random import Random

import pytest
from harness import Table, play_on

from tafelrunde.games.rheinlaender import GAME
from tafelrunde.kernel import seed_generator


def cards(row):
    return {c for c in row if c}


@pytest.mark.rule("RH-R49")
@pytest.mark.parametrize("decisions", [0, 41, 42, 43, 90])
def test_resampling_draws_hands_and_pile_from_the_cards_not_seen(decisions):
    match = play_on(Table(5).match(GAME, 3), Random(3), decisions)
    s = match.state
    seen = cards(s.hand[2]) | {n + 1 for n in range(54) if s.discards >> n & 1}
    found = set()
    for attempt in range(150):
        other = s.clone()
        other.rng = seed_generator(attempt)
        GAME.law.resample(other, 2)
        assert other.hand[2] == s.hand[2]
        assert [[c > 0 for c in row] for row in other.hand] == [[c > 0 for c in row] for row in s.hand]
        held = [c for p in range(5) if p != 2 for c in cards(other.hand[p])]
        pile = {n + 1 for n in range(54) if other.pile >> n & 1}
        assert len(set(held)) == len(held)
        assert set(held) | pile == set(range(1, 55)) - seen
        assert not set(held) & pile
        found |= cards(other.hand[0])
    # 150 hands of four or five show every card that may be in one
    assert found == set(range(1, 55)) - seen


def test_every_unseen_card_is_equally_likely_in_a_hand():
    s = Table(3).match(GAME, 1).state
    counts = dict.fromkeys(sorted(set(range(1, 55)) - cards(s.hand[0])), 0)
    tries = 4000
    for attempt in range(tries):
        other = s.clone()
        other.rng = seed_generator(attempt)
        GAME.law.resample(other, 0)
        for c in other.hand[1]:
            counts[c] += 1
    expected = tries * 5 / len(counts)
    # Chi square, 48 degrees of freedom
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 95


@pytest.mark.rule("RH-R49")
def test_board_and_supplies_are_open_to_everybody():
    """All but hands, draw pile and coins is the same for every seat and for a spectator."""
    match = play_on(Table(4).match(GAME, 12), Random(12), 140)
    at = match.position()
    assert sum(at["coins"]) > 0
    for seat in (0, 1, 2, 3, None):
        view = match.view(seat)
        for key in set(at) - {"hands", "draw_pile", "coins"}:
            assert view[key] == at[key], key
        for other in range(4):
            hidden = other != seat
            assert view["hands"][other] == ([None] * len(at["hands"][other]) if hidden else at["hands"][other])
            assert view["coins"][other] == (None if hidden else at["coins"][other])
        assert view["draw_pile"] == [None] * len(at["draw_pile"])


@pytest.mark.rule("RH-R49")
def test_a_spectator_sees_no_hand():
    view = Table(4).match(GAME, 2).view(None)
    assert view["hands"] == [[None] * 5] * 4
    assert view["draw_pile"] == [None] * 34
