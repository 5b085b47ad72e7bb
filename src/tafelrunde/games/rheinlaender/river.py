"""The board of Rheinländer as an illustrated river, with the pieces of a view on it.

Two layouts: `panorama`, the river unrolled from right to left and back, and `north`, as it lies on
a map.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from json import loads
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ...drawing.pieces import Sheet
from ...drawing.regions import union
from ...drawing.scenery import compass
from ...drawing.svg import Box, Node, Point, Value, circle, group, node, outline, path, rect
from ...drawing.type import halo, line, text_width
from ...drawing.words import Words
from .board import BOARD
from .duchy import Duchy

LayoutName: TypeAlias = Literal["panorama", "north"]
LAYOUTS: tuple[LayoutName, ...] = ("panorama", "north")
PIGMENTS = {
    "light": {
        "land": "#D3D3AE", "land2": "#DFD9B9", "tree": "#A8B384", "vine": "#AEA86E", "hill": "#B8B48B",
        "water": "#8FB9C6", "waterline": "#76A3B2", "number": "#1E3C49", "bank": "#F1E4C4", "bank2": "#EADAB4",
        "island": "#DCC58F", "line": "#6B5A3E", "alp": "#A9ADA5", "alp2": "#8D938F", "snow": "#FBF8F0",
    },
    "dark": {
        "land": "#2F3328", "land2": "#39382C", "tree": "#475039", "vine": "#56542F", "hill": "#4D4C37",
        "water": "#2C5363", "waterline": "#234452", "number": "#CFE6EE", "bank": "#6A5E45", "bank2": "#61563F",
        "island": "#7A683C", "line": "#15100A", "alp": "#4A4D4C", "alp2": "#3C403F", "snow": "#C9CCCA",
    },
}  # fmt: skip
RINGS = {"castle": "#4D5863", "bishopric": "#B98A2C", "town": "#A4522D"}
MARKS = {
    "tree": "l6-17 6 17zm6 0v5",
    "hill": "q10-15 24 0",
    "vine": "q10-7 22-2m-22 8q10-7 22-2m-22 8q10-7 22-2",
}
KNIGHT, DUKE = (30.0, 32.0), (37.0, 47.0)
TOUCH = 40.0
"""How much of a banner's box may overlap another: touching corners cover nothing."""


