"""What holds for the picture of any game: well-formed, alone, legible, described, and no wiser than
its view.
"""

import re
from typing import Any

import pytest
from pictures.games import CASES, DRAW, VIEWS, drawn
from pictures.reading import SVG, marks, outside, overlaps, root, texts

from tafelrunde.drawing.words import LANGUAGES

SIZES: list[dict[str, Any]] = [
    {"parts": "board", "width": 400},
    {"parts": "board", "width": 1600},
    {"parts": "table", "width": 400},
    {"parts": "table", "width": 900},
    {"parts": "table", "width": 1440},
]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['parts']}-{size['width']}")
cases = pytest.mark.parametrize(("game", "name"), CASES)
games = pytest.mark.parametrize("game", list(DRAW))
FULLEST = [("el_grande", "five"), ("king_and_intriguer", "everything"), ("rheinlaender", "five"), ("toledo", "four")]


@cases
@sizes
def test_well_formed_and_alone(game: str, name: str, size: dict[str, Any]) -> None:
    svg = drawn(game, name, **size)
    tree = root(svg)
    assert tree.tag == SVG + "svg"
    assert int(tree.attrib["width"]) == size["width"]
    assert not any(element.tag == SVG + "script" for element in tree.iter())
    defined = {element.attrib["id"] for element in tree.iter() if "id" in element.attrib}
    for element in tree.iter():
        for key, value in element.attrib.items():
            assert not key.startswith("on"), "no handlers"
            if key == "href":
                assert value[0] == "#", "nothing from outside"
                assert value[1:] in defined
            for reference in re.findall(r"url\(([^)]*)\)", value):
                assert reference[0] == "#"
                assert reference[1:] in defined


@cases
@sizes
def test_texts_neither_overlap_nor_leave_the_sheet(game: str, name: str, size: dict[str, Any]) -> None:
    for lang in LANGUAGES if size["parts"] == "table" and size["width"] != 900 else ("en",):
        svg = drawn(game, name, lang=lang, **size)
        assert overlaps(svg) == [], lang
        assert outside(svg) == [], lang


@cases
def test_says_what_it_shows(game: str, name: str) -> None:
    tree = root(drawn(game, name))
    title, description = tree.find(SVG + "title"), tree.find(SVG + "desc")
    assert title is not None
    assert title.text
    assert description is not None
    assert description.text
    assert tree.attrib["role"] == "img"
    for element in tree.iter():
        if element.attrib.get("role") == "img" and element is not tree:
            first = element[0]
            assert first.tag == SVG + "title"
            assert first.text


@cases
def test_dark_shows_the_same_in_other_colours(game: str, name: str) -> None:
    light, dark = drawn(game, name), drawn(game, name, theme="dark")
    assert [mark.name for mark in marks(light) if mark.kind == "text"] == [
        mark.name for mark in marks(dark) if mark.kind == "text"
    ]
    assert light != dark


@cases
def test_same_view_same_picture(game: str, name: str) -> None:
    view, seat = VIEWS[game][name]
    assert DRAW[game](view, seat=seat) == drawn(game, name)


@pytest.mark.parametrize(("game", "name"), FULLEST)
def test_every_key_may_be_null_or_missing(game: str, name: str) -> None:
    view, seat = VIEWS[game][name]
    for key in view:
        null = DRAW[game](view | {key: None}, seat=None if key == "players" else seat)
        missing = DRAW[game]({k: v for k, v in view.items() if k != key}, seat=None if key == "players" else seat)
        assert null == missing, key
    assert DRAW[game]({}) != ""


@cases
def test_every_entry_of_a_list_may_be_null(game: str, name: str) -> None:
    view, _ = VIEWS[game][name]
    for key, value in view.items():
        if isinstance(value, list) and key not in ("acted", "open_cards", "vetoes"):
            assert DRAW[game](view | {key: [None] * len(value)}) != "", key


@games
def test_a_hand_is_drawn_for_its_own_seat_only(game: str) -> None:
    name, (view, seat) = next((name, case) for name, case in VIEWS[game].items() if case[1] is not None)
    assert seat is not None
    own = view["hands"][seat]
    # How many cards may be public
    sizes = [len(own) if hand is None else len(hand) for hand in view["hands"]]
    everything = view | {"hands": [(own * 9)[:size] for size in sizes]}
    covered = [None if hand is None else [None] * len(hand) for hand in view["hands"]]
    assert DRAW[game](everything, seat=seat) == DRAW[game](view, seat=seat), name
    hidden = view | {"hands": [covered[k] or [None] * size for k, size in enumerate(sizes)]}
    assert DRAW[game](everything) == DRAW[game](hidden)


@games
def test_names_are_escaped_and_fitted(game: str) -> None:
    view, _ = next(iter(VIEWS[game].values()))
    names = ["<b>Ödön & “Zsófi”</b>", "x" * 60, "", "Řehoř", "Jo"]
    svg = DRAW[game](view, names=names)
    assert "<b>" not in svg
    assert any("Ödön &" in text for text in texts(svg))
    assert overlaps(svg) == []
    assert outside(svg) == []


@games
@pytest.mark.parametrize(
    ("how", "field"),
    [
        ({"theme": "pink"}, "theme"),
        ({"lang": "xx"}, "xx"),
        ({"width": 3}, "width"),
        ({"seat": 9}, "seat"),
        ({"parts": "x"}, "parts"),
    ],
)
def test_bad_arguments_name_their_field(game: str, how: dict[str, Any], field: str) -> None:
    view, _ = next(iter(VIEWS[game].values()))
    with pytest.raises(ValueError, match=field):
        DRAW[game](view, **how)
