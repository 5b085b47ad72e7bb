"""Nothing on a picture moves unnoticed."""

import json

import pytest
from pictures.el_grande_views import FIVE
from pictures.games import CASES, DRAW, drawn
from pictures.goldens import differences, path, snapshot


@pytest.mark.parametrize("parts", ["board", "table"])
@pytest.mark.parametrize(("game", "name"), CASES)
def test_picture_is_the_golden_one(game: str, name: str, parts: str) -> None:
    golden = json.loads(path(game, name, parts).read_text("utf-8"))
    assert differences(snapshot(drawn(game, name, parts=parts, fixed=True)), golden) == []


@pytest.mark.parametrize(
    "change",
    [
        {"regions": FIVE["regions"] | {"granada": [1, 1, 4, 2, 3], "sevilla": [4, 0, 1, 2, 4]}},
        {"king": "toledo"},
        {"grandes": ["cataluna", "galicia", "sevilla", "navarra", "toledo"]},
        {"tiles": {"8-4-0": "aragon", "4-0-0": None}},
        {"castillo": [None, 2, None, None, None]},
    ],
    ids=["caballero", "king", "grande", "tile", "castillo"],
)
def test_tolerance_still_catches_one_moved_piece(change: dict[str, object]) -> None:
    before = snapshot(DRAW["el_grande"](FIVE, parts="board"))
    after = snapshot(DRAW["el_grande"](FIVE | change, parts="board"))
    assert differences(after, before)
