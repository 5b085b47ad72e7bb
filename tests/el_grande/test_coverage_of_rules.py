"""Every rule has an id, every id a test."""
import re
from pathlib import Path

from harness import rule_ids_in_tests

from tafelrunde.games.el_grande import GAME
from tafelrunde.games.el_grande.tables import CARD_IDS
from tafelrunde.match.texts import rule_sentences

RULES = {rule_id for rule_id in rule_sentences(GAME) if rule_id.startswith("EG-")}
CHAPTERS = {1: 6, 2: 5, 3: 5, 4: 3, 5: 6, 6: 3, 7: 4, 8: 5, 9: 8, 10: 1, 11: 3, 12: 4, 13: 2}


def test_the_rules_are_all_there():
    expected = {f"EG-{chapter}.{n + 1}" for chapter, rules in CHAPTERS.items() for n in range(rules)}
    assert expected | {f"EG-C-{card}" for card in CARD_IDS} == RULES


def test_every_rule_has_a_test_and_every_mark_a_rule():
    marked = rule_ids_in_tests(Path(__file__).parent)
    assert RULES - marked == set()
    assert marked - RULES == set()


def test_rules_in_the_code_exist():
    for path in GAME.folder.glob("*.py"):
        for rule_id in re.findall(r"EG-(?:C-[a-z_]+|\d+\.\d+)", path.read_text("utf-8")):
            assert rule_id in RULES, f"{path.name}: {rule_id}"
