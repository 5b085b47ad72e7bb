"""RH-11: the last round and who is passed over."""
import pytest
from rheinlaender.scenes import BLUE, GOLD, GREEN, RED, events, legal, scene, turn

FAR = [f"{bank}{n}" for n in (*range(1, 13), *range(45, 55)) for bank in "LR"]


def nearly_out(seat="red", left=1, players=4, **more):
    """A seat with n knights left, the others on separate far banks."""
    total = {3: 25, 4: 20, 5: 17}[players]
    used = " ".join(FAR[:total - left])
    return scene(players=players, aim="L30 R30 L31 R31 L32 R32", **{seat: f"{used} {more.pop(seat, '')}"}, **more)


@pytest.mark.rule("RH-11.1", "RH-R43", "RH-R44")
def test_when_the_last_knight_is_placed_the_round_is_finished():
    match = nearly_out(cards=30)
    turn(match, 30, "knight L30")
    assert match.position()["last_round"]
    assert events(match, "last_round") == [["0"]]
    for seat in (BLUE, GOLD, GREEN):
        assert match.pending == (seat,)
        match.play(next(a for a in match.legal(seat) if a.startswith("card")))
        if match.pending == (seat,):
            match.play(next(a for a in match.legal(seat) if a.startswith(("knight", "support"))))
    assert match.over
    at = match.position()
    assert at["over"]
    assert at["turn"] == at["start_player"] == RED  # who would be next
    assert at["open"] is None
    assert all(len(hand) == 5 for hand in at["hands"])  # the last turn ends with its draw too


@pytest.mark.rule("RH-11.1", "RH-R44")
def test_the_last_seat_of_a_round_ends_the_game_at_once():
    match = nearly_out("green", cards=30, turn=GREEN)
    turn(match, 30, "knight L30")
    assert match.over


@pytest.mark.rule("RH-11.1", "RH-R44")
def test_the_round_goes_to_the_player_before_the_start_player():
    """Gold began: after red's last knight blue, who sits before gold, still has a turn."""
    match = nearly_out(cards=30, start_player=GOLD)
    turn(match, 30, "knight L30")
    assert match.pending == (BLUE,)
    match.play(next(a for a in match.legal(BLUE) if a.startswith("card")))
    if match.pending == (BLUE,):
        match.play(next(a for a in match.legal(BLUE) if a.startswith(("knight", "support"))))
    assert match.over


@pytest.mark.rule("RH-R43", "RH-11.1")
@pytest.mark.parametrize(("trigger", "last"), [("last_knight_laid", True), ("any_supply_zero_checked_at_end_of_turn", False),
                                               ("only_active_player", False)])
def test_a_last_knight_counts_even_if_a_castle_knight_comes_back_at_once(trigger, last):
    """Blue's last knight joins what red leads, and blue's knight on the castle comes home."""
    match = nearly_out("blue", left=3, cards=43, blue="L44", red="L41 L42 L45 L46", castles={21: BLUE}, tiles={21: "castle"},
                       turn=BLUE, owners={"L41": RED, "L44": BLUE}, options={"end_trigger": trigger})
    assert match.position()["supply"][BLUE] == 1
    turn(match, 43, "knight L43")
    at = match.position()
    assert at["castle_knights"]["21"] == RED
    assert at["supply"][BLUE] == 1
    assert at["last_round"] == last


@pytest.mark.rule("RH-R43", "RH-11.1")
@pytest.mark.parametrize(("trigger", "last"), [("last_knight_laid", True), ("any_supply_zero_checked_at_end_of_turn", True),
                                               ("only_active_player", False)])
