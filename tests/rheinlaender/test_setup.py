"""RH-1: the table when a game begins."""
from collections import Counter

import pytest
from rheinlaender.scenes import events

import tafelrunde as tr
from tafelrunde.games.rheinlaender.board import BOARD

COUNTS = {"town2": 4, "town3": 4, "town4": 4, "castle": 7, "bishopric": 7}


@pytest.mark.rule("RH-1.1")
def test_all_realm_centres_are_shuffled_onto_the_sites():
    laid = [tr.new("rheinlaender", 4, seed=seed).position()["tiles"] for seed in range(6)]
    for tiles in laid:
        assert list(tiles) == [str(i + 1) for i in range(26)]
        assert Counter(tiles.values()) == COUNTS
    assert len({tuple(tiles.values()) for tiles in laid}) == 6


@pytest.mark.rule("RH-1.2")
@pytest.mark.parametrize(("players", "knights"), [(3, 25), (4, 20), (5, 17)])
def test_everybody_has_knights_by_the_number_of_players_and_three_fortresses(players, knights):
    at = tr.new("rheinlaender", players, seed=1).position()
    assert at["supply"] == [knights] * players
    assert at["forts_left"] == [3] * players
    assert at["coins"] == [0] * players
    assert at["knights"] == at["forts"] == at["castle_knights"] == {}


@pytest.mark.parametrize("players", [1, 2, 6])
def test_it_is_for_three_to_five(players):
    with pytest.raises(tr.BadOptions, match="3 to 5"):
        tr.new("rheinlaender", players)


@pytest.mark.rule("RH-1.3")
def test_five_number_cards_each_and_never_the_reshuffle_card():
    for seed in range(20):
        match = tr.new("rheinlaender", 5, seed=seed)
        at = match.position()
        assert all(len(hand) == 5 and hand == sorted(hand) for hand in at["hands"])
        assert sorted([c for hand in at["hands"] for c in hand] + at["draw_pile"]) == list(range(1, 55))
        assert at["discards"] == []
        assert at["archbishop"] is None


@pytest.mark.rule("RH-1.4")
def test_the_start_player_is_drawn_and_play_goes_clockwise():
    starts = {tr.new("rheinlaender", 3, seed=seed).position()["start_player"] for seed in range(20)}
    assert starts == {0, 1, 2}
    match = tr.new("rheinlaender", 3, seed=4)
    first = match.position()["start_player"]
    for i in range(7):
        assert match.position()["turn"] == (first + i) % 3
        seat = match.pending[0]
        match.play(next(a for a in match.legal(seat) if a.startswith("card")))
        match.play(next(a for a in match.legal(seat) if a.startswith("knight")))
        match.play("end")


def test_the_record_begins_with_tiles_hands_and_the_start_player():
    lines = [row for row in tr.new("rheinlaender", 3, seed=4).record().splitlines() if row.startswith("*")]
    assert [row.split()[1] for row in lines] == ["tile"] * 26 + ["deal"] * 15 + ["start"]
    assert [row.split()[2] for row in lines[:26]] == [str(i + 1) for i in range(26)]
    assert [row.split()[2] for row in lines[26:41]] == [str(p) for p in range(3) for _ in range(5)]


def test_a_seats_record_shows_no_other_hand():
    match = tr.new("rheinlaender", 3, seed=4)
    rows = [row for row in match.record(1).splitlines() if row.startswith("* deal")]
    assert [row.split()[2] for row in rows] == ["1"] * 5
    assert not [row for row in match.record(None).splitlines() if row.startswith("* deal")]
    assert len(events(match, "tile")) == len(BOARD.sites)
