"""Every rule has an id, every id a test; the same for the rulings."""
import re
import tomllib
from pathlib import Path

from harness import rule_ids_in_tests

from tafelrunde.games.rheinlaender import GAME
from tafelrunde.games.rheinlaender.data import SWITCHES
from tafelrunde.match.texts import rule_sentences

HERE = Path(__file__).parent
RULINGS = tomllib.loads((GAME.folder / "data" / "rulings.toml").read_text("utf-8"))["rulings"]
RULES = {rule_id for rule_id in rule_sentences(GAME) if rule_id.startswith("RH-")}


def test_every_rule_and_ruling_has_a_test_and_every_mark_is_one_of_them():
    assert len(RULES) == 37
    assert list(RULINGS) == [f"R{n}" for n in range(1, 50)]
    marked = rule_ids_in_tests(HERE)
    assert (RULES | set(RULINGS)) - marked == set()
    assert marked - RULES - set(RULINGS) == set()


def test_rules_and_rulings_in_the_code_exist():
    for path in GAME.folder.glob("*.py"):
        text = path.read_text("utf-8")
        for rule_id in re.findall(r"RH-\d+\.\d+", text):
            assert rule_id in RULES, f"{path.name}: {rule_id}"
        for ruling in re.findall(r"\bR\d+\b", text):
            assert ruling in RULINGS or not ruling[1:].isdigit() or "board" in path.name, f"{path.name}: {ruling}"


def test_every_rule_is_named_where_it_is_carried_out():
    code = "".join(path.read_text("utf-8") for path in GAME.folder.glob("*.py"))
    assert {rule_id for rule_id in RULES if rule_id not in code} == set()


def test_rulings_name_their_rule_and_their_option():
    for ruling, row in RULINGS.items():
        assert row["rule"] in RULES, ruling
        assert row.get("option") is None or SWITCHES[row["option"]]["ruling"] == ruling
    assert {row["option"] for row in RULINGS.values() if "option" in row} == set(SWITCHES)
