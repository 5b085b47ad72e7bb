"""What a seat cannot know, drawn again: consistent with all it does know, and invisible in its
view.
"""
from random import Random

import pytest
from harness import Table, check_non_interference, check_undo, imagined, play_on
from helpers.el_grande import load, play

import tafelrunde as tr
from tafelrunde.games.el_grande import GAME
from tafelrunde.games.el_grande.invariants import copies_seen
from tafelrunde.games.el_grande.position import composition

EVERYTHING = {"modules": ["new_regent", "power_shift"],
              "alternatives": ["grand_strategy", "veto", "veto", "secret_ballot"]}
TABLES = [Table(2), Table(4), Table(3, EVERYTHING), Table(5, EVERYTHING), Table(2, {**EVERYTHING, "memory": "notes"}),
          Table(4, {"edition": "1995", "memory": "ledger"})]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_drawing_secrets_anew_leaves_every_view_the_same(table):
    check_non_interference(GAME, table, 5, every=3)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whatever_can_be_taken_back_leads_back(table):
    assert check_undo(GAME, table, 6) > 10


@pytest.mark.rule("EG-2.5")
def test_without_a_card_taken_back_hands_are_known_to_who_counts():
    match = play_on(tr.new("el_grande", players=4, seed=3), Random(3), 60)
    if any(match.state.pool[p][0] for p in range(4)):
        pytest.fail("this game was chosen to have no Empowerment so far")
    for _, at in imagined(GAME, match, 0, 5):
        assert at["hands"] == match.position()["hands"]


def regained(value=9, hand=(1, 2, 3), round_=6):
    """Seat 0 has taken back one of the values 4 to 12 unseen."""
    match = load(phase="turns", turn=0, played=[13, 12, 11, 10], court=[5] * 4, round=round_,
                 hands=[list(hand), *[list(range(1, 10))] * 3], open={"decision": "menu", "card": "empowerment"})
    return play(match, "action", f"regain {value}")


@pytest.mark.rule("EG-2.5", "EG-C-empowerment")
def test_a_card_taken_back_may_be_any_that_was_played():
    match = regained(9)
    seen = {v for _, at in imagined(GAME, match, 1) for v in at["hands"][0]}
    assert seen == set(range(1, 14))
    for _, at in imagined(GAME, match, 1):
        assert len(at["hands"][0]) == 4
        assert set(at["hands"][0]) >= {1, 2, 3}
    for _, at in imagined(GAME, match, 0, 5):
        assert at["hands"][0] == [1, 2, 3, 9]


@pytest.mark.rule("EG-2.5")
def test_once_it_is_played_again_it_is_known():
    match = play(regained(9), "end")
    s = match.state
    s.shown[0] |= 0
    GAME.law.resample(s, 0)
    while match.position()["round"] == 6:
        seat = match.pending[0]
        actions = match.legal(seat)
        match.play(next((a for a in ("end", "court 0", "done") if a in actions), actions[0]), seat=seat)
    while match.pending != (0,):
        seat = match.pending[0]
        match.play(match.legal(seat)[0], seat=seat)
    match.play("power 9", seat=0)
    assert match.state.pool[0] == [0, 0]
    for _, at in imagined(GAME, match, 1, 5):
        assert at["hands"][0] == [1, 2, 3]


@pytest.mark.rule("EG-2.5")
def test_two_cards_taken_back_are_two_different_ones():
    match = regained(9)
    s = match.state
    s.pool[0][1] = s.pool[0][0]
    s.hand[0] |= 1 << 5
    for _, at in imagined(GAME, match, 2):
        assert len(at["hands"][0]) == 5


@pytest.mark.rule("EG-2.5")
def test_of_two_guesses_that_fit_one_is_settled_and_the_wider_one_stays():
    from tafelrunde.games.el_grande.powers import note_shown

    s = regained(9).state
    s.pool[0][0], s.pool[0][1] = 0b110000, 0b1110000
    s.shown[0] |= 0b1110000
    note_shown(s, 0, 5)
    assert s.pool[0] == [0b1010000, 0]
    note_shown(s, 0, 6)
    assert s.pool[0] == [0, 0]
    s.pool[0][0], s.pool[0][1] = 0b100, 0b10000
    note_shown(s, 0, 4)
    assert s.pool[0] == [0b100, 0]


