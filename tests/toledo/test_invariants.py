"""What is true at every moment of every game."""
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelrunde.games.toledo import GAME
from tafelrunde.games.toledo.fields import Phase
from tafelrunde.games.toledo.position import card_ids, circles, pawns, sword_values
from tafelrunde.games.toledo.tables import CARD_IDS, SWORD_VALUE
from tafelrunde.kernel import seed_generator


def check(s):
    """The pieces add up, and stand where pieces can stand."""
    seats = range(s.players)
    zones = [*(card_ids(s.hand[seat]) for seat in seats), card_ids(s.pile), card_ids(s.discards),
             [CARD_IDS[s.front]] if s.front >= 0 else []]
    assert sorted(card for zone in zones for card in zone) == list(CARD_IDS)
    assert [len(zone) for zone in zones[:s.players]] == s.held[:s.players]
    assert len(zones[s.players]) == s.pile_left
    assert sum(s.metal) + s.metal_left == 23
    assert sum(s.gems) + s.gems_left == 20
    assert min(s.metal + s.gems + [s.metal_left, s.gems_left]) >= 0
    swords = [sword_values(s.rack), *(sword_values(s.blades[p] | s.delivered[p]) for p in seats)]
    assert sorted(value for held in swords for value in held) == list(SWORD_VALUE)
    for kind in range(4):
        assert sum(s.masters[p][kind] for p in seats) + s.masters_left[kind] == 4
        assert s.masters_left[kind] >= 0
    for p in seats:
        limit = 4 if s.phase == Phase.RETURN and p == s.turn else 3
        assert sum(s.masters[p]) <= limit
        assert len(pawns(s, p)) == 5
        assert s.delivered[p].bit_count() <= sum(s.inside[p])
        for c in range(84):
            if s.known[c] == -1 - p:
                assert CARD_IDS[c] in zones[p]
    for step, here in circles(s).items():
        size = 1 + (s.double >> int(step) & 1)
        assert s.built >> int(step) & 1
        assert len(here) <= size
        assert (s.room >> int(step) & 1) == (len(here) < size)
    assert [s.painting[i] >= 0 for i in range(6)] == [i < s.easel for i in range(6)]


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
