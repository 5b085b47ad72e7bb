"""EG-9: two and three players, the dummy, the short game."""
import pytest
from helpers.el_grande import act, idle_round, legal, load, play, region, regions, told, turn

import tafelrunde as tr


@pytest.mark.rule("EG-9.2", "EG-R14", "EG-R63")
@pytest.mark.parametrize(("counts", "points"), [
    ([3, 2, 1], [7, 4, 0]), ([2, 2, 1], [4, 4, 0]), ([3, 2, 2], [7, 0, 0]), ([1, 1, 1], [4, 4, 4])])
def test_with_three_players_only_two_places_score(counts, points):
    assert act("audience", "score toledo", players=3, regions={"toledo": counts}).scores == points


@pytest.mark.rule("EG-9.2", "EG-R14")
def test_in_the_castillo_and_under_tiles_as_well():
    match = act("revelation", players=3, castillo=[3, 2, 1])
    assert match.scores == [5, 3, 0]
    match = act("revelation", players=3, castillo=[3, 3, 1], tiles={"8-4-0": "castillo"})
    assert match.scores == [4, 4, 0]


@pytest.mark.rule("EG-9.3", "EG-R63")
def test_three_players_may_merge_decks_two_and_three():
    match = tr.new("el_grande", players=3, seed=2, options={"merge_decks": True})
    at = match.position()
    assert [len(at["decks"][d]) for d in ("1", "2", "4", "5")] == [9, 19, 9, 0]
    assert "3" not in at["decks"]
    assert len(at["open_cards"]) == 4
    assert [line.split()[2] for line in match.record().splitlines() if line.startswith("* open")] == ["1", "2", "4"]
    assert len(tr.new("el_grande", players=3, seed=2).position()["open_cards"]) == 5


@pytest.mark.rule("EG-9.4", "EG-R58", "EG-R62")
def test_two_players_and_a_dummy():
    match = tr.new("el_grande", players=2, seed=2)
    at = match.position()
    assert at["options"]["merge_decks"] is True
    assert at["grandes"][2] is None
    assert at["court"][2] == at["scores"][2] == 0
    placed = sum(counts[2] for counts in at["regions"].values())
    assert at["province"][2] == 30 - placed
    assert len(at["hands"][2]) == 12
    assert at["played"][2] not in at["hands"][2]
    assert len(at["region_cards"]) == 7
    assert match.pending in ((0,), (1,))


@pytest.mark.rule("EG-9.5", "EG-9.6", "EG-R58")
@pytest.mark.parametrize("seed", range(8))
def test_every_round_begins_with_its_caballeros_then_cards_then_its_power_card(seed):
    match = tr.new("el_grande", players=2, seed=seed)
    rows = [line.split() for line in match.record().splitlines() if line.startswith("*")]
    assert [r[1] for r in rows] == ["king", "home", "home", "start", "dummy", "dummy", "open", "open", "open",
                                    "dummy_power"]
    at = match.position()
    drawn = [r[2] for r in rows if r[1] == "dummy"]
    assert len(set(drawn)) == 2
    for name, counts in at["regions"].items():
        assert counts[2] == (2 if name in drawn and name != at["king"] else 0)
    assert at["played"][2] == int(rows[-1][2])
    assert set(at["region_cards"]) == set(at["regions"]) - set(drawn)


@pytest.mark.rule("EG-9.5", "EG-R58")
def test_the_kings_region_gets_none():
    stay = 0
    for seed in range(40):
        match = tr.new("el_grande", players=2, seed=seed)
        if told(match, "dummy_stays_out"):
            stay += 1
            at = match.position()
            assert at["regions"][at["king"]][2] == 0
            assert at["province"][2] == 28
    assert stay > 0


def next_round(**keys):
    """Two players at the end of a round, which is then played to its end."""
    match = load(players=2, phase="turns", turn=1, acted=[0, 2], played=[10, 2, 9], **keys)
    return idle_round(match)


@pytest.mark.rule("EG-9.5", "EG-R58")
@pytest.mark.parametrize(("supply", "placed"), [(1, 1), (2, 2), (3, 3), (4, 4), (9, 4)])
def test_caballeros_are_placed_as_far_as_they_reach(supply, placed):
    match = next_round(king="castilla", region_cards=["granada", "toledo"],
                       regions=regions(galicia=[0, 0, 30 - supply]), round=1)
    at = match.position()
    assert at["regions"]["granada"][2] + at["regions"]["toledo"][2] == placed
    assert at["province"][2] == supply - placed
    assert at["region_cards"] == []
    assert len(told(match, "dummy")) == 2


@pytest.mark.rule("EG-9.5", "EG-R58")
def test_with_all_thirty_out_no_region_card_is_drawn():
    """The castillo counts as part of the board."""
    match = next_round(regions=regions(galicia=[0, 0, 24]), castillo=[0, 0, 6],
                       region_cards=["granada", "toledo", "aragon"], round=1)
    assert told(match, "dummy") == []
    assert len(match.position()["region_cards"]) == 3


@pytest.mark.rule("EG-9.5", "EG-R58")
def test_after_a_general_scoring_all_region_cards_are_shuffled_again():
    match = next_round(regions=regions(galicia=[0, 0, 2]), region_cards=["granada"], round=3)
    assert match.position()["round"] == 4
    assert len(match.position()["region_cards"]) == 7


