"""What is true at every moment of every game."""
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelrunde.games.toledo import GAME
from tafelrunde.games.toledo.fields import Phase
from tafelrunde.kernel import seed_generator


def check(s):
    """What is broken, by name."""
    assert GAME.laws[GAME.broken(s)] == "NOTHING"


@settings(max_examples=30)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**40), cap=st.sampled_from(["25", "50", "none"]),
       choice=st.randoms(use_true_random=False))
def test_pieces_are_conserved_and_nobody_leaves_the_alcazar(players, seed, cap, choice):
    s = GAME.configured(players, {"turn_cap": cap})
    s.rng = seed_generator(seed)
    mask = GAME.mask()
    GAME.driver.begin(s, mask)
    inside = [0] * players
    known = []
    decisions = 0
    while GAME.law.pending(s) and decisions < 600:
        seat = s.turn
        actions = GAME.legal_ids(s, seat)
        assert actions
        GAME.driver.play(s, seat, choice.choice(actions), mask)
        check(s)
        now = [sum(s.inside[p]) for p in range(players)]
        assert all(a <= b for a, b in zip(inside, now, strict=True))
        inside = now
        decisions += 1
        if decisions % 40 == 0:
            known.append(s.clone())
    for earlier in known:
        for seat in range(players):
            GAME.law.resample(earlier, seat)
            check(earlier)


@settings(max_examples=10)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**40))
def test_random_games_end_without_a_cap(players, seed):
    s = GAME.configured(players)
    s.rng = seed_generator(seed)
    GAME.law.setup(s)
    GAME.driver.play_randomly(s, GAME.mask())
    assert s.phase == Phase.OVER
    assert sum(s.inside[s.last_round]) >= 3
    assert s.turn == s.last_round
