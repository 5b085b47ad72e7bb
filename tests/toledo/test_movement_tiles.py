"""TO-8: movement tiles."""
import pytest
from helpers.toledo import BLUE, RED, legal, play, play_drawing, refused, table

SHOPS = {"4": ["metal", 1, RED], "8": ["fencing", 1, RED], "10": ["smith", 1, RED], "16": ["gem", 1, BLUE]}


@pytest.mark.rule("TO-8.1", "TO-4.3", "TO-R13")
def test_the_rulebooks_chain_with_a_movement_tile():
    match = table(hands=[["M4-01", "M4-02", "M2-01", "M2-02", "M3-01"], []], shops=SHOPS, pawns=[[0, 10], []])
    play(match, "move 4 0", "free", "move 4 4", "free")
    assert refused(match, "extra 2 10") == "TO-5.3"
    play(match, "master movement")
    assert legal(match, "move", "extra", "end") == ["extra 2 10", "end"]
    play(match, "extra 2 10")
    play_drawing(match, "pay 3", "M4-03", "M1-01", "M1-02")
    assert refused(match, "extra 2 8") == "TO-8.1"  # the tile is used up for this turn
    assert refused(match, "move 2 8") == "TO-4.3"
    assert refused(match, "move 4 12") == ""
    play(match, "move 4 12")
    at = match.position()
    assert at["pawns"][RED] == [0, 0, 0, 8, 16]
    assert (at["first_card"], at["extra_used"]) == (4, 1)


@pytest.mark.rule("TO-8.1", "TO-R42")
def test_a_tile_card_first_is_discarded_and_the_next_must_be_a_first_card_of_another_value():
    match = table(hands=[["M5-01", "M5-02", "M4-01", "M4-02", "M6-01"], []], shops=SHOPS,
                  masters=[["movement", "movement"], []])
    play(match, "extra 5 0", "skip")
    at = match.position()
    assert (at["discards"], at["first_card"], at["open"]["opening"], at["extra_used"]) == (["M5-01"], None, 5, 1)
    assert legal(match, "move", "extra", "end") == ["move 4 0", "move 4 5", "end"]
    assert refused(match, "move 5 0") == refused(match, "extra 4 0") == "TO-8.1"
    play(match, "move 4 0", "free")
    at = match.position()
    assert (at["first_card"], at["open"]["front"], at["open"]["opening"]) == (4, "M4-01", None)
    assert refused(match, "move 5 0") == "TO-4.3"
    assert legal(match, "move") == ["move 4 0", "move 4 4", "move 4 5"]
    assert legal(match, "extra") == ["extra 4 4", "extra 4 5", "extra 5 0", "extra 5 4", "extra 5 5", "extra 6 4"]


@pytest.mark.rule("TO-8.1")
def test_after_an_opening_extra_one_may_also_end():
    match = table(hands=[[5, 5], []], masters=[["movement"], []])
    play(match, "extra 5 0", "skip", "end")
    assert match.pending == (BLUE,)
    assert match.position()["discards"] == ["M5-01"]


@pytest.mark.rule("TO-8.1", "TO-R41")
def test_an_extra_card_may_have_any_value_that_of_the_first_card_too():
    match = table(hands=[["M5-01", "M5-02", "M4-01", "M6-01"], []], shops=SHOPS, masters=[["movement"], []])
    play(match, "move 5 0", "skip")
    assert legal(match, "extra") == ["extra 4 0", "extra 4 5", "extra 5 0", "extra 5 5"]
    play(match, "extra 5 0", "skip")
    assert match.position()["discards"] == ["M5-02"]
    assert refused(match, "extra 4 0") == "TO-8.1"


@pytest.mark.rule("TO-8.1")
def test_without_a_tile_there_is_no_extra_card():
    match = table(hands=[[5, 4], []], shops=SHOPS, masters=[["purple"], ["movement"]])
    assert refused(match, "extra 5 0") == "TO-8.1"
    assert match.why_not("extra 5 0", RED).text == "You have no movement tile left for an extra card this turn."


@pytest.mark.rule("TO-8.1", "TO-R39")
def test_each_movement_tile_allows_an_extra_card_every_turn():
    match = table(hands=[[5, 4, 1, 6], [6]], shops=SHOPS, masters=[["movement", "movement"], []])
    play(match, "move 5 0", "skip", "extra 4 0", "free", "extra 1 4", "skip")
    assert match.position()["extra_used"] == 2
    assert legal(match, "extra") == []
    play(match, "end", "draw")
    assert match.position()["extra_used"] == 0


@pytest.mark.rule("TO-8.1", "TO-R40")
def test_uses_are_counted_per_turn_not_per_tile():
    match = table(hands=[[4, 4, 2, 1, 6], []], shops={"4": ["fencing", 2, RED], "6": ["metal", 1, RED]},
                  masters=[["movement", "purple", "teal"], []], pawns=[[0, 0, 4], []])
    play(match, "extra 2 4", "free")
    play(match, "move 4 0", "free", "master movement", "return movement")
    assert match.position()["masters"][RED] == ["movement", "purple", "teal"]
    assert refused(match, "extra 1 4") == "TO-8.1"
    play(match, "move 4 0", "free", "master movement", "return purple")
    assert match.position()["masters"][RED] == ["movement", "movement", "teal"]
    assert refused(match, "extra 1 4") == ""


@pytest.mark.rule("TO-8.2", "TO-9.2")
def test_each_movement_tile_costs_two_points():
    match = table(masters=[["movement", "movement", "purple"], []])
    assert match.scores == [-4, 0]
