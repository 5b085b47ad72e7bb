"""Every rule has an id, every id a test."""
import re
from pathlib import Path

import pytest
from harness import rule_ids_in_tests

from tafelrunde.games.king_and_intriguer import GAME
from tafelrunde.games.king_and_intriguer.tables import CARD_IDS, DATA
from tafelrunde.match.texts import LANGUAGES, Texts, rule_sentences

SENTENCES = rule_sentences(GAME)
RULE_ID = r"(?:KI|EG)-(?:C-[a-z0-9_]+|[RK]\d+|\d+\.\d+)"
RULES = {rule_id for rule_id in SENTENCES if rule_id.startswith("KI-")}
CHAPTERS = {1: 4, 2: 4, 3: 5, 5: 5, 6: 14}
RULINGS = 26


def test_the_rules_are_all_there():
    expected = {f"KI-{chapter}.{n + 1}" for chapter, rules in CHAPTERS.items() for n in range(rules)}
    rulings = {f"KI-K{n + 1:02}" for n in range(RULINGS)}
    assert expected | {f"KI-C-{card}" for card in CARD_IDS} | rulings == RULES
    assert {card["rule"] for card in DATA["card"]} <= RULES


def test_rulings_come_last_and_in_their_order():
    assert list(SENTENCES)[-RULINGS:] == [f"KI-K{n + 1:02}" for n in range(RULINGS)]


def test_every_rule_has_a_test_and_every_mark_a_rule():
    marked = rule_ids_in_tests(Path(__file__).parent)
    assert RULES - marked == set()
    assert marked - set(SENTENCES) == set()


def test_rules_in_the_code_exist():
    for path in GAME.folder.glob("*.py"):
        for rule_id in re.findall(RULE_ID, path.read_text("utf-8")):
            assert rule_id in SENTENCES, f"{path.name}: {rule_id}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_that_a_sentence_names_exist(lang):
    said = Texts(GAME, lang)
    named = {found for rule_id in RULES for found in re.findall(RULE_ID, said.rule(rule_id))}
    assert named >= {"KI-K01", "KI-5.4"}
    assert named <= set(SENTENCES)
