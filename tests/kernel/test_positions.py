"""Declared positions: what is written, who sees which part of it, what is refused, and the client's
types.
"""
from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from harness import option_sets, play_on

import tafelrunde as tr
from tafelrunde.games import NAMES
from tafelrunde.kernel import NOBODY, PUBLIC, shapes
from tafelrunde.kernel.dealing import Deal, drawn
from tafelrunde.kernel.holds import SeatsInUse
from tafelrunde.kernel.opening import words_in
from tafelrunde.kernel.positions import Position, disagreement
from tafelrunde.match.match import Match

SEATS = SeatsInUse(2, 3)
EVERY_TITLE = pytest.mark.parametrize("title", NAMES)


def position_of(title: str) -> Position:
    return tr.game(title).room("position").POSITION


@EVERY_TITLE
def test_what_is_written_is_read_and_what_a_seat_sees_is_public_and_own(title: str) -> None:
    """In random games of every option set: positions and views come back as they were, and have the
    declared shapes.
    """
    game, position = tr.game(title), position_of(title)
    for number, table in enumerate(option_sets(game)):
        match = play_on(table.match(game, number), Random(number), number * 5 % 83)
        written = json.loads(json.dumps(match.position()))
        assert game.position(game.load(written)) == written, f"{table} seed {number}"
        seats = SeatsInUse(match.players, getattr(match.state, "colours", match.players))
        public = game.position(match.seen(None))
        for seat in range(match.players):
            seen = game.position(match.seen(seat))
            assert public | match.own(seat) == seen, f"{table} seed {number} seat {seat}"
            for key, shape in position.shapes.items():
                if key in seen and seen[key] is not None:
                    shape.read(seen[key], key, seats)
            loaded = Match(game, game.load(json.loads(json.dumps(seen))), None, {})
            assert game.position(loaded.seen(seat)) == seen, f"{table} seed {number}: the view of seat {seat}"


@EVERY_TITLE
def test_own_keys_are_those_of_fields_that_are_not_public(title: str) -> None:
    game, position = tr.game(title), position_of(title)
    secret = {f.name for f in game.fields if f.visible not in (PUBLIC, NOBODY)}
    own = set(game.own(game.load({"game": title})))
    assert own == {key.name for key in position.keys if secret & set(key.fields) and (not key.rare or key.name in own)}
    assert own


@EVERY_TITLE
def test_every_key_refuses_what_it_cannot_hold_by_its_name(title: str) -> None:
    for key in position_of(title).shapes:
        for nonsense in (1.5, {"nonsense": 1.5}, [1.5]):
            with pytest.raises(tr.BadPosition, match=f"position: {key}: "):
                tr.game(title).load({"game": title, "players": 4, key: nonsense})


READ = [
    (shapes.number(1, 3), 2, 2), (shapes.number(1, 3), True, "at: expected a number from 1 to 3, not True"),
    (shapes.seat(), 1, 1), (shapes.seat(), 2, "at: expected a number from 0 to 1, not 2"), (shapes.seat(dummy=True), 2, 2),
    (shapes.flag(), True, 1), (shapes.flag(), 1, "at: expected true or false, not 1"),
    (shapes.word(("ebony", "teal"), "tile", {"black": "ebony"}), "black", 0),
    (shapes.word(("ebony", "teal"), "tile"), "pink", "at: there is no tile 'pink' (there are: ebony, teal)"),
    (shapes.word(range(4, 9), "card"), 8, 4), (shapes.word(range(4, 9), "card"), 9, "at: expected a number from 4 to 8, not 9"),
    (shapes.null(shapes.seat()), None, -1), (shapes.null(shapes.seat(), none=0), 1, 2),
    (shapes.not_zero(shapes.number(1, 3)), None, 0),
    (shapes.hidden(shapes.flag()), None, None), (shapes.per_seat(shapes.flag()), [True, False], [1, 0]),
    (shapes.per_seat(shapes.flag()), [True, 2], "at: seat 1: expected true or false, not 2"),
    (shapes.per_seat(shapes.flag()), [True], "at: expected a list of 2, not [True]"),
    (shapes.listed(shapes.number(0, 9), bag=True), [3, 1], [1, 3]), (shapes.row(shapes.flag(), shapes.seat()), [True, 1], [1, 1]),
    (shapes.members(range(1, 5), "card", first=1), [4, 1], 0b10010),
    (shapes.members(("a", "b"), "card"), ["a", "a"], "at: 'a' stands there twice; there is one card of each"),
    (shapes.some_seats(), [2, 0], 0b101), (shapes.some_seats(), [3], "at: expected a number from 0 to 2, not 3"),
    (shapes.keyed(("a", "b"), "place", shapes.flag()), {"b": True}, {1: 1}),
    (shapes.keyed(("a", "b"), "place", shapes.flag()), {"c": True}, "at: there is no place 'c' (there are: a, b)"),
    (shapes.counted(("b", "a"), "tile"), ["a", "b", "a"], [1, 2]),
    (shapes.alike((3, 1, 3), "tile of"), 3, [0, 2]),
    (shapes.alike((3, 1, 3), "tile of"), 2, "at: there is no tile of 2 (there are: 1, 3)"),
    (shapes.counted(("b", "a"), "tile"), ["c"], "at: there is no tile 'c' (there are: b, a)"),
    (shapes.standing(("x", "y"), "place", shapes.seat(), (-1, 0, 1)), {"y": 1}, {1: 1}),
    (shapes.parts({"seat!": shapes.seat(), "left?": shapes.number(0, 9)}), {"left": 3}, "at: seat must be given"),
    (shapes.parts({"left?": shapes.number(0, 9)}), {"left": None}, {}),
    (shapes.parts({"left?": shapes.number(0, 9)}), {"right": 1}, "at: there is no key 'right' (there are: left)"),
]


