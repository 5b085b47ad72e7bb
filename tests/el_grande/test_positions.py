"""Positions by hand (docs/notation.md §1): what is left out is derived or drawn, contradictions are
refused.
"""
import copy

import pytest
from harness import Table, check_fuzzed_positions, check_positions
from helpers.el_grande import load, play, turn

import tafelrunde as tr
from tafelrunde.games.el_grande import GAME
from tafelrunde.match.chance import OLD
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.match import Match

EVERYTHING = {"modules": ["new_regent", "power_shift"],
              "alternatives": ["grand_strategy", "veto", "veto", "secret_ballot"]}
TABLES = [Table(2), Table(3), Table(4), Table(5), *(Table(p, EVERYTHING) for p in (2, 3, 4, 5)),
          Table(4, {"edition": "1995"}),
          Table(3, {"merge_decks": True, "short": True, "alternatives": ["veto"]}),
          Table(5, {"edition": "1995", "short": True})]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_position_of_a_game_loads_back_and_goes_on_the_same(table):
    check_positions(GAME, table, 7, every=3)


@pytest.mark.parametrize("options", [{}, {"short": True}, EVERYTHING, {"edition": "1995"}], ids=str)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_with_nothing_given_it_is_a_fresh_game_with_seed_0(players, options):
    """Not the modifiers' passing: a position begins where power cards are played."""
    position = {"game": "el_grande", "players": players,
                "options": {k: v for k, v in options.items() if k != "edition"},
                "edition": options.get("edition", "2023")}
    fresh = Match.begin(GAME, players, options, secret_from(0), scheme=OLD).position()
    loaded = tr.load(position).position()
    for key in ("king", "grandes", "court", "start_player", "scores", "options", "round", "tiles"):
        assert loaded[key] == fresh[key], key
    assert sum(map(sum, loaded["regions"].values())) == 2 * players
    assert len(loaded["open_cards"]) == (4 if players == 2 else 5)


def test_if_anything_of_the_board_is_given_the_rest_is_empty_and_the_province_has_what_is_left():
    at = load(regions={"granada": [4, 0, 1, 0]}).position()
    assert at["regions"]["granada"] == [4, 0, 1, 0]
    assert sum(map(sum, at["regions"].values())) == 5
    assert at["court"] == at["castillo"] == [0, 0, 0, 0]
    assert at["province"] == [26, 30, 29, 30]


def test_players_follow_from_the_lists_and_modules_from_the_cards():
    at = tr.load({"game": "el_grande", "court": [1, 2, 3]}).position()
    assert at["players"] == 3
    at = tr.load({"game": "el_grande", "king": "france", "open_cards": ["exile", "veto", "secret_ballot"]}).position()
    assert at["options"]["modules"] == ["new_regent"]
    assert at["options"]["alternatives"] == ["secret_ballot", "veto"]
    assert len(at["box"]) == 2
    at = tr.load({"game": "el_grande", "players": 3, "modifiers": [["mod_plus_3"], [], []]}).position()
    assert at["options"]["modules"] == ["power_shift"]


def test_power_cards_that_are_not_given_fit_the_turn_order():
    for turn_, acted in ((2, [0]), (0, []), (3, [0, 1, 2]), (1, [3])):
        at = load(phase="turns", turn=turn_, acted=acted).position()
        values = at["played"]
        assert len(set(values)) == 4
        assert all(values[p] > values[turn_] for p in acted)
        assert all(values[p] < values[turn_] for p in range(4) if p not in acted and p != turn_)


def test_some_power_cards_given_and_others_not():
    at = load(phase="turns", turn=1, acted=[3], played=[None, 9, 4, None]).position()
    assert at["played"][1:3] == [9, 4]
    assert at["played"][3] > 9 > at["played"][0]
    assert at["turn"] == 1


def test_whose_turn_it_is_follows_from_what_was_played():
    at = load(phase="turns", played=[4, 9, 13, 2], acted=[2]).position()
    assert at["turn"] == 1
    at = load(phase="turns", played=[4, 9, 13, 2], turn=0).position()
    assert at["acted"] == [1, 2]


