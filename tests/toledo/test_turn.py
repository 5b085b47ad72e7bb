"""TO-2 and TO-3: drawing, placing shops, putting pawns back."""
import pytest
from helpers.toledo import BLUE, RED, legal, play, play_drawing, refused, table, told, verbs

ALL = [f"M{value}-{i:02}" for value in range(1, 7) for i in range(1, 15)]


@pytest.mark.rule("TO-2", "TO-R1")
def test_a_turn_is_exactly_one_action():
    match = table(hands=[[4, 4], [1]], shops={"4": ["metal", 1, RED], "8": ["gem", 1, RED]}, pawns=[[5], []])
    assert verbs(match) == {"draw", "shop", "back", "move"}
    assert refused(match, "end") == "TO-2"
    play(match, "move 4 0", "free")
    assert verbs(match) == {"move", "end"}
    assert refused(match, "draw") == refused(match, "shop gem 2 1") == refused(match, "back 5") == "TO-2"
    play(match, "end")
    assert match.pending == (BLUE,)


@pytest.mark.rule("TO-2.1")
def test_two_money_cards_are_drawn_and_the_turn_is_over():
    match = table(hands=[["M1-01"], []])
    play_drawing(match, "draw", "M4-07", "M2-02")
    assert match.position()["hands"][RED] == ["M1-01", "M2-02", "M4-07"]
    assert match.pending == (BLUE,)


@pytest.mark.rule("TO-2.1")
def test_there_is_no_hand_limit():
    match = table(hands=[ALL[:60], []])
    play(match, "draw")
    assert len(match.position()["hands"][RED]) == 62


@pytest.mark.rule("TO-2.1", "TO-R2")
def test_an_empty_pile_is_made_anew_from_the_discards():
    match = table(hands=[ALL[:70], []], draw_pile=["M6-01"], discards=[c for c in ALL[70:] if c != "M6-01"])
    play_drawing(match, "draw", "M6-01", "M6-14")
    at = match.position()
    assert at["discards"] == []
    assert len(at["draw_pile"]) == 12
    assert told(match, "shuffled") == [{"n": "13"}]


@pytest.mark.rule("TO-R2")
def test_the_card_in_front_of_the_player_is_not_shuffled():
    match = table(hands=[["M5-01", "M1-01"], [card for card in ALL[3:] if card != "M5-01"]],
                  draw_pile=[], discards=["M1-02", "M1-03"])
    play(match, "move 5 0")
    play_drawing(match, "pay 1", "M1-02", "M1-03", "M1-01")
    at = match.position()
    assert at["open"]["front"] == "M5-01"
    assert "M5-01" not in at["draw_pile"] + at["discards"]
    play(match, "end")
    assert match.position()["discards"] == ["M5-01"]


@pytest.mark.rule("TO-2.1", "TO-R1", "TO-R3")
def test_with_no_card_at_all_one_draws_what_there_is():
    match = table(hands=[ALL[:83], []], draw_pile=[], discards=["M6-14"])
    play(match, "draw")
    assert match.position()["hands"][RED] == ALL
    assert told(match, "drew") == [{"seat": "0", "n": "1"}]
    play(match, "draw")
    assert match.position()["hands"][BLUE] == []
    assert match.events(seat=BLUE)[-1]["text"] == "Blue draws nothing: pile and discards are empty."


@pytest.mark.rule("TO-2.2", "TO-3.1")
def test_a_shop_is_placed_on_any_empty_lot_of_any_row():
    match = table(shops={"3": ["gem", 1, BLUE]})
    steps = {int(action.split()[3]) for action in legal(match, "shop")}
    assert steps == set(range(1, 20)) - {3, 5, 9, 12}
    play(match, "shop smith 2 17")
    assert match.position()["shops"]["17"] == ["smith", 2, RED]
    assert match.pending == (BLUE,)


@pytest.mark.rule("TO-3.1", "TO-R44")
@pytest.mark.parametrize("action", ["shop metal 1 5", "shop metal 1 9", "shop metal 1 12", "shop metal 1 3"])
def test_taverns_artist_and_taken_lots_take_no_shop(action):
    assert refused(table(shops={"3": ["gem", 1, RED]}), action) == "TO-3.1"


@pytest.mark.rule("TO-3.1", "TO-3.2")
def test_each_kind_is_there_once_with_one_circle_and_once_with_two():
    match = table(shops={"3": ["gem", 1, RED]})
    assert refused(match, "shop gem 1 4") == "TO-3.1"
    assert refused(match, "shop gem 2 4") == ""


@pytest.mark.rule("TO-R45")
def test_without_lots_or_tiles_no_shop_can_be_placed():
    kinds = [(kind, size) for kind in ("metal", "gem", "smith", "fencing") for size in (1, 2)]
    lots = [step for step in range(1, 20) if step not in (5, 9, 12)]
    mine = {str(step): [*tile, RED] for step, tile in zip(lots, kinds, strict=False)}
    match = table(hands=[[6], [6]], shops=mine)
    assert "shop" not in verbs(match)
    assert refused(match, "shop gem 1 19") == "TO-3.1"
    theirs = {str(step): [*tile, BLUE] for step, tile in zip(lots[8:], kinds, strict=True)}
    assert "shop" not in verbs(table(3, hands=[[6], [6], [6]], turn=2, shops={**mine, **theirs}))


@pytest.mark.rule("TO-2.4", "TO-R49")
def test_an_own_pawn_on_the_road_may_be_put_back():
    match = table(pawns=[[0, 0, 5, 12, 20], [9]])
    assert legal(match, "back") == ["back 5", "back 12"]
    assert refused(match, "back 9") == refused(match, "back 20") == refused(match, "back 21") == "TO-2.4"
    assert match.why_not("back 20", RED).text == "A pawn in the Alcazar stays there."
    play(match, "back 12")
    assert match.position()["pawns"][RED] == [0, 0, 0, 5, 20]
    assert match.position()["circles"] == {"5": [RED], "9": [BLUE]}
    assert match.pending == (BLUE,)


@pytest.mark.rule("TO-2.4")
def test_there_is_no_back_0():
    assert refused(table(), "back 0") == "N-2"


@pytest.mark.rule("TO-2.3", "TO-R15")
def test_moving_needs_a_card_that_can_be_played():
    assert "move" not in verbs(table(hands=[[6, 4], []]))
    assert "move" not in verbs(table(hands=[[], []], shops={"4": ["gem", 1, RED]}))
    assert "move" in verbs(table(hands=[[5], []]))