@pytest.mark.parametrize(("shape", "value", "wanted"), READ, ids=[str(value) for _, value, _ in READ])
def test_a_shape_reads_what_it_may_hold_and_refuses_the_rest(shape: shapes.Shape, value: Any, wanted: Any) -> None:
    if not isinstance(wanted, str):
        assert shape.read(value, "at", SEATS) == wanted
        return
    with pytest.raises(tr.BadPosition, match=re.escape(f"position: {wanted}") + "$"):
        shape.read(value, "at", SEATS)


@pytest.mark.parametrize(("shape", "number", "written", "typed"), [
    (shapes.word(range(4, 9), "card"), 2, 6, "number"),
    (shapes.null(shapes.word(("a", "b"), "place"), none=0), 2, "b", "string | null"),
    (shapes.null(shapes.word(("a", "b"), "place")), -1, None, "string | null"),
    (shapes.hidden(shapes.members(("b", "a"), "card", by_name=True)), 3, ["a", "b"], "string[] | null"),
    (shapes.hidden(shapes.members(("b", "a"), "card")), None, None, "string[] | null"),
    (shapes.keyed(("a", "b"), "place", shapes.not_zero(shapes.number(1, 9))), [0, 7], {"a": None, "b": 7},
     "Record<string, number | null>"),
    (shapes.counted(("b", "a"), "tile"), [1, 2], ["a", "a", "b"], "string[]"),
    (shapes.standing(("x", "y", "z"), "place", shapes.seat(), (-1, 0, 1)), [2, 0, 1], {"x": 1, "z": 0}, "Record<string, number>"),
    (shapes.looked_up(shapes.word(("a", "b"), "tile"), (1, 0, 1)), 2, "b", "string"),
    (shapes.alike((3, 1, 3), "tile of"), 2, 3, "number"),
    (shapes.row(shapes.seat(), shapes.word(("a", "b"), "place")), (2, 1), [2, "b"], "[number, string]"),
    (shapes.parts({"metal": shapes.number(0, 9), "queen": shapes.flag()}), (4, 1), {"metal": 4, "queen": True},
     "{ metal: number; queen: boolean }"),
    (shapes.some_seats(), 0b101, [0, 2], "number[]"), (shapes.flag(), 1, True, "boolean"),
])
def test_a_shape_writes_and_is_typed(shape: shapes.Shape, number: Any, written: Any, typed: str) -> None:
    assert shape.writer()(number) == written
    assert shape.typed == typed


# ------------------------------------------------------------ what is general about typed positions


@EVERY_TITLE
def test_a_broken_law_is_told_by_the_key_that_is_wrong(title: str) -> None:
    position, laws = position_of(title), tr.game(title).laws
    assert position.laws
    for number, sentence in position.laws.items():
        keys = sentence.partition(": ")[0].split(", ")
        assert 0 < number < len(laws)
        assert set(keys) <= set(position.shapes) or not sentence


