"""The words of the title: options, reasons and sentences in four languages, and what is told as
reconstructed.
"""
import re
from random import Random

import pytest
from harness import Table, check_texts, play_on
from rheinlaender.scenes import RED, scene, turn
from rheinlaender.tables import TABLES

from tafelrunde.games.rheinlaender import GAME
from tafelrunde.games.rheinlaender.board import BOARD
from tafelrunde.games.rheinlaender.decisions import DECISIONS
from tafelrunde.games.rheinlaender.tables import COMPONENTS, SWITCHES
from tafelrunde.match.texts import LANGUAGES, Texts
from tafelrunde.words import read

EVERY_LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)


@EVERY_LANGUAGE
def test_every_option_says_what_it_changes(lang):
    texts = Texts(GAME, lang)
    for name, row in SWITCHES.rows.items():
        assert texts.find(f"option.{name}.name")
        assert texts.find(f"option.{name}.says").endswith(".")
        if isinstance(row["default"], str):
            for value in (row["default"], *SWITCHES.alternatives(name)):
                assert texts.find(f"option.{name}.choice.{value}"), f"{name}: {value}"


@EVERY_LANGUAGE
def test_every_reason_that_can_be_given_has_a_sentence(lang):
    code = (GAME.folder / "decisions.py").read_text("utf-8")
    reasons = set(re.findall(r'Refusal\("RH-[\d.]+", "(\w+)"', code)) | {d.reason for d in DECISIONS.of.values()}
    texts = read(GAME.folder, lang)
    assert reasons - {"over"} == set(texts["reason"])


@EVERY_LANGUAGE
def test_every_space_and_site_has_a_name(lang):
    texts = read(GAME.folder, lang)
    assert list(texts["space"]) == list(BOARD.spaces)
    assert list(texts["site"]) == [str(i + 1) for i in range(len(BOARD.sites))]


@pytest.mark.parametrize("table", TABLES[::3], ids=str)
def test_prompts_and_events_are_sentences(table):
    check_texts(GAME, table, 17, LANGUAGES)


def test_sentences_of_a_turn():
    match = turn(scene(cards=43, blue="L41 L42", owners={"L41": 1}, tiles={21: "castle"}, aim="L43"), 43, "knight L43")
    said = {lang: [e["text"] for e in match.events(seat=RED, lang=lang)][1:3] for lang in LANGUAGES}
    assert said["en"] == ["Red places a knight on left bank 43.", "Blue takes the castle of Cologne."]
    assert said["hu"] == ["Piros lovagot rak a 43-as bal partra.", "Kék birtokba veszi a várkastélyt (Köln)."]
    assert said["cs"] == ["Červený umísťuje rytíře na levý břeh 43.", "Modrý získává hrad Kolín nad Rýnem."]
    assert said["de"] == ["Rot setzt einen Ritter auf das linke Ufer 43.", "Blau bekommt die Burg Köln."]


def test_a_refusal_names_rule_and_cause():
    match = scene(cards=[14, 1, 2, 3, 4], red="L24", blue="L26")
    match.play("card 14")
    reason = match.why_not("support L25", RED)
    assert str(reason) == "Blue's knight is next to left bank 25: no support there. [RH-4.2]"


@EVERY_LANGUAGE
def test_the_board_is_told_as_a_reconstruction(lang):
    about = read(GAME.folder, lang)["about"]
    assert about["board"]["reconstructed"] is True
    assert all({"title", "text", "source", "reconstructed"} == set(row) for row in about.values())


def test_every_datum_has_a_provenance():
    def check(table, where):
        for key, row in table.items():
            if isinstance(row, dict) and ("value" in row or "count" in row):
                assert re.match(r"(seed|public|derived|reconstructed)", row["provenance"]), f"{where}.{key}"
            elif isinstance(row, dict):
                check(row, f"{where}.{key}")

    check(COMPONENTS, "components")


def test_the_log_of_a_whole_game_is_told_in_every_language():
    match = play_on(Table(5).match(GAME, 4), Random(4))
    logs = [match.events(lang=lang) for lang in LANGUAGES]
    assert len({len(log) for log in logs}) == 1
    assert all(len({entry["text"] for entry in entries}) == 4 for entries in zip(*logs, strict=True)
               if entries[0]["event"] in ("knight", "support", "swap", "paid", "castle", "duke"))
