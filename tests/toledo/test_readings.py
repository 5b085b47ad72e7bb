"""Open readings that a table may choose, and who starts."""
import pytest
from helpers.toledo import RED, legal, play, refused, table

import tafelrunde as tr


@pytest.mark.rule("TO-R39", "TO-R40", "TO-8.1")
@pytest.mark.parametrize(("reading", "again"), [("per_tile", True), ("one_per_turn", False)])
def test_how_many_extra_cards_two_movement_tiles_allow(reading, again):
    match = table(hands=[["M5-01", "M5-02", "M4-01", "M4-02", "M6-01"], []], masters=[["movement", "movement"], []],
                  shops={"4": ["metal", 1, RED], "8": ["fencing", 1, RED], "10": ["smith", 1, RED]},
                  options={"extra_cards": reading})
    play(match, "extra 5 0", "skip", "move 4 0", "free")
    assert bool(legal(match, "extra")) == again
    assert refused(match, "extra 6 4") == ("" if again else "TO-8.1")
    assert tr.load(match.position()).position() == match.position()


@pytest.mark.rule("TO-R4", "TO-1.2")
def test_the_host_may_name_who_starts():
    match = tr.new("toledo", players=3, options={"start": "2"}, seed=1)
    assert match.position()["turn"] == 2
    assert "named_start" in [e["event"] for e in match.events()]
    with pytest.raises(tr.BadOptions, match="start names seat 3"):
        tr.new("toledo", players=3, options={"start": "3"})
