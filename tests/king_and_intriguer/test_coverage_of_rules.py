"""Every rule has an id, every id a test."""
import re
from pathlib import Path

import pytest
from harness import rule_ids_in_tests

from tafelrunde.games.el_grande import GAME as EL_GRANDE
from tafelrunde.games.king_and_intriguer import GAME
from tafelrunde.games.king_and_intriguer.tables import BLANK_IDS, CARD_IDS, DATA
from tafelrunde.match.texts import LANGUAGES, Texts, rule_sentences

SENTENCES = rule_sentences(GAME)
RULE_ID = r"(?:KI|EG)-(?:C-[a-z0-9_]+|[RK]\d+|\d+\.\d+)"
RULES = {rule_id for rule_id in SENTENCES if rule_id.startswith("KI-")}
CHAPTERS = {1: 4, 2: 4, 3: 5, 5: 5, 6: 14}
RULINGS = 26


def test_the_rules_are_all_there():
    expected = {f"KI-{chapter}.{n + 1}" for chapter, rules in CHAPTERS.items() for n in range(rules)}
    rulings = {f"KI-K{n + 1:02}" for n in range(RULINGS)}
    # The blank ones have KI-5.5
    printed = {f"KI-C-{card}" for card in CARD_IDS if card not in BLANK_IDS}
    assert expected | printed | rulings == RULES
    assert {card["rule"] for card in DATA["card"]} <= RULES


def test_its_own_rules_come_first_then_those_of_el_grande_that_hold_then_the_common_ones():
    titles = [rule_id.partition("-")[0] for rule_id in SENTENCES]
    assert list(dict.fromkeys(titles)) == ["KI", "EG", "N"]
    assert titles == sorted(titles, key=["KI", "EG", "N"].index)
    own = [rule_id for rule_id in SENTENCES if rule_id.startswith("KI-")]
    assert own[-RULINGS:] == [f"KI-K{n + 1:02}" for n in range(RULINGS)]
    held = [rule_id for rule_id in SENTENCES if rule_id.startswith("EG-")]
    assert held == [rule_id for rule_id in rule_sentences(EL_GRANDE) if rule_id in held], "in El Grande's order"


def test_no_rule_of_el_grande_is_shown_that_does_not_hold_here():
    held = [rule_id for rule_id in SENTENCES if rule_id.startswith("EG-")]
    assert 30 < len(held) < 60
    gone = {"EG-2.3", "EG-3.4", "EG-5.1", "EG-9.4", "EG-10.1", "EG-11.1", "EG-12.1", "EG-R13", "EG-R17", "EG-R58"}
    assert gone.isdisjoint(held)
    assert not [rule_id for rule_id in held if rule_id.startswith("EG-C-")], "El Grande's cards stay in its box"
    for rule_id in held:
        assert not re.search(r"power card|[Mm]odifier|New Home|Summer Residence|deck", SENTENCES[rule_id]) or rule_id == "EG-R44"


def test_every_rule_has_a_test_and_every_mark_a_rule():
    marked = rule_ids_in_tests(Path(__file__).parent)
    assert RULES - marked == set()
    assert marked - set(SENTENCES) == set()


def test_rules_in_the_code_exist():
    for path in GAME.folder.rglob("*.py"):
        for rule_id in re.findall(RULE_ID, path.read_text("utf-8")):
            assert rule_id in SENTENCES, f"{path.name}: {rule_id}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_that_a_sentence_names_exist(lang):
    said = Texts(GAME, lang)
    named = {found for rule_id in RULES for found in re.findall(RULE_ID, said.rule(rule_id))}
    assert named >= {"KI-K01", "KI-5.4"}
    assert named <= set(SENTENCES)
