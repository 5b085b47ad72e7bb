"""Every level on every title: only legal moves, no crash, whatever the options; and it can say
why.
"""
from random import Random

import pytest
from harness import Table, play_on

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.match.texts import LANGUAGES

MODULES = {"modules": ["new_regent", "power_shift"], "alternatives": ["grand_strategy", "veto", "secret_ballot"]}
TABLES = [("el_grande", Table(2, {"short": True})), ("el_grande", Table(3, {"short": True, "merge_decks": True})),
          ("el_grande", Table(5, {"short": True, **MODULES})),
          ("el_grande", Table(4, {"edition": "1995", "short": True})),
          ("king_and_intriguer", Table(2, {"short": True})), ("king_and_intriguer", Table(4, {"short": True})),
          ("rheinlaender", Table(3)), ("rheinlaender", Table(5)), ("toledo", Table(2)),
          ("toledo", Table(4))]
TABLES = [(name, table) for name, table in TABLES if name in tr.games()]


def play(game, table, levels, seed, most, first=0):
    """Mixed bots play up to `most` decisions after some random ones; their moves are checked
    against the legal ones.
    """
    match = play_on(table.match(game, f"levels {seed}"), Random(seed), first)
    seated = [bots.make(levels[p % len(levels)], game, seed + p, threads=1) for p in range(match.players)]
    choice = Random(seed)
    while not match.over and match.decisions < first + most:
        seat = choice.choice(match.pending)
        move = seated[seat].decide(bots.Observation.of(match, seat))
        assert move in match.legal(seat), f"{seated[seat].level} moved {move!r} at decision {match.decisions}"
        match.play(move, seat=seat)
        yield match, seat, seated[seat]


def usable(game, table):
    try:
        game.configured(table.players, table.options)
    except tr.BadOptions:
        return False
    return True


@pytest.mark.parametrize(("name", "table"), TABLES, ids=[f"{n}-{t}" for n, t in TABLES])
def test_every_level_keeps_to_the_rules_on_every_title(name, table):
    game = tr.game(name)
    assert usable(game, table), f"{name} does not know {table}"
    levels = ("simple", "strong:4nodes", "random")
    assert sum(1 for first in (0, 60) for _ in play(game, table, levels, 3 + first, most=30, first=first)) > 35


@pytest.mark.parametrize("name", tr.games())
def test_every_level_explains_itself_in_four_languages(name):
    game = tr.game(name)
    said = {}
    for match, _, bot in play(game, Table(max(3, game.seats[0])), ("random", "simple", "strong:12nodes"), 5, most=24):
        for lang in LANGUAGES:
            sentence = bot.explain(lang)
            assert " " in sentence, sentence
            assert "{" not in sentence, sentence
            said.setdefault((bot.level, lang), []).append(sentence)
        assert match.decisions <= 24
    for level in ("simple", "strong"):
        assert len({said[level, lang][0] for lang in LANGUAGES}) == 4, "each language says it in its own words"
        assert all("%" in s for s in said[level, "en"])
    assert all("fast rules" in s for s in said["strong", "en"]), "what was thought on the interpreter says so"


def test_nothing_is_explained_before_the_first_decision():
    game = tr.game("el_grande")
    assert [bots.make(level, game).explain("hu") for level in ("random", "simple", "strong")] == ["", "", ""]


@pytest.mark.parametrize("name", tr.games())
def test_the_same_seed_plays_the_same_game(name):
    game = tr.game(name)
    table, levels = Table(max(3, game.seats[0])), ("simple", "strong:6nodes")
    once, again = ([match.history.decisions()[-1] for match, _, _ in play(game, table, levels, 7, most=20)]
                   for _ in range(2))
    assert once == again


def test_a_bot_with_little_time_left_thinks_less():
    game = tr.game("el_grande")
    match = Table(4).match(game, 1)
    seat = match.pending[0]
    counts = []
    for left in (0.0, 60.0):
        bot = bots.make("strong:300ms", game, 1, threads=1)
        bot.decide(bots.Observation.of(match, seat, time_left=left))
        counts.append(bot.thought.simulations)
    assert counts[0] == 1, "out of time it tries one game only"
    assert counts[1] > 1


def test_threads_add_their_trees_up():
    game = tr.game("el_grande")
    match = Table(4).match(game, 1)
    bot = bots.make("strong:40nodes", game, 1, threads=2)
    bot.decide(bots.Observation.of(match, match.pending[0]))
    assert len(bot.trees) == 2
    assert bot.thought.simulations == 40
