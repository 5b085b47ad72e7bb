"""Every rule has an id, every id a test; rulings are rules too, and name their source."""
import re
import tomllib
from pathlib import Path

import pytest
from harness import rule_ids_in_tests

from tafelrunde.games.rheinlaender import GAME
from tafelrunde.games.rheinlaender.tables import SWITCHES
from tafelrunde.match.texts import LANGUAGES, Texts, rule_sentences

HERE = Path(__file__).parent
SENTENCES = {rule_id: says for rule_id, says in rule_sentences(GAME).items() if rule_id.startswith("RH-")}
RULINGS = tomllib.loads((GAME.folder / "data" / "rulings.toml").read_text("utf-8"))["rulings"]
RULES = set(SENTENCES) - set(RULINGS)
SOURCES = {"seed": "rulebook", "derived": "derived", "public": "public pages", "recommended": "ours"}


def test_every_rule_and_ruling_has_a_test_and_every_mark_is_one_of_them():
    assert len(RULES) == 37
    marked = rule_ids_in_tests(HERE)
    assert set(SENTENCES) - marked == set()
    assert marked - set(SENTENCES) == set()


def test_rulings_come_after_the_chapters_in_the_order_of_their_numbers():
    assert list(RULINGS) == [f"RH-R{n}" for n in range(1, 51)]
    assert list(SENTENCES)[-50:] == list(RULINGS)
    assert not any(rule_id.startswith("RH-R") for rule_id in RULES)


def test_rules_and_rulings_in_the_code_exist():
    for path in GAME.folder.rglob("*.py"):
        for rule_id in re.findall(r"RH-R?\d+(?:\.\d+)?", path.read_text("utf-8")):
            assert rule_id in SENTENCES or any(known.startswith(f"{rule_id}.") for known in RULES), f"{path.name}: {rule_id}"


def test_every_rule_is_named_where_it_is_carried_out():
    code = "".join(path.read_text("utf-8") for path in GAME.folder.rglob("*.py"))
    assert {rule_id for rule_id in RULES if rule_id not in code} == set()


def test_rulings_name_their_rule_and_their_option():
    for ruling, row in RULINGS.items():
        assert row["rule"] in RULES, ruling
        assert row.get("option") is None or SWITCHES.rows[row["option"]]["ruling"] == ruling
    assert {row["option"] for row in RULINGS.values() if "option" in row} == set(SWITCHES.rows)


def test_a_ruling_ends_with_the_kind_of_its_source():
    for ruling, row in RULINGS.items():
        kinds = [SOURCES[re.match(r"\w+", part)[0]] for part in row["source"].split("; ")]
        assert SENTENCES[ruling].endswith(f". [{'; '.join(kinds)}]"), ruling


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_edition_page_counts_the_rulings(lang):
    ours = sum(row["source"] == "recommended" for row in RULINGS.values())
    told = re.findall(r"\d+", Texts(GAME, lang).find("about.rulings.source"))
    assert told == [str(len(RULINGS)), str(len(RULINGS) - ours), str(ours)]
