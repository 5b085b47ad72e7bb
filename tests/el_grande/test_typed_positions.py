"""Positions as a stranger types them (docs/notation.md §1, §6): a few keys; the rest is derived, or
they are refused.
"""
import pytest
from harness import Table, check_left_out, check_partial_positions
from helpers.el_grande import legal, play

import tafelrunde as tr
from tafelrunde import BadPosition
from tafelrunde.games.el_grande import GAME

EVERYTHING = {"modules": ["new_regent", "power_shift"], "alternatives": ["grand_strategy", "veto", "veto", "secret_ballot"]}
DERIVED = ("players", "phase", "turn", "over", "acted", "province", "open_cards", "decks", "box", "discards")


def typed(**keys):
    """Four players, king in Castilla, five caballeros at each court; plus what is typed."""
    return tr.load({"game": "el_grande", "players": 4, "king": "castilla", "court": [5, 5, 5, 5], **keys})


def at(**keys):
    """The complete position of what is typed."""
    return typed(**keys).position()


@pytest.mark.parametrize("table", [Table(2), Table(3, {"edition": "1995"}), Table(5, EVERYTHING), Table(2, EVERYTHING)], ids=str)
def test_what_follows_from_the_rest_may_be_left_out(table):
    keys = DERIVED if table.options.get("edition") != "1995" else DERIVED[1:]
    check_left_out(GAME, table, 11, keys, every=17)


@pytest.mark.parametrize("table", [Table(2, EVERYTHING), Table(4), Table(5, EVERYTHING)], ids=str)
def test_with_any_keys_left_out_it_is_refused_or_goes_on(table):
    check_partial_positions(GAME, table, 12, every=19)


# ------------------------------------------------------------ the open decision and its seat


def test_the_seat_of_a_menu_is_on_turn():
    match = typed(menu={"seat": 2, "card": "fiesta", "parts": ["place", "action"]})
    position = match.position()
    assert (position["phase"], position["turn"], position["acted"], match.pending) == ("turns", 2, [], (2,))
    assert position["played"][2] == max(position["played"])
    assert "action" in match.legal(2)


def test_the_seat_of_an_open_decision_fits_those_who_have_acted():
    position = at(played=[9, 8, 7, 6], acted=[0, 1], open={"seat": 2, "decision": "menu", "card": "fiesta"})
    assert position["turn"] == 2
    assert at(played=[9, 8, 7, 6], turn=2, open={"seat": 2, "card": "fiesta"})["acted"] == [0, 1]


def test_a_veto_is_asked_of_another_seat_than_that_on_turn():
    match = typed(turn=0, open={"decision": "veto", "seat": 2, "card": "fiesta"}, vetoes=[{"seat": 2}])
    assert (match.position()["turn"], match.pending) == (0, (2,))


def test_who_plays_the_first_power_card_starts():
    position = at(open={"decision": "power", "seat": 3})
    assert (position["phase"], position["turn"], position["start_player"]) == ("power", 3, 3)
    assert at(start_player=0, played=[5, 6, 7, None], open={"decision": "power", "seat": 3})["turn"] == 3
    assert at(played=[None, 6, 7, None])["start_player"] == 1


def test_a_power_card_that_is_drawn_brings_as_many_to_court_as_are_asked_for():
    for left in (1, 3, 6):
        match = typed(open={"decision": "court", "seat": 1, "left": left})
        assert legal(match, "court") == {str(n) for n in range(left + 1)}


def test_dials_without_a_card_are_those_of_a_general_scoring():
    for keys in ({"round": 3}, {"round": 6}, {}):
        match = typed(castillo=[1, 0, 0, 0], open={"decision": "dial"}, **keys)
        assert (match.position()["phase"], match.position()["round"]) == ("scoring", keys.get("round", 3))
        assert match.pending == (0,)
    assert typed(castillo=[1, 1, 0, 0], dials=["granada", None, None, None]).pending == (1,)


