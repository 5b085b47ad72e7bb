"""Positions as a stranger types them (docs/notation.md §1, §6): a few keys, from which the rest
follows or is refused.
"""
import pytest
from harness import Table, check_left_out, check_partial_positions

import tafelrunde as tr
from tafelrunde import BadPosition
from tafelrunde.games.el_grande import GAME

EVERYTHING = {"modules": ["new_regent", "power_shift"], "alternatives": ["grand_strategy", "veto", "veto", "secret_ballot"]}
DERIVED = ("over", "acted", "turn", "province", "decks")


def typed(**keys):
    """Four players, king in Castilla, five caballeros at each court; plus what is typed."""
    return tr.load({"game": "el_grande", "players": 4, "king": "castilla", "court": [5, 5, 5, 5], **keys})


def at(**keys):
    """The complete position of what is typed."""
    return typed(**keys).position()


@pytest.mark.parametrize("table", [Table(2), Table(3, {"edition": "1995"}), Table(5, EVERYTHING), Table(2, EVERYTHING)], ids=str)
def test_what_follows_from_the_rest_may_be_left_out(table):
    check_left_out(GAME, table, 11, DERIVED, every=17)


@pytest.mark.parametrize("table", [Table(2, EVERYTHING), Table(4), Table(5, EVERYTHING)], ids=str)
def test_with_any_keys_left_out_it_is_refused_or_goes_on(table):
    check_partial_positions(GAME, table, 12, every=19)


# ------------------------------------------------------------ the open decision and its seat

PLAYED = [9, 8, 7, 6]
FIESTA = {"decision": "menu", "card": "fiesta"}


def test_who_has_acted_follows_from_the_turn_and_the_turn_from_who_has_acted():
    match = typed(played=PLAYED, acted=[0, 1], open=FIESTA)
    position = match.position()
    assert (position["phase"], position["turn"], match.pending) == ("turns", 2, (2,))
    assert "action" in match.legal(2)
    assert at(played=PLAYED, turn=2, open=FIESTA)["acted"] == [0, 1]
    assert at(played=PLAYED, phase="turns")["turn"] == 0


def test_a_veto_is_asked_of_another_seat_than_that_on_turn():
    match = typed(turn=0, played=PLAYED, vetoes=[{"seat": 2}], options={"alternatives": ["veto"]},
                  open={"decision": "veto", "part": "action", "seat": 2, "card": "fiesta"})
    assert (match.position()["turn"], match.pending) == (0, (2,))


def test_power_cards_are_played_clockwise_from_the_start_player():
    position = at(start_player=3)
    assert (position["phase"], position["turn"]) == ("power", 3)
    assert at(start_player=0, played=[5, 6, 7, None], open={"decision": "power", "seat": 3})["turn"] == 3
    assert at(start_player=1, played=[None, 6, 7, None])["turn"] == 3


def test_the_phase_is_that_of_the_open_decision():
    assert at()["phase"] == "power"
    assert at(open={"decision": "power"}, start_player=0)["phase"] == "power"
    assert at(open=FIESTA, played=PLAYED, turn=0)["phase"] == "turns"
    shift = {"modules": ["power_shift"]}
    added = {"start_player": 0, "played": [4, None, None, None], "turn": 0, "options": shift}
    assert at(open={"decision": "modifier"}, **added)["phase"] == "power"
    assert at(open={"decision": "pass"}, options=shift)["phase"] == "setup"


def test_dials_of_a_general_scoring_say_their_phase():
    for keys in ({"round": 3}, {"round": 6}, {}):
        match = typed(castillo=[1, 0, 0, 0], phase="scoring", open={"decision": "dial"}, **keys)
        assert (match.position()["phase"], match.position()["round"]) == ("scoring", keys.get("round", 3))
        assert match.pending == (0,)
    assert typed(phase="scoring", castillo=[1, 1, 0, 0], dials=["granada", None, None, None]).pending == (1,)


