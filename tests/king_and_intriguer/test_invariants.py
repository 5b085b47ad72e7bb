"""What is true at every moment of every game."""

from harness import Table, check_laws
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelrunde.games.el_grande.tables import REGIONS
from tafelrunde.games.king_and_intriguer import GAME
from tafelrunde.games.king_and_intriguer.fields import Phase

ROUNDS = {False: [1, 2, 3, 4, 5, 6, 7, 8, 9], True: [2, 3, 5, 6, 8, 9]}


def check(s):
    """What is broken, by name."""
    assert GAME.laws[GAME.broken(s)] == "NOTHING"


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
