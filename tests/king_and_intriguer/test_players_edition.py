"""The Players Edition: 13, 23, 43, 53, 73, 83, 113, 153 and the Joker."""
import pytest
from helpers.king_and_intriguer import ALL, act, legal, load, play, refused, region, regions, scoring, told

PE = {"players_edition": True}


def deed(card, *lines, **keys):
    """A card's special action with the Players Edition."""
    return act(card, *lines, **{"options": PE, **keys})


@pytest.mark.rule("KI-C-13", "KI-6.14")
def test_13_opponents_move_their_grandes_by_dial():
    match = deed(13, options=ALL, grandes=["valencia", "granada", "castilla", "castillo"])
    assert match.pending == (1,), "a grande with the king or in the castillo stays"
    assert refused(match, "dial granada") == "KI-C-13"
    assert refused(match, "dial castilla") == "EG-6.2"
    play(match, "dial toledo")
    assert match.position()["grandes"] == ["valencia", "toledo", "castilla", "castillo"]
    three = deed(13, grandes=["valencia"] * 4)
    assert three.pending == (1, 2, 3)
    play(three, "1 dial granada", "2 dial granada", "3 dial toledo")
    assert three.position()["grandes"] == ["valencia", "granada", "granada", "toledo"]


@pytest.mark.rule("KI-C-13", "KI-3.4")
def test_13_where_no_grande_can_move_nothing_happens():
    match = deed(13, grandes=["valencia", "castilla", "castilla", "castilla"])
    assert match.pending == (0,)
    assert told(match, "nothing_happens")


@pytest.mark.rule("KI-C-23", "KI-6.12", "KI-6.14", "KI-K18")
def test_23_slides_the_castillo_onto_a_region():
    match = deed(23, castillo=[1, 0, 0, 0], regions=regions(granada=[1, 2, 0, 0]), grandes=["granada"] * 4)
    assert refused(match, "region castilla") == "EG-6.2"
    assert "navarra" in legal(match, "region"), "an empty region may be named"
    play(match, "region granada")
    at = match.position()
    assert (at["castillo"], at["castillo_at"]) == ([2, 2, 0, 0], "granada")
    assert at["grandes"] == ["granada"] * 4, "only caballeros fall in"
    assert region(match, "granada") == [0, 0, 0, 0]
    again = deed(23, castillo_at="granada")
    assert refused(again, "region granada") == "KI-C-23"


@pytest.mark.rule("KI-C-23", "KI-6.5", "KI-6.14", "KI-K18")
def test_23_the_castillo_goes_home_after_the_next_general_scoring():
    match = scoring(options=PE, castillo_at="granada", regions=regions(granada=[1, 0, 0, 0]))
    assert match.position()["castillo_at"] is None
    assert match.scores == [6, 0, 0, 0], "where it stood mattered for nothing else"


@pytest.mark.rule("KI-C-43", "KI-6.13")
def test_43_sends_opposing_caballeros_to_their_courts_and_costs_one():
    match = deed(43, court=[2, 0, 0, 0], regions=regions(granada=[1, 2, 0, 3]))
    assert refused(match, "region castilla") == "EG-6.2"
    play(match, "region granada")
    at = match.position()
    assert region(match, "granada") == [1, 0, 0, 0]
    assert at["court"] == [1, 2, 0, 3]
    assert at["province"][0] == 28
    free = deed(43, "region granada", court=[0, 0, 0, 0], regions=regions(granada=[1, 2, 0, 3]))
    assert free.position()["court"] == [0, 2, 0, 3], "unpaid with an empty court"


@pytest.mark.rule("KI-C-53", "KI-6.14")
def test_53_allies_two_different_regions_the_kings_included():
    match = deed(53, "region castilla")
    assert refused(match, "region castilla") == "KI-C-53"
    assert len(legal(match, "region")) == 8
    play(match, "region galicia")
    assert match.position()["alliances"] == [["galicia", "castilla"]]


@pytest.mark.rule("KI-C-53", "KI-6.9", "KI-6.5", "KI-K19")
def test_53_each_region_by_its_own_table_with_the_counts_of_both():
    match = scoring(options=PE, king="galicia", grandes=["valencia"] * 4,
                 alliances=[["galicia", "granada"]], regions=regions(galicia=[2, 1, 0, 0], granada=[0, 2, 1, 0]),
                 castillo=[0, 0, 0, 1])
    play(match, "3 dial galicia")  # the king's region: to court
    # together: 2, 3, 1.  Galicia 4/2/0 with the king's bonus, Granada 6/3/1.
    assert match.scores == [2 + 3, 4 + 2 + 6, 0 + 1, 5]
    assert match.position()["alliances"] == []
    assert told(match, "alliance_over") == [{"region": "galicia", "with": "granada"}]


