"""The board file: what the bundled one is, what is refused, and playing on another."""
import copy
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tafelrunde as tr
from tafelrunde.games.rheinlaender import GAME
from tafelrunde.games.rheinlaender.board import BOARD, VARIABLE, make_board, read_board
from tafelrunde.kernel import BadData

FILE = GAME.folder / "data" / "board.toml"
TABLES = tomllib.loads(FILE.read_text("utf-8"))


def test_the_bundled_board_is_marked_as_a_reconstruction():
    assert BOARD.provenance == "reconstructed"
    assert TABLES["board"]["confidence"]


@pytest.mark.rule("RH-6.1", "RH-7.3")
def test_the_bundled_board_has_what_is_known_of_the_printed_one():
    assert len(BOARD.lands) == 54
    assert len(BOARD.spaces) == 156
    assert sum(map(len, BOARD.adjacent)) == 2 * 261
    assert BOARD.banks == 102
    assert sum(len(BOARD.lands_of(x)) == 2 for x in range(156)) == 6  # island spaces
    assert len(BOARD.sites) == 26
    for site in BOARD.sites:
        assert site.spaces[1] in BOARD.adjacent[site.spaces[0]]
        assert all(x < BOARD.banks for x in site.spaces)


@pytest.mark.rule("RH-R8", "RH-R32")
def test_no_space_of_the_bundled_board_lies_beside_two_sites():
    """So one placement claims one castle at most, and a knight beside a castle is next to its other
    space.
    """
    assert max(len(BOARD.sites_of(x)) for x in range(len(BOARD.spaces))) == 1


def test_turning_the_board_round_changes_nothing():
    """n -> 55 - n with left and right exchanged is the same board, so no end or bank is
    favoured.
    """
    def turned(name):
        numbers = "_".join(str(55 - int(n)) for n in reversed(name[1:].split("_")))
        return {"L": "R", "R": "L"}.get(name[0], name[0]) + numbers

    number = {name: i for i, name in enumerate(BOARD.spaces)}
    image = [number[turned(name)] for name in BOARD.spaces]
    for x, row in enumerate(BOARD.adjacent):
        assert {image[y] for y in row} == set(BOARD.adjacent[image[x]])
    sites = {frozenset(site.spaces) for site in BOARD.sites}
    assert {frozenset(image[x] for x in site) for site in sites} == sites


def broken(change):
    tables = copy.deepcopy(TABLES)
    change(tables)
    return tables


CASES = [
    (lambda t: t["lands"].pop("54"), "lands: expected the numbers 1 to 54"),
    (lambda t: t["lands"]["3"].update(banks=["L3"]), "lands.3.banks: a land has two banks"),
    (lambda t: t["lands"]["3"].update(banks=["L3", "L3"]), "lands.3.banks: a land has two banks"),
    (lambda t: t["lands"]["3"].pop("river"), "lands.3.river: a land has a river space"),
    (lambda t: t["lands"]["3"].update(river="L3"), "lands.3.river: a land has a river space"),
    (lambda t: t["lands"]["3"].update(river="W99"), "lands.3: there is no space 'W99'"),
    (lambda t: t["lands"]["3"].update(banks=["L4", "R3"]), "lands.3: the bank L4 does not adjoin the land's river W3"),
    (lambda t: t["lands"]["3"].update(banks=5), "lands.3.banks: expected a list of spaces"),
    (lambda t: t["lands"].update({"4": t["lands"]["3"], "5": t["lands"]["3"]}), "belongs to too many lands"),
    (lambda t: t["spaces"]["L3"].remove("L4"), "spaces.L4: adjoins L3, but L3 does not adjoin L4"),
    (lambda t: t["spaces"]["L3"].append("L3"), "spaces.L3: L3 stands here wrongly"),
    (lambda t: t["spaces"]["L3"].append("L4"), "spaces.L3: L4 stands here wrongly or twice"),
    (lambda t: t["spaces"]["L3"].append("X1"), "spaces.L3: there is no space 'X1'"),
    (lambda t: t["spaces"].update({"no good": []}), "spaces.no good: a name is made of"),
    (lambda t: t["spaces"].update(X1=[]), "spaces.X1: belongs to no land"),
    (lambda t: t["sites"]["7"].update(spaces=["L13", "L15"]), "sites.7.spaces: a site lies between two neighbouring"),
    (lambda t: t["sites"]["7"].update(spaces=["L13"]), "sites.7.spaces: a site lies between two neighbouring"),
    (lambda t: t["sites"]["7"].update(spaces=["L13", "Q1"]), "sites.7: there is no space 'Q1'"),
    (lambda t: t["sites"].update({"40": t["sites"]["1"]}), "sites: expected the numbers 1 to at most 26"),
    (lambda t: t.pop("sites"), "sites: expected a table"),
    (lambda t: t.update(spaces=[]), "spaces: expected a table"),
]