def test_the_phase_follows_from_the_other_keys():
    assert load(played=[4, 9, 13, 2]).position()["phase"] == "turns"
    assert load(played=[4, None, None, None], start_player=0).position()["phase"] == "power"
    assert load(turn=2).position()["phase"] == "turns"
    assert load(open={"card": "fiesta"}, turn=1).position()["open"]["decision"] == "menu"
    assert load(over=True).over


def test_a_menu_may_be_given_under_its_own_name():
    match = load(phase="turns", turn=1, menu={"card": "fiesta", "parts": ["action"], "infiltration": False})
    assert match.legal(1) == ["action", "end"]


def test_hands_that_are_not_given_are_all_but_what_lies_on_the_table():
    at = load(phase="turns", turn=0, played=[9, 3, 2, 1]).position()
    assert at["hands"][0] == [v for v in range(1, 14) if v != 9]


def test_cards_that_are_not_named_are_in_the_decks():
    at = load(phase="turns", turn=0, played=[13, 12, 11, 10], open_cards=["fiesta", "audience"],
              discards=["intrigue", "fiesta"]).position()
    assert at["open_cards"] == ["audience", "fiesta"]
    assert at["discards"] == ["fiesta", "intrigue"]
    assert at["decks"]["3"].count("fiesta") == 0
    assert at["decks"]["1"].count("intrigue") == 1
    assert at["decks"]["5"] == ["your_majesty"]


def test_cards_that_are_missing_in_a_deck_were_discarded():
    at = load(decks={"3": ["fiesta"]}, open_cards=["revelation"]).position()
    assert at["decks"]["3"] == ["fiesta"]
    assert len(at["discards"]) == 8
    match = load(decks={"3": ["fiesta"], "2": ["levy"]}, open_cards=[], start_player=0)
    for value in (13, 12, 11, 10):
        play(match, f"power {value}")


def test_dials_given_so_far():
    match = load(phase="scoring", round=3, castillo=[1, 1, 0, 0], dials=["granada", None, None, None])
    assert match.pending == (1,)
    play(match, "dial toledo")
    assert match.position()["regions"]["granada"] == [1, 0, 0, 0]


def test_old_names_of_the_open_decision_need_little():
    match = load(phase="turns", turn=0, regions={"granada": [3, 0, 0, 0]},
                 open={"decision": "take", "card": "redeployment"})
    assert match.position()["open"]["left"] == 4
    assert match.legal(0) == ["take 0 granada", "done"]
    match = load(phase="turns", turn=0, regions={"granada": [3, 0, 0, 0]},
                 open={"decision": "to", "card": "redeployment", "taken": [0, "granada"], "left": 2})
    assert "to castillo" in match.legal(0)
    match = load(phase="turns", turn=0, open={"decision": "place", "card": "fiesta", "left": 2}, court=[5] * 4)
    assert "done" in match.legal(0)
    match = load(phase="turns", turn=0, open={"decision": "dial", "card": "coup", "region": "granada"},
                 regions={"granada": [0, 2, 1, 0]}, dials=[None, "toledo", None, None])
    assert match.pending == (2,)


FULL = turn("fiesta", regions={"granada": [3, 2, 1, 0]}, castillo=[1, 2, 0, 0]).position()


