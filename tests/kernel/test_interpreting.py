"""The rules as the interpreter plays them: rewritten, but the same."""
import inspect
import traceback
from pathlib import Path
from types import ModuleType

import pytest

import tafelrunde as tr
from tafelrunde.games.el_grande.decisions.turn import legal_menu
from tafelrunde.games.el_grande.fields import Phase
from tafelrunde.kernel import difference, driver, interpreting, law, seed_generator
from tafelrunde.kernel.interpreting import Bound, Warming, Writer, definition
from tafelrunde.kernel.law import Binder, functions_of

OPTIONS = {"el_grande": [{}, {"modules": ["new_regent", "power_shift"]}, {"edition": "1995"}], "king_and_intriguer": [{}],
           "rheinlaender": [{}], "toledo": [{"turn_cap": "50"}]}
CASES = [(title, players, options) for title in tr.games() for options in OPTIONS[title]
         for players in range(tr.game(title).seats[0], tr.game(title).seats[1] + 1)]


def as_written(game):
    """The driver with the rules as they are in their files."""
    binder = Binder(game.law, functions_of(driver).values())
    return binder.rule(driver.begin), binder.rule(driver.play)


@pytest.mark.parametrize(("title", "players", "options"), CASES)
def test_the_rewritten_rules_play_the_same_game(title, players, options):
    """Every field and every event after every decision, with events and without."""
    game = tr.game(title)
    begin, play = as_written(game)
    written = Bound(driver, game.law)
    for seed in range(2):
        s = game.configured(players, options)
        s.rng, s.log = seed_generator(seed), []
        told, silent = s.clone(), s.clone()
        told.log = []
        begin(s, game.mask())
        written.begin(told, game.mask())
        written.begin(silent, game.mask())
        for number in range(400):
            assert not difference(s, told, game.fields)
            assert not difference(s, silent, game.fields)
            assert s.log == told.log
            assert silent.log is None
            seats = game.law.pending(s)
            if not seats:
                break
            seat = seats.bit_length() - 1
            legal = game.legal_ids(s, seat)
            action = legal[(number * 7 + seed) % len(legal)]
            play(s, seat, action, game.mask())
            written.play(told, seat, action, game.mask())
            written.play(silent, seat, action, game.mask())
        assert number > 40


def test_small_rules_and_constants_are_written_out():
    """In El Grande's menu nothing is left of `allow`, nor of the names of its actions; in its
    `legal`, of small rules.
    """
    game = tr.game("el_grande")
    writer = Writer(game.law, functions_of(driver).values())
    menu, chosen = writer.rule(legal_menu), writer.rule(game.law.legal)
    writer.finish()
    assert {"allow", "allow_set", "Part", "Act"} <= set(legal_menu.__code__.co_names)
    assert not {"allow", "allow_set", "Part", "Act"} & set(menu.__code__.co_names)
    assert {"legal_escort", "legal_region"} <= set(game.law.legal.__code__.co_names)
    assert not {"legal_escort", "legal_region"} & set(chosen.__code__.co_names)


def test_a_traceback_shows_the_rule_as_it_is_written():
    game = tr.game("el_grande")
    s = game.configured(4)
    s.phase = Phase.COURT
    with pytest.raises(IndexError) as caught:
        Bound(driver, game.law).play(s, 99, 5, game.mask())
    chosen, last = traceback.extract_tb(caught.value.__traceback__)[-2:]
    assert (chosen.filename, chosen.line) == ("<decide of tafelrunde.games.el_grande>", "if apply_court(s, seat, action):")
    assert Path(last.filename).parent.name == "el_grande"
    assert last.line == "s.province[seat] -= n"


def test_a_rule_without_a_source_is_played_as_it_is():
    """As in a package without its sources."""
    template = ModuleType("nowhere")
    template.pending = law.pending
    exec("def nobody(s):\n    return pending(s) == 0\n", vars(template))
    assert definition(template.nobody) is None
    game = tr.game("el_grande")
    bound = Bound(template, game.law)
    s = game.configured(4)
    s.rng = seed_generator(1)
    game.driver.begin(s, game.mask())
    assert [bound.nobody(s), bound.nobody(game.configured(4))] == [False, True]


def test_every_copy_keeps_its_name_and_words():
    game = tr.game("toledo")
    for bound in (Warming(driver, game.law), Bound(driver, game.law)):
        assert bound.settle.__name__ == "settle"
        assert inspect.getdoc(bound.settle) == inspect.getdoc(driver.settle)


def test_rules_are_written_out_once_they_have_been_at_work_for_long(monkeypatch):
    """Not for a game or two; a copy that somebody holds goes on with what was written."""
    game = tr.game("el_grande")
    warming = Warming(driver, game.law)
    held = warming.play_randomly

    def played(play):
        s = game.configured(4)
        s.rng = seed_generator(3)
        warming.begin(s, game.mask())
        return play(s, game.mask())

    first = played(held)
    assert held is warming.play_randomly
    monkeypatch.setattr(interpreting, "PAYS", 0.0)
    assert played(held) == first
    quick = warming.play_randomly
    assert quick is not held
    assert quick.__code__ is not held.__wrapped__.__code__
    assert played(quick) == played(held) == first
    warming.write_out()
    assert warming.play_randomly is quick
