"""Every word of the game is there, and says what it should."""
import re

import pytest
from harness import Table, check_texts

import tafelrunde as tr
from tafelrunde import words
from tafelrunde.games.el_grande import GAME
from tafelrunde.games.el_grande.decisions import DECISIONS
from tafelrunde.games.el_grande.tables import CARD_IDS, DATA, MODIFIER_IDS, PLACE_IDS, REGION_IDS, TILE_IDS
from tafelrunde.match.texts import Texts

EVERYTHING = {"modules": ["new_regent", "power_shift"],
              "alternatives": ["grand_strategy", "veto", "veto", "secret_ballot"]}
EN = words.read(GAME.folder, "en")


@pytest.mark.parametrize("table", [Table(2), Table(4, EVERYTHING), Table(3, EVERYTHING),
                                   Table(5, {"edition": "1995"})], ids=str)
def test_prompts_and_events_are_sentences(table):
    for seed in range(3):
        check_texts(GAME, table, seed, ("en",))


def test_every_event_and_reason_has_a_sentence():
    assert all(Texts(GAME).find(f"event.{kind.name}") for kind in GAME.events)
    assert {d.reason for d in DECISIONS.of.values()} <= set(EN["reason"])
    source = "".join(path.read_text("utf-8") for path in [
        GAME.folder / "reasons.py", GAME.folder / "one_card.py", *GAME.folder.glob("decisions/*.py")])
    used = set(re.findall(r'no\((?:"[^"]*"|step_card\(s\)|[^,]*?), "(\w+)"', source))
    assert used
    assert used <= set(EN["reason"])


def test_every_option_says_what_it_changes():
    for option in GAME.options:
        assert EN["option"][option.name]["name"]
        assert EN["option"][option.name]["says"]
        for choice in option.choices:
            assert EN["option"][option.name]["choice"][choice]


def test_names_of_cards_places_tiles_and_modifiers():
    for card in DATA["card"]:
        assert EN["card"][card["id"]]["name"] == card["name"]["en"]
        assert EN["card"][card["id"]]["says"]
        assert set(card["name"]) == {"en", "hu", "cs", "de"}
    assert set(EN["card"]) == set(CARD_IDS)
    assert set(EN["region"]) == set(REGION_IDS)
    assert set(PLACE_IDS) <= set(EN["place"])
    assert set(MODIFIER_IDS) | {"none"} == set(EN["modifier"])
    assert set(TILE_IDS) == set(EN["tile"])


@pytest.mark.rule("EG-13.2")
def test_the_1995_edition_has_its_old_names():
    old = tr.new("el_grande", seed=1, options={"edition": "1995"}).texts("en")
    assert old.word("region", REGION_IDS.index("toledo")) == "New Castile"
    assert old.word("place", REGION_IDS.index("navarra"), "in") == "in the Basque Country"
    assert tr.new("el_grande", seed=1).texts("en").word("region", REGION_IDS.index("toledo")) == "Toledo"


@pytest.mark.rule("EG-13.2")
def test_the_1995_edition_has_45_cards():
    at = tr.new("el_grande", players=5, seed=1, options={"edition": "1995"}).position()
    assert [len(at["decks"][d]) for d in "12345"] == [10, 10, 10, 10, 0]
    assert len(at["open_cards"]) == 5
    cards = [c for deck in at["decks"].values() for c in deck] + at["open_cards"]
    assert (cards.count("veto"), cards.count("audience"), cards.count("royal_audience")) == (2, 3, 1)


def test_every_datum_says_where_it_comes_from():
    kinds = ("seed", "public", "derived", "reconstructed")
    for card in DATA["card"]:
        assert all(value.startswith(kinds) for value in card["provenance"].values()), card["id"]
        assert card["confidence"]
    for entry in [*DATA["modifier"], *DATA["power"], *DATA["region"], *DATA["tile"]]:
        assert entry["provenance"]
