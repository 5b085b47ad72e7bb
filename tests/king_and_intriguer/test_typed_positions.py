"""Positions as a stranger types them (docs/notation.md §1, §6): a few keys; the rest is derived, or
they are refused.
"""
from random import Random

import pytest
from harness import Table, check_left_out, check_partial_positions, play_on
from helpers.king_and_intriguer import ALL, BASE, legal, play

import tafelrunde as tr
from tafelrunde import BadPosition
from tafelrunde.games.king_and_intriguer import GAME

HIDDEN = [None] * 4
DERIVED = ("players", "phase", "round", "turn", "over", "acted", "province", "hands", "set_aside", "used", "played", "strangers",
           "beside")


def typed(**keys):
    """Four players, king in Castilla, five caballeros at each court, hidden hands; plus what is
    typed.
    """
    position = {"game": "king_and_intriguer", "players": 4, "king": "castilla", "court": [5] * 4, "hands": HIDDEN, **keys}
    return tr.load({k: v for k, v in position.items() if v is not ...})


def at(**keys):
    """The complete position of what is typed."""
    return typed(**keys).position()


@pytest.mark.parametrize("table", [Table(2), Table(4, {"short": True, "extra_cards": True}), Table(5)], ids=str)
def test_what_follows_from_the_rest_may_be_left_out(table):
    check_left_out(GAME, table, 5, DERIVED, every=13)


@pytest.mark.parametrize("table", [Table(2, ALL), Table(4), Table(5, ALL)], ids=str)
def test_with_any_keys_left_out_it_is_refused_or_goes_on(table):
    check_partial_positions(GAME, table, 6, every=19)


# ------------------------------------------------------------ who lays, whose turn it is


def test_the_start_player_follows_from_what_was_laid():
    position = at(played=[30, None, None, None])
    assert (position["phase"], position["start_player"], position["turn"]) == ("cards", 0, 1)
    position = at(played=[30, None, None, 40])
    assert (position["start_player"], position["turn"], position["laid"]) == (3, 1, [3, 0])
    position = at(phase="cards", turn=2)
    assert (position["start_player"], position["turn"]) == (2, 2)
    assert at(open={"decision": "action", "seat": 3})["start_player"] == 3
    jokers = at(played=["joker", 30, "joker", 40], turn=2)
    assert (jokers["phase"], jokers["turn"]) == ("cards", 2)


def test_a_card_that_is_nowhere_else_was_laid():
    position = at(phase="cards", start_player=0, hands=[BASE[1:13], *[BASE[:13]] * 3], set_aside=[BASE[13:]] * 4, used=[[]] * 4)
    assert (position["played"], position["turn"]) == ([10, None, None, None], 1)


def test_a_menu_with_a_card_is_a_turn_in_which_the_card_counts():
    match = typed(open={"decision": "menu", "card": 80})
    position = match.position()
    seat = position["turn"]
    assert (position["phase"], position["played"][seat], position["open"]["card"]) == ("turns", 80, 80)
    assert position["acted"]
    assert position["roles"][seat] is None
    play(match, "action")
    assert legal(match, "grande")


def test_the_seat_of_a_menu_is_on_turn():
    match = typed(menu={"seat": 2, "card": 80, "parts": ["place"]})
    assert (match.position()["turn"], match.pending) == (2, (2,))
    assert match.position()["played"][2] == 80
    assert at(played=[90, 80, 70, 60], acted=[0, 1], open={"decision": "menu", "seat": 2})["turn"] == 2
    assert at(played=[90, 80, 70, 60], acted=[0, 1], menu={"card": 70})["turn"] == 2
    highest = at(menu={"card": 180})
    assert highest["roles"][highest["turn"]] == "king"
    first = at(players=5, court=[5] * 5, hands=[None] * 5, acted=[], turn=0, menu={"card": 170}, options={"extra_cards": True})
    assert first["roles"][0] == "king", "nobody has acted, so there is no other role"


def test_a_decision_of_a_role_is_made_by_its_holder():
    for players in (3, 4):
        keys = {"players": players, "court": [5] * players, "hands": [None] * players, "regions": {"toledo": [1] * players}}
        king = at(**keys, open={"decision": "king"})
        assert (king["acted"], king["roles"][king["turn"]]) == ([], "king")
        intriguer = at(**keys, open={"decision": "intrigue"})
        assert (len(intriguer["acted"]), intriguer["roles"][intriguer["turn"]]) == (players - 1, "intriguer")
    chosen = at(players=3, court=[5] * 3, hands=[None] * 3, played=[90, 70, 60], turn=0, open={"decision": "king"})
    assert chosen["roles"] == ["king", None, None]
    kept = at(players=3, court=[5] * 3, hands=[None] * 3, played=[80, 70, 60], turn=0, open={"decision": "grande"})
    assert kept["roles"] == ["card", None, None]


