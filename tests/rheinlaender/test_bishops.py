"""RH-10: bishops, the archbishop and the swap."""
from random import Random

import pytest
from rheinlaender.scenes import BLUE, GOLD, GREEN, RED, duchy, events, knights, legal, owner, paid, scene, turn

import tafelrunde as tr
from tafelrunde.games.rheinlaender.notes import notes

BASEL = {3: "bishopric"}
"""The bishopric between L5 and L6, by which red is archbishop in most scenes here."""


@pytest.mark.rule("RH-10.1", "RH-R37")
@pytest.mark.parametrize(("counted", "bishops"), [("one_per_duchy_with_a_bishopric", [1, 1, 0, 0]),
                                                  ("one_per_bishopric", [2, 1, 0, 0])])
def test_one_bishop_for_each_duchy_with_bishoprics(counted, bishops):
    """Red's duchy from L2 to L5 has Konstanz and Basel, blue's has Straßburg."""
    match = scene(red="L2 L3 L4 L5", blue="L9 L8", tiles={1: "bishopric", 3: "bishopric", 5: "bishopric"},
                  options={"bishops_counted": counted})
    assert match.state.bishops[:4] == bishops
    assert match.position()["archbishop"] == (None if bishops == [1, 1, 0, 0] else RED)


@pytest.mark.rule("RH-7.2", "RH-R37")
@pytest.mark.parametrize("counted", ["one_per_duchy_with_a_bishopric", "one_per_bishopric"])
def test_points_are_for_each_bishopric_however_bishops_are_counted(counted):
    """Red loses the duchy with Konstanz and Basel to blue: two bishoprics and the duke are 3."""
    match = turn(scene(cards=7, turn=BLUE, red="L2 L4 L5", blue="L3 L6 W4", owners={"L2": RED}, aim="L7",
                       tiles={1: "bishopric", 3: "bishopric"}, options={"bishops_counted": counted}), 7, "knight L7")
    assert owner(match, "L2") == BLUE
    assert paid(match) == {RED: [3]}
    assert match.state.bishops[:4] == [0, 1 if counted == "one_per_duchy_with_a_bishopric" else 2, 0, 0]


@pytest.mark.rule("RH-10.1", "RH-R38")
def test_an_ownerless_duchy_has_no_bishop():
    match = scene(red="L5", blue="L6", tiles=BASEL)
    assert match.state.bishops[:4] == [0, 0, 0, 0]
    assert match.position()["archbishop"] is None


@pytest.mark.rule("RH-10.2", "RH-R38")
def test_strictly_the_most_bishops_make_the_archbishop_and_a_tie_unmakes_him():
    match = turn(scene(cards=6, red="L5", tiles=BASEL, aim="L6"), 6, "knight L6")
    assert match.position()["archbishop"] == RED
    assert events(match, "archbishop") == [["0"]]
    match = turn(scene(cards=10, turn=BLUE, red="L5 L6", blue="L9", tiles={**BASEL, 5: "bishopric"}, aim="L10"),
                 10, "knight L10")
    assert match.state.bishops[:4] == [1, 1, 0, 0]
    assert match.position()["archbishop"] is None
    assert events(match, "no_archbishop") == [["0"]]


@pytest.mark.rule("RH-10.2")
def test_a_merger_of_two_duchies_with_bishoprics_leaves_one_bishop():
    match = turn(scene(cards=7, red="L5 L6 L8 L9", blue="R3 R4 R10 R11", aim="L7",
                       tiles={**BASEL, 5: "bishopric", 2: "bishopric"}), 7, "knight L7")
    assert match.state.bishops[:4] == [1, 1, 0, 0]
    assert match.position()["archbishop"] is None


@pytest.mark.rule("RH-10.2", "RH-R38")
def test_who_loses_a_duchy_loses_its_bishop():
    match = turn(scene(cards=7, turn=BLUE, red="L5 L6", blue="L8 L9 L10", tiles={**BASEL, 5: "town2"}, aim="L7"),
                 7, "knight L7")
    assert owner(match, "L5") == BLUE
    assert match.position()["archbishop"] == BLUE