@pytest.mark.rule("KI-6.9")
def test_53_alliances_that_overlap_join():
    match = scoring(options=PE, king="aragon", doubles=["toledo", None, None, None],
                 alliances=[["galicia", "granada"], ["granada", "toledo"]],
                 regions=regions(galicia=[1, 0, 0, 0], granada=[1, 0, 0, 0], toledo=[0, 1, 0, 0]))
    assert match.scores == [4 + 6 + 2 * 7, 2 + 3 + 2 * 4, 0, 0]


@pytest.mark.rule("KI-C-53", "KI-6.14")
def test_53_card_scorings_take_no_notice():
    match = deed(60, alliances=[["granada", "toledo"]], regions=regions(granada=[1, 0, 0, 0], toledo=[0, 1, 0, 0]))
    assert match.scores == [6, 7, 0, 0]


@pytest.mark.rule("KI-C-73", "KI-6.8", "KI-6.14")
def test_73_turns_a_tile_and_takes_a_turned_one_off():
    match = deed(73, king="galicia", tiles={"8-4-0": "galicia", "4-0-0": "granada"}, turned=["4-0-0"])
    assert legal(match, "turn") == {"8-4-0", "4-0-0"}, "the king's region is no obstacle"
    play(match, "turn 8-4-0")
    assert match.position()["turned"] == ["8-4-0", "4-0-0"]
    off = deed(73, "turn 4-0-0", tiles={"8-4-0": "galicia", "4-0-0": "granada"}, turned=["4-0-0"])
    assert off.position()["tiles"] == {"8-4-0": "galicia", "4-0-0": None}
    assert off.position()["turned"] == []
    none = deed(73)
    assert told(none, "nothing_happens")
    one = deed(73, tiles={"8-4-0": "galicia", "4-0-0": None})
    assert one.position()["turned"] == ["8-4-0"], "with one tile on the board there is nothing to choose"


@pytest.mark.rule("KI-C-73", "KI-6.8", "KI-K20")
def test_73_under_a_turned_tile_the_fewest_come_first():
    match = deed(150, "score galicia", king="galicia", tiles={"8-4-0": "galicia", "4-0-0": None}, turned=["8-4-0"],
                 grandes=["valencia", "valencia", "galicia", "valencia"], regions=regions(galicia=[3, 2, 1, 0]))
    assert match.scores == [0, 4, 8 + 2 + 2, 0], "who has none there gets nothing; bonuses go to the first of this order"
    tied = deed(150, "score galicia", tiles={"8-4-0": "galicia", "4-0-0": None}, turned=["8-4-0"],
                regions=regions(galicia=[3, 1, 1, 0]))
    assert tied.scores == [0, 4, 4, 0], "tied for first: both get the second place"


@pytest.mark.rule("KI-C-73", "KI-6.8", "KI-6.14")
def test_73_a_turned_tile_keeps_its_value_and_cannot_be_moved():
    match = deed(100, tiles={"4-0-0": "granada", "8-4-0": None}, turned=["4-0-0"], regions=regions(granada=[2, 1, 0, 0]))
    assert match.scores == [0, 4, 0, 0], "Granada is a 4-point region"
    stuck = deed(90, tiles={"4-0-0": "granada", "8-4-0": "toledo"}, turned=["4-0-0"])
    assert refused(stuck, "tile 4-0-0 galicia") == "KI-6.14"
    assert legal(stuck, "tile") == {f"8-4-0 {r}" for r in ("galicia", "navarra", "aragon", "cataluna", "sevilla", "valencia")}


@pytest.mark.rule("KI-C-83", "KI-6.12", "KI-6.14")
def test_83_nothing_enters_the_castillo_any_more():
    match = deed(83, castillo=[2, 1, 0, 0])
    assert match.position()["collapse"] is True
    play(match, "place castillo")
    at = match.position()
    assert at["castillo"] == [2, 1, 0, 0]
    assert at["beside"] == [1, 0, 0, 0]
    assert match.view(1)["beside"] == [1, 0, 0, 0], "visible"
    assert match.view(1)["castillo"] == [None] * 4
    count = deed(110, collapse=True, castillo=[2, 1, 0, 0], beside=[0, 2, 0, 0])
    assert count.scores == [3, 5, 0, 0], "2 against 3"
    assert count.position()["collapse"] is True, "110 counts it and does not end it"
    slide = deed(23, "region granada", collapse=True, beside=[0, 2, 0, 0], regions=regions(granada=[1, 0, 0, 0]))
    assert slide.position()["beside"] == [1, 2, 0, 0]


