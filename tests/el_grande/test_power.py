"""EG-2 and EG-12: power cards, modifiers, and who goes when."""
import pytest
from helpers.el_grande import POWER_SHIFT, idle, idle_round, legal, load, play, refused, region, told

import tafelrunde as tr


def round_of(*values, players=4, start=0, **keys):
    """All power cards of a round, from the start player on."""
    match = load(players=players, start_player=start, court=[5] * players, **keys)
    return play(match, *(f"power {v}" for v in values))


@pytest.mark.rule("EG-2.3", "EG-3.1", "EG-6.3")
def test_example_of_the_book_8_3_5_9():
    """Green plays 8, blue 3, orange 5, purple 9; purple acts first, blue last and starts the
    next round.
    """
    match = load(start_player=0, court=[5] * 4)
    play(match, "power 8")
    assert refused(match, "power 8") == "EG-2.3"
    play(match, "power 3")
    assert refused(match, "power 8") == refused(match, "power 3") == "EG-2.3"
    play(match, "power 5", "power 9")
    order = []
    while match.position()["round"] == 1:
        order.append(match.position()["turn"])
        idle(match)
    assert order == [3, 0, 2, 1]
    assert match.position()["start_player"] == 1
    assert match.pending == (1,)


@pytest.mark.rule("EG-2.3", "EG-2.5")
def test_only_cards_of_the_own_hand():
    match = load(start_player=0, hands=[[2, 9], list(range(1, 14)), list(range(1, 14)), list(range(1, 14))])
    assert legal(match, "power") == {"2", "9"}
    assert refused(match, "power 5") == "EG-2.5"


@pytest.mark.rule("EG-2.4", "EG-R17")
def test_in_round_nine_five_players_still_have_a_choice():
    hands = [[1, 2, 3, 4, 5]] * 5
    match = load(players=5, round=9, start_player=0, hands=hands, court=[5] * 5)
    play(match, "power 1", "power 2", "power 3", "power 4")
    assert match.pending == (4,)
    assert match.legal(4) == ["power 5"]


@pytest.mark.rule("EG-2.3", "EG-2.5")
def test_a_last_power_card_is_asked_for_because_hands_are_secret():
    match = load(start_player=1, round=9, hands=[[1, 2], [7], [7, 8], [4, 5]])
    assert match.pending == (1,)
    assert match.legal(1) == ["power 7"]
    play(match, "power 7")
    assert match.pending == (2,)
    assert match.legal(2) == ["power 8"]


@pytest.mark.rule("EG-2.5")
def test_hands_are_shown_to_their_owner_only_and_played_cards_do_not_come_back():
    match = round_of(13, 12, 11, 10, open_cards=["fiesta"])
    assert match.view(2)["hands"][2] == [v for v in range(1, 14) if v != 11]
    assert match.view(2)["hands"][0] is None
    assert match.view(None)["hands"] == [None] * 4
    idle_round(match)
    assert match.position()["hands"][0] == list(range(1, 13))
    assert match.position()["played"] == [None] * 4


@pytest.mark.rule("EG-2.1", "EG-9.1", "EG-R57")
@pytest.mark.parametrize(("short", "rounds"), [(False, [*range(1, 10)]), (True, [2, 3, 5, 6, 8, 9])])
def test_nine_rounds_or_six_with_a_general_scoring_after_3_6_and_9(short, rounds):
    match = tr.new("el_grande", players=3, seed=11, options={"short": short})
    while not match.over:
        seat = match.pending[0]
        match.play(match.legal(seat)[-1], seat=seat)
    assert [int(e["n"]) for e in told(match, "round_begins")] == rounds
    assert [e["n"] for e in told(match, "general_scoring")] == ["1", "2", "3"]
    before = [e["event"] for e in match.events() if e["event"] in ("round_begins", "general_scoring")]
    per = len(rounds) // 3
    assert before == (["round_begins"] * per + ["general_scoring"]) * 3


# ------------------------------------------------------------ Power Shift


def shifted(*hands, players=3, **keys):
    """Seats with some modifiers each, seat 0 to play."""
    return load(players=players, options=POWER_SHIFT, start_player=0, court=[5] * players,
                modifiers=[*hands, *[[]] * (players - len(hands))], **keys)