@pytest.mark.rule("EG-9.6", "EG-2.3", "EG-R23", "EG-R59")
def test_the_dummys_value_is_taken_and_it_never_starts():
    match = load(players=2, phase="power", start_player=0, played=[None, None, 7], court=[5, 5, 0])
    assert "7" not in legal(match, "power")
    play(match, "power 3", "power 2")
    idle_round(match)
    assert match.position()["start_player"] == 1
    match = load(players=2, phase="power", start_player=1, played=[None, None, 1], court=[5, 5, 0])
    play(match, "power 3", "power 2")
    idle_round(match)
    assert match.position()["start_player"] == 0


@pytest.mark.rule("EG-9.6", "EG-9.7", "EG-R59")
@pytest.mark.parametrize(("dummy", "order"), [(13, [0, 1]), (5, [0, 1]), (1, [0, 1])])
def test_its_turn_comes_by_its_value_and_takes_the_card_with_most_caballeros(dummy, order):
    cards = ["intrigue", "fiesta", "legislation", "your_majesty"]
    match = load(players=2, phase="power", start_player=0, played=[None, None, dummy], court=[5, 5, 0],
                 open_cards=cards)
    play(match, "power 9", "power 4")
    taken = {13: 1, 5: 0, 1: 0}[dummy]
    assert ("your_majesty" in match.position()["open_cards"]) == (taken == 0)
    play(match, "court 0", "card intrigue", "end")
    assert (2 in match.position()["acted"]) == (dummy > 4)
    assert ("your_majesty" in match.position()["open_cards"]) == (dummy < 4)
    assert match.position()["turn"] == order[1]
    if dummy > 4:
        assert told(match, "dummy_takes") == [{"card": "your_majesty"}]
        assert match.position()["decks"]["5"] == ["your_majesty"]


@pytest.mark.rule("EG-9.7", "EG-R59")
def test_a_card_it_takes_is_discarded_unused():
    cards = ["intrigue", "fiesta", "legislation"]
    match = load(players=2, phase="power", start_player=0, played=[None, None, 13], court=[5, 5, 0], open_cards=cards,
                 tiles={}, scores=[0, 0, 0])
    play(match, "power 9", "power 4")
    assert match.position()["open_cards"] == ["fiesta", "intrigue"]
    assert match.position()["discards"] == ["legislation"]
    assert match.position()["tiles"] == {"8-4-0": None, "4-0-0": None}


@pytest.mark.rule("EG-9.8", "EG-R34", "EG-R60")
def test_dummy_caballeros_can_be_moved_and_count_as_opposing():
    match = act("displacement", players=2, regions=regions(granada=[1, 1, 2]))
    assert legal(match, "take") == {"1 granada", "2 granada"}
    play(match, "take 2 granada", "to castillo")
    assert match.position()["castillo"] == [0, 0, 1]


@pytest.mark.rule("EG-9.8", "EG-R13", "EG-R14")
def test_the_dummy_takes_part_in_majorities_but_scores_nothing():
    match = act("audience", "score toledo", players=2, regions=regions(toledo=[2, 1, 3]),
                grandes=["toledo", "toledo", None],
                king="toledo")
    assert match.scores == [4, 0]
    assert match.position()["scores"] == [4, 0, 0]
    match = act("audience", "score toledo", players=2, regions=regions(toledo=[3, 1, 3]))
    assert match.scores == [4, 0]


@pytest.mark.rule("EG-9.8", "EG-C-coup", "EG-C-civil_war", "EG-C-withdrawal", "EG-R60")
@pytest.mark.parametrize("card", ["coup", "civil_war", "withdrawal", "skirmish", "secret_ballot"])
def test_where_a_card_would_make_it_choose_it_is_left_out(card):
    match = act(card, *(["region granada"] if card == "coup" else []), players=2, court=[5, 5, 0],
                regions=regions(granada=[0, 2, 3], toledo=[0, 2, 3]))
    assert set(match.pending) <= {0, 1}
    while "end" not in match.legal(match.pending[0]):
        play(match, f"{match.pending[0]} {match.legal(match.pending[0])[0]}")
    assert region(match, "granada")[2] == region(match, "toledo")[2] == 3


@pytest.mark.rule("EG-9.8", "EG-7.3", "EG-7.2", "EG-R61")
def test_in_the_castillo_it_ranks_and_then_goes_back_to_its_supply():
    match = load(players=2, phase="scoring", round=3, castillo=[2, 1, 3], regions=regions(galicia=[0, 0, 5]))
    assert match.pending == (0, 1)
    play(match, "0 dial granada", "1 dial granada")
    assert told(match, "dummy_to_supply") == [{"n": "3"}]
    assert match.scores == [3 + 6, 3]
    at = match.position()
    on_board = sum(counts[2] for counts in at["regions"].values())
    assert at["castillo"] == [0, 0, 0]
    assert at["province"][2] == 30 - on_board


@pytest.mark.rule("EG-9.1", "EG-R57")
def test_the_short_game_starts_on_two_and_skips_four_and_seven():
    match = tr.new("el_grande", players=2, seed=1, options={"short": True})
    assert match.position()["round"] == 2
    with pytest.raises(tr.BadPosition, match=r"round: the short game has no rounds 1, 4 and 7"):
        load(options={"short": True}, round=4)


@pytest.mark.rule("EG-9.4", "EG-9.5")
def test_the_dummy_when_all_its_caballeros_are_out_for_a_whole_game():
    match = turn("fiesta", players=2, regions=regions(galicia=[0, 0, 30]), round=1)
    play(match, "end")
    idle_round(match)
    assert match.position()["province"][2] == 0
    assert match.position()["region_cards"] == sorted(match.position()["regions"])
