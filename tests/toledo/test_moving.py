"""TO-4: moving pawns with money cards."""
import pytest
from helpers.toledo import BLUE, RED, legal, play, play_drawing, refused, table, told, verbs

FOURS = {"4": ["metal", 1, RED], "8": ["gem", 1, RED], "16": ["smith", 2, RED]}


@pytest.mark.rule("TO-4.1", "TO-R8")
def test_one_pawn_moves_exactly_the_cards_value_forward():
    match = table(hands=[[5, 6], []])
    play(match, "move 5 0", "skip", "end")
    assert match.position()["pawns"][RED] == [0, 0, 0, 0, 5]


@pytest.mark.rule("TO-4.1", "TO-R6")
def test_empty_spaces_are_counted_but_no_move_ends_there():
    match = table(hands=[[4, 5, 6], []])
    assert legal(match, "move") == ["move 5 0"]
    assert refused(match, "move 4 0") == "TO-4.1"
    assert match.why_not("move 4 0", RED).text == "Nothing has been built on space 4: no move can end there."


@pytest.mark.rule("TO-4.1", "TO-R7")
def test_pawns_and_full_spaces_do_not_block():
    match = table(hands=[[6, 5], []], shops={"2": ["gem", 1, BLUE], "6": ["gem", 2, BLUE]}, pawns=[[], [2, 5, 5]])
    assert legal(match, "move") == ["move 5 0", "move 6 0"]


@pytest.mark.rule("TO-4.1")
def test_a_card_and_a_pawn_are_needed():
    match = table(hands=[[5], []], pawns=[[0, 0, 0, 0, 9], []])
    assert refused(match, "move 3 9") == "TO-4.1"
    assert refused(match, "move 5 7") == "TO-4.1"


@pytest.mark.rule("TO-4.1", "TO-R9")
@pytest.mark.parametrize(("start", "value", "is_legal"), [
    (16, 4, True), (16, 5, True), (16, 6, False), (19, 1, True), (19, 2, True), (19, 3, False)])
def test_the_gates_are_reached_by_exact_count(start, value, is_legal):
    match = table(hands=[[value], []], shops={str(start): ["gem", 1, RED]}, pawns=[[0, 0, 0, 0, start], []])
    rule = refused(match, f"move {value} {start}")
    assert rule == ("" if is_legal else "TO-4.1")
    if is_legal:
        play(match, f"move {value} {start}")
        assert match.position()["pawns"][RED][-1] == start + value


@pytest.mark.rule("TO-4.3", "TO-R11", "TO-R12")
def test_five_fours_lead_from_the_cathedral_into_the_alcazar():
    match = table(hands=[[4, 4, 4, 4, 4, 3], []], shops=FOURS)
    for step in (0, 4, 8, 12, 16):
        play(match, f"move 4 {step}")
        if "skip" in verbs(match):
            play(match, "skip")
        assert step + 4 in match.position()["pawns"][RED]
        if step < 16:
            assert refused(match, "move 3 0") == "TO-4.3"
    assert match.position()["pawns"][RED] == [0, 0, 0, 0, 20]


@pytest.mark.rule("TO-4.3", "TO-R12")
def test_a_further_card_may_move_any_own_pawn():
    match = table(hands=[[5, 5, 5], []], shops={"10": ["gem", 1, RED]})
    play(match, "move 5 0", "skip")
    assert legal(match, "move") == ["move 5 0", "move 5 5"]
    play(match, "move 5 0", "skip")
    assert match.position()["pawns"][RED] == [0, 0, 0, 5, 5]
    play(match, "move 5 5", "free")
    assert match.position()["pawns"][RED] == [0, 0, 0, 5, 10]


@pytest.mark.rule("TO-4.3")
def test_the_first_card_lies_in_front_until_the_end_and_the_others_are_discarded_at_once():
    match = table(hands=[["M5-03", "M5-02", "M5-09"], []])
    play(match, "move 5 0", "skip")
    at = match.position()
    assert (at["first_card"], at["open"]["front"], at["discards"]) == (5, "M5-02", [])
    play(match, "move 5 0", "skip")
    at = match.position()
    assert (at["first_card"], at["open"]["front"], at["discards"]) == (5, "M5-02", ["M5-03"])
    play(match, "end")
    at = match.position()
    assert (at["first_card"], at["open"], at["discards"]) == (None, None, ["M5-02", "M5-03"])


@pytest.mark.rule("TO-4.3")
def test_the_lowest_id_of_the_value_is_used():
    match = table(hands=[["M5-13", "M5-04", "M4-01"], []])
    play(match, "move 5 0")
    assert match.position()["open"]["front"] == "M5-04"


@pytest.mark.rule("TO-4.2", "TO-R13")
def test_business_comes_before_the_next_card_and_may_bring_it():
    match = table(hands=[["M5-01", "M1-01"], []])
    play(match, "move 5 0")
    assert verbs(match) == {"pay", "skip"}
    assert refused(match, "move 5 0") == refused(match, "end") == "TO-5.4"
    play_drawing(match, "pay 1", "M5-02", "M2-01", "M2-02")
    assert legal(match, "move", "end") == ["move 5 0", "end"]


@pytest.mark.rule("TO-4.2", "TO-R17")
def test_a_free_circle_must_be_taken():
    match = table(hands=[[5, 6], []], pawns=[[], [5]])
    play(match, "move 5 0")
    assert match.position()["circles"] == {"5": [RED, BLUE]}
    assert refused(match, f"duel {BLUE}") == "TO-5.4"


@pytest.mark.rule("TO-R14")
def test_one_may_stop_after_any_landing():
    match = table(hands=[[5, 5, 5], []])
    play(match, "move 5 0", "skip", "end")
    assert match.pending == (BLUE,)
    assert len(match.position()["hands"][RED]) == 2


@pytest.mark.rule("TO-4.1", "TO-R10")
def test_gates_are_never_full():
    match = table(hands=[[2, 2, 2], []], shops={"18": ["gem", 2, RED]}, pawns=[[18, 18, 0, 0, 0], [20, 20]])
    play(match, "move 2 18", "move 2 18")
    assert match.position()["pawns"][RED] == [0, 0, 0, 20, 20]
    assert refused(match, "move 2 20") == "TO-6.1"


@pytest.mark.rule("TO-4.1")
def test_the_last_pawn_on_the_cathedral_can_move_and_then_there_is_none():
    match = table(hands=[[5, 5, 5, 6], []], pawns=[[9, 9, 12, 12, 0], []])
    assert legal(match, "move") == ["move 5 0"]
    play(match, "move 5 0", "skip")
    assert refused(match, "move 5 0") == "TO-4.1"
    assert match.position()["pawns"][RED] == [5, 9, 9, 12, 12]


@pytest.mark.rule("TO-4.1", "TO-8.1")
def test_moves_are_told_from_where_to_where():
    match = table(hands=[[5, 4, 6], []], masters=[["movement"], []])
    play(match, "move 5 0", "skip", "extra 4 5", "skip", "end")
    assert told(match, "moved") == [{"seat": "0", "value": "5", "from": "0", "to": "5"}]
    assert told(match, "moved_extra") == [{"seat": "0", "value": "4", "from": "5", "to": "9"}]
