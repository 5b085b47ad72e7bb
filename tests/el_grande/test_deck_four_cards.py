"""Decks 4 and 5 of the base game: tiles, hands, grandes, coups, the king."""
import pytest
from helpers.el_grande import act, idle_round, legal, load, play, refused, region, regions, told, turn

ALL = {"galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "sevilla", "granada", "valencia"}


@pytest.mark.rule("EG-C-legislation", "EG-8.4", "EG-6.2", "EG-R37")
def test_a_tile_goes_on_any_free_table_but_the_kings():
    match = act("legislation")
    free = ALL - {"castilla"} | {"castillo"}
    assert legal(match, "tile") == {f"{tile} {place}" for tile in ("8-4-0", "4-0-0") for place in free}
    assert refused(match, "tile 8-4-0 castilla") == "EG-6.2"
    play(match, "tile 8-4-0 castillo")
    assert match.position()["tiles"] == {"8-4-0": "castillo", "4-0-0": None}


@pytest.mark.rule("EG-C-legislation", "EG-8.4", "EG-R37")
def test_a_table_has_room_for_one_tile_and_a_move_must_change_something():
    match = act("legislation", tiles={"8-4-0": "granada", "4-0-0": "castillo"})
    for action in ("tile 8-4-0 castillo", "tile 4-0-0 granada", "tile 8-4-0 granada", "tile 4-0-0 castillo"):
        assert refused(match, action) == "EG-8.4"
    play(match, "tile 4-0-0 toledo")
    assert match.position()["tiles"] == {"8-4-0": "granada", "4-0-0": "toledo"}


@pytest.mark.rule("EG-C-legislation", "EG-6.2", "EG-R37")
def test_a_tile_in_the_kings_region_stays():
    match = act("legislation", tiles={"8-4-0": "castilla"})
    assert {a.split()[0] for a in legal(match, "tile")} == {"4-0-0"}
    assert refused(match, "tile 8-4-0 granada") == "EG-6.2"


@pytest.mark.rule("EG-C-legislation", "EG-8.4", "EG-8.3", "EG-R12")
def test_example_of_the_book_legislation_lowers_castilla():
    """4/0/0 on Castilla; bonuses stay."""
    match = act("legislation", "tile 4-0-0 castilla", king="granada", regions=regions(castilla=[3, 2, 1, 0]))
    play(match, "end")
    again = load(king="castilla", tiles=match.position()["tiles"], regions=regions(castilla=[3, 2, 1, 0]),
                 grandes=["castilla", "granada", "granada", "granada"], phase="turns", turn=0,
                 played=[13, 12, 11, 10],
                 open={"decision": "menu", "card": "audience"})
    play(again, "action", "score castilla")
    assert again.scores == [4 + 2 + 2, 0, 0, 0]


@pytest.mark.rule("EG-C-empowerment", "EG-2.5")
def test_empowerment_takes_any_own_card_back_unseen():
    hands = [[1, 2, 3], [5], [6], [7]]
    match = turn("empowerment", hands=hands)
    play(match, "action")
    assert legal(match, "regain") == {str(v) for v in range(4, 14)}
    assert refused(match, "regain 2") == "EG-C-empowerment"
    play(match, "regain 9")
    assert match.position()["hands"][0] == [1, 2, 3, 9]
    assert match.view(1)["hands"][0] is None
    assert "regain 9" not in match.record(1)
    assert "0 regain power" in match.record(1)
    assert "regain 9" in match.record(0)
    assert [e["event"] for e in match.events(seat=1) if "regain" in e["event"]] == ["power_regained"]


@pytest.mark.rule("EG-C-empowerment")
def test_in_round_one_only_the_card_just_played_can_come_back_and_does_so_by_itself():
    match = turn("empowerment")
    play(match, "action")
    assert match.position()["hands"][0] == list(range(1, 14))
    assert "place castillo" in match.legal(0)


@pytest.mark.rule("EG-C-empowerment", "EG-6.3", "EG-R22")
def test_the_lowest_card_taken_back_still_makes_the_start_player():
    match = load(phase="turns", turn=3, played=[13, 12, 11, 2], acted=[0, 1, 2], court=[5] * 4,
                 hands=[[1, 3], [1, 3], [1, 3], [1, 3]], open={"decision": "menu", "card": "empowerment"})
    play(match, "action", "regain 2", "end")
    assert match.position()["start_player"] == 3
    assert 2 in match.position()["hands"][3]


@pytest.mark.rule("EG-C-empowerment", "EG-2.3", "EG-R22")
def test_the_value_stays_blocked_in_the_round_and_can_be_played_in_the_next():
    match = turn("empowerment", hands=[[1, 2, 3], *[list(range(1, 13))] * 3])
    play(match, "action", "regain 13", "end")
    assert match.position()["played"][0] == 13
    idle_round(match)
    play(match, *("power 12" if match.pending[0] else "power 13" for _ in range(1)))
    while match.pending[0] != 0:
        play(match, match.legal(match.pending[0])[0])
    assert "power 13" in match.legal(0)


@pytest.mark.rule("EG-C-empowerment", "EG-12.3")
def test_empowerment_may_bring_a_modifier_back():
    match = load(players=3, options={"modules": ["power_shift"]}, phase="turns", turn=0, played=[13, 2, 1],
                 court=[5] * 3,
                 hands=[[1, 2]] * 3, modifiers=[["mod_plus_3"], [], []],
                 played_modifiers=["mod_plus_1_a", None, None],
                 modifier_discards=[["mod_minus_3_a"], ["mod_plus_2_a"], []], open={"decision": "menu", "card": "empowerment"})
    play(match, "action")
    assert {a for a in match.legal(0) if "mod" in a} == {"regain mod_plus_1_a", "regain mod_minus_3_a"}
    assert refused(match, "regain mod_plus_3") == refused(match, "regain mod_plus_2_a") == "EG-C-empowerment"
    play(match, "regain mod_plus_1_a", "end")
    at = match.position()
    assert at["modifiers"][0] == ["mod_plus_1_a", "mod_plus_3"]
    assert at["modifier_discards"][0] == ["mod_minus_3_a"]
    assert at["played_modifiers"][0] == "mod_plus_1_a", "this round still goes by the sum"
    assert "0 regain modifier" in match.record(2)
    assert match.view(2)["modifier_discards"][0] is None
    assert match.view(0)["modifier_discards"][0] == ["mod_minus_3_a"]


@pytest.mark.rule("EG-C-new_home")
def test_new_home_moves_the_own_grande_to_another_region():
    match = act("new_home", grandes=["valencia", "toledo", "toledo", "castilla"])
    assert legal(match, "grande") == ALL - {"castilla", "valencia"}
    assert refused(match, "grande castilla") == "EG-6.2"
    assert refused(match, "grande valencia") == "EG-C-new_home"
    play(match, "grande toledo")
    assert match.position()["grandes"] == ["toledo", "toledo", "toledo", "castilla"]


@pytest.mark.rule("EG-C-new_home", "EG-6.2", "EG-R38")
def test_a_grande_with_the_king_stays():
    match = act("new_home", grandes=["castilla", "toledo", "toledo", "toledo"])
    assert match.position()["grandes"][0] == "castilla"
    assert "end" in match.legal(0)
    assert "action" not in match.legal(0)


@pytest.mark.rule("EG-C-coup", "EG-5.5", "EG-R30", "EG-R31")
def test_example_of_the_book_coup_in_toledo():
    """Orange's one goes to Cataluña, blue's two to Granada, green's two to Valencia; the player's
    own two stay.
    """
    match = act("coup", regions=regions(toledo=[2, 1, 2, 2], granada=[0, 0, 0, 1]))
    assert legal(match, "region") == ALL - {"castilla"}
    assert refused(match, "region castilla") == "EG-6.2"
    play(match, "region toledo")
    assert match.pending == (1, 2, 3)
    assert {a.split()[1] for a in match.legal(1)} == ALL - {"castilla", "toledo"}
    assert refused(match, "dial toledo", 1) == "EG-C-coup"
    assert refused(match, "dial castilla", 1) == "EG-6.2"
    play(match, "3 dial valencia", "2 dial granada", "1 dial cataluna")
    at = match.position()["regions"]
    assert at["toledo"] == [2, 0, 0, 0]
    assert at["cataluna"] == [0, 1, 0, 0]
    assert at["granada"] == [0, 0, 2, 1]
    assert at["valencia"] == [0, 0, 0, 2]


@pytest.mark.rule("EG-C-coup", "EG-R31")
def test_only_who_stands_there_dials_and_grandes_stay():
    match = act("coup", "region valencia", regions=regions(valencia=[0, 0, 2, 0]))
    assert match.pending == (2,)
    play(match, "dial granada")
    assert match.position()["grandes"] == ["valencia"] * 4
    assert region(match, "granada") == [0, 0, 2, 0]


@pytest.mark.rule("EG-C-coup", "EG-5.1")
def test_a_coup_against_nobody_is_over_at_once():
    match = act("coup", "region granada", regions=regions(granada=[3, 0, 0, 0]))
    assert region(match, "granada") == [3, 0, 0, 0]
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-recruitment", "EG-3.3")
def test_recruitment_brings_up_to_two_to_court():
    match = act("recruitment")
    assert match.legal(0) == ["court 0", "court 1", "court 2"]
    assert refused(match, "court 3") == "EG-C-recruitment"
    play(match, "court 2")
    assert match.position()["court"][0] == 7
    assert "place castillo" in match.legal(0)


@pytest.mark.rule("EG-C-recruitment", "EG-3.3", "EG-R15")
def test_recruitment_from_an_empty_province_calls_back_from_regions():
    match = act("recruitment", court=[20, 0, 0, 0], regions=regions(galicia=[8, 0, 0, 0], castilla=[2, 0, 0, 0]))
    assert match.legal(0) == ["recall galicia", "done"]
    play(match, "recall galicia", "done")
    assert match.position()["court"][0] == 21


@pytest.mark.rule("EG-C-royal_adviser")
def test_the_royal_adviser_moves_the_king_next_door():
    match = act("royal_adviser")
    assert legal(match, "king") == {"galicia", "navarra", "aragon", "toledo"}
    for place in ("granada", "castilla", "france"):
        assert refused(match, f"king {place}") == "EG-C-royal_adviser"
    play(match, "king toledo")
    assert match.position()["king"] == "toledo"
    assert legal(match, "place") == {"castilla", "aragon", "valencia", "granada", "sevilla", "castillo"}


@pytest.mark.rule("EG-C-your_majesty")
def test_your_majesty_moves_the_king_to_any_other_region():
    match = act("your_majesty")
    assert legal(match, "king") == ALL - {"castilla"}
    for place in ("castilla", "france", "portugal"):
        assert refused(match, f"king {place}") == "EG-C-your_majesty"
    play(match, "king granada")
    assert told(match, "king_moved") == [{"seat": "0", "place": "granada"}]