def test_decisions_of_other_seats_leave_the_turn_where_it_is():
    match = typed(turn=0, open={"decision": "score", "seat": 2, "regions": ["toledo", "granada", "aragon"], "card": 155})
    assert (match.position()["turn"], match.pending) == (0, (2,))
    assert typed(open={"decision": "score", "card": 150, "seat": 2}).position()["turn"] == 2


# ------------------------------------------------------------ the phase


def test_the_phase_follows_from_what_is_open_or_held():
    assert at()["phase"] == "cards"
    assert at(hands=...)["phase"] == "discard"
    assert at(hands=[BASE] * 4)["phase"] == "discard"
    assert at(open={"decision": "discard"})["phase"] == "discard"
    assert at(hands=[BASE[:13]] * 4)["phase"] == "cards"
    assert at(open={"decision": "dial"})["phase"] == "dial"
    assert at(open={"decision": "dial"}, played=[113, 20, 30, 40])["phase"] == "cards"
    assert at(open={"decision": "dial", "card": 170})["phase"] == "turns"
    assert at(used=[[10]] * 4)["phase"] == "cards"
    for keys in ({"round": 3}, {}, {"round": 6}):
        position = at(open={"decision": "dial"}, castillo=[1, 0, 0, 0], **keys)
        assert (position["phase"], position["round"]) == ("scoring", keys.get("round", 3))
    stranger = at(open={"decision": "stranger", "seat": 1}, strangers=[0, 1, 0, 0])
    assert stranger["phase"] == "scoring"


def test_cards_set_aside_are_enough_to_know_the_hands():
    choosing = at(hands=..., set_aside=[BASE[:2], None, None, None])
    assert (choosing["phase"], [len(hand) for hand in choosing["hands"]]) == ("discard", [16, 18, 18, 18])
    assert at(hands=..., set_aside=[BASE[:5]] * 4)["phase"] == "dial"
    chosen = at(hands=..., set_aside=[BASE[:5]] * 4, phase="cards")
    assert chosen["hands"] == [BASE[5:]] * 4
    later = at(hands=..., set_aside=[BASE[:5]] * 4, phase="cards", round=4)
    assert [len(cards) for cards in later["used"]] == [3] * 4


def test_a_scoring_may_still_have_the_cards_of_its_round():
    position = at(phase="scoring", round=3, acted=[0, 1, 2, 3], played=[90, 80, 60, 70], roles=["king", None, "intriguer", None],
                  castillo=[1, 0, 0, 0])
    assert (position["acted"], position["played"], position["roles"], position["start_player"]) == ([], HIDDEN, HIDDEN, 2)
    assert [value in used for value, used in zip([90, 80, 60, 70], position["used"], strict=True)] == [True] * 4
    assert [len(used) for used in position["used"]] == [3] * 4


def test_marks_follow_from_the_pieces_that_they_go_with():
    assert at(grandes=["castillo", "toledo", "toledo", "toledo"])["options"]["extra_cards"] is True
    beside = at(beside=[1, 0, 0, 0], castillo=[2, 0, 0, 0])
    assert (beside["collapse"], beside["castillo"], beside["options"]["players_edition"]) == (True, [2, 0, 0, 0], True)
    assert at(strangers=[0, 1, 0, 0])["lying"] == [{"seat": 1, "value": 75}]
    swept = at(turn=0, played=[113, 180, 20, 30], open={"decision": "court", "parts": []})
    assert swept["whirlwind"][0] is not None


# ------------------------------------------------------------ short hands


def test_a_short_hand_is_as_it_is_given():
    position = at(hands=[BASE[:5]] * 4)
    assert (position["round"], position["hands"], position["used"]) == (1, [BASE[:5]] * 4, [[]] * 4)
    ninth = at(hands=[BASE[:5]] * 4, used=[BASE[5:13]] * 4)
    assert (ninth["round"], ninth["set_aside"]) == (9, [BASE[13:]] * 4)
    assert at(hands=[BASE[:5]] * 4, set_aside=[BASE[13:]] * 4)["round"] == 9
    assert at(hands=[BASE[:5]] * 4, used=[["joker", *BASE[5:7]]] * 4)["round"] == 3
    assert at(options={"short": True}, used=[BASE[:2]] * 4)["round"] == 5
    assert at(phase="scoring", used=[BASE[:6]] * 4, castillo=[1, 0, 0, 0])["round"] == 6
    fourth = at(hands=[BASE[:5]] * 4, round=4)
    assert [len(cards) for cards in fourth["used"]] == [3] * 4
    assert [len(hand) for hand in at(round=4)["hands"]] == [10] * 4


