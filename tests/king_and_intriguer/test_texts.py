"""Every word of the game is there and says what it should; every datum says where it comes from."""
import re

import pytest

from tafelrunde.games.el_grande import GAME as EL_GRANDE
from tafelrunde.games.king_and_intriguer import GAME
from tafelrunde.games.king_and_intriguer.decisions import DECISIONS
from tafelrunde.games.king_and_intriguer.tables import CARD_IDS, DATA, LYING_IDS, ROLE_IDS
from tafelrunde.match.texts import LANGUAGES, Texts
from tafelrunde.words import read

OWN = {lang: read(GAME.folder, lang) for lang in LANGUAGES}
PARENT = read(EL_GRANDE.folder, "en")
SETS = {"base": 18, "players_edition": 9, "extra_cards": 10}


def test_every_card_is_there_once():
    values = [c["value"] for c in DATA["card"] if "value" in c]
    assert values == sorted(set(values)), "by value, no two alike (KI-5.4)"
    assert DATA["card"][-1]["id"] == "joker"
    assert {name: sum(c["set"] == name for c in DATA["card"]) for name in SETS} == SETS
    assert [c["value"] for c in DATA["card"] if c["set"] == "base"] == list(range(10, 181, 10))
    for card in DATA["card"]:
        assert card["rule"] == f"KI-C-{card['id']}"
        assert card["id"] == str(card.get("value", "joker"))


def test_low_cards_bring_more_caballeros_than_high_ones():
    brings = [c["court"] for c in DATA["card"] if "court" in c]
    assert brings == sorted(brings, reverse=True)
    assert (brings[0], brings[-1]) == (6, 0)
    for card in DATA["card"]:
        if "court" in card and card["set"] != "base":
            ten = next(c for c in DATA["card"] if c["set"] == "base" and c["value"] > card["value"])
            assert card["court"] == ten["court"], card["id"]


def test_every_datum_says_where_it_comes_from():
    kinds = ("seed", "public", "derived", "reconstructed", "ruling")
    for entry in [*DATA["card"], *DATA["role"]]:
        assert all(value.startswith(kinds) for value in entry["provenance"].values()), entry["id"]
    for card in DATA["card"]:
        assert card["confidence"]
        assert (card["provenance"]["name"] != "reconstructed") == bool(card["printed"])
        if "court" in card:
            assert card["provenance"]["court"] == "reconstructed", "no source counts the heads on the cards"
    unknown = DATA["players_edition"]
    assert unknown["cards"] - unknown["known"] == unknown["unknown"] == 2
    assert unknown["known"] == SETS["players_edition"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_cards_and_roles(lang):
    said = OWN[lang]
    assert set(said["card"]) == set(CARD_IDS)
    assert set(said["lying"]) == set(LYING_IDS)
    assert set(said["role"]) == {*ROLE_IDS, "card"}
    for card in DATA["card"]:
        words = said["card"][card["id"]]
        assert words["short"] == card["name"][lang]
        assert words["says"]
        assert card["name"][lang] in words["name"]
        assert str(card.get("value", "")) in words["name"], "a card is known by its value"
    for card in LYING_IDS:
        assert said["lying"][card] == {form: word for form, word in said["card"][card].items() if form != "says"}


def test_hungarian_articles_and_endings():
    for words in OWN["hu"]["card"].values():
        assert words["the"][0] == "a"
        assert words["The"].lower() == words["the"].lower()
        assert words["acc"].split(" (")[0] == words["the"].split(" (")[0].replace("kártya", "kártyá") + "t"
    assert OWN["hu"]["card"]["50"]["the"].startswith("az 50-es")
    assert OWN["hu"]["card"]["150"]["the"].startswith("a 150-es")


def test_every_reason_prompt_and_event_has_a_sentence():
    english = Texts(GAME, "en")
    source = "".join(path.read_text("utf-8") for path in [
        GAME.folder / "reasons.py", GAME.folder / "intriguing.py", *GAME.folder.glob("decisions/*.py")])
    used = set(re.findall(r'no\((?:"[^"]*"|deed_rule\(s\)), "(\w+)"', source)) | {d.reason for d in DECISIONS.of.values()}
    assert len(used) > 40
    assert [reason for reason in used if not isinstance(english.find(f"reason.{reason}"), str)] == []
    plain = {d.prompt for d in DECISIONS.of.values() if isinstance(d.prompt, str)}
    prompts = plain | set(re.findall(r'"([a-z]+_?[a-z_]*)"', source))
    own = set(OWN["en"]["prompt"])
    assert own - prompts == {f"{asked}_{role}" for asked in ("menu", "veto") for role in ROLE_IDS}, "left over"
    assert set(OWN["en"]["reason"]) <= used, "left over"
    assert set(OWN["en"]["event"]) == {kind.name for kind in GAME.events} - {kind.name for kind in EL_GRANDE.events}


def test_nothing_is_said_that_the_parent_says_in_the_same_words():
    for section in ("prompt", "event", "reason"):
        for key, message in OWN["en"][section].items():
            assert PARENT[section].get(key) != message, f"{section}.{key} is El Grande's already"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_says_what_it_changes(lang):
    texts = Texts(GAME, lang)
    for option in GAME.options:
        said = texts.find(f"option.{option.name}")
        assert said["name"]
        assert said["says"].endswith(".")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_edition_tells_what_is_not_known(lang):
    about = OWN[lang]["about"]
    for note in about.values():
        assert note["title"]
        assert note["text"]
        assert note["source"]
    assert about["court"]["reconstructed"]
    assert about["names"]["reconstructed"]
    assert "players_edition" in about, "two cards of that box are unknown"


def test_the_edition_lists_the_data_that_are_played_with():
    from tafelrunde.cli.reading import origins

    told = list(origins(GAME))
    assert {origin.file for origin in told} == {"cards.toml", "board.toml"}, "no power cards, no modifiers"
    assert "card 130, court" in {origin.what for origin in told if origin.reconstructed}
    assert not any(origin.what.startswith("card fiesta") for origin in told), "El Grande's action cards are replaced"