@pytest.mark.rule("RH-10.2", "RH-R38")
def test_without_bishops_nobody_is_archbishop_any_more():
    """Red's duchy with the only bishopric merges with blue's to a tie, and nobody owns it."""
    match = scene(cards=7, turn=GREEN, red="L5 L6", blue="L8 L9", tiles={**BASEL, 5: "town2"}, aim="L7")
    assert match.position()["archbishop"] == RED
    turn(match, 7, "knight L7")
    assert match.state.bishops[:4] == [0, 0, 0, 0]
    assert match.position()["archbishop"] is None
    assert events(match, "no_archbishop") == [["0"]]


@pytest.mark.rule("RH-10.3", "RH-R41")
def test_the_swap_of_the_rulebooks_example():
    match = scene(cards=7, blue="R7 R8 R11", red="R9 R10 L43 L44", owners={"R7": BLUE}, aim="R7 L43",
                  tiles={4: "town4", 6: "town2", 21: "bishopric"})
    match.play("card 7")
    assert legal(match, "swap") == ["R7"]
    match.play("swap R7")
    at = match.position()
    assert at["knights"]["R7"] == RED
    assert owner(match, "R7") == RED
    assert paid(match) == {BLUE: [7]}
    assert knights(match, "R7") == [3, 2, 0, 0]
    assert at["supply"][:2] == [20 - 5, 20 - 2]
    assert events(match, "swap") == [["0", "R7", "1"]]


@pytest.mark.rule("RH-10.3")
def test_only_the_archbishop_swaps_and_only_in_the_cards_land():
    match = scene(cards=7, blue="R7 L8", red="L5", tiles=BASEL, aim="R7")
    match.play("card 7")
    assert legal(match, "swap") == []
    assert match.why_not("swap R7", RED).rule == "RH-10.3"
    match = scene(cards=7, blue="R7 L8", red="L5 L6", tiles=BASEL, aim="R7")
    match.play("card 7")
    assert legal(match, "swap") == ["R7"]
    assert match.why_not("swap L8", RED).rule == "RH-10.3"
    assert match.why_not("swap L5", RED).rule == "RH-10.3"


@pytest.mark.rule("RH-10.3", "RH-R11")
def test_a_fortress_cannot_be_replaced_nor_an_own_knight_nor_nobody():
    match = scene(cards=7, red="L5 L6 R7", blue="W7", forts={"L7": BLUE}, forts_left=[3, 2, 3, 3], tiles=BASEL)
    match.play("card 7")
    assert legal(match, "swap") == ["W7"]
    for space in ("L7", "R7"):
        assert match.why_not(f"swap {space}", RED).rule == "RH-10.3"


@pytest.mark.rule("RH-10.3", "RH-R39")
def test_river_and_island_spaces_can_be_swapped():
    match = scene(cards=17, red="L5 L6", blue="I17_20 R17", gold="W17", tiles=BASEL, owners={"W17": BLUE})
    match.play("card 17")
    assert legal(match, "swap") == ["I17_20", "R17", "W17"]
    assert legal(match, "knight") == []
    match.play("swap W17")
    assert match.position()["knights"]["W17"] == RED
    assert owner(match, "W17") == BLUE  # 2 : 1
    assert match.position()["turn"] == BLUE  # it was the placement of the turn


@pytest.mark.rule("RH-10.3", "RH-R39")
@pytest.mark.parametrize("left", [0, 1])
def test_a_swap_needs_an_own_knight_in_the_supply(left):
    """Red's other knights stand far away; land 30 is full of blue's, so that nothing can be placed
    there by number.
    """
    far = [f"{bank}{n}" for n in range(45, 55) for bank in "LR"][:18 - left]
    match = scene(cards=30, red=f"L5 L6 {' '.join(far)}", blue="L30 R30 W30", owners={"L5": RED, "L30": BLUE}, tiles=BASEL,
                  options={"end_trigger": "only_active_player"}, archbishop=RED)
    assert match.position()["supply"][RED] == left
    match.play("card 30")
    if left:
        assert legal(match, "swap") == ["L30", "R30", "W30"]
        match.play("swap R30")
        assert match.position()["supply"][:2] == [0, 20 - 2]
    else:
        assert events(match, "nothing") == [["0"]]
        assert [match.position()["knights"][x] for x in ("L30", "R30", "W30")] == [BLUE] * 3


