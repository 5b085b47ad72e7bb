"""Hints: at most two sentences, true to the evaluation, in the words of every language, from what
the seat may know.
"""
import re
from random import Random

import pytest
from harness import Table, play_on

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.explaining import Thought, carry_out, explained, next_step
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.bots.saying import part_of
from tafelrunde.games import NAMES as TITLES
from tafelrunde.match.texts import LANGUAGES

FIGURE = re.compile(r"\d+[.,]\d")


def thoughts(name, times):
    """What `simple` thinks at decisions of a game that it plays, with the position that it
    imagined.
    """
    game = tr.game(name)
    match = Table(max(3, game.seats[0])).match(game, "hints")
    play_on(match, Random(5), 12)
    bot = bots.make("simple", game, 5)
    for _ in range(times):
        seat = match.pending[0]
        action = bot.decide(bots.Observation.of(match, seat))
        yield bot.thought
        match.play(action, seat=seat)


def worth(game, s):
    """Each part's worth by seat."""
    judgement = judgement_of(game)
    found = [[0] * 8 for _ in judgement.parts]
    judgement.judge(s, found)
    return found


def brought(game, thought, to):
    """The gains of the seat, part by part."""
    return [b[thought.seat] - a[thought.seat] for a, b in zip(worth(game, thought.state), worth(game, to), strict=True)]


@pytest.mark.parametrize("name", TITLES)
def test_a_hint_has_two_sentences_at_most_and_tells_the_truth(name):
    game, gains = tr.game(name), 0
    for thought in thoughts(name, 24):
        states, logs = carry_out(thought)
        for lang in LANGUAGES:
            said = explained(thought, lang)
            first, rest = said.split(" %. ")
            assert "; " in first
            assert rest.count(".") == 1, "one more sentence: that there was little time"
            then = next_step(thought, logs, lang, you=True)
            assert re.sub(r"\d\.", "", then.rstrip(".")).count(". ") == 0, then
        first = explained(thought, "en").split("; ")[0]
        if "brings" in first:
            gains += 1
            after = next(s for s in (states[1], states[-1]) if max(brought(game, thought, s)) >= 50)
            most = max(brought(game, thought, after))
            part = judgement_of(game).parts[brought(game, thought, after).index(most)]
            assert FIGURE.findall(first)[0] == f"{most / 100:.1f}"
            assert first.startswith(f"This brings about {most / 100:.1f} points {part_of(game, 'en', part)}")
    assert gains > 3, "some of them bring something"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_part_has_words_of_its_own_in_every_language(lang):
    for name in TITLES:
        game = tr.game(name)
        called = [part_of(game, lang, part) for part in judgement_of(game).parts]
        assert len(set(called)) == len(called)
        if lang != "en":
            assert not set(called) & {part_of(game, "en", part) for part in judgement_of(game).parts}


def test_a_price_is_told_where_other_actions_do_not_cost_the_same():
    game = tr.game("toledo")
    priced = [explained(t, "en") for t in thoughts("toledo", 60)]
    told = [s for s in priced if "costs about" in s]
    assert told
    assert all("brings about" in s for s in told)
    parts = [part_of(game, "en", p) for p in judgement_of(game).parts]
    assert all(any(f" {part};" in s for part in parts) for s in told)


def test_the_next_step_of_a_turn_is_told_to_who_sits_there():
    found = [(next_step(t, carry_out(t)[1], "en", you=True), t) for t in thoughts("el_grande", 30)]
    said = [s for s, _ in found if s]
    assert said
    assert all(s.startswith("Then: You") for s in said), said


@pytest.mark.parametrize("level", ["strong:6nodes", "master:3nodes"])
def test_a_hint_is_legal_and_the_same_whatever_is_hidden(level):
    game = tr.game("el_grande")
    match = Table(3).match(game, "hint")
    seat = match.pending[0]
    first = bots.hint(match, seat, "en", level, seed=1)
    assert first.action in match.legal(seat)
    assert first == bots.hint(match, seat, "en", level, seed=1)
    s = match.state.clone()
    s.rng = 77
    game.law.resample(s, seat)
    match.state = s
    assert bots.hint(match, seat, "en", level, seed=1) == first
    drawn = bots.hint(match, seat, "de", "random", seed=1)
    assert drawn.why.startswith("Aus ")


def test_a_line_that_no_longer_fits_is_told_as_far_as_it_goes():
    thought = next(thoughts("el_grande", 1))
    cut = Thought(thought.machine, thought.state, thought.seat, [(thought.seat + 1, 0)])
    states, logs = carry_out(cut)
    assert (len(states), logs) == (1, [])
    assert "changes little" in explained(cut, "en")
