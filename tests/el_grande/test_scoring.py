"""EG-6 to EG-8: castillo, general scoring, ties, bonuses, tiles, the end."""
import pytest
from helpers.el_grande import act, load, play, refused, region, regions, scoring, told

import tafelrunde as tr

FAR = ["cataluna"] * 5


def score(name, counts, **keys):
    """The points that each seat gets when a region is scored by a card; grandes far away."""
    keys.setdefault("grandes", FAR[:keys.get("players", 4)])
    return act("audience", f"score {name}", regions={name: counts}, **keys).scores


def general(**keys):
    """A general scoring, before the dials."""
    players = keys.get("players", 4)
    keys.setdefault("grandes", FAR[:players] + [None] * (players == 2))
    return scoring(**keys)


@pytest.mark.rule("EG-8.1")
def test_example_of_the_book_galicia():
    """Orange 4, blue 3, purple 2, green 1."""
    assert score("galicia", [4, 3, 2, 1]) == [4, 2, 0, 0]


@pytest.mark.rule("EG-8.2", "EG-8.1", "EG-R10")
def test_example_of_the_book_navarra_three_way_tie():
    """Purple, blue and green (with grande) 2 each, orange 1."""
    assert score("navarra", [2, 2, 2, 1], grandes=["galicia", "galicia", "navarra", "galicia"]) == [3, 3, 3, 1]


@pytest.mark.rule("EG-8.2", "EG-8.3", "EG-R10")
def test_example_of_the_book_sevilla():
    """Blue (with grande) and green 2 each, purple 1: 3, 3 and 1."""
    assert score("sevilla", [1, 2, 0, 2], grandes=["galicia", "sevilla", "galicia", "galicia"]) == [1, 3, 0, 3]


@pytest.mark.rule("EG-8.3", "EG-8.2", "EG-R12")
@pytest.mark.parametrize("others", [1, 2])
def test_example_of_the_book_granada_with_both_bonuses(others):
    """Purple 3 with king and grande, orange and green tied behind."""
    assert score("granada", [3, others, 0, others], king="granada", grandes=["granada", *FAR[:3]]) == [10, 1, 0, 1]


@pytest.mark.rule("EG-8.2", "EG-R10")
@pytest.mark.parametrize(("counts", "points"), [
    ([5, 4, 3, 2, 1], [7, 4, 2, 0, 0]),
    ([5, 5, 3, 2, 1], [4, 4, 2, 0, 0]),
    ([5, 5, 3, 3, 1], [4, 4, 0, 0, 0]),
    ([5, 5, 5, 3, 1], [4, 4, 4, 2, 0]),
    ([5, 5, 5, 5, 5], [4, 4, 4, 4, 4]),
    ([5, 4, 4, 3, 1], [7, 2, 2, 0, 0]),
    ([5, 4, 4, 4, 1], [7, 2, 2, 2, 0]),
    ([5, 4, 3, 3, 1], [7, 4, 0, 0, 0]),
    ([0, 0, 0, 0, 1], [0, 0, 0, 0, 7]),
    ([1, 1, 0, 0, 0], [4, 4, 0, 0, 0]),
])
def test_ties_for_every_place(counts, points):
    assert score("toledo", counts, players=5) == points


@pytest.mark.rule("EG-8.1", "EG-R11")
def test_without_a_caballero_there_are_no_points_and_grandes_do_not_count():
    assert score("toledo", [1, 0, 0, 0], grandes=["galicia", "toledo", "toledo", "galicia"]) == [7, 0, 0, 0]


@pytest.mark.rule("EG-8.3", "EG-R12")
def test_only_the_first_placed_players_own_grande_matters():
    assert score("toledo", [3, 2, 0, 0], grandes=["galicia", "toledo", "toledo", "galicia"]) == [7, 4, 0, 0]
    assert score("toledo", [3, 2, 0, 0], grandes=["toledo", "toledo", "toledo", "galicia"]) == [9, 4, 0, 0]


