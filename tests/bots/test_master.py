"""The level `master`: honest in every title, within the rules, and replaced by the next lower level
where it has no weights.
"""
import logging

import pytest
from helpers.networks import small_network
from helpers.sealed_bids import GAME
from helpers.twins import TABLES, game_of, positions

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.net import weights as files
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.master import MasterBot
from tafelrunde.bots.net.weights import load, read, shipped
from tafelrunde.bots.strong import StrongBot
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.match import Match

NODES = 5


@pytest.mark.parametrize(("name", "table"), TABLES, ids=[f"{n}-{t}" for n, t in TABLES])
def test_the_same_knowledge_gives_the_same_move_whatever_is_hidden(name, table):
    game = game_of(name)
    weights = load(game) if shipped(game) else read(small_network(game), features_of(game))
    compared = 0
    for match, twin, seat in positions(name, table, seed=3, every=60 if name != "sealed_bids" else 3):
        moves = {MasterBot(game, 5, nodes=NODES, weights=weights).decide(bots.Observation.of(m, seat)) for m in (match, twin)}
        assert len(moves) == 1, f"it can tell {moves} at decision {match.decisions}, seat {seat}"
        assert moves <= set(match.legal(seat))
        compared += 1
    assert compared > 0


@pytest.mark.parametrize("title", tr.games())
def test_a_title_has_the_level_where_weights_are_shipped(title):
    game = tr.game(title)
    assert ("master" in bots.levels_of(game)) == shipped(game)
    if shipped(game):
        found = load(game)
        assert found.head["title"] == title
        assert {"plan", "progress"} <= set(found.head["recipe"])
        match = Match.begin(game, 3, {}, secret_from(1))
        bot = bots.make(f"master:{NODES}nodes", game, 1)
        assert isinstance(bot, MasterBot)
        seat = match.pending[0]
        assert bot.decide(bots.Observation.of(match, seat)) in match.legal(seat)
        assert bot.explain("hu")


def test_without_weights_the_next_lower_level_plays_and_says_so(monkeypatch, tmp_path, caplog):
    whole = small_network(GAME)
    for k, (data, why) in enumerate(((None, "there are none for sealed_bids"), (whole[:-1], "hash"), (b"{}\n", "no head"))):
        folder = tmp_path / str(k)
        folder.mkdir()
        monkeypatch.setattr(files, "FOLDER", folder)
        assert "master" not in bots.levels_of(GAME)
        if data is not None:
            (folder / "sealed_bids.weights").write_bytes(data)
        with caplog.at_level(logging.WARNING, "tafelrunde"):
            bot = bots.make("master:8nodes", GAME, 1)
        assert type(bot) is StrongBot
        assert why in caplog.text
        match = Match.begin(GAME, 3, {}, secret_from(1))
        assert bot.decide(bots.Observation.of(match, 0)) in match.legal(0)
        said = {lang: bot.explain(lang) for lang in ("en", "hu", "cs", "de")}
        for lang, word in (("en", "level Strong"), ("hu", "Erős szint"), ("cs", "úroveň Silný"), ("de", "Stufe Stark")):
            assert word in said[lang]
    (folder / "sealed_bids.weights").write_bytes(whole)
    assert isinstance(bots.make("master:8nodes", GAME, 1), MasterBot)
