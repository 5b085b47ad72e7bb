"""What playouts draw from on El Grande's board: whatever looks nearly as good as the best."""
import pytest

import tafelrunde as tr
from tafelrunde.games.el_grande import evaluation
from tafelrunde.kernel import allow, count_actions, is_allowed, random_below, seed_generator


def positions(game, seed):
    """Positions of a random game, with the seat that decides and its legal actions."""
    s, mask = game.configured(4), game.mask()
    s.rng = seed_generator(seed)
    game.driver.begin(s, mask)
    while pending := game.law.pending(s):
        seat = (pending & -pending).bit_length() - 1
        n = game.driver.legal_actions(s, seat, mask)
        legal = [a for a in range(len(game.actions)) if is_allowed(mask, a)]
        if n > 1:
            yield s, seat, legal
        game.driver.play(s, seat, legal[random_below(s, n)], mask)


@pytest.mark.parametrize("name", ["el_grande", "king_and_intriguer"])
def test_what_is_worth_a_try_stays(name):
    game = tr.game(name)
    phases = evaluation.Phase
    fewer = twice = 0
    for seed in range(3):
        for s, seat, legal in positions(game, seed):
            if s.phase > phases.EXTRA or s.phase == phases.COURT:
                continue
            wanted = {a: evaluation.prefer(s, seat, a) for a in legal}
            good = {a for a in legal if wanted[a] >= max(wanted.values()) - evaluation.CLOSE}
            mask = game.mask()
            for a in legal:
                allow(mask, a)
            assert evaluation.narrow(s, seat, mask, len(legal)) == len(good) == count_actions(mask)
            assert all(is_allowed(mask, a) for a in good)
            fewer += len(good) < len(legal)
            best_yet = [max(wanted[b] for b in legal[:i + 1]) for i in range(len(legal))]
            twice += any(b - evaluation.CLOSE <= wanted[a] < max(best_yet) - evaluation.CLOSE
                         for a, b in zip(legal, best_yet, strict=True))
    assert fewer > 20, "something is left out"
    assert twice > 5, "some of it only after something better was met"