@pytest.mark.rule("EG-8.3", "EG-8.2", "EG-R12")
def test_a_tie_for_first_gives_no_bonus():
    assert score("castilla", [3, 3, 1, 0], grandes=["castilla"] * 4) == [4, 4, 2, 0]


@pytest.mark.rule("EG-8.4")
@pytest.mark.parametrize(("tile", "points"), [("8-4-0", [8, 4, 0, 0]), ("4-0-0", [4, 0, 0, 0])])
def test_a_tile_replaces_the_table(tile, points):
    assert score("toledo", [4, 3, 2, 1], tiles={tile: "toledo"}) == points


@pytest.mark.rule("EG-8.4", "EG-8.2")
def test_ties_under_a_tile():
    assert score("toledo", [4, 4, 2, 1], tiles={"8-4-0": "toledo"}) == [4, 4, 0, 0]
    assert score("toledo", [4, 4, 2, 1], tiles={"4-0-0": "toledo"}) == [0, 0, 0, 0]


@pytest.mark.rule("EG-8.1")
@pytest.mark.parametrize(("name", "table"), [
    ("galicia", [4, 2, 0]), ("navarra", [5, 3, 1]), ("aragon", [5, 4, 1]), ("cataluna", [4, 2, 1]),
    ("castilla", [6, 4, 2]),
    ("toledo", [7, 4, 2]), ("sevilla", [4, 3, 1]), ("granada", [6, 3, 1]), ("valencia", [5, 3, 2])])
def test_the_tables(name, table):
    far = "galicia" if name != "galicia" else "toledo"
    king = "castilla" if name != "castilla" else "granada"
    assert score(name, [3, 2, 1, 0], grandes=[far] * 4, king=king) == [*table, 0]


# ------------------------------------------------------------ general scoring


@pytest.mark.rule("EG-7.1", "EG-7.2", "EG-7.3", "EG-6.1", "EG-R27", "EG-R29")
def test_example_of_the_book_castillo():
    """Purple 3, blue 2, orange 1, green 0; purple's go to Granada."""
    match = general(castillo=[3, 2, 1, 0])
    assert match.position()["phase"] == "scoring"
    assert match.position()["turn"] is None
    assert match.pending == (0, 1, 2), "green has nothing inside"
    assert len(match.legal(0)) == 9
    play(match, "1 dial galicia", "2 dial galicia")
    assert match.scores == [0, 0, 0, 0]
    play(match, "0 dial granada")
    assert region(match, "granada") == [3, 0, 0, 0]
    assert region(match, "galicia") == [0, 2, 1, 0]
    assert match.position()["castillo"] == [0, 0, 0, 0]
    assert match.scores == [5 + 6, 3 + 4, 1 + 2, 0]
    assert match.position()["round"] == 4


@pytest.mark.rule("EG-7.1", "EG-5.5", "EG-R25")
def test_dials_are_secret_until_all_are_set():
    match = play(general(castillo=[3, 2, 0, 0]), "0 dial granada")
    assert match.view(0)["dials"][0] == "granada"
    assert match.view(1)["dials"] == match.view(None)["dials"] == [None] * 4
    assert "granada" not in match.record(1)
    assert match.pending == (1,)
    play(match, "1 dial toledo")
    assert "0 dial granada" in match.record(1)
    assert told(match, "dial_shown") == [{"seat": "0", "region": "granada"}, {"seat": "1", "region": "toledo"}]


@pytest.mark.rule("EG-7.2", "EG-8.4")
def test_a_tile_on_the_castillo_counts_for_it():
    match = play(general(castillo=[3, 2, 0, 0], tiles={"8-4-0": "castillo"}, king="granada"), "0 dial granada",
                 "1 dial granada")
    assert match.scores == [8, 4, 0, 0]


@pytest.mark.rule("EG-7.3", "EG-6.2", "EG-R26")
def test_dialled_to_the_kings_region_they_go_to_court():
    match = play(general(castillo=[3, 0, 0, 0], court=[1, 0, 0, 0]), "0 dial castilla")
    assert match.position()["court"][0] == 4
    assert region(match, "castilla") == [0, 0, 0, 0]
    assert told(match, "castillo_to_court") == [{"seat": "0", "n": "3"}]


