"""What is written out to be quick is what the declarations say."""
from random import Random

import pytest

import tafelrunde as tr
from tafelrunde.games.el_grande.invariants import copies_seen
from tafelrunde.games.el_grande.position import composition, left_unseen
from tafelrunde.kernel.fields import Field, Visibility, conceal, may_see


def row_seen(f: Field, s: object, row: int, seat: int | None, memory: object) -> bool:
    if f.visible is Visibility.LISTED:
        return seat is not None and bool(getattr(s, f.by)[row] >> seat & 1)
    return may_see(f, row, seat, memory)


def nothing(value: object) -> object:
    return [nothing(one) for one in value] if isinstance(value, list) else None


def played(game: str, seed: int):
    """The positions of a random game, every few decisions."""
    chooser, match = Random(seed), tr.new(game, players=3, seed=seed)
    for n in range(120):
        if match.over:
            return
        if n % 8 == 0:
            yield match
        seat = chooser.choice(match.pending)
        match.play(chooser.choice(match.legal(seat)), seat=seat)


@pytest.mark.parametrize("game", tr.games())
def test_every_cell_that_a_seat_may_not_see_is_none_and_every_other_one_is_there(game):
    for match in played(game, 3):
        s = match.state
        for seat in (None, *range(match.players)):
            for memory in (False, True, "own"):
                seen = conceal(s, match.game.fields, seat, memory)
                for f in match.game.fields:
                    value, shown = getattr(s, f.name), getattr(seen, f.name)
                    if f.shape:
                        assert shown == [one if row_seen(f, s, row, seat, memory) else nothing(one)
                                         for row, one in enumerate(value)], (f.name, seat, memory)
                    else:
                        assert shown == (value if row_seen(f, s, 0, seat, memory) else None), (f.name, seat, memory)


@pytest.mark.parametrize("game", tr.games())
def test_whether_the_last_decision_can_be_taken_back_is_what_is_against_it(game):
    for match in played(game, 4):
        for seat in range(match.players):
            made = any(d.seat == seat for d in match.history.decisions())
            assert match.undo_barrier(seat) == (match.barriers(seat, match.decisions - 1)[0] if made else "nothing")
            assert match.decisions == len(match.history.decisions())


def test_the_cards_that_nobody_has_seen_are_those_that_the_rule_has_not_seen():
    for seed in range(3):
        for match in played("el_grande", seed):
            s = match.state
            assert left_unseen(s) == [n - copies_seen(s, card) for card, n in enumerate(composition(s))]
