"""Positions: the keys of the notation, what may be left out, what is refused."""
import random

import pytest
from harness import Table, check_fuzzed_positions, check_positions, play_on
from helpers.toledo import BLUE, RED, play, table

import tafelrunde as tr
from tafelrunde.games.toledo import GAME

KEYS = ["game", "players", "options", "turn", "over", "pawns", "shops", "circles", "hands", "draw_pile", "discards",
        "metal", "gems", "stock", "swords_left", "swords", "delivered", "masters", "masters_left", "paintings_left",
        "paintings", "first_card", "extra_used", "last_round", "open"]


def test_a_position_has_the_keys_of_the_notation():
    at = tr.new("toledo", players=3, seed=1).position()
    assert list(at) == KEYS


def test_a_position_in_the_middle_of_a_move():
    match = table(hands=[["M4-01", "M4-02"], []], shops={"4": ["gem", 1, BLUE], "8": ["smith", 2, RED]},
                  pawns=[[], [4]])
    play(match, "move 4 0")
    at = match.position()
    assert at["open"] == {"phase": "full", "pawn": 4, "front": "M4-01", "opening": None, "old_tiles": None}
    assert at["pawns"] == [[0, 0, 0, 0, 4], [0, 0, 0, 0, 4]]
    assert at["circles"] == {"4": [BLUE]}
    assert (at["first_card"], at["extra_used"], at["turn"]) == (4, 0, RED)
    assert tr.load(at).legal(RED) == match.legal(RED)


def test_plain_values_become_the_lowest_free_cards():
    at = table(hands=[[4, "M4-02", 4], [4, 1]], discards=[4]).position()
    assert at["hands"] == [["M4-01", "M4-02", "M4-03"], ["M1-01", "M4-04"]]
    assert at["discards"] == ["M4-05"]
    assert len(at["draw_pile"]) == 84 - 6


def test_what_is_left_out_is_derived():
    at = table(hands=[[1], [2]], metal=[3, 1], swords=[[4], []], masters=[["teal"], []], paintings=[[3], []],
               shops={"2": ["gem", 2, BLUE]}, pawns=[[2], [2]]).position()
    assert at["stock"] == {"metal": 19, "gems": 20}
    assert at["swords_left"].count(4) == 2
    assert at["masters_left"]["teal"] == 3
    assert at["paintings_left"] == [2, 2, 1, 1, 1]
    assert at["pawns"] == [[0, 0, 0, 0, 2], [0, 0, 0, 0, 2]]
    assert at["circles"] == {"2": [RED, BLUE]}


def test_what_cannot_be_derived_is_drawn_with_seed_0():
    one, two = (tr.load({"game": "toledo", "players": 4}).position() for _ in range(2))
    assert one == two
    assert [len(hand) for hand in one["hands"]] == [5] * 4


@pytest.mark.rule("TO-9.1")
def test_the_game_is_over_when_the_turn_comes_back_to_who_ends_it():
    ending = {"pawns": [[20, 20, 21], [], []], "last_round": RED}
    at = table(3, turn=BLUE, hands=[[], [1], []], **ending).position()
    assert (at["last_round"], at["over"]) == (RED, False)
    assert table(3, turn=RED, **ending).over


def test_a_position_need_not_say_how_many_play():
    match = tr.load({"game": "toledo", "hands": [[1], [2], [3]], "turn": None})
    assert match.players == 3
    assert tr.load({"game": "toledo"}).players == 4


