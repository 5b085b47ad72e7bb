"""The building blocks of pictures."""

import doctest
import importlib
import re
import string
import tomllib
from base64 import b64decode
from pathlib import Path

import pytest

import tafelrunde.drawing
from tafelrunde.drawing.geometry import Raster, area, bounds, inside
from tafelrunde.drawing.pieces import Sheet
from tafelrunde.drawing.png import to_png
from tafelrunde.drawing.seats import SEATS, tincture
from tafelrunde.drawing.svg import node, render, text
from tafelrunde.drawing.theme import DARK, LIGHT, Theme
from tafelrunde.drawing.type import fit, line, text_width, wrap
from tafelrunde.drawing.words import LANGUAGES, Words
from tafelrunde.games import NAMES as GAMES
from tafelrunde.games import find

FOLDER = Path(tafelrunde.drawing.__file__).parent
MODULES = [f"tafelrunde.drawing.{file.stem}" for file in FOLDER.glob("*.py")]
MODULES += [f"tafelrunde.games.{game}.picture" for game in GAMES]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_text_and_attributes_are_escaped() -> None:
    hostile = "</text><script>alert(1)</script>&\"'"
    written = render(node("g", text(hostile, 1, 2, size=3), node("title", hostile), aria_label=hostile))
    assert "<script>" not in written
    assert "&lt;script&gt;" in written


def test_lines_fit_their_room() -> None:
    long = "Each opponent in clockwise order returns three of the own caballeros to the province"
    for room in (60, 120, 240):
        for row in wrap(long, 13, room, lines=3):
            assert text_width(row, 13) <= room
    assert fit("Granada", 13, 200) == "Granada"
    assert wrap("", 13, 100) == []
    assert wrap("unbreakable" * 9, 13, 100)[0].endswith("…")


def test_raster_finds_room_for_a_rectangle() -> None:
    raster = Raster(40, 40, 4)
    raster.fill([(0, 0), (40, 0), (40, 40), (0, 40)])
    raster = raster & ~_hole()
    free = raster.room(0, 3, 0, 3)
    for j in range(10):
        for i in range(10):
            fits = i <= 7 and j <= 7 and not (i <= 5 < i + 3 and j <= 5 < j + 3)
            assert bool(free[j] >> i & 1) == fits, (i, j)


def _hole() -> Raster:
    hole = Raster(40, 40, 4)
    hole.fill([(20, 20), (24, 20), (24, 24), (20, 24)])
    return hole


def test_polygons() -> None:
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    assert area(square) == 4
    assert bounds(square) == (0, 0, 2, 2)
    assert inside((1, 1), square)
    assert not inside((3, 1), square)


def _luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _contrast(a: str, b: str) -> float:
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_is_legible_on_every_ground(theme: Theme) -> None:
    for ground in (theme.ground, theme.panel, theme.panel2, theme.card):
        for ink in (theme.ink, theme.ink2, theme.ink3):
            assert _contrast(ink, ground) >= 4.4
    for seat in range(5):
        colours = tincture(seat, theme)
        assert _contrast(colours.on, colours.base) >= 4.4
        assert _contrast(colours.label, theme.panel) >= 4.4


