"""The ten extra cards: 15, 25, 35, 66, 75, 95, 125, 135, 145, 155."""
import pytest
from helpers.king_and_intriguer import ALL, act, idle, legal, load, play, refused, region, regions, scoring, told, turn

EX = {"extra_cards": True}


def deed(card, *lines, **keys):
    """A card's special action with the extra cards."""
    return act(card, *lines, **{"options": EX, **keys})


def limit(seat, place):
    """A 66 that lies on a region."""
    return {"seat": seat, "value": 66, "region": place}


@pytest.mark.rule("KI-C-15", "KI-6.13", "KI-3.4")
def test_15_with_an_empty_province_five_go_from_court_to_any_free_regions():
    match = turn(15, options=EX, court=[30, 0, 0, 0])
    assert "end" in match.legal(0), "a card that says may"
    play(match, "action")
    assert legal(match, "place") == {"galicia", "navarra", "aragon", "cataluna", "toledo", "sevilla", "granada", "valencia"}
    assert refused(match, "done") == "KI-C-15"
    assert refused(match, "place castillo") == "KI-C-15"
    assert refused(match, "place castilla") == "EG-6.2"
    play(match, *["place granada"] * 5)
    assert region(match, "granada") == [5, 0, 0, 0]
    play(match, "place castillo", "place castillo")
    assert match.position()["castillo"] == [2, 0, 0, 0], "besides the normal placing"


@pytest.mark.rule("KI-C-15", "KI-6.13")
def test_15_does_nothing_while_the_province_is_not_empty_and_takes_what_the_court_has():
    match = deed(15, court=[29, 0, 0, 0])
    assert told(match, "nothing_happens")
    few = deed(15, court=[2, 0, 0, 0], regions=regions(granada=[28, 0, 0, 0]))
    play(few, "place toledo", "place toledo")
    assert few.position()["court"][0] == 0
    assert few.position()["turn"] != 0, "nothing is left to place"


@pytest.mark.rule("KI-C-25", "KI-5.3", "KI-2.4", "KI-K16")
def test_25_stays_face_up():
    match = idle(deed(25))
    at = match.position()
    assert at["lying"] == [{"seat": 0, "value": 25}]
    assert at["round"] == 2
    assert 25 not in at["used"][0]


@pytest.mark.rule("KI-C-25", "KI-6.11", "KI-6.14", "KI-6.5", "KI-K16")
def test_25_the_spy_dials_openly_after_the_others_have_moved():
    match = scoring(options=EX, start_player=1, lying=[{"seat": 0, "value": 25}, {"seat": 2, "value": 25}],
                 castillo=[2, 1, 0, 0])
    assert match.pending == (1,), "spies do not dial with the others; who has nothing inside is not asked"
    play(match, "dial granada")
    assert match.pending == (0,)
    assert region(match, "granada") == [0, 1, 0, 0]
    assert match.scores == [5, 3, 0, 0], "the castillo has been scored"
    assert len(match.legal(0)) == 9
    assert refused(match, "place toledo") == "KI-C-25"
    play(match, "dial granada")
    at = match.position()
    assert at["lying"] == [], "the card leaves with the scoring"
    assert 25 in at["used"][0]
    assert 25 in at["used"][2]
    assert at["scores"] == [5 + 6, 3 + 3, 0, 0]


@pytest.mark.rule("KI-6.14")
def test_25_the_kings_region_means_court_and_several_spies_go_clockwise():
    match = scoring(options=EX, start_player=2, lying=[{"seat": 0, "value": 25}, {"seat": 3, "value": 25}],
                 castillo=[2, 0, 0, 1])
    assert match.pending == (3,)
    play(match, "dial castilla")
    assert match.position()["court"][3] == 1
    assert match.pending == (0,)


@pytest.mark.rule("KI-C-35", "KI-6.14")
def test_35_throws_opposing_grandes_into_the_castillo():
    match = deed(35, grandes=["granada", "toledo", "castilla", "aragon"], protected=["aragon"])
    assert match.position()["grandes"] == ["granada", "castillo", "castilla", "aragon"]
    general = scoring(options=EX, grandes=["granada", "castillo", "granada", "granada"])
    assert general.pending == (1,), "a grande inside is a piece to dial for"
    play(general, "dial toledo")
    assert general.position()["grandes"][1] == "toledo"


@pytest.mark.rule("KI-C-66", "KI-6.14")
def test_66_lies_on_a_region_with_six_or_fewer():
    match = deed(66, regions=regions(granada=[4, 3, 0, 0], toledo=[3, 3, 0, 0], castilla=[1, 0, 0, 0]))
    assert refused(match, "region granada") == "KI-C-66"
    assert "castilla" in legal(match, "region")
    play(match, "region toledo")
    assert match.position()["lying"] == [limit(0, "toledo")]
    assert refused(match, "place toledo") == "KI-C-66"


