"""Thousands of things that nobody should send: each is refused in words, and the match is as it
was.
"""
from random import Random
from typing import Any

import pytest
from harness import play_on

import tafelrunde as tr

WORDS = ["power", "court", "place", "card", "move", "dial", "done", "end", "castillo", "granada", "L1", "red", "joker", "-1",
         "0", "1", "13", "99", "999999999999999999999", "٣", "½", "\x00", "\n", "{seat}", "%s", "🂡", "é", "", " "]
VALUES: list[Any] = [None, True, -1, 0, 2, 99, 2**70, 1.5, "", "x", "veto", "1995", [], {}, ["veto"] * 3, ["x"], [[]], {"x": 1},
                     b"x", ("veto",)]


def spoilt(action: str, choice: Random) -> str:
    """An action with something wrong in it, most of the time."""
    words = action.split()
    for _ in range(choice.randint(1, 2)):
        at = choice.randrange(len(words)) if words else 0
        kind = choice.randrange(5)
        if kind == 0:
            words[at:at + 1] = [choice.choice(WORDS)]
        elif kind == 1:
            words.insert(at, choice.choice(WORDS))
        elif kind == 2:
            del words[at:at + 1]
        elif kind == 3 and words and words[at]:
            letter = choice.randrange(len(words[at]))
            words[at] = words[at][:letter] + chr(choice.randrange(1, 0x3000)) + words[at][letter + 1:]
        else:
            words = [w.swapcase() for w in words] * choice.randint(1, 40)
    return " ".join(words)


@pytest.mark.parametrize("name", tr.games())
def test_three_thousand_spoilt_actions_change_nothing(name: str) -> None:
    choice = Random(name)
    match = tr.new(name, players=3, seed=name)
    everything = list(tr.game(name).actions.ids)
    refused = 0
    while refused < 3000:
        if match.over:
            match = tr.new(name, players=3, seed=refused)
        before = match.position()
        for _ in range(60):
            action = spoilt(choice.choice(everything), choice) if choice.random() < 0.7 else choice.choice(everything)
            seat: Any = choice.choice([0, 1, 2, 0, 1, 2, 3, -1, None, "0", 2**70])
            if seat in match.pending and " ".join(action.split()) in match.legal(seat):
                continue
            if seat is None and len(match.pending) == 1 and " ".join(action.split()) in match.legal(match.pending[0]):
                continue
            with pytest.raises(tr.IllegalAction) as refusal:
                match.play(action, seat=seat)
            assert refusal.value.rule
            assert refusal.value.text
            refused += 1
        assert match.position() == before
        play_on(match, choice, 7)


@pytest.mark.parametrize("name", tr.games())
def test_a_thousand_spoilt_tables_are_refused_or_playable(name: str) -> None:
    choice = Random(name)
    keys = [option.name for option in tr.game(name).options]
    refused = 0
    for _ in range(1000):
        players = choice.choice([2, 3, 4, 5, 3, 4, choice.choice(VALUES)])
        options = {choice.choice([*keys, "x", ""]): choice.choice(VALUES) for _ in range(choice.randint(0, 2))}
        try:
            match = tr.new(name, players=players, seed=1, options=options)
        except tr.BadOptions as error:
            refused += 1
            assert str(error)
        else:
            assert match.legal(match.pending[0])
    assert refused > 300


@pytest.mark.parametrize("nothing", [None, "", "chess", "el grande", "../el_grande", 3, "el_grande\x00"])
def test_a_game_that_is_not_there_is_named(nothing: Any) -> None:
    with pytest.raises(tr.UnknownGame, match="there is no game"):
        tr.new(nothing, players=3)