@pytest.mark.parametrize(("change", "message"), [
    ({"court": [28, 5, 5, 5]}, "court: a colour has 30 caballeros"),
    ({"province": [22, 21, 24, 25]}, "province: by the rest of the position it is \\[21, 21, 24, 25\\], not \\[22"),
    ({"province": [20, 21, 24, 25]}, "province: by the rest of the position it is \\[21, 21, 24, 25\\], not \\[20"),
    ({"king": ["castilla", "toledo"]}, "king: expected one place"),
    ({"king": "madrid"}, "king: there is no place 'madrid'"),
    ({"king": "france"}, "New Regent"),
    ({"king": None}, "king: expected one place"),
    ({"regions": {"madrid": [1, 0, 0, 0]}}, "no region 'madrid'"),
    ({"regions": {"granada": [1, 0, 0]}}, "regions: granada: expected a list of 4"),
    ({"regions": {"granada": [-1, 0, 0, 0]}}, "regions: granada: seat 0"),
    ({"regions": {"granada": [1.5, 0, 0, 0]}}, "regions: granada: seat 0"),
    ({"regions": [1]}, "regions: expected an object"),
    ({"grandes": ["castillo", "toledo", "toledo", "toledo"]}, "grandes: those of players stand in regions; only New Regent"),
    ({"grandes": [None, "toledo", "toledo", "toledo"]}, "grandes: those of players stand in regions"),
    ({"grandes": ["france", "toledo", "toledo", "toledo"]}, "grandes: seat 0"),
    ({"tiles": {"8-4-0": "toledo", "4-0-0": "toledo"}}, "tiles: both lie on one place"),
    ({"tiles": {"9-9-9": "toledo"}}, "tiles: there is no tile '9-9-9'"),
    ({"tiles": {"8-4-0": "france"}}, "tiles: 8-4-0: there is no place 'france'"),
    ({"scores": [1, 2, 3]}, "scores: expected a list of 4"),
    ({"scores": [-1, 0, 0, 0]}, "scores: seat 0"),
    ({"players": 6}, "2 to 5 players"),
    ({"players": "four"}, "2 to 5 players"),
    ({"edition": "1842"}, "no edition '1842'"),
    ({"options": {"short": "yes"}}, "short is true or false"),
    ({"options": {"speed": 3}}, "no option 'speed'"),
    ({"phase": "lunch"}, "no phase 'lunch'"),
    ({"round": 0}, "round: in the phase 'turns' expected one of"),
    ({"round": 10}, "round: expected a number from 0 to 9"),
    ({"round": 4, "phase": "scoring", "open": None, "played": [None] * 4, "turn": None, "acted": [],
      "open_cards": []},
     "round: in the phase 'scoring' expected one of \\[3, 6, 9\\], not 4"),
    ({"hands": [[1, 1], [], [], []]}, "hands: seat 0: 1 stands there twice"),
    ({"hands": [[14], [], [], []]}, "hands: seat 0: expected a number from 1 to 13"),
    ({"played": [13, 13, 11, 10]}, "played: two seats have played the same value"),
    ({"played": [0, 13, 11, 10]}, "played: seat 0"),
    ({"turn": 7}, "turn: expected a number from 0 to 3"),
    ({"turn": 2}, "acted: by the rest of the position it is \\[0, 1\\], not \\[\\]"),
    ({"turn": 2, "open": {"card": "fiesta"}}, "acted: by the rest of the position it is \\[0, 1\\], not \\[\\]"),
    ({"acted": [1]}, "acted: by the rest of the position it is \\[\\], not \\[1\\]"),
    ({"acted": [0]}, "acted: by the rest of the position it is \\[\\], not \\[0\\]"),
    ({"open_cards": ["fiesta", "garrisons"], "open": None}, "open_cards: each deck shows one card"),
    ({"open_cards": ["exile"], "open": None}, "exile is not in this game"),
    ({"open_cards": ["tarot"]}, "no action card 'tarot'"),
    ({"open_cards": "fiesta"}, "open_cards: expected a list"),
    ({"discards": ["fiesta", "fiesta"]}, "only 2 of fiesta"),
    ({"discards": ["your_majesty"]}, "discards: there is only 1 of your_majesty"),
    ({"discards": [], "decks": {"1": ["intrigue"]}}, "is nowhere"),
    ({"decks": {"1": ["fiesta"]}}, "decks: 1: by the rest of the position it is \\[\\], not \\['fiesta'\\]"),
    ({"decks": {"7": []}}, "decks: there is no deck '7'"),
    ({"box": ["levy"]}, "there is only 1 of levy, and more are named"),
    ({"vetoes": [{"seat": 0, "until_round": 1}]}, "only 0 of|not in this game"),
    ({"vetoes": [{"seat": 9}]}, "vetoes: seat"),
    ({"vetoes": [{"seat": 1, "until": 3}]}, "vetoes: there is no key 'until'"),
    ({"region_cards": ["granada"]}, "region_cards: by the rest of the position it is None"),
    ({"modifiers": [["mod_plus_3"], [], [], []]}, "modifiers: by the rest of the position it is"),
    ({"dials": ["granada", None, None, None], "phase": "scoring", "round": 3, "castillo": [0, 1, 0, 0], "open": None,
      "province": [22, 22, 24, 25], "played": [None] * 4, "turn": None, "open_cards": []},
     "dials: by the rest of the position it is \\[None, None, None, None\\]"),
    ({"open": {"decision": "dance", "card": "fiesta"}}, "no decision 'dance'"),
    ({"open": {"decision": "take", "card": "fiesta"}}, "fiesta"),
    ({"open": {"decision": "menu"}}, "needs the card"),
    ({"open": {"decision": "menu", "card": "fiesta", "parts": []}}, "at least one part left"),
    ({"open": {"decision": "menu", "card": "fiesta", "parts": ["dance"]}}, "no part 'dance'"),
    ({"open": {"decision": "veto", "card": "fiesta", "seat": 1}}, "open: seat 1 has no card to veto what seat 0 does"),
    ({"open": 3}, "open: expected an object"),
    ({"kng": "castilla"}, "there is no key 'kng'"),
])
def test_contradictions_are_refused_by_name(change, message):
    position = copy.deepcopy(FULL)
    for key, value in change.items():
        if key == "options":
            position["options"] = value
        else:
            position[key] = value
        if key in ("regions", "court", "king", "grandes") and "province" not in change:
            position.pop("province", None)
        if key in ("open_cards", "discards", "decks") and "decks" not in change:
            position.pop("decks", None)
        if key == "decks" and "discards" not in change:
            position.pop("discards", None)
        if key in ("open", "phase"):
            position.pop("decks", None)
        if key == "players":
            position = {"game": "el_grande", "players": value}
    with pytest.raises(tr.BadPosition, match=message):
        tr.load(position)


