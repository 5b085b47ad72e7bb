"""The cards of 1995 under their own ids and printed names."""
from random import Random

import pytest
from harness import Table, play_on
from helpers.el_grande import OLD, load, play, turn

import tafelrunde as tr
from tafelrunde.games.el_grande import GAME
from tafelrunde.games.el_grande.tables import OLD_IDS


@pytest.mark.rule("EG-13.2")
def test_cards_are_read_by_their_own_ids():
    match = load(phase="turns", turn=0, played=[13, 12, 11, 10], court=[5] * 4, open={"decision": "card"},
                 open_cards=["deck2_veto", "deck1_2and2", "deck3_fives"], **OLD)
    assert match.why_not("card deck2_veto", 0) is None
    play(match, "card deck2_veto")
    assert match.position()["open"]["card"] == "veto"
    assert len(set(OLD_IDS.values())) == len(OLD_IDS) == 33
    assert GAME.actions.id("card deck5_king") == GAME.actions.id("card your_majesty")


@pytest.mark.rule("EG-13.2")
def test_a_record_names_them_so_and_an_older_one_replays_as_it_is():
    match = play_on(Table(3, {"edition": "1995"}).match(GAME, 3), Random(3))
    text = match.record()
    assert "\nCards: 1995\n" in text
    named = {line.split()[-1] for line in text.splitlines() if line.startswith("* open ") or " card " in line}
    assert named <= OLD_IDS.keys()
    assert tr.replay(text).record() == text
    older = text.replace("Cards: 1995\n", "")
    for old, house in OLD_IDS.items():
        older = older.replace(f" {old}\n", f" {house}\n")
    assert tr.replay(older).record() == older
    assert tr.replay(older).position() == tr.replay(text).position() == match.position()


@pytest.mark.rule("EG-13.2")
def test_a_record_that_names_the_cards_of_another_edition_names_the_line():
    text = tr.new("el_grande", players=3, options={"edition": "1995"}, seed=3).record()
    with pytest.raises(tr.BadRecord, match=r"line 3: .*'1850'"):
        tr.replay(text.replace("Cards: 1995", "Cards: 1850"))
    assert "Cards" not in tr.new("el_grande", players=3, seed=3).header


@pytest.mark.rule("EG-13.2")
@pytest.mark.parametrize(("card", "name"), [("veto", "Veto!"), ("loss_of_authority", "Decay of Authority"),
                                            ("levy", "Decay of Authority"), ("withdrawal", "The King Returns!"),
                                            ("legislation", "Mobile Scoreboard"), ("recruitment", "The Court"),
                                            ("royal_adviser", "Royal Adviser")])
def test_printed_names(card, name):
    match = turn(card, **OLD)
    texts, number = match.texts("en"), GAME.actions.id(f"card {card}") - GAME.actions.first.CARD
    assert texts.word("card", number) == name
    assert texts.word("card", number, "says").endswith(".")
    for lang in ("hu", "cs", "de"):
        assert match.texts(lang).word("card", number)
    assert turn(card, options={"alternatives": ["veto"]}).texts("en").word("card", number) != name or card == "royal_adviser"
