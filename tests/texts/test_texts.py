"""Every text of every title in every language: nothing missing, nothing left over, every sentence
renders.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde import words
from tafelrunde.kernel import Phrase, Refusal, seed_generator
from tafelrunde.match.messages import arguments, parse
from tafelrunde.match.telling import Teller
from tafelrunde.match.texts import LANGUAGES, Texts, chapter_of, rule_sentences

SOURCE = Path(tr.__file__).parent
CLIENT = Path(__file__).resolve().parents[2] / "web/src/games"
OTHERS = [lang for lang in LANGUAGES if lang != "en"]
TITLES = tr.games()
GAMES = 200
TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "el_grande": [
        (2, {"short": True}), (3, {"merge_decks": True}), (4, {"modules": ["new_regent", "power_shift"]}),
        (5, {"modules": ["new_regent"], "alternatives": ["grand_strategy", "secret_ballot", "veto", "veto"]}),
        (4, {"edition": "1995"}),
    ],
    "king_and_intriguer": [
        (2, {"players_edition": True, "extra_cards": True}), (3, {"short": True}), (4, {"extra_cards": True}),
        (5, {"players_edition": True, "extra_cards": True, "short": True}), (4, {"players_edition": True}),
    ],
    "toledo": [(n, {"turn_cap": "25"}) for n in (2, 3, 4)],
}
"""Configurations that between them say everything; other titles are tried at all numbers of
players.
"""


def text_files() -> list[tuple[Path, str]]:
    """Every English text file, with how its name goes on in other languages."""
    return [(path, path.name.removesuffix("en.toml")) for path in sorted(SOURCE.rglob("text/*en.toml"))]


FILES = [pytest.param(path, stem, lang, id=f"{path.parent.parent.name}-{stem}{lang}")
         for path, stem in text_files() for lang in OTHERS]


def read(path: Path) -> dict[str, Any]:
    return words.read(path.parent.parent, path.stem)


def is_word(table: Any) -> bool:
    return isinstance(table, dict) and isinstance(table.get("name"), str)


def entries(table: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every message and every word with its dotted key; the forms of a word belong together."""
    for key, value in table.items():
        here = f"{above}{key}"
        if is_word(value):
            yield here, value
            for further in ("says", "choice"):
                if further in value:
                    yield from entries({further: value[further]}, f"{here}.")
        elif isinstance(value, dict):
            yield from entries(value, f"{here}.")
        else:
            yield here, value


def messages(table: dict[str, Any]) -> dict[str, str]:
    return {key: value for key, value in entries(table) if isinstance(value, str)}


@pytest.mark.parametrize(("english", "stem", "lang"), FILES)
def test_no_key_is_missing_and_none_left_over(english: Path, stem: str, lang: str) -> None:
    other = english.with_name(f"{stem}{lang}.toml")
    assert other.exists(), f"{other.name} is missing beside {english}"
    ours = {key for key, _ in entries(read(english))}
    theirs = {key for key, _ in entries(read(other)) if not key.startswith("rule.")}
    ours = {key for key in ours if not key.startswith("rule.")}
    assert ours - theirs == set(), f"missing in {other.name}"
    assert theirs - ours == set(), f"left over in {other.name}"


@pytest.mark.parametrize(("english", "stem", "lang"), FILES)
def test_every_message_speaks_of_the_same_things(english: Path, stem: str, lang: str) -> None:
    ours, theirs = messages(read(english)), messages(read(english.with_name(f"{stem}{lang}.toml")))
    # A word may have forms in one language and none in another
    for key in ours.keys() & theirs.keys():
        assert arguments(theirs[key]) == arguments(ours[key]), f"{key} in {lang}: {theirs[key]!r}"


EVERY_FILE = [path.with_name(f"{stem}{lang}.toml") for path, stem in text_files() for lang in LANGUAGES]


@pytest.mark.parametrize("path", EVERY_FILE, ids=lambda path: f"{path.parent.parent.name}-{path.name}")
def test_every_message_can_be_read(path: Path) -> None:
    for key, message in messages(read(path)).items():
        assert message == message.strip(), key
        assert "  " not in message or key.startswith(("footer.", "game.yes_no")), key
        parse(message)


