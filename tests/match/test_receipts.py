"""Where the points of a finished game came from: every title, every number of players."""
from __future__ import annotations

from random import Random

import pytest
from harness import Table, play_on
from helpers.toledo import table as toledo

import tafelrunde as tr
from tafelrunde.games.toledo.fields import Phase

EVERYTHING = {"modules": ["new_regent", "power_shift"], "alternatives": ["grand_strategy", "veto", "secret_ballot"]}
TABLES = [
    *(("el_grande", Table(p, o)) for p in (2, 3, 4, 5) for o in ({}, EVERYTHING, {"short": True})),
    *(("king_and_intriguer", Table(p, {"players_edition": True, "extra_cards": True})) for p in (2, 3, 4, 5)),
    *(("rheinlaender", Table(p, o)) for p in (3, 4, 5) for o in ({}, {"winner_tie": "most_dukes"})),
    *(("toledo", Table(p, {"turn_cap": "50"})) for p in (2, 3, 4)),
]


@pytest.mark.parametrize(("name", "table"), TABLES, ids=lambda x: str(x))
def test_every_row_of_a_receipt_adds_up_to_the_points(name: str, table: Table) -> None:
    game = tr.game(name)
    for seed in range(3):
        match = play_on(table.match(game, f"receipt {seed}"), Random(seed))
        receipt = match.receipt()
        assert receipt is not None
        assert [sum(row) for row in receipt["points"]] == match.scores
        assert all(len(row) == len(receipt["sources"]) for row in receipt["points"])
        if receipt["rounds"]:
            assert [sum(r["points"][p] for r in receipt["rounds"]) for p in range(match.players)] == match.scores


@pytest.mark.parametrize("name", sorted({name for name, _ in TABLES}))
def test_there_is_no_receipt_while_the_game_runs(name: str) -> None:
    game = tr.game(name)
    assert tr.new(name, players=game.seats[1], seed=1).receipt() is None


def test_the_king_and_the_grande_are_told_apart() -> None:
    game = tr.game("el_grande")
    kings = grandes = 0
    for seed in range(4):
        match = play_on(Table(4).match(game, f"bonus {seed}"), Random(seed))
        receipt = match.receipt()
        columns = [s["id"] for s in receipt["sources"]]
        kings += sum(row[columns.index("king")] for row in receipt["points"])
        grandes += sum(row[columns.index("grande")] for row in receipt["points"])
        assert all(n >= 0 for row in receipt["points"] for n in row)
    assert kings > 0
    assert grandes > 0


def test_a_game_from_a_position_names_the_points_it_began_with() -> None:
    begun = play_on(Table(3).match(tr.game("el_grande"), "half"), Random(1), 120)
    match = play_on(tr.load(begun.position()), Random(2))
    receipt = match.receipt()
    assert receipt["sources"][-1]["id"] == "earlier"
    assert [row[-1] for row in receipt["points"]] == begun.scores


@pytest.mark.rule("TO-9.3")
@pytest.mark.parametrize(("hands", "says"), [
    ([["M1-01"], []], "holds 1 card"), ([[], []], "share the place")])
def test_equal_points_in_toledo_are_explained(hands: list[list[str]], says: str) -> None:
    match = toledo(2, hands=hands)
    match.state.phase = Phase.OVER
    ties = match.receipt()["ties"]
    assert len(ties) == 1
    assert says in ties[0]


@pytest.mark.parametrize("lang", ["en", "hu", "cs", "de"])
@pytest.mark.parametrize("hands", [[["M1-01"], []], [["M3-01"], ["M1-01"]], [[], []]])
def test_a_tie_speaks_to_its_reader(hands: list[list[str]], lang: str) -> None:
    """The reader is never called by name, and the other always is."""
    match = toledo(2, hands=hands)
    match.state.phase = Phase.OVER
    match.names = {0: "Ada", 1: "Bo"}
    for you, (mine, other) in {None: ("", "Ada"), 0: ("Ada", "Bo"), 1: ("Bo", "Ada")}.items():
        said = match.receipt(lang, you)["ties"][0]
        assert other in said
        assert not mine or mine not in said