@pytest.mark.parametrize(("said", "found", "sentence"), [
    (1, 2, "turn: by the rest of the position it is 2, not 1"),
    ({"seat": 1, "card": None}, {"seat": 2}, "turn: seat: by the rest of the position it is 2, not 1"),
    ({"seat": 1}, None, "turn: by the rest of the position it is None, not {'seat': 1}"),
    ({}, {"seat": 1}, "turn: by the rest of the position it is {'seat': 1}, not {}"),
])
def test_what_disagrees_is_told_by_its_innermost_key(said: Any, found: Any, sentence: str) -> None:
    assert disagreement("turn", said, found) == sentence


def test_cards_are_dealt_to_their_places() -> None:
    s = tr.game("toledo").configured(2, {})
    deal = Deal(s, 5, "abcde".__getitem__)
    deal.fill([("hand", "hands", [2, 3, 4]), ("hand", "hands", None), ("box", "box", 0)])
    assert (deal.at("hand")[0], deal.at("box")) == (2, [0])
    assert sorted(deal.at("hand") + deal.at("box") + [*deal.free]) == [0, 1, 2, 3, 4]
    with pytest.raises(tr.BadPosition, match="box: too few cards are left; there are 5 in all"):
        deal.draw("box", "box", [0])


def test_some_of_a_set_are_drawn_or_all_where_there_are_fewer() -> None:
    s = tr.game("toledo").configured(2, {})
    some = drawn(s, 0b11110, 2)
    assert (some.bit_count(), some & ~0b11110) == (2, 0)
    assert drawn(s, 0b11, 9) == 0b11
    assert drawn(s, 0b11, 0) == 0


def test_hands_pile_and_discards_share_the_cards() -> None:
    s = tr.game("toledo").configured(2, {})
    deal = Deal(s, 6, "abcdef".__getitem__)
    deal.share({"discards": [5]}, [[0, None], []], {"open: front": [1]})
    assert (deal.at("open: front"), deal.at("discards"), len(deal.at(0)), len(deal.at("draw_pile"))) == ([1], [5], 2, 2)
    deal = Deal(s, 6, "abcdef".__getitem__)
    deal.share({"draw_pile": [0, 1]}, [[2], []], {})
    assert deal.at("discards") == [3, 4, 5]
    with pytest.raises(tr.BadPosition, match="hands, draw_pile, discards: 3 of the 6 cards are missing"):
        Deal(s, 6, "abcdef".__getitem__).share({"draw_pile": [0, 1], "discards": []}, [[2], []], {})
    with pytest.raises(tr.BadPosition, match="hands: seat 1: the card c is there twice"):
        Deal(s, 6, "abcdef".__getitem__).share({}, [[2], [2]], {})


def test_an_open_decision_is_reached_by_the_actions_that_it_names() -> None:
    """Card 155 names three regions and a seat, and then that seat chooses: the rules find the way,
    in any order of words.
    """
    match = tr.load({"game": "king_and_intriguer", "players": 3, "phase": "turns", "turn": 0, "hands": [None] * 3,
                     "played": [155, 180, 10], "king": "castilla", "options": {"extra_cards": True},
                     "open": {"decision": "score", "part": "action", "seat": 2, "regions": ["toledo", "aragon", "galicia"]}})
    assert (match.pending, match.legal(2)) == ((2,), ["score galicia", "score aragon", "score toledo"])
    assert words_in({"taken": [0, "granada"], "left": 2}) == {"0 granada", "0", "granada", "2"}
    for said, message in (({"decision": "swap"}, "no decision 'swap'"),
                          ({"decision": "throw", "part": "action"}, "open: 'throw' is not asked for here"),
                          ({"part": "action"}, "open: decision must be given"),
                          ({"decision": "court", "part": "court", "left": 9}, "open: left: expected a number from 1 to 1, not 9")):
        with pytest.raises(tr.BadPosition, match=message):
            tr.load({"game": "king_and_intriguer", "players": 3, "phase": "turns", "turn": 0, "hands": [None] * 3,
                     "played": [155, 180, 10], "open": said, "options": {"extra_cards": True}})
