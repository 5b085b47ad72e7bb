"""What fields are declared to hold is what they hold; observations follow from it."""
import sys
from pathlib import Path
from random import Random

import pytest
from research.tables import EVERY, IDS

import tafelrunde as tr
from tafelrunde.games.king_and_intriguer.fields import Phase
from tafelrunde.kernel import NOBODY, Case, Coded, Field, Maybe, Number, One, Packed, Seat, Seats, Set
from tafelrunde.kernel.fields import all_allowed
from tafelrunde.kernel.observing import encoder, schema, seats_in_use

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from load_positions import tables


@pytest.mark.parametrize("title", tr.games())
def test_every_field_says_what_it_holds(title):
    assert [f.name for f in tr.game(title).fields if f.holds is None] == ["rng"]


def states(game, table, seeds):
    """The states of some random games, each with a seat that decides."""
    for seed in seeds:
        choice = Random(seed)
        s = table.state(game, seed)
        game.driver.begin(s, game.mask())
        while seats := game.law.pending(s):
            seat = choice.choice([p for p in range(8) if seats >> p & 1])
            yield s, seat
            game.driver.play(s, seat, choice.choice(game.legal_ids(s, seat)), game.mask())


@pytest.mark.parametrize(("title", "table"), EVERY, ids=IDS)
def test_values_in_random_games_are_as_declared(title, table):
    game = tr.game(title)
    used = seats_in_use(game.configured(table.players, table.options))
    for s, _ in states(game, table, range(3)):
        wrong = [f"{f.name}: {getattr(s, f.name)}" for f in game.fields if not all_allowed(f, getattr(s, f.name), used)]
        assert not wrong


CHOSEN = {"el_grande": ("first", "readings"), "rheinlaender": ("first", "options"), "toledo": ("first", "readings"),
          "king_and_intriguer": ("first", "switches", "blank_value", "blank_like", "blank_most", "blank_name")}
"""Fields that are empty unless an option is chosen."""


@pytest.mark.slow
@pytest.mark.parametrize("title", tr.games())
def test_values_are_as_declared_with_every_value_of_every_option(title):
    game, filled, phases = tr.game(title), set(), set()
    for number, table in enumerate(tables(game)):
        used = seats_in_use(game.configured(table.players, table.options))
        for decision, (s, _) in enumerate(states(game, table, [number])):
            phases.add(getattr(s, "phase", None))
            if decision % 5 == number % 5:
                wrong = [f"{f.name}: {getattr(s, f.name)}" for f in game.fields if not all_allowed(f, getattr(s, f.name), used)]
                assert not wrong, f"{table} seed {number}, decision {decision}"
        filled |= {name for name in CHOSEN[title] if any(flat(getattr(s, name)))}
    assert filled == set(CHOSEN[title])
    assert title != "king_and_intriguer" or Phase.GATHER in phases


def flat(value):
    """The numbers of a field."""
    return [n for v in value for n in flat(v)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("perfect", [False, True], ids=["seat", "perfect"])
@pytest.mark.parametrize(("title", "table"), EVERY, ids=IDS)
def test_an_observation_is_what_its_schema_says(title, table, perfect):
    game = tr.game(title)
    configured = game.configured(table.players, table.options)
    cells, used, encode = schema(game, configured, perfect), seats_in_use(configured), encoder(game, perfect)
    assert len({c.name for c in cells}) == len(cells)
    for number, (s, seat) in enumerate(states(game, table, range(2))):
        if number % 7 == 0:
            seen = [-1] * len(cells)
            assert encode(s, seat, *used, seen, 0, 1) == len(cells)
            assert all(c.low <= x <= c.high for c, x in zip(cells, seen, strict=True))


def test_nothing_that_nobody_may_see_is_in_an_observation():
    for title in tr.games():
        game = tr.game(title)
        hidden = {f.name for f in game.fields if f.visible is NOBODY}
        named = {c.name.partition("[")[0] for c in schema(game, game.configured(game.seats[0]))}
        assert hidden.isdisjoint(named)


def test_the_numbers_of_an_observation_by_hand():
    """Seat 2 of three looks: itself comes first, then seat 0, then seat 1."""
    game = tr.game("el_grande")
    s = game.configured(3)
    s.score[:3] = [10, 20, 30]
    s.waiting, s.starter, s.actor = 0b011, 1, 2
    s.hand[2] = 1 << 5
    s.dial[:3] = [4, 4, 7]
    cells = schema(game, s)
    seen = [-1] * len(cells)
    encoder(game)(s, 2, 3, 3, seen, 0, 1)
    found = {c.name: x for c, x in zip(cells, seen, strict=True)}
    assert [found[f"score[{w}]"] for w in ("self", "left 1", "left 2")] == [30, 10, 20]
    assert [found[f"waiting[{w}]"] for w in ("self", "left 1", "left 2")] == [0, 1, 1]
    assert (found["starter"], found["actor"]) == (2, 0)
    assert found["dial[self]"] == 8
    assert not any(name.startswith("dial[left") for name in found)
    assert sum(x for name, x in found.items() if name.startswith("hand[self]")) == 1


@pytest.mark.parametrize(("holds", "good", "bad"), [
    (Number(0, 3), [0, 3], [-1, 4]),
    (One("card", 5), [0, 4], [5, -1]),
    (Seat, [0, 2], [3, -1]),
    (Maybe(Seat), [-1, 2], [3, -2]),
    (Maybe(One("region", 9), none=0), [0, 9], [10, -1]),
    (Seats, [0, 7], [8, -1]),
    (Set("region", 4), [0, 15], [16, -1]),
    (Coded((Case("free"), Case("knight", (("seat", Seat, 5), ("duchy", One("duchy", 2), 2))))), [0, 1, 3, 8], [4, 5, 11]),
    (Packed("knights", 2, 3, 2, (("owner", 2, Maybe(Seat, none=0)),)), [0, 0b010101, 3 << 6], [0b11, 1 << 9, -1]),
], ids=str)
def test_values_that_can_be_and_cannot_be(holds, good, bad):
    assert all(holds.allows(v, 3) for v in good if not (isinstance(holds, Packed) and v >> 6 > 3))
    assert not any(holds.allows(v, 3) for v in bad if not (isinstance(holds, Packed) and v == 1 << 9))


def test_an_axis_without_a_name_is_refused():
    with pytest.raises(ValueError, match="every axis is named"):
        Field("court", "i1", (5,), NOBODY, "caballeros", Number(0, 30))
