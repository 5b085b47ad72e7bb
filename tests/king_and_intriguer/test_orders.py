"""Standing orders: a holder of a 40 answers in advance."""
import pytest
from helpers.king_and_intriguer import load, play

from tafelrunde.games.king_and_intriguer.orders import BadOrder, answer, read


@pytest.mark.rule("KI-C-40", "KI-6.1")
@pytest.mark.parametrize(("orders", "card", "expected"), [
    (["never"], 60, "allow"),
    (["veto card 60"], 60, "veto"),
    (["veto card 60"], 100, None),
    (["veto scoring of 0"], 100, "veto"),
    (["veto scoring of 1"], 100, None),
    (["allow of 0", "veto scoring"], 100, "allow"),
    (["veto returning"], 50, "veto"),
    (["veto tile", "never"], 90, "veto"),
    (["veto king"], 170, "veto"),
    ([], 60, None),
])
def test_the_first_order_that_fits_decides(orders, card, expected):
    played = [card, 180, 40, 10] if card < 170 else [card, 100, 40, 10]
    match = load(phase="turns", turn=0, played=played, court=[5] * 4, open={"decision": "menu"})
    play(match, "action")
    assert match.pending == (2,)
    assert answer(match.state, 2, [read(line) for line in orders]) == expected
    assert answer(match.state, 0, [read("never")]) is None, "who is not asked has nothing to answer"


@pytest.mark.parametrize("line", ["", "veto", "perhaps", "veto card 11", "veto card 60 card 60", "allow of 9", "veto sometimes"])
def test_an_order_that_cannot_be_read_says_what_is_wrong(line):
    with pytest.raises(BadOrder):
        read(line)
