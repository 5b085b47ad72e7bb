"""Golden records: whole games with rare events, replayed byte for byte."""
from pathlib import Path

import pytest
from harness import check_golden, golden
from rheinlaender.make_golden import RARE, features

from tafelrunde.games.rheinlaender import GAME

RECORDS = golden(Path(__file__).parent / "golden")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_record_replays_byte_for_byte_and_its_chance_verifies(path):
    match = check_golden(GAME, path, 100)
    shows = next(line for line in path.read_text("utf-8").splitlines() if line.startswith("; shows: "))
    assert ", ".join(sorted(features(match))) == shows.removeprefix("; shows: ")


@pytest.mark.rule("RH-R43", "RH-R45", "RH-8.1", "RH-8.3", "RH-9.4", "RH-10.3")
def test_the_records_show_what_rarely_happens():
    assert len(RECORDS) >= 20
    shown = [line.removeprefix("; shows: ").split(", ") for path in RECORDS
             for line in path.read_text("utf-8").splitlines() if line.startswith("; shows: ")]
    for feature in RARE:
        assert sum(feature in row for row in shown) >= 2, feature
    for players in (3, 4, 5):
        assert sum(path.name.startswith(str(players)) for path in RECORDS) >= 7
