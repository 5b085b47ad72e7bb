"""Pictures of games as they are played: every view of every seat can be drawn and read."""

from importlib import import_module
from random import Random

import pytest
from pictures.reading import marks, outside, overlaps

import tafelrunde
from tafelrunde.games import NAMES

SIZES = {"el_grande": (2, 5), "king_and_intriguer": (4,), "rheinlaender": (5,), "toledo": (4,)}
TABLES = [(game, players) for game in NAMES for players in SIZES[game]]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_view_of_a_game_is_drawn(game: str, players: int) -> None:
    random = Random(5)
    draw = import_module(f"tafelrunde.games.{game}.picture").draw
    match = tafelrunde.new(game, players=players, seed=11)
    decisions = 0
    while not match.over and decisions < 160:
        seat = random.choice(match.pending)
        match.play(random.choice(match.legal(seat)), seat)
        decisions += 1
        if decisions % 40 == 0:
            for viewer in (*range(players), None):
                svg = draw(match.view(viewer), seat=viewer)
                assert overlaps(svg) == []
                assert outside(svg) == []
    assert match.svg(0) == draw(match.view(0), seat=0)
    assert match.svg().startswith("<svg")


def test_el_grande_counts_agree_with_the_position() -> None:
    random = Random(2)
    match = tafelrunde.new("el_grande", players=4, seed=3)
    for _ in range(120):
        seat = random.choice(match.pending)
        match.play(random.choice(match.legal(seat)), seat)
    view = match.view(None)
    drawn = [mark for mark in marks(match.svg(parts="board")) if mark.kind == "text" and mark.piece == "caballeros"]
    shown = {(mark.place, int(mark.seat)): int(mark.name) for mark in drawn if mark.place != "castillo"}
    assert shown == {(r, s): n for r, counts in view["regions"].items() for s, n in enumerate(counts) if n}


def test_a_seat_sees_no_more_in_a_picture_than_in_its_view() -> None:
    """The castillo and other hands are in the position, not in the picture of a view."""
    random = Random(4)
    match = tafelrunde.new("el_grande", players=3, seed=8)
    for _ in range(90):
        seat = random.choice(match.pending)
        match.play(random.choice(match.legal(seat)), seat)
    assert any(match.position()["castillo"])
    inside = [m for m in marks(match.svg(0)) if m.place == "castillo" and m.piece == "caballeros" and m.seat != "0"]
    assert inside == []


def test_worth_of_duchies_agrees_with_the_rules() -> None:
    """RH-7.2, RH-7.3: the picture reads the position, the rules the state; both must say the
    same.
    """
    from tafelrunde.games.rheinlaender.board import BOARD
    from tafelrunde.games.rheinlaender.duchy import duchies
    from tafelrunde.games.rheinlaender.fields import DUCHY_AT
    from tafelrunde.games.rheinlaender.scoring import worth

    random = Random(9)
    match = tafelrunde.new("rheinlaender", players=4, seed=21)
    compared = 0
    for _ in range(120):
        if match.over:
            break
        seat = random.choice(match.pending)
        match.play(random.choice(match.legal(seat)), seat)
        for duchy in duchies(match.view(None)):
            cell = match.state.cell[BOARD.spaces.index(duchy.spaces[0])]
            assert duchy.value == worth(match.state, DUCHY_AT[cell])
            compared += 1
    assert compared > 100
