"""Golden records: whole games that together show every card, event and option, replayed byte for
byte.
"""
from pathlib import Path

import pytest
from el_grande.make_golden import features, wanted
from harness import check_golden, golden

from tafelrunde import BadRecord
from tafelrunde.games.el_grande import GAME
from tafelrunde.match.records import parse
from tafelrunde.match.replaying import rebuild

RECORDS = golden(Path(__file__).parent / "golden")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_record_replays_byte_for_byte_and_its_chance_verifies(path):
    check_golden(GAME, path, 20)


@pytest.mark.rule("EG-5.6")
def test_the_records_show_every_card_every_event_and_every_option():
    assert len(RECORDS) >= 30
    found: set[str] = set()
    for path in RECORDS:
        found |= features(rebuild(GAME, parse(path.read_text("utf-8"))))
    assert wanted() - found == set()


def with_king_card(text):
    """The record of a program that writes a line for the King card, although it is not drawn."""
    rows = []
    for row in text.splitlines():
        rows += [row, "* open 5 your_majesty"] if row.startswith("* open 4 ") else [row]
    return "\n".join(rows) + "\n"


@pytest.mark.rule("EG-2.2")
def test_a_line_for_the_king_card_is_read_where_it_tells_nothing():
    told = {regent: next(text for text in (path.read_text("utf-8") for path in RECORDS) if ("new_regent" in text) is regent)
            for regent in (False, True)}
    assert rebuild(GAME, parse(with_king_card(told[False]))).record() == told[False]
    with pytest.raises(BadRecord):
        rebuild(GAME, parse(with_king_card(told[True])))
