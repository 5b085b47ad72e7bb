"""Standing orders: a holder of a Veto answers in advance."""
import pytest
from helpers.el_grande import OLD, load, play, regions, turn

from tafelrunde.games.el_grande.orders import BadOrder, answer, read

VETO = {"alternatives": ["veto", "veto"]}


def announced(card, seat=0, **keys):
    """A seat has announced a card; seat 2 holds a Veto and is asked."""
    options = {**VETO, "veto_held": "announced"}
    return play(turn(card, seat=seat, options=options, vetoes=[{"seat": 2, "until_round": 1}], **keys), "action")


@pytest.mark.rule("EG-C-veto")
@pytest.mark.parametrize(("orders", "card", "seat", "expected"), [
    (["never"], "fiesta", 0, "allow"),
    (["veto card fiesta"], "fiesta", 0, "veto"),
    (["veto card fiesta"], "garrisons", 0, None),
    (["veto scoring of 3"], "audience", 3, "veto"),
    (["veto scoring of 3"], "audience", 0, None),
    (["veto scoring of 3"], "intrigue", 3, None),
    (["allow of 3", "veto scoring"], "audience", 3, "allow"),
    (["allow of 3", "veto scoring"], "audience", 1, "veto"),
    (["veto king"], "your_majesty", 0, "veto"),
    (["veto tile", "never"], "legislation", 0, "veto"),
    (["veto returning"], "levy", 0, "veto"),
    (["veto moving"], "coup", 0, "veto"),
    (["veto veto"], "veto", 0, "veto"),
    ([], "fiesta", 0, None),
])
def test_the_first_order_that_fits_decides(orders, card, seat, expected):
    match = announced(card, seat)
    assert match.pending == (2,)
    reply = answer(match.state, 2, [read(line) for line in orders])
    assert reply == expected
    if reply:
        play(match, f"2 {reply}")
        assert (match.position()["vetoes"] == []) == (reply == "veto")


@pytest.mark.rule("EG-C-veto")
def test_an_order_answers_only_where_its_seat_is_asked():
    orders = [read("never")]
    assert answer(announced("fiesta").state, 1, orders) is None
    assert answer(load(start_player=0).state, 0, orders) is None


@pytest.mark.rule("EG-13.2")
def test_in_1995_an_order_answers_for_the_rest_of_an_action_as_well():
    match = turn("conspiracy", vetoes=[{"seat": 2, "until_round": 1}], regions=regions(granada=[3, 0, 0, 0]), **OLD)
    play(match, "action", "2 allow", "take 0 granada", "to toledo")
    assert answer(match.state, 2, [read("veto card conspiracy")]) == "veto"


@pytest.mark.parametrize("line", ["", "veto", "allow", "maybe", "veto card", "veto card tarot", "veto of 9", "veto of x",
                                  "veto everything", "never mind", "veto king king", "veto of 1 of 2"])
def test_what_is_no_order_is_refused(line):
    with pytest.raises(BadOrder):
        read(line)
