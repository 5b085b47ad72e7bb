"""The log tells the truth: equal events in a row are counted, never dropped, and nobody reads what
is hidden.
"""
from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from harness import Table, play_on
from helpers.el_grande import play, turn
from helpers.toledo import play_drawing
from helpers.toledo import table as toledo

import tafelrunde as tr

TITLES = sorted(tr.games())


@pytest.mark.rule("EG-4.3")
def test_three_thrown_into_the_castillo_are_told_as_three() -> None:
    match = play(turn("fiesta"), *["place castillo"] * 3)
    said = {lang: match.events(seat=1, lang=lang)[-1] for lang in ("en", "hu", "cs", "de")}
    assert {event["times"] for event in said.values()} == {3}
    assert said["en"]["text"] == "Red throws 3 caballeros into the castillo."
    assert said["hu"]["text"] == "Piros bedob 3 caballerót a castillóba."
    assert said["cs"]["text"] == "Červený vhazuje 3 caballeros do věže."
    assert said["de"]["text"] == "Rot wirft 3 Caballeros ins Castillo."


def test_the_count_begins_again_elsewhere() -> None:
    match = play(turn("your_majesty"), "place aragon", "place aragon", "place castillo", "place aragon")
    assert [e["times"] for e in match.events() if e["event"] == "placed"] == [1, 2, 1, 1]


def test_a_count_goes_on_from_the_number_that_a_reader_asks_for() -> None:
    match = play(turn("your_majesty"), *["place aragon"] * 4)
    everything = match.events()
    for since in range(len(everything)):
        assert match.events(since) == everything[since:]


def test_what_is_taken_back_is_not_counted() -> None:
    match = play(turn("fiesta"), *["place aragon"] * 3)
    match.undo(0)
    assert match.events()[-1]["times"] == 2


def test_a_sentence_that_does_not_count_itself_has_the_number_behind_it() -> None:
    match = play_drawing(toledo(2), "draw", "M1-01", "M1-02")
    drawn = [e for e in match.events(seat=0) if e["event"] == "draw"]
    assert [e["text"] for e in drawn] == ["Red draws a 1.", "Red draws a 1. ×2"]
    assert [e for e in match.events(seat=1) if e["event"] == "draw"] == []


@pytest.mark.parametrize("name", TITLES)
def test_no_event_is_lost_and_every_count_is_right(name: str) -> None:
    """Whatever a reader sees: the counts of its sentences follow from the sentences alone."""
    game = tr.game(name)
    match = play_on(Table(game.seats[1]).match(game, "telling"), Random(4), 150)
    for seat in (None, *range(match.players)):
        told = match.events(seat=seat)
        assert told
        for before, after in pairwise(told):
            if after["times"] > 1:
                assert (before["event"], before["times"]) == (after["event"], after["times"] - 1)
        for event in told:
            kind = next(k for k in game.events if k.name == event["event"])
            assert ("by" in event) == bool(kind.actor)
            assert ("gain" in event) == bool(kind.gains)


@pytest.mark.parametrize("name", ["el_grande", "king_and_intriguer", "rheinlaender"])
def test_the_points_of_events_add_up_to_the_scores(name: str) -> None:
    game = tr.game(name)
    match = play_on(Table(game.seats[1]).match(game, "gains"), Random(5))
    gained = [0] * match.players
    for event in match.events():
        if "gain" in event:
            gained[event["gain"][0]] += event["gain"][1]
    assert gained == match.scores
