"""Positions as a stranger types them (docs/notation.md §1, §6): a few keys, from which the rest
follows or is refused.
"""
from random import Random

import pytest
from harness import Table, check_left_out, check_partial_positions, play_on
from helpers.king_and_intriguer import ALL, BASE, legal, play

import tafelrunde as tr
from tafelrunde import BadPosition
from tafelrunde.games.king_and_intriguer import GAME

HIDDEN = [None] * 4
DERIVED = ("over", "acted", "turn", "province", "set_aside", "strangers")
PLAYED = [90, 80, 70, 60]
MENU = {"decision": "menu"}


def typed(**keys):
    """Four players, king in Castilla, five caballeros at each court, hands that nobody knows; and
    what is typed.
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


def test_cards_are_laid_clockwise_from_the_start_player():
    position = at(phase="cards", start_player=0, played=[30, None, None, None])
    assert (position["turn"], position["laid"]) == (1, [0])
    position = at(phase="cards", start_player=3, played=[30, None, None, 40])
    assert (position["turn"], position["laid"]) == (1, [3, 0])
    assert at(open={"decision": "action", "seat": 3}, start_player=3)["phase"] == "cards"
    jokers = at(phase="cards", start_player=2, played=["joker", 30, "joker", 40], options={"players_edition": True})
    assert (jokers["turn"], jokers["laid"]) == (2, [3, 1])


def test_who_has_acted_follows_from_the_turn_and_the_turn_from_who_has_acted():
    match = typed(played=PLAYED, acted=[0, 1], open=MENU)
    assert (match.position()["turn"], match.pending) == (2, (2,))
    assert at(played=PLAYED, turn=2, open=MENU)["acted"] == [0, 1]
    assert at(played=PLAYED, phase="turns")["turn"] == 0


def test_who_is_past_the_choice_of_a_role_has_left_it_where_it_could_be():
    highest = at(played=[180, 80, 70, 60], turn=0, open=MENU)
    assert highest["roles"] == ["king", None, None, None]
    three = {"players": 3, "court": [5] * 3, "hands": [None] * 3, "turn": 0, "phase": "turns"}
    kept = at(**three, played=[80, 70, 60], open={"decision": "grande", "part": "action"})
    assert kept["roles"] == ["card", None, None]
    chosen = at(**three, played=[90, 70, 60], roles=["king", None, None], open={"decision": "king", "part": "action"})
    assert chosen["roles"] == ["king", None, None]
    assert at(**three, played=[90, 70, 60], open={"decision": "role"})["roles"] == [None] * 3
    acted = at(played=PLAYED, turn=3, open=MENU)
    assert acted["roles"] == ["king", None, None, "intriguer"]


def test_decisions_of_other_seats_leave_the_turn_where_it_is():
    match = typed(turn=0, played=[155, 180, 20, 30], options={"extra_cards": True}, open={
        "decision": "score", "part": "action", "seat": 2, "regions": ["toledo", "granada", "aragon"]})
    assert (match.position()["turn"], match.pending) == (0, (2,))


# ------------------------------------------------------------ the phase


def test_the_phase_is_that_of_the_open_decision():
    assert at(hands=...)["phase"] == "discard"
    assert at(hands=[BASE] * 4)["phase"] == "discard"
    assert at(open={"decision": "discard"}, hands=...)["phase"] == "discard"
    assert at(open={"decision": "action"}, hands=[BASE[:13]] * 4)["phase"] == "cards"
    assert at(open={"decision": "dial"})["phase"] == "dial"
    assert at(open=MENU, played=PLAYED)["phase"] == "turns"
    whirlwind = {"start_player": 0, "options": {"players_edition": True}}
    assert typed(phase="cards", played=[113, 20, 30, 40], **whirlwind).pending == (0,)
    for keys in ({"round": 3}, {}, {"round": 6}):
        position = at(phase="scoring", castillo=[1, 0, 0, 0], **keys)
        assert (position["phase"], position["round"]) == ("scoring", keys.get("round", 3))
    stranger = typed(phase="scoring", open={"decision": "stranger", "seat": 1}, lying=[{"seat": 1, "value": 75}],
                     options={"extra_cards": True})
    assert stranger.pending == (1,)


def test_marks_follow_from_the_pieces_that_they_go_with():
    lying = at(lying=[{"seat": 1, "value": 75}], phase="cards", options={"extra_cards": True})
    assert (lying["strangers"], lying["province"]) == ([0, 1, 0, 0], [25, 24, 25, 25])
    beside = at(beside=[1, 0, 0, 0], castillo=[2, 0, 0, 0], collapse=True, phase="cards", options={"players_edition": True})
    assert (beside["castillo"], beside["province"][0]) == ([2, 0, 0, 0], 22)
    swept = at(turn=0, played=[113, 180, 20, 30], phase="turns", options={"players_edition": True})
    assert swept["whirlwind"][0] is not None


def test_a_card_that_was_laid_is_the_one_that_is_nowhere_else():
    hands, aside = [BASE[:13], BASE[:12], BASE[:13], BASE[:13]], [BASE[13:]] * 4
    position = at(phase="cards", start_player=1, laid=[1], hands=hands, set_aside=aside)
    assert (position["played"], position["turn"]) == ([None, BASE[12], None, None], 2)


# ------------------------------------------------------------ short hands


def test_a_short_hand_is_as_it_is_given():
    position = at(hands=[BASE[:5]] * 4, phase="cards")
    assert (position["round"], position["hands"], position["used"]) == (1, [BASE[:5]] * 4, [[]] * 4)
    ninth = at(hands=[BASE[:5]] * 4, used=[BASE[5:13]] * 4, round=9, phase="cards")
    assert ninth["set_aside"] == [BASE[13:]] * 4
    assert at(options={"short": True}, phase="cards")["round"] == 2
    assert [len(hand) for hand in at(round=4, used=[BASE[:3]] * 4, phase="cards")["hands"]] == [10] * 4


def test_a_seat_whose_hand_is_empty_lays_what_it_has_set_aside():
    match = typed(hands=[[], [50], ["joker"], [50, 60]], used=[[10], [], [], []], round=2, start_player=0, phase="cards",
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
    match = typed(hands=[[50, 60], [], [10, "joker"], ["joker"]], options={"players_edition": True}, start_player=seed,
                  phase="cards")
    choice = Random(seed)
    while not match.over:
        for seat in match.pending:
            assert all(match.why_not(action, seat) is None for action in match.legal(seat))
        position = match.position()
        assert tr.load(position).position() == position
        play_on(match, choice, 1)
    assert match.position()["round"] == 9


def test_a_scoring_in_which_nobody_dials_is_played():
    position = typed(phase="scoring", round=3, king="toledo", regions={"granada": [3, 2, 0, 0]}, edition="1995").position()
    assert (position["phase"], position["round"]) == ("cards", 4)
    assert position["scores"][0] > position["scores"][1] > 0


# ------------------------------------------------------------ contradictions


@pytest.mark.parametrize(("keys", "says"), [
    ({"turn": 0, "played": PLAYED, "open": {"decision": "menu", "seat": 1}},
     "open: seat: by the rest of the position it is 0, not 1"),
    ({"played": PLAYED, "acted": [], "turn": 2, "open": MENU}, "acted: by the rest of the position it is [0, 1], not []"),
    ({"played": PLAYED, "acted": [0], "turn": 3, "open": MENU}, "acted: by the rest of the position it is [0, 1, 2], not [0]"),
    ({"acted": [0, 1, 2, 3], "played": PLAYED, "open": MENU}, "acted: all have had their turn"),
    ({"played": [90, None, None, None], "open": MENU}, "played: in the phase 'turns' everybody has played a card; say which"),
    ({"start_player": 1, "open": {"decision": "action", "seat": 2}}, "open: seat: by the rest of the position it is 1, not 2"),
    ({"phase": "cards", "start_player": 0, "played": [30, None, 40, None]}, "played: cards are played clockwise"),
    ({"phase": "cards", "open": MENU}, "open: decision: by the rest of the position it is 'action', not 'menu'"),
    ({"phase": "cards", "open": {"decision": "dial"}}, "open: decision: by the rest of the position it is 'action', not 'dial'"),
    ({"phase": "scoring", "round": 3, "castillo": [1, 0, 0, 0], "open": MENU},
     "open: decision: by the rest of the position it is 'dial', not 'menu'"),
    ({"phase": "turns", "played": PLAYED, "open": {"decision": "discard"}}, "open: 'discard' is not asked for here"),
    ({"phase": "scoring", "round": 3, "open": {"decision": "dial"}}, "open: nobody has a piece in the castillo"),
    ({"round": 4, "castillo": [1, 0, 0, 0], "phase": "scoring"}, "round: the short game has no rounds 1, 4 and 7, a general"),
    ({"played": PLAYED, "turn": 0, "phase": "turns", "dials": ["granada", None, None, None]},
     "dials: by the rest of the position it is [None"),
    ({"played": [170, 20, 30, 40], "phase": "turns", "open": {"decision": "dial", "part": "action"}, "turn": 0},
     "open: 'dial' is not asked for here"),
    ({"hands": ..., "played": PLAYED, "open": MENU}, "hands: they must be given in the phase 'turns'"),
    ({"hands": ..., "phase": "cards", "set_aside": [BASE[:5]] * 4}, "hands: they must be given in the phase 'cards'"),
    ({"hands": ..., "set_aside": [BASE[:2], None, None, None]}, "set_aside: by the rest of the position it is [[], [], [], []]"),
    ({"phase": "scoring", "round": 3, "castillo": [1, 0, 0, 0], "played": PLAYED},
     "played: by the rest of the position it is [None"),
    ({"phase": "scoring", "round": 3, "castillo": [1, 0, 0, 0], "acted": [1, 2]}, "acted: by the rest of the position it is []"),
    ({"phase": "cards", "hands": [[10, 10], [], [], []]}, "hands: seat 0: 10 stands there twice"),
    ({"phase": "cards", "round": 2, "hands": [[10], [], [], []], "used": [[10], [], [], []]}, "hands: a card is in hand that was"),
    ({"phase": "cards", "hands": [BASE[:14], [], [], []]}, "hands: after the discards nobody has more than 13 cards"),
    ({"phase": "cards", "used": [BASE[:9], [], [], []]}, "used: a seat has laid more cards than rounds were played"),
    ({"phase": "cards", "used": [BASE[:6], [], [], []], "round": 9, "options": {"short": True}},
     "used: a seat has laid more cards"),
    ({"beside": [1, 0, 0, 0], "phase": "cards"}, "beside: something stands beside the castillo only while"),
    ({"strangers": [0, 1, 0, 0], "phase": "cards"}, "strangers: by the rest of the position it is [0, 0, 0, 0]"),
    ({"castillo_at": "toledo", "phase": "cards"}, "castillo_at, collapse, whirlwind, queen, alliances, turned: they need players"),
    ({"lying": [{"seat": 1, "value": 25}], "phase": "cards"}, "lying, protected: they need extra_cards"),
    ({"grandes": ["castillo", "toledo", "toledo", "toledo"], "phase": "cards"}, "only an extra card throws one into the castillo"),
    ({"protected": ["toledo"], "phase": "cards", "options": {"extra_cards": True}, "round": 3, "open": {"decision": "action"},
      "queen": True}, "castillo_at, collapse, whirlwind, queen"),
    ({"protected": ["toledo"], "phase": "scoring", "castillo": [1, 0, 0, 0], "options": {"extra_cards": True}},
     "protected, queen: that ends with the round"),
])
def test_keys_that_contradict_each_other_are_refused(keys, says):
    with pytest.raises(BadPosition) as error:
        typed(**keys)
    assert says in str(error.value)
