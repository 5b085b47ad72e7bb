"""RH-9: taking castles and exchanging their knights."""
from random import Random

import pytest
from harness import Table
from rheinlaender.scenes import BLUE, GOLD, GREEN, RED, events, knights, owner, paid, scene, turn

from tafelrunde.games.rheinlaender import GAME

KOELN = {21: "castle"}
"""The castle between L43 and L44."""


def castle(match, site=21):
    return match.position()["castle_knights"].get(str(site))


@pytest.mark.rule("RH-9.5", "RH-R13", "RH-R28")
def test_with_nobody_near_the_placer_takes_the_castle_and_founds_a_duchy_of_two():
    match = turn(scene(cards=43, tiles=KOELN, aim="L43"), 43, "knight L43")
    assert castle(match) == RED
    assert owner(match, "L43") == RED
    assert knights(match, "L43") == [2, 0, 0, 0]
    assert match.position()["supply"][RED] == 18
    assert events(match, "castle") == [["0", "21"]]


@pytest.mark.rule("RH-9.1", "RH-R25")
def test_only_the_first_knight_beside_a_castle_takes_it():
    match = turn(scene(cards=44, blue="L43", tiles=KOELN, aim="L44", castles={21: BLUE}), 44, "knight L44")
    assert castle(match) == BLUE
    assert events(match, "castle") == []
    match = turn(scene(cards=44, blue="L43", tiles=KOELN, aim="L44"), 44, "knight L44")
    # Stayed empty for want of a knight, and a second knight does not claim it
    assert castle(match) is None
    assert owner(match, "L44") is None


@pytest.mark.rule("RH-9.1", "RH-R26")
def test_the_owner_of_the_duchy_that_is_joined_takes_it():
    match = turn(scene(cards=43, red="L41", blue="L40 L42 W41", owners={"L40": BLUE}, tiles=KOELN, aim="L43"),
                 43, "knight L43")
    assert castle(match) == BLUE
    assert knights(match, "L43") == [2, 4, 0, 0]
    # even if the placer would have led
    match = turn(scene(cards=43, red="L41 W42", blue="L40 L42", owners={"L40": BLUE}, tiles=KOELN, aim="L43"),
                 43, "knight L43")
    assert castle(match) == BLUE
    assert knights(match, "L43") == [3, 3, 0, 0]
    assert owner(match, "L43") == BLUE


@pytest.mark.rule("RH-R26", "RH-9.2", "RH-9.4")
def test_the_castle_is_settled_first_and_may_pass_on_at_once():
    """Blue as owner puts a knight on the castle; red still leads 4 : 3 and takes duchy and
    castle.
    """
    match = turn(scene(cards=43, red="L40 W41 W43", blue="L41 L42", owners={"L41": BLUE}, aim="L43",
                       tiles={**KOELN, 19: "town2"}), 43, "knight L43")
    assert events(match, "castle") == [["1", "21"]]
    assert events(match, "exchanged") == [["0", "21", "1"]]
    assert owner(match, "L43") == RED
    assert knights(match, "L43") == [5, 2, 0, 0]
    assert paid(match) == {BLUE: [3]}  # its duke and Bonn; the castle was not in it before
    assert match.position()["supply"] == [15, 18, 20, 20]


@pytest.mark.rule("RH-9.1", "RH-R27")
def test_in_an_ownerless_duchy_the_placer_takes_it_and_may_become_owner():
    match = turn(scene(cards=43, blue="L42", gold="L41", tiles=KOELN, aim="L43"), 43, "knight L43")
    assert castle(match) == RED
    assert knights(match, "L43") == [2, 1, 1, 0]
    assert owner(match, "L43") == RED


@pytest.mark.rule("RH-9.1", "RH-R29")
def test_beside_a_lone_knight_the_placer_takes_it():
    for colour in ("blue", "red"):
        match = turn(scene(cards=43, tiles=KOELN, aim="L43", **{colour: "L42"}), 43, "knight L43")
        assert castle(match) == RED
        assert owner(match, "L43") == RED


@pytest.mark.rule("RH-9.1", "RH-R30")
def test_beside_an_owned_and_an_ownerless_duchy_the_owner_takes_it():
    match = turn(scene(cards=44, turn=GREEN, blue="L45 L46", red="W44", gold="R44", owners={"L45": BLUE}, tiles=KOELN,
                       aim="L44"), 44, "knight L44")
    assert castle(match) == BLUE
    assert knights(match, "L44") == [1, 3, 1, 1]
    assert owner(match, "L44") == BLUE


