"""RH-3, RH-4, RH-5: where knights and fortresses may go."""
import pytest
from rheinlaender.scenes import BLUE, GOLD, RED, duchy, legal, owner, paid, scene, turn

import tafelrunde as tr

HAND = [23, 30, 31, 32, 33]


@pytest.mark.rule("RH-3.1", "RH-R2")
def test_both_banks_free_either_one_taken_the_other_both_taken_the_river():
    match = scene(cards=5)
    match.play("card 5")
    assert legal(match, "knight") == ["L5", "R5"]
    match = scene(cards=[5, 23, 24, 25, 26], blue="L5 L7", red="L8")
    match.play("card 5")
    assert legal(match, "knight") == ["R5"]
    match = scene(cards=[5, 23, 24, 25, 26], blue="L5", red="R5 L8")
    match.play("card 5")
    assert legal(match, "knight") == ["W5"]


@pytest.mark.rule("RH-R3", "RH-3.1")
def test_a_fortress_is_a_taken_bank():
    match = scene(cards=[5, 23, 24, 25, 26], red="L20", forts={"L5": GOLD}, forts_left=[3, 3, 2, 3])
    match.play("card 5")
    assert legal(match, "knight") == ["R5"]  # it forces the other bank
    match = scene(cards=[5, 23, 24, 25, 26], blue="R5", red="L20", forts={"L5": GOLD}, forts_left=[3, 3, 2, 3])
    match.play("card 5")
    # With a knight, or with another fortress, it opens the river
    assert legal(match, "knight") == ["W5"]
    match = scene(cards=[5, 23, 24, 25, 26], red="L20", forts={"L5": GOLD, "R5": BLUE}, forts_left=[3, 2, 2, 3])
    match.play("card 5")
    assert legal(match, "knight") == ["W5"]


@pytest.mark.rule("RH-R4", "RH-R5", "RH-3.3")
def test_an_island_space_is_a_bank_of_two_lands():
    for card, other in ((17, "R17"), (20, "L20")):
        match = scene(cards=[card, 1, 2, 3, 4])
        match.play(f"card {card}")
        assert set(legal(match, "knight")) == {"I17_20", other}
    # Both banks of 17 are taken, one of 20
    match = scene(cards=[17, 1, 2, 3, 4], blue="I17_20", red="R17 L1")
    match.play("card 17")
    assert legal(match, "knight") == ["W17"]
    match = scene(cards=[20, 1, 2, 3, 4], blue="I17_20", red="R17 L1")
    match.play("card 20")
    assert legal(match, "knight") == ["L20"]
    match = scene(cards=[20, 1, 2, 3, 4], blue="I17_20", red="L20 L1")  # and the other way round
    match.play("card 20")
    assert legal(match, "knight") == ["W20"]


@pytest.mark.rule("RH-4.1", "RH-R1")
def test_a_card_may_be_support_even_where_its_number_could_be_used():
    """Both banks of land 5 are free, but red wants to stand beside the knight on L20."""
    match = scene(cards=5, red="L20")
    match.play("card 5")
    assert match.legal(RED) == ["knight L5", "knight R5", "support L19", "support L21"]
    match.play("support L21")
    assert owner(match, "L21") == RED
    assert not {"L5", "R5"} & set(match.position()["knights"])


@pytest.mark.rule("RH-3.2", "RH-4.1")
def test_a_full_land_takes_no_knight_but_its_card_supports():
    match = scene(cards=[5, 30, 31, 32, 33], blue="L5 R5 W5", red="L20", owners={"L5": BLUE})
    match.play("card 5")
    assert legal(match, "knight") == []
    assert legal(match, "support") == ["L19", "L21"]
    match = scene(cards=[5, 30, 31, 32, 33], blue="L5 R5 W5", owners={"L5": BLUE})
    # No support: card 5 would place nothing
    assert legal(match, "card") == ["30", "31", "32", "33"]
    assert match.why_not("card 5", RED).rule == "RH-4.3"


@pytest.mark.rule("RH-4.2")
def test_support_needs_an_own_neighbour_and_no_other_one():
    match = scene(cards=HAND, red="L24", blue="L26")
    match.play("card 31")
    assert legal(match, "support") == ["L23"]  # L25 has blue beside it
    assert match.why_not("support L25", RED).rule == "RH-4.2"
    assert match.why_not("support L40", RED).rule == "RH-4.2"


def test_a_space_that_can_be_had_by_number_and_by_support_is_offered_as_both():
    match = scene(cards=HAND, red="L24")
    match.play("card 23")
    assert "L23" in legal(match, "knight")
    assert "L23" in legal(match, "support")


