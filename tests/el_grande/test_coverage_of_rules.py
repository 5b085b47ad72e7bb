"""Every rule has an id, every id a test."""
import re
from pathlib import Path

import pytest
from harness import rule_ids_in_tests

from tafelrunde.games.el_grande import GAME
from tafelrunde.games.el_grande.tables import CARD_IDS
from tafelrunde.match.texts import LANGUAGES, Texts, rule_sentences

RULE_ID = r"EG-(?:C-[a-z_]+|R\d+|\d+\.\d+)"
RULES = {rule_id for rule_id in rule_sentences(GAME) if rule_id.startswith("EG-")}
CHAPTERS = {1: 6, 2: 5, 3: 5, 4: 3, 5: 6, 6: 3, 7: 4, 8: 5, 9: 8, 10: 1, 11: 3, 12: 4, 13: 2}
RULINGS = 72


def test_the_rules_are_all_there():
    expected = {f"EG-{chapter}.{n + 1}" for chapter, rules in CHAPTERS.items() for n in range(rules)}
    rulings = {f"EG-R{n + 1:02}" for n in range(RULINGS)}
    assert expected | {f"EG-C-{card}" for card in CARD_IDS} | rulings == RULES


def test_rulings_come_last_and_in_their_order():
    assert [rule_id for rule_id in rule_sentences(GAME) if rule_id.startswith("EG-")][-RULINGS:] == \
        [f"EG-R{n + 1:02}" for n in range(RULINGS)]


def test_every_rule_has_a_test_and_every_mark_a_rule():
    marked = rule_ids_in_tests(Path(__file__).parent)
    assert RULES - marked == set()
    assert marked - RULES == set()


def test_rules_in_the_code_exist():
    for path in GAME.folder.rglob("*.py"):
        for rule_id in re.findall(RULE_ID, path.read_text("utf-8")):
            assert rule_id in RULES, f"{path.name}: {rule_id}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_that_a_sentence_names_exist(lang):
    said = Texts(GAME, lang)
    named = {found for rule_id in RULES for found in re.findall(RULE_ID, said.rule(rule_id))}
    assert named >= {"EG-R13", "EG-R45"}
    assert named <= RULES