@pytest.mark.rule("RH-9.1", "RH-R31")
@pytest.mark.parametrize(("option", "taker"), [("owner_with_most_knights_tie_to_placer", BLUE), ("placer", GREEN)])
def test_of_several_owners_the_one_with_most_knights_takes_it(option, taker):
    match = turn(scene(cards=44, turn=GREEN, blue="L45 L46 L47", gold="W44 R44", tiles=KOELN, aim="L44",
                       options={"castle_claim_when_several_owners_merge": option}), 44, "knight L44")
    assert events(match, "castle") == [[str(taker), "21"]]
    assert owner(match, "L44") == BLUE  # who then exchanges it, if it was green's
    assert castle(match) == BLUE


@pytest.mark.rule("RH-9.1", "RH-R31")
def test_if_the_owners_are_equal_the_placer_takes_it():
    match = turn(scene(cards=44, turn=GREEN, blue="L45 L46", gold="W44 R44", tiles=KOELN, aim="L44"), 44, "knight L44")
    assert castle(match) == GREEN
    assert knights(match, "L44") == [0, 2, 2, 2]
    assert owner(match, "L44") is None
    assert paid(match) == {BLUE: [1], GOLD: [1]}


@pytest.mark.rule("RH-R31")
def test_the_new_knight_and_standing_castle_knights_count_in_that():
    """Gold's two and the new knight are 3 against 2; with a knight on another castle blue has 3
    against gold's 3.
    """
    match = turn(scene(cards=44, turn=GOLD, blue="L45 L46", gold="W44 R44", tiles=KOELN, aim="L44"), 44, "knight L44")
    assert events(match, "castle") == [["2", "21"]]
    assert owner(match, "L44") == GOLD
    match = turn(scene(cards=44, turn=GREEN, blue="L45 L46", gold="W44 R44 R45", castles={22: BLUE}, aim="L44",
                       tiles={21: "castle", 22: "castle"}, owners={"W44": GOLD}), 44, "knight L44")
    # 3 : 3 with the knight on the castle of Düsseldorf
    assert events(match, "castle") == [["3", "21"]]
    match = turn(scene(cards=44, turn=GOLD, blue="L45 L46 L47", gold="W44 R44", tiles=KOELN, aim="L44"), 44, "knight L44")
    # 3 : 3 with the new knight, so gold, who placed it
    assert events(match, "castle") == [["2", "21"]]


@pytest.mark.rule("RH-R31")
def test_only_who_owned_one_of_the_duchies_is_compared():
    """Green has most knights in the united duchy, but blue and gold own its parts by ties: gold's 3
    beat blue's 2.
    """
    match = turn(scene(cards=44, blue="L45 L46", gold="W44 R44 R43", green="L47 L48 R42 R41 R40", aim="L44",
                       owners={"L45": BLUE, "W44": GOLD}, tiles={**KOELN, 20: "town2", 23: "town3"}), 44, "knight L44")
    assert events(match, "castle") == [["2", "21"]]
    assert owner(match, "L44") == GREEN
    assert castle(match) == GREEN  # who exchanges it as the new owner


@pytest.mark.rule("RH-11.2", "RH-R33", "RH-9.3")
@pytest.mark.parametrize(("option", "holder"), [("castle_stays_empty", None), ("placer_claims", RED)])
def test_without_a_knight_the_castle_stays_empty_or_goes_to_the_placer(option, holder):
    far = " ".join(f"{bank}{n}" for n in range(1, 12) for bank in "LR")
    match = scene(players=3, cards=43, blue=f"{far} L42 L41 W40", red="L40", tiles={**KOELN, 19: "town2"}, aim="L43",
                  owners={"L1": BLUE, "R1": BLUE, "L41": BLUE}, options={"castle_claim_no_supply": option})
    assert match.position()["supply"][BLUE] == 0
    turn(match, 43, "knight L43")
    assert castle(match) == holder
    assert events(match, "castle_empty") == ([] if holder == RED else [["1", "21"]])
    assert owner(match, "L43") == BLUE  # 3 : 2, or 3 : 3


@pytest.mark.rule("RH-9.3", "RH-R33")
def test_an_empty_castle_is_filled_when_its_duchy_gets_a_new_owner():
    match = turn(scene(cards=45, blue="L43", red="L46", tiles=KOELN, aim="L44 L45"), 45, "knight L45")
    assert castle(match) is None  # not joined
    match = turn(scene(cards=44, blue="L43", red="L45", tiles=KOELN, aim="L44"), 44, "knight L44")
    assert owner(match, "L43") == RED
    assert castle(match) == RED
    assert events(match, "filled") == [["0", "21"]]
    assert knights(match, "L43") == [3, 1, 0, 0]


@pytest.mark.rule("RH-9.3", "RH-R33")
def test_an_empty_castle_is_filled_by_a_merger_but_not_by_growth():
    match = turn(scene(cards=42, red="L43 L44", tiles=KOELN, aim="L42"), 42, "knight L42")
    assert castle(match) is None
    match = turn(scene(cards=42, red="L43 L44 L40 L41", owners={"L40": RED}, tiles={**KOELN, 19: "town2"}, aim="L42"),
                 42, "knight L42")
    assert castle(match) == RED
    assert knights(match, "L43") == [6, 0, 0, 0]