@pytest.mark.parametrize(("keys", "message"), [
    ({"scores": [0, 0, 5]}, "scores, grandes: the dummy has caballeros on the board and nothing else"),
    ({"court": [0, 0, 1]}, "court, scores, grandes: the dummy has"),
    ({"grandes": ["toledo", "toledo", "toledo"]}, "grandes: the dummy has caballeros on the board"),
    ({"region_cards": ["granada", "granada"]}, "region_cards: .granada. stands there twice"),
    ({"region_cards": ["madrid"]}, "no region 'madrid'"),
    ({"hands": [None, None, [7]], "played": [None, None, 7]}, "hands: the dummy's power card lies open"),
    ({"decks": {"3": []}}, "decks: 3: by the rest of the position it is None"),
])
def test_what_a_two_player_game_cannot_have(keys, message):
    with pytest.raises(tr.BadPosition, match=message):
        load(players=2, **keys)


@pytest.mark.parametrize(("keys", "message"), [
    ({"modifiers": [["mod_plus_3"], ["mod_plus_3"], []]}, "there twice"),
    ({"modifiers": [["mod_zero"], [], []]}, "no modifier 'mod_zero'"),
    ({"played_modifiers": ["mod_plus_3", None, None]}, "played_modifiers: a modifier is played with a power card"),
    ({"phase": "setup", "modifiers": [["mod_plus_3"], [], []]}, "modifiers: in the phase 'setup' all have three"),
    ({"phase": "power", "open": {"decision": "modifier", "seat": 0}, "played": [4, None, None],
      "modifiers": [[], [], []],
      "start_player": 0}, "by a seat that holds one"),
])
def test_modifiers_that_cannot_be(keys, message):
    with pytest.raises(tr.BadPosition, match=message):
        load(players=3, options={"modules": ["power_shift"]}, **keys)


def test_something_that_is_no_position():
    for nothing in (None, [], "x", {"king": "castilla"}, {"game": 3}):
        with pytest.raises(tr.BadPosition):
            tr.load(nothing)


@pytest.mark.parametrize("table", TABLES[::2], ids=str)
def test_mangled_positions_are_refused_or_playable(table):
    from random import Random

    from harness import play_on

    match = table.match(GAME, 3)
    for k in range(6):
        play_on(match, Random(k), 23)
        if not match.over:
            check_fuzzed_positions(GAME, match.position(), k, 150)


@pytest.mark.parametrize("viewer", [0, 3, None])
def test_a_view_has_the_keys_of_a_position(viewer):
    match = tr.new("el_grande", players=4, seed=2, options=EVERYTHING)
    assert set(match.view(viewer)) == set(match.position()) | {"pending", "seat"}
