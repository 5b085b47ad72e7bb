"""The map of El Grande as a portolan chart, with the pieces of a view on it.

`Chart` draws any position in map units. König & Intrigant draws on the same chart and adds its own
marks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from json import loads
from math import cos, pi, sin
from pathlib import Path
from typing import Any, NamedTuple

from ...drawing.geometry import corners
from ...drawing.pieces import Sheet
from ...drawing.scenery import compass
from ...drawing.svg import Box, Node, Point, group, node, outline, path, rect
from ...drawing.type import halo, line, text_width
from ...drawing.words import Words
from .notes import points_at
from .towers import Layout, Sizes, Standing, fields

REGIONS = ("galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "sevilla", "granada", "valencia")
PIGMENTS = {
    "light": {
        "galicia": "#B7C69C", "navarra": "#D9B98B", "aragon": "#E3C987", "cataluna": "#C9A9A0", "castilla": "#DCCBA2",
        "toledo": "#C9BE8E", "sevilla": "#D8B07E", "granada": "#B9B48F", "valencia": "#C2C9A4",
    },
    "dark": {
        "galicia": "#5B6B49", "navarra": "#7A6040", "aragon": "#80693A", "cataluna": "#74544F", "castilla": "#736548",
        "toledo": "#67613C", "sevilla": "#7B5B36", "granada": "#5A593F", "valencia": "#5D6747",
    },
}  # fmt: skip
PLACES = ("#E7BE52", "#D5D8DA", "#C99162")  # gold, silver, bronze
MARKS = {
    "hills": "l11-16 7 9 5-6 10 13",
    "field": "q6-5 12 0t12 0m-18 6q6-5 12 0",
    "tree": "v-5m0-3a6 6 0 1 0 .1 0z",
}
NORMAL = Sizes()
# On a small screen: large cubes, at most two of them in a tower, numbers that stay legible.
COMPACT = Sizes(
    cube=62, pitch=68, step=15, rise=15, number=50, smallest_number=36, foot=56,
    figures=(("grande", 62, 82), ("king", 92, 122), ("castillo", 96, 134)),
)  # fmt: skip
TABLE = (103.6, 43.4)


@cache
def chart_data() -> dict[str, Any]:
    """The map file."""
    return loads((Path(__file__).parent / "data/map.json").read_text("utf-8"))


class Badge(NamedTuple):
    """A mark below a region's table: a piece of `pieces.svg` or a word of two or three letters, and
    what it says.
    """

    mark: str
    says: str


@dataclass(frozen=True, slots=True)
class Pieces:
    """What is on the chart. Unknown things are None or left out."""

    players: int
    regions: Mapping[str, Sequence[int]]
    grandes: Sequence[str | None]
    king: str | None
    castillo: Sequence[int | None]
    tiles: Mapping[str, str | None]
    edition: str = "2023"
    badges: Mapping[str, tuple[Badge, ...]] = field(default_factory=dict[str, tuple[Badge, ...]])
    turned: frozenset[str] = frozenset()
    castillo_at: str | None = None
    beside: Sequence[int] = ()
    castillo_note: str = ""

    @classmethod
    def of(cls, view: Mapping[str, Any], players: int, seats: int, **more: Any) -> "Pieces":
        """The pieces of a view; keys that are missing or null are left out."""
        given: dict[str, list[int | None] | None] = view.get("regions") or {}
        return cls(
            players=players,
            regions={name: [count or 0 for count in (counts or ())[:seats]] for name, counts in given.items()},
            grandes=(view.get("grandes") or ())[:seats],
            king=view.get("king"),
            castillo=(view.get("castillo") or ())[:seats],
            tiles=view.get("tiles") or {},
            edition=str(view.get("edition") or "2023"),
            **more,
        )

    def tile_on(self, place: str) -> str | None:
        """The scoring tile that lies on a table."""
        return next((tile for tile, where in self.tiles.items() if where == place), None)

    def table(self, place: str) -> tuple[int, ...]:
        """The points a place pays: three with four and five players, two with fewer."""
        return points_at(place, self.tiles, self.players)

    def ranking(self, region: str) -> list[tuple[int, int]]:
        """Counts and seats in a region, most first."""
        counts = [(count, seat) for seat, count in enumerate(self.regions.get(region, ())) if count]
        return sorted(counts, key=lambda item: (-item[0], item[1]))

    def figures(self, place: str) -> tuple[str, ...]:
        """King and castillo, if they stand in a region."""
        king = ("king",) if self.king == place else ()
        return (*king, "castillo") if self.castillo_at == place else king


@dataclass(frozen=True, slots=True)
class Furniture:
    """What lies on the regions besides pieces. On a compact chart only tables with a tile are
    shown.
    """

    edition: str = "2023"
    compact: bool = False
    tiled: tuple[str, ...] = ()
    badges: tuple[tuple[str, int], ...] = ()  # region, how many

    def label(self, region: str) -> tuple[float, float, float]:
        """Where the name of a region stands: middle and size."""
        data = chart_data()["regions"][region]
        x, y, size = data.get("label_1995", data["label"]) if self.edition == "1995" else data["label"]
        return (x, y, size * 1.2) if self.compact else (x, y, size)

    def table(self, region: str) -> Point:
        """The middle of a region's table; beside a name that is larger on a compact chart, it makes
        way.
        """
        x, y = chart_data()["regions"][region]["table"]
        lx, ly, size = self.label(region)
        if not self.compact:
            return x, y
        half = text_width(region_name(region, self.edition), size, "display") / 2
        return (lx + half + 62, y) if abs(ly - y) < 20 else (x, y + 6)

    def shows_table(self, region: str) -> bool:
        """Whether a region's table is drawn."""
        return not self.compact or region in self.tiled

    def boxes(self, region: str) -> list[Box]:
        """The boxes no piece may touch: name, table and badges."""
        x, y, size = self.label(region)
        half = text_width(region_name(region, self.edition), size, "display") / 2 + 2
        boxes = [(x - half, y - size * 0.56, x + half, y + size * 0.42)]
        if self.shows_table(region):
            tx, ty = self.table(region)
            boxes.append((tx - 54, ty - 23, tx + 54, ty + 23))
        boxes += [self.badge_box(region, k) for k in range(dict(self.badges).get(region, 0))]
        return boxes

    def badge_box(self, region: str, k: int) -> Box:
        """Where the k-th badge of a region lies: in a row below its table, or below its name where
        there is none.
        """
        x, y = self.table(region)
        top = y + 25
        if not self.shows_table(region):
            x, y, size = self.label(region)
            top = y + size * 0.45
        left = x - 52 + 38 * k
        return left, top, left + 36, top + 28