@pytest.mark.parametrize(("keys", "says"), [
    ({"turn": 0, "played": PLAYED, "open": {**FIESTA, "seat": 2}}, "open: seat: by the rest of the position it is 0, not 2"),
    ({"played": PLAYED, "acted": [], "turn": 2, "open": FIESTA}, "acted: by the rest of the position it is [0, 1], not []"),
    ({"acted": [2], "turn": 2, "played": PLAYED, "open": FIESTA}, "acted: by the rest of the position it is [0, 1], not [2]"),
    ({"turn": 2, "played": [9, None, 7, 6], "open": FIESTA}, "played: in the phase 'turns' everybody has played a card"),
    ({"open": {**FIESTA, "seat": 4}}, "open: seat: expected a number from 0 to 3"),
    ({"menu": {"seat": 2, "card": "fiesta"}, "open": FIESTA}, "menu: it is another name for 'open'; give one of them"),
    ({"menu": {"seat": 4, "card": "fiesta"}}, "open: seat: expected a number from 0 to 3"),
    ({"open": {"card": "fiesta"}}, "open: decision must be given"),
    ({"played": PLAYED, "open": {"decision": "menu"}}, "open: card: the card that was taken is said with a menu"),
    ({"played": PLAYED, "open": {"decision": "card", "card": "fiesta"}}, "open: card: the card that was taken is said with"),
    ({"open": 3}, "open: expected an object"),
    ({"turn": 0, "played": PLAYED, "open": {"seat": 2, "decision": "return", "part": "action", "card": "banishment"},
      "regions": {"granada": [0, 1, 1, 1]}}, "open: seat: by the rest of the position it is 0, not 2"),
    ({"turn": 0, "played": PLAYED, "open": {"decision": "take", "card": "fiesta"}}, "open: 'take' is not asked for here"),
    ({"start_player": 0, "open": {"decision": "power", "seat": 3}}, "open: seat: by the rest of the position it is 0, not 3"),
    ({"start_player": 0, "played": [None, None, 5, None], "open": {"decision": "power", "seat": 3}},
     "played: cards are played clockwise from the start player, who is 0; [2] have played"),
    ({"phase": "power", "open": {"decision": "card"}}, "open: decision: by the rest of the position it is 'power', not 'card'"),
    ({"phase": "turns", "played": PLAYED, "open": {"decision": "power"}}, "open: 'power' is not asked for here"),
    ({"phase": "power", "open": {"decision": "power", "card": "fiesta"}}, "open: card: the card that was taken is said with"),
    ({"phase": "scoring", "round": 3, "castillo": [1, 0, 0, 0], "open": {"decision": "menu"}},
     "open: decision: by the rest of the position it is 'dial', not 'menu'"),
    ({"phase": "scoring", "open": {"decision": "dial"}}, "open: nobody dials"),
    ({"castillo": [1, 0, 0, 0], "round": 4, "phase": "scoring"}, "round: the short game has no rounds 1, 4 and 7, a general"),
    ({"castillo": [1, 0, 0, 0], "phase": "scoring", "open": {"decision": "dial", "seat": 2}},
     "open: seat: by the rest of the position it is None, not 2"),
    ({"turn": 0, "played": PLAYED, "dials": ["granada", None, None, None], "phase": "turns"},
     "dials: by the rest of the position it is [None, None, None, None]"),
    ({"over": True}, "over: by the rest of the position it is False, not True"),
    ({"over": False, "phase": "over"}, "over: by the rest of the position it is True, not False"),
    ({"phase": "over", "open": {"decision": "power"}}, "open: by the rest of the position it is None"),
    ({"acted": [0, 1, 2, 3], "played": PLAYED, "open": FIESTA}, "acted: all have had their turn"),
    ({"phase": "scoring", "round": 3, "acted": [0, 1], "castillo": [1, 0, 0, 0]}, "acted: by the rest of the position it is []"),
    ({"phase": "scoring", "round": 3, "played": PLAYED, "castillo": [1, 0, 0, 0]},
     "played: by the rest of the position it is [None, None, None, None]"),
    ({"open": {"decision": "modifier", "seat": 0}, "start_player": 0, "options": {"modules": ["power_shift"]}},
     "open: a modifier is played after a power card"),
    ({"open": {"decision": "ability"}, "played": PLAYED}, "open: the seat on turn has played no modifier with an ability"),
    ({"turn": 0, "played": PLAYED, "court": [0, 5, 5, 5], "open": {**FIESTA, "decision": "place", "part": "place"}},
     "open: nothing is left to decide"),
])
def test_keys_that_contradict_each_other_are_refused(keys, says):
    with pytest.raises(BadPosition) as error:
        typed(**keys)
    assert says in str(error.value)


# ------------------------------------------------------------ what is short to say


def test_a_menu_has_a_key_of_its_own():
    match = typed(turn=2, played=PLAYED, menu={"card": "fiesta", "parts": ["action"]})
    assert match.legal(2) == ["action", "end"]


