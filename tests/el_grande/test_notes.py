"""What the table notes about a view agrees with the rules."""
from random import Random

import pytest

import tafelrunde as tr
from tafelrunde.games.el_grande.notes import notes, points_of_tile, sums
from tafelrunde.games.el_grande.powers import highest, total
from tafelrunde.games.el_grande.scoring import table_of
from tafelrunde.games.el_grande.tables import PLACE_IDS, TABLES


@pytest.mark.rule("EG-8.4", "EG-9.2", "EG-3.1", "EG-12.2")
@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"short": True}), (4, {"modules": ["power_shift"]}),
                                                  (5, {"modules": ["new_regent"]})])
def test_tables_and_order_are_those_of_the_rules(players, options):
    choice, moved = Random(players), 0
    for seed in range(6):
        match = tr.new("el_grande", players=players, seed=seed, options=options)
        while not match.over:
            view, s = match.view(None), match.state
            told = notes(view)
            for place, points in told["tables"].items():
                assert points == list(TABLES[table_of(s, PLACE_IDS.index(place))])[:s.paid]
            moved += any(view["tiles"].values())
            if view["phase"] == "turns":
                assert sums(view)[: players] == [total(s, seat) for seat in range(players)]
                left = [seat for seat in told["turn_order"] if not s.acted >> seat & 1]
                assert left[0] == view["turn"]
                assert highest(s) in (left[0], 2 if players == 2 else left[0])
            else:
                assert told["turn_order"] == list(range(players))
            seat = choice.choice(match.pending)
            match.play(choice.choice(match.legal(seat)), seat=seat)
    assert moved


def test_a_tile_pays_what_is_printed_on_it():
    assert points_of_tile("8-4-0", 4) == (8, 4, 0)
    assert points_of_tile("8-4-0", 3) == (8, 4)