@pytest.mark.rule("KI-C-66", "KI-6.11", "KI-5.3", "KI-K16", "KI-K17")
def test_66_a_full_region_is_not_offered():
    full = {"lying": [limit(1, "toledo")], "options": ALL, "regions": regions(toledo=[3, 3, 0, 0], granada=[2, 1, 0, 0])}
    placing = turn(100, **full)
    assert refused(placing, "place toledo") == "KI-C-66"
    grande = act(80, "grande toledo", **full)
    assert "end" in grande.legal(0), "the grande enters, but nobody can follow"
    assert "action" not in grande.legal(0)
    assert grande.position()["grandes"][0] == "toledo"
    moves = load(phase="turns", turn=0, played=[10, 180, 170, 160], court=[1] * 4, open={"decision": "menu"}, **full)
    play(moves, "action", "take 1 granada")
    assert refused(moves, "to toledo") == "KI-C-66"
    one = turn(100, lying=[limit(1, "toledo")], options=EX, regions=regions(toledo=[3, 2, 0, 0]))
    play(one, "place toledo")
    assert refused(one, "place toledo") == "KI-C-66"


@pytest.mark.rule("KI-C-66", "KI-6.11", "KI-K17")
def test_66_dials_beyond_six_go_to_court_clockwise_from_the_start_player():
    match = scoring(options=EX, start_player=1, lying=[limit(1, "toledo")], castillo=[3, 3, 0, 0],
                 regions=regions(toledo=[0, 0, 2, 0]))
    play(match, "0 dial toledo", "1 dial toledo")
    assert region(match, "toledo") == [1, 3, 2, 0]
    assert match.position()["court"] == [2, 0, 0, 0]


@pytest.mark.rule("KI-C-75", "KI-6.14", "KI-5.3", "KI-K16")
def test_75_a_caballero_waits_on_the_card():
    match = deed(75)
    at = match.position()
    assert at["strangers"] == [1, 0, 0, 0]
    assert at["lying"] == [{"seat": 0, "value": 75}]
    assert at["province"][0] == 24
    empty = deed(75, court=[30, 0, 0, 0])
    assert empty.position()["lying"] == []
    assert 75 in idle(empty).position()["used"][0]


@pytest.mark.rule("KI-C-75", "KI-6.10", "KI-K16")
def test_75_is_asked_just_before_the_points_from_the_actor_clockwise():
    lying = [{"seat": 0, "value": 75}, {"seat": 3, "value": 75}]
    match = act(150, "score granada", options=EX, lying=lying, regions=regions(granada=[1, 0, 0, 1]))
    assert match.pending == (0,)
    assert match.scores == [0] * 4
    assert refused(match, "stranger castilla") == "EG-6.2"
    assert refused(match, "score granada") == "KI-C-75"
    play(match, "0 stranger granada", "3 wait")
    assert match.scores == [6, 0, 0, 3]
    at = match.position()
    assert at["lying"] == [{"seat": 3, "value": 75}]
    assert at["strangers"] == [0, 0, 0, 1]
    assert 75 in at["used"][0]
    castillo = act(110, options=EX, lying=lying, castillo=[1, 0, 0, 0])
    assert castillo.pending == (0,)


@pytest.mark.rule("KI-6.10", "KI-C-75")
def test_75_before_a_general_scoring_from_the_start_player_before_the_dials():
    lying = [{"seat": 0, "value": 75}, {"seat": 3, "value": 75}]
    match = scoring(options=EX, start_player=2, lying=lying, castillo=[1, 0, 0, 0])
    assert match.pending == (3,)
    play(match, "stranger granada")
    assert match.pending == (0,)
    play(match, "wait")
    assert match.legal(0)[0] == "dial galicia"
    play(match, "dial granada")
    assert match.scores == [5 + 3, 0, 0, 3]


@pytest.mark.rule("KI-6.14", "KI-C-75", "KI-C-135")
def test_75_is_not_asked_where_nothing_is_scored():
    match = act(135, options=EX, lying=[{"seat": 0, "value": 75}], regions=regions(granada=[2, 1, 0, 0]))
    assert told(match, "nothing_happens")
    assert "wait" not in match.legal(0)
    split = act(170, "0 dial granada", "1 dial toledo", "2 dial aragon", "3 dial navarra", options=EX,
                lying=[{"seat": 0, "value": 75}])
    assert "wait" not in split.legal(0)