@pytest.mark.parametrize(("change", "says"), CASES, ids=[says[:40] for _, says in CASES])
def test_a_board_that_cannot_be_is_refused_by_name(change, says):
    with pytest.raises(BadData) as refused:
        make_board(broken(change))
    assert says in str(refused.value)


def test_a_river_space_that_is_a_bank_elsewhere_is_refused():
    tables = broken(lambda t: t["lands"]["3"].update(banks=["L3", "W4"]))
    with pytest.raises(BadData, match="both bank and river"):
        make_board(tables)


def test_a_file_that_cannot_be_read_says_so(tmp_path):
    (tmp_path / "b.toml").write_text("[spaces\n")
    with pytest.raises(BadData, match=r"b\.toml: cannot be read"):
        read_board(tmp_path / "b.toml")
    with pytest.raises(BadData, match="cannot be read"):
        read_board(tmp_path / "none.json")


def test_json_is_read_as_well(tmp_path):
    (tmp_path / "b.json").write_text(json.dumps(TABLES))
    assert read_board(tmp_path / "b.json") == BOARD


SCRIPT = """
import json, sys
from random import Random
import tafelrunde as tr
from tafelrunde.games.rheinlaender.board import BOARD
match, choice = tr.new("rheinlaender", 4, seed=7), Random(7)
while not match.over:
    match.play(choice.choice(match.legal(match.pending[0])))
again = tr.replay(match.record())
assert again.position() == match.position()
scene = tr.load({"game": "rheinlaender", "players": 4, "turn": 3, "start_player": 0,
    "tiles": {"21": "castle", "25": "castle"}, "knights": {"L45": 1, "L46": 1, "W44": 2, "R44": 2},
    "hands": [None, None, None, [44]], "forts": {}})
scene.play("card 44")  # the knight goes to L44 by itself
print(json.dumps([BOARD.name, sum(match.scores), match.position()["tiles"], scene.position()["castle_knights"]]))
"""


@pytest.mark.rule("RH-R32")
def test_another_board_can_be_played_on(tmp_path):
    """Twenty-five sites, two of them beside the same spaces: who claims both castles is decided
    once.
    """
    tables = broken(lambda t: t["sites"].pop("26"))
    tables["sites"]["25"]["spaces"] = ["L43", "L44"]
    tables["board"].update(name="Another Rhine", provenance="a test")
    (tmp_path / "other.json").write_text(json.dumps(tables))
    environment = {**os.environ, VARIABLE: str(tmp_path / "other.json"),
                   "PYTHONPATH": str(Path(tr.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    name, points, tiles, castles = json.loads(done.stdout)
    assert name == "Another Rhine"
    assert points > 20
    assert len(tiles) == 25
    assert castles == {"21": 3, "25": 3}


def test_a_broken_board_file_stops_the_game_with_a_clear_word(tmp_path):
    (tmp_path / "other.json").write_text(json.dumps(broken(lambda t: t["lands"].pop("1"))))
    environment = {**os.environ, VARIABLE: str(tmp_path / "other.json"),
                   "PYTHONPATH": str(Path(tr.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", "import tafelrunde.games.rheinlaender"], env=environment,
                          capture_output=True, text=True, check=False)
    assert "BadData: lands: expected the numbers 1 to 54, each once" in done.stderr
