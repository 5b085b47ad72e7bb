"""Open readings that a table may choose, and who starts."""
import pytest
from helpers.el_grande import load, play, refused, region, regions, told, turn

import tafelrunde as tr
from tafelrunde.games.el_grande import GAME

REGENT = {"modules": ["new_regent"]}


@pytest.mark.rule("EG-R61", "EG-7.3")
@pytest.mark.parametrize(("reading", "inside", "supply"), [("to_supply", 0, 30), ("stays", 3, 27)])
def test_where_the_dummys_caballeros_go_from_the_castillo(reading, inside, supply):
    match = load(players=2, phase="scoring", round=3, castillo=[1, 0, 3], regions=regions(),
                 options={"dummy_in_castillo": reading})
    play(match, "0 dial granada")
    assert match.position()["castillo"][2] == inside
    assert match.position()["province"][2] == supply - 2 * len(told(match, "dummy_placed"))


@pytest.mark.rule("EG-R32", "EG-6.2")
@pytest.mark.parametrize("allowed", [False, True])
def test_dialling_the_kings_region_in_a_battle(allowed):
    match = turn("civil_war", options={"battle_in_kings_region": allowed}, king="castilla",
                 regions=regions(castilla=[0, 2, 0, 0], granada=[0, 2, 1, 0], toledo=[0, 1, 0, 0]))
    play(match, "action")
    if not allowed:
        assert match.why_not("dial castilla", 1).rule == "EG-6.2"
        return
    play(match, "1 dial castilla")
    assert region(match, "castilla")[1] == 2
    assert region(match, "granada") == [0, 2, 0, 0]


@pytest.mark.rule("EG-R42", "EG-R43")
@pytest.mark.parametrize("card", ["escort", "tournament"])
def test_whether_the_king_may_stay_when_a_card_sends_him_anywhere(card):
    keys = {"king": "castilla", "regions": regions(castilla=[2, 1, 0, 0]), "grandes": ["castilla", "granada", "toledo", "aragon"]}
    match = play(turn(card, options=REGENT, **keys), "action")
    assert refused(match, "king castilla") == f"EG-C-{card}"
    match = play(turn(card, options={**REGENT, "king_may_stay": True}, **keys), "action", "king castilla")
    assert match.position()["king"] == "castilla"
    assert region(match, "castilla") == [2, 1, 0, 0]
    assert match.position()["grandes"][0] == ("castillo" if card == "tournament" else "castilla")


@pytest.mark.rule("EG-R45")
@pytest.mark.parametrize("reading", ["stays", "dials_elsewhere"])
def test_a_grande_in_the_castillo_and_the_kings_region(reading):
    match = load(phase="scoring", round=3, king="castilla", castillo=[2, 0, 0, 0],
                 grandes=["castillo", "granada", "toledo", "aragon"], regions=regions(),
                 options={**REGENT, "grande_dialled_to_king": reading})
    if reading == "dials_elsewhere":
        assert refused(match, "dial castilla") == "EG-R45"
        assert "dial castilla" not in match.legal(0)
        return
    play(match, "dial castilla")
    assert match.position()["grandes"][0] == "castillo"


@pytest.mark.rule("EG-R72", "EG-9.4", "EG-13.2")
def test_the_edition_of_1995_with_two_players_has_the_dummy_and_says_so():
    match = tr.new("el_grande", players=2, options={"edition": "1995"}, seed=1)
    assert len(match.position()["province"]) == 3
    for lang in ("en", "hu", "cs", "de"):
        assert "2023" in match.texts(lang).rule("EG-R72")
        assert match.texts(lang).find("option.edition.says").count("2023") == 2


@pytest.mark.rule("EG-R66", "EG-1.6")
def test_the_host_may_name_who_starts():
    match = tr.new("el_grande", players=4, options={"start": "2"}, seed=1)
    assert match.position()["start_player"] == 2
    assert match.position()["options"]["start"] == "2"
    assert "named_start" in [e["event"] for e in match.events()]
    with pytest.raises(tr.BadOptions, match="start names seat 4"):
        tr.new("el_grande", players=4, options={"start": "4"})


def test_a_record_without_the_switches_means_what_was_played_before_them():
    assert GAME.recorded({})["veto_held"] == "announced"
    assert GAME.recorded({"veto_held": "taken"})["veto_held"] == "taken"
    assert GAME.checked({})["veto_held"] == "taken"
