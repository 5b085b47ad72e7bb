"""KI-K…: rulings that no other test shows completely."""
from random import Random

import pytest
from helpers.king_and_intriguer import ALL, act, idle, load, play, refused, region, regions, scoring, turn

import tafelrunde as tr
from tafelrunde.games.king_and_intriguer import GAME
from tafelrunde.games.king_and_intriguer.tables import DATA

PE = {"players_edition": True}
MAY = [15, 40, 80]
CARDS = [card["value"] for card in DATA["card"] if card.get("value") not in (None, 10, 180)]


@pytest.mark.rule("KI-K09", "KI-3.4")
@pytest.mark.parametrize("value", CARDS)
def test_every_card_must_be_carried_out_but_three(value):
    keys = {"whirlwind": ["granada", None, None, None]} if value == 113 else {}
    match = turn(value, options=ALL, **keys)
    assert ("end" in match.legal(0)) is (value in MAY)
    if value not in MAY:
        assert refused(match, "end") == "KI-3.4"


@pytest.mark.rule("KI-K04", "KI-2.3")
def test_turns_go_down_from_the_highest_card():
    match = load(phase="cards", court=[7] * 4)
    play(match, "action 60", "action 90", "action 120", "action 30")
    order = []
    while match.position()["round"] == 1:
        if match.position()["turn"] not in order:
            order.append(match.position()["turn"])
        actions = match.legal(match.pending[0])
        match.play(next((a for a in ("end", "court 0", "done") if a in actions), actions[0]), seat=match.pending[0])
    assert order == [2, 1, 0, 3]


@pytest.mark.rule("KI-K08", "KI-3.2")
def test_the_intriguer_moves_one_opposing_caballero_and_no_more():
    match = load(phase="turns", turn=0, played=[20, 100, 90, 80], acted=[1, 2, 3], court=[5] * 4, open={"decision": "menu"},
                 regions=regions(granada=[2, 3, 2, 1], sevilla=[1, 1, 0, 0]))
    play(match, "action", "take 1 granada", "to toledo")
    assert region(match, "granada") == [2, 2, 2, 1]
    assert region(match, "toledo") == [0, 1, 0, 0]
    assert {a.split()[0] for a in match.legal(0)} == {"place", "end"}, "only the placing is left"


@pytest.mark.rule("KI-K15", "KI-2.4")
def test_a_hand_never_grows_and_nothing_brings_a_card_back():
    assert not any(name.startswith("regain") for name in map(GAME.actions.name, range(len(GAME.actions))))
    choice = Random(5)
    match = tr.new("king_and_intriguer", players=4, seed=5, options=ALL)
    hands = match.position()["hands"]
    while not match.over:
        seat = choice.choice(match.pending)
        match.play(choice.choice(match.legal(seat)), seat=seat)
        now = match.position()["hands"]
        assert all(set(after) <= set(before) for before, after in zip(hands, now, strict=True))
        hands = now
    assert max(map(len, hands)) <= 4


@pytest.mark.rule("KI-K18", "KI-C-23")
def test_23_caballeros_placed_later_stand_in_the_region_and_count_there():
    match = act(23, "region toledo", options=PE, regions=regions(toledo=[1, 2, 0, 0]))
    play(match, "place toledo")
    assert region(match, "toledo") == [1, 0, 0, 0]
    assert match.position()["castillo"] == [1, 2, 0, 0]
    general = scoring(options=PE, castillo_at="toledo", regions=regions(toledo=[1, 0, 0, 0]),
                   castillo=[1, 2, 0, 0])
    play(general, "0 dial granada", "1 dial granada")
    assert general.scores == [3 + 7 + 3, 5 + 6, 0, 0], "the castillo, Toledo, Granada"
    assert general.position()["castillo_at"] is None


@pytest.mark.rule("KI-K19", "KI-C-53", "KI-6.9")
def test_53_a_sole_winner_has_the_bonuses_of_both_regions_and_a_tie_none():
    keys = {"options": PE, "king": "galicia", "alliances": [["galicia", "granada"]],
            "grandes": ["granada", "valencia", "valencia", "valencia"]}
    match = scoring(regions=regions(galicia=[1, 2, 0, 0], granada=[2, 0, 0, 0]), **keys)
    assert match.scores == [4 + 2 + 6 + 2, 2 + 3, 0, 0], "3 against 2, though Galicia alone is the other's"
    tied = scoring(regions=regions(galicia=[1, 2, 0, 0], granada=[2, 1, 0, 0]), **keys)
    assert tied.scores == [2 + 3, 2 + 3, 0, 0]


@pytest.mark.rule("KI-K22", "KI-C-153", "KI-6.2")
def test_153_without_a_general_scoring_after_its_round_is_forgotten():
    match = act(153, options=PE, round=2)
    assert match.position()["queen"] is True
    idle(match)
    assert (match.position()["round"], match.position()["queen"]) == (3, False)


@pytest.mark.rule("KI-K23", "KI-C-joker", "KI-6.6")
@pytest.mark.parametrize("number", [1, 5, 9])
def test_a_joker_takes_two_cards_from_the_hand_whenever_it_is_laid(number):
    """Everybody keeps the Joker and lays it in the same round: there always is a card to follow, of
    a free value.
    """
    choice = Random(number)
    match = tr.new("king_and_intriguer", players=4, seed=number, options=PE)
    while not match.over:
        at, seat = match.position(), choice.choice(match.pending)
        actions = [a for a in match.legal(seat) if a != "discard joker"]
        if at["phase"] == "cards" and at["open"]["decision"] == "action":
            assert any(a != "action joker" for a in actions), "a card to follow"
            if at["played"][seat] == "joker":
                assert not {f"action {value}" for value in at["played"]} & set(actions)
            elif "joker" in at["hands"][seat]:
                actions = ["action joker"] if at["round"] == number else [a for a in actions if a != "action joker"]
        match.play(choice.choice(actions), seat=seat)
    assert [len(hand) for hand in match.position()["hands"]] == [13 - 9 - 1] * 4
