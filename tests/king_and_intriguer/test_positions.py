"""Positions: complete ones come back as they were, partial ones are completed, impossible ones are
refused by name.
"""
import json
from random import Random

import pytest
from harness import Table, check_fuzzed_positions, check_positions, play_on
from helpers.king_and_intriguer import ALL, BASE, legal, load, play

import tafelrunde as tr
from tafelrunde import BadPosition
from tafelrunde.games.king_and_intriguer import GAME

TABLES = [Table(2, ALL), Table(3), Table(4, {"players_edition": True}), Table(5, {"extra_cards": True, "short": True}),
          Table(5, ALL)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_position_comes_back(table):
    check_positions(GAME, table, 4, every=4)


def test_mangled_positions_are_refused_or_can_be_played():
    match = Table(4, ALL).match(GAME, 8)
    choice = Random(8)
    for k in range(9):
        play_on(match, choice, 35)
        if not match.over:
            check_fuzzed_positions(GAME, match.position(), k, 60)


def test_all_the_keys_of_the_notation_are_there():
    at = load(phase="cards").position()
    keys = ("game players options phase round acted start_player king regions castillo court province grandes tiles scores hands "
            "set_aside used played laid roles vetoed whirlwind doubles alliances turned lying strangers protected queen "
            "castillo_at collapse beside dials turn over open").split()
    assert set(at) == set(keys)
    assert at["game"] == "king_and_intriguer"
    assert json.loads(json.dumps(at)) == at


def test_phases_have_their_words():
    match = tr.new("king_and_intriguer", players=2, seed=1)
    phases = [match.position()["phase"]]
    choice = Random(1)
    while not match.over:
        play_on(match, choice, 1)
        if match.position()["phase"] != phases[-1]:
            phases.append(match.position()["phase"])
    assert phases[:4] == ["discard", "dial", "cards", "turns"]
    assert phases[-1] == "over"
    assert "scoring" in phases


@pytest.mark.rule("KI-1.3")
def test_a_board_that_is_not_given_is_that_of_a_fresh_game():
    fresh = tr.load({"game": "king_and_intriguer", "players": 4}).position()
    assert fresh["phase"] == "discard"
    assert fresh["hands"] == [BASE] * 4
    assert fresh["province"] == [21] * 4
    empty = tr.load({"game": "king_and_intriguer", "players": 4, "king": "toledo", "phase": "cards", "hands": [BASE[:13]] * 4})
    assert empty.position()["province"] == [30] * 4


def test_what_is_left_out_is_derived_or_drawn():
    at = load(phase="cards", hands=[BASE[5:]] * 4).position()
    assert at["set_aside"] == [BASE[:5]] * 4
    assert at["used"] == [[]] * 4
    later = load(phase="cards", round=4, hands=[BASE[8:]] * 4, used=[BASE[:3]] * 4).position()
    assert later["set_aside"] == [BASE[3:8]] * 4
    hidden = load(phase="cards", hands=[BASE[3:13], None, None, None], round=4, used=[BASE[:3]] * 4).position()
    assert [len(hand) for hand in hidden["hands"]] == [10] * 4
    assert not any({*hand} & {*BASE[:3]} for hand in hidden["hands"])


def test_a_turn_without_a_decision_begins_with_the_court():
    match = load(phase="turns", played=[60, 180, 170, 10], acted=[1, 2], court=[3] * 4)
    assert match.pending == (0,)
    assert legal(match, "court") == {"0", "1", "2", "3", "4"}


HANDS = [BASE[:13]] * 4
TURN = {"phase": "turns", "played": [100, 180, 10, 20], "court": [5] * 4, "turn": 0,
        "hands": [[v for v in BASE if v != w][:12] for w in (100, 180, 10, 20)]}


@pytest.mark.parametrize(("keys", "says"), [
    ({"phase": "cards", "hands": None}, "hands"),
    ({"phase": "cards", "hands": [BASE] * 4}, "hands"),
    ({"phase": "discard", "hands": [BASE[:12]] * 4}, "hands"),
    ({"phase": "discard", "hands": HANDS}, "hands, played: nobody has a card to set aside"),
    ({"phase": "cards", "hands": [[10, 10, *BASE[2:13]]] * 4}, "twice"),
    ({"phase": "cards", "hands": [[11, *BASE[1:13]]] * 4}, "no card"),
    ({"phase": "cards", "options": {"players_edition": False}, "hands": [[13, *BASE[1:13]]] * 4}, "not offered (options)"),
    ({"phase": "cards", "hands": HANDS, "used": [[10], [], [], []], "round": 2}, "hands: a card is in hand that was shown"),
    ({"phase": "cards", "hands": HANDS, "set_aside": [BASE[14:]] * 4, "used": [[]] * 4, "played": [None] * 4},
     "set_aside: by the rest of the position it is"),
    ({"phase": "cards", "hands": [[]] * 4, "used": [BASE[:9]] * 4}, "used: a seat has laid more cards than rounds were played"),
    ({"phase": "cards", "hands": [[]] * 4, "used": [[*BASE, "joker"]] * 4}, "used, played: a card is named that is not offered"),
    ({"phase": "cards", "hands": HANDS, "played": [None, 140, None, None]},
     "played: cards are played clockwise from the start player, who is 0"),
    ({"phase": "cards", "hands": HANDS, "turn": 2}, "turn: by the rest of the position it is 0, not 2"),
    ({"phase": "cards", "hands": HANDS, "acted": [1]}, "acted"),
    ({"phase": "cards", "hands": HANDS, "played": [140, 150, 160, 170]}, "hands, played: nobody has"),
    ({"phase": "cards", "hands": HANDS, "laid": [1]}, "laid"),
    ({"phase": "cards", "hands": HANDS, "king": "castillo"}, "king"),
    ({"phase": "cards", "hands": HANDS, "grandes": ["castillo"] * 4, "options": {"extra_cards": False}}, "grandes"),
    ({"phase": "cards", "hands": HANDS, "tiles": {"8-4-0": "castillo"}}, "tiles"),
    ({"phase": "cards", "hands": HANDS, "turned": ["8-4-0"]}, "turned"),
    ({"phase": "cards", "hands": HANDS, "beside": [1, 0, 0, 0], "collapse": False}, "beside"),
    ({"phase": "cards", "hands": HANDS, "protected": ["toledo"]}, "protected"),
    ({"phase": "cards", "hands": HANDS, "queen": True}, "queen"),
    ({"phase": "cards", "hands": HANDS, "strangers": [1, 0, 0, 0], "lying": []},
     "strangers: by the rest of the position it is [0, 0, 0, 0]"),
    ({"phase": "cards", "hands": HANDS, "lying": [{"seat": 0, "value": 40}]},
     "lying: value: there is no lying card 40 (there are: 25, 66, 75)"),
    ({"phase": "cards", "hands": HANDS, "lying": [{"seat": 0, "value": 66}]}, "lying: say the region of a 66"),
    ({"phase": "cards", "hands": HANDS, "options": {"extra_cards": False}, "lying": [{"seat": 0, "value": 25}]}, "extra_cards"),
    ({"phase": "cards", "hands": HANDS, "lying": [{"seat": 0, "value": 66, "region": "toledo"}],
      "regions": {"toledo": [7, 0, 0, 0]}, "options": {"extra_cards": True}}, "lying: a region with a 66 holds at most six"),
    ({"phase": "cards", "hands": HANDS, "alliances": [["toledo", "toledo"]]}, "alliances"),
    ({"phase": "cards", "hands": HANDS, "doubles": ["toledo", "toledo", None, None]}, "doubles"),
    ({"phase": "discard", "used": [[10], [], [], []]}, "hands: a card is in hand that was shown"),
    ({"phase": "scoring", "hands": HANDS, "round": 4, "castillo": [1, 0, 0, 0]}, "round"),
    ({"phase": "scoring", "hands": HANDS, "round": 3, "open": {"decision": "dial", "seat": 1}}, "spy"),
    ({**TURN, "turn": 2, "acted": [1]}, "acted: by the rest of the position it is [0, 1, 3], not [1]"),
    ({**TURN, "acted": [2]}, "acted: by the rest of the position it is [1], not [2]"),
    ({**TURN, "roles": ["king", None, None, None]}, "roles"),
    ({**TURN, "roles": [None, "card", None, None]}, "there is no choice"),
    ({**TURN, "vetoed": [0]}, "vetoed"),
    ({**TURN, "whirlwind": ["toledo", None, None, None]}, "castillo_at, collapse, whirlwind, queen"),
    ({**TURN, "open": {"decision": "menu", "card": 60}}, "open: card: by the rest of the position it is 100, not 60"),
    ({**TURN, "open": {"decision": "role"}}, "open: 'role' is not asked for here"),
    ({**TURN, "open": {"decision": "veto", "seat": 2, "part": "action"}}, "open: seat 2 has no card to veto what seat 0 does"),
    ({**TURN, "open": {"decision": "score", "part": "action"}}, "open: 'score' is not asked for here"),
    ({**TURN, "open": {"decision": "king"}}, "open: 'king' is not asked for here"),
    ({**TURN, "open": {"decision": "recall", "part": "court"}}, "open: 'recall' is not asked for here"),
    ({**TURN, "open": {"decision": "card", "part": "ability"}}, "no decision 'card'"),
    ({**TURN, "open": {"decision": "menu", "part": "ability"}},
     "open: part: there is no part 'ability' (there are: place, action, court)"),
    ({**TURN, "played": [100, 180, 10, None]}, "played: in the phase 'turns' everybody has played a card"),
    ({**TURN, "open": {"decision": "fly"}}, "no decision"),
    ({"phase": "cards", "hands": HANDS, "wind": 3}, "no key"),
    ({"players": 6}, "players"),
    ({"phase": "night"}, "phase"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_contradictions_are_refused_by_name(keys, says):
    position = {"game": "king_and_intriguer", "players": 4, "king": "castilla", "grandes": ["valencia"] * 4, "start_player": 0,
                **keys}
    if position.get("hands", "") is None:
        del position["hands"]
    with pytest.raises(BadPosition) as error:
        tr.load(position)
    assert says in str(error.value)


def test_a_position_inside_a_special_action_goes_on_where_it_stood():
    match = load(phase="turns", turn=0, played=[155, 180, 10, 20], court=[2] * 4, regions={"granada": [0, 1, 0, 0]},
                 options={"extra_cards": True},
                 open={"decision": "name", "part": "action", "regions": ["granada", "toledo", "aragon"]})
    assert legal(match, "name") == {"1", "2", "3"}
    play(match, "name 3", "score granada")
    assert match.scores == [0, 6, 0, 0]
    back = load(phase="turns", turn=0, played=[50, 180, 170, 10], court=[4] * 4,
                open={"decision": "return", "part": "action", "seat": 3, "left": 1, "parts": ["place"]},
                regions={"granada": [0, 0, 0, 1]})
    assert back.pending == (3,)
    play(back, "return granada")
    assert back.pending == (0,)
