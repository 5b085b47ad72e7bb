"""Blank cards in the start menu: lines that are turned and typed into, until the game takes what
they say.
"""
import pytest

import tafelrunde as tr
from tafelrunde.games.king_and_intriguer.blanks import OPTION
from tafelrunde.match.texts import LANGUAGES, Texts
from tafelrunde.terminal.screens.filling import entry_lines
from tafelrunde.terminal.words import Words

GAME = tr.game("king_and_intriguer")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_filled_in_line_by_line(lang):
    entries, texts, words = [], Texts(GAME, lang), Words(lang)

    def lines():
        return entry_lines(OPTION, entries, texts, words)

    assert len(lines()) == 1
    lines()[0].turn(1)
    number, name, deed, court = lines()[1:5]
    for letter in "Razzia?":
        lines()[2].write(letter)
    lines()[2].write("")
    number.turn(1)
    court.turn(-1)
    while entries[0]["deed"] != "50":
        lines()[3].turn(1)
    assert deed.says != lines()[3].says == texts.named("card", "50", "says")
    assert lines()[-1].value == words("menu.as_printed")
    lines()[-1].turn(1)
    assert entries == [{"value": 12, "name": "Razzia", "deed": "50", "court": 9, "n": 1}]
    assert name.value == "_"
    assert GAME.configured(4, {"players_edition": True, "blank_cards": entries}).blank_value[0] == 12
    lines()[3].turn(1)
    assert "n" not in entries[0], "the next card has no number"
    lines()[0].turn(-1)
    assert entries == []