# Machado, Oliveira and Fernandes: full protanopia, deuteranopia and tritanopia on linear colour
VISIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def _lab(colour: str, vision: str) -> tuple[float, float, float]:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    r, g, b = (max(0, min(1, sum(w * c for w, c in zip(row, linear, strict=True)))) for row in VISIONS[vision])
    white = (0.95047, 1, 1.08883)
    xyz = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    x, y, z = (
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (c / w for c, w in zip(xyz, white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("vision", VISIONS)
def test_seats_differ_for_every_eye(vision: str) -> None:
    labs = [_lab(seat.base, vision) for seat in SEATS]
    for k, a in enumerate(labs):
        for b in labs[:k]:
            assert sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5 >= 25


def test_seats_differ_without_any_colour() -> None:
    assert len({seat.emblem for seat in SEATS}) == 5
    assert len({seat.hatching for seat in SEATS}) == 5


def test_every_piece_of_a_seat_carries_its_emblem() -> None:
    for name in ("caballero", "grande", "knight", "duke", "pawn", "shield"):
        for seat in range(5):
            sheet = Sheet("el_grande", LIGHT)
            sheet.piece(name, 0, 0, 10, 10, seat=seat)
            written = "".join(render(item) for item in sheet.nodes.values())
            assert SEATS[seat].emblem in written
    for name in ("duke", "shield"):
        sheet = Sheet("el_grande", LIGHT)
        sheet.piece(name, 0, 0, 10, 10, seat=1)
        assert SEATS[1].hatching in "".join(render(item) for item in sheet.nodes.values())


def test_a_seat_piece_without_a_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="belongs to a seat"):
        Sheet("el_grande", LIGHT).piece("knight", 0, 0, 10, 10)


def _keys(table: dict[str, object], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= _keys(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = str(value)
    return found


@pytest.mark.parametrize("folder", [FOLDER, *(find(game).folder for game in GAMES)], ids=["all", *GAMES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_whole_in_every_language(folder: Path, language: str) -> None:
    english, other = (
        _keys(texts if folder == FOLDER else texts["picture"])
        for texts in (tomllib.loads((folder / "text" / f"{lang}.toml").read_text("utf-8")) for lang in ("en", language))
    )
    assert set(other) == set(english)
    for key, word in other.items():
        assert word.strip(), key
        holes = [
            {field for _, field, _, _ in string.Formatter().parse(text) if field} for text in (word, english[key])
        ]
        assert holes[0] == holes[1], key


def test_a_name_nobody_knows_is_readable() -> None:
    words = Words(find("el_grande").folder, "hu", {"card.made_up.name": "Kitalált"})
    assert words.named("card.made_up.name") == "Kitalált"
    assert words.named("card.never_heard_of.name") == "Never heard of"
    assert words.named("card.never_heard_of.name", {"en": "Rumour", "hu": "Szóbeszéd"}) == "Szóbeszéd"
    assert words.find("card.never_heard_of.says") is None


def test_png_shows_text_without_installed_fonts() -> None:
    """Letters of all four languages leave ink, and each looks different."""

    def drawn(letters: str, family: str) -> bytes:
        written = f'<text y="45" font-family="{family}" font-size="40">{letters}</text>'
        return to_png(f'<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60">{written}</svg>')

    for family in ("TR Alegreya Sans", "TR Alegreya", "sans-serif", "serif", "Nothing Installed"):
        pictures = [drawn(letters, family) for letters in ("", "ő", "ű", "ř", "ě", "ß", "1", "7")]
        assert len(set(pictures)) == len(pictures), family


def test_png_has_the_size_asked_for() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20"/></svg>'
    for scale in (1, 2, 0.5):
        png = to_png(svg, scale)
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(png[16:20]) == 30 * scale
        assert int.from_bytes(png[20:24]) == 20 * scale


def test_fonts_travel_with_a_picture_that_asks_for_them() -> None:
    from tafelrunde.games.el_grande.picture import draw

    plain, carrying = draw({}, parts="board"), draw({}, parts="board", fonts=True)
    assert "@font-face" not in plain
    assert carrying.count("@font-face") == 4
    assert set(re.findall(r"src:url\(([^;]*);", carrying)) == {"data:font/woff2"}
    for data in re.findall(r"base64,([^)]*)\)", carrying):
        assert b64decode(data)[:4] == b"wOF2"


def test_words_keep_their_width_in_other_fonts() -> None:
    drawn = render(line("Cataluña", 0, 0, 20, "#000", "display"))
    assert f'textLength="{text_width("Cataluña", 20, "display"):.1f}'[:16] in drawn
    assert "textLength" not in render(line(12, 0, 0, 20, "#000"))
