"""Deck 1: moving caballeros, and placing more of them (EG-5.2)."""
import pytest
from helpers.el_grande import act, legal, play, refused, region, regions, turn

ALL = {"galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "sevilla", "granada", "valencia"}
BOARD = regions(granada=[3, 1, 0, 0], aragon=[0, 0, 0, 2], valencia=[0, 2, 0, 0], castilla=[2, 2, 2, 2])


@pytest.mark.rule("EG-C-intrigue", "EG-5.2")
def test_example_of_the_book_intrigue():
    """Two own out of Granada, one to Castilla's neighbour and one into the castillo; then one green
    and one blue.
    """
    match = act("intrigue", "take 0 granada", "to toledo", "take 0 granada", "to castillo", regions=BOARD,
                king="cataluna")
    assert legal(match, "take") == {"1 granada", "1 valencia", "1 castilla", "2 castilla", "3 aragon", "3 castilla"}
    assert refused(match, "take 0 granada") == "EG-C-intrigue"
    play(match, "take 3 aragon", "to valencia", "take 1 valencia", "to castilla")
    at = match.position()["regions"]
    assert at["granada"] == [1, 1, 0, 0]
    assert at["valencia"] == [0, 1, 0, 1]
    assert at["castilla"] == [2, 3, 2, 2]
    assert match.position()["castillo"] == [1, 0, 0, 0]
    assert "end" in match.legal(0)
    assert "action" not in match.legal(0)


@pytest.mark.rule("EG-C-intrigue")
def test_own_and_opposing_moves_may_be_interleaved_and_one_done_ends_them():
    match = act("intrigue", "take 1 valencia", "to toledo", "take 0 granada", "to toledo", "take 1 toledo",
                "to galicia",
                regions=BOARD)
    assert legal(match, "take") == {"0 granada", "0 toledo"}
    assert refused(match, "take 1 valencia") == "EG-C-intrigue"
    play(match, "done")
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-5.2", "EG-6.2", "EG-R34")
def test_never_out_of_or_into_the_kings_region_nor_where_it_came_from():
    match = act("conspiracy", regions=BOARD)
    assert refused(match, "take 0 castilla") == "EG-6.2"
    assert refused(match, "take 2 granada") == "EG-5.2"
    play(match, "take 0 granada")
    assert legal(match, "to") == ALL - {"castilla", "granada"} | {"castillo"}
    assert refused(match, "to castilla") == "EG-6.2"
    assert refused(match, "to granada") == "EG-5.2"
    assert refused(match, "done") == "EG-5.2"


@pytest.mark.rule("EG-5.2", "EG-6.1", "EG-R34")
def test_never_out_of_the_castillo():
    match = act("conspiracy", regions=regions(galicia=[1, 0, 0, 0]), castillo=[5, 5, 5, 5])
    assert match.legal(0) == ["take 0 galicia", "done"]
    play(match, "take 0 galicia", "to castillo")
    assert match.position()["castillo"] == [6, 5, 5, 5]
    assert "end" in match.legal(0), "nothing is left to take, so the action is over by itself"


@pytest.mark.rule("EG-5.2", "EG-R34")
def test_a_piece_moved_twice_counts_twice():
    match = act("redeployment", *["take 0 galicia", "to aragon", "take 0 aragon", "to galicia"] * 2,
                regions=regions(galicia=[1, 0, 0, 0]))
    assert region(match, "galicia") == [1, 0, 0, 0]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-redeployment")
def test_redeployment_moves_up_to_four_own():
    match = act("redeployment", regions=regions(galicia=[5, 2, 0, 0]))
    for n in range(4):
        assert match.legal(0)[-1] == "done"
        assert refused(match, "take 1 galicia") == "EG-C-redeployment"
        play(match, "take 0 galicia", "to granada")
        assert region(match, "granada")[0] == n + 1
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-conspiracy")
def test_conspiracy_moves_up_to_four_of_any_colours():
    match = act("conspiracy", "take 0 granada", "to galicia", "take 1 granada", "to galicia", "take 3 aragon",
                "to galicia",
                "take 0 granada", "to galicia", regions=BOARD)
    assert region(match, "galicia") == [2, 1, 0, 1]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-manipulation")
def test_manipulation_moves_up_to_three_of_any_colours():
    match = act("manipulation", "take 1 granada", "to galicia", "take 3 aragon", "to galicia",
                "take 0 granada", "to galicia",
                regions=BOARD)
    assert region(match, "galicia") == [1, 1, 0, 1]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-displacement")
def test_displacement_moves_up_to_three_opposing():
    match = act("displacement", regions=BOARD)
    assert legal(match, "take") == {"1 granada", "1 valencia", "3 aragon"}
    assert refused(match, "take 0 granada") == "EG-C-displacement"
    play(match, *["take 3 aragon", "to castillo"] * 2, "take 1 valencia", "to navarra")
    assert match.position()["castillo"] == [0, 0, 0, 2]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-evacuation")
def test_evacuation_moves_up_to_five_of_any_colours_out_of_one_region():
    match = act("evacuation", regions=regions(granada=[3, 1, 0, 2], galicia=[1, 0, 0, 0], castilla=[4, 0, 0, 0]))
    assert match.legal(0) == ["region galicia", "region granada"]
    assert refused(match, "region castilla") == "EG-6.2"
    assert refused(match, "region toledo") == "EG-C-evacuation"
    play(match, "region granada")
    assert legal(match, "take") == {"0 granada", "1 granada", "3 granada"}
    assert refused(match, "take 0 galicia") == "EG-C-evacuation"
    play(match, "take 3 granada", "to galicia", "take 3 granada", "to galicia", "take 1 granada", "to castillo",
         "take 0 granada", "to sevilla", "take 0 granada", "to sevilla")
    assert region(match, "granada") == [1, 0, 0, 0]
    assert region(match, "galicia") == [1, 0, 0, 2]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-departure", "EG-R35")
def test_departure_moves_any_number_of_own_out_of_one_region():
    match = act("departure", regions=regions(granada=[7, 1, 0, 2], galicia=[1, 0, 0, 0], toledo=[0, 9, 0, 0]))
    assert match.legal(0) == ["region galicia", "region granada"]
    play(match, "region granada", *["take 0 granada", "to sevilla"] * 6)
    assert match.legal(0) == ["take 0 granada", "done"]
    play(match, "take 0 granada", "to castillo")
    assert region(match, "granada") == [0, 1, 0, 2]
    assert region(match, "sevilla") == [6, 0, 0, 0]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-departure", "EG-R35")
def test_departure_of_none_is_possible_and_the_only_region_is_chosen_by_itself():
    match = act("departure", regions=regions(granada=[3, 0, 0, 0]))
    assert match.legal(0) == ["take 0 granada", "done"]
    play(match, "done")
    assert region(match, "granada") == [3, 0, 0, 0]


@pytest.mark.rule("EG-C-departure", "EG-C-evacuation", "EG-5.1")
@pytest.mark.parametrize("card", ["departure", "evacuation"])
def test_a_region_to_move_out_of_must_have_something(card):
    match = act(card, regions=regions(castilla=[3, 3, 3, 3]))
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-militia", "EG-5.6", "EG-R36")
def test_militia_places_two_more_anywhere_but_with_the_king():
    match = act("militia")
    assert legal(match, "place") == ALL - {"castilla"}
    assert refused(match, "place castillo") == "EG-C-militia"
    assert refused(match, "place castilla") == "EG-6.2"
    play(match, "place granada", "place cataluna")
    assert region(match, "granada") == region(match, "cataluna") == [1, 0, 0, 0]
    play(match, "place toledo")
    assert match.position()["court"][0] == 2
    assert match.position()["turn"] == 1


@pytest.mark.rule("EG-C-militia", "EG-R36")
def test_militia_with_one_or_none():
    match = act("militia", "place granada", "done")
    assert region(match, "granada")[0] == 1
    match = act("militia", "place granada", court=[1, 0, 0, 0])
    assert match.position()["turn"] == 1
    assert act("militia", court=[0, 0, 0, 0]).position()["turn"] == 1


@pytest.mark.rule("EG-C-grand_strategy")
def test_grand_strategy_moves():
    match = act("grand_strategy", regions=regions(granada=[3, 1, 0, 0], castilla=[2, 0, 0, 0]))
    assert match.legal(0) == ["option move", "option place"]
    play(match, "option move")
    assert legal(match, "take") == {"0 granada"}
    play(match, "take 0 granada", "to castillo", "take 0 granada", "to galicia", "done")
    assert region(match, "granada") == [1, 1, 0, 0]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-grand_strategy")
def test_grand_strategy_places():
    match = act("grand_strategy", "option place", regions=regions(granada=[3, 1, 0, 0]))
    assert legal(match, "place") == ALL - {"castilla"}
    play(match, "place sevilla", "place sevilla")
    assert region(match, "sevilla") == [2, 0, 0, 0]


@pytest.mark.rule("EG-C-grand_strategy", "EG-5.1")
def test_grand_strategy_offers_what_is_possible():
    match = act("grand_strategy", regions=regions(castilla=[2, 0, 0, 0]))
    assert "castillo" not in legal(match, "place"), "only placing was possible, so it was chosen by itself"
    match = act("grand_strategy", regions=regions(granada=[2, 0, 0, 0]), court=[0, 0, 0, 0])
    assert match.legal(0) == ["take 0 granada", "done"]
    match = act("grand_strategy", regions=regions(castilla=[2, 0, 0, 0]), court=[0, 0, 0, 0])
    assert match.position()["turn"] == 1
    match = turn("grand_strategy", regions=regions(granada=[2, 0, 0, 0]))
    play(match, "action")
    assert refused(match, "place granada") == "EG-C-grand_strategy"
