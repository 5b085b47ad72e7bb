"""The rulebook's worked examples and tests of its single sentences (examples.json): position,
action, outcome.
"""
import json
from pathlib import Path

import pytest
from rheinlaender.scenes import SEATS, events, knights, legal, owner, paid, scene, turn

EXAMPLES = json.loads((Path(__file__).parent / "examples.json").read_text("utf-8"))
VERB = {"number": "knight", "support": "support", "swap": "swap"}


def staged(example):
    """The example's position, with its card in the hand of who acts."""
    action = example["action"]
    colours = {}
    for space, colour in example.get("knights", {}).items():
        colours[colour] = f"{colours.get(colour, '')} {space}"
    return scene(
        turn=SEATS[action["player"]], cards=action["card"], aim=action["space"],
        tiles={int(k): v for k, v in example.get("tiles", {}).items()},
        castles={int(k): SEATS[v] for k, v in example.get("castles", {}).items()},
        forts=dict.fromkeys(example.get("forts", []), SEATS["green"]) if "forts" in example else None,
        owners={space: SEATS[colour] for space, colour in example.get("dukes", [])},
        archbishop=SEATS[example["archbishop"]] if "archbishop" in example else None, **colours,
        **({"forts_left": [3, 3, 3, 2]} if "forts" in example else {}))


PLAYED = [e for e in EXAMPLES if e.get("action")]


@pytest.mark.rule("RH-3.1", "RH-3.2", "RH-3.3", "RH-4.2", "RH-5.1", "RH-6.2", "RH-6.3", "RH-7.1", "RH-8.1", "RH-8.2",
                  "RH-8.3", "RH-9.1", "RH-9.2", "RH-9.4", "RH-9.5", "RH-10.1", "RH-10.2", "RH-10.3")
@pytest.mark.parametrize("example", PLAYED, ids=[e["id"] for e in PLAYED])
def test_example(example):
    action, expected = example["action"], example["expect"]
    match = staged(example)
    seat, verb, space = SEATS[action["player"]], VERB[action["mode"]], action["space"]
    taken, offered = [], []
    if f"card {action['card']}" in match.legal(seat):
        match.play(f"card {action['card']}", seat=seat)
        taken = events(match, verb)  # a single possibility was played automatically
        offered = [x for _, x, *_ in taken] or legal(match, verb)
    assert (space in offered) == expected["legal"]
    if "legal_spaces" in expected:
        assert sorted(offered) == sorted(expected["legal_spaces"])
    if not expected["legal"]:
        return
    if not taken:
        match.play(f"{verb} {space}", seat=seat)
    at = match.position()
    for x, colour in expected.get("owners", {}).items():
        lone = not any(x in d["spaces"] for d in at["duchies"])
        assert (None if lone else owner(match, x)) == (None if colour is None else SEATS[colour])
    for x, counts in expected.get("counts", {}).items():
        assert knights(match, x) == [counts.get(colour, 0) for colour in list(SEATS)[:4]]
    if "payouts" in expected:
        assert paid(match) == {SEATS[colour]: [n] for colour, n in expected["payouts"].items()}
        assert at["coins"] == [expected["payouts"].get(colour, 0) for colour in list(SEATS)[:4]]
    for site, colour in expected.get("castles", {}).items():
        assert at["castle_knights"][site] == SEATS[colour]
    for x, colour in expected.get("knights", {}).items():
        assert at["knights"][x] == SEATS[colour]
    for colour, n in expected.get("bishops", {}).items():
        assert match.state.bishops[SEATS[colour]] == n
    if "archbishop" in expected:
        assert at["archbishop"] == SEATS[expected["archbishop"]]


@pytest.mark.rule("RH-11.3")
def test_the_example_of_the_final_scoring():
    """D22: a bishopric, a castle, a duke and the archbishop are 12; a town of 4 and a duke are
    9.
    """
    example = next(e for e in EXAMPLES if e["id"] == "D22")
    match = scene(players=3, turn=2, cards=[33, 1, 2, 3, 4], tiles={11: "bishopric", 12: "castle", 21: "town4"},
                  castles={12: 0}, red="L22 L23 L24 L25", blue="L43 L44", owners={"L22": 0, "L43": 1},
                  last_round=True, aim="R33")
    turn(match, 33, "knight R33")
    assert match.over
    assert match.scores == [example["expect"]["final"]["red"], example["expect"]["final"]["gold"], 0]


def test_all_thirty_are_here():
    assert len(EXAMPLES) == 30
    assert len({e["id"] for e in EXAMPLES}) == 30