@pytest.mark.rule("KI-C-95", "KI-6.11", "KI-6.14")
def test_95_protects_a_region_for_this_round():
    match = deed(95, regions=regions(toledo=[0, 2, 0, 0]), tiles={"8-4-0": "toledo", "4-0-0": None})
    assert len(legal(match, "region")) == 9
    play(match, "region toledo")
    assert match.position()["protected"] == ["toledo"]
    assert refused(match, "place toledo") == "KI-C-95"
    idle(match)
    assert match.position()["protected"] == []
    shield = {"options": ALL, "protected": ["toledo"], "regions": regions(toledo=[2, 2, 0, 0], granada=[0, 1, 0, 0]),
              "tiles": {"8-4-0": "toledo", "4-0-0": None}}
    tile = act(90, **shield)
    assert refused(tile, "tile 8-4-0 granada") == "KI-C-95"
    assert refused(tile, "tile 4-0-0 toledo") in ("KI-C-95", "EG-8.4")
    assert region(act(70, **shield), "toledo") == [2, 2, 0, 0]
    king = act(160, "king toledo", **shield)
    assert king.position()["king"] == "toledo", "the king may enter"
    assert refused(king, "place toledo") in ("EG-6.2", "KI-C-95")
    assert act(150, "score toledo", **{**shield, "tiles": {}}).scores == [4, 4, 0, 0], "scorings may name it; no bonus"
    recall = load(phase="turns", played=[60, 180, 170, 10], acted=[1, 2], turn=0, court=[26, 0, 0, 0], options=EX,
                  protected=["toledo"], regions=regions(toledo=[2, 0, 0, 0], granada=[2, 0, 0, 0]))
    assert legal(recall, "recall") == {"granada"}


@pytest.mark.rule("KI-C-95", "KI-6.11")
def test_95_ends_before_a_general_scoring():
    match = act(95, "region toledo", options=EX, round=3, castillo=[1, 0, 0, 0])
    idle(match)
    play(match, "0 dial toledo")
    assert region(match, "toledo")[0] == 1
    assert told(match, "protection_over") == [{"region": "toledo"}]


@pytest.mark.rule("KI-C-125", "KI-6.13", "KI-6.14", "KI-5.3", "KI-K16")
def test_125_removes_a_lying_card_be_it_an_own_one():
    lying = [{"seat": 0, "value": 25}, limit(1, "toledo"), {"seat": 3, "value": 75}]
    match = deed(125, lying=lying)
    assert legal(match, "remove") == {"0 25", "1 66", "3 75"}
    assert refused(match, "remove 2 25") == "KI-C-125"
    play(match, "remove 3 75")
    at = match.position()
    assert at["strangers"] == [0] * 4
    assert at["province"][3] == 25
    assert 75 in at["used"][3]
    assert deed(125, "remove 0 25", lying=lying).position()["lying"] == lying[1:]
    free = deed(125, "remove 1 66", lying=lying, regions=regions(toledo=[6, 0, 0, 0]))
    assert "toledo" in legal(free, "place")
    assert told(deed(125), "nothing_happens")


@pytest.mark.rule("KI-C-135", "KI-6.13")
def test_135_scores_a_region_where_one_is_not_in_front():
    match = deed(135, regions=regions(granada=[2, 1, 0, 0], toledo=[1, 1, 0, 0], aragon=[1, 2, 0, 0], navarra=[0, 1, 0, 0]))
    assert legal(match, "score") == {"aragon", "toledo"}, "tied for most is not the majority"
    assert refused(match, "score granada") == "KI-C-135"
    assert refused(match, "score navarra") == "KI-C-135"
    play(match, "score aragon")
    assert match.scores == [4, 5, 0, 0]


@pytest.mark.rule("KI-C-145", "KI-6.13")
def test_145_scores_a_region_and_clears_it():
    match = deed(145, "score granada", regions=regions(granada=[2, 1, 0, 0]))
    assert match.scores == [6, 3, 0, 0]
    assert region(match, "granada") == [0] * 4
    assert match.position()["province"][:2] == [25, 25]
    king = deed(145, "score castilla", regions=regions(castilla=[2, 1, 0, 0]))
    assert king.scores == [8, 4, 0, 0]
    assert region(king, "castilla") == [2, 1, 0, 0], "scored, but not cleared"


@pytest.mark.rule("KI-C-155", "KI-6.13")
def test_155_names_three_regions_and_an_opponent_chooses():
    match = deed(155, "region granada", "region toledo", regions=regions(granada=[1, 0, 0, 0], toledo=[0, 1, 0, 0]))
    assert refused(match, "region toledo") == "KI-C-155"
    play(match, "region aragon")
    assert legal(match, "name") == {"1", "2", "3"}
    assert refused(match, "name 0") == "KI-C-155"
    play(match, "name 2")
    assert match.pending == (2,)
    assert legal(match, "score") == {"granada", "toledo", "aragon"}
    assert refused(match, "score sevilla") == "KI-C-155"
    play(match, "score toledo")
    assert match.scores == [0, 7, 0, 0]
    assert match.pending == (0,)
