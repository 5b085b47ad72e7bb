"""The pieces of Rheinländer lie where the position says, in both layouts."""

import pytest
from pictures.reading import marks, outside, overlaps, root, texts
from pictures.rheinlaender_views import FULL, NEIGHBOURS, VIEWS, placed, view

from tafelrunde.drawing.geometry import Box, area, inside
from tafelrunde.drawing.regions import union
from tafelrunde.games.rheinlaender.board import BOARD
from tafelrunde.games.rheinlaender.picture import draw
from tafelrunde.games.rheinlaender.river import LAYOUTS, LayoutName, layout_data

layouts = pytest.mark.parametrize("layout", LAYOUTS)


def ring(layout: LayoutName, space: str) -> list[tuple[float, float]]:
    return [(x, y) for x, y in layout_data(layout)["spaces"][space]["ring"]]


@layouts
def test_the_layout_fits_the_board(layout: LayoutName) -> None:
    data = layout_data(layout)
    assert set(data["spaces"]) == set(BOARD.spaces)
    assert set(data["sites"]) == {str(k) for k in range(1, len(BOARD.sites) + 1)}
    for space in BOARD.spaces:
        assert inside(tuple(data["spaces"][space]["at"]), ring(layout, space)), space
        for other in NEIGHBOURS[space]:
            assert len(union([ring(layout, space), ring(layout, other)])) == 1, (space, other)


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share more than a border."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@layouts
@pytest.mark.parametrize("name", VIEWS)
def test_every_piece_lies_in_its_space(name: str, layout: LayoutName) -> None:
    position, _ = VIEWS[name]
    drawn = marks(draw(position, parts="board", layout=layout))
    knights = {mark.place: int(mark.seat) for mark in drawn if mark.kind == "use" and mark.piece == "knight"}
    assert knights == position["knights"]
    castles = {mark.place: int(mark.seat) for mark in drawn if mark.kind == "use" and mark.piece == "castle_knight"}
    assert castles == position["castle_knights"]
    assert {mark.place for mark in drawn if mark.kind == "use" and mark.piece == "fort"} == set(position["forts"])
    for mark in drawn:
        if mark.kind == "use" and mark.piece in ("knight", "fort"):
            assert inside(mark.middle, ring(layout, mark.place)), mark
    knights_there = [mark.box for mark in drawn if mark.kind == "use" and mark.piece in ("knight", "castle_knight")]
    for k, box in enumerate(knights_there):
        slim = (box[0] + 7, box[1] + 7, box[2] - 7, box[3] - 7)  # corners of the boxes may touch
        assert not any(overlap(slim, other) for other in knights_there[:k]), "no knight hides another"


@layouts
def test_every_owned_duchy_has_its_duke_and_value(layout: LayoutName) -> None:
    position, _ = VIEWS["five"]
    drawn = marks(draw(position, parts="board", layout=layout))
    dukes = {(mark.place, int(mark.seat)) for mark in drawn if mark.kind == "use" and mark.piece == "duke"}
    assert dukes == {(d["spaces"][0], d["owner"]) for d in position["duchies"] if d["owner"] is not None}
    banners = [mark.box for mark in drawn if mark.kind == "use" and mark.piece == "duke"]
    knights = [mark.box for mark in drawn if mark.kind == "use" and mark.piece == "knight"]
    assert not any(overlap(a, b) for k, a in enumerate(banners) for b in banners[:k])
    assert not any(overlap(a, b) for a in banners for b in knights)


@layouts
@pytest.mark.parametrize("name", VIEWS)
def test_names_and_numbers_stay_apart(name: str, layout: LayoutName) -> None:
    svg = draw(VIEWS[name][0], parts="board", layout=layout)
    assert outside(svg) == []
    if name != "everywhere":
        assert overlaps(svg) == []


def test_worth_of_a_duchy() -> None:
    """RH-7.2, RH-7.3, RH-11.3: one for the duke and the centres beside its knights; five for the
    duke at the end.
    """
    basel = view(placed(s0="L4 L5 L6"), 3)
    assert "Duchy of Red. Basel. Red 3. Worth 2 now, 6 at the end." in texts(draw(basel))
    mainz = view(placed(s1="L22 L23"), 3)
    assert "Duchy of Blue. Mainz. Blue 3. Worth 2 now, 6 at the end." in texts(draw(mainz))
    tied = view(placed(s0="R29", s1="R30") | {}, 3, castle_knights={})
    assert any(text.startswith("Duchy without a duke. Ehrenbreitstein.") for text in texts(draw(tied)))


def test_an_ownerless_duchy_is_dashed_and_an_owned_one_hatched() -> None:
    svg = draw(view(placed(s0="R29", s1="R30") | placed(s2="L29 L30"), 3, castle_knights={}), parts="board")
    shapes = [element for element in root(svg).iter() if "data-duchy" in element.attrib]
    strokes = {e.attrib["data-duchy"]: [child.attrib.get("stroke-dasharray") for child in e][1:] for e in shapes}
    assert strokes["R29,R30"] == ["7 5"]
    assert strokes["L29,L30"] == [None, None]


def test_outline_around_a_group() -> None:
    """A duchy over bank and river is one shape, as large as its spaces."""
    spaces = ["L4", "L5", "L6", "W5", "R5", "R6"]
    (around,) = union(ring("panorama", space) for space in spaces)
    assert abs(abs(area(around)) - sum(abs(area(ring("panorama", space))) for space in spaces)) < 1


def test_hidden_coins_are_not_drawn() -> None:
    secret = view(FULL, 5)
    for seat in (0, 1, None):
        said = texts(draw(secret, seat=seat))
        assert said.count("coins") == 1, "only the total that the view has"
    assert "coins" not in texts(draw(secret | {"coins": None}))


def test_pile_and_discards_are_never_drawn() -> None:
    assert draw(view(FULL, 5, draw_pile=[3, 4], discards=[9])) == draw(view(FULL, 5))


def test_the_board_is_said_to_be_a_reconstruction() -> None:
    assert "The board is a reconstruction." in texts(draw(view(FULL, 5)))
    assert "reconstruction" in (root(draw(view({}, 3), parts="board")).findtext("{*}desc") or "")


def test_a_bad_layout_is_named() -> None:
    with pytest.raises(ValueError, match="layout"):
        draw({}, layout="south")


@pytest.mark.parametrize(("lang", "name"), [("en", "Strasbourg"), ("hu", "Strasbourg"), ("cs", "Štrasburk"), ("de", "Straßburg")])
def test_board_and_ledger_name_a_centre_alike_in_every_language(lang: str, name: str) -> None:
    drawn = texts(draw(view(placed(s0="L9 L10", s1="L11"), 3), lang=lang))
    assert drawn.count(name) == 2  # on the board and in the ledger, in the same words