@cache
def layout_data(layout: LayoutName) -> dict[str, Any]:
    """One of the two layouts."""
    return loads((Path(__file__).parent / "data/layout.json").read_text("utf-8"))[layout]


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands on the board: spaces and sites by the names of the notation. Unknown things are
    left out.
    """

    knights: Mapping[str, int]
    forts: Mapping[str, int]
    tiles: Mapping[str, str]
    castle_knights: Mapping[str, int]
    duchies: Sequence[Duchy]


class River:
    """Draws the board in units of its layout."""

    def __init__(
        self, sheet: Sheet, words: Words, names: Sequence[str], standing: Standing, layout: LayoutName
    ) -> None:
        self.sheet, self.words, self.names, self.standing = sheet, words, names, standing
        self.sites = {str(k): words.named(f"site.{k}") for k in range(1, len(BOARD.sites) + 1)}
        self.layout: LayoutName = layout
        self.data = layout_data(layout)
        self.theme = sheet.theme
        self.colours = PIGMENTS[sheet.theme.name]
        w, h = self.data["size"]
        self.frame: Box = (0, 0, w, h) if layout == "panorama" else (-80, -40, w + 60, h + 4)
        self._middles: dict[str, Point] = {name: tuple(space["at"]) for name, space in self.data["spaces"].items()}
        self._taken: list[Box] = []

    def draw(self) -> list[Node]:
        """Everything, from the land up."""
        sites = [self._site(site) for site in self.data["sites"]]
        return [
            node("g", *self._scenery(), *self._spaces(), aria_hidden="true"),
            *(self._wash(duchy) for duchy in self.standing.duchies),
            node("g", *self._numbers(), aria_hidden="true"),
            *self._pieces(),
            *sites,
            *(self._duke(duchy, duchy.owner) for duchy in self.standing.duchies if duchy.owner is not None),
        ]

    # the land

    def _scenery(self) -> Iterable[Node]:
        colours, scenery, theme = self.colours, self.data["scenery"], self.theme
        self.sheet.add(
            "land",
            node(
                "linearGradient",
                node("stop", offset=0, stop_color=colours["land"]),
                node("stop", offset=1, stop_color=colours["land2"]),
                x1=0, y1=1, x2=1, y2=0,
            ),
        )  # fmt: skip
        left, top, right, bottom = self.frame
        yield rect(left, top, right - left, bottom - top, fill=self.sheet.url("land"))
        for kind, colour in (("tree", colours["tree"]), ("hill", colours["hill"]), ("vine", colours["vine"])):
            marks = "".join(f"M{x} {y}{MARKS[kind]}" for x, y, k in scenery["marks"] if k == kind)
            solid = colour if kind == "tree" else "none"
            dashes = "2.5 2.5" if kind == "vine" else None
            yield path(marks, fill=solid, stroke=colour, stroke_width=2, stroke_dasharray=dashes)
        for width in (22, 11):
            yield path(scenery["sea"], fill="none", stroke=theme.sea_line, stroke_opacity=0.35, stroke_width=width)
        yield path(scenery["sea"], fill=theme.sea, stroke=colours["line"], stroke_width=2)
        waves = "".join(f"M{x} {y}q8-7 16 0t16 0" for x, y in scenery["waves"])
        yield path(waves, fill="none", stroke=theme.sea_line, stroke_width=1.8, opacity=0.55)
        yield from self._alps(scenery["alps"], scenery["alps_foot"])
        yield path(scenery["lake"], fill=colours["water"], stroke=colours["line"], stroke_width=2)
        if scenery["lake_name"]:
            x, y = scenery["lake_name"]
            yield line(self.words("rh.lake"), x, y, 19, colours["number"], "italic", "middle")
        x, y, size = scenery["title"]
        yield line(self.words.named("game.name"), x, y, size, theme.map_ink, "display", "middle")
        subtitle, low = self.words("rh.subtitle"), y + size * 0.58
        yield line(subtitle, x, low, size * 0.38, theme.map_ink, "italic", "middle", opacity=0.75)
        yield compass(theme, *scenery["compass"])
        yield rect(left, top, right - left, bottom - top, fill=self.sheet.paint("paper"), opacity=0.14)

    def _alps(self, peaks: Sequence[Sequence[float]], foot: float) -> Iterable[Node]:
        colours = self.colours
        for x, y, half in peaks:
            high = foot - y
            yield path(f"M{x - half} {foot}L{x} {y}L{x + half} {foot}z", fill=colours["alp"])
            shade = f"M{x} {y}L{x + half} {foot}H{x + half * 0.16:g}L{x + half * 0.1:g} {y + high * 0.37:g}z"
            yield path(shade, fill=colours["alp2"])
            w, h = half * 0.26, high * 0.26
            snow = f"M{x} {y}l{w:.1f} {h * 1.15:.1f}-{w * 0.55:.1f}-{h * 0.2:.1f}-{w * 0.5:.1f} {h * 0.36:.1f}"
            snow += f"-{w * 0.55:.1f}-{h * 0.32:.1f}-{w * 0.4:.1f} {h * 0.16:.1f}z"
            yield path(snow, fill=colours["snow"])

    def _spaces(self) -> Iterable[Node]:
        colours = self.colours
        shades: dict[str, str] = {"": "", "W": "", "1": "", "2": "", "I": ""}
        for k, (name, space) in enumerate(self.data["spaces"].items()):
            kind = name[0] if name[0] in "WI" else str(1 + k % 2)
            shades[kind] += outline(space["ring"])
        yield path(shades["W"], fill=colours["water"], stroke=colours["waterline"], stroke_width=1.2)
        for kind, colour in (("1", "bank"), ("2", "bank2"), ("I", "island")):
            yield path(shades[kind], fill=colours[colour], stroke=colours["line"], stroke_width=1.3)

    def _numbers(self) -> Iterable[Node]:
        for name, space in self.data["spaces"].items():
            if name[0] == "W" and name not in self.standing.knights:
                x, y = space["at"]
                yield line(name[1:], x, y + 7, 20, self.colours["number"], "display", "middle")

    # pieces

    def _ring(self, space: str) -> list[Point]:
        return [(x, y) for x, y in self.data["spaces"][space]["ring"]]

    def _wash(self, duchy: Duchy) -> Node:
        """A duchy's outline, washed and hatched in its owner's colour; dashed where nobody owns
        it.
        """
        spaces = [space for space in duchy.spaces if space in self.data["spaces"]]
        shape = "".join(outline(ring) for ring in union(self._ring(space) for space in spaces))
        title = node("title", duchy.describe(self.words, self.names))
        attributes: dict[str, Value] = {"data_duchy": ",".join(spaces), "role": "img"}
        edge: dict[str, Value] = {"stroke_linejoin": "round"}
        if duchy.owner is None:
            ink = self.theme.map_ink
            edge |= {"stroke": ink, "stroke_opacity": 0.6, "stroke_width": 3, "stroke_dasharray": "7 5"}
            return group([title, path(shape, fill="#8A8072", fill_opacity=0.25, **edge)], **attributes)
        colour = self.sheet.seat(duchy.owner).base
        wash = path(shape, fill=colour, fill_opacity=0.3, stroke=self.theme.map_halo, stroke_width=8, **edge)
        hatching = self.sheet.hatch(duchy.owner, 2)
        hatch = path(shape, fill=hatching, fill_opacity=0.6, stroke=colour, stroke_width=4.5, **edge)
        return group([title, wash, hatch], **attributes)

    def _pieces(self) -> Iterable[Node]:
        drop = self.sheet.paint("drop")
        for space, seat in self.standing.knights.items():
            if space not in self.data["spaces"]:
                continue
            x, y = self.data["spaces"][space]["at"]
            w, h = KNIGHT if space[0] != "W" else (27.0, 28.8)
            knight = self.sheet.piece("knight", x - w / 2, y - h / 2, w, h, seat=seat)
            title = node("title", self.words("rh.knight_at", seat=self.names[seat], space=space))
            yield group([title, knight], role="img", filter=drop, data_piece="knight", data_seat=seat, data_at=space)
        for space in self.standing.forts:
            if space not in self.data["spaces"]:
                continue
            x, y = self.data["spaces"][space]["at"]
            fort = self.sheet.piece("fortress", x - 16, y - 16, 32, 32)
            title = node("title", self.words("rh.fort_at", space=space))
            yield group([title, fort], role="img", filter=drop, data_piece="fort", data_at=space)

    def _site(self, site: str) -> Node:
        """A realm centre: ring and picture say its kind, a coin its value, a knight who holds a
        castle.
        """
        place, tile = self.data["sites"][site], self.standing.tiles.get(site)
        (x, y), r = place["at"], place["r"]
        kind = "town" if tile and tile.startswith("town") else tile
        ring = RINGS.get(kind or "", self.theme.rule2)
        drop, small = self.sheet.paint("drop"), r < 20
        name = self.sites.get(site, site)
        seat = self.standing.castle_knights.get(site)
        held = self.words("rh.held_by", seat=self.names[seat]) if seat is not None else ""
        nodes = [
            node("title", ". ".join(filter(None, (name, self.words(f"rh.{tile}") if tile else "", held)))),
            circle(x, y, r, fill=self.sheet.paint("disc"), stroke=ring, stroke_width=3.4, filter=drop),
        ]
        self._taken.append((x - r - 3, y - r - 3, x + r + 3, y + r + 3))
        size = r * 1.45
        if kind == "town" and tile:
            if not small:
                nodes.append(self.sheet.piece("town", x - size * 0.48, y - size * 0.64, size * 0.96, size * 0.96))
            low = y if small else y + r * 0.62
            nodes.append(circle(x, low, 11, fill=ring))
            nodes.append(line(tile[4:], x, low + 6.2, 18, "#FFFFFF", "display", "middle"))
        elif kind in ("castle", "bishopric"):
            nodes.append(self.sheet.piece(kind, x - size / 2, y - size / 2, size, size))
        if seat is not None:
            (kx, ky), w, h = self._beside_castle(site), 18 if small else 25, 19.3 if small else 27
            knight = self.sheet.piece("knight", kx - w / 2, ky - h / 2, w, h, seat=seat, filter=drop)
            nodes.append(group([knight], data_piece="castle_knight", data_seat=seat, data_at=site))
        if place["label"]:
            lx, ly, anchor = place["label"]
            nodes.append(line(name, lx, ly, 17, self.theme.map_ink, "bold", anchor, **halo(self.colours["land"], 4, 1)))
            width = text_width(name, 17, "bold")
            left = lx - {"start": 0, "middle": width / 2, "end": width}[anchor]
            self._taken.append((left, ly - 14, left + width, ly + 5))
        return group(nodes, role="img", data_site=site, data_tile=tile)

    def _beside_castle(self, site: str) -> Point:
        """The middle of a castle's knight: along the bank, away from the knights on it; on an
        island in the disc.
        """
        place = self.data["sites"][site]
        (x, y), (one, two) = place["at"], BOARD.sites[int(site) - 1].spaces
        if place["r"] < 20:
            return x, y + 6
        (x1, y1), (x2, y2) = self._middles[BOARD.spaces[one]], self._middles[BOARD.spaces[two]]
        out = hypot(x - (x1 + x2) / 2, y - (y1 + y2) / 2)
        ux, uy = (x - (x1 + x2) / 2) / out, (y - (y1 + y2) / 2) / out
        side = 15 if uy < 0 else -15  # to the right of the disc
        return x - uy * side + ux * 5, y + ux * side + uy * 5

    def _duke(self, duchy: Duchy, owner: int) -> Node:
        """The owner's banner next to the duchy, with the duchy's value, where it covers least."""
        w, h = DUKE
        box = min(self._banner_places(duchy), key=self._cover)
        # Every near place covers a name, a centre or another banner: look a little farther away
        if self._hides(box) > TOUCH:
            box = min((place for off in (0, 14, 28, 42) for place in self._banner_places(duchy, off)), key=self._cover)
        self._taken.append(box)
        x, y = box[0], box[1]
        banner = self.sheet.piece("duke", x, y, w, h, seat=owner, filter=self.sheet.paint("drop"))
        coin = circle(x + 24, y + 37, 10.5, fill=self.sheet.paint("gold"), stroke="#5d3d08", stroke_width=1.2)
        value = line(duchy.value, x + 24, y + 42.3, 15.5, "#33260A", "display", "middle")
        title = node("title", duchy.describe(self.words, self.names))
        where: dict[str, Value] = {"data_piece": "duke", "data_seat": owner, "data_at": duchy.spaces[0]}
        return group([title, banner, coin, value], role="img", **where)

    def _banner_places(self, duchy: Duchy, off: float = 0) -> Iterable[Box]:
        w, h = DUKE
        spaces = [space for space in duchy.spaces if space in self.data["spaces"]]
        banks = [space for space in spaces if space[0] in "LR"]
        if not banks:  # an island or the water: any side
            for space in spaces:
                x, y = self.data["spaces"][space]["at"]
                for k in range(16):
                    for away in (44 + off, 58 + off, 72 + off):
                        left, top = x + away * cos(k * pi / 8) - w / 2, y + away * sin(k * pi / 8) - h / 2
                        yield left, top, left + w, top + h
        for bank in sorted(banks, key=lambda space: abs(banks.index(space) - len(banks) / 2))[:12]:
            (x, y), (rx, ry) = self.data["spaces"][bank]["at"], self._water(bank)
            dx, dy = x - rx, y - ry
            far = hypot(dx, dy) or 1
            ux, uy = dx / far, dy / far
            away = 22 + off + abs(ux) * w / 2 + abs(uy) * h / 2
            for along in (0.0, 24.0, -24.0, 40.0, -40.0):
                left = x + ux * away - uy * along - w / 2
                top = y + uy * away + ux * along - h / 2
                yield left, top, left + w, top + h

    def _water(self, bank: str) -> Point:
        """The middle of the river space beside a bank."""
        number = bank[1:].split("_")[0]
        x, y = self.data["spaces"].get(f"W{number}", self.data["spaces"][bank])["at"]
        return x, y

    def _hides(self, box: Box) -> float:
        """How much of names, centres and other banners a box covers."""
        return sum(_common(box, other) for other in self._taken if other[0] < box[2] and box[0] < other[2])

    def _cover(self, box: Box) -> float:
        """How much a banner there would cover, or extend over the edge."""
        left, top, right, bottom = self.frame
        beyond = max(0, left - box[0], top - box[1], box[2] - right, box[3] - bottom)
        cover = self._hides(box)
        for name, (x, y) in self._middles.items():
            if abs(x - box[0]) > 60 or abs(y - box[1]) > 70:
                continue
            weight = 5 if name in self.standing.knights or name in self.standing.forts else 0.6
            cover += weight * _common(box, (x - 18, y - 17, x + 18, y + 17))
        return beyond * 100 + cover


def _common(a: Box, b: Box) -> float:
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return w * h if w > 0 and h > 0 else 0.0
