"""EG-1: how a game begins."""
import pytest

import tafelrunde as tr

SEEDS = range(12)


@pytest.mark.rule("EG-1.1", "EG-1.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_thirty_caballeros_two_at_home_seven_at_court_the_rest_in_the_province(players):
    at = tr.new("el_grande", players=players, seed=players).position()
    for seat in range(players):
        assert at["court"][seat] == 7
        assert at["province"][seat] == 21
        assert at["castillo"][seat] == 0
        assert at["regions"][at["grandes"][seat]][seat] == 2
        assert sum(counts[seat] for counts in at["regions"].values()) == 2
        assert at["hands"][seat] == list(range(1, 14))
        assert at["scores"][seat] == 0


@pytest.mark.rule("EG-1.1")
@pytest.mark.parametrize("players", [0, 1, 6, -2, True, "4", None])
def test_only_two_to_five_can_play(players):
    with pytest.raises(tr.BadOptions, match="2 to 5 players"):
        tr.new("el_grande", players=players)


@pytest.mark.rule("EG-1.2", "EG-2.2")
def test_ten_cards_in_each_deck_of_which_one_lies_open_and_the_king_card():
    at = tr.new("el_grande", players=4, seed=1).position()
    assert [len(at["decks"][deck]) for deck in "12345"] == [9, 9, 9, 9, 0]
    assert len(at["open_cards"]) == 5
    assert "your_majesty" in at["open_cards"]
    out = {"exile", "escort", "tournament", "summer_residence", "revolt", "infiltration", "viceroy", "royal_progress",
           "veto", "grand_strategy", "secret_ballot", "royal_audience"}
    seen = {card for deck in at["decks"].values() for card in deck} | set(at["open_cards"])
    assert not seen & out
    assert at["box"] == at["discards"] == []


@pytest.mark.rule("EG-1.3")
def test_tiles_lie_beside_the_board_and_the_marker_on_one():
    at = tr.new("el_grande", players=5, seed=2).position()
    assert at["tiles"] == {"8-4-0": None, "4-0-0": None}
    assert at["round"] == 1


@pytest.mark.rule("EG-1.4", "EG-R65")
@pytest.mark.parametrize("seed", SEEDS)
def test_king_and_grandes_start_in_different_regions(seed):
    at = tr.new("el_grande", players=5, seed=seed).position()
    assert len({at["king"], *at["grandes"]}) == 6


@pytest.mark.rule("EG-1.4", "EG-1.6")
def test_chance_of_the_setup_is_told_in_the_order_of_the_notation():
    lines = [line for line in tr.new("el_grande", players=3, seed=5).record().splitlines() if line.startswith("*")]
    assert [line.split()[1] for line in lines] == ["king", "home", "home", "home", "start", *["open"] * 4]
    assert [line.split()[2] for line in lines[1:4]] == ["0", "1", "2"]
    assert [line.split()[2] for line in lines[5:]] == ["1", "2", "3", "4"]


@pytest.mark.rule("EG-1.6", "EG-2.3", "EG-R66")
def test_anybody_may_be_drawn_to_start_and_plays_first():
    matches = [tr.new("el_grande", players=4, seed=seed) for seed in range(40)]
    assert {m.position()["start_player"] for m in matches} == {0, 1, 2, 3}
    assert all(m.pending == (m.position()["start_player"],) for m in matches)


@pytest.mark.rule("EG-10.1", "EG-R64")
def test_for_each_alternative_card_one_of_its_deck_goes_into_the_box_unseen():
    options = {"alternatives": ["grand_strategy", "veto", "veto", "secret_ballot"]}
    boxed = set()
    for seed in SEEDS:
        match = tr.new("el_grande", players=4, seed=seed, options=options)
        at = match.position()
        assert [len(at["decks"][deck]) for deck in "12345"] == [9, 9, 9, 9, 0]
        lines = [line.split()[2:] for line in match.record().splitlines() if line.startswith("* box")]
        assert [deck for deck, _ in lines] == ["1", "2", "2", "4"]
        assert sorted(card for _, card in lines) == at["box"]
        assert not {"veto", "grand_strategy", "secret_ballot"} & set(at["box"])
        seen = [card for deck in at["decks"].values() for card in deck] + at["open_cards"]
        assert seen.count("veto") == 2
        assert seen.count("grand_strategy") == seen.count("secret_ballot") == 1
        boxed |= set(at["box"])
        for viewer in (0, 3, None):
            assert "* box" not in match.record(viewer)
            assert match.view(viewer)["box"] is None
    assert len(boxed) > 6


@pytest.mark.rule("EG-10.1", "EG-R64")
@pytest.mark.parametrize(("alternatives", "box"), [
    (["veto"], [0, 1, 0]), (["grand_strategy"], [1, 0, 0]), (["secret_ballot", "veto", "veto"], [0, 2, 1])])
def test_any_subset_of_them(alternatives, box):
    match = tr.new("el_grande", players=3, seed=8, options={"alternatives": alternatives})
    assert match.position()["options"]["alternatives"] == sorted(alternatives)
    lines = [line.split()[2] for line in match.record().splitlines() if line.startswith("* box")]
    assert [lines.count("1"), lines.count("2"), lines.count("4")] == box


@pytest.mark.rule("EG-11.1")
def test_new_regent_is_a_deck_five_of_ten_cards_without_the_king_card():
    match = tr.new("el_grande", players=4, seed=3, options={"modules": ["new_regent"]})
    at = match.position()
    fifth = at["decks"]["5"] + [c for c in at["open_cards"] if f"* open 5 {c}" in match.record()]
    assert len(at["decks"]["5"]) == 9
    assert sorted(fifth) == sorted(["exile", "escort", "tournament", "summer_residence", "revolt", "infiltration",
                                    "viceroy", "royal_progress", "royal_progress", "royal_progress"])


@pytest.mark.rule("EG-12.1")
def test_three_modifiers_are_dealt_and_one_is_passed_to_the_left():
    match = tr.new("el_grande", players=3, seed=4, options={"modules": ["power_shift"]})
    at = match.position()
    assert at["phase"] == "setup"
    assert at["turn"] is None
    assert match.pending == (0, 1, 2)
    dealt = at["modifiers"]
    assert [len(hand) for hand in dealt] == [3, 3, 3]
    assert len({m for hand in dealt for m in hand}) == 9
    for seat in (2, 0, 1):
        assert match.legal(seat) == [f"pass {m}" for m in sorted(dealt[seat],
                                                                 key=lambda m: match.game.actions.id(f"pass {m}"))]
        match.play(f"pass {dealt[seat][0]}", seat=seat)
    now = match.position()
    assert now["phase"] == "power"
    for seat in range(3):
        assert set(now["modifiers"][seat]) == {dealt[seat - 1][0], dealt[seat][1], dealt[seat][2]}
    lines = match.record().splitlines()
    kinds = [line.split()[1] for line in lines if line.startswith("*")]
    assert kinds.index("start") < kinds.index("deal") < kinds.index("open")
    assert [line.split()[2] for line in lines if line.startswith("* deal")] == [*"000111222"]


@pytest.mark.rule("EG-12.1")
def test_nobody_sees_a_modifier_that_is_not_theirs():
    match = tr.new("el_grande", players=3, seed=4, options={"modules": ["power_shift"]})
    view = match.view(1)
    assert view["modifiers"][1] == match.position()["modifiers"][1]
    assert view["modifiers"][0] is view["modifiers"][2] is None
    assert match.view(None)["modifiers"] == [None] * 3
    assert [line.split()[2] for line in match.record(1).splitlines() if line.startswith("* deal")] == ["1"] * 3
    match.play(match.legal(0)[0], seat=0)
    assert "0 pass" not in match.record(1)
    assert "0 pass" in match.record(0)


@pytest.mark.parametrize(("options", "message"), [
    ({"edition": "1995", "modules": ["new_regent"]}, "modules belong to the 2023 edition"),
    ({"edition": "1995", "alternatives": ["veto"]}, "alternatives do not go with the 1995 edition"),
    ({"edition": "1842"}, "one of 2023, 1995"),
    ({"alternatives": ["veto", "veto", "veto"]}, "names veto 3 times"),
    ({"alternatives": ["grand_strategy", "grand_strategy"]}, "grand_strategy 2 times"),
    ({"alternatives": ["fiesta"]}, "is a list of"),
    ({"modules": ["new_regent", "new_regent"]}, "names new_regent twice"),
    ({"modules": "new_regent"}, "is a list of"),
    ({"merge_decks": True}, "merge_decks is for 3 players"),
    ({"memory": "perfect"}, "one of strict, notes, ledger"),
    ({"short": 1}, "true or false"),
    ({"shrot": True}, "has no option 'shrot'"),
])
def test_what_does_not_go_together_is_refused_with_a_reason(options, message):
    with pytest.raises(tr.BadOptions, match=message):
        tr.new("el_grande", players=4, options=options)


@pytest.mark.rule("EG-13.1")
@pytest.mark.parametrize(("flag", "choice"), [(False, "strict"), (True, "ledger")])
def test_the_memory_aid_may_be_given_as_a_flag(flag, choice):
    match = tr.new("el_grande", players=3, seed="x", options={"memory": flag})
    assert match.position()["options"]["memory"] == choice
    assert tr.load({"game": "el_grande", "options": {"memory": flag}}).position()["options"]["memory"] == choice
    with pytest.raises(tr.BadOptions, match="memory"):
        tr.new("el_grande", players=3, options={"memory": 1})