@pytest.mark.rule("KI-C-83", "KI-6.12", "KI-6.5")
def test_83_what_stands_beside_counts_and_leaves_with_the_rest():
    match = scoring(options=PE, collapse=True, castillo=[2, 0, 0, 0], beside=[1, 2, 0, 0])
    assert match.pending == (0, 1)
    play(match, "0 dial granada", "1 dial toledo")
    at = match.position()
    assert match.scores[:2] == [5 + 6, 3 + 7]
    assert at["collapse"] is False
    assert at["beside"] == [0] * 4
    assert region(match, "granada") == [3, 0, 0, 0]


@pytest.mark.rule("KI-C-113", "KI-6.7")
def test_113_is_dialled_before_the_first_turn_and_unseen():
    hands = [[113, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130]] * 4
    match = load(phase="cards", options=PE, hands=hands, court=[7] * 4)
    play(match, "action 20", "action 113", "action 120", "action 130")
    assert match.pending == (1,)
    assert len(match.legal(1)) == 9
    assert refused(match, "court 0") == "KI-6.7"
    play(match, "dial granada")
    assert match.position()["whirlwind"] == [None, "granada", None, None]
    assert match.view(0)["whirlwind"] == [None] * 4
    assert "dial" not in match.record(0).partition("\n\n")[2]
    assert "1 dial granada" in match.record(1)
    assert match.position()["phase"] == "turns"


@pytest.mark.rule("KI-C-113", "KI-6.7", "KI-K21")
def test_113_sweeps_half_rounded_up_and_the_own_ones_come_down_together():
    match = deed(113, whirlwind=["granada", None, None, None], court=[0] * 4, regions=regions(granada=[3, 4, 1, 0]))
    assert region(match, "granada") == [1, 2, 0, 0]
    assert match.position()["court"] == [2, 2, 1, 0]
    assert refused(match, "place castillo") == "KI-C-113"
    assert refused(match, "place castilla") == "EG-6.2"
    assert "granada" in legal(match, "place")
    play(match, "place toledo")
    assert region(match, "toledo") == [2, 0, 0, 0]
    assert match.position()["court"] == [0, 2, 1, 0]
    assert "0 dial granada" not in match.record(1), "it was given with the position"


@pytest.mark.rule("KI-C-113", "KI-6.7", "KI-6.14")
def test_113_in_a_taboo_region_nothing_happens_and_without_own_ones_nothing_comes_down():
    match = deed(113, whirlwind=["castilla", None, None, None], regions=regions(castilla=[3, 4, 1, 0]))
    assert region(match, "castilla") == [3, 4, 1, 0]
    shield = deed(113, options=ALL, whirlwind=["granada", None, None, None], protected=["granada"],
                  regions=regions(granada=[3, 4, 1, 0]))
    assert region(shield, "granada") == [3, 4, 1, 0]
    none = deed(113, whirlwind=["granada", None, None, None], court=[1, 0, 0, 0], regions=regions(granada=[0, 4, 1, 0]))
    assert none.position()["court"] == [1, 2, 1, 0]
    assert "end" in none.legal(0)
    assert "action" not in none.legal(0)


@pytest.mark.rule("KI-C-113", "KI-6.14", "KI-C-66")
def test_113_where_no_other_region_has_room_they_come_down_where_they_were():
    places = ["granada", "toledo", "sevilla", "valencia", "aragon"]
    limits = [{"seat": p, "value": 66, "region": r} for p, r in enumerate(places)]
    full = {name: [0, 0, 0, 0, 6] for name in places[1:]}
    match = deed(113, players=5, options=ALL, lying=limits, protected=["galicia", "navarra", "cataluna"], court=[1, 0, 0, 0, 0],
                 whirlwind=["granada", None, None, None, None], regions={**full, "granada": [6, 0, 0, 0, 0]})
    assert region(match, "granada") == [6, 0, 0, 0, 0]
    assert told(match, "swept_placed") == [{"seat": "0", "region": "granada", "n": "3"}]


@pytest.mark.rule("KI-C-153", "KI-6.2", "KI-K22")
def test_153_frees_the_placing_and_takes_the_kings_bonus_away():
    match = deed(153)
    assert "granada" in legal(match, "place")
    assert match.position()["queen"] is True
    counts = regions(castilla=[1, 0, 0, 0], granada=[0, 1, 0, 0])
    queen = scoring(options=PE, queen=True, regions=counts)
    assert queen.scores == [6, 6, 0, 0]
    assert queen.position()["queen"] is False
    assert scoring(options=PE, regions=counts).scores == [8, 6, 0, 0]
    assert deed(150, "score castilla", queen=True, regions=counts).scores == [8, 0, 0, 0], "a general scoring only"
