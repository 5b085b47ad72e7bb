"""What is true at every moment of every game."""
from itertools import combinations

import pytest
from harness import Table, check_laws
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelrunde.games.el_grande import GAME
from tafelrunde.games.el_grande.fields import Phase
from tafelrunde.games.el_grande.tables import REGIONS
from tafelrunde.kernel import seed_generator

ROUNDS = {False: [1, 2, 3, 4, 5, 6, 7, 8, 9], True: [2, 3, 5, 6, 8, 9]}


@st.composite
def tables(draw):
    """Any possible table."""
    players = draw(st.integers(2, 5))
    options = {"short": draw(st.booleans()), "memory": draw(st.sampled_from(["strict", "notes", "ledger"]))}
    if players == 3:
        options["merge_decks"] = draw(st.booleans())
    if draw(st.integers(0, 4)) == 0:
        return Table(players, {**options, "edition": "1995"})
    options["modules"] = draw(st.lists(st.sampled_from(["new_regent", "power_shift"]), unique=True))
    options["alternatives"] = draw(st.lists(st.sampled_from(["grand_strategy", "secret_ballot", "veto"]),
                                            unique=True))
    if "veto" in options["alternatives"] and draw(st.booleans()):
        options["alternatives"].append("veto")
    return Table(players, options)


def check(s):
    """What is broken, by name."""
    assert GAME.laws[GAME.broken(s)] == "NOTHING"


def taboo(before, after):
    """EG-6.2: nothing went into or out of the king's region, unless the king or a New Regent card
    did it.
    """
    if before.king == after.king < REGIONS and before.phase not in (Phase.DIAL, Phase.ESCORT):
        king = before.king
        if not before.infiltration:
            assert before.regions[king] == after.regions[king]
        assert [t == king for t in before.tile_at] == [t == king for t in after.tile_at]


@settings(max_examples=60)
@given(table=tables(), seed=st.integers(0, 2**40))
def test_random_games_keep_every_law(table, seed):
    s, rounds = check_laws(GAME, table, seed, check, taboo)
    assert rounds == ROUNDS[table.options["short"]]
    assert s.phase == Phase.OVER


PAIRS = {"short": True, "new_regent": "new_regent", "power_shift": "power_shift", "veto": "veto",
         "second_veto": "veto",
         "grand_strategy": "grand_strategy", "secret_ballot": "secret_ballot", "notes": "notes", "ledger": "ledger",
         "merge_decks": True, "edition": "1995"}


def options_of(names):
    """Options of a pair of switches; None if they contradict each other."""
    options = {"modules": [n for n in names if n in ("new_regent", "power_shift")],
               "alternatives": [PAIRS[n] for n in names if n in ("veto", "second_veto", "grand_strategy",
                                                                 "secret_ballot")]}
    if "notes" in names and "ledger" in names:
        return None
    for name in names:
        if name in ("notes", "ledger"):
            options["memory"] = name
        if name in ("short", "merge_decks", "edition"):
            options[name] = PAIRS[name]
    return options if "edition" not in options or not (options["modules"] or options["alternatives"]) else None


@pytest.mark.rule("EG-10.1", "EG-11.1", "EG-12.1", "EG-13.1", "EG-13.2", "EG-9.1")
@pytest.mark.parametrize("pair", [p for p in combinations(PAIRS, 2) if options_of(p) is not None], ids="+".join)
def test_every_pair_of_options_at_every_table(pair):
    for players in (2, 3, 4, 5):
        if "merge_decks" in pair and players > 3:
            continue
        s = GAME.configured(players, options_of(pair))
        s.rng = seed_generator(len(''.join(pair)) * 10 + players)
        GAME.law.setup(s)
        while (seats := GAME.law.pending(s)):
            seat = (seats & -seats).bit_length() - 1
            actions = GAME.legal_ids(s, seat)
            s.rng = (s.rng * 25214903917 + 11) & 0xFFFFFFFFFFFF
            GAME.law.apply(s, seat, actions[(s.rng >> 20) % len(actions)])
        check(s)
        assert s.marker == 9
