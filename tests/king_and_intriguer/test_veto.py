"""40: one announced special action is cancelled, at any moment of the round (KI-C-40, KI-6.1)."""
import pytest
from helpers.king_and_intriguer import ALL, load, play, refused, region, regions


def table(played, turn=0, players=4, **keys):
    """A turn at its menu; the others' cards are given."""
    return load(players=players, phase="turns", turn=turn, played=played, court=[5] * players,
                open={"decision": "menu"}, **keys)


@pytest.mark.rule("KI-C-40", "KI-6.1")
def test_the_holder_is_asked_before_anything_happens():
    match = table([100, 180, 40, 10], regions=regions(galicia=[2, 0, 0, 0]))
    play(match, "action")
    assert match.pending == (2,)
    assert match.legal(2) == ["veto", "allow"]
    assert refused(match, "done") == "KI-6.1"
    assert match.scores == [0] * 4
    play(match, "veto")
    at = match.position()
    assert at["vetoed"] == [2]
    assert at["scores"] == [0] * 4
    assert match.pending == (0,)
    assert refused(match, "action") == "KI-2.3"
    play(match, "place galicia")


@pytest.mark.rule("KI-C-40", "KI-6.1")
def test_allowed_the_action_goes_on_and_the_card_can_be_used_later():
    match = table([100, 180, 40, 10], regions=regions(galicia=[2, 0, 0, 0]))
    play(match, "action", "allow")
    assert match.scores == [4, 0, 0, 0]
    play(match, "place castillo", "done")
    assert match.position()["turn"] == 2
    play(match, "2 court 0")
    assert "action" not in match.legal(2), "40 has no action of its own in the menu"
    assert refused(match, "action") == "KI-6.1"
    play(match, "end", "3 court 0", "action")
    assert match.pending == (2,), "after the player's own turn it can still be used: against the intriguer's action"
    play(match, "veto")
    assert match.position()["vetoed"] == [2]


@pytest.mark.rule("KI-C-40", "KI-6.1")
def test_it_is_used_once():
    match = table([100, 180, 40, 10], vetoed=[2], regions=regions(galicia=[2, 0, 0, 0]))
    play(match, "action")
    assert match.scores == [4, 0, 0, 0]


@pytest.mark.rule("KI-6.1", "KI-3.1")
def test_the_kings_action_can_be_vetoed():
    match = table([170, 100, 40, 10])
    play(match, "action", "2 veto")
    assert match.position()["king"] == "castilla"
    assert match.pending == (0,)


@pytest.mark.rule("KI-6.1", "KI-K10")
def test_where_the_role_must_be_played_the_40_is_dead():
    match = table([100, 180, 60, 40], regions=regions(galicia=[2, 0, 0, 0]))
    play(match, "action")
    assert match.scores == [4, 0, 0, 0], "seat 3 is the intriguer and is not asked"


@pytest.mark.rule("KI-6.1", "KI-3.3", "KI-K10")
def test_with_a_choice_a_veto_before_the_own_turn_is_choosing_the_card():
    match = table([100, 180, 60, 40], options=ALL, regions=regions(galicia=[2, 0, 0, 0]))
    play(match, "action")
    assert match.pending == (3,)
    play(match, "veto")
    assert match.position()["roles"] == [None, "king", None, "card"]
    play(match, "place castillo", "done", "2 court 0", "action")
    assert match.pending == (2,), "used up"
    play(match, "place castillo", "done", "3 court 0")
    assert match.position()["roles"][3] == "card"
    assert "role intriguer" not in match.legal(3)


@pytest.mark.rule("KI-6.1", "KI-3.3", "KI-K10")
def test_a_role_that_was_taken_ends_it():
    match = load(players=3, phase="turns", turn=1, played=[40, 30, 10], acted=[0], roles=["king", None, None], court=[5] * 3,
                 open={"decision": "menu"})
    play(match, "1 action")
    assert match.position()["court"] == [0, 5, 0], "seat 0 took the king's role: nobody is asked"
    match = load(players=3, phase="turns", turn=1, played=[40, 30, 10], acted=[0], roles=["card", None, None], court=[5] * 3,
                 open={"decision": "menu"})
    play(match, "1 action")
    assert match.pending == (0,)


@pytest.mark.rule("KI-6.1", "KI-3.4")
def test_it_is_asked_even_where_the_action_can_do_nothing():
    match = table([70, 180, 40, 10])
    play(match, "action")
    assert match.pending == (2,)
    play(match, "allow")
    assert region(match, "galicia") == [0] * 4