def test_a_seat_whose_hand_is_empty_lays_what_it_has_set_aside():
    match = typed(hands=[[], [50], ["joker"], [50, 60]], used=[[10], None, None, None], round=2, start_player=0,
                  options={"players_edition": True})
    assert "10" not in legal(match, "action")
    assert {"20", "50", "180"} <= legal(match, "action")
    assert "KI-1.1" in match.why_not("action 10", 0).rule
    play(match, "action 50")
    assert legal(match, "action") == {"50"}
    play(match, "action 50")
    assert {"60", "joker"} & legal(match, "action") == {"60"}
    assert match.why_not("action joker", 2).rule == "KI-6.6"


@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_short_hands_goes_on_to_its_end(seed):
    match = typed(hands=[[50, 60], [], [10, "joker"], ["joker"]], options={"players_edition": True}, start_player=seed)
    choice = Random(seed)
    while not match.over:
        for seat in match.pending:
            assert all(match.why_not(action, seat) is None for action in match.legal(seat))
        position = match.position()
        assert tr.load(position).position() == position
        play_on(match, choice, 1)
    assert match.position()["round"] == 9


# ------------------------------------------------------------ contradictions


@pytest.mark.parametrize(("keys", "says"), [
    ({"turn": 0, "open": {"decision": "menu", "card": 80, "seat": 1}}, "open: seat: by the rest of the position it is 0, not 1"),
    ({"played": [90, 80, 70, 60], "acted": [], "open": {"decision": "menu", "seat": 2}},
     "acted: by the rest of the position it is [0, 1], not []"),
    ({"played": [90, 80, 70, 60], "acted": [0], "menu": {"card": 60}},
     "acted: by the rest of the position it is [0, 1, 2], not [0]"),
    ({"acted": [0, 1, 2, 3], "open": {"decision": "menu"}}, "open: all have had their turn"),
    ({"used": [[80]] * 4, "menu": {"card": 80}}, "open: card: no seat can have laid 80"),
    ({"start_player": 1, "open": {"decision": "action", "seat": 2}}, "start_player: by the rest of the position it is 2, not 1"),
    ({"played": [30, None, 40, None]}, "played: cards are played clockwise"),
    ({"phase": "cards", "open": {"decision": "menu"}}, "open: decision: by the rest of the position it is 'action', not 'menu'"),
    ({"phase": "cards", "open": {"decision": "dial"}}, "open: decision: by the rest of the position it is 'action', not 'dial'"),
    ({"phase": "scoring", "round": 3, "castillo": [1, 0, 0, 0], "open": {"decision": "menu", "card": 80}},
     "open: decision: by the rest of the position it is 'dial', not 'menu'"),
    ({"phase": "turns", "open": {"decision": "discard"}}, "does not ask for 'discard' here"),
    ({"round": 3, "open": {"decision": "dial"}}, "open: nobody has a piece in the castillo"),
    ({"round": 4, "castillo": [1, 0, 0, 0], "open": {"decision": "dial"}},
     "round: in the phase 'scoring' expected one of [3, 6, 9], not 4"),
    ({"turn": 1, "phase": "turns", "dials": ["granada", None, None, None]}, "dials: by the rest of the position it is [None"),
    ({"played": [170, 20, 30, 40], "open": {"decision": "dial"}, "turn": 0}, "open: the king does not ask for 'dial'"),
    ({"hands": ..., "open": {"decision": "menu", "card": 80}}, "hands: they must be given in the phase turns"),
    ({"hands": ..., "phase": "cards", "set_aside": [BASE[:5], None, None, None]}, "hands: they must be given"),
    ({"hands": ..., "phase": "discard", "set_aside": [BASE[:7], None, None, None]}, "set_aside: seat 0 has 11 cards"),
    ({"phase": "scoring", "round": 3, "played": [90, None, None, None]}, "acted, played: when a round is over"),
    ({"phase": "scoring", "round": 3, "acted": [1, 2]}, "acted, played: when a round is over"),
    ({"hands": [[10, 10], [], [], []]}, "hands: seat 0: 10 stands there twice"),
    ({"hands": [[10], [], [], []], "used": [[10], [], [], []]}, "used: 10 of seat 0 is in two places"),
    ({"phase": "cards", "hands": [BASE[:14], [], [], []]}, "hands: seat 0 has 14 cards"),
    ({"used": [BASE[:9], [], [], []]}, "used: seat 0 has laid 9 cards in earlier rounds; there are 9 rounds"),
    ({"used": [BASE[:8], [], [], []], "round": 1, "options": {"short": True}}, "used: seat 0 has laid 8 cards"),
])
def test_keys_that_contradict_each_other_are_refused(keys, says):
    with pytest.raises(BadPosition) as error:
        typed(**keys)
    assert says in str(error.value)