def test_the_part_of_a_turn_follows_from_the_decision():
    match = typed(turn=0, played=PLAYED, regions={"granada": [3, 0, 0, 0]}, open={"decision": "take", "card": "redeployment"})
    assert match.legal(0) == ["take 0 granada", "done"]
    placing = typed(turn=0, played=PLAYED, court=[5] * 4, open={"decision": "place", "card": "fiesta"}).position()["open"]
    assert placing["part"] == "place"


def test_power_cards_that_nobody_names_fit_the_order_of_turns():
    assert at(phase="turns", turn=1, acted=[3])["played"] == [11, 12, 10, 13]
    assert at(phase="turns", turn=0, hands=[[12, 13], None, None, None])["played"] == [11, 10, 9, 8]


def test_a_scoring_in_which_nobody_dials_is_played():
    position = at(phase="scoring", round=3, king="toledo", grandes=["toledo"] * 4, regions={"granada": [3, 2, 0, 0]})
    assert (position["phase"], position["round"], position["scores"]) == ("power", 4, [6, 3, 0, 0])


# ------------------------------------------------------------ action cards


def test_a_card_of_each_deck_is_drawn_where_no_open_cards_are_said():
    position = at(start_player=0, discards=["fiesta", "intrigue"])
    assert len(position["open_cards"]) == 5
    assert "your_majesty" in position["open_cards"]
    assert position["discards"] == ["fiesta", "intrigue"]
    taken = at(turn=0, played=PLAYED, open={"decision": "menu", "card": "audience"})
    assert len(taken["open_cards"]) == 4, "one of each other deck"
    assert "your_majesty" not in at(turn=0, played=PLAYED, open={"decision": "menu", "card": "your_majesty"})["open_cards"]


def test_decks_hold_what_is_nowhere_else():
    full = at(turn=0, played=PLAYED, open=FIESTA)
    every = [card for deck in full["decks"].values() for card in deck] + full["open_cards"] + ["fiesta"]
    for gone in ([], ["intrigue"], ["intrigue", "levy"]):
        position = at(turn=0, played=PLAYED, open=FIESTA, open_cards=["audience"], discards=gone)
        left = [card for deck in position["decks"].values() for card in deck]
        assert sorted([*left, *gone, "audience", "fiesta"]) == sorted(every)


@pytest.mark.parametrize(("keys", "says"), [
    ({"decks": {"5": []}, "open_cards": []}, "decks: 5: by the rest of the position it is ['your_majesty'], not []"),
    ({"decks": {"1": ["intrigue"]}, "discards": []}, "decks: 1: by the rest of the position it is ["),
    ({"decks": {"1": "intrigue"}}, "decks: 1: expected a list"),
    ({"discards": "fiesta"}, "discards: expected a list"),
    ({"open_cards": ["fiesta", "fiesta"]}, "open_cards: 'fiesta' stands there twice"),
    ({"discards": ["fiesta"] * 3}, "fiesta is named too often; this game has 2 of it (options)"),
    ({"open_cards": ["exile"]}, "exile is named too often; this game has 0 of it (options)"),
    ({"vetoes": [{"seat": 1}]}, "veto is named too often; this game has 0 of it (options)"),
])
def test_action_cards_that_cannot_be_where_they_are_said_to_be(keys, says):
    with pytest.raises(BadPosition) as error:
        typed(**keys)
    assert says in str(error.value)


# ------------------------------------------------------------ modules and the dummy


@pytest.mark.parametrize(("keys", "says"), [
    ({"grandes": ["castillo", "toledo", "toledo", "toledo"]}, "grandes: those of players stand in regions; only New Regent"),
    ({"king": "france"}, "king: only New Regent sends him abroad"),
    ({"modifiers": [["mod_plus_3"], [], [], []]}, "modifiers: by the rest of the position it is"),
])
def test_a_module_must_be_among_the_options(keys, says):
    with pytest.raises(BadPosition) as error:
        typed(**keys)
    assert says in str(error.value)
    assert typed(**keys, options={"modules": ["new_regent", "power_shift"]}).position()["options"]["modules"]


@pytest.mark.rule("EG-9.6")
def test_the_dummys_power_card_is_none_that_its_deck_still_has():
    two = {"players": 2, "court": [5, 5, 0], "played": [7, 6, 13], "open": FIESTA, "turn": 0}
    position = at(**two)
    assert (position["acted"], 13 in position["hands"][2]) == ([2], False)
    with pytest.raises(BadPosition, match="hands: the dummy's power card lies open"):
        at(**two, hands=[None, None, list(range(1, 14))])
