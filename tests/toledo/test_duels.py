"""TO-7: duels."""
import pytest
from helpers.toledo import BLUE, GREEN, RED, legal, play, play_drawing, refused, table, told, verbs

# Of each value: 01-02 purple, 05-06 brown, 09-10 teal, 13 neutral with the attacker clear; 03-04,
# 07-08, 11-12, 14 with the defender clear.
PURPLE_ATTACKER, PURPLE_DEFENDER = "M1-01", "M1-03"
BROWN_ATTACKER, BROWN_DEFENDER = "M1-05", "M1-07"
TEAL_ATTACKER, TEAL_DEFENDER = "M1-09", "M1-11"
NEUTRAL_ATTACKER, NEUTRAL_DEFENDER = "M1-13", "M1-14"


def challenge(red=(), blue=(), hand=(4, 6), **keys):
    """Red stands on Blue's gem merchant with one circle, which Blue holds, and may challenge."""
    match = table(hands=[list(hand), []], shops={"4": ["gem", 1, BLUE]}, pawns=[[], [4]],
                  masters=[list(red), list(blue)], **keys)
    return play(match, "move 4 0")


def winners(match):
    """Who won each bout."""
    return [int(bout["seat"]) for bout in told(match, "bout")]


@pytest.mark.rule("TO-7.1", "TO-7.2", "TO-R28")
def test_the_rulebooks_duel_which_red_loses_1_to_2():
    match = table(4, hands=[[4, 4, 6], [], [], []], shops={"4": ["gem", 2, GREEN]}, pawns=[[], [4], [], [4]],
                  masters=[["purple"], ["teal"], [], []])
    play(match, "move 4 0")
    assert legal(match, "duel") == [f"duel {BLUE}", f"duel {GREEN}"]
    play_drawing(match, f"duel {GREEN}", PURPLE_DEFENDER, BROWN_DEFENDER, NEUTRAL_DEFENDER)
    assert winners(match) == [RED, GREEN, GREEN]
    assert told(match, "duel_lost") == [{"seat": "0", "rival": "3", "won": "1", "lost": "2"}]
    at = match.position()
    assert at["pawns"][RED] == [0] * 5
    assert at["circles"] == {"4": [BLUE, GREEN]}
    assert match.legal(RED) == ["move 4 0", "end"]
    play(match, "move 4 0")
    assert match.legal(RED) == [f"duel {BLUE}", f"duel {GREEN}"]


@pytest.mark.rule("TO-7.1")
@pytest.mark.parametrize(("red", "blue", "cards", "expected"), [
    (["purple"], [], [PURPLE_DEFENDER, PURPLE_DEFENDER[:-1] + "4"], [RED, RED]),
    ([], ["brown"], [BROWN_ATTACKER, BROWN_ATTACKER[:-1] + "6"], [BLUE, BLUE]),
    (["teal"], ["teal"], [TEAL_ATTACKER, TEAL_DEFENDER, NEUTRAL_ATTACKER], [RED, BLUE, RED]),
    ([], [], [TEAL_ATTACKER, TEAL_DEFENDER, BROWN_DEFENDER], [RED, BLUE, BLUE]),
    (["purple"], ["brown"], [BROWN_ATTACKER, PURPLE_DEFENDER, TEAL_ATTACKER], [BLUE, RED, RED]),
    (["movement"], [], [PURPLE_DEFENDER, BROWN_DEFENDER], [BLUE, BLUE]),
])
def test_who_alone_has_the_colour_wins_the_bout_else_the_clear_figure_does(red, blue, cards, expected):
    match = challenge(red, blue)
    play_drawing(match, f"duel {BLUE}", *cards)
    assert winners(match) == expected


@pytest.mark.rule("TO-R25")
def test_several_tiles_of_one_colour_count_as_one():
    match = challenge(["teal", "teal", "teal"], ["teal"])
    play_drawing(match, f"duel {BLUE}", TEAL_DEFENDER, "M2-11")
    assert winners(match) == [BLUE, BLUE]


@pytest.mark.rule("TO-7.1", "TO-R26")
def test_a_neutral_background_matches_no_tile():
    match = challenge(["purple", "brown", "teal"], [])
    play_drawing(match, f"duel {BLUE}", NEUTRAL_DEFENDER, "M2-14")
    assert winners(match) == [BLUE, BLUE]


