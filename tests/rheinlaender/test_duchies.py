"""RH-6 and RH-8: duchies are founded, grow, change hands and merge."""
import pytest
from rheinlaender.scenes import BLUE, GOLD, GREEN, RED, duchy, events, knights, owner, paid, scene, turn

import tafelrunde as tr


@pytest.mark.rule("RH-6.1")
def test_adjacent_knights_of_any_colours_form_a_duchy():
    match = turn(scene(cards=6, red="L4", blue="L7", aim="L6"), 6, "knight L6")
    assert duchy(match, "L6") == ["L6", "L7"]
    assert duchy(match, "L4") == []  # alone


@pytest.mark.rule("RH-6.1")
@pytest.mark.parametrize(("a", "card", "space"), [("L15", 19, "L19"), ("R15", 16, "R16"), ("R18", 22, "R22"),
                                                  ("L21", 22, "L22"), ("I16_19", 17, "I17_20")])
def test_where_the_river_parts_banks_go_on_along_their_chain(a, card, space):
    match = turn(scene(cards=card, red=a, aim=space), card, f"knight {space}")
    assert set(duchy(match, space)) == {a, space}


@pytest.mark.rule("RH-6.1")
def test_consecutive_numbers_on_different_arms_do_not_adjoin():
    match = turn(scene(cards=19, red="R18", aim="L19"), 19, "knight L19")
    assert duchy(match, "L19") == []


@pytest.mark.rule("RH-6.1")
def test_a_knight_on_the_river_joins_both_banks():
    match = turn(scene(cards=5, red="L5", blue="R5", aim="W5"), 5, "knight W5")
    assert duchy(match, "W5") == ["L5", "R5", "W5"]
    assert knights(match, "W5") == [2, 1, 0, 0]
    assert owner(match, "W5") == RED


@pytest.mark.rule("RH-6.2", "RH-R13", "RH-R14")
def test_an_owner_has_strictly_the_most_knights():
    assert owner(turn(scene(cards=24, red="L23", aim="L24"), 24, "knight L24"), "L24") == RED
    assert owner(turn(scene(cards=24, blue="L23", aim="L24"), 24, "knight L24"), "L24") is None
    match = turn(scene(cards=24, red="L23", blue="L25", aim="L24"), 24, "knight L24")
    assert owner(match, "L24") == RED
    match = turn(scene(cards=24, green="L23", blue="L25", aim="L24"), 24, "knight L24")
    assert owner(match, "L24") is None
    match = turn(scene(cards=24, blue="L23 L22 L25", aim="L24", owners={"L22": BLUE}), 24, "knight L24")
    assert owner(match, "L24") == BLUE


@pytest.mark.rule("RH-R23", "RH-6.2")
def test_an_ownerless_duchy_gets_an_owner_and_nobody_is_paid():
    match = turn(scene(cards=25, red="L23", blue="L24", aim="L25"), 25, "knight L25")
    assert owner(match, "L23") == RED
    assert paid(match) == {}
    assert events(match, "duke") == [["0", "L25"]]


@pytest.mark.rule("RH-6.3", "RH-R15")
def test_a_tie_keeps_the_duke_even_of_a_player_who_is_behind():
    match = turn(scene(cards=26, red="R25 R22", blue="R23 R24", aim="R26", owners={"R23": BLUE}), 26, "knight R26")
    assert knights(match, "R26") == [3, 2, 0, 0]
    assert owner(match, "R26") == RED  # not a tie any more: he is outnumbered
    match = turn(scene(cards=26, red="R25", blue="R23 R24", aim="R26", owners={"R23": BLUE}), 26, "knight R26")
    assert knights(match, "R26") == [2, 2, 0, 0]
    assert owner(match, "R26") == BLUE
    match = turn(scene(cards=26, red="R25 R22", blue="R23", gold="R24 W22 R27", aim="R26", owners={"R23": BLUE}),
                 26, "knight R26")
    assert knights(match, "R26") == [3, 1, 3, 0]
    assert owner(match, "R26") == BLUE  # two lead together, and neither is the owner


@pytest.mark.rule("RH-6.4", "RH-R24")
def test_a_player_may_own_more_than_six_duchies():
    mine = "L1 L2 L4 L5 L7 L8 L10 L11 L13 L14 L22 L23 R40"
    match = turn(scene(cards=41, red=mine, aim="R41"), 41, "knight R41")
    assert sum(d["owner"] == RED for d in match.position()["duchies"]) == 7


