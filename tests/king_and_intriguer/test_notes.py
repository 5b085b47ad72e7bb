"""What the table notes about a view agrees with the rules, and tells nobody more than the view
does.
"""
from random import Random

import pytest

import tafelrunde as tr
from tafelrunde.games.el_grande.tables import PLACE_IDS
from tafelrunde.games.king_and_intriguer.cards import highest, places_most, role_of
from tafelrunde.games.king_and_intriguer.fields import Role
from tafelrunde.games.king_and_intriguer.notes import marks, notes, order
from tafelrunde.games.king_and_intriguer.scoring import score_by_card

EVERYTHING = {"players_edition": True, "extra_cards": True, "short": True}
WHAT = {Role.OPEN: None, Role.KING: "king", Role.INTRIGUER: "intriguer"}


@pytest.mark.parametrize(("players", "options"), [(2, {"short": True}), (4, {"short": True}), (5, EVERYTHING)])
def test_the_order_is_that_of_the_turns(players, options):
    choice, turns = Random(players), 0
    match = tr.new("king_and_intriguer", players=players, seed=players, options=options)
    while not match.over:
        view, s = match.view(None), match.state
        rows = order(view)
        if view["phase"] == "turns":
            turns += 1
            seats = [row["seat"] for row in rows]
            left = (1 << players) - 1
            for row in rows:
                assert row["seat"] == highest(s, left)
                assert row["role"] == WHAT[role_of(s, row["seat"])]
                left &= ~(1 << row["seat"])
            assert seats[len(view["acted"])] == view["turn"]
            now = rows[len(view["acted"])]
            assert now["caballeros"] == places_most(s)
            chosen = view["roles"][view["turn"]]
            assert chosen is None or now["acts_as"] == chosen
        elif view["phase"] == "cards" and view["open"]["decision"] == "action":
            assert all("role" not in row for row in rows), "roles are given when all cards lie"
        seat = choice.choice(match.pending)
        match.play(choice.choice(match.legal(seat)), seat=seat)
    assert turns > 20


def test_marks_are_those_of_the_position_and_secrets_stay_secret():
    choice, seen = Random(7), set()
    for seed in range(12):
        match = tr.new("king_and_intriguer", players=4, seed=seed, options=EVERYTHING)
        while not match.over:
            position = match.position()
            for viewer in (None, 0, 1):
                found = {(region, mark["mark"]) for region, listed in marks(match.view(viewer)).items() for mark in listed}
                seen |= {mark for _, mark in found}
                known = [r for seat, r in enumerate(position["doubles"]) if r and seat == viewer]
                assert {r for r, mark in found if mark == "double"} == set(known)
                assert {r for r, mark in found if mark == "protected"} == set(position["protected"])
                assert {r for r, mark in found if mark == "allied"} == {r for pair in position["alliances"] for r in pair}
                assert {r for r, mark in found if mark == "castillo"} == {position["castillo_at"]} - {None}
                assert {r for r, mark in found if mark == "limit"} == {c["region"] for c in position["lying"] if c["value"] == 66}
            seat = choice.choice(match.pending)
            match.play(choice.choice(match.legal(seat)), seat=seat)
    assert seen == {"double", "protected", "allied", "castillo", "limit"}


def test_a_choice_that_is_open_is_not_told_as_made():
    """KI-3.3: with two players the king may use the player's own card; a 180 leaves no choice."""
    view = tr.new("king_and_intriguer", players=2, seed=1).view(None) | {"played": [90, 180], "laid": [0, 1], "phase": "turns"}
    told = [(row["seat"], row["role"], row["acts_as"]) for row in notes(view)["order"]]
    assert told == [(1, "king", "king"), (0, "intriguer", None)]
    chosen = view | {"roles": ["card", None]}
    assert [row["acts_as"] for row in notes(chosen)["order"]] == ["king", "card"]


@pytest.mark.rule("KI-2.1", "KI-2.2", "KI-2.3", "KI-3.4", "KI-6.8")
@pytest.mark.parametrize(("players", "options"), [(2, {"short": True}), (4, {"short": True}), (5, EVERYTHING)])
def test_the_hand_says_what_a_card_would_make_of_its_player(players, options):
    """What is foretold before the last card is laid is what the order says afterwards; a scoring
    pays what it says.
    """
    choice, foretold, scoring = Random(players), 0, 0
    match = tr.new("king_and_intriguer", players=players, seed=players, options=options)
    while not match.over:
        seat = choice.choice(match.pending)
        told, s = notes(match.view(seat)), match.state
        for card in told["hand"].values():
            if card.get("points"):
                after = s.clone()
                for place in card["scores"]:
                    score_by_card(after, PLACE_IDS.index(place))
                assert card["points"] == [now - then for now, then in zip(after.score, s.score, strict=True)][:players]
                scoring += sum(card["points"])
        action = choice.choice(match.legal(seat))
        verb, _, laid = action.partition(" ")
        said = told["hand"].get(laid, {}) if verb == "action" else {}
        free = len(match.legal(seat)) < len(told["hand"])
        assert not (free and "closed" in said), "a value that lies can be laid only where no other is free"
        match.play(action, seat=seat)
        if said.get("role") is not None or said.get("caballeros") is not None:
            row = next(row for row in order(match.view(seat)) if row["seat"] == seat)
            assert all(row[key] == said[key] for key in ("caballeros", "role", "acts_as"))
            foretold += 1
    assert foretold >= 5
    assert scoring > 20


def test_nobody_is_told_of_another_hand():
    match = tr.new("king_and_intriguer", players=3, seed=1, options={"short": True})
    assert notes(match.view(None))["hand"] == {}
    for seat in range(3):
        assert set(notes(match.view(seat))["hand"]) == {str(card) for card in match.view(seat)["hands"][seat]}


def test_a_blank_card_in_hand_tells_what_its_table_gave_it():
    cards = [{"value": 93, "name": "Raid", "deed": "50", "court": 3, "n": 1},
             {"value": 101, "name": "Tax", "deed": "100", "court": 2, "points": ["5"]}]
    match = tr.new("king_and_intriguer", 2, seed=1, options={"players_edition": True, "blank_cards": cards})
    view = match.view(0)
    told = notes({**view, "hands": [["blank_1", "blank_2", 50], None]})["hand"]
    assert (told["blank_1"]["must"], told["blank_1"]["court"]) == (told["50"]["must"], 3)
    assert sorted(told["blank_2"]["scores"]) == ["aragon", "navarra", "valencia"], "the regions that pay 5 for the most"