class StrictTexts(Texts):
    """Texts in which a word must have the form that a sentence asks for; otherwise it would be its
    plain name.
    """

    def word(self, meaning: str, index: int, form: str = "name", people: Any = None) -> str:
        if form != "name" and meaning != "number":
            id_ = str(index) if meaning == "seat" else self.game.word(meaning, index)
            forms = self.find(f"{meaning}.{id_}")
            assert isinstance(forms, dict), f"{meaning}.{id_} has no forms in {self.lang}; {form} is asked for"
            assert form in forms, f"{meaning}.{id_} has no form {form} in {self.lang}"
        return super().word(meaning, index, form, people)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_event_has_a_sentence(title: str, lang: str) -> None:
    game = tr.game(title)
    for kind in game.events:
        message = Texts(game, lang).find(f"event.{kind.name}")
        assert isinstance(message, str), kind.name
        assert arguments(message) <= {"times", *(name for name, _ in kind.names())}, kind.name


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_what_the_reader_does_is_told_to_the_reader(title: str, lang: str) -> None:
    """A sentence that names who acts has a form that speaks to that person, with nothing in it that
    the other has not.
    """
    game = tr.game(title)
    texts = Texts(game, lang)
    for kind in game.events:
        told, yours = str(texts.find(f"event.{kind.name}")), texts.find(f"you.{kind.name}")
        if kind.actor and kind.actor in arguments(told):
            assert isinstance(yours, str), kind.name
        if yours is not None:
            assert kind.actor, kind.name
            assert kind.actor not in arguments(yours), kind.name
            assert arguments(yours) <= {"times", *(name for name, _ in kind.names())}, kind.name
            assert arguments(told) - {kind.actor} <= arguments(yours), kind.name


# ------------------------------------------------------------ what random games say


@cache
def said(title: str) -> tuple[set[tuple[str, Any]], set[tuple[int, ...]], set[tuple[str, str, Any]]]:
    """Every prompt, every event and every refusal of two hundred random games, each once."""
    game = tr.game(title)
    tables = TABLES.get(title) or [(n, {}) for n in range(game.seats[0], game.seats[1] + 1)]
    prompts: set[tuple[str, Any]] = set()
    events: set[tuple[int, ...]] = set()
    refusals: set[tuple[str, str, Any]] = set()
    choice = Random(title)
    for seed in range(GAMES):
        players, options = tables[seed % len(tables)]
        s = game.configured(players, options)
        s.rng, s.log = seed_generator(seed), []
        game.driver.begin(s, game.mask())
        while seats := game.law.pending(s):
            waiting = [p for p in range(players) if seats >> p & 1]
            seat = choice.choice(waiting)
            prompts.add(frozen(game.prompt(s, seat)))
            for action in choice.sample(range(len(game.actions)), 3):
                refused = game.why_not(s, seat, action)
                if refused is not None:
                    refusals.add((refused.rule, refused.reason, tuple(sorted(refused.arguments.items()))))
            game.driver.play(s, seat, choice.choice(game.legal_ids(s, seat)), game.mask())
        events |= set(s.log)
    return prompts, events, refusals


def frozen(phrase: Phrase) -> tuple[str, Any]:
    return phrase.key, tuple(sorted(phrase.arguments.items()))


def is_sentence(text: str) -> bool:
    return " " in text and "{" not in text and "}" not in text and "_" not in text and text[0] == text[0].upper() \
        and text[-1] in ".?!)”“]"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_prompts_of_random_games_are_sentences(title: str, lang: str) -> None:
    texts = StrictTexts(tr.game(title), lang)
    prompts = said(title)[0]
    assert len(prompts) > 5
    for key, given in prompts:
        sentence = texts.say(key, dict(given))
        assert is_sentence(sentence), f"{key}: {sentence!r}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_events_of_random_games_are_sentences(title: str, lang: str) -> None:
    game = tr.game(title)
    texts = StrictTexts(game, lang)
    for number, a, b, c, d in said(title)[1]:
        for times in (1, 2, 5):
            for you in (None, *range(5)):
                said_so = Teller(game, texts, you=you).sentence((number, a, b, c, d), times)
                assert is_sentence(said_so.removesuffix(f" ×{times}")), f"{game.events[number].name}: {said_so!r}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_refusals_of_random_games_are_sentences(title: str, lang: str) -> None:
    game = tr.game(title)
    texts, rules = StrictTexts(game, lang), rule_sentences(game)
    refusals = said(title)[2]
    assert len(refusals) > 10
    for rule, reason, given in refusals:
        assert rule in rules, f"{reason} names the rule {rule}, which is not there"
        message = texts.find(f"reason.{reason}")
        assert isinstance(message, str), f"reason.{reason}"
        sentence = texts.render(message, dict(Refusal(rule, reason, dict(given)).arguments))
        assert is_sentence(sentence), f"{reason}: {sentence!r}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_rule_has_a_sentence(title: str, lang: str) -> None:
    game = tr.game(title)
    texts, english = Texts(game, lang), rule_sentences(game)
    own = texts.sources[: len(texts.sources) // (1 if lang == "en" else 2)]
    for id_, english_rule in english.items():
        assert is_sentence(texts.rule(id_)), f"{id_}: {texts.rule(id_)!r}"
        if lang != "en":
            card = id_.partition("-C-")[2]  # the rule of a card may be the sentence on it
            assert any(id_ in source.get("rule", {}) or "says" in source.get("card", {}).get(card, {}) for source in own), \
                f"{id_} has no sentence in {lang}: {english_rule}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", tr.games())
