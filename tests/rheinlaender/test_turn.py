"""RH-2: card, knight, draw; the reshuffle card; what is asked and what is played automatically."""
from random import Random

import pytest
from harness import Table, play_on
from rheinlaender.scenes import BLUE, RED, legal, scene, turn

import tafelrunde as tr
from tafelrunde.games.rheinlaender import GAME


@pytest.mark.rule("RH-2.1")
def test_a_turn_is_card_knight_and_draw():
    match = scene(cards=[23, 30, 31, 32, 33], discards=[1, 2])
    assert match.legal(RED) == [f"card {n}" for n in (23, 30, 31, 32, 33)]
    match.play("card 23")
    at = match.position()
    assert at["hands"][RED] == [30, 31, 32, 33]
    assert at["discards"] == [1, 2, 23]
    assert at["open"] == {"decision": "knight", "card": 23, "fort_laid": False}
    assert match.legal(RED) == ["knight L23", "knight R23"]
    match.play("knight R23")
    at = match.position()
    assert at["turn"] == BLUE
    assert len(at["hands"][RED]) == 5
    assert at["supply"][RED] == 19
    assert at["open"] is None


@pytest.mark.rule("RH-2.1", "RH-R49")
def test_a_drawn_card_is_seen_by_its_owner_alone():
    match = turn(scene(cards=[23, 30, 31, 32, 33]), 23, "knight R23")
    mine = [e for e in match.events(seat=RED) if e["event"] == "draw" and e["arguments"]["card"] != "shuffle"]
    others = [e for e in match.events(seat=BLUE) if e["event"] == "draw" and e["arguments"]["card"] != "shuffle"]
    assert len(mine) == 1
    assert others == []
    assert match.view(BLUE)["hands"][RED] == [None] * 5
    assert match.view(RED)["draw_pile"] == [None] * len(match.position()["draw_pile"])


@pytest.mark.rule("RH-2.2")
def test_the_reshuffle_card_brings_the_discards_back_and_is_never_kept():
    held = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]
    match = scene(players=3, hands=held, draw_pile=[], discards=list(range(16, 55)))
    turn(match, 1, "knight L1")
    drawn = [row for row in match.record().splitlines() if row.startswith("* draw")]
    assert drawn[0] == "* draw 0 shuffle"  # the pile is empty but for it
    assert drawn[-1] != "* draw 0 shuffle"
    at = match.position()
    new = int(drawn[-1].split()[-1])
    assert at["hands"][0] == sorted([2, 3, 4, 5, new])
    assert at["discards"] == []
    # The card just played was among the discards
    assert sorted([*at["draw_pile"], new]) == [1, *range(16, 55)]


@pytest.mark.rule("RH-2.2")
def test_everybody_sees_a_reshuffle():
    match = play_on(Table(3).match(GAME, 2), Random(2))
    shuffles = [row for row in match.record().splitlines() if row.endswith("shuffle")]
    assert shuffles
    again = tr.replay(match.record(), decisions=match.decisions - 1)
    assert [row for row in again.record(None).splitlines() if row.startswith("* draw")] == \
        [row for row in again.record().splitlines() if row.endswith("shuffle")]


@pytest.mark.rule("RH-2.3", "RH-R11")
def test_one_fortress_may_be_laid_in_a_turn_and_no_more():
    match = scene(cards=[23, 30, 31, 32, 33], forts_left=[3, 3, 3, 3])
    assert "L23" in legal(match, "fort")
    match.play("fort L23")
    assert match.position()["open"] == {"decision": "card", "card": None, "fort_laid": True}
    assert legal(match, "fort") == []
    turn(match, 30, "knight L30")
    assert match.position()["turn"] == BLUE  # no second fortress, so nothing was asked
    assert match.position()["forts_left"] == [2, 3, 3, 3]


@pytest.mark.rule("RH-5.1", "RH-R11")
@pytest.mark.parametrize("players", [3, 5])
def test_a_fortress_once_laid_lies_where_it_is_to_the_end(players):
    match, choice, laid = Table(players).match(GAME, 6), Random(6), {}
    while not match.over:
        match.play(choice.choice(match.legal(match.pending[0])))
        now = match.position()["forts"]
        assert laid.items() <= now.items()
        laid = now
    assert len(laid) == 3 * players


def test_the_end_is_asked_only_while_a_fortress_can_be_laid():
    match = scene(cards=[23, 30, 31, 32, 33], forts_left=[3, 3, 3, 3])
    turn(match, 23, "knight L23")
    assert match.pending == (RED,)
    assert match.legal(RED)[-1] == "end"
    assert legal(match, "card") == legal(match, "knight") == []
    match.play("end")
    assert match.pending == (BLUE,)


def test_a_card_is_asked_even_if_one_is_left_and_a_lone_space_is_not():
    match = scene(cards=[5, 1, 2, 3, 4], blue="L5 L1 R1 W1 L2 R2 W2 L3 R3 W3 L4 R4 W4", owners={"L1": BLUE})
    assert match.legal(RED) == ["card 5"]
    match.play("card 5")
    assert match.position()["knights"]["R5"] == RED  # the only space left, taken by itself
    assert [row for row in match.record().splitlines() if row and row[0].isdigit()] == ["0 card 5"]


def test_actions_are_listed_in_the_order_of_the_notation():
    match = scene(cards=[30, 4, 23, 54, 9], forts_left=[3, 3, 3, 3], red="L20")
    verbs = [a.split()[0] for a in match.legal(RED)]
    assert verbs == sorted(verbs, key=["fort", "card"].index)
    assert legal(match, "card") == ["4", "9", "23", "30", "54"]
    match.play("card 23")
    assert match.legal(RED) == ["knight L23", "knight R23", "support L19", "support L21"]
