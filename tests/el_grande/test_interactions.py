"""Where cards, modules and the king's taboo meet: the nasty ones, by name."""
import pytest
from helpers.el_grande import NEW_REGENT, act, idle_round, legal, load, play, refused, region, regions, scoring, told, turn

import tafelrunde as tr
from tafelrunde.games.el_grande.fields import SWITCHES

ALL = {"galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "sevilla", "granada", "valencia"}
VETO = {"alternatives": ["veto", "veto"]}


@pytest.mark.rule("EG-C-veto", "EG-R55")
def test_veto_against_a_veto_leaves_both_cards_in_the_discards():
    options = {**VETO, "veto_held": "announced"}
    match = turn("veto", options=options, vetoes=[{"seat": 1, "until_round": 1}])
    play(match, "action", "veto", "end")
    assert match.position()["discards"] == ["veto", "veto"]
    assert match.position()["vetoes"] == []


@pytest.mark.rule("EG-C-veto")
def test_with_two_holders_the_second_is_asked_only_if_the_first_allows():
    match = turn("fiesta", seat=1, options=VETO, vetoes=[{"seat": 0, "until_round": 1},
                                                         {"seat": 3, "until_round": 2}])
    play(match, "action")
    assert match.pending == (3,)
    play(match, "allow")
    assert match.pending == (0,)
    play(match, "veto")
    assert match.position()["vetoes"] == [{"seat": 3, "until_round": 2}]


@pytest.mark.rule("EG-C-veto", "EG-C-escort", "EG-R52")
def test_a_veto_stops_both_steps_of_an_escort():
    match = turn("escort", options={**NEW_REGENT, **VETO}, vetoes=[{"seat": 1, "until_round": 1}],
                 regions=regions(castilla=[2, 2, 0, 0]))
    play(match, "action", "veto")
    assert match.position()["king"] == "castilla"
    assert region(match, "castilla") == [2, 2, 0, 0]


@pytest.mark.rule("EG-C-veto", "EG-C-infiltration")
def test_a_vetoed_infiltration_opens_nothing():
    match = turn("infiltration", options={**NEW_REGENT, **VETO}, vetoes=[{"seat": 1, "until_round": 1}])
    play(match, "action", "veto")
    assert refused(match, "place castilla") == "EG-4.2"


@pytest.mark.rule("EG-C-revolt", "EG-C-revelation", "EG-8.3", "EG-R48")
def test_revolt_then_revelation_scores_with_the_king_bonus():
    match = turn("revolt", options=NEW_REGENT, castillo=[3, 1, 0, 0],
                 open_cards=["revelation", "intrigue", "audience"])
    play(match, "action", "end")
    play(match, "1 card revelation", "1 action")
    assert match.scores == [5 + 2, 3, 0, 0]
    assert match.position()["castillo"] == [3, 1, 0, 0]


@pytest.mark.rule("EG-C-tournament", "EG-7.3", "EG-R44", "EG-R45")
def test_tournament_then_general_scoring_with_the_dial_on_the_kings_region():
    """The caballeros go to court, the grande stays in the castillo (R45)."""
    match = load(phase="turns", turn=3, acted=[0, 1, 2], played=[13, 12, 11, 2], round=3, options=NEW_REGENT,
                 court=[0] * 4,
                 castillo=[2, 0, 0, 1], grandes=["granada", "toledo", "toledo", "granada"],
                 open={"decision": "menu", "card": "tournament"})
    play(match, "action", "king granada")
    assert match.position()["grandes"] == ["castillo", "toledo", "toledo", "castillo"]
    assert match.position()["phase"] == "scoring"
    play(match, "0 dial granada", "3 dial sevilla")
    at = match.position()
    assert at["grandes"] == ["castillo", "toledo", "toledo", "sevilla"]
    assert at["court"][0] == 2
    assert at["regions"]["sevilla"] == [0, 0, 0, 1]
    assert at["scores"] == [5 + 2, 0, 0, 3 + 4 + 2]


@pytest.mark.rule("EG-C-exile", "EG-C-royal_adviser", "EG-R41")
def test_exile_then_royal_adviser_brings_the_king_to_a_border_region():
    match = turn("exile", options=NEW_REGENT, open_cards=["royal_adviser", "intrigue", "audience"])
    play(match, "action", "king portugal", "end", "card royal_adviser", "action")
    assert legal(match, "king") == {"galicia", "castilla", "toledo", "sevilla"}
    play(match, "king sevilla")
    assert match.position()["king"] == "sevilla"
    assert refused(match, "place sevilla") == "EG-4.2"


@pytest.mark.rule("EG-C-infiltration", "EG-11.3", "EG-R50")
def test_infiltration_with_the_king_at_the_castillo_allows_throwing_in():
    match = turn("infiltration", options=NEW_REGENT, king="castillo")
    assert refused(match, "place castillo") == "EG-11.3"
    play(match, "action")
    assert legal(match, "place") == ALL | {"castillo"}
    play(match, "place castillo", "place castillo", "place granada", "done")
    assert match.position()["castillo"] == [2, 0, 0, 0]


@pytest.mark.rule("EG-C-escort", "EG-R42")
def test_escort_from_abroad_takes_nobody_along():
    match = turn("escort", options=NEW_REGENT, king="france", regions=regions(navarra=[3, 3, 3, 3]))
    play(match, "action", "king navarra")
    assert region(match, "navarra") == [3, 3, 3, 3]
    assert match.position()["king"] == "navarra"


@pytest.mark.rule("EG-C-civil_war", "EG-6.2", "EG-R32")
def test_civil_war_passes_over_who_stands_only_in_the_kings_region():
    match = act("civil_war", regions=regions(castilla=[0, 5, 5, 5]))
    assert match.pending == (0,)
    assert region(match, "castilla") == [0, 5, 5, 5]


@pytest.mark.rule("EG-C-coup", "EG-9.8")
def test_coup_is_dialled_by_the_dummys_neighbour_and_the_dummy_stays():
    match = act("coup", "region granada", players=2, regions=regions(granada=[2, 3, 4]))
    assert match.pending == (1,)
    play(match, "1 dial toledo")
    assert region(match, "granada") == [2, 0, 4]
    assert region(match, "toledo") == [0, 3, 0]


@pytest.mark.rule("EG-C-coup", "EG-11.3", "EG-R47")
def test_coup_with_the_king_at_the_castillo_may_empty_any_region():
    match = turn("coup", options=NEW_REGENT, king="castillo", regions=regions(castilla=[0, 2, 0, 0]))
    play(match, "action")
    assert legal(match, "region") == ALL
    play(match, "region castilla")
    assert {a.split()[1] for a in match.legal(1)} == ALL - {"castilla"}


@pytest.mark.rule("EG-C-legislation", "EG-6.2", "EG-5.4", "EG-R05")
def test_tiles_in_the_kings_region_stay_and_count():
    match = act("legislation", tiles={"8-4-0": "castilla", "4-0-0": "toledo"}, regions=regions(castilla=[2, 1, 0, 0]))
    assert all(a.startswith("4-0-0") for a in legal(match, "tile"))
    match = act("audience", "score castilla", tiles={"8-4-0": "castilla"}, regions=regions(castilla=[2, 1, 0, 0]))
    assert match.scores == [8 + 2, 4, 0, 0]
    match = act("your_majesty", "king toledo", tiles={"8-4-0": "castilla", "4-0-0": "toledo"})
    assert match.position()["tiles"] == {"8-4-0": "castilla", "4-0-0": "toledo"}, "the king may enter and leave"


@pytest.mark.rule("EG-C-empowerment", "EG-6.3", "EG-R22")
def test_empowerment_taking_back_the_card_just_played_by_the_lowest_player():
    match = load(phase="turns", turn=1, acted=[0, 2, 3], played=[13, 1, 11, 10], court=[5] * 4, round=2,
                 hands=[[2, 3, 4, 5], [2, 3, 4, 5], [2, 3, 4, 5], [2, 3, 4, 5]], open={"decision": "menu", "card": "empowerment"})
    play(match, "action", "regain 1", "end")
    at = match.position()
    assert (at["round"], at["start_player"]) == (3, 1)
    assert at["hands"][1] == [1, 2, 3, 4, 5]
    assert "power 1" in match.legal(1)


@pytest.mark.rule("EG-3.3", "EG-6.2", "EG-6.1")
def test_province_empty_with_all_caballeros_on_the_board():
    """Nothing comes from the castillo or the king's region; what is called back can be placed at
    once.
    """
    match = load(phase="turns", turn=0, played=[9, 3, 2, 1], court=[0] * 4, castillo=[8, 0, 0, 0],
                 regions=regions(castilla=[12, 0, 0, 0], granada=[10, 0, 0, 0]), open_cards=["fiesta", "intrigue"])
    assert match.position()["province"][0] == 0
    assert match.legal(0) == ["recall granada", "done"]
    play(match, "recall granada", "recall granada", "card fiesta", "place toledo", "place castillo")
    at = match.position()
    assert at["regions"]["granada"][0] == 8
    assert at["castillo"][0] == 9
    assert match.legal(0) == ["action", "end"]


@pytest.mark.rule("EG-9.5")
def test_two_player_dummy_when_thirty_caballeros_are_out():
    match = load(players=2, phase="turns", turn=1, acted=[0, 2], played=[10, 2, 9], round=2, castillo=[0, 0, 10],
                 regions=regions(galicia=[0, 0, 20]))
    idle_round(match)
    assert told(match, "dummy") == []
    assert match.position()["region_cards"] == sorted(ALL)
    idle_round(match)
    assert match.position()["round"] == 4
    assert told(match, "dummy_to_supply") == [{"n": "10"}]
    assert len(told(match, "dummy")) == 2, "after the scoring it has caballeros again"


@pytest.mark.rule("EG-C-viceroy", "EG-6.2", "EG-R51")
def test_viceroy_moves_a_grande_out_of_a_region_into_the_one_the_king_leaves():
    match = turn("viceroy", options=NEW_REGENT, grandes=["granada", "toledo", "toledo", "toledo"],
                 regions=regions(granada=[3, 1, 0, 0], castilla=[2, 1, 0, 0]))
    play(match, "action", "swap 0")
    at = match.position()
    assert (at["king"], at["grandes"][0]) == ("granada", "castilla")
    assert refused(match, "place granada") == "EG-4.2"


@pytest.mark.rule("EG-C-revolt", "EG-12.3")
def test_an_ability_that_throws_into_the_castillo_is_useless_after_a_revolt():
    match = load(players=3, options={"modules": ["new_regent", "power_shift"]}, phase="turns", turn=0,
                 played=[13, 2, 1],
                 played_modifiers=["mod_plus_1_castillo", None, None], modifiers=[[], [], []], court=[5] * 3,
                 king="castillo",
                 open={"decision": "ability", "seat": 0})
    play(match, "ability")
    assert match.legal(0)[0].startswith("card")
    assert match.position()["castillo"] == [0, 0, 0]


@pytest.mark.rule("EG-C-revolt", "EG-9.8", "EG-R47")
def test_after_a_revolt_the_dummys_caballeros_stay_inside_too():
    match = scoring(players=2, options=NEW_REGENT, king="castillo", castillo=[1, 0, 3],
                 regions=regions(galicia=[0, 0, 2]))
    assert match.position()["castillo"] == [1, 0, 3]
    assert match.scores == [3, 0]


@pytest.mark.rule("EG-C-summer_residence", "EG-C-frontier")
def test_summer_residence_and_frontier_count_the_dummy():
    match = turn("summer_residence", players=2, options=NEW_REGENT,
                 regions=regions(granada=[1, 1, 1], toledo=[0, 0, 2]))
    play(match, "action")
    assert match.position()["king"] == "toledo"


@pytest.mark.rule("EG-C-tournament", "EG-C-new_home", "EG-R38", "EG-R44")
def test_a_grande_in_the_castillo_has_no_new_home():
    match = turn("new_home", options=NEW_REGENT, grandes=["castillo", "toledo", "toledo", "toledo"])
    play(match, "action")
    assert match.position()["grandes"][0] == "castillo"
    assert "end" in match.legal(0)
    assert "action" not in match.legal(0)


def test_all_modules_together_at_every_table():
    everything = {"modules": ["new_regent", "power_shift"], "short": True, "memory": "notes",
                  "alternatives": ["grand_strategy", "secret_ballot", "veto", "veto"]}
    for players in (2, 3, 4, 5):
        at = tr.new("el_grande", players=players, seed=0, options=everything).position()
        assert at["options"] == {**everything, "merge_decks": players == 2, "start": "drawn", **SWITCHES.unpacked(0)}