@pytest.mark.rule("RH-10.3", "RH-R40")
def test_a_castles_knight_is_safe_and_stays():
    match = turn(scene(cards=43, red="L5 L6", blue="L43", castles={21: BLUE}, tiles={**BASEL, 21: "castle"}, aim="L43"),
                 43, "swap L43")
    assert match.position()["castle_knights"] == {"21": BLUE}
    assert knights(match, "L43") == [1, 1, 0, 0]
    assert owner(match, "L43") == BLUE  # a tie leaves the duke
    assert paid(match) == {}


@pytest.mark.rule("RH-R40")
def test_a_knight_swapped_in_does_not_claim_an_empty_castle():
    match = turn(scene(cards=43, red="L5 L6", blue="L43", tiles={**BASEL, 21: "castle"}, aim="L43"), 43, "swap L43")
    assert match.position()["castle_knights"] == {}
    assert duchy(match, "L43") == []


@pytest.mark.rule("RH-R41", "RH-9.4")
def test_a_swap_that_takes_a_duchy_over_exchanges_its_castles():
    match = turn(scene(cards=42, red="L5 L6 L41", blue="L42 L43", castles={21: BLUE}, gold="L40", owners={"L42": BLUE},
                       tiles={**BASEL, 21: "castle", 19: "town2"}, aim="L42"), 42, "swap L42")
    assert knights(match, "L42") == [2, 2, 1, 0]
    assert owner(match, "L42") == BLUE
    match = turn(scene(cards=42, red="L5 L6 L41 L40", blue="L42 L43", castles={21: BLUE}, owners={"L42": BLUE},
                       tiles={**BASEL, 21: "castle", 19: "town2"}, aim="L42"), 42, "swap L42")
    assert knights(match, "L42") == [4, 1, 0, 0]  # 3 : 2, and then the castle
    assert owner(match, "L42") == RED
    assert match.position()["castle_knights"] == {"21": RED}
    assert paid(match) == {BLUE: [4]}  # duke, castle, Bonn


@pytest.mark.rule("RH-R41")
def test_a_swap_may_break_a_tie_for_a_third_player():
    """Blue owns by a tie with gold; red replaces blue's knight and gold leads alone."""
    match = turn(scene(cards=42, red="L5 L6", blue="L42 L41", gold="L40 L43", owners={"L42": BLUE}, aim="L42",
                       tiles={**BASEL, 21: "town2", 19: "town2"}), 42, "swap L42")
    assert knights(match, "L42") == [1, 1, 2, 0]
    assert owner(match, "L42") == GOLD
    assert paid(match) == {BLUE: [5]}
    assert events(match, "duke") == [["2", "L42"]]


@pytest.mark.rule("RH-R42")
def test_a_lone_knight_may_be_swapped():
    match = turn(scene(cards=42, red="L5 L6", blue="L42", tiles=BASEL, aim="L42"), 42, "swap L42")
    assert match.position()["knights"]["L42"] == RED
    assert duchy(match, "L42") == []


def test_after_a_swap_support_is_judged_by_the_new_knight():
    match = turn(scene(cards=42, red="L5 L6", blue="L42", tiles=BASEL, aim="L42"), 42, "swap L42")
    for other in (BLUE, GOLD):
        assert match.pending == (other,)
        match.play(next(a for a in match.legal(other) if a.startswith("card")))
        # Red's knight stands beside it, blue's has gone
        assert "L41" not in legal(match, "support")
        match.play(next(a for a in match.legal(other) if a.startswith("knight")))


@pytest.mark.rule("RH-10.2", "RH-R38")
def test_the_archbishop_is_used_from_the_next_own_turn():
    """Blue's knight makes blue archbishop; the turn is over by then."""
    match = turn(scene(cards=6, turn=BLUE, red="L43", blue="L5", tiles=BASEL, aim="L6"), 6, "knight L6")
    assert match.position()["archbishop"] == BLUE
    assert match.position()["turn"] == GOLD


@pytest.mark.rule("RH-10.1", "RH-10.2")
@pytest.mark.parametrize("counted", ["one_per_duchy_with_a_bishopric", "one_per_bishopric"])
def test_the_table_notes_everybodys_bishops(counted):
    choice, most = Random(3), 0
    for seed in range(3):
        match = tr.new("rheinlaender", players=3, seed=seed, options={"bishops_counted": counted})
        while not match.over:
            told = notes(match.view(None))["bishops"]
            assert told == [int(n) for n in match.state.bishops[:3]]
            most = max(most, *told)
            match.play(choice.choice(match.legal(match.pending[0])))
    assert most > 1
