"""What always holds, in random games of any kind: the invariants, payments, and what a loaded
position finds.
"""
from random import Random

from harness import Table
from hypothesis import given, settings
from hypothesis import strategies as st
from rheinlaender.scenes import events
from rheinlaender.tables import TABLES

from tafelrunde.games.rheinlaender import GAME
from tafelrunde.games.rheinlaender.board import BOARD
from tafelrunde.games.rheinlaender.events import Event

BESIDE = {str(i + 1): {BOARD.spaces[x] for x in site.spaces} for i, site in enumerate(BOARD.sites)}


def check(s):
    """What is broken, by name."""
    assert GAME.laws[GAME.broken(s)] == "NOTHING"


def worth(at, spaces):
    """A duchy's value in points, from scratch."""
    points = {"town2": 2, "town3": 3, "town4": 4, "castle": 1, "bishopric": 1}
    return 1 + sum(points[at["tiles"][site]] for site in BESIDE if BESIDE[site] & set(spaces))


def check_payments(before, after, notes):
    """RH-7.1, RH-8.2: what was paid is the former value of what was lost, no more and no less."""
    kept = {frozenset(d["spaces"]): d["owner"] for d in after["duchies"]}
    due = [0] * before["players"]
    merged = {}
    for d in before["duchies"]:
        now = next(spaces for spaces in kept if set(d["spaces"]) <= spaces)
        if d["owner"] is not None:
            value = worth(before, d["spaces"])
            if kept[now] == d["owner"]:
                merged.setdefault(now, []).append(value)
            else:
                due[d["owner"]] += value
    for spaces, values in merged.items():
        if before["options"]["pay_own_lesser_duchies_in_merger"]:
            due[kept[spaces]] += sum(values) - max(values)
    assert [sum(n for seat, n in notes if seat == p) for p in range(before["players"])] == due
    if not after["over"]:
        assert [b + n for b, n in zip(before["coins"], due, strict=True)] == after["coins"]


@settings(max_examples=14)
@given(st.integers(0, 10**9), st.sampled_from(TABLES))
def test_everything_holds_together_after_every_decision(seed, table):
    match, choice = table.match(GAME, seed), Random(seed)
    check(match.state)
    while not match.over:
        before, told = match.position(), len(match.history.events())
        match.play(choice.choice(match.legal(match.pending[0])))
        after = match.position()
        check(match.state)
        check_payments(before, after, [e[1:3] for e in match.history.events()[told:] if e[0] == Event.PAID])


@settings(max_examples=8)
@given(st.integers(0, 10**9), st.sampled_from(TABLES))
def test_what_is_kept_incrementally_is_what_a_loaded_position_finds(seed, table):
    """Loading finds free banks, support, bishops and duchies again; the running state has kept them
    step by step.
    """
    choice = Random(seed)
    s = table.state(GAME, seed)
    GAME.driver.begin(s, GAME.mask())
    while GAME.law.pending(s):
        GAME.driver.play(s, s.turn, choice.choice(GAME.legal_ids(s, s.turn)), GAME.mask())
        loaded = GAME.load(GAME.position(s))
        for field in ("free", "bishops", "archbishop", "supply", "forts_left", "centre", "tiles_left", "pile"):
            assert getattr(loaded, field) == getattr(s, field), field
        free = [word & mask for row in s.reach for word, mask in zip(row, s.free, strict=True)]
        assert free == [word & mask for row in loaded.reach for word, mask in zip(row, s.free, strict=True)]
        assert sorted(loaded.duchy) == sorted(s.duchy)


@settings(max_examples=10)
@given(st.integers(0, 10**9), st.sampled_from([3, 4, 5]))
def test_a_game_ends_after_whole_rounds_with_somebody_out_of_knights(seed, players):
    match, choice = Table(players).match(GAME, seed), Random(seed)
    turns = [0] * players
    while not match.over:
        seat = match.pending[0]
        action = choice.choice(match.legal(seat))
        turns[seat] += action.startswith("card")
        match.play(action)
    for seat, *_ in events(match, "passed_over"):
        turns[int(seat)] += 1
    assert len(set(turns)) == 1
    assert len(events(match, "last_round")) == 1