@pytest.mark.rule("EG-7.1", "EG-R27")
def test_with_an_empty_castillo_nobody_dials():
    match = general(regions=regions(granada=[2, 0, 0, 0]))
    assert match.position()["round"] == 4
    assert match.scores == [6, 0, 0, 0]


@pytest.mark.rule("EG-7.4", "EG-R70")
def test_regions_are_scored_in_the_printed_order_after_the_castillo():
    match = play(general(castillo=[1, 0, 0, 0]), "0 dial granada")
    assert [e["place"] for e in told(match, "scored")] == [
        "castillo", "galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "sevilla", "granada",
        "valencia"]


@pytest.mark.rule("EG-7.1", "EG-6.3")
def test_after_round_three_the_start_player_is_already_the_new_one():
    match = load(phase="turns", turn=3, acted=[0, 1, 2], played=[13, 12, 11, 2], round=3, court=[0] * 4,
                 castillo=[1, 0, 0, 0],
                 open={"decision": "menu", "card": "fiesta"})
    play(match, "end")
    at = match.position()
    assert (at["phase"], at["round"], at["start_player"]) == ("scoring", 3, 3)
    assert at["played"] == [None] * 4
    assert at["acted"] == []
    play(match, "0 dial granada")
    assert match.position()["round"] == 4
    assert match.pending == (3,)


@pytest.mark.rule("EG-8.5", "EG-R12", "EG-R67")
def test_the_game_ends_after_the_third_general_scoring_and_ties_share_their_place():
    match = general(round=9, regions=regions(granada=[2, 0, 0, 0], castilla=[0, 0, 3, 0]), scores=[10, 16, 8, 3])
    assert match.over
    assert match.pending == ()
    assert match.scores == [16, 16, 16, 3]
    assert match.ranking == [[0, 1, 2], [3]]
    assert match.position()["phase"] == "over"
    assert match.position()["open"] is None


@pytest.mark.rule("EG-8.5", "EG-R69")
def test_the_score_track_has_no_end():
    match = general(round=9, regions=regions(granada=[2, 0, 0, 0]), scores=[400, 0, 0, 0])
    assert match.scores == [406, 0, 0, 0]


@pytest.mark.rule("EG-6.2")
def test_in_the_kings_region_nothing_changes_but_points():
    match = load(phase="turns", turn=0, played=[8, 3, 2, 1], court=[26, 0, 0, 0],
                 regions=regions(castilla=[4, 0, 0, 0]),
                 open={"decision": "menu", "card": "legislation"}, tiles={"4-0-0": "castilla"}, grandes=["castilla"] * 4)
    for action in ("place castilla",):
        assert refused(match, action) == "EG-4.2"
    play(match, "action")
    assert refused(match, "tile 8-4-0 castilla") == refused(match, "tile 4-0-0 toledo") == "EG-6.2"


@pytest.mark.rule("EG-6.1", "EG-13.1", "EG-R28")
@pytest.mark.parametrize(("memory", "own", "others", "spectator"), [
    ("strict", [None] * 4, [None] * 4, [None] * 4),
    ("notes", [3, None, None, None], [None, 2, None, None], [None] * 4),
    ("ledger", [3, 2, 1, 0], [3, 2, 1, 0], [3, 2, 1, 0]),
])
def test_what_the_table_shows_of_the_castillo(memory, own, others, spectator):
    match = load(options={"memory": memory}, castillo=[3, 2, 1, 0])
    assert match.view(0)["castillo"] == own
    assert match.view(1)["castillo"] == others
    assert match.view(None)["castillo"] == spectator
    assert match.position()["castillo"] == [3, 2, 1, 0]


@pytest.mark.rule("EG-13.1")
def test_strict_is_the_default():
    assert tr.new("el_grande", seed=1).position()["options"]["memory"] == "strict"