@pytest.mark.rule("EG-12.2")
def test_example_of_the_book_nine_plus_one_beside_a_nine():
    """9+1 may be played next to a 9; 7+1 may not be played next to an 8."""
    match = shifted([], ["mod_plus_1_a"])
    play(match, "power 9", "power 9", "modifier mod_plus_1_a")
    assert match.pending == (2,)
    match = shifted([], ["mod_plus_1_a"])
    play(match, "power 8", "power 7")
    assert match.legal(1) == ["modifier none"]
    assert refused(match, "modifier mod_plus_1_a") == "EG-12.2"


@pytest.mark.rule("EG-12.2")
def test_a_value_that_is_taken_needs_a_modifier():
    match = shifted([], ["mod_plus_1_a", "mod_minus_3_a"], [])
    play(match, "power 9")
    assert "9" in legal(match, "power")
    play(match, "power 9")
    assert match.legal(1) == ["modifier mod_plus_1_a", "modifier mod_minus_3_a"]
    assert refused(match, "modifier none") == "EG-12.2"
    play(match, "modifier mod_minus_3_a")
    assert match.pending == (2,)
    assert refused(match, "power 9") == "EG-2.3"
    assert refused(match, "power 6") == "EG-2.3"


@pytest.mark.rule("EG-12.2")
def test_a_value_whose_every_sum_is_taken_cannot_be_played():
    match = shifted([], [], ["mod_plus_1_a"])
    play(match, "power 8", "power 9")
    assert refused(match, "power 8") == "EG-12.2"
    assert "9" in legal(match, "power")


@pytest.mark.rule("EG-12.2")
def test_without_a_modifier_in_hand_none_is_asked_for():
    match = shifted([], ["mod_plus_3"])
    play(match, "power 4")
    assert match.pending == (1,)
    play(match, "power 5")
    assert match.pending == (1,)
    assert refused(match, "modifier mod_plus_1_a") == "EG-12.1"
    play(match, "modifier none")
    assert match.pending == (2,)
    assert match.position()["modifiers"][1] == ["mod_plus_3"]


@pytest.mark.rule("EG-12.3", "EG-12.4", "EG-6.3", "EG-R19", "EG-R21", "EG-R23")
def test_turn_order_and_start_player_go_by_the_sum_and_the_court_by_the_card():
    match = shifted(["mod_plus_3"], ["mod_minus_3_a"], [], province=[23, 23, 23], regions={"galicia": [2, 2, 2]})
    play(match, "power 3", "modifier mod_plus_3", "power 4", "modifier mod_minus_3_a", "power 5")
    assert match.position()["turn"] == 0
    assert legal(match, "court") == {str(n) for n in range(6)}
    idle(match)
    assert match.position()["turn"] == 2
    idle(match)
    assert match.position()["turn"] == 1
    assert legal(match, "court") == {str(n) for n in range(5)}
    idle(match)
    assert match.position()["start_player"] == 1


@pytest.mark.rule("EG-12.4", "EG-R18")
def test_sums_below_one_and_above_thirteen_are_allowed():
    match = shifted(["mod_plus_3"], ["mod_minus_3_a"], [])
    play(match, "power 13", "modifier mod_plus_3", "power 1", "modifier mod_minus_3_a", "power 2")
    assert match.position()["turn"] == 0
    assert [e["sum"] for e in told(match, "modifier_played")] == ["16", "-2"]


@pytest.mark.rule("EG-12.3", "EG-R21")
def test_a_modifier_is_discarded_at_the_end_of_the_turn():
    match = shifted(["mod_plus_3"], [], [], open_cards=["fiesta", "audience", "legislation", "militia"])
    play(match, "power 13", "modifier mod_plus_3", "power 2", "power 1")
    assert match.position()["modifier_discards"] == [[], [], []]
    play(match, "card fiesta", "end")
    at = match.position()
    assert at["modifier_discards"] == [["mod_plus_3"], [], []]
    assert at["played_modifiers"][0] == "mod_plus_3"


