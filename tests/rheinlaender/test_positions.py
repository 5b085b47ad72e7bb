"""Positions: they round-trip, may be partial, and contradictions are refused."""
from random import Random

import pytest
from harness import Table, check_fuzzed_positions, check_positions, play_on
from rheinlaender.scenes import scene
from rheinlaender.tables import NAMES, OTHER, TABLES

import tafelrunde as tr
from tafelrunde.games.rheinlaender import GAME
from tafelrunde.kernel import seed_generator

KEYS = ("game players options turn start_player last_round over tiles knights castle_knights forts duchies coins hands "
        "draw_pile discards supply forts_left archbishop open").split()


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_every_position_loads_back_and_goes_on_to_the_same_game(table):
    check_positions(GAME, table, 21, every=4)


def test_the_keys_of_a_position_are_those_of_the_notation():
    at = Table(3).match(GAME, 1).position()
    assert list(at) == KEYS
    assert list(at["options"]) == [*OTHER, "start"]
    assert at["options"]["open_coins"] is False


def test_a_position_with_nothing_in_it_is_a_fresh_game_with_seed_0():
    for players in (3, 4, 5):
        s = Table(players).state(GAME, 0)
        s.rng = seed_generator(0)
        GAME.driver.begin(s, GAME.mask())
        assert tr.load({"game": "rheinlaender", "players": players}).position() == GAME.position(s)
    assert tr.load({"game": "rheinlaender"}).players == 4
    assert tr.load({"game": "rheinlaender", "coins": [0, 0, 0]}).players == 3


def test_what_is_left_out_is_derived():
    at = tr.load({"game": "rheinlaender", "players": 3, "knights": {"L43": 1, "L42": 1, "L5": 0}, "turn": 2,
                  "castle_knights": {"21": 1}, "forts": {"R9": 2}, "hands": [[1, 2, 3, 4, 5], None, [6]],
                  "discards": [7, 8]}).position()
    assert at["supply"] == [24, 22, 25]
    assert at["forts_left"] == [3, 3, 2]
    assert at["tiles"]["21"] == "castle"
    assert at["duchies"] == [{"spaces": ["L42", "L43"], "owner": 1}]
    assert at["hands"][0] == [1, 2, 3, 4, 5]
    assert 6 in at["hands"][2]
    assert [len(hand) for hand in at["hands"]] == [5, 5, 5]
    assert len(at["draw_pile"]) == 54 - 15 - 2
    assert at["discards"] == [7, 8]


def test_any_one_space_names_a_duchy_and_ties_keep_an_owner():
    at = scene(red="L43 L44", blue="L45 L46", owners={"L46": 1}, tiles={21: "town2"}).position()
    assert at["duchies"] == [{"spaces": ["L43", "L44", "L45", "L46"], "owner": 1}]


def test_a_duchy_whose_owner_is_not_said_is_its_leaders():
    knights = {"L43": 1, "L42": 1}
    at = tr.load({"game": "rheinlaender", "players": 3, "knights": knights, "duchies": [{"spaces": ["L42"]}]}).position()
    assert at["duchies"] == [{"spaces": ["L42", "L43"], "owner": 1}]


def test_a_turn_that_is_not_said_is_the_start_players():
    at = tr.load({"game": "rheinlaender", "players": 3, "start_player": 2}).position()
    assert (at["turn"], at["start_player"], at["last_round"]) == (2, 2, False)


def test_discards_are_what_is_left_when_only_the_pile_is_given():
    at = tr.load({"game": "rheinlaender", "players": 3, "draw_pile": [50, 51, 52, 53, 54]}).position()
    assert at["draw_pile"] == [50, 51, 52, 53, 54]
    assert len(at["discards"]) == 54 - 15 - 5


def test_a_seats_view_can_be_loaded_and_played_on():
    match = play_on(Table(4).match(GAME, 6), Random(6), 50)
    for seat in (0, 3, None):
        view = match.view(seat)
        again = tr.load(view)
        assert again.view(seat) == view
        assert play_on(again, Random(1)).over


def test_open_decisions_load_back():
    match = scene(cards=[23, 1, 2, 3, 4], forts_left=[3, 3, 3, 3])
    match.play("fort L40")
    assert tr.load(match.position()).legal(0) == match.legal(0)
    match.play("card 23")
    assert tr.load(match.position()).legal(0) == match.legal(0)


