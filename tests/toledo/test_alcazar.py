"""TO-6 and TO-9: the Alcazar, the last round, points and ties."""
import pytest
from helpers.toledo import BLUE, GOLD, RED, legal, play, refused, table, told

ROAD = {"18": ["gem", 2, RED], "19": ["metal", 1, RED]}


@pytest.mark.rule("TO-6.1", "TO-R46")
def test_a_pawn_takes_one_sword_along_or_none():
    match = table(hands=[[2, 6], []], shops=ROAD, pawns=[[18], []], swords=[[4, 7, 7], []])
    play(match, "move 2 18")
    assert match.legal(RED) == ["deliver 4", "deliver 7", "deliver none"]
    assert refused(match, "deliver 5") == refused(match, "end") == "TO-6.1"
    play(match, "deliver 7")
    at = match.position()
    assert (at["swords"], at["delivered"]) == ([[4, 7], []], [[7], []])
    assert at["pawns"][RED] == [0, 0, 0, 0, 20]
    assert refused(match, "deliver 4") == "TO-6.1"


@pytest.mark.rule("TO-6.1", "TO-R46")
def test_a_pawn_may_enter_without_a_sword():
    match = table(hands=[[2, 2, 6], []], shops=ROAD, pawns=[[18, 19], []], swords=[[4], []])
    play(match, "move 2 18", "deliver none")
    assert match.position()["delivered"] == [[], []]
    assert match.position()["swords"] == [[4], []]


@pytest.mark.rule("TO-6.1")
def test_without_a_sword_nothing_is_asked_and_the_pawn_stays_to_the_end():
    match = table(hands=[[2, 1, 6], []], shops=ROAD, pawns=[[18], []], masters=[["movement"], []])
    play(match, "move 2 18")
    assert legal(match, "move", "extra", "end") == ["end"]
    assert refused(match, "extra 1 20") == "TO-6.1"


@pytest.mark.rule("TO-9.1", "TO-R47", "TO-R48")
def test_the_third_pawn_begins_the_last_round():
    match = table(3, hands=[[2, 2, 6], [5], [5]], shops=ROAD, pawns=[[18, 18, 20, 21], [], []], turn=RED)
    play(match, "move 2 18")
    assert match.position()["last_round"] == RED
    assert legal(match, "move", "end") == ["move 2 18", "end"]
    play(match, "move 2 18")
    assert match.position()["pawns"][RED] == [0, 20, 20, 20, 21]
    play(match, "end")
    assert match.prompt(BLUE).startswith("Your last turn")
    play(match, "draw", "draw")
    assert match.over
    assert match.pending == ()
    assert match.position()["turn"] == RED


@pytest.mark.rule("TO-9.1", "TO-R48")
def test_another_third_pawn_starts_nothing_new():
    match = table(3, hands=[[2, 6], [2, 6], [5]], shops=ROAD, pawns=[[18, 20, 21], [18, 20, 21], []], last_round=None)
    play(match, "move 2 18", "end", "move 2 18", "end")
    assert match.position()["last_round"] == RED
    assert [event["seat"] for event in told(match, "last_round")] == ["0"]
    play(match, "draw")
    assert match.over


@pytest.mark.rule("TO-9.2", "TO-R50")
def test_the_rulebooks_scoring_of_18():
    match = table(delivered=[[12], []], pawns=[[20], []], swords=[[7], []], paintings=[[2, 2], []], gems=[3, 0],
                  masters=[["movement"], []])
    assert match.scores == [18, 0]


@pytest.mark.rule("TO-9.2", "TO-R50")
def test_swords_not_delivered_are_halved_one_by_one():
    assert table(swords=[[3, 5, 7], [2, 2]]).scores == [1 + 2 + 3, 2]


@pytest.mark.rule("TO-9.2")
def test_metal_duel_tiles_and_cards_are_worth_nothing():
    assert table(metal=[9, 0], masters=[["purple", "teal"], []], hands=[[6, 6, 6], []]).scores == [0, 0]


@pytest.mark.rule("TO-R51")
def test_points_may_be_negative():
    assert table(masters=[["movement"], []], gems=[1, 0]).scores == [-2, 0]


def finished(hands, **keys):
    """The end of a game that Gold began to end."""
    return table(3, turn=GOLD, pawns=[[], [], [20, 20, 21]], hands=hands, last_round=GOLD, over=True, **keys)


@pytest.mark.rule("TO-9.3", "TO-R52")
@pytest.mark.parametrize(("hands", "ranking"), [
    ([[1, 1], [6], [5]], [[RED], [BLUE], [GOLD]]),
    ([[1, 2], [6, 1], [5]], [[BLUE], [RED], [GOLD]]),
    ([[3, 4], [6, 1], [6]], [[RED, BLUE], [GOLD]]),
    ([[], [], []], [[RED, BLUE, GOLD]]),
])
def test_ties_go_to_more_cards_then_to_their_sum_then_are_shared(hands, ranking):
    match = finished(hands)
    assert match.over
    assert match.ranking == ranking


@pytest.mark.rule("TO-9.3")
def test_points_come_before_cards():
    assert finished([[6, 6, 6], [], [1]], gems=[0, 2, 0]).ranking == [[BLUE], [RED], [GOLD]]


@pytest.mark.rule("TO-9.3")
def test_hidden_cards_do_not_show_in_the_standing_of_a_running_game():
    match = table(3, hands=[[6, 6], [1, 1], [2]])
    assert match.ranking == [[RED, BLUE], [GOLD]]
