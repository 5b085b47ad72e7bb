"""Deck 2: caballeros go back to the province (EG-5.3); a region is scored; Veto has a file of its
own.
"""
import pytest
from helpers.el_grande import OLD, act, legal, load, play, refused, region, regions, told, turn


@pytest.mark.rule("EG-C-withdrawal", "EG-5.3", "EG-R33")
def test_example_of_the_book_withdrawal():
    """Orange 3 from court; blue 2 from court and 1 from Valencia; green 2 from Toledo and 1
    from Valencia.
    """
    match = act("withdrawal", court=[5, 4, 2, 0], regions=regions(valencia=[0, 1, 1, 1], toledo=[0, 0, 0, 2]))
    assert match.pending == (1,)
    play(match, "1 return court", "1 return court", "1 return court")
    play(match, "2 return court", "2 return court")
    assert match.pending == (3,), "blue's last one stands in Valencia, so it goes back by itself"
    play(match, "3 return toledo", "3 return valencia")
    at = match.position()
    assert at["court"] == [5, 1, 0, 0]
    assert at["regions"]["valencia"] == [0, 1, 0, 0]
    assert at["regions"]["toledo"] == [0, 0, 0, 0]
    assert at["province"] == [25, 28, 30, 30]


@pytest.mark.rule("EG-C-withdrawal", "EG-R33")
def test_everybody_from_the_left_on_sees_what_was_returned_before():
    match = act("withdrawal", court=[5, 4, 4, 4], regions=regions(valencia=[1, 1, 1, 1], toledo=[0, 0, 0, 2]), seat=2)
    assert match.pending == (3,)
    assert match.legal(3) == ["return toledo", "return valencia", "return court"]
    assert refused(match, "return granada", 3) == "EG-5.3"
    play(match, "return toledo", "return valencia", "return toledo")
    assert match.pending == (0,)
    assert match.legal(0) == ["return valencia", "return court"]
    play(match, "return court", "return court", "return valencia")
    assert match.pending == (1,)
    play(match, "return court", "return court", "return court")
    assert match.position()["court"] == [3, 1, 4, 4]
    assert match.position()["regions"]["valencia"] == [0, 1, 1, 0]
    assert match.pending == (2,)


@pytest.mark.rule("EG-C-withdrawal", "EG-5.3", "EG-6.2", "EG-6.1", "EG-R33")
def test_as_many_as_possible_and_nothing_from_the_castillo_or_the_kings_region():
    match = act("withdrawal", court=[5, 1, 0, 0], castillo=[0, 4, 4, 4],
                regions=regions(castilla=[0, 3, 3, 3], granada=[0, 1, 0, 2]))
    assert match.pending == (1,)
    assert match.legal(1) == ["return granada", "return court"]
    play(match, "return court")
    assert match.pending == (0,), "seat 1 had two, seat 2 has none, seat 3 has two in one region"
    at = match.position()
    assert at["court"] == [5, 0, 0, 0]
    assert at["regions"]["granada"] == [0, 0, 0, 0]
    assert at["regions"]["castilla"] == [0, 3, 3, 3]
    assert at["castillo"] == [0, 4, 4, 4]


@pytest.mark.rule("EG-C-withdrawal", "EG-6.2", "EG-R33")
def test_the_kings_region_is_refused_by_name():
    match = act("withdrawal", court=[5, 4, 0, 0], regions=regions(castilla=[0, 3, 0, 0], granada=[0, 1, 0, 0]))
    assert refused(match, "return castilla", 1) == "EG-6.2"
    assert refused(match, "done", 1) == "EG-5.3"


@pytest.mark.rule("EG-C-civil_war", "EG-5.5", "EG-R32")
def test_civil_war_empties_the_dialled_regions_of_opponents():
    match = act("civil_war", regions=regions(granada=[3, 3, 2, 1], aragon=[0, 1, 4, 0], galicia=[0, 0, 0, 2]))
    assert match.pending == (1, 2, 3)
    assert match.legal(1) == ["dial aragon", "dial granada"]
    assert refused(match, "dial galicia", 1) == "EG-C-civil_war"
    play(match, "3 dial galicia", "1 dial aragon")
    assert region(match, "galicia")[3] == 2, "nothing happens before all dials are set"
    assert "3 dial" not in match.record(1)
    assert match.view(1)["dials"] == [None, "aragon", None, None]
    play(match, "2 dial granada")
    at = match.position()["regions"]
    assert at["granada"] == [3, 3, 0, 1]
    assert at["aragon"] == [0, 0, 4, 0]
    assert at["galicia"] == [0, 0, 0, 0]
    assert match.position()["province"][3] == 30 - 1 - 5
    assert [d["seat"] for d in told(match, "dial_shown")] == ["1", "2", "3"]
    assert "3 dial galicia" in match.record(1)


