"""Texts in four languages: nothing missing, every argument known, every sentence rendered."""
from random import Random

import pytest
from harness import Table, check_texts
from helpers.toledo import play, table

import tafelrunde as tr
from tafelrunde.games.toledo import GAME, events
from tafelrunde.games.toledo.cards import count_value
from tafelrunde.games.toledo.decisions import DECISIONS, LATER
from tafelrunde.kernel import seed_generator
from tafelrunde.match.messages import arguments
from tafelrunde.match.texts import LANGUAGES, Texts, rule_sentences
from tafelrunde.words import read


def messages(lang):
    """Every string of a language by its dotted key."""
    found = {}

    def walk(value, key):
        if isinstance(value, dict):
            for name, inner in value.items():
                walk(inner, (*key, name))
        else:
            found[key] = value

    walk(read(GAME.folder, lang), ())
    return found


SENTENCES = ("prompt", "event", "reason", "option", "about", "provenance", "game")
WORDS = ("kind", "master", "background", "fencer", "value", "place", "card", "row")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_is_there_and_speaks_of_the_same_things(lang):
    english, other = messages("en"), messages(lang)
    for section in SENTENCES:
        keys = {key for key in english if key[0] == section}
        assert keys == {key for key in other if key[0] == section}
        for key in keys:
            assert arguments(other[key]) <= arguments(english[key]) | {"gems", "metal", "extras"}, key
    for section in WORDS:
        assert {key[1] for key in english if key[0] == section} == {key[1] for key in other if key[0] == section}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_argument_has_a_word(lang):
    texts = Texts(GAME, lang)
    for meaning in WORDS[:7]:
        for index, word in enumerate(events.WORDS[meaning]):
            if word not in ("none", "0"):
                assert texts.find(f"{meaning}.{word}") is not None, (meaning, index)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_and_rule_has_a_sentence(lang):
    texts = Texts(GAME, lang)
    for kind in GAME.events:
        assert texts.find(f"event.{kind.name}"), kind.name
    own = read(GAME.folder, lang).get("rule", {})
    for rule_id in rule_sentences(GAME):
        if rule_id.startswith("TO-"):
            assert texts.rule(rule_id)
            assert lang == "en" or rule_id in own, rule_id


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_are_told_in_every_language(players):
    check_texts(GAME, Table(players, {"turn_cap": "25"}), players, LANGUAGES)
    check_texts(GAME, Table(players), 7, ("hu",))


def collect_reasons(seed, seen, written):
    """Note the first refusal of every kind that a game brings."""
    s = GAME.configured(4)
    s.rng = seed_generator(seed)
    GAME.law.setup(s)
    mask = GAME.mask()
    step = 0
    while GAME.law.pending(s) and written - set(seen) > {"no_such_seat"}:
        for action in range(step % 5, len(GAME.actions), 5):
            refusal = GAME.why_not(s, s.turn, action)
            if refusal is not None:
                seen.setdefault(refusal.reason, refusal)
        n = GAME.driver.legal_actions(s, s.turn, mask)
        GAME.law.apply(s, s.turn, GAME.actions.listed(mask)[(step * 7 + seed) % n])
        step += 1


def test_every_reason_is_a_sentence_in_every_language():
    written = {key[1] for key in messages("en") if key[0] == "reason"}
    seen = {}
    seed = 0
    while written - set(seen) > {"no_such_seat"} and seed < 8:
        collect_reasons(seed, seen, written)
        seed += 1
    assert set(seen) | {"no_such_seat"} == written
    for refusal in seen.values():
        assert refusal.rule in rule_sentences(GAME)
        for lang in LANGUAGES:
            texts = Texts(GAME, lang)
            sentence = texts.say(f"reason.{refusal.reason}", refusal.arguments)
            assert " " in sentence
            assert "{" not in sentence
    assert {d.reason for d in DECISIONS.of.values()} | {reason for _, reason in LATER.values()} <= written


def test_a_seat_that_nobody_plays_is_named_so():
    match = table(2, hands=[[4, 6], []], shops={"4": ["gem", 1, 1]}, pawns=[[], [4]])
    play(match, "move 4 0")
    for lang in LANGUAGES:
        assert " " in match.why_not("duel 3", 0, lang).text


def test_nobody_is_asked_for_a_card_that_the_hand_does_not_hold():
    """Without another card of the series only the extra card is mentioned."""
    choice, asked = Random(8), {"prompt.more": 0, "prompt.more_extra": 0}
    for seed in range(12):
        match = tr.new("toledo", players=3, seed=seed, options={"turn_cap": "50"})
        while not match.over:
            seat = match.pending[0]
            phrase = GAME.prompt(match.state, seat)
            if phrase.key in asked:
                asked[phrase.key] += 1
                held = count_value(match.state, seat, match.state.series)
                assert (held == 0) == (phrase.key == "prompt.more_extra")
            match.play(choice.choice(match.legal(seat)))
    assert min(asked.values()) > 0