def region_name(region: str, edition: str) -> str:
    """The name of a place in the wording of an edition."""
    data = chart_data()["regions"][region]
    return data["name_1995"] if edition == "1995" else data["name"]


@cache
def layout(furniture: Furniture) -> Layout:
    """Finds room for pieces on the chart."""
    data = chart_data()
    shapes: dict[str, list[Point]] = {name: region["ring"] for name, region in data["regions"].items()}
    blocked: list[Sequence[Point]] = [data["castillo"]["ring"]]
    for region in REGIONS:
        blocked += [corners((x - 2, y - 2, right + 2, bottom + 2)) for x, y, right, bottom in furniture.boxes(region)]
    middles: dict[str, Point] = {name: tuple(region["middle"]) for name, region in data["regions"].items()}
    sizes = COMPACT if furniture.compact else NORMAL
    return Layout(fields(shapes, middles, blocked, tuple(data["frame"])), sizes)


class Chart:
    """Draws the chart and the pieces on it, in map units; `frame` is the part that is shown."""

    def __init__(
        self, sheet: Sheet, words: Words, names: Sequence[str], pieces: Pieces, *, compact: bool = False
    ) -> None:
        self.sheet, self.words, self.names, self.pieces, self.compact = sheet, words, names, pieces, compact
        self.theme = sheet.theme
        self.data = chart_data()
        self.frame: Box = tuple(self.data["frame"])
        tiled = tuple(sorted(place for place in pieces.tiles.values() if place in REGIONS)) if compact else ()
        badges = tuple(sorted((region, len(marks)) for region, marks in pieces.badges.items() if marks))
        self.furniture = Furniture(pieces.edition, compact, tiled, badges)
        self.layout = layout(self.furniture)

    def draw(self) -> list[Node]:
        """Everything, from the sea up."""
        return [
            node("g", *self._sea(), *self._land(), aria_hidden="true"),
            self._castillo(),
            *(self._region(name) for name in REGIONS),
            *self._king_abroad(),
            *self._credit(),
        ]

    # the chart itself

    def _sea(self) -> Iterable[Node]:
        theme, (left, top, right, bottom) = self.theme, self.frame
        self.sheet.add(
            "sea",
            node(
                "radialGradient",
                node("stop", offset=0, stop_color=theme.sea),
                node("stop", offset=1, stop_color=theme.sea2),
                cx=0.45, cy=0.45, r=0.8,
            ),
        )  # fmt: skip
        yield rect(left, top, right - left, bottom - top, fill=self.sheet.url("sea"))
        rays = "".join(
            f"M{x} {y}l{2400 * cos(k * pi / 16):.0f} {2400 * sin(k * pi / 16):.0f}"
            for x, y in ((150, 1040), (1480, 560))
            for k in range(32)
        )
        yield path(rays, stroke=theme.sea_line, stroke_width=1.2, opacity=0.38)
        for text, x, y, turn in self.data["seas"]:
            yield self._italic(text, x, y, turn, 2, fill=theme.sea_line)
        yield compass(theme, *self.data["compass"])

    def _italic(self, content: str, x: float, y: float, turn: float, spacing: float, **paint: Any) -> Node:
        return line(
            content, x, y, 30, paint["fill"], "italic", "middle", opacity=paint.get("opacity"), letter_spacing=spacing,
            transform=f"rotate({turn} {x} {y})" if turn else None,
        )  # fmt: skip

    def _land(self) -> Iterable[Node]:
        theme, data, sheet = self.theme, self.data, self.sheet
        land = "".join(outline(ring) for ring in data["land"])
        shape = sheet.add("land", path(land, stroke_linejoin="round"))
        for width, opacity in ((46, 0.22), (30, 0.28), (14, 0.4)):
            yield node("use", href=f"#{shape}", fill="none", stroke=theme.sea2, stroke_width=width, opacity=opacity)
        yield node("use", href=f"#{shape}", fill=theme.abroad, stroke=theme.coast, stroke_width=4)
        for name in REGIONS:
            ring = sheet.add(f"shape-{name}", path(outline(data["regions"][name]["ring"])))
            clip = f"clip-{name}"
            sheet.add(clip, node("clipPath", node("use", href=f"#{ring}")))
            shadow = {"href": f"#{ring}", "fill": "none", "stroke": theme.coast}
            royal = node("use", href=f"#{ring}", fill=self._royal()) if self.pieces.king == name else None
            yield node(
                "g",
                node("use", href=f"#{ring}", fill=PIGMENTS[theme.name][name]),
                royal,
                node("use", **shadow, stroke_opacity=0.16, stroke_width=34),
                node("use", **shadow, stroke_opacity=0.2, stroke_width=15),
                clip_path=sheet.url(clip),
            )
        marks = "".join(f"M{x} {y}{MARKS[kind]}" for x, y, kind in data["marks"])
        yield path(
            marks, fill="none", stroke=theme.map_ink, stroke_width=1.8, stroke_linecap="round", stroke_linejoin="round",
            opacity=0.2,
        )  # fmt: skip
        for abroad in (False, True):
            lines = "".join(
                outline(points, closed=False)
                for border in data["borders"] if border["abroad"] == abroad
                for points in border["lines"]
            )  # fmt: skip
            yield path(
                lines, fill="none", stroke=theme.coast, stroke_width=3.5, stroke_linejoin="round",
                stroke_dasharray="10 6" if abroad else None,
            )  # fmt: skip
        for country in data["abroad"].values():
            x, y, turn = country["label"]
            yield self._italic(country["name"], x, y, turn, 6, fill=theme.map_ink, opacity=0.5)
        left, top, right, bottom = self.frame
        yield rect(left, top, right - left, bottom - top, fill=sheet.paint("paper"), opacity=0.2)

    def _royal(self) -> str:
        """The lattice that marks the king's own region."""
        self.sheet.add(
            "royal",
            node(
                "pattern",
                path("M0 22h44M22 0v44", stroke="#6B2A58" if self.theme.name == "light" else "#D795BE",
                     stroke_opacity=0.17, stroke_width=2.2),
                width=44, height=44, patternUnits="userSpaceOnUse", patternTransform="rotate(45)",
            ),
        )  # fmt: skip
        return self.sheet.url("royal")

    def _credit(self) -> Iterable[Node]:
        if not self.compact:
            words = "Map data: IGN España (CC BY 4.0), Natural Earth; modified"
            yield line(words, 1528, self.frame[3] - 12, 21, self.theme.map_ink, anchor="end", opacity=0.75)

    # regions

    def _region(self, name: str) -> Node:
        counts = tuple(self.pieces.regions.get(name, ()))
        grandes = tuple(seat for seat, place in enumerate(self.pieces.grandes) if place == name)
        standing = self.layout.standing(name, counts, grandes, self.pieces.figures(name))
        x, y, size = self.furniture.label(name)
        return group(
            [
                node("title", self.describe(name)),
                node("use", href=f"#{self.sheet.prefix}shape-{name}", fill="none", pointer_events="all"),
                line(
                    region_name(name, self.pieces.edition), x, y + size * 0.29, size, self.theme.map_ink, "display",
                    "middle", **halo(self.theme.map_halo, 6, 0.6),
                ),
                *(self._table(name, *self.furniture.table(name)) if self.furniture.shows_table(name) else ()),
                *self._badges(name),
                self._standing(standing, name),
            ],
            role="img",
            data_place=name,
        )  # fmt: skip

    def describe(self, name: str) -> str:
        """Everything about a region in words."""
        pieces, say = self.pieces, self.words
        sentences = [f"{region_name(name, pieces.edition)}, {'-'.join(map(str, pieces.table(name)))}"]
        counts = [f"{self.names[seat]} {count}" for count, seat in pieces.ranking(name)]
        sentences.append(", ".join(counts) or say("eg.nobody"))
        sentences += [
            say("eg.grande_here", seat=self.names[seat]) for seat, place in enumerate(pieces.grandes) if place == name
        ]
        if pieces.king == name:
            sentences.append(say("eg.king_here"))
        if pieces.castillo_at == name:
            sentences.append(say("eg.castillo_here"))
        sentences += [badge.says for badge in pieces.badges.get(name, ())]
        return ". ".join(sentences) + "."

    def _table(self, place: str, x: float, y: float) -> Iterable[Node]:
        tile, points = self.pieces.tile_on(place), self.pieces.table(place)
        across, high = (34.5 if len(points) == 2 else 31.2), TABLE[1]
        wide = across * len(points) + 10
        frame = {"fill": "#54203F", "stroke": "#FFE7B0", "stroke_width": 3.5} if tile else {"fill": "#3B2A22"}
        nodes = [rect(x - wide / 2, y - high / 2, wide, high, rx=8, **frame)]
        for k, value in enumerate(points):
            middle = x + (k - (len(points) - 1) / 2) * across
            nodes.append(rect(middle - across / 2 + 1.5, y - 16.6, across - 3, 33.3, rx=4, fill=PLACES[k]))
            nodes.append(line(value, middle, y + 8.9, 26, "#2a1a10", "display", "middle"))
        turn = None
        if tile in self.pieces.turned:
            turn = f"rotate(180 {x} {y})"
        yield group(nodes, data_tile=tile, transform=turn)

    def _badges(self, name: str) -> Iterable[Node]:
        for k, (mark, says) in enumerate(self.pieces.badges.get(name, ())):
            left, top, right, bottom = self.furniture.badge_box(name, k)
            ground = rect(left, top, right - left, bottom - top, rx=6, fill="#54203F", stroke="#FFE7B0", stroke_width=2)
            if mark == "crown":
                drawn = self.sheet.piece("crown", left + 6, top + 6, 24, 16.4)
            else:
                drawn = line(mark, (left + right) / 2, bottom - 8, 19, "#FFE7B0", "bold", "middle")
            yield group([node("title", says), ground, drawn], data_badge=mark)

    def _standing(self, standing: Standing, place: str) -> Node:
        sizes, scale = self.layout.sizes, standing.scale
        cube = sizes.cube * scale
        nodes: list[Node] = []
        for tower in standing.towers:
            shown = min(tower.cubes, 2) if self.compact else tower.cubes
            rise = tower.step if not self.compact else sizes.step * scale
            left, top = tower.x - cube / 2 + 1.4 * scale, tower.y - cube
            cubes = [
                self.sheet.piece("caballero", left, top - k * rise, cube, cube, seat=tower.seat) for k in range(shown)
            ]
            x, y, size = tower.number
            number = line(tower.cubes, x, y, size, self.theme.map_ink, "bold", "middle", **halo(self.theme.map_halo, 5))
            nodes.append(group([*cubes, number], data_piece="caballeros", data_seat=tower.seat, data_count=tower.cubes))
        for kind, seat, x, y in standing.figures:
            w, h = (side * scale for side in sizes.figure(kind))
            nodes.append(self.sheet.piece(kind, x - w / 2, y - h, w, h, seat=seat, data_piece=kind, data_seat=seat))
        return group(nodes, filter=self.sheet.paint("drop") if nodes else None, data_at=place)

    def _king_abroad(self) -> Iterable[Node]:
        country = self.data["abroad"].get(self.pieces.king or "")
        if country:
            x, y = country["king"]
            w, h = self.layout.sizes.figure("king")
            king = self.sheet.piece("king", x - w / 2, y - h, w, h, data_piece="king")
            title = node("title", self.words("eg.king_abroad", place=country["name"]))
            yield group([title, king], role="img", filter=self.sheet.paint("drop"), data_at=self.pieces.king)

    # the castillo

    def _castillo(self) -> Node:
        data, pieces, theme, sheet = self.data["castillo"], self.pieces, self.theme, self.sheet
        shape = sheet.add("shape-castillo", path(outline(data["ring"])))
        x, y, w, h = data["tower"]
        lx, ly, size = data["label"]
        away, closed = pieces.castillo_at is not None, pieces.king == "castillo"
        title = [f"{data['name']}, {'-'.join(map(str, pieces.table('castillo')))}"]
        title += [pieces.castillo_note] if pieces.castillo_note else []
        inside = [seat for seat, place in enumerate(pieces.grandes) if place == "castillo"]
        title += [self.words("eg.grande_inside", seat=self.names[seat]) for seat in inside]
        if closed:
            title.append(self.words("eg.castillo_closed"))
        nodes = [
            node("title", ". ".join(title) + "."),
            node("use", href=f"#{shape}", fill=theme.map_paper, stroke=theme.coast, stroke_width=4),
            node("use", href=f"#{shape}", fill=self._royal()) if closed else None,
            sheet.piece("castillo", x, y, w, h, opacity=0.25 if away else None),
            line(data["name"], lx, ly, size, theme.map_ink, "display", "middle"),
            *(self._table("castillo", *data["table"]) if not self.compact or pieces.tile_on("castillo") else ()),
            *self._castillo_rows(closed),
        ]
        if closed:
            kx, ky = data["king"]
            kw, kh = self.layout.sizes.figure("king")
            king = sheet.piece("king", kx - kw / 2, ky - kh, kw, kh, data_piece="king")
            nodes.append(group([king], filter=sheet.paint("drop"), data_at="castillo"))
        return group(nodes, role="img", data_place="castillo")

    def _in_castillo(self, kind: str, seat: int, count: int, x: float, y: float, scale: float) -> list[Node]:
        """A grande, or a cube with its count below."""
        if kind == "grande":
            return [self.sheet.piece("grande", x - 17.5 * scale, y, 35 * scale, 46 * scale, seat=seat)]
        cube = self.sheet.piece("caballero", x - 16 * scale, y, 32 * scale, 32 * scale, seat=seat)
        return [cube, line(count, x, y + 51 * scale, 24 * scale, self.theme.map_ink, "bold", "middle")]

    def _castillo_rows(self, closed: bool) -> Iterable[Node]:
        """Beside the tower: what is known to be inside, what stands outside, and grandes that were
        thrown in.
        """
        pieces, ink = self.pieces, self.theme.map_ink
        middle, top, bottom = self.data["castillo"]["rows"]
        nobles = [int(place == "castillo") for place in pieces.grandes]
        kinds = {"caballeros": pieces.castillo, "beside": pieces.beside, "grande": nobles}
        found = ((kind, [(seat, count) for seat, count in enumerate(counts) if count]) for kind, counts in kinds.items())
        rows = [(kind, row) for kind, row in found if row]
        note = pieces.castillo_note or (self.words("eg.closed") if closed else "")
        if note and not rows:
            yield line(note, middle, top + 48, 25, ink, "bold", "middle")
        below = 28 if rows and pieces.castillo_note else 0
        scale = min(1.0, (bottom - top - below) / sum([1, *(48 if kind == "grande" else 58 for kind, _ in rows)]))
        if below:
            yield line(note, middle, bottom - 4, 21, ink, "bold", "middle")
        y = top
        for kind, row in rows:
            for k, (seat, count) in enumerate(row):
                x = middle + (k - (len(row) - 1) / 2) * 36
                drawn = self._in_castillo(kind, seat, count, x, y, scale)
                yield group(drawn, data_piece=kind, data_seat=seat, data_at="castillo")
            y += (48 if kind == "grande" else 58) * scale
