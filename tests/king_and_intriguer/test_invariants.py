"""What is true at every moment of every game."""

from harness import Table, check_laws
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelrunde.games.el_grande.tables import CASTILLO, REGIONS
from tafelrunde.games.king_and_intriguer import GAME
from tafelrunde.games.king_and_intriguer.fields import Phase
from tafelrunde.games.king_and_intriguer.resample import unseen_cards

ROUNDS = {False: [1, 2, 3, 4, 5, 6, 7, 8, 9], True: [2, 3, 5, 6, 8, 9]}


def check(s):
    """The pieces and cards add up, closed is closed, full is full."""
    players = range(s.players)
    for p in players:
        counts = [s.regions[r][p] for r in range(REGIONS)] + [s.castillo[p], s.court[p], s.province[p], s.strangers[p]]
        assert min(counts) >= 0
        assert sum(counts) == 30
        assert 0 <= s.grande[p] <= CASTILLO
        assert s.beside[p] == (s.castillo[p] - s.inside[p] if s.collapse else 0)
        assert not s.hand[p] & ~unseen_cards(s, p), "what is in hand was never shown"
        assert not s.used[p] & s.hand[p]
        assert s.phase != Phase.DISCARD or s.hand[p].bit_count() >= 13
    assert s.king < CASTILLO
    assert s.no_entry == s.no_exit == 1 << s.king | s.protected
    for r in range(REGIONS):
        n = sum(s.regions[r])
        limited = any(at == r + 1 for at in s.limit_at)
        assert not limited or n <= 6
        assert bool(s.no_room >> r & 1) == (limited and n >= 6)
    assert s.tile_at[0] < 0 or s.tile_at[0] != s.tile_at[1]
    assert CASTILLO not in s.tile_at
    assert all(s.tile_at[t] >= 0 for t in range(2) if s.turned >> t & 1)
    assert s.sums == [0] * 5
    chosen = [at for at in s.double_at if at]
    assert len(set(chosen)) == len(chosen)
    assert [bool(at) for at in s.double_at] == [bool(rank) for rank in s.double_rank]


def taboo(before, after):
    """EG-6.2, KI-C-95: nothing went into or out of a closed region."""
    if before.king == after.king and before.phase not in (Phase.DIAL, Phase.FIRST_DIAL) and before.marker == after.marker:
        for r in range(REGIONS):
            if before.no_entry >> r & 1 and after.no_entry >> r & 1:
                assert before.regions[r] == after.regions[r]


@settings(max_examples=50)
@given(players=st.integers(2, 5), short=st.booleans(), edition=st.booleans(), extra=st.booleans(), seed=st.integers(0, 2**40))
def test_random_games_keep_every_law(players, short, edition, extra, seed):
    table = Table(players, {"short": short, "players_edition": edition, "extra_cards": extra})
    s, rounds = check_laws(GAME, table, seed, check, taboo)
    assert rounds == ROUNDS[short]
    assert s.phase == Phase.OVER
    assert s.castillo == [0] * 5