@pytest.mark.rule("RH-9.4", "RH-R34")
def test_a_new_owner_exchanges_all_castle_knights():
    match = turn(scene(cards=27, red="L21 L23 L24 L26", blue="L22 L25", castles={11: BLUE, 12: BLUE}, aim="L27",
                       owners={"L22": BLUE}, tiles={11: "castle", 12: "castle"}), 27, "knight L27")
    at = match.position()
    assert (castle(match, 11), castle(match, 12)) == (RED, RED)
    assert at["supply"][RED] == 20 - 5 - 2
    assert at["supply"][BLUE] == 20 - 2
    assert events(match, "exchanged") == [["0", "11", "1"], ["0", "12", "1"]]


@pytest.mark.rule("RH-9.4", "RH-R34")
def test_a_merger_under_an_owner_exchanges_them_too():
    match = turn(scene(cards=42, red="L40 L41 R42 W41", blue="L43", castles={21: BLUE}, tiles={**KOELN, 19: "town2"},
                       owners={"L40": RED, "L43": BLUE}, aim="L42"), 42, "knight L42")
    assert owner(match, "L42") == RED
    assert castle(match) == RED
    assert paid(match) == {BLUE: [2]}  # its duke and the castle
    assert events(match, "duke") == []


@pytest.mark.rule("RH-9.4", "RH-R17", "RH-R35")
def test_in_a_duchy_that_loses_its_owner_they_stay_and_count():
    match = turn(scene(cards=42, turn=GREEN, red="L40 L41", blue="L43", castles={21: BLUE}, aim="L42",
                       owners={"L40": RED, "L43": BLUE}, tiles={**KOELN, 19: "town2"}), 42, "knight L42")
    assert owner(match, "L42") is None
    assert castle(match) == BLUE
    assert knights(match, "L42") == [2, 2, 0, 1]


@pytest.mark.rule("RH-R23", "RH-9.4")
def test_an_ownerless_duchys_castles_pass_to_its_new_owner():
    match = turn(scene(cards=42, turn=GREEN, red="L40", green="L41", blue="L43 R43", castles={21: RED},
                       owners={"L43": None}, tiles={**KOELN, 19: "town2"}, aim="L42 R43"), 42, "knight L42")
    assert knights(match, "L42") == [2, 1, 0, 2]
    assert owner(match, "L42") is None
    match = turn(scene(cards=42, turn=BLUE, blue="L43 L41", castles={21: RED}, owners={"L43": None}, tiles=KOELN,
                       aim="L42"), 42, "knight L42")
    assert owner(match, "L43") == BLUE
    assert castle(match) == BLUE
    assert paid(match) == {}


@pytest.mark.rule("RH-11.2", "RH-R33")
def test_exchanges_go_as_far_as_the_supply_reaches_lowest_site_first():
    """Red has one knight left after placing: the castle of Mainz changes, that of Bingen keeps
    blue's knight.
    """
    far = " ".join(f"{bank}{n}" for n in range(38, 55) for bank in "LR" if (bank, n) not in (("R", 38), ("R", 39)))
    red = " ".join(far.split()[:19])
    match = scene(players=3, cards=27, red=f"L21 L23 L24 L26 {red}", blue="L22 L25", castles={11: BLUE, 12: BLUE},
                  owners={"L22": BLUE}, tiles={11: "castle", 12: "castle"}, aim="L27")
    assert match.position()["supply"][RED] == 2
    turn(match, 27, "knight L27")
    assert owner(match, "L27") == RED
    assert (castle(match, 11), castle(match, 12)) == (RED, BLUE)
    assert match.position()["supply"][RED] == 0
    assert match.position()["last_round"]
    assert knights(match, "L27") == [6, 3, 0]


@pytest.mark.rule("RH-9.3", "RH-R25")
def test_a_taken_castle_keeps_one_knight_to_the_end():
    match = scene(cards=44, red="L42", blue="L43", castles={21: BLUE}, tiles=KOELN, aim="L44")
    turn(match, 44, "knight L44")
    assert castle(match) == BLUE
    assert list(match.position()["castle_knights"]) == ["21"]


@pytest.mark.rule("RH-9.3", "RH-R25")
@pytest.mark.parametrize("players", [3, 5])
def test_through_a_whole_game_no_taken_castle_is_ever_empty_again(players):
    match, choice, taken = Table(players).match(GAME, 4), Random(4), set()
    while not match.over:
        match.play(choice.choice(match.legal(match.pending[0])))
        now = set(match.position()["castle_knights"])
        assert taken <= now
        taken = now
    assert len(taken) > 3
