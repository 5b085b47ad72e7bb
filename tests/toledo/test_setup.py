"""TO-1: setup."""
import pytest
from harness import Table

import tafelrunde as tr
from tafelrunde.games.toledo import GAME


@pytest.mark.rule("TO-1.1", "TO-3.2")
def test_everything_lies_on_its_place():
    at = tr.new("toledo", players=4, seed=1).position()
    assert at["paintings_left"] == [3, 2, 2, 1, 1, 1]
    assert at["swords_left"] == [2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 6, 7, 7, 8, 8, 10, 12, 13, 15]
    assert at["masters_left"] == {"purple": 4, "brown": 4, "teal": 4, "movement": 4}
    assert at["stock"] == {"metal": 23, "gems": 20}
    assert at["shops"] == {}
    assert at["circles"] == {}
    assert at["paintings"] == at["swords"] == at["delivered"] == at["masters"] == [[], [], [], []]
    assert at["metal"] == at["gems"] == [0, 0, 0, 0]
    assert at["last_round"] is None
    assert at["open"] is None


@pytest.mark.rule("TO-1.2", "TO-R5")
@pytest.mark.parametrize(("players", "pile"), [(2, 74), (3, 69), (4, 64)])
def test_each_player_has_five_pawns_on_the_cathedral_eight_shops_and_five_cards(players, pile):
    match = tr.new("toledo", players=players, seed=1)
    at = match.position()
    assert at["pawns"] == [[0] * 5] * players
    assert [len(hand) for hand in at["hands"]] == [5] * players
    assert len(at["draw_pile"]) == pile
    assert at["discards"] == []
    shops = {" ".join(action.split()[1:3]) for action in match.legal(match.pending[0]) if action.startswith("shop")}
    assert shops == {f"{kind} {size}" for kind in ("metal", "gem", "smith", "fencing") for size in (1, 2)}


@pytest.mark.rule("TO-1.2", "TO-R4")
def test_who_starts_is_drawn_after_the_cards_which_are_dealt_seat_by_seat():
    match = tr.new("toledo", players=3, seed=5)
    chance = [line.split() for line in match.record().splitlines() if line.startswith("*")]
    assert [words[1] for words in chance] == ["deal"] * 15 + ["start"]
    assert [int(words[2]) for words in chance] == [0] * 5 + [1] * 5 + [2] * 5 + [match.pending[0]]
    assert {tr.new("toledo", players=3, seed=seed).pending[0] for seed in range(30)} == {0, 1, 2}


@pytest.mark.rule("TO-1.2")
def test_money_cards_are_a_value_and_a_picture():
    match = tr.new("toledo", players=2, seed=3)
    at = match.position()
    cards = sorted(at["draw_pile"] + [card for hand in at["hands"] for card in hand])
    assert cards == [f"M{value}-{i:02}" for value in range(1, 7) for i in range(1, 15)]


@pytest.mark.parametrize("players", [1, 5, 0, "3", None, True])
def test_two_to_four_play(players):
    with pytest.raises(tr.BadOptions, match="players"):
        tr.new("toledo", players=players)


@pytest.mark.rule("TO-R54")
def test_people_play_without_a_cap_and_simulations_may_have_one():
    assert tr.new("toledo", players=2, seed=0).position()["options"]["turn_cap"] == "none"
    with pytest.raises(tr.BadOptions, match="turn_cap"):
        tr.new("toledo", players=2, options={"turn_cap": "7"})
    match = Table(2, {"turn_cap": "25"}).match(GAME, 1)
    turns = 0
    while not match.over:
        match.play("draw")
        turns += 1
    assert turns == 50
    assert match.position()["turns"] == 50
    assert match.events()[-2]["text"] == "The simulation stops after 25 turns each."