@pytest.mark.rule("RH-8.1", "RH-8.2", "RH-R18")
def test_the_strict_leader_owns_what_was_merged_and_the_others_are_paid():
    match = turn(scene(cards=43, red="L41 L42", gold="L44 L45", owners={"L41": RED, "L44": GOLD}, aim="L43",
                       tiles={21: "town4", 20: "town2"}), 43, "knight L43")
    assert duchy(match, "L43") == ["L41", "L42", "L43", "L44", "L45"]
    assert owner(match, "L43") == RED
    assert paid(match) == {GOLD: [5]}
    assert events(match, "merged") == [["2", "L43"]]
    assert events(match, "duke") == []  # red's own duke stays


@pytest.mark.rule("RH-R18", "RH-8.2")
def test_a_player_who_owned_none_of_them_may_win_a_merger():
    match = turn(scene(cards=43, turn=GREEN, red="L41 L42", blue="L44 L45", green="L46 W42 L40",
                       owners={"L41": RED, "L44": BLUE}, tiles={19: "town2", 21: "town3", 22: "town2"}, aim="L43"),
                 43, "knight L43")
    assert knights(match, "L43") == [2, 2, 0, 4]
    assert owner(match, "L43") == GREEN
    assert paid(match) == {RED: [3], BLUE: [4]}  # a duke and Bonn, a duke and Köln
    assert events(match, "duke") == [["3", "L43"]]


@pytest.mark.rule("RH-8.2", "RH-R19")
@pytest.mark.parametrize(("pays", "coins"), [(True, [4, 0, 0, 0]), (False, [0, 0, 0, 0])])
def test_of_several_own_duchies_the_most_valuable_duke_stays(pays, coins):
    match = turn(scene(cards=43, red="L41 L42 W42 L44 L45", owners={"L41": RED, "L44": RED}, tiles={21: "town3"},
                       options={"pay_own_lesser_duchies_in_merger": pays}, aim="L43"), 43, "knight L43")
    assert owner(match, "L43") == RED
    # L41's is worth 1, L44's 4
    assert match.position()["coins"] == ([1, 0, 0, 0] if pays else [0, 0, 0, 0])
    match = turn(scene(cards=43, red="L40 L41 L42 L44 L45", owners={"L41": RED, "L44": RED}, aim="L43",
                       tiles={19: "town4", 21: "town3"}, options={"pay_own_lesser_duchies_in_merger": pays}),
                 43, "knight L43")
    assert match.position()["coins"] == coins  # Bonn's 5 stays, Köln's 4 is paid


@pytest.mark.rule("RH-8.3", "RH-R20")
def test_a_tie_in_a_merger_sends_all_dukes_home():
    match = turn(scene(cards=43, turn=GREEN, red="L41 L42", blue="L44 L45", owners={"L41": RED, "L44": BLUE},
                       tiles={21: "town2"}, aim="L43"), 43, "knight L43")
    assert owner(match, "L43") is None
    assert paid(match) == {RED: [1], BLUE: [3]}
    assert events(match, "ownerless") == [["L43"]]


@pytest.mark.rule("RH-8.3", "RH-R21", "RH-R22")
@pytest.mark.parametrize("stays", [False, True])
def test_a_tie_in_a_merger_with_one_owner(stays):
    """Red owns one of two, the other (blue and green) has no owner; with green's knight two
    lead.
    """
    choice = "sole_owner_stays_if_only_one_owner_involved" if stays else "ownerless_all_dukes_paid"
    match = turn(scene(cards=43, turn=GREEN, red="L41 L42", blue="L44", green="L45", owners={"L41": RED},
                       options={"merger_without_strict_leader": choice}, tiles={21: "town2"}, aim="L43"),
                 43, "knight L43")
    assert knights(match, "L43") == [2, 1, 0, 2]
    assert owner(match, "L43") == (RED if stays else None)
    assert paid(match) == ({} if stays else {RED: [1]})


