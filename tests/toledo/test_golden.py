"""Golden records: whole games with rare events, replayed byte for byte."""
from pathlib import Path

import pytest
from harness import check_golden, golden
from toledo.make_golden import features

from tafelrunde.games.toledo import GAME

RECORDS = golden(Path(__file__).parent / "golden")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_record_replays_byte_for_byte_and_its_chance_verifies(path):
    match = check_golden(GAME, path, 20)
    shows = next(line for line in path.read_text("utf-8").splitlines() if line.startswith("; shows: "))
    assert ", ".join(sorted(features(match))) == shows.removeprefix("; shows: ").replace("nothing rare", "")


@pytest.mark.rule("TO-R20", "TO-R28", "TO-R47", "TO-R2", "TO-R35")
def test_the_records_show_what_rarely_happens():
    assert len(RECORDS) >= 20
    shown = [line.removeprefix("; shows: ").split(", ") for path in RECORDS
             for line in path.read_text("utf-8").splitlines() if line.startswith("; shows: ")]
    for feature in ("rematch", "duel_inside_a_chain", "fourth_pawn", "gems_at_zero", "shuffled_in_a_duel",
                    "shuffled_at_a_tavern", "moved_on_from_a_full_space", "moved_on_twice", "opened_with_an_extra",
                    "two_extras", "gave_a_tile_back", "paintings_gone", "tie", "negative_points", "long_chain",
                    "two_entered", "another_third_pawn_in_the_last_round", "won_and_traded"):
        assert sum(feature in features for features in shown) >= 1, feature
    for players in (2, 3, 4):
        assert sum(path.name.startswith(str(players)) for path in RECORDS) >= 6