def ability(modifier, value=13, **keys):
    """Seat 0 has played a modifier and is asked for its ability (13 brings nobody to court)."""
    keys.setdefault("court", [5, 5, 5])
    keys.setdefault("regions", {"galicia": [2, 2, 2], "toledo": [2, 1, 0]})
    match = load(players=3, options=POWER_SHIFT, phase="turns", turn=0, played=[value, 2, 1],
                 played_modifiers=[modifier, None, None], modifiers=[[], [], []],
                 open={"decision": "ability", "seat": 0}, **keys)
    assert match.legal(0) == ["ability", "skip"]
    return match


@pytest.mark.rule("EG-12.3", "EG-R20")
def test_an_ability_may_be_skipped():
    match = play(ability("mod_plus_1_court"), "skip")
    assert "card" in match.legal(0)[0]


@pytest.mark.rule("EG-12.3", "EG-3.3")
def test_ability_one_more_to_court():
    match = play(ability("mod_plus_1_court"), "ability")
    assert match.legal(0) == ["court 0", "court 1"]
    play(match, "court 1")
    assert match.position()["court"][0] == 6
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-12.3", "EG-3.3")
def test_ability_to_court_from_an_empty_province():
    match = ability("mod_minus_1_court", court=[20, 5, 5], regions={"galicia": [8, 2, 2], "castilla": [2, 0, 0]})
    play(match, "ability")
    assert match.legal(0) == ["recall galicia", "done"]
    play(match, "recall galicia", "recall galicia")
    assert match.position()["court"][0] == 22
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-12.3")
def test_ability_one_into_the_castillo():
    match = play(ability("mod_plus_1_castillo"), "ability")
    assert match.legal(0) == ["place castillo", "done"]
    assert refused(match, "place galicia") == "EG-12.3"
    play(match, "place castillo")
    assert match.position()["castillo"][0] == 1


@pytest.mark.rule("EG-12.3")
@pytest.mark.parametrize(("modifier", "most"), [("mod_minus_1_move_own", 2), ("mod_plus_2_move_own", 1)])
def test_ability_to_move_own_caballeros(modifier, most):
    match = play(ability(modifier), "ability")
    for _ in range(most):
        assert {"take 0 galicia", "take 0 toledo", "done"} <= set(match.legal(0))
        play(match, "take 0 toledo", "to granada")
    assert region(match, "granada")[0] == most
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-12.3", "EG-5.1")
def test_ability_to_move_an_opposing_caballero_once_begun_is_carried_out():
    match = play(ability("mod_minus_2_move_opponent"), "ability")
    assert set(match.legal(0)) == {"take 1 galicia", "take 1 toledo", "take 2 galicia"}
    assert refused(match, "done") == "EG-5.1"
    play(match, "take 1 toledo", "to castillo")
    assert match.position()["castillo"] == [0, 1, 0]
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-12.3", "EG-5.1")
def test_ability_to_place_one_anywhere_but_in_the_kings_region():
    match = play(ability("mod_minus_2_place"), "ability")
    assert legal(match, "place") == {"galicia", "navarra", "aragon", "cataluna", "toledo", "sevilla",
                                     "granada", "valencia"}
    assert refused(match, "done") == "EG-5.1"
    assert refused(match, "place castilla") == "EG-6.2"
    play(match, "place granada")
    assert region(match, "granada") == [1, 0, 0]
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-12.3", "EG-5.3")
def test_ability_to_send_an_opposing_caballero_back():
    match = play(ability("mod_minus_3_send"), "ability")
    assert set(match.legal(0)) == {"return 1 galicia", "return 1 toledo", "return 2 galicia"}
    assert refused(match, "return 0 galicia") == "EG-12.3"
    play(match, "return 2 galicia")
    assert region(match, "galicia") == [2, 2, 1]


@pytest.mark.rule("EG-12.3")
@pytest.mark.parametrize("modifier", ["mod_minus_2_place", "mod_plus_1_castillo"])
def test_an_ability_that_can_do_nothing_is_over_at_once(modifier):
    match = play(ability(modifier, court=[0, 5, 5]), "ability")
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-12.3")
def test_a_modifier_without_an_ability_asks_nothing():
    match = load(players=3, options=POWER_SHIFT, phase="turns", turn=0, played=[13, 2, 1], modifiers=[[], [], []],
                 played_modifiers=["mod_plus_3", None, None], court=[5, 5, 5])
    assert match.legal(0)[0].startswith("card")
