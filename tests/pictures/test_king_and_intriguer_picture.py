"""König & Intrigant on El Grande's chart."""

from pictures.king_and_intriguer_views import CHOOSING, EVERYTHING, ROUND, SECOND_CARDS
from pictures.reading import marks, overlaps, root, texts

from tafelrunde.drawing.geometry import inside
from tafelrunde.games.el_grande.chart import chart_data
from tafelrunde.games.king_and_intriguer.picture import draw


def badges(svg: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for region in root(svg).iter():
        for element in region.iter() if "data-place" in region.attrib else ():
            if "data-badge" in element.attrib:
                found.setdefault(region.attrib["data-place"], []).append(element.attrib["data-badge"])
    return found


def test_cards_leave_their_marks_on_regions() -> None:
    expected = {"aragon": ["crown"], "castilla": ["×2"], "galicia": ["&A"], "navarra": ["&A"], "valencia": ["≤6"]}
    assert badges(draw(EVERYTHING, parts="board")) == expected
    assert badges(draw(EVERYTHING, parts="board", width=400)) == expected
    assert badges(draw(ROUND, parts="board")) == {}


def test_an_unknown_double_leaves_no_trace() -> None:
    hidden = EVERYTHING | {"doubles": [None] * 5}
    assert "castilla" not in badges(draw(hidden, parts="board"))
    assert draw(hidden) == draw(EVERYTHING | {"doubles": None})


def test_the_castillo_stands_where_it_was_slid() -> None:
    drawn = [mark for mark in marks(draw(EVERYTHING, parts="board")) if mark.name == "castillo"]
    assert [mark.place for mark in drawn] == ["", "granada"], "a shadow on the island, the tower in the region"
    ring = [(x, y) for x, y in chart_data()["regions"]["granada"]["ring"]]
    assert inside((drawn[1].middle[0], drawn[1].box[3] - 2), ring)
    assert [mark.place for mark in marks(draw(ROUND, parts="board")) if mark.name == "castillo"] == [""]


def test_what_stands_beside_the_castillo_is_counted() -> None:
    beside = [mark for mark in marks(draw(EVERYTHING, parts="board")) if mark.piece == "beside" and mark.kind == "text"]
    assert [(mark.seat, mark.name) for mark in beside] == [("0", "1"), ("2", "2"), ("4", "3")]


def test_a_turned_tile_is_turned() -> None:
    turned = [e for e in root(draw(EVERYTHING, parts="board")).iter() if e.attrib.get("data-tile") == "8-4-0"]
    assert [e.attrib["transform"].split("(")[1][:3] for e in turned] == ["180"]


def test_this_round_is_told_in_order_with_roles() -> None:
    svg = draw(ROUND)
    cards = [e.attrib["data-card"] for e in root(svg).iter() if "data-card" in e.attrib]
    assert cards == ["160", "120", "90", "40", "30"]
    assert texts(svg).count("King") >= 1
    assert texts(svg).count("Intriguer") >= 1


def test_a_role_is_what_its_holder_acts_as_once_that_is_settled() -> None:
    """KI-3.1, KI-3.3: without the Players Edition five players must play their roles; with it they
    choose.
    """
    own, role = "Every opponent returns the whole court", "Move one opposing caballero"
    settled = ROUND | {"options": ROUND["options"] | {"players_edition": False}}
    chosen = ROUND | {"roles": ["king", None, None, "intriguer", None]}
    for view, expected in ((ROUND, own), (settled, role), (chosen, role)):
        said = [text for text in texts(draw(view)) if text.startswith((own[:10], role))]
        assert said, view["roles"]
        assert all(text.startswith(expected[:10]) for text in said), said


def test_jokers_wait_below_the_cards_that_count() -> None:
    svg = draw(SECOND_CARDS, seat=2)
    assert [e.attrib["data-card"] for e in root(svg).iter() if "data-card" in e.attrib] == ["160", "120", "30", "joker", "joker"]
    assert "King" not in texts(svg), "no roles before all cards lie"


def test_own_cards_and_used_ones() -> None:
    svg = draw(EVERYTHING, seat=1)
    assert {"10 left", "Joker", "66", "100", "120"} <= set(texts(svg))
    assert "18 left" in texts(draw(CHOOSING, seat=0))
    assert "10 left" not in texts(draw(EVERYTHING, seat=0))


def test_secret_cards_are_never_drawn() -> None:
    secret = {"set_aside": [[10, 20, 30, 40, 50]] * 5, "whirlwind": ["aragon"] * 5, "laid": [0, 1, 2, 3, 4]}
    assert draw(ROUND | secret, seat=1) == draw(ROUND, seat=1)


def test_texts_stay_apart_on_a_small_chart() -> None:
    assert overlaps(draw(EVERYTHING, parts="board", width=400)) == []
