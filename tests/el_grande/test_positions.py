"""Positions by hand (docs/notation.md §1): what is left out is derived or drawn, contradictions are
refused.
"""
import copy

import pytest
from harness import Table, check_fuzzed_positions, check_positions
from helpers.el_grande import load, play, turn

import tafelrunde as tr
from tafelrunde.games.el_grande import GAME

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
    s = Table(players, options).state(GAME, 0)
    GAME.driver.begin(s, GAME.mask())
    fresh, loaded = GAME.position(s), tr.load(position).position()
    for key in ("king", "grandes", "court", "start_player", "scores", "options", "round", "tiles", "edition"):
        assert loaded[key] == fresh[key], key
    assert sum(map(sum, loaded["regions"].values())) == 2 * players
    assert len(loaded["open_cards"]) == (4 if players == 2 else 5)


def test_if_anything_of_the_board_is_given_the_rest_is_empty_and_the_province_has_what_is_left():
    at = load(regions={"granada": [4, 0, 1, 0]}).position()
    assert at["regions"]["granada"] == [4, 0, 1, 0]
    assert sum(map(sum, at["regions"].values())) == 5
    assert at["court"] == at["castillo"] == [0, 0, 0, 0]
    assert at["province"] == [26, 30, 29, 30]


def test_players_follow_from_the_lists_and_the_edition_is_an_option():
    assert tr.load({"game": "el_grande", "court": [1, 2, 3]}).position()["players"] == 3
    assert tr.load({"game": "el_grande", "options": {"edition": "1995"}}).position()["edition"] == "1995"


def test_modifiers_and_cards_in_the_box_that_are_not_named_are_drawn():
    at = load(options=EVERYTHING).position()
    assert len(at["box"]) == 4
    assert [len(held) for held in at["modifiers"]] == [3] * 4
    assert len({m for held in at["modifiers"] for m in held}) == 12
    some = load(options=EVERYTHING, box=at["box"], modifiers=[["mod_plus_3"], None, None, None]).position()
    assert (some["box"], some["modifiers"][0]) == (at["box"], ["mod_plus_3"])
    assert not any("mod_plus_3" in held for held in some["modifiers"][1:])


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


def test_dials_given_so_far():
    match = load(phase="scoring", round=3, castillo=[1, 1, 0, 0], dials=["granada", None, None, None])
    assert match.pending == (1,)
    play(match, "dial toledo")
    assert match.position()["regions"]["granada"] == [1, 0, 0, 0]


def test_a_decision_inside_a_part_is_as_at_the_beginning_where_nothing_is_said():
    def inside(card, decision, part="action", **keys):
        what = {"decision": decision, "part": part, "card": card, **keys.pop("open", {})}
        return load(phase="turns", turn=0, played=[13, 12, 11, 10], open=what, **keys)

    match = inside("redeployment", "take", regions={"granada": [3, 0, 0, 0]})
    assert match.position()["open"]["left"] == 4
    assert match.legal(0) == ["take 0 granada", "done"]
    match = inside("redeployment", "to", regions={"granada": [3, 0, 0, 0]}, open={"taken": [0, "granada"], "left": 2})
    assert "to castillo" in match.legal(0)
    match = inside("fiesta", "place", "place", court=[5] * 4, open={"left": 2})
    assert "done" in match.legal(0)
    match = inside("coup", "dial", regions={"granada": [0, 2, 1, 0]}, dials=[None, "toledo", None, None],
                   open={"region": "granada"})
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
    ({"round": 0}, "round: by the rest of the position it is 1, not 0"),
    ({"round": 10}, "round: expected a number from 0 to 9"),
    ({"round": 4, "phase": "scoring", "open": None, "played": [None] * 4, "turn": None, "acted": [],
      "open_cards": []},
     "round: .* a general scoring comes after 3, 6 and 9"),
    ({"hands": [[1, 1], [], [], []]}, "hands: seat 0: 1 stands there twice"),
    ({"hands": [[14], [], [], []]}, "hands: seat 0: expected a number from 1 to 13"),
    ({"played": [13, 13, 11, 10]}, "played: two seats have played the same value"),
    ({"played": [0, 13, 11, 10]}, "played: seat 0"),
    ({"turn": 7}, "turn: expected a number from 0 to 3"),
    ({"turn": 2}, "acted: by the rest of the position it is \\[0, 1\\], not \\[\\]"),
    ({"turn": 2, "open": {"decision": "menu", "card": "fiesta"}},
     "acted: by the rest of the position it is \\[0, 1\\], not \\[\\]"),
    ({"acted": [1]}, "acted: by the rest of the position it is \\[\\], not \\[1\\]"),
    ({"acted": [0]}, "acted: by the rest of the position it is \\[\\], not \\[0\\]"),
    ({"open_cards": ["fiesta", "garrisons"], "open": None}, "open_cards: each deck shows one card"),
    ({"open_cards": ["exile"], "open": None}, "exile is named too often; this game has 0 of it"),
    ({"open_cards": ["tarot"]}, "no action card 'tarot'"),
    ({"open_cards": "fiesta"}, "open_cards: expected a list"),
    ({"discards": ["fiesta", "fiesta"]}, "fiesta is named too often; this game has 2 of it"),
    ({"discards": ["your_majesty"]}, "your_majesty is named too often; this game has 1|never discarded"),
    ({"discards": [], "decks": {"1": ["intrigue"]}}, "decks: 1: by the rest of the position it is"),
    ({"decks": {"1": ["fiesta"]}}, "decks: 1: by the rest of the position it is .*, not \\['fiesta'\\]"),
    ({"decks": {"7": []}}, "decks: there is no deck '7'"),
    ({"box": ["levy"]}, "levy is named too often; this game has 1|box: as many cards"),
    ({"vetoes": [{"seat": 0, "until_round": 1}]}, "veto is named too often; this game has 0 of it"),
    ({"vetoes": [{"seat": 9}]}, "vetoes: seat"),
    ({"vetoes": [{"seat": 1, "until": 3}]}, "vetoes: there is no key 'until'"),
    ({"region_cards": ["granada"]}, "region_cards: by the rest of the position it is None"),
    ({"modifiers": [["mod_plus_3"], [], [], []]}, "modifiers: by the rest of the position it is"),
    ({"dials": ["granada", None, None, None], "phase": "scoring", "round": 3, "castillo": [0, 1, 0, 0], "open": None,
      "province": [22, 22, 24, 25], "played": [None] * 4, "turn": None, "open_cards": []},
     "dials: by the rest of the position it is \\[None, None, None, None\\]"),
    ({"open": {"decision": "dance", "card": "fiesta"}}, "no decision 'dance'"),
    ({"open": {"decision": "take", "card": "fiesta", "part": "action"}}, "open: 'take' is not asked for here"),
    ({"open": {"decision": "menu"}}, "open: card: the card that was taken"),
    ({"open": {"decision": "menu", "card": "fiesta", "parts": []}}, "open: nothing is left to decide"),
    ({"open": {"decision": "menu", "card": "fiesta", "parts": ["dance"]}}, "no part 'dance'"),
    ({"open": {"decision": "veto", "card": "fiesta", "seat": 1, "part": "action"}},
     "open: seat 1 has no card to veto what seat 0 does"),
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
    ({"modifiers": [["mod_plus_3"], ["mod_plus_3"], []]}, "each modifier is in one place"),
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
