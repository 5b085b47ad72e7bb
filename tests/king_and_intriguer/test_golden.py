"""Golden records: whole games that together show every card, verb, event and option, replayed byte
for byte.
"""
from pathlib import Path

import pytest
from harness import check_golden, golden
from king_and_intriguer.make_golden import features, wanted

from tafelrunde.games.king_and_intriguer import GAME
from tafelrunde.match.records import parse
from tafelrunde.match.replaying import rebuild

RECORDS = golden(Path(__file__).parent / "golden")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_record_replays_byte_for_byte_and_its_chance_verifies(path):
    check_golden(GAME, path, 3)


def test_the_records_show_every_card_every_verb_every_event_and_every_option():
    assert len(RECORDS) >= 20
    found: set[str] = set()
    for path in RECORDS:
        found |= features(rebuild(GAME, parse(path.read_text("utf-8"))))
    assert wanted() - found == set()