@pytest.mark.parametrize(("keys", "what"), [
    ({"players": 5}, "players"), ({"players": "2"}, "players"), ({"turn": 2}, "turn"), ({"hand": [[], []]}, "hand"),
    ({"game": "rheinlaender"}, "rheinlaender"), ({"options": {"x": 1}}, "option 'x'"),
    ({"pawns": [[0] * 6, []]}, "pawns"), ({"pawns": [[3], []]}, "step 3"), ({"pawns": [[22], []]}, "pawns"),
    ({"pawns": [[]]}, "pawns"),
    ({"pawns": [[5], []], "circles": {}}, "circles: by the rest"),
    ({"pawns": [[5], []], "circles": {"5": [1]}}, "circles: 5: by the rest"),
    ({"pawns": [[5, 5, 5], []]}, "pawns: step 5 has no room for another"), ({"circles": {"25": [0]}}, "circles"),
    ({"shops": {"5": ["gem", 1, 0]}}, "step 5"), ({"shops": {"4": ["inn", 1, 0]}}, "metal, gem"),
    ({"shops": {"4": ["gem", 3, 0]}}, "shops: 4: expected"), ({"shops": {"4": ["gem", 1, 0], "6": ["gem", 1, 0]}}, "one such tile"),
    ({"shops": {"x": ["gem", 1, 0]}}, "'x'"), ({"shops": []}, "shops"),
    ({"hands": [["M1-01"], ["M1-01"]]}, "M1-01"), ({"hands": [["M7-01"], []]}, "M7-01"),
    ({"hands": [[7], []]}, "hands"),
    ({"hands": [[1] * 15, []]}, "hands: seat 0: there are only 14 of M1-01"),
    ({"hands": [[], []], "draw_pile": [1], "discards": []}, "84"),
    ({"metal": [24, 0]}, "metal"), ({"metal": [12, 12]}, "metal"), ({"gems": [1, 1], "stock": {"gems": 20}}, "gems"),
    ({"swords": [[9], []]}, "sword of 9"), ({"swords": [[15, 15], []]}, "swords: there is only 1 of the swords of 15"),
    ({"swords_left": [15]}, "swords_left: by the rest"), ({"delivered": [[15], []]}, "more swords in the Alcazar"),
    ({"masters": [["teal"] * 4, []]}, "at most 3"), ({"masters": [["pink"], []]}, "pink"),
    ({"masters_left": {"teal": 3}}, "masters_left"), ({"paintings": [[3, 3], []]}, "worth 3"),
    ({"paintings": [[9], []]}, "paintings: seat 0: there is no painting worth 9"),
    ({"paintings_left": [3]}, "paintings_left"), ({"first_card": 4}, "first_card: by the rest"), ({"extra_used": 1}, "open"),
    ({"last_round": 0}, "last_round"), ({"last_round": None, "pawns": [[20, 20, 20], []]}, "last_round"),
    ({"pawns": [[20, 20, 20], []]}, "last_round: the seat that had three"),
    ({"pawns": [[20, 20, 20], []], "last_round": 1}, "last_round: the seat that had three"),
    ({"circles": {"5": [0]}}, "circles: 5: by the rest"),
    ({"over": True}, "over"), ({"over": 1}, "over"), ({"turns": 3}, "turns"), ({"open": {"phase": "x"}}, "phase"),
    ({"open": {"phase": "more"}}, "first card"), ({"open": {"phase": "more", "front": "M4-01", "pawn": 4}}, "pawn"),
    ({"open": {"phase": "full", "front": "M4-01", "pawn": 5}, "pawns": [[], []]}, "the one in transit among them"),
    ({"open": {"phase": "full", "front": "M4-01", "pawn": 5}, "pawns": [[5], []]}, "not on a full space"),
    ({"open": {"phase": "full", "front": 4, "pawn": 5}, "pawns": [[5, 5, 5], []], "hands": [[], []]}, "can neither"),
    ({"open": {"phase": "business", "front": 4, "pawn": 5}}, "landed there"),
    ({"open": {"phase": "sword", "front": 5, "pawn": 5}, "pawns": [[5], []]}, "sword"),
    ({"open": {"phase": "master", "front": 5, "pawn": 5}, "pawns": [[5], []]}, "fencing master"),
    ({"open": {"phase": "deliver", "front": 5, "pawn": 20}, "pawns": [[20], []]}, "gate"),
    ({"open": {"phase": "more", "front": "M4-01"}, "first_card": 5}, "first_card: by the rest of the position it is 4, not 5"),
    ({"open": {"phase": "more", "opening": 4}}, "opening"), ({"open": {"phase": "more", "front": 4, "x": 1}}, "'x'"),
    ({"known": {"hands": [["M1-01"], []]}}, "M1-01"), ({"known": {"x": []}}, "'x'"),
    ({"known": {"earlier": [["M1-01"]]}}, "M1-01"), ({"pawns": "x"}, "pawns"), ({"open": []}, "open"),
])
def test_contradictions_are_refused_by_name(keys, what):
    position = {"game": "toledo", "players": 2, "turn": 0, **keys}
    with pytest.raises((tr.BadPosition, tr.BadOptions), match=what):
        GAME.load(position)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_loads_back(players):
    check_positions(GAME, Table(players, {"turn_cap": "25"}), players, every=3)


def test_late_positions_load_back():
    check_positions(GAME, Table(3), 11, every=29)


@pytest.mark.parametrize("decisions", [0, 40, 170, 420])
def test_mangled_positions_are_refused_or_playable(decisions):
    match = play_on(Table(4).match(GAME, decisions), random.Random(decisions), decisions)
    check_fuzzed_positions(GAME, match.position(), decisions, 700)