@pytest.mark.rule("EG-10.1")
def test_which_cards_are_in_the_box_is_not_known_and_everything_adds_up():
    match = play_on(tr.new("el_grande", players=3, seed=1, options=EVERYTHING), Random(1), 40)
    boxes = set()
    for s, at in imagined(GAME, match, 1):
        boxes.add(tuple(at["box"]))
        counts = [n + s.boxed[card] + copies_seen(s, card) for card, n in enumerate(s.deck)]
        assert counts == composition(s)
        assert len(at["box"]) == 4
        assert not {"veto", "grand_strategy", "secret_ballot"} & set(at["box"])
    assert len(boxes) > 5
    assert match.view(1)["decks"]["1"] is None
    assert match.view(1)["decks"]["3"] == match.position()["decks"]["3"], "no card of deck 3 is in the box"


def test_without_alternatives_the_decks_are_known_to_who_counts():
    match = play_on(tr.new("el_grande", players=4, seed=1), Random(1), 60)
    assert match.view(1)["decks"] == match.position()["decks"]
    assert match.view(None)["box"] == []


@pytest.mark.rule("EG-12.1")
def test_a_seat_knows_what_it_was_dealt_passed_on_and_received():
    match = tr.new("el_grande", players=3, seed=4, options={"modules": ["power_shift"]})
    given = match.position()["modifiers"]
    for seat in range(3):
        match.play(f"pass {given[seat][0]}", seat=seat)
    hands = match.position()["modifiers"]
    others = set()
    for _, at in imagined(GAME, match, 0):
        assert at["modifiers"][0] == hands[0]
        assert given[0][0] in at["modifiers"][1], "what seat 0 passed on is in its left neighbour's hand"
        assert not set(given[0]) & set(at["modifiers"][2])
        held = [m for hand in at["modifiers"] for m in hand]
        assert len(set(held)) == 9
        others |= set(at["modifiers"][1]) | set(at["modifiers"][2])
    assert len(others) == 16 - 3


@pytest.mark.rule("EG-12.1")
def test_who_receives_a_modifier_reads_who_passed_it_once_all_have():
    match = tr.new("el_grande", players=3, seed=4, options={"modules": ["power_shift"]})
    lines = [f"{seat} pass {hand[0]}" for seat, hand in enumerate(match.position()["modifiers"])]

    def read(viewer):
        return [line for line in lines if line in match.record(viewer).splitlines()]

    for seat in (1, 0):
        match.play(lines[seat].partition(" ")[2], seat=seat)
    assert [read(viewer) for viewer in (0, 1, 2, None)] == [lines[:1], lines[1:2], [], []]
    match.play(lines[2].partition(" ")[2], seat=2)
    assert [read(viewer) for viewer in (0, 1, 2, None)] == [[lines[0], lines[2]], lines[:2], lines[1:], []]
    assert read("all") == lines


@pytest.mark.rule("EG-12.1")
def test_while_modifiers_are_passed_nobody_knows_anothers_choice():
    match = tr.new("el_grande", players=3, seed=4, options={"modules": ["power_shift"]})
    match.play(match.legal(1)[0], seat=1)
    chosen = {at["knowledge"]["passed"][1] for _, at in imagined(GAME, match, 0)}
    assert len(chosen) > 3
    for _, at in imagined(GAME, match, 0, 10):
        assert at["knowledge"]["passed"][1] in at["modifiers"][1]
    assert match.view(0)["knowledge"]["passed"] == [None, None, None]


@pytest.mark.rule("EG-5.5")
def test_dials_that_are_set_are_not_known_to_the_others():
    match = load(phase="scoring", round=3, castillo=[1, 1, 1, 0])
    play(match, "0 dial granada", "2 dial toledo")
    assert len({at["dials"][0] for _, at in imagined(GAME, match, 1)}) > 4
    for _, at in imagined(GAME, match, 0, 5):
        assert at["dials"][0] == "granada"


@pytest.mark.rule("EG-C-empowerment", "EG-12.1")
def test_a_modifier_taken_back_is_one_of_those_played():
    match = load(players=3, options={"modules": ["power_shift"]}, phase="turns", turn=0, played=[13, 2, 1],
                 court=[5] * 3,
                 hands=[[1, 2]] * 3, modifiers=[["mod_plus_3"], ["mod_plus_2_a"], []],
                 played_modifiers=["mod_plus_1_a", None, None], modifier_discards=[["mod_minus_3_a"], [], []],
                 open={"decision": "menu", "card": "empowerment"})
    play(match, "action", "regain mod_minus_3_a", "end")
    backs = set()
    for _, at in imagined(GAME, match, 1):
        hand = at["modifiers"][0]
        assert len(hand) == 2
        back = set(hand) & {"mod_plus_1_a", "mod_minus_3_a"}
        assert len(back) == 1
        backs |= back
        assert set(at["modifier_discards"][0]) == {"mod_plus_1_a", "mod_minus_3_a"} - back
    assert len(backs) == 2