def test_a_scoring_may_still_have_the_cards_of_its_round():
    match = typed(phase="scoring", round=3, acted=[0, 1, 2, 3], played=[9, 8, 6, 7], castillo=[1, 0, 0, 0])
    position = match.position()
    assert (position["acted"], position["played"], position["start_player"]) == ([], [None] * 4, 2)
    assert [13 - len(hand) for hand in position["hands"]] == [1] * 4
    play(match, "dial granada")
    assert match.position()["round"] == 4


@pytest.mark.parametrize(("keys", "says"), [
    ({"turn": 0, "open": {"seat": 2, "decision": "menu", "card": "fiesta"}},
     "open: seat: by the rest of the position it is 0, not 2"),
    ({"played": [9, 8, 7, 6], "acted": [], "open": {"seat": 2, "decision": "menu", "card": "fiesta"}},
     "acted: by the rest of the position it is [0, 1], not []"),
    ({"acted": [2], "menu": {"seat": 2, "card": "fiesta"}}, "acted: by the rest of the position it is [], not [2]"),
    ({"menu": {"seat": 4, "card": "fiesta"}}, "open: seat: expected a number from 0 to 3"),
    ({"menu": {"seat": 2, "card": "fiesta"}, "open": {"seat": 1}}, "menu: it is another name for 'open'"),
    ({"menu": {"seat": 2}}, "needs the card"),
    ({"menu": 3}, "menu: expected an object"),
    ({"turn": 0, "open": {"seat": 2, "decision": "return", "card": "banishment"},
      "regions": {"granada": [0, 1, 1, 1]}}, "open: seat: by the rest of the position it is 0, not 2"),
    ({"start_player": 0, "open": {"decision": "power", "seat": 3}}, "start_player: by the rest of the position it is 3, not 0"),
    ({"start_player": 0, "played": [5, None, None, None], "open": {"decision": "power", "seat": 3}},
     "played: cards are played clockwise"),
    ({"phase": "power", "open": {"decision": "card"}}, "open: decision: by the rest of the position it is 'power', not 'card'"),
    ({"phase": "turns", "open": {"decision": "power"}}, "open: the decision 'power' needs the card that was taken"),
    ({"phase": "power", "open": {"card": "fiesta"}}, "open: card: by the rest of the position it is None, not 'fiesta'"),
    ({"phase": "scoring", "round": 3, "castillo": [1, 0, 0, 0], "open": {"decision": "menu", "card": "fiesta"}},
     "open: decision: by the rest of the position it is 'dial', not 'menu'"),
    ({"open": {"decision": "dial"}}, "open: nobody dials"),
    ({"castillo": [1, 0, 0, 0], "round": 4, "open": {"decision": "dial"}},
     "round: in the phase 'scoring' expected one of [3, 6, 9], not 4"),
    ({"castillo": [1, 0, 0, 0], "round": 3, "open": {"decision": "dial", "seat": 2}},
     "open: seat: by the rest of the position it is None, not 2"),
    ({"turn": 0, "dials": ["granada", None, None, None], "phase": "turns"},
     "dials: by the rest of the position it is [None, None, None, None]"),
    ({"over": True, "phase": "turns"}, "over: by the rest of the position it is False, not True"),
    ({"over": False, "phase": "over"}, "over: by the rest of the position it is True, not False"),
    ({"over": True, "open": {"decision": "power"}}, "open: by the rest of the position it is None"),
    ({"acted": [0, 1, 2, 3], "menu": {"card": "fiesta"}}, "open: all have had their turn"),
    ({"phase": "scoring", "round": 3, "acted": [0, 1], "castillo": [1, 0, 0, 0]},
     "acted, played: when a round is over, all have had their turn"),
    ({"phase": "scoring", "round": 3, "played": [9, None, None, None]},
     "acted, played: when a round is over, all have had their turn"),
    ({"open": {"decision": "modifier", "seat": 1}, "options": {"modules": ["power_shift"]}},
     "open: a modifier is played after a power card"),
])
def test_keys_that_contradict_each_other_are_refused(keys, says):
    with pytest.raises(BadPosition) as error:
        typed(**keys)
    assert says in str(error.value)


