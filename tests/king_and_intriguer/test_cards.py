"""The 18 cards of the first box (KI-C-10 to KI-C-180)."""
import pytest
from helpers.king_and_intriguer import act, legal, play, refused, region, regions, scoring, told, turn

TILES = {"8-4-0": "galicia", "4-0-0": "toledo"}


@pytest.mark.rule("KI-C-20", "KI-6.2")
def test_20_frees_the_placing_after_it():
    match = act(20)
    assert legal(match, "place") == {"galicia", "navarra", "aragon", "cataluna", "toledo", "sevilla", "granada", "valencia",
                                     "castillo"}
    assert refused(match, "place castilla") == "EG-6.2"
    play(match, "place granada", "place cataluna")
    assert region(match, "granada") == region(match, "cataluna") == [1, 0, 0, 0]
    first = turn(20)
    assert refused(first, "place granada") == "EG-4.2"
    play(first, "place galicia")
    assert refused(first, "place granada") == "EG-4.2"
    play(first, "done")
    assert not any(counts[0] for name, counts in first.position()["regions"].items() if name != "galicia"), "placed already"


@pytest.mark.rule("KI-C-30")
def test_30_sends_the_others_courts_to_the_province():
    match = act(30, court=[4, 3, 0, 7])
    assert match.position()["court"] == [4, 0, 0, 0]
    assert match.position()["province"] == [26, 30, 30, 30]


@pytest.mark.rule("KI-C-40", "KI-3.4", "KI-K09")
def test_40_need_not_be_used():
    match = turn(40)
    assert "end" in match.legal(0)
    assert "action" not in match.legal(0)


@pytest.mark.rule("KI-C-50", "KI-K11")
def test_50_all_return_three_from_the_left_on_the_player_last():
    match = act(50, court=[1, 1, 5, 2], regions=regions(granada=[1, 2, 0, 0], castilla=[2, 0, 0, 0]))
    assert match.pending == (1,)
    assert refused(match, "return castilla") == "EG-6.2"
    play(match, "1 return court")
    assert match.pending == (0,), "seats 1, 2 and 3 have no choice left: it happens by itself"
    assert match.position()["court"] == [1, 0, 2, 0]
    assert region(match, "granada") == [1, 0, 0, 0]
    assert legal(match, "return") == {"court", "granada"}


@pytest.mark.rule("KI-C-50", "EG-5.3", "KI-K11")
def test_50_its_player_returns_as_many_as_there_are():
    match = act(50, court=[2, 0, 0, 0], regions=regions(granada=[4, 0, 0, 0]))
    assert match.pending == (0,)
    assert legal(match, "return") == {"court", "granada"}
    play(match, "return court", "return granada", "return court")
    assert match.position()["court"] == [0, 0, 0, 0]
    assert region(match, "granada") == [3, 0, 0, 0]


@pytest.mark.rule("KI-C-60", "EG-5.4", "EG-8.4")
@pytest.mark.parametrize(("card", "points"), [(60, 6 + 7), (100, 4 + 4), (120, 5 + 5)])
def test_60_100_120_score_regions_by_their_first_value(card, points):
    counts = {name: [0, 0, 1, 0] for name in ("galicia", "navarra", "aragon", "cataluna", "toledo", "granada")}
    match = act(card, regions=counts, grandes=["sevilla"] * 4)
    assert match.scores == [0, 0, points, 0]


@pytest.mark.rule("KI-C-60", "KI-C-100", "KI-C-120", "EG-8.4")
def test_a_tile_decides_how_many_points_a_region_is_worth():
    match = act(100, regions=regions(galicia=[1, 0, 0, 0], toledo=[1, 0, 0, 0], sevilla=[1, 0, 0, 0]), tiles=TILES)
    assert match.scores == [8, 0, 0, 0], "Toledo and Sevilla; Galicia is an 8-point region"


@pytest.mark.rule("KI-C-70")
def test_70_one_caballero_of_each_opponent_goes_back():
    match = act(70, regions=regions(granada=[1, 1, 0, 1], toledo=[0, 1, 0, 0], castilla=[0, 0, 2, 0]))
    assert legal(match, "return") == {"1 granada", "1 toledo"}
    assert refused(match, "return 0 granada") == "KI-C-70"
    assert refused(match, "return 3 granada") == "KI-C-70"
    play(match, "return 1 toledo")
    assert region(match, "toledo") == [0, 0, 0, 0]
    assert region(match, "granada") == [1, 1, 0, 0], "seat 3 has one place only; seat 2 stands with the king"


@pytest.mark.rule("KI-C-80", "KI-6.13", "KI-3.4")
def test_80_may_move_the_grande_and_bring_up_to_three():
    match = turn(80, regions=regions(granada=[2, 0, 0, 0], toledo=[3, 0, 0, 0], castilla=[1, 0, 0, 0]))
    assert "end" in match.legal(0)
    play(match, "action")
    assert legal(match, "grande") == {"galicia", "navarra", "aragon", "cataluna", "toledo", "sevilla", "granada"}
    assert refused(match, "grande valencia") == "KI-C-80"
    assert refused(match, "grande castilla") == "EG-6.2"
    play(match, "grande toledo")
    assert legal(match, "take") == {"0 granada"}
    assert refused(match, "take 0 toledo") == "KI-C-80"
    assert refused(match, "take 0 castilla") == "EG-6.2"
    play(match, "take 0 granada", "done")
    assert region(match, "toledo") == [4, 0, 0, 0]
    assert match.position()["grandes"][0] == "toledo"