def test_a_knight_put_on_a_castle_out_of_turn_counts_too(trigger, last):
    """Blue's last knight goes on a castle in red's turn."""
    match = nearly_out("blue", left=3, cards=43, blue="L41 L42", tiles={21: "castle"}, options={"end_trigger": trigger},
                       turn=RED, owners={"L41": BLUE})
    assert match.position()["supply"][BLUE] == 1
    turn(match, 43, "knight L43")
    assert match.position()["supply"][BLUE] == 0
    assert match.position()["last_round"] == last
    if last:
        assert events(match, "passed_over") == [["1"]]
        assert match.pending == (GOLD,)
    else:  # blue has no knights: a card, nothing placed, and now it is the last round
        assert match.pending == (BLUE,)
        match.play(match.legal(BLUE)[0])
        assert ["1"] in events(match, "nothing")
        assert match.position()["last_round"]


@pytest.mark.rule("RH-R43")
def test_knights_that_come_back_do_not_undo_the_end():
    """Blue was out; green wins the duchy and its castle in the last turn, and blue's knight comes
    home.
    """
    match = nearly_out("blue", left=2, cards=44, turn=GREEN, blue="L43", castles={21: BLUE}, green="L42 L45",
                       tiles={21: "castle"}, owners={"L43": BLUE}, last_round=True)
    assert match.position()["supply"][BLUE] == 0
    turn(match, 44, "knight L44")
    assert match.position()["supply"][BLUE] == 1
    assert match.over


@pytest.mark.rule("RH-R43", "RH-11.1")
def test_a_player_whose_knight_came_back_has_a_turn_of_the_last_round():
    """Red takes the duchy and the castle of blue, who was out: blue plays on, and the round is
    still the last.
    """
    match = nearly_out("blue", left=2, cards=44, blue="L43", castles={21: BLUE}, red="L42 L45", tiles={21: "castle"},
                       owners={"L43": BLUE}, last_round=True)
    turn(match, 44, "knight L44")
    assert match.position()["supply"][BLUE] == 1
    assert match.pending == (BLUE,)
    assert events(match, "passed_over") == []
    assert match.position()["last_round"]


@pytest.mark.rule("RH-R43")
@pytest.mark.parametrize(("trigger", "last"), [("last_knight_laid", True), ("any_supply_zero_checked_at_end_of_turn", False)])
def test_a_last_knight_on_a_castle_that_comes_back_in_the_same_turn(trigger, last):
    """Blue's last knight goes on the castle, but red leads 4 : 3 and exchanges it at once."""
    match = nearly_out("blue", left=3, cards=43, red="L40 W41 W43", blue="L41 L42", owners={"L41": BLUE},
                       tiles={21: "castle", 19: "town2"}, options={"end_trigger": trigger})
    assert match.position()["supply"][BLUE] == 1
    turn(match, 43, "knight L43")
    assert events(match, "castle") == [["1", "21"]]
    assert events(match, "exchanged") == [["0", "21", "1"]]
    assert match.position()["supply"][BLUE] == 1
    assert match.position()["last_round"] == last


@pytest.mark.rule("RH-11.2", "RH-R45")
def test_a_seat_without_knights_is_passed_over_in_the_last_round():
    match = nearly_out("blue", left=0, cards=30, last_round=True, turn=RED)
    turn(match, 30, "knight L30")
    assert events(match, "passed_over") == [["1"]]
    assert match.pending == (GOLD,)


@pytest.mark.rule("RH-R45")
def test_when_all_that_follow_are_passed_over_the_game_ends():
    match = scene(players=3, cards=33, last_round=True, turn=RED, aim="L33", blue=" ".join(FAR[:25]),
                  gold=" ".join(f"W{n}" for n in range(1, 26)))
    turn(match, 33, "knight L33")
    assert events(match, "passed_over") == [["1"], ["2"]]
    assert match.over


def test_without_knights_nothing_is_legal_but_to_play_a_card():
    match = nearly_out("red", left=0, cards=[30, 1, 2, 3, 4], turn=RED, options={"end_trigger": "only_active_player"},
                       blue="L31")
    assert legal(match, "card") == ["1", "2", "3", "4", "30"]
    match.play("card 30")
    assert events(match, "nothing") == [["0"]]