# ------------------------------------------------------------ action cards


def test_decks_and_discards_that_are_given_stay_when_the_open_cards_are_left_out():
    full = at(turn=0, played=[9, 8, 7, 6], menu={"card": "fiesta"})
    rest = {k: v for k, v in full.items() if k != "open_cards"}
    assert tr.load(rest).position() == full
    drawn = tr.load({k: v for k, v in rest.items() if k != "discards"}).position()
    assert (drawn["decks"], drawn["open_cards"]) == (full["decks"], full["open_cards"])
    rest = at(decks={"1": ["intrigue"]}, open_cards=[])["discards"]
    some = at(decks={"1": ["intrigue"]}, discards=[c for c in rest if c != "militia"])
    assert some["decks"]["1"] == ["intrigue"]
    assert "militia" in some["open_cards"]


def test_open_cards_are_drawn_from_those_that_are_nowhere_else():
    given = {"decks": {"3": ["fiesta"]}, "start_player": 0}
    position = at(**given)
    assert position["decks"]["3"] == ["fiesta"]
    assert len(position["open_cards"]) == 5
    assert len(position["discards"]) == 8
    nothing = at(turn=0, acted=[1, 2], discards=[])
    assert nothing["discards"] == []
    assert len(nothing["open_cards"]) == 3
    taken = at(turn=0, acted=[1, 2], discards=["fiesta", "intrigue"], open={"card": "audience"})
    assert taken["discards"] == ["fiesta", "intrigue"]
    assert len(taken["open_cards"]) == 2


def test_the_king_card_lies_open_where_its_deck_is_said_to_be_empty():
    assert "your_majesty" in at(turn=0, acted=[1, 2, 3], decks={"5": []})["open_cards"]
    assert "your_majesty" not in at(turn=0, acted=[1, 2, 3], decks={"5": ["your_majesty"]})["open_cards"]


@pytest.mark.parametrize(("keys", "says"), [
    ({"decks": {"5": []}, "open_cards": ["fiesta"]}, "your_majesty is nowhere"),
    ({"decks": {"1": ["intrigue"]}, "discards": []}, "is nowhere"),
    ({"decks": {"1": "intrigue"}}, "decks: 1: expected a list"),
    ({"discards": "fiesta"}, "discards: expected a list"),
])
def test_action_cards_that_cannot_be_where_they_are_said_to_be(keys, says):
    with pytest.raises(BadPosition) as error:
        typed(**keys)
    assert says in str(error.value)


# ------------------------------------------------------------ modules and the dummy


def test_a_grande_in_the_castillo_is_new_regents():
    assert at(grandes=["castillo", "toledo", "toledo", "toledo"])["options"]["modules"] == ["new_regent"]


@pytest.mark.rule("EG-9.6")
def test_the_dummys_power_card_is_none_that_its_deck_still_has():
    two = {"players": 2, "court": [5, 5, 0], "hands": [None, None, [v for v in range(1, 14) if v != 13]]}
    assert at(**two)["played"] == [None, None, 13]
    turned = at(**two, menu={"seat": 1, "card": "fiesta"})
    assert (turned["played"][2], turned["acted"]) == (13, [2])
    for keys in ({}, {"turn": 0}):
        with pytest.raises(BadPosition, match=r"hands: the dummy's deck|played: nothing that was not named"):
            at(players=2, court=[5, 5, 0], hands=[None, None, list(range(1, 14))], **keys)


def test_lists_with_an_entry_of_the_dummy_are_of_two_players():
    position = at(players=2, court=[5, 5, 0])
    assert tr.load({k: v for k, v in position.items() if k != "players"}).position() == position