@pytest.mark.rule("KI-C-80")
def test_80_brings_no_more_than_three_and_none_without_the_grande():
    match = act(80, "grande toledo", *["take 0 granada"] * 3, regions=regions(granada=[5, 0, 0, 0]))
    assert region(match, "toledo") == [3, 0, 0, 0]
    assert "end" in match.legal(0)
    assert "action" not in match.legal(0)
    stuck = act(80, grandes=["castilla", *["valencia"] * 3], regions=regions(granada=[5, 0, 0, 0]))
    assert region(stuck, "granada") == [5, 0, 0, 0]
    assert told(stuck, "nothing_happens")


@pytest.mark.rule("KI-C-90", "KI-6.3")
def test_90_lays_or_moves_a_tile_on_regions_only():
    match = act(90, tiles={"8-4-0": "galicia", "4-0-0": None})
    assert refused(match, "tile 8-4-0 castillo") == "KI-6.3"
    assert refused(match, "tile 8-4-0 castilla") == "EG-6.2"
    assert refused(match, "tile 4-0-0 galicia") == "EG-8.4"
    play(match, "tile 8-4-0 granada")
    assert match.position()["tiles"] == {"8-4-0": "granada", "4-0-0": None}


@pytest.mark.rule("KI-C-100")
def test_100_must_be_carried_out():
    assert refused(turn(100), "end") == "KI-3.4"


@pytest.mark.rule("KI-C-110")
def test_110_scores_the_castillo_and_everything_stays_inside():
    match = act(110, castillo=[1, 3, 2, 0])
    assert match.scores == [1, 5, 3, 0]
    assert match.position()["castillo"] == [1, 3, 2, 0]


@pytest.mark.rule("KI-C-120")
def test_120_must_be_carried_out():
    assert refused(turn(120), "end") == "KI-3.4"


@pytest.mark.rule("KI-C-140", "KI-6.3", "KI-K13")
def test_140_two_of_every_player_into_the_castillo():
    match = act(140, court=[5] * 4, regions=regions(granada=[1, 2, 0, 0], toledo=[0, 1, 1, 0], castilla=[0, 0, 0, 2]))
    assert legal(match, "throw") == {"1 granada", "1 toledo"}
    assert refused(match, "throw 1 court") == "KI-C-140"
    assert refused(match, "throw 0 court") == "KI-6.3"
    play(match, "throw 1 granada", "throw 1 granada")
    assert match.position()["castillo"] == [0, 2, 1, 0], "seat 2 has one, seat 3 only with the king"
    assert legal(match, "throw") == {"0 granada", "0 court"}
    play(match, "throw 0 court", "throw 0 granada")
    at = match.position()
    assert at["castillo"] == [2, 2, 1, 0]
    assert at["court"][0] == 4


@pytest.mark.rule("KI-C-150")
def test_150_scores_a_region_of_choice_the_kings_too():
    match = act(150, regions=regions(castilla=[2, 1, 0, 0]))
    assert len(legal(match, "score")) == 9
    assert refused(match, "score castillo") == "EG-5.4"
    play(match, "score castilla")
    assert match.scores == [8, 4, 0, 0]


@pytest.mark.rule("KI-C-160", "KI-6.3")
def test_160_moves_the_king_to_an_adjacent_region():
    match = act(160)
    assert legal(match, "king") == {"galicia", "navarra", "aragon", "toledo"}
    assert refused(match, "king castilla") == "KI-C-160"
    assert refused(match, "king granada") == "KI-C-160"
    play(match, "king toledo")
    assert match.position()["king"] == "toledo"


@pytest.mark.rule("KI-C-170", "KI-6.3", "EG-5.5", "KI-K14")
def test_170_scores_what_more_than_one_has_dialled():
    match = act(170, regions=regions(granada=[2, 0, 0, 0], castilla=[0, 1, 0, 0], toledo=[0, 0, 1, 0]))
    assert match.pending == (0, 1, 2, 3)
    assert len(match.legal(3)) == 9
    play(match, "0 dial granada", "3 dial granada", "1 dial castilla")
    assert match.view(0)["dials"] == ["granada", None, None, None]
    play(match, "2 dial castilla")
    assert match.scores == [6, 8, 0, 0]
    split = act(170, "0 dial granada", "1 dial toledo", "2 dial aragon", "3 dial navarra", regions=regions(granada=[2, 0, 0, 0]))
    assert split.scores == [0] * 4


@pytest.mark.rule("KI-C-130", "KI-6.4", "KI-K12")
def test_130_offers_what_nobody_else_has_chosen_and_keeps_it_secret():
    match = act(130, doubles=[None, "granada", None, None])
    assert match.legal(0) == [f"double {r}" for r in ("galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "sevilla",
                                                      "valencia")]
    assert refused(match, "double granada") == "KI-6.4"
    play(match, "double toledo")
    assert match.position()["doubles"] == ["toledo", "granada", None, None]
    assert match.view(0)["doubles"] == ["toledo", None, None, None]
    assert match.view(2)["doubles"] == [None] * 4
    assert match.view(2)["knowledge"] == {"doubles": [1, 0]}, "that there are two is seen"
    assert "double" not in match.record(2).partition("\n\n")[2]
    assert "double toledo" in match.record(0)


@pytest.mark.rule("KI-C-130", "KI-6.4", "KI-6.5", "KI-K12")
def test_130_doubles_all_that_the_region_pays_in_the_next_general_scoring():
    match = scoring(king="granada", grandes=["granada"] * 4, doubles=[None, "granada", "toledo", None],
                 regions=regions(granada=[2, 1, 0, 0], toledo=[0, 0, 1, 0], galicia=[0, 0, 0, 1]))
    assert match.scores == [2 * (6 + 4), 2 * 3, 2 * 7, 4]
    at = match.position()
    assert at["doubles"] == [None] * 4
    assert "knowledge" not in at
    assert at["round"] == 4
