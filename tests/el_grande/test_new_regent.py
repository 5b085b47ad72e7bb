"""EG-11: the ten cards of New Regent; the king abroad and beside the castillo."""
import pytest
from helpers.el_grande import NEW_REGENT, idle_round, legal, play, refused, region, regions, scoring, told, turn

import tafelrunde as tr

ALL = {"galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "sevilla", "granada", "valencia"}
FRANCE = {"navarra", "aragon", "cataluna"}
PORTUGAL = {"galicia", "castilla", "toledo", "sevilla"}


def regent(card, *lines, **keys):
    """A turn with New Regent in play, at the menu; then some decisions."""
    return play(turn(card, options=keys.pop("options", NEW_REGENT), **keys), *lines)


@pytest.mark.rule("EG-11.1", "EG-R24")
def test_deck_five_is_opened_and_discarded_like_the_others():
    match = tr.new("el_grande", players=4, seed=1, options=NEW_REGENT)
    fifth = next(c for c in match.position()["open_cards"] if c in match.record().split("* open 5 ")[1])
    idle_round(match)
    assert fifth in match.position()["discards"]
    assert len(match.position()["decks"]["5"]) == 8


@pytest.mark.rule("EG-C-exile", "EG-11.2", "EG-R41")
@pytest.mark.parametrize(("country", "border"), [("france", FRANCE), ("portugal", PORTUGAL)])
def test_in_exile_the_border_is_next_to_the_king_and_nothing_is_taboo(country, border):
    match = regent("exile", "action", f"king {country}")
    assert match.position()["king"] == country
    assert legal(match, "place") == border | {"castillo"}
    assert refused(match, "place valencia") == "EG-4.2"
    match = regent("conspiracy", "action", king=country, regions=regions(castilla=[2, 0, 0, 0], galicia=[1, 0, 0, 0]))
    assert legal(match, "take") == {"0 castilla", "0 galicia"}
    play(match, "take 0 galicia")
    assert legal(match, "to") == ALL - {"galicia"} | {"castillo"}


@pytest.mark.rule("EG-C-exile")
def test_exile_sends_the_king_abroad_only_and_from_one_country_to_the_other():
    match = regent("exile", "action")
    assert legal(match, "king") == {"france", "portugal"}
    assert refused(match, "king granada") == "EG-C-exile"
    match = regent("exile", "action", king="france")
    assert match.position()["king"] == "portugal", "there is only one place left to go"


@pytest.mark.rule("EG-11.2", "EG-8.3", "EG-R41")
def test_abroad_there_is_no_king_bonus():
    match = regent("audience", "action", "score castilla", king="portugal", regions=regions(castilla=[3, 0, 0, 0]))
    assert match.scores == [6, 0, 0, 0]


@pytest.mark.rule("EG-11.2", "EG-7.3")
def test_with_the_king_abroad_every_dialled_region_is_open():
    match = tr.load({"game": "el_grande", "players": 3, "options": NEW_REGENT, "phase": "scoring", "round": 6,
                     "king": "france",
                     "grandes": ["granada"] * 3, "castillo": [2, 0, 0]})
    play(match, "dial navarra")
    assert region(match, "navarra") == [2, 0, 0]


@pytest.mark.rule("EG-C-royal_progress", "EG-C-royal_adviser", "EG-R41", "EG-R49")
def test_the_king_comes_back_from_abroad_and_from_the_castillo():
    assert legal(regent("royal_progress", "action", king="france"), "king") == ALL
    assert legal(regent("royal_progress", "action", king="castillo"), "king") == ALL
    assert legal(regent("royal_progress", "action"), "king") == ALL - {"castilla"}
    assert legal(regent("royal_adviser", "action", king="france"), "king") == FRANCE
    assert legal(regent("royal_adviser", "action", king="castillo"), "king") == ALL


@pytest.mark.rule("EG-C-escort", "EG-R42")
def test_two_caballeros_go_with_the_king():
    match = regent("escort", "action", "king granada", regions=regions(castilla=[1, 2, 0, 1], granada=[0, 0, 1, 0]))
    assert match.pending == (0,)
    assert match.legal(0) == ["escort 0", "escort 1", "escort 3"]
    assert refused(match, "escort 2") == "EG-C-escort"
    play(match, "escort 1")
    assert match.legal(0) == ["escort 0", "escort 1", "escort 3"]
    play(match, "escort 3")
    assert region(match, "castilla") == [1, 1, 0, 0]
    assert region(match, "granada") == [0, 1, 1, 1]
    assert match.position()["king"] == "granada"
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-escort")
@pytest.mark.parametrize(("there", "go"), [([1, 0, 0, 0], 1), ([0, 0, 0, 0], 0), ([5, 0, 0, 0], 2)])
def test_as_many_as_there_are_and_one_colour_goes_by_itself(there, go):
    match = regent("escort", "action", "king granada", regions=regions(castilla=there))
    assert region(match, "granada")[0] == go
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-escort", "EG-R42")
@pytest.mark.parametrize("king", ["france", "portugal", "castillo"])
def test_from_abroad_or_the_castillo_nobody_goes_along(king):
    match = regent("escort", "action", "king granada", king=king, castillo=[2, 2, 2, 2],
                   regions=regions(galicia=[3, 3, 3, 3]))
    assert region(match, "granada") == [0, 0, 0, 0]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-tournament", "EG-R43")
def test_all_grandes_of_the_region_are_thrown_into_the_castillo():
    match = regent("tournament", "action", "king granada", grandes=["granada", "toledo", "granada", "castilla"])
    assert match.position()["grandes"] == ["castillo", "toledo", "castillo", "castilla"]
    assert [e["seat"] for e in told(match, "grande_thrown_in")] == ["0", "2"]


@pytest.mark.rule("EG-C-tournament", "EG-8.3", "EG-R44")
def test_a_grande_in_the_castillo_gives_its_bonus_there_and_stays_at_a_revelation():
    match = regent("revelation", "action", castillo=[3, 2, 0, 0],
                   grandes=["castillo", "castillo", "toledo", "toledo"])
    assert match.scores == [5 + 2, 3, 0, 0]
    assert match.position()["grandes"][:2] == ["castillo", "castillo"]


@pytest.mark.rule("EG-C-tournament", "EG-7.1", "EG-7.3", "EG-R44")
def test_a_grande_leaves_the_castillo_by_the_dial_even_alone():
    match = tr.load({"game": "el_grande", "players": 3, "options": NEW_REGENT, "phase": "scoring", "round": 3,
                     "king": "castilla",
                     "grandes": ["castillo", "castillo", "toledo"], "castillo": [2, 0, 0]})
    assert match.pending == (0, 1)
    play(match, "0 dial granada", "1 dial sevilla")
    assert match.position()["grandes"] == ["granada", "sevilla", "toledo"]
    assert region(match, "granada") == [2, 0, 0]
    assert match.scores == [5 + 2 + 6 + 2, 0, 0]


@pytest.mark.rule("EG-C-summer_residence", "EG-R46")
def test_the_king_goes_where_the_fewest_are_and_a_tie_is_chosen():
    match = regent("summer_residence", "action", regions=regions(granada=[1, 0, 0, 0], toledo=[0, 1, 0, 0],
                                                                 galicia=[2, 0, 0, 0]))
    assert legal(match, "king") == {"granada", "toledo"}
    assert refused(match, "king galicia") == refused(match, "king aragon") == refused(match, "king france") \
        == "EG-C-summer_residence"
    play(match, "king toledo")
    assert match.position()["king"] == "toledo"


@pytest.mark.rule("EG-C-summer_residence", "EG-R46")
def test_he_may_stay_where_he_is_and_a_single_region_needs_no_choice():
    match = regent("summer_residence", "action", regions=regions(castilla=[1, 0, 0, 0], toledo=[0, 1, 0, 0]))
    assert legal(match, "king") == {"castilla", "toledo"}
    match = regent("summer_residence", "action", regions=regions(castilla=[5, 0, 0, 0], toledo=[0, 1, 0, 0]))
    assert match.position()["king"] == "toledo"
    match = regent("summer_residence", "action")
    assert match.position()["king"] == "castilla", "no region has caballeros"


@pytest.mark.rule("EG-C-revolt", "EG-11.3", "EG-4.2", "EG-R47")
def test_with_the_king_beside_the_castillo_all_regions_are_near_and_nothing_goes_in():
    match = regent("revolt", "action")
    assert match.position()["king"] == "castillo"
    assert legal(match, "place") == ALL
    assert refused(match, "place castillo") == "EG-11.3"
    match = regent("conspiracy", "action", king="castillo", regions=regions(castilla=[2, 0, 0, 0]),
                   castillo=[1, 0, 0, 0])
    play(match, "take 0 castilla")
    assert legal(match, "to") == ALL - {"castilla"}
    assert refused(match, "to castillo") == "EG-11.3"


@pytest.mark.rule("EG-11.3", "EG-C-legislation", "EG-R37", "EG-R47")
def test_no_tile_comes_to_or_leaves_the_castillo_then():
    match = regent("legislation", "action", king="castillo")
    assert not any("castillo" in a for a in legal(match, "tile"))
    match = regent("legislation", "action", king="castillo", tiles={"8-4-0": "castillo"})
    assert {a.split()[0] for a in legal(match, "tile")} == {"4-0-0"}


@pytest.mark.rule("EG-11.3", "EG-7.1", "EG-7.3", "EG-8.3", "EG-R47")
def test_at_a_general_scoring_nobody_dials_and_everything_stays_inside():
    match = scoring(players=3, options=NEW_REGENT, king="castillo", grandes=["castillo", "toledo", "toledo"], castillo=[3, 1, 0])
    at = match.position()
    assert at["round"] == 4
    assert at["castillo"] == [3, 1, 0]
    assert at["grandes"][0] == "castillo"
    assert at["scores"] == [5 + 2 + 2, 3, 0]


@pytest.mark.rule("EG-C-revolt")
def test_a_second_revolt_changes_nothing():
    match = regent("revolt", "action", king="castillo")
    assert match.position()["king"] == "castillo"
    assert told(match, "king_moved") == []


@pytest.mark.rule("EG-C-infiltration", "EG-11.2", "EG-R50")
def test_infiltration_lets_this_turns_placing_enter_the_kings_region():
    match = regent("infiltration", "action")
    assert match.position()["open"]["infiltration"] is True
    assert legal(match, "place") == {"castilla", "galicia", "navarra", "aragon", "toledo", "castillo"}
    play(match, "place castilla", "place castilla", "place toledo", "done")
    assert region(match, "castilla") == [2, 0, 0, 0]
    assert match.position()["turn"] == 1
    for _ in range(2):
        assert "place castilla" not in match.legal(1)
        play(match, match.legal(1)[0])


@pytest.mark.rule("EG-C-infiltration", "EG-R50")
def test_placed_before_its_announcement_infiltration_is_of_no_use():
    match = regent("infiltration", "place aragon")
    assert refused(match, "place castilla") == "EG-4.2"
    play(match, "done", "action")
    assert match.position()["turn"] == 1


@pytest.mark.rule("EG-C-infiltration", "EG-R41")
def test_infiltration_abroad_has_no_effect():
    assert legal(regent("infiltration", "action", king="france"), "place") == FRANCE | {"castillo"}


@pytest.mark.rule("EG-C-viceroy", "EG-R44", "EG-R51")
def test_the_king_changes_places_with_a_grande():
    match = regent("viceroy", "action", grandes=["granada", "toledo", "castillo", "castilla"])
    assert match.legal(0) == ["swap 0", "swap 1", "swap 3"]
    assert refused(match, "swap 2") == "EG-C-viceroy"
    play(match, "swap 1")
    assert match.position()["king"] == "toledo"
    assert match.position()["grandes"] == ["granada", "castilla", "castillo", "castilla"]


@pytest.mark.rule("EG-C-viceroy", "EG-R51")
def test_with_a_grande_of_his_own_region_nothing_changes():
    match = regent("viceroy", "action", "swap 3", grandes=["granada", "toledo", "castillo", "castilla"])
    assert match.position()["king"] == "castilla"
    assert match.position()["grandes"][3] == "castilla"


@pytest.mark.rule("EG-C-viceroy", "EG-R51")
@pytest.mark.parametrize("keys", [{"king": "france"}, {"king": "castillo"}, {"grandes": ["castillo"] * 4}])
def test_both_must_stand_in_regions(keys):
    match = regent("viceroy", "action", **keys)
    assert "action" not in match.legal(0)
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-11.2")
def test_a_country_is_no_place_for_the_king_without_the_module():
    with pytest.raises(tr.BadPosition, match="New Regent"):
        turn("fiesta", king="france", options={"modules": []})
