"""What the table notes about a view agrees with the rules."""
from random import Random

import pytest

import tafelrunde as tr
from tafelrunde.games.el_grande.forecast import forecast
from tafelrunde.games.el_grande.notes import notes, points_of_tile, sums
from tafelrunde.games.el_grande.powers import highest, total
from tafelrunde.games.el_grande.scoring import score_place, table_of
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


@pytest.mark.rule("EG-8.1", "EG-8.2", "EG-8.3", "EG-6.1", "EG-13.1")
@pytest.mark.parametrize(("players", "options"), [(2, {"memory": "ledger"}), (3, {"memory": "notes"}), (4, {}),
                                                  (5, {"modules": ["new_regent"], "memory": "ledger"})])
def test_the_forecast_is_what_a_scoring_would_pay_and_only_what_one_may_know(players, options):
    choice = Random(players)
    match = tr.new("el_grande", players=players, seed=players, options={**options, "short": True})
    told = 0
    while not match.over:
        seat = choice.choice(match.pending)
        view, s = match.view(seat), match.state
        found = forecast(view)
        for place, points in found.items():
            if points is not None:
                after = s.clone()
                score_place(after, PLACE_IDS.index(place))
                assert points == [now - then for now, then in zip(after.score, s.score, strict=True)][:players], place
                told += sum(points)
        assert (found["castillo"] is None) == (None in view["castillo"])
        match.play(choice.choice(match.legal(seat)), seat=seat)
    assert told > 50