@pytest.mark.rule("RH-R6", "RH-R7", "RH-4.2")
def test_support_on_islands_and_beside_the_river():
    match = scene(cards=HAND, red="I16_19", blue="")
    match.play("card 31")
    # The island's next space, no bank across the water
    assert legal(match, "support") == ["I17_20"]
    match = scene(cards=HAND, red="L5 R5 W5", blue="L7")
    match.play("card 31")
    assert legal(match, "support") == ["L4", "R4", "R6"]  # blue is next to L6
    match = scene(cards=HAND, red="L5", blue="L6 R6 W6", owners={"L6": BLUE})
    match.play("card 31")
    assert legal(match, "support") == ["L4"]
    match = scene(cards=HAND, red="W17 L30")  # a knight on the river is a neighbour of its banks
    match.play("card 33")
    assert {"I17_20", "R17"} <= set(legal(match, "support"))


@pytest.mark.rule("RH-R7", "RH-4.2")
def test_a_foreign_knight_on_the_river_forbids_support_beside_it():
    """Red stands on L5 and could support on L4 and L6; blue's knight on W4 adjoins L4."""
    match = scene(cards=HAND, red="L5", blue="W4")
    match.play("card 31")
    assert legal(match, "support") == ["L6"]
    assert match.why_not("support L4", RED).rule == "RH-4.2"


@pytest.mark.rule("RH-R8", "RH-4.2")
@pytest.mark.parametrize("counts", [False, True])
def test_an_own_castle_knight_helps_nobody_to_support(counts):
    """Red's knight stands on the castle at Köln, but blue's stands on L44, which adjoins the free
    L43 as well.
    """
    match = scene(cards=[31, 1, 2, 3, 4], red="L20", blue="L44", tiles={21: "castle"}, castles={21: RED},
                  owners={"L44": None}, options={"castle_knight_counts_for_support_adjacency": counts})
    match.play("card 31")
    assert legal(match, "support") == ["L19", "L21"]
    assert match.why_not("support L43", RED).rule == "RH-4.2"


@pytest.mark.rule("RH-R8", "RH-4.2")
@pytest.mark.parametrize(("counts", "places"), [(False, ["L43", "L45"]), (True, ["L45"])])
def test_a_foreign_castle_knight_forbids_support_only_by_option(counts, places):
    """Blue's knight stands on the castle at Köln, between red's L44 and the free L43."""
    match = scene(cards=[31, 1, 2, 3, 4], red="L44", tiles={21: "castle"}, castles={21: BLUE}, owners={"L44": None},
                  options={"castle_knight_counts_for_support_adjacency": counts})
    match.play("card 31")
    assert legal(match, "support") == places
    assert (match.why_not("support L43", RED) is None) != counts


@pytest.mark.rule("RH-4.3", "RH-R9")
def test_with_no_placement_a_card_is_played_nothing_placed_and_a_card_drawn():
    full = "L1 R1 W1 L2 R2 W2 L3 R3 W3 L4 R4 W4 L5 R5 W5"
    match = scene(players=3, cards=[1, 2, 3, 4, 5], blue=full, owners={"L1": BLUE})
    assert legal(match, "card") == ["1", "2", "3", "4", "5"]
    match.play("card 3")  # the only `nothing` is played automatically
    at = match.position()
    assert at["turn"] == BLUE
    assert len(at["hands"][RED]) == 5
    assert at["supply"][RED] == 25
    assert [e["event"] for e in match.events()][:2] == ["card", "nothing"]


@pytest.mark.rule("RH-4.3")
def test_a_fortress_laid_first_may_bring_that_about():
    full = "L1 R1 W1 L2 R2 W2 L3 R3 W3 L4 R4 W4 L5 R5 W5"
    match = scene(players=3, cards=[1, 2, 3, 4, 5], blue=f"{full} L42", red="L40", forts_left=[3, 3, 3],
                  owners={"L1": BLUE})
    match.play("fort L39")  # the only place where red could support
    match.play("card 1")
    assert [e["event"] for e in match.events()][:3] == ["fort", "card", "nothing"]
    assert match.position()["turn"] == BLUE


@pytest.mark.rule("RH-R9")
def test_by_option_a_player_without_a_placement_passes():
    full = "L1 R1 W1 L2 R2 W2 L3 R3 W3 L4 R4 W4 L5 R5 W5"
    match = scene(players=3, cards=[1, 2, 3, 4, 5], blue=full, owners={"L1": BLUE},
                  options={"no_legal_placement": "pass"})
    assert match.legal(RED) == ["nothing"]
    assert match.why_not("card 1", RED).rule == "RH-4.3"
    match.play("nothing")
    at = match.position()
    assert at["turn"] == BLUE
    assert at["hands"][RED] == [1, 2, 3, 4, 5]
    assert at["discards"] == []


