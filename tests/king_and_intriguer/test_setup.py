"""KI-1, KI-5: hands are chosen, a third caballero is dialled, caballero cards go by the number of
players.
"""
import pytest
from helpers.king_and_intriguer import ALL, BASE, EXTRA, PLAYERS, legal, load, play, refused, told

import tafelrunde as tr
from tafelrunde.games.king_and_intriguer.tables import CABALLERO_CARDS, DATA


def fresh(players=4, **options):
    return tr.new("king_and_intriguer", players=players, seed=5, options=options)


def choose(match):
    """Everybody puts the highest cards aside until 13 are left."""
    while match.position()["phase"] == "discard":
        seat = match.pending[0]
        match.play([a for a in match.legal(seat) if a != "discard joker"][-1], seat=seat)
    return match


@pytest.mark.rule("KI-1.1", "KI-5.1")
def test_everybody_chooses_from_the_same_18_cards():
    match = fresh()
    assert match.pending == (0, 1, 2, 3)
    assert match.position()["hands"] == [BASE] * 4
    assert match.legal(2) == [f"discard {v}" for v in BASE]
    assert refused(match, "discard 13", 0) == "KI-5.1"


@pytest.mark.rule("KI-1.1", "KI-K02")
def test_five_go_aside_unseen_whatever_the_others_do():
    match = fresh()
    for value in (10, 20, 30, 40, 180):
        match.play(f"discard {value}", seat=1)
    assert match.pending == (0, 2, 3)
    at = match.position()
    assert at["set_aside"] == [[], [10, 20, 30, 40, 180], [], []]
    assert match.view(0)["set_aside"][1] is None
    assert match.view(0)["hands"][1] is None
    assert match.view(1)["set_aside"][1] == [10, 20, 30, 40, 180]
    assert "discard" not in match.record(0)
    assert refused(match, "dial toledo", 0) == "KI-1.1"
    match.play("discard 10", seat=0)
    assert refused(match, "discard 10", 0) == "KI-1.1"


@pytest.mark.rule("KI-5.1", "KI-5.2", "KI-K02")
def test_with_more_cards_13_are_chosen_of_all():
    everything = sorted([*BASE, *PLAYERS, *EXTRA])
    match = fresh(**ALL)
    assert match.position()["hands"][0] == [*everything, "joker"]
    assert fresh(players_edition=True).position()["hands"][0] == [*sorted([*BASE, *PLAYERS]), "joker"]
    assert fresh(extra_cards=True).position()["hands"][0] == sorted([*BASE, *EXTRA])
    match = choose(match)
    assert [len(hand) for hand in match.position()["hands"]] == [13] * 4
    assert [len(cards) for cards in match.position()["set_aside"]] == [24] * 4


@pytest.mark.rule("KI-5.1")
def test_two_cards_of_the_players_edition_are_said_to_be_unknown():
    assert DATA["players_edition"]["unknown"] == 2
    assert [c["id"] for c in DATA["card"] if c["set"] == "players_edition"] == [*map(str, PLAYERS), "joker"]


@pytest.mark.rule("KI-1.3", "EG-1.4", "EG-1.5", "KI-K01")
def test_all_dial_for_a_third_caballero():
    match = choose(fresh())
    at = match.position()
    assert at["phase"] == "dial"
    assert match.pending == (0, 1, 2, 3)
    for seat in range(4):
        match.play("dial granada" if at["king"] != "granada" else "dial toledo", seat=seat)
    after = match.position()
    assert after["phase"] == "cards"
    assert [sum(counts[p] for counts in after["regions"].values()) for p in range(4)] == [3] * 4
    assert after["province"] == [20] * 4
    assert after["court"] == [7] * 4


@pytest.mark.rule("KI-1.3", "KI-K01")
def test_a_dial_on_the_kings_region_brings_it_to_court():
    match = choose(fresh())
    king = match.position()["king"]
    other = "granada" if king != "granada" else "toledo"
    play(match, f"2 dial {king}", f"0 dial {other}", f"1 dial {other}")
    assert match.view(0)["dials"][2] is None
    play(match, f"3 dial {other}")
    at = match.position()
    assert at["court"] == [7, 7, 8, 7]
    assert told(match, "first_to_court") == [{"seat": "2"}]


@pytest.mark.rule("KI-1.2")
def test_caballero_cards_by_players():
    assert [tuple(n for n in CABALLERO_CARDS[players] if n) for players in (2, 3, 4, 5)] == \
        [(4, 2), (5, 3, 1), (5, 4, 2, 1), (5, 4, 3, 2, 1)]


@pytest.mark.rule("KI-1.4")
def test_two_players_have_no_dummy_and_two_places_score():
    match = fresh(players=2)
    assert len(match.position()["court"]) == 2
    at = load(players=2, phase="turns", turn=0, played=[150, 180], court=[3, 3], acted=[1],
              regions={"granada": [2, 1], "aragon": [1, 1]}, open={"decision": "menu"}, roles=["card", None])
    play(at, "action", "score granada")
    assert at.scores == [6, 3]
    three = load(players=3, phase="turns", turn=0, played=[150, 180, 10], court=[3] * 3, acted=[1],
                 regions={"granada": [3, 2, 1]}, open={"decision": "menu"})
    play(three, "action", "score granada")
    assert three.scores == [6, 3, 0]


@pytest.mark.rule("KI-2.1", "KI-K03")
def test_who_starts_is_drawn():
    starters = {tr.new("king_and_intriguer", players=4, seed=seed).position()["start_player"] for seed in range(12)}
    assert starters == {0, 1, 2, 3}
    assert legal(load(phase="cards", start_player=2), "action")
