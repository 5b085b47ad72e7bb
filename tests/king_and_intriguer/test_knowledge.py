"""What seats know, and what they cannot."""
from random import Random

import pytest
from harness import Table, check_non_interference, check_undo, imagined, play_on
from helpers.king_and_intriguer import ALL, act, idle, load, play

import tafelrunde as tr
from tafelrunde.games.king_and_intriguer import GAME

TABLES = [Table(2, ALL), Table(3), Table(4, {"players_edition": True}), Table(5, {"extra_cards": True}), Table(5, ALL)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_drawing_secrets_anew_leaves_every_view_the_same(table):
    check_non_interference(GAME, table, 5, every=7)


@pytest.mark.parametrize("table", TABLES[1:], ids=str)
def test_whatever_can_be_taken_back_leads_back(table):
    assert check_undo(GAME, table, 6) > 10


@pytest.mark.rule("KI-1.1")
def test_a_hand_may_be_any_of_the_cards_never_shown():
    match = play_on(tr.new("king_and_intriguer", players=3, seed=3), Random(3), 60)
    at = match.position()
    seen = set()
    for _, other in imagined(GAME, match, 0):
        assert other["hands"][0] == at["hands"][0]
        assert other["set_aside"][0] == at["set_aside"][0]
        assert len(other["hands"][1]) == len(at["hands"][1])
        assert sorted(other["hands"][1] + other["set_aside"][1]) == sorted(at["hands"][1] + at["set_aside"][1])
        seen |= set(other["hands"][1])
    assert seen == set(at["hands"][1]) | set(at["set_aside"][1])


@pytest.mark.rule("KI-6.4", "KI-C-130")
def test_who_looked_through_the_region_cards_knows_which_were_gone_but_not_whose():
    match = act(130, "double toledo", players=5, doubles=[None, "granada", "aragon", None, None])
    whose, later = set(), set()
    for _, at in imagined(GAME, match, 0):
        assert at["doubles"][0] == "toledo"
        assert {at["doubles"][1], at["doubles"][2]} == {"granada", "aragon"}
        whose.add(at["doubles"][1])
    assert whose == {"granada", "aragon"}
    for _, at in imagined(GAME, match, 1):
        assert at["doubles"][1] == "granada"
        assert len({*at["doubles"][:3]}) == 3
        later.add(at["doubles"][0])
    assert len(later) > 5, "who chose first knows nothing of what came later"
    assert len({at["doubles"][0] for _, at in imagined(GAME, match, 4)}) > 5


@pytest.mark.rule("KI-6.7", "KI-C-113")
def test_the_whirlwind_is_not_known_before_it_breaks_out():
    match = load(phase="turns", turn=1, played=[113, 180, 20, 10], options={"players_edition": True}, court=[3] * 4,
                 whirlwind=["granada", None, None, None], roles=[None] * 4)
    assert len({at["whirlwind"][0] for _, at in imagined(GAME, match, 1)}) > 5
    assert {at["whirlwind"][0] for _, at in imagined(GAME, match, 0)} == {"granada"}


@pytest.mark.rule("EG-5.5", "KI-1.3")
def test_dials_that_are_set_are_not_known_to_the_others():
    match = act(170, "1 dial granada", "2 dial toledo")
    assert len({at["dials"][1] for _, at in imagined(GAME, match, 0)}) > 4
    for _, at in imagined(GAME, match, 1, 5):
        assert at["dials"][1] == "granada"
    play(match, "0 dial granada", "3 dial aragon")
    assert match.position()["dials"] == [None] * 4


@pytest.mark.rule("KI-6.4", "KI-6.5")
def test_a_doubled_region_is_in_everybodys_record_once_it_has_counted():
    match = act(130, "double toledo", round=3)
    assert "0 double toledo" in match.record(0)
    assert "0 double toledo" not in match.record(2)
    assert "0 double toledo" not in match.record(None)
    idle(match)
    assert match.position()["round"] == 4
    assert "0 double toledo" in match.record(2)


@pytest.mark.rule("KI-6.7")
def test_a_whirlwind_is_in_everybodys_record_once_it_breaks_out():
    hands = [[113, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130]] * 4
    match = load(phase="cards", options={"players_edition": True}, hands=hands, court=[7] * 4)
    play(match, "action 20", "action 113", "action 90", "action 120", "1 dial granada")
    play(match, "3 court 0", "role king", "action", "king toledo", "place castillo", "done", "1 court 0")
    assert "1 dial granada" not in match.record(3)
    play(match, "action")
    assert "1 dial granada" in match.record(3)
