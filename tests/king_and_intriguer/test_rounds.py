"""KI-2, KI-5.4, KI-6.6: cards are laid, turns go by them, they leave the game."""
import pytest
from helpers.king_and_intriguer import ALL, BASE, idle, legal, load, play, refused, told, turn


@pytest.mark.rule("KI-2.1", "KI-K03")
def test_clockwise_one_card_each_and_no_equal_values():
    match = load(phase="cards", start_player=2)
    play(match, "2 action 120", "3 action 50")
    assert match.pending == (0,)
    assert legal(match, "action") == {str(v) for v in BASE[:13] if v not in (120, 50)}
    assert refused(match, "action 120") == "KI-2.1"
    assert refused(match, "action 180") == "KI-1.1"
    assert refused(match, "place castillo") == "KI-2.1"
    play(match, "action 60", "action 10")
    assert match.position()["played"] == [60, 10, 120, 50]
    assert match.position()["laid"] == [2, 3, 0, 1]
    assert match.position()["turn"] == 2


@pytest.mark.rule("KI-2.1", "KI-2.4", "KI-K03", "KI-K15")
def test_the_lowest_card_starts_the_next_round_and_cards_leave_the_game():
    match = load(phase="cards", start_player=2)
    play(match, "2 action 120", "action 50", "action 60", "action 10")
    idle(match)
    at = match.position()
    assert (at["round"], at["start_player"], at["turn"]) == (2, 1, 1)
    assert [cards[-1] for cards in at["used"]] == [60, 10, 120, 50] or all(
        value in cards for cards, value in zip(at["used"], (60, 10, 120, 50), strict=True))
    assert at["played"] == [None] * 4
    assert at["roles"] == [None] * 4
    assert refused(match, "action 10") == "KI-1.1"


@pytest.mark.rule("KI-2.2", "KI-2.3", "KI-K04")
def test_the_highest_gets_the_king_and_most_caballeros_the_lowest_the_intriguer():
    match = load(phase="cards", court=[7] * 4)
    play(match, "action 60", "action 90", "action 120", "action 30")
    assert told(match, "gets_king") == [{"seat": "2", "n": "5"}]
    assert told(match, "gets_caballeros") == [{"seat": "1", "n": "4"}, {"seat": "0", "n": "2"}]
    assert told(match, "gets_intriguer") == [{"seat": "3", "n": "1"}]
    play(match, "2 court 0", "action", "king toledo")
    for _ in range(5):
        assert match.pending == (2,)
        play(match, "place castillo")
    assert match.position()["castillo"] == [0, 0, 5, 0]
    assert match.position()["turn"] == 1


@pytest.mark.rule("KI-2.3", "EG-3.3", "KI-K05")
def test_court_first_at_most_the_number_on_the_card():
    match = load(phase="cards", court=[7] * 4)
    play(match, "action 60", "action 90", "action 120", "action 30")
    assert legal(match, "court") == {"0", "1", "2"}
    assert refused(match, "court 3") == "KI-2.3"
    assert refused(match, "action") == "KI-2.3"
    few = load(phase="turns", played=[60, 180, 170, 10], acted=[1, 2], turn=0, court=[28, 0, 0, 0],
               regions={"granada": [2, 0, 0, 0]})
    assert few.pending == (0,)
    assert legal(few, "recall") == {"granada"}
    assert legal(few, "done") == {""}


@pytest.mark.rule("KI-2.3", "KI-K05")
def test_action_and_placing_in_either_order_and_each_once():
    match = turn(100)
    play(match, "place galicia", "done")
    assert match.position()["turn"] == 3, "a lone action happens by itself and the turn ends"
    match = turn(100)
    play(match, "action")
    assert refused(match, "action") == "KI-2.3"
    play(match, "place galicia")
    assert refused(match, "place granada") == "EG-4.2"
    assert refused(match, "place castilla") == "EG-6.2"
    assert refused(match, "end") == "KI-2.3"


@pytest.mark.rule("KI-2.3", "EG-4.1")
def test_placing_stops_at_the_caballero_card():
    match = turn(80)
    play(match, "place galicia", "place galicia")
    assert match.pending == (0,)
    assert refused(match, "place galicia") == "KI-2.3"
    assert set(match.legal(0)) == {"action", "end"}


@pytest.mark.rule("KI-C-joker", "KI-6.6", "KI-K23")
def test_a_joker_is_followed_up_when_all_others_have_laid():
    hands = [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, "joker"]] * 4
    match = load(phase="cards", start_player=1, options=ALL, hands=hands, court=[7] * 4)
    play(match, "1 action joker", "2 action 60", "3 action joker", "0 action 120")
    assert match.pending == (1,), "clockwise from the start player"
    assert match.position()["played"] == [120, "joker", 60, "joker"]
    assert refused(match, "action 60") == "KI-2.1"
    assert refused(match, "action joker") == "KI-1.1"
    assert refused(match, "court 0") == "KI-6.6"
    play(match, "action 110", "3 action 10")
    at = match.position()
    assert at["played"] == [120, 110, 60, 10]
    assert at["laid"] == [2, 0, 1, 3]
    assert at["used"][1] == ["joker"]
    idle(match)
    assert 110 in match.position()["used"][1]
    assert "joker" in match.position()["used"][1]


@pytest.mark.rule("KI-C-joker", "KI-6.6")
def test_a_joker_alone_cannot_be_laid():
    hands = [["joker", 50], [60, 70], [80], [90]]
    match = load(phase="cards", options=ALL, hands=hands, round=9)
    assert legal(match, "action") == {"50", "joker"}
    play(match, "action joker", "action 60", "action 80", "action 90")
    assert legal(match, "action") == {"50"}
    assert match.pending == (0,), "hidden: asked even where one card is left"


@pytest.mark.rule("KI-5.4", "KI-2.1")
def test_without_an_unused_value_any_may_be_laid_and_the_first_laid_is_the_higher():
    hands = [[10], [20], [30], [40], [10, 20, 30, 40]]
    match = load(phase="cards", players=5, options={"players_edition": True}, hands=hands, round=9)
    play(match, "action 10", "action 20", "action 30", "action 40")
    assert legal(match, "action") == {"10", "20", "30", "40"}
    play(match, "action 40")
    assert match.position()["turn"] == 3
    assert told(match, "gets_king")[0]["seat"] == "3"
    assert told(match, "gets_caballeros")[0]["seat"] == "4"
    both = load(phase="cards", players=5, options={"players_edition": True}, hands=hands, round=9)
    play(both, "action 10", "action 20", "action 30", "action 40", "action 10")
    assert told(both, "gets_intriguer")[0]["seat"] == "4", "of two equal values the one laid later is the lower"


@pytest.mark.rule("KI-2.4", "EG-9.1")
@pytest.mark.parametrize("short", [False, True])
def test_rounds_and_general_scorings(short):
    match = load(phase="cards", options={"short": short}, hands=[BASE[:13]] * 4, round=2 if short else 1)
    rounds = [match.position()["round"]]
    while not match.over:
        idle(match)
        while match.position()["phase"] == "scoring":
            match.play(match.legal(match.pending[0])[0], seat=match.pending[0])
        if not match.over:
            rounds.append(match.position()["round"])
    assert rounds == ([2, 3, 5, 6, 8, 9] if short else list(range(1, 10)))
    assert len(told(match, "general_scoring")) == 3