@pytest.mark.rule("RH-8.3", "RH-R21")
def test_a_tie_in_a_merger_of_one_players_duchies_sends_both_dukes_home():
    match = turn(scene(cards=43, turn=GREEN, red="L41 L42 L44 L45", green="W45 L46 W43", aim="L43", tiles={21: "town2"},
                       owners={"L41": RED, "L44": RED}), 43, "knight L43")
    assert knights(match, "L43") == [4, 0, 0, 4]
    assert owner(match, "L43") is None
    assert sorted(paid(match)[RED]) == [1, 3]  # L41's duke, L44's with Köln


@pytest.mark.rule("RH-R21")
def test_a_sole_owner_who_stays_is_paid_for_lesser_duchies():
    match = turn(scene(cards=43, turn=GREEN, red="L41 L42 L44 L45", green="W45 L46 W43", aim="L43", tiles={21: "town2"},
                       options={"merger_without_strict_leader": "sole_owner_stays_if_only_one_owner_involved"},
                       owners={"L41": RED, "L44": RED}), 43, "knight L43")
    assert knights(match, "L43") == [4, 0, 0, 4]
    assert owner(match, "L43") == RED
    assert paid(match) == {RED: [1]}


@pytest.mark.rule("RH-R50", "RH-8.3", "RH-9.4")
def test_the_knights_are_counted_again_after_a_sole_owner_has_exchanged_the_castles():
    """Blue and green lead together, so red stays; with blue's castle knight gone home green leads
    alone.
    """
    match = turn(scene(cards=43, turn=GOLD, red="L41", gold="L42", blue="L44 W44", green="L45 L46 W45", castles={21: BLUE},
                       tiles={21: "castle"}, owners={"L41": RED, "L44": None}, aim="L43",
                       options={"merger_without_strict_leader": "sole_owner_stays_if_only_one_owner_involved"}),
                 43, "knight L43")
    assert owner(match, "L43") == GREEN
    assert knights(match, "L43") == [1, 2, 2, 4]
    assert match.position()["castle_knights"]["21"] == GREEN
    assert paid(match) == {RED: [1]}  # what red's own duchy was worth
    assert events(match, "exchanged") == [["0", "21", "1"], ["3", "21", "0"]]
    assert tr.load(match.position()).position() == match.position()


@pytest.mark.rule("RH-R17")
def test_joining_a_lone_knight_is_growth_so_a_tie_keeps_the_duke():
    match = turn(scene(cards=43, turn=BLUE, red="L41 L42", blue="L44", owners={"L41": RED}, tiles={21: "town2"},
                       aim="L43"), 43, "knight L43")
    assert knights(match, "L43") == [2, 2, 0, 0]
    assert owner(match, "L43") == RED
    assert paid(match) == {}


@pytest.mark.rule("RH-R22", "RH-8.1")
def test_an_ownerless_duchy_counts_in_a_merger():
    """A tie would keep red's duke if the other two were only knights; they are a duchy, so he
    goes.
    """
    match = turn(scene(cards=43, turn=BLUE, red="L41 L42", blue="L44", green="L45", owners={"L41": RED}, aim="L43",
                       tiles={21: "town2"}), 43, "knight L43")
    assert knights(match, "L43") == [2, 2, 0, 1]
    assert owner(match, "L43") is None
    assert paid(match) == {RED: [1]}


@pytest.mark.rule("RH-8.1", "RH-8.2")
def test_a_river_knight_joins_three_duchies_of_three_owners():
    match = turn(scene(cards=50, red="L49 L50", blue="R49 R50", gold="W51 W52", tiles={24: "town2"}, aim="W50"),
                 50, "knight W50")
    assert events(match, "merged") == [["3", "W50"]]
    assert knights(match, "W50") == [3, 2, 2, 0]
    assert owner(match, "W50") == RED
    assert paid(match) == {BLUE: [3], GOLD: [1]}
    assert len(match.position()["duchies"]) == 1


@pytest.mark.rule("RH-8.3")
def test_three_duchies_merge_to_a_tie():
    match = turn(scene(cards=50, red="L49 L50", blue="R49 R50", gold="W51 W52 W53", tiles={24: "town2"}, aim="W50"),
                 50, "knight W50")
    assert knights(match, "W50") == [3, 2, 3, 0]
    assert owner(match, "W50") is None
    assert paid(match) == {RED: [1], BLUE: [3], GOLD: [1]}