def test_every_rule_stands_in_a_chapter_with_a_title(title: str, lang: str) -> None:
    game = tr.game(title)
    texts = Texts(game, lang)
    assert [rule for rule in rule_sentences(game) if not texts.chapter(rule)] == []
    titled = texts.sources[0]["chapter"]
    # And no title is left over
    assert set(titled) <= {chapter_of(rule) for rule in rule_sentences(game)}



def test_nobody_is_asked_to_place_more_caballeros_than_the_court_holds() -> None:
    """The same number is told in the menu and while placing: what the card and the court both
    allow.
    """
    game = tr.game("el_grande")
    choice, asked = Random(3), 0
    for seed in range(20):
        match = tr.new("el_grande", players=4, seed=seed)
        while not match.over:
            seat = choice.choice(match.pending)
            phrase = game.prompt(match.state, seat)
            if phrase.key == "prompt.placing" or phrase.key.startswith(("prompt.menu_both", "prompt.extra_")):
                asked += 1
                assert 1 <= phrase.arguments["n"] <= match.view(seat)["court"][seat], phrase
            match.play(choice.choice(match.legal(seat)), seat=seat)
    assert asked > 100


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_ruling_says_where_it_comes_from(title: str, lang: str) -> None:
    game = tr.game(title)
    texts = Texts(game, lang)
    marks = {str(mark) for mark in texts.find("mark").values()}
    rulings = [id_ for id_ in rule_sentences(game) if re.fullmatch(r"..-[RK]\d+|KI-6\.\d+", id_)]
    assert len(rulings) > 30
    for id_ in rulings:
        found = re.search(r"\[([^\[\]]+)\]$", texts.rule(id_))
        assert found, f"{id_}: {texts.rule(id_)}"
        assert set(found.group(1).split("; ")) <= marks, f"{id_}: {texts.rule(id_)}"


@pytest.mark.parametrize("title", TITLES)
def test_hints_are_the_same_in_every_language(title: str) -> None:
    found = {lang: Texts(tr.game(title), lang).hints() for lang in LANGUAGES}
    shape = [len(sentences) for _, sentences in found["en"]]
    assert sum(shape) >= 5
    for lang, hints in found.items():
        assert [len(sentences) for _, sentences in hints] == shape, lang
        assert all(is_sentence(one) for _, sentences in hints for one in sentences), lang
        if lang != "en":
            assert not {one for _, some in hints for one in some} & {one for _, some in found["en"] for one in some}


ENGLISH = re.compile(r"\b(rulebooks?|public|derived|reconstructed|placeholder|values?|first|examples?|edges?|cards?|colours?|"
                     r"step|row|the|of|and|from|with|only|rest|each|tile|places?|players|manual)\b")


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
@pytest.mark.parametrize("title", tr.games())
def test_sources_of_the_edition_are_told_in_the_readers_language(title: str, lang: str) -> None:
    from tafelrunde.server.editions import about

    game = tr.game(title)
    for row in about(game, Texts(game, lang)):
        for word in ("title", "text", "source"):
            found = ENGLISH.search(row[word].replace("Players Edition", ""))
            assert not found, f"{found and found.group(0)!r} in {row[word]!r}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_reconstructed_on_a_card_is_told(lang: str) -> None:
    from tafelrunde.server.games import catalogue

    cards = catalogue("el_grande", lang)["reconstructed"]
    assert Texts(tr.game("el_grande"), lang).find("about.name") in cards["card"]["conspiracy"].split(", ")
    assert cards["modifier"]
    assert "your_majesty" not in cards["card"], "everything on it is printed"
    heads = catalogue("king_and_intriguer", lang)["reconstructed"]["card"]
    assert len(heads) > 30
    assert catalogue("rheinlaender", lang)["reconstructed"] == {}


TIPS = re.compile(r'data-tip="(\w+)|tip="(\w+):|data-tip=\{[^}]*?[\'`](\w+)')


@pytest.mark.parametrize("title", TITLES)
def test_every_tip_has_a_name_and_rules_that_hold(title: str) -> None:
    """What the client's table calls a thing is known to the game's texts, in every language, with
    rules of the game.
    """
    game = tr.game(title)
    held = rule_sentences(game)
    for lang in LANGUAGES:
        for kind in Texts(game, "en").find("tip"):
            assert isinstance(Texts(game, lang).find(f"tip.{kind}.name"), str), (kind, lang)
    for kind, tip in Texts(game, "en").find("tip").items():
        for rule in tip["rule"].split():
            assert any(known.startswith(rule.partition("{")[0]) for known in held), (kind, rule)
    named = {kind for source in Texts(game, "en").sources for kind in source.get("tip", {})}
    parts = [path for folder in (title, *(["el_grande"] if game.parent else [])) for path in (CLIENT / folder).glob("*.svelte")]
    used = {kind for path in parts for found in TIPS.findall(path.read_text("utf-8")) for kind in found if kind}
    bare = {"role"}  # always with its id: role_king, role_intriguer
    assert used - bare <= named, f"no text for {sorted(used - bare - named)}"