@pytest.mark.rule("TO-7.2", "TO-R29")
def test_a_winning_challenger_takes_the_circle_and_pays_for_business():
    match = challenge()
    play_drawing(match, f"duel {BLUE}", NEUTRAL_ATTACKER, "M2-13")
    at = match.position()
    assert at["circles"] == {"4": [RED]}
    assert at["pawns"] == [[0, 0, 0, 0, 4], [0, 0, 0, 0, 0]]
    assert match.legal(RED) == ["pay 6", "skip"]
    play(match, "pay 6")
    assert match.position()["gems"] == [1, 0]
    assert match.position()["hands"] == [[], ["M6-01"]]


@pytest.mark.rule("TO-7.2", "TO-R27")
def test_the_loser_loses_nothing_but_the_place():
    match = challenge(blue=["teal"], gems=[1, 3], metal=[0, 2], swords=[[], [5]])
    play_drawing(match, f"duel {BLUE}", NEUTRAL_ATTACKER, "M2-13")
    at = match.position()
    assert (at["gems"], at["metal"], at["swords"], at["masters"]) == ([1, 3], [0, 2], [[], [5]], [[], ["teal"]])


@pytest.mark.rule("TO-7.2")
def test_two_bouts_won_end_it():
    match = challenge()
    play_drawing(match, f"duel {BLUE}", NEUTRAL_DEFENDER, "M2-14")
    assert told(match, "duel_lost") == [{"seat": "0", "rival": "1", "won": "0", "lost": "2"}]


@pytest.mark.rule("TO-7.3", "TO-R2")
def test_turned_cards_are_discarded_and_may_be_shuffled_into_a_new_pile_in_the_middle_of_a_duel():
    deck = [f"M{v}-{i:02}" for v in range(1, 7) for i in range(1, 15)]
    out = {NEUTRAL_DEFENDER, NEUTRAL_ATTACKER, "M4-01", "M6-01"}
    match = table(hands=[["M4-01", "M6-01"], [card for card in deck if card not in out]],
                  draw_pile=[NEUTRAL_DEFENDER], discards=[NEUTRAL_ATTACKER],
                  shops={"4": ["gem", 1, BLUE]}, pawns=[[], [4]])
    play(match, "move 4 0")
    play_drawing(match, f"duel {BLUE}", NEUTRAL_DEFENDER, NEUTRAL_DEFENDER)
    assert winners(match) == [BLUE, BLUE]
    assert match.position()["discards"] == [NEUTRAL_DEFENDER]
    assert match.position()["draw_pile"] == [NEUTRAL_ATTACKER]


@pytest.mark.rule("TO-R3")
def test_a_bout_without_a_card_goes_to_the_defender():
    deck = [f"M{v}-{i:02}" for v in range(1, 7) for i in range(1, 15)]
    match = table(hands=[["M4-01", "M6-01"], [card for card in deck if card not in ("M4-01", "M6-01")]],
                  draw_pile=[], discards=[], shops={"4": ["gem", 1, BLUE]}, pawns=[[], [4]])
    play(match, "move 4 0", f"duel {BLUE}")
    assert winners(match) == [BLUE, BLUE]
    assert [bout["cause"] for bout in told(match, "bout")] == ["default", "default"]
    assert match.position()["pawns"][RED] == [0] * 5


@pytest.mark.rule("TO-7.2", "TO-R28")
def test_the_challengers_turn_goes_on_after_a_defeat_in_the_middle_of_a_chain():
    match = challenge(hand=(4, 4, 4, 6))
    play_drawing(match, f"duel {BLUE}", NEUTRAL_DEFENDER, "M2-14")
    assert verbs(match) == {"move", "end"}
    play(match, "move 4 0")
    play_drawing(match, f"duel {BLUE}", NEUTRAL_ATTACKER, "M2-13")
    assert match.position()["circles"] == {"4": [RED]}
    assert refused(match, "move 4 0") == "TO-5.4"


@pytest.mark.rule("TO-R21")
def test_who_has_won_need_not_do_business():
    match = challenge()
    play_drawing(match, f"duel {BLUE}", NEUTRAL_ATTACKER, "M2-13")
    play(match, "skip", "end")
    assert match.pending == (BLUE,)