@pytest.mark.rule("RH-R9")
def test_who_passes_may_still_lay_a_fortress():
    full = "L1 R1 W1 L2 R2 W2 L3 R3 W3 L4 R4 W4 L5 R5 W5"
    match = scene(players=3, cards=[1, 2, 3, 4, 5], blue=full, owners={"L1": BLUE}, forts_left=[3, 3, 3],
                  options={"no_legal_placement": "pass"})
    match.play("nothing")
    assert match.position()["open"] == {"decision": "end", "card": None, "fort_laid": False}
    again = tr.load(match.position())
    assert again.legal(RED) == match.legal(RED)
    match.play("fort L20")
    assert match.position()["turn"] == BLUE


@pytest.mark.rule("RH-5.1", "RH-R12")
def test_a_fortress_goes_on_any_free_bank_joins_nothing_and_stays():
    match = scene(cards=[24, 1, 2, 3, 4], red="L23", blue="L26", tiles={12: "castle"}, forts_left=[3, 3, 3, 3])
    assert "W23" not in legal(match, "fort")
    assert not {"L23", "L26"} & set(legal(match, "fort"))
    assert match.why_not("fort W40", RED).rule == "RH-5.1"
    assert match.why_not("fort L23", RED).rule == "RH-3.1"
    assert {"L24", "L25"} < set(legal(match, "fort"))
    match.play("fort L25")  # beside a castle: it claims nothing
    at = match.position()
    assert at["forts"] == {"L25": RED}
    assert at["castle_knights"] == {}
    turn(match, 24, "knight L24")
    assert duchy(match, "L24") == ["L23", "L24"]
    assert owner(match, "L24") == RED
    for verb in ("knight", "support", "swap", "fort"):
        assert match.why_not(f"{verb} L25", match.pending[0]) is not None


@pytest.mark.rule("RH-R12")
@pytest.mark.parametrize(("counts", "left"), [(True, ["W5"]), (False, [])])
def test_a_fortress_may_take_the_last_bank_of_a_land(counts, left):
    """Blue holds R5.  Red's fortress on L5 leaves only the river, or closes the land where
    fortresses do not open it.
    """
    match = scene(cards=[5, 23, 24, 25, 26], blue="R5", red="L20", forts_left=[3, 3, 3, 3],
                  options={"fort_counts_as_occupied_bank": counts})
    match.play("fort L5")
    match.play("card 5")
    assert legal(match, "knight") == left
    assert legal(match, "support") == ["L19", "L21"]


@pytest.mark.rule("RH-5.1")
def test_three_fortresses_in_all():
    match = scene(cards=HAND, forts={"L1": RED, "L2": RED, "L3": RED}, forts_left=[0, 3, 3, 3])
    assert legal(match, "fort") == []
    assert match.why_not("fort L20", RED).rule == "RH-5.1"


@pytest.mark.rule("RH-5.2", "RH-R10")
def test_the_fortress_comes_before_or_after_the_knight_but_not_between():
    match = scene(cards=HAND, forts_left=[3, 3, 3, 3])
    match.play("fort L24")
    turn(match, 23, "knight L23")
    assert [row.split()[1] for row in match.record().splitlines() if row.startswith("0 ")] == ["fort", "card", "knight"]
    assert match.position()["turn"] == BLUE
    match = scene(cards=HAND, forts_left=[3, 3, 3, 3])
    match.play("card 23")
    assert match.why_not("fort L20", RED).rule == "RH-5.2"
    match.play("knight L23")
    assert len(match.position()["hands"][RED]) == 4  # not drawn yet
    match.play("fort L24")
    assert len(match.position()["hands"][RED]) == 5
    assert match.position()["turn"] == BLUE
    assert paid(match) == {}


@pytest.mark.rule("RH-R10")
def test_by_option_the_fortress_comes_after_the_knight_only():
    match = scene(cards=HAND, forts_left=[3, 3, 3, 3], options={"fort_timing": "after_knight_only"})
    assert legal(match, "fort") == []
    assert match.why_not("fort L20", RED).rule == "RH-5.2"
    turn(match, 23, "knight L23", then="fort L20")
    assert match.position()["forts"] == {"L20": RED}


@pytest.mark.rule("RH-R3")
def test_by_option_a_fortress_does_not_open_the_river():
    match = scene(cards=[5, 23, 24, 25, 26], blue="R5", forts={"L5": GOLD}, forts_left=[3, 3, 2, 3],
                  options={"fort_counts_as_occupied_bank": False})
    assert legal(match, "card") == ["23", "24", "25", "26"]
    match = scene(cards=[5, 23, 24, 25, 26], red="L20", forts={"L5": GOLD}, forts_left=[3, 3, 2, 3],
                  options={"fort_counts_as_occupied_bank": False})
    match.play("card 5")
    assert legal(match, "knight") == ["R5"]  # there is no other bank to choose
    assert match.why_not("knight W5", RED).rule == "RH-3.1"
