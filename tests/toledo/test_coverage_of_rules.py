"""Every rule has an id, every id a test."""
from pathlib import Path

from harness import rule_ids_in_tests

from tafelrunde.games.toledo import GAME
from tafelrunde.match.texts import rule_sentences

HERE = Path(__file__).parent


def test_every_rule_has_a_test_and_every_mark_a_rule():
    rules = {rule_id for rule_id in rule_sentences(GAME) if rule_id.startswith("TO-")}
    marked = rule_ids_in_tests(HERE)
    assert len(rules) == 81
    assert rules - marked == set()
    assert marked - rules == set()


def test_rules_in_the_code_exist():
    import re

    rules = rule_sentences(GAME)
    for path in GAME.folder.rglob("*.py"):
        for rule_id in re.findall(r"TO-\d+\.\d+", path.read_text("utf-8")):
            assert rule_id in rules, f"{path.name}: {rule_id}"