BASE = {"game": "rheinlaender", "players": 3, "turn": 0, "start_player": 0}
TILES5 = dict.fromkeys(["1", "2", "3", "4", "5"], "town4")
REFUSED = [
    ({"knights": {"L99": 0}}, "there is no space 'L99'"),
    ({"knights": {"L1": 3}}, "knights: L1: expected a number from 0 to 2"),
    ({"knights": {"L1": True}}, "knights: L1: expected a number"),
    ({"forts": {"W1": 0}}, "forts: a seat has 3, and they stand on banks"),
    ({"forts": {"L1": 0}, "knights": {"L1": 1}}, "forts: L1: by the rest of the position it is None, not 0"),
    ({"forts": {"L1": 0, "L2": 0, "L3": 0, "L4": 0}}, "forts: a seat has 3"),
    ({"forts": {"L1": 0}, "forts_left": [3, 3, 3]}, "forts_left: by the rest of the position it is [2, 3, 3], not [3, 3, 3]"),
    ({"knights": {"L1": 0}, "supply": [25, 25, 25]}, "supply: by the rest of the position it is [24, 25, 25], not [25, 25, 25]"),
    ({"knights": {f"L{n}": 0 for n in (*range(1, 16), *range(19, 31))}}, "knights: a seat has more on the board than there are"),
    ({"tiles": {"27": "castle"}}, "tiles: there is no site '27'"),
    ({"tiles": {"1": "tower"}}, "tiles: 1: there is no tile 'tower'"),
    ({"tiles": TILES5}, "tiles: there are only 4 of town4"),
    ({"castle_knights": {"21": 1}}, "castle_knights: no knight stands beside the castle"),
    ({"castle_knights": {"21": 1}, "tiles": {"21": "town2"}, "knights": {"L43": 1}},
     "castle_knights: 21: by the rest of the position it is None, not 1"),
    ({"knights": {"L1": 0}, "duchies": [{"spaces": ["L1"], "owner": 0}], "tiles": {"1": "town2"}},
     "duchies: by the rest of the position it is []"),
    ({"duchies": [{"spaces": ["L1"], "owner": 0}]}, "duchies: by the rest of the position it is [], not [{'spaces': ['L1']"),
    ({"duchies": [{"owner": 0}]}, "duchies: spaces must be given"),
    ({"duchies": [{"spaces": [], "owner": 0}]}, "duchies: by the rest of the position it is [], not [{'spaces': []"),
    ({"knights": {"L7": 0, "L8": 0, "L11": 1}, "duchies": [{"spaces": ["L7", "L11"], "owner": 0}]},
     "duchies: by the rest of the position it is [{'spaces': ['L7', 'L8'], 'owner': 0}]"),
    ({"knights": {"L7": 0, "L8": 0, "L11": 1, "L12": 1}, "duchies": [{"spaces": ["L7", "L11"], "owner": 0}]},
     "duchies: a seat that has strictly the most"),
    ({"knights": {"L7": 0, "L8": 0}, "duchies": [{"spaces": ["L7"], "owner": 1}]}, "duchies: a seat that has strictly"),
    ({"knights": {"L7": 0, "L8": 1}, "duchies": [{"spaces": ["L7"], "owner": 1}, {"spaces": ["L8"], "owner": 0}]},
     "duchies: by the rest of the position it is [{'spaces': ['L7', 'L8'], 'owner': 1}]"),
    ({"archbishop": 1}, "archbishop: by the rest of the position it is None, not 1"),
    ({"coins": [1, 2]}, "coins: expected a list of 3"),
    ({"coins": [-1, 0, 0]}, "coins: seat 0: expected a number"),
    ({"hands": [[1, 2, 3, 4, 5, 6], None, None]}, "hands: seat 0 has more than 5 cards"),
    ({"hands": [[1, 1], None, None]}, "card 1 is there twice"),
    ({"hands": [[1], [1], None]}, "card 1 is there twice"),
    ({"hands": [[55], None, None]}, "expected a number from 1 to 54"),
    ({"hands": [[1], None, None], "discards": [1]}, "card 1 is there twice"),
    ({"draw_pile": list(range(1, 46))}, "hands: seat 1: too few cards are left"),
    ({"draw_pile": list(range(1, 31)), "discards": [31]}, "8 of the 54 cards are missing"),
    ({"turn": 3}, "turn: expected a number from 0 to 2"),
    ({"last_round": 1}, "last_round: expected true or false"),
    ({"over": True, "turn": 1}, "over: a game ends with the last round"),
    ({"open": {"decision": "sing"}}, "open: decision: there is no decision 'sing' (there are: card, knight, end)"),
    ({"open": {"decision": "knight"}}, "open: a card lies there exactly when"),
    ({"open": {"decision": "card", "card": 4}}, "open: a card lies there exactly when"),
    ({"open": {"decision": "knight", "card": 4}, "hands": [[4], None, None]}, "hands: seat 0: the card 4 is there twice"),
    ({"open": {"decision": "knight", "card": 4}, "discards": [5]}, "discards: by the rest of the position it is [4, 5], not [5]"),
    ({"open": {"decision": "card", "fort_laid": True}}, "no fortress on the board"),
    ({"open": {"hurry": 1}}, "open: there is no key 'hurry'"),
    ({"open": {"decision": "end", "card": 4}, "forts": {"L1": 0, "L2": 0, "L3": 0}}, "so the turn has ended"),
    ({"open": {"decision": "card", "card": None}, "over": True, "last_round": True},
     "open: by the rest of the position it is None, not {'decision': 'card'"),
    ({"draw_pile": [50, "shuffle"]}, "draw_pile: expected a number from 1 to 54, not 'shuffle'"),
    ({"knights": {f"W{n}": 0 for n in range(1, 26)}, "last_round": True},
     "turn: in the last round a seat without knights is passed over"),
    ({"colour": "red"}, "there is no key 'colour'"),
    ({"game": "toledo"}, "a position of 'toledo'"),
    ({"tiles": []}, "tiles: expected an object"),
]


@pytest.mark.parametrize(("change", "says"), REFUSED, ids=[says[:45] for _, says in REFUSED])
def test_contradictions_are_refused_by_name(change, says):
    with pytest.raises(tr.BadPosition) as refused:
        GAME.load({**BASE, **change})
    assert says in str(refused.value)


@pytest.mark.parametrize("options", [{"fort_timing": "never"}, {"open_coins": 1}, {"dice": True}, "none"])
def test_options_that_do_not_exist_are_refused(options):
    with pytest.raises(tr.TafelrundeError, match="options"):
        GAME.load({**BASE, "options": options})


def test_mangled_positions_are_refused_or_playable():
    match = Table(4, OTHER).match(GAME, 5)
    for decisions in (0, 40, 60, 1000):
        check_fuzzed_positions(GAME, play_on(match, Random(5), decisions).position(), decisions, 120)
