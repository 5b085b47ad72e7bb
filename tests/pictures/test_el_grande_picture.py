"""The pieces of El Grande lie where the position says."""

import pytest
from pictures.el_grande_views import ABROAD, CROWDED, DUMMY, FIVE, OLD, REVOLT, VIEWS
from pictures.reading import Mark, marks, root, texts

from tafelrunde.drawing.geometry import inside
from tafelrunde.games.el_grande.chart import REGIONS, chart_data
from tafelrunde.games.el_grande.picture import draw

RINGS = {name: chart_data()["regions"][name]["ring"] for name in REGIONS}
RINGS |= {name: country["ring"] for name, country in chart_data()["abroad"].items()}
RINGS["castillo"] = chart_data()["castillo"]["ring"]


def pieces(svg: str, kind: str) -> list[Mark]:
    return [mark for mark in marks(svg) if mark.kind == "use" and mark.piece == kind]


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("width", [400, 1544])
def test_every_piece_stands_in_its_region(name: str, width: int) -> None:
    view, _ = VIEWS[name]
    svg = draw(view, parts="board", width=width)
    feet: dict[tuple[str, str, str], tuple[float, float]] = {}
    for mark in marks(svg):
        if mark.place and mark.kind == "use":
            key = mark.place, mark.piece, mark.seat
            foot = mark.middle[0], mark.box[3] - 2
            feet[key] = max(feet.get(key, foot), foot, key=lambda point: point[1])
    for (place, _, _), foot in feet.items():
        assert inside(foot, RINGS[place]), (place, foot)
    expected = {(r, "caballeros", str(s)) for r, counts in view["regions"].items() for s, n in enumerate(counts) if n}
    expected |= {(place, "grande", str(seat)) for seat, place in enumerate(view["grandes"]) if place}
    expected |= {(view["king"], "king", "")}
    expected |= {("castillo", "caballeros", str(s)) for s, n in enumerate(view["castillo"] or ()) if n}
    assert set(feet) == expected


@pytest.mark.parametrize("view", [FIVE, CROWDED, REVOLT], ids=["five", "crowded", "revolt"])
def test_a_tower_has_as_many_cubes_as_its_number(view: dict[str, object]) -> None:
    drawn = marks(draw(view, parts="board"))
    for region, counts in view["regions"].items():
        for seat, count in enumerate(counts):
            here = [
                mark
                for mark in drawn
                if mark.place == region and mark.piece == "caballeros" and mark.seat == str(seat)
            ]
            assert sum(mark.kind == "use" for mark in here) == count
            assert [mark.name for mark in here if mark.kind == "text"] == ([str(count)] if count else [])


def test_the_king_abroad_and_beside_the_castillo() -> None:
    assert [mark.place for mark in pieces(draw(ABROAD, parts="board"), "king")] == ["portugal"]
    assert [mark.place for mark in pieces(draw(DUMMY, parts="board"), "king")] == ["france"]
    assert [mark.place for mark in pieces(draw(REVOLT, parts="board"), "king")] == ["castillo"]
    assert any("closed" in text for text in texts(draw(REVOLT)))


def test_an_unknown_castillo_leaves_no_trace() -> None:
    hidden, known = draw(REVOLT | {"castillo": None}), draw(REVOLT)
    assert [m for m in marks(hidden) if m.place == "castillo" and m.piece == "caballeros"] == []
    assert len([m for m in marks(known) if m.place == "castillo" and m.piece == "caballeros"]) == 8
    assert hidden == draw(REVOLT | {"castillo": [None] * 5})


def test_decks_box_and_dials_are_never_drawn() -> None:
    secret = {
        "decks": {"1": ["militia"]},
        "box": ["levy"],
        "discards": ["audience"],
        "dials": ["granada"],
        "region_cards": ["aragon"],
    }
    assert draw(FIVE | secret, seat=1) == draw(FIVE, seat=1)


def test_tables_follow_the_players_and_the_tiles() -> None:
    def table(svg: str, region: str) -> list[str]:
        (group,) = [element for element in root(svg).iter() if element.attrib.get("data-place") == region]
        cells = [element.text for element in group.iter() if element.tag.endswith("text") and element.text]
        return [cell for cell in cells if cell.isdigit()]

    empty = {"players": 5, "regions": {}}
    assert table(draw(empty, parts="board"), "granada") == ["6", "3", "1"]
    assert table(draw(empty | {"players": 3}, parts="board"), "granada") == ["6", "3"]
    assert table(draw(empty | {"tiles": {"8-4-0": "granada"}}, parts="board"), "granada") == ["8", "4", "0"]
    assert table(draw(empty | {"tiles": {"4-0-0": "castillo"}}, parts="board"), "castillo") == ["4", "0", "0"]


def test_regions_are_described() -> None:
    said = texts(draw(FIVE))
    assert "Castilla, 6-4-2. Blue 9, Red 4, Gold 2, Green 2, Black 1. The king stands here." in said
    assert any(text.startswith("Cataluña, 4-2-1.") and "The grande of Red stands here" in text for text in said)


def test_cards_are_named_and_the_one_in_use_is_marked() -> None:
    svg = draw(FIVE, seat=1, words={"card.fiesta.name": "Fiesta!", "card.fiesta.says": "Score the fives."})
    cards = [element for element in root(svg).iter() if "data-card" in element.attrib]
    assert [card.attrib["data-card"] for card in cards] == ["legislation", "fiesta", "civil_war", "intrigue"]
    assert {"Fiesta!", "Score the fives."} <= set(texts(svg))
    assert "Legislation" in texts(svg)
    assert "Törvényhozás" in texts(draw(FIVE, lang="hu"))


def test_power_cards_say_what_they_bring() -> None:
    """EG-3.2: a power card brings at most the number on it, 12 and 13 none."""
    svg = draw(DUMMY, seat=0, lang="en")
    assert "13 left" in texts(svg)
    assert "−3" in texts(svg)


def test_players_stand_in_turn_order() -> None:
    shields = [mark for mark in marks(draw(FIVE)) if mark.name.startswith("shield") and mark.box[0] < 30]
    assert [mark.name for mark in shields[:5]] == [
        "shield-gules",
        "shield-sable",
        "shield-azure",
        "shield-or",
        "shield-vert",
    ]


def test_the_dummy_has_cubes_and_no_score() -> None:
    svg = draw(DUMMY)
    assert "Dummy" in texts(svg)
    assert [mark.seat for mark in marks(svg) if mark.piece == "score" and mark.kind == "use"] == ["0", "1"]


def test_the_old_edition_has_its_names() -> None:
    assert {"Castilla la Nueva", "País Vasco"} <= set(texts(draw(OLD, parts="board")))


def test_the_map_is_credited() -> None:
    for parts in ("board", "table"):
        svg = draw(FIVE, parts=parts)
        assert "CC-BY 4.0" in svg
        assert "Instituto Geográfico Nacional" in svg
        assert "Natural Earth" in svg
