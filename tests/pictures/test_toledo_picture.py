"""The pieces of Toledo lie where the position says."""

from collections import Counter

import pytest
from pictures.reading import marks, root, texts
from pictures.toledo_views import DUEL, FOUR, LATE, START, VIEWS

from tafelrunde.games.toledo.city import layout_data
from tafelrunde.games.toledo.picture import draw
from tafelrunde.games.toledo.tables import COMPONENTS


@pytest.mark.parametrize("name", VIEWS)
def test_every_pawn_stands_on_its_step(name: str) -> None:
    view, _ = VIEWS[name]
    drawn = [mark for mark in marks(draw(view, parts="board")) if mark.kind == "use" and mark.piece == "pawn"]
    crowd = sum(step >= 20 for steps in view["pawns"] for step in steps) > 6
    for seat, steps in enumerate(view["pawns"]):
        here = Counter(int(mark.place) for mark in drawn if mark.seat == str(seat))
        expected = Counter(step for step in steps if 0 < step < 20)
        expected[0] = int(0 in steps)  # one pawn and a number
        if crowd:
            expected[20] = int(any(step >= 20 for step in steps))
        else:
            expected.update(step for step in steps if step >= 20)
        assert here == +expected
    for mark in drawn:
        if 0 < int(mark.place) < 20:
            x, y = layout_data()["steps"][mark.place]
            assert abs(mark.middle[0] - x) <= 30
            assert abs(mark.middle[1] - y) <= (80 if name == "duel" else 56)


def test_pawns_that_wait_are_counted() -> None:
    svg = draw(START, parts="board")
    cathedral = next(element for element in root(svg).iter() if element.attrib.get("data-step") == "0")
    assert [element.text for element in cathedral.iter() if element.tag.endswith("text")] == ["5", "5", "Cathedral"]


def test_shops_have_their_owners_awning_and_circles() -> None:
    tree = root(draw(FOUR, parts="board"))
    steps = {int(e.attrib["data-step"]): e for e in tree.iter() if "data-step" in e.attrib}
    assert set(steps) == set(range(21))
    for step, (kind, circles, owner) in ((int(s), shop) for s, shop in FOUR["shops"].items()):
        element = steps[step]
        assert element.attrib["data-shop"] == kind
        assert sum(e.tag.endswith("circle") and e.attrib["r"] == "16" for e in element) == circles
        assert any("hatch-" in e.attrib.get("fill", "") for e in element), "hatched in the owner's way"
        assert FOUR["shops"][str(step)][2] == owner
    for space in COMPONENTS.spaces:
        if space.printed:
            assert sum(e.tag.endswith("circle") and e.attrib["r"] == "16" for e in steps[space.step]) == space.circles


def test_a_pawn_without_a_circle_is_ringed() -> None:
    found = [e for e in root(draw(DUEL, parts="board")).iter() if "data-transit" in e.attrib]
    assert [e.attrib["data-transit"] for e in found] == ["6"]
    assert not [e for e in root(draw(FOUR, parts="board")).iter() if "data-transit" in e.attrib]


def test_the_supplies() -> None:
    said = texts(draw(FOUR))
    assert said.count("×0") == 2, "the swords of 10 and 12 are gone"
    assert "13" in said
    assert "14" in said
    unknown = texts(draw(FOUR | {"swords_left": None}))
    assert not [text for text in unknown if text.startswith("×")]


def test_a_hidden_hand_shows_its_size_and_no_card() -> None:
    svg = draw(FOUR, seat=0)
    assert not [e for e in root(svg).iter() if "data-card" in e.attrib]
    own = draw(FOUR, seat=1)
    cards = [e.attrib["data-card"] for e in root(own).iter() if "data-card" in e.attrib]
    assert cards == FOUR["hands"][1]
    assert "M3-01" not in draw(FOUR, seat=0)


def test_the_duel_picture_shows_who_decides() -> None:
    svg = draw(FOUR, seat=1)
    for element in root(svg).iter():
        card = next((c for c in COMPONENTS.cards if c.id == element.attrib.get("data-card")), None)
        if card:
            fencers = [e for e in element.iter() if e.tag.endswith("path")]
            pale = [k for k, fencer in enumerate(fencers) if "opacity" in fencer.attrib]
            assert pale == [1 if card.clear == "attacker" else 0]


def test_plain_values_make_a_hand_too() -> None:
    assert {"4", "6"} <= set(texts(draw(START | {"hands": [[4, 6], None]}, seat=0)))


def test_piles_are_never_drawn() -> None:
    assert draw(FOUR | {"draw_pile": ["M5-05"], "discards": ["M5-06"]}) == draw(FOUR)


def test_last_round_is_said() -> None:
    assert "Last round" in texts(draw(LATE))
