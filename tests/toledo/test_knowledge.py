"""Who knows which cards: R53 and R32, views, and redrawing what a seat cannot know."""
import json

import pytest
from helpers.toledo import BLUE, GOLD, RED, play, play_drawing, table

from tafelrunde.games.toledo import GAME
from tafelrunde.games.toledo.position import card_ids
from tafelrunde.kernel import conceal

DECK = [f"M{value}-{i:02}" for value in range(1, 7) for i in range(1, 15)]


def imagined(match, seat, seed):
    """A state that the seat may think it is in."""
    s = match.state.clone()
    s.rng = seed
    GAME.law.resample(s, seat)
    return s


@pytest.mark.rule("TO-R53")
def test_hands_and_pile_are_hidden_and_their_sizes_are_not():
    match = table(3, hands=[["M1-01", "M2-01"], ["M3-01"], []])
    view = match.view(BLUE)
    assert view["hands"] == [[None, None], ["M3-01"], []]
    assert view["draw_pile"] == [None] * 81
    spectator = match.view(None)
    assert spectator["hands"] == [[None, None], [None], []]
    open_keys = set(match.position()) - {"hands", "draw_pile"}
    assert all(view[key] == match.position()[key] for key in open_keys)


@pytest.mark.rule("TO-R32", "TO-R53")
def test_a_card_paid_is_known_to_all_until_it_is_played():
    match = table(3, hands=[["M4-01", "M6-01"], ["M5-01"], ["M3-01"]], shops={"4": ["gem", 1, BLUE]})
    play(match, "move 4 0", "pay 6")
    for seat in (RED, GOLD, None):
        assert match.view(seat)["hands"][BLUE] == ["M6-01", None]
    assert match.view(BLUE)["hands"][BLUE] == ["M5-01", "M6-01"]
    assert match.position()["known"] == {"hands": [[], ["M6-01"], []]}
    for seed in range(20):
        for seat in (RED, GOLD):
            assert "M6-01" in card_ids(imagined(match, seat, seed).hand[BLUE])


def test_drawn_cards_are_told_to_their_owner_alone():
    match = table(2, hands=[[], [1]])
    play_drawing(match, "draw", "M4-07", "M4-08")
    mine = [event["text"] for event in match.events(seat=RED)]
    theirs = [event["text"] for event in match.events(seat=BLUE)]
    assert mine == ["Red draws a 4.", "Red draws a 4. ×2", "Red draws 2 cards."]
    assert theirs == ["Red draws 2 cards."]
    assert "M4-07" not in match.record(BLUE)
    assert "M4-07" in match.record(RED)


def test_own_cards_stay_and_others_keep_their_number():
    match = table(3, hands=[[1, 2, 3], [4, 4], [6]])
    seen = set()
    for seed in range(200):
        s = imagined(match, RED, seed)
        assert s.hand[RED] == match.state.hand[RED]
        assert [len(card_ids(s.hand[seat])) for seat in range(3)] == [3, 2, 1]
        cards = [card for zone in (*s.hand[:3], s.pile) for card in card_ids(zone)]
        assert sorted(cards) == DECK
        seen |= set(card_ids(s.hand[BLUE]))
    assert len(seen) > 75


def test_a_new_pile_tells_which_cards_the_hands_cannot_hold():
    match = table(3, hands=[DECK[:10], DECK[10:30], DECK[30:50]], draw_pile=[], discards=DECK[50:])
    play(match, "draw")
    for seed in range(50):
        s = imagined(match, BLUE, seed)
        new = set(DECK[50:])
        assert not new & set(card_ids(s.hand[GOLD]))
        assert len(new & set(card_ids(s.hand[RED]))) == 2
        assert new & set(card_ids(s.hand[RED])) <= new
        assert set(card_ids(s.pile)) <= new
    before = set(DECK[:10]) | set(DECK[30:50])
    assert any(set(card_ids(imagined(match, BLUE, seed).hand[GOLD])) != set(DECK[30:50]) for seed in range(5))
    assert set(card_ids(imagined(match, BLUE, 1).hand[GOLD])) <= before
    assert match.position()["known"] == {"earlier": [DECK[:50]]}


def test_a_pawn_in_transit_among_its_own_proves_a_card_that_moves_it_on():
    match = table(3, hands=[["M4-01", "M4-02"], [1], [1]], shops={"4": ["gem", 1, RED], "8": ["metal", 1, RED]},
                  pawns=[[4], [], []])
    play(match, "move 4 0")
    for seed in range(30):
        s = imagined(match, BLUE, seed)
        assert GAME.legal_ids(s, RED)
        assert all(card.startswith("M4") for card in card_ids(s.hand[RED]))


def test_what_everybody_remembers_is_part_of_the_position():
    match = table(3, hands=[["M4-01", "M6-01"], DECK[28:30], []], shops={"4": ["gem", 1, BLUE]}, draw_pile=[])
    play(match, "move 4 0", "pay 6", "draw", "draw")
    position = json.loads(json.dumps(match.position()))
    assert position["known"]["hands"][BLUE] == ["M6-01"]
    assert position["known"]["earlier"] == [sorted(DECK[28:30])]
    again = GAME.load(position)
    assert GAME.position(again) == position
    for seat in range(3):
        seen = conceal(again, GAME.fields, seat, GAME.shows_memory(again))
        assert {**GAME.position(seen), "pending": list(match.pending), "seat": seat} == match.view(seat)


def test_a_view_can_be_loaded_and_what_it_hides_is_drawn():
    match = table(3, hands=[["M1-01"], ["M2-01", "M2-02"], []])
    view = match.view(RED)
    s = GAME.load(view)
    assert card_ids(s.hand[RED]) == ["M1-01"]
    assert s.held[:3] == [1, 2, 0]
    assert s.pile_left == 81
