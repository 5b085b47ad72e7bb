"""Deck 3: scoring by a card (EG-5.4)."""
import pytest
from helpers.el_grande import act, play, regions, told, turn

ONE_EACH = {name: [1, 0, 0, 0] for name in ("galicia", "navarra", "aragon", "cataluna", "castilla", "toledo",
                                            "sevilla",
                                            "granada", "valencia")}


def scored(match):
    """The places that were scored, in order."""
    return [e["place"] for e in told(match, "scored")]


@pytest.mark.rule("EG-C-fiesta", "EG-5.4", "EG-R08")
def test_fiesta_scores_the_five_point_regions_and_not_the_castillo():
    match = act("fiesta", regions=ONE_EACH, castillo=[2, 0, 0, 0], grandes=["galicia"] * 4)
    assert scored(match) == ["navarra", "aragon", "valencia"]
    assert match.scores == [15, 0, 0, 0]


@pytest.mark.rule("EG-C-garrisons", "EG-5.4", "EG-R07", "EG-R09")
def test_example_of_the_book_garrisons_with_tiles():
    """4/0/0 on Toledo and 8/4/0 on Galicia: Sevilla, Cataluña and Toledo are scored, Galicia
    is not.
    """
    match = act("garrisons", regions=ONE_EACH, tiles={"4-0-0": "toledo", "8-4-0": "galicia"})
    assert scored(match) == ["cataluna", "toledo", "sevilla"]
    assert match.scores == [12, 0, 0, 0]


@pytest.mark.rule("EG-C-garrisons", "EG-R08")
def test_a_tile_on_the_castillo_does_not_make_it_a_region():
    match = act("garrisons", castillo=[2, 0, 0, 0], tiles={"4-0-0": "castillo"})
    assert "castillo" not in scored(match)


@pytest.mark.rule("EG-C-crown_lands", "EG-R07", "EG-R09")
@pytest.mark.parametrize(("tiles", "expected"), [
    ({}, ["castilla", "toledo", "granada"]),
    ({"8-4-0": "toledo", "4-0-0": "granada"}, ["castilla"]),
])
def test_crown_lands_score_six_and_seven_point_regions(tiles, expected):
    match = act("crown_lands", tiles=tiles)
    assert scored(match) == expected


@pytest.mark.rule("EG-C-revelation", "EG-6.1")
def test_revelation_scores_the_castillo_and_leaves_everything_inside():
    match = act("revelation", castillo=[3, 2, 1, 0])
    assert match.scores == [5, 3, 1, 0]
    assert match.position()["castillo"] == [3, 2, 1, 0]
    assert [e["n"] for e in told(match, "castillo_shown")] == ["3", "2", "1", "0"]
    assert match.view(1)["castillo"] == [None] * 4


@pytest.mark.rule("EG-C-supremacy", "EG-8.3", "EG-R08", "EG-R39")
def test_supremacy_pays_sole_first_places_only():
    board = regions(galicia=[2, 1, 0, 0], navarra=[2, 2, 1, 0], castilla=[0, 3, 1, 0], granada=[0, 0, 0, 4])
    match = act("supremacy", regions=board, grandes=["galicia", "castilla", "toledo", "toledo"],
                castillo=[5, 0, 0, 0])
    assert match.scores == [4 + 2, 6 + 2 + 2, 0, 6]
    assert len(scored(match)) == 9


@pytest.mark.rule("EG-C-metropolis", "EG-R40")
def test_metropolis_scores_the_fullest_region_of_all_the_kings_too():
    match = act("metropolis", regions=regions(castilla=[2, 2, 2, 2], granada=[3, 3, 0, 0], toledo=[7, 0, 0, 0]))
    assert scored(match) == ["castilla"]
    match = act("metropolis", regions=regions(granada=[3, 3, 0, 0], toledo=[6, 0, 0, 0], galicia=[5, 0, 0, 0]))
    assert scored(match) == ["toledo", "granada"]
    assert match.scores == [7 + 3, 3, 0, 0]


@pytest.mark.rule("EG-C-frontier", "EG-R40")
def test_frontier_scores_the_emptiest_region_that_is_not_empty():
    match = act("frontier", regions=regions(castilla=[1, 1, 0, 0], granada=[3, 0, 0, 0], toledo=[0, 2, 0, 0]))
    assert scored(match) == ["castilla", "toledo"]
    match = act("frontier", regions=regions(granada=[1, 0, 0, 0], toledo=[0, 2, 0, 0]))
    assert scored(match) == ["granada"]


@pytest.mark.rule("EG-C-frontier", "EG-C-metropolis")
@pytest.mark.parametrize("card", ["frontier", "metropolis"])
def test_on_an_empty_board_nothing_is_scored(card):
    assert scored(act(card)) == []


@pytest.mark.rule("EG-5.1", "EG-R02")
def test_it_is_done_completely_even_if_others_gain_more():
    match = act("fiesta", regions=regions(navarra=[1, 5, 0, 0], aragon=[0, 4, 0, 0], valencia=[0, 0, 3, 0]))
    assert match.scores == [3, 10, 5 + 2, 0]


@pytest.mark.rule("EG-C-secret_ballot", "EG-5.5")
def test_secret_ballot_scores_regions_dialled_once():
    match = act("secret_ballot", regions=ONE_EACH)
    assert match.pending == (0, 1, 2, 3)
    assert len(match.legal(2)) == 9, "the king's region too"
    play(match, "2 dial granada", "0 dial toledo", "3 dial castilla", "1 dial granada")
    assert scored(match) == ["castilla", "toledo"]
    assert match.scores == [6 + 2 + 7, 0, 0, 0]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-secret_ballot")
def test_secret_ballot_with_everybody_alike_scores_nothing():
    match = act("secret_ballot", *(f"{p} dial granada" for p in range(4)), regions=ONE_EACH)
    assert scored(match) == []


@pytest.mark.rule("EG-C-audience")
def test_scoring_first_and_placing_afterwards_is_another_order_than_the_reverse():
    board = regions(galicia=[1, 1, 0, 0])
    first = play(turn("audience", regions=board), "action", "score galicia", "place galicia", "place galicia")
    later = play(turn("audience", regions=board), "place galicia", "place galicia", "action", "score galicia")
    assert first.scores == [2, 2, 0, 0]
    assert later.scores == [4, 2, 0, 0]