@pytest.mark.rule("EG-C-civil_war", "EG-R32")
def test_who_stands_only_in_the_kings_region_is_not_hit():
    match = act("civil_war", regions=regions(castilla=[0, 5, 0, 0], granada=[0, 0, 2, 2], toledo=[0, 0, 1, 1]))
    assert match.pending == (2, 3)
    assert refused(match, "dial castilla", 2) == "EG-6.2"
    play(match, "2 dial toledo", "3 dial toledo")
    assert region(match, "castilla") == [0, 5, 0, 0]


@pytest.mark.rule("EG-C-civil_war")
def test_with_one_region_there_is_nothing_to_dial():
    match = act("civil_war", regions=regions(granada=[0, 4, 0, 0]))
    assert match.pending == (0,)
    assert region(match, "granada") == [0, 0, 0, 0]


@pytest.mark.rule("EG-C-skirmish")
def test_skirmish_costs_two_where_there_are_two():
    match = act("skirmish", regions=regions(granada=[2, 3, 2, 1], aragon=[0, 2, 1, 1]))
    assert match.pending == (1,), "seat 2 has one such region, seat 3 none"
    assert refused(match, "dial galicia", 1) == "EG-C-skirmish"
    play(match, "dial granada")
    assert region(match, "granada") == [2, 1, 0, 1]
    assert region(match, "aragon") == [0, 2, 1, 1]


@pytest.mark.rule("EG-C-civil_war", "EG-C-skirmish", "EG-13.2")
@pytest.mark.parametrize(("card", "left"), [("civil_war", 0), ("skirmish", 1)])
def test_in_the_1995_edition_every_player_is_hit(card, left):
    match = act(card, regions=regions(granada=[3, 3, 0, 0], toledo=[3, 0, 0, 0]), **OLD)
    assert match.pending == (0,), "seat 1 has one region only"
    play(match, "dial granada")
    assert region(match, "granada") == [left, left, 0, 0]


@pytest.mark.rule("EG-C-loss_of_authority")
def test_loss_of_authority_empties_the_courts_of_opponents():
    match = act("loss_of_authority", court=[5, 9, 1, 0])
    assert match.position()["court"] == [5, 0, 0, 0]
    assert match.position()["province"] == [25, 30, 30, 30]


@pytest.mark.rule("EG-C-levy")
def test_levy_takes_three_from_each_court_or_all():
    match = act("levy", court=[5, 9, 2, 3])
    assert match.position()["court"] == [5, 6, 0, 0]


@pytest.mark.rule("EG-C-banishment", "EG-5.3")
def test_banishment_takes_one_of_each_opponent_where_the_actor_says():
    board = regions(granada=[2, 2, 1, 0], aragon=[0, 1, 0, 0], galicia=[1, 0, 3, 0], castilla=[0, 0, 0, 4])
    match = act("banishment", regions=board)
    assert match.pending == (0,)
    assert match.legal(0) == ["return 1 aragon", "return 1 granada"]
    assert refused(match, "return 2 galicia") == refused(match, "return 0 granada") == "EG-C-banishment"
    assert refused(match, "return 1 castilla") == "EG-6.2"
    assert refused(match, "return 1 toledo") == "EG-5.3"
    play(match, "return 1 granada")
    assert match.legal(0) == ["return 2 galicia", "return 2 granada"]
    play(match, "return 2 granada")
    at = match.position()
    assert at["regions"]["granada"] == [2, 1, 0, 0]
    assert at["regions"]["castilla"] == [0, 0, 0, 4], "seat 3 stands with the king only"
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-banishment", "EG-9.8", "EG-R60")
def test_banishment_hits_the_dummy_too():
    match = turn("banishment", players=2, regions=regions(granada=[0, 1, 2], toledo=[0, 0, 1]))
    play(match, "action")
    assert match.legal(0) == ["return 2 toledo", "return 2 granada"]
    play(match, "return 2 granada")
    assert region(match, "granada") == [0, 0, 1]


@pytest.mark.rule("EG-C-audience", "EG-5.4", "EG-R06")
def test_audience_scores_any_region_the_kings_too_but_not_the_castillo():
    match = act("audience", regions=regions(castilla=[3, 1, 0, 0]))
    assert len(legal(match, "score")) == 9
    assert refused(match, "score castillo") == "EG-5.4"
    play(match, "score castilla")
    assert match.scores == [6 + 2, 4, 0, 0]


@pytest.mark.rule("EG-C-royal_audience", "EG-13.2")
def test_the_old_royal_audience_scores_the_castillo_as_well():
    match = turn("royal_audience", castillo=[3, 1, 0, 0], **OLD)
    play(match, "action", "score castillo")
    assert match.scores == [5, 3, 0, 0]
    assert match.position()["castillo"] == [3, 1, 0, 0]
    assert load(**OLD).position()["edition"] == "1995"
