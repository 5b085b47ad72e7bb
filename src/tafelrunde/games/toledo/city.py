"""The board of Toledo as a terraced city, by day in the light theme and by lamplight in the dark
one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from json import loads
from pathlib import Path
from typing import Any

from ...drawing.pieces import Sheet
from ...drawing.svg import Box, Node, Value, circle, group, node, path, rect
from ...drawing.type import fit, line
from ...drawing.words import Words
from .tables import COMPONENTS

PIGMENTS = {
    "light": {
        "sky": "#F3DDB5", "sky2": "#EBC48E", "sun": "#FFF3CF", "hill": "#C99C66", "hill2": "#B78450",
        "house1": "#B98A5C", "house2": "#A97B4E", "house3": "#8F6B48", "window": "#F7E3B4",
        "terrace1": "#D9B583", "terrace2": "#CBA272", "terrace3": "#B99266",
        "wall": "#8A6745", "river": "#7FA3A4", "road": "#F0E3C8", "edge": "#9A7A56", "plot": "#6B4E31",
        "tile": "#FFF8E8", "printed": "#E8D3A6", "circle": "#F1E2C2", "icon": "#3A2A22",
    },
    "dark": {
        "sky": "#2A2438", "sky2": "#4A3440", "sun": "#F3E2C0", "hill": "#3A2A2C", "hill2": "#33251F",
        "house1": "#4A3632", "house2": "#43322A", "house3": "#3A2C24", "window": "#F2C66B",
        "terrace1": "#574234", "terrace2": "#4D3A2E", "terrace3": "#423227",
        "wall": "#2A1E16", "river": "#27414A", "road": "#7D6A54", "edge": "#2D2219", "plot": "#EAD7B5",
        "tile": "#E9DCC2", "printed": "#6B5639", "circle": "#CDBB97", "icon": "#3A2A22",
    },
}  # fmt: skip
GOODS = {"metal": ("metal", 37.0, 25.0), "gem": ("gem", 31.0, 26.0), "smith": ("anvil", 30.0, 30.0)}
GOODS |= {"fencing": ("foils", 30.0, 30.0), "tavern": ("jug", 30.0, 30.0), "artist": ("palette", 30.0, 30.0)}
TERRACES = (
    "M0 120C60 106 130 104 200 106h810", "M0 322C60 312 130 314 200 314h810", "M0 532C60 522 130 524 200 524h810",
)  # fmt: skip
TILE, PAWN = (88.0, 112.0), (29.0, 40.0)


@cache
def layout_data() -> dict[str, Any]:
    """Where everything lies."""
    return loads((Path(__file__).parent / "data/layout.json").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands on the board. Unknown things are left out."""

    shops: Mapping[str, tuple[str, int, int | None]]  # step: kind, circles, owner
    circles: Mapping[str, Sequence[int]]  # step: seats on its circles
    pawns: Sequence[Sequence[int]]  # steps per seat
    transit: tuple[int, int] | None = None  # seat and step of a pawn that has no circle yet

    @classmethod
    def of(cls, view: Mapping[str, Any], seats: int) -> "Standing":
        """The pieces of a view; what is missing or null is left out."""
        built: dict[str, list[Any]] = view.get("shops") or {}
        taken: dict[str, list[int | None]] = view.get("circles") or {}
        shops = {str(step): (str(s[0]), int(s[1] or 1), s[2]) for step, s in built.items() if s and s[0]}
        circles = {str(step): [seat for seat in on if seat is not None] for step, on in taken.items() if on}
        pawns = [[step for step in steps or () if step is not None] for steps in (view.get("pawns") or ())[:seats]]
        moving = None
        for seat, steps in enumerate(pawns):
            for step, count in Counter(steps).items():
                if 0 < step < 20 and count > list(circles.get(str(step), ())).count(seat):
                    moving = (seat, step)
        return cls(shops, circles, pawns, moving)


class City:
    """Draws the board in units of its own."""

    def __init__(self, sheet: Sheet, words: Words, names: Sequence[str], standing: Standing) -> None:
        self.sheet, self.words, self.names, self.standing = sheet, words, names, standing
        self.theme, self.colours = sheet.theme, PIGMENTS[sheet.theme.name]
        self.data = layout_data()
        w, h = self.data["size"]
        self.frame: Box = (0, 0, w, h)

    def draw(self) -> list[Node]:
        """Everything, from the sky down to the pawns."""
        return [
            node("g", *self._scenery(), *self._road(), aria_hidden="true"),
            *(self._step(space.step) for space in COMPONENTS.spaces),
            self._cathedral(),
            self._alcazar(),
            *self._moving(),
        ]

    # the city

    def _scenery(self) -> Iterable[Node]:
        colours = self.colours
        w, h = self.data["size"]
        for name, top, bottom in (("sky", "sky", "sky2"), ("hill", "hill", "hill2")):
            stops = [node("stop", offset=k, stop_color=colours[key]) for k, key in enumerate((top, bottom))]
            self.sheet.add(name, node("linearGradient", *stops, x1=0, y1=0, x2=0, y2=1))
        yield rect(0, 0, w, h, fill=self.sheet.url("sky"))
        yield circle(250, 70, 30, fill=colours["sun"], opacity=0.8)
        hill = "M0 116C120 76 240 98 360 72s250-46 390-26 200 6 260-8V722H0z"
        yield path(hill, fill=self.sheet.url("hill"), opacity=0.55)
        for k, (row, edge) in enumerate(zip(self.data["skyline"], TERRACES, strict=True), start=1):
            yield path(row["farther"], fill=colours[f"house{k}"], opacity=0.78)
            yield path(row["houses"], fill=colours[f"house{k}"])
            yield path("".join(f"M{x} {y}h3.5v5.5h-3.5z" for x, y in row["windows"]), fill=colours["window"])
            yield path(edge + "V722H0z", fill=colours[f"terrace{k}"])
            if k > 1:
                yield path(edge, fill="none", stroke=colours["wall"], stroke_width=5)
        yield path("M0 690c160-22 300 14 460-2s300-22 550 6v30H0z", fill=colours["river"])
        ripples = "M240 708c60-6 90 6 150 0M430 714c60-6 90 4 150 0M740 704c60-6 90 6 150 0"
        yield path(ripples, fill="none", stroke="#FFFFFF", stroke_opacity=0.35, stroke_width=2)
        yield rect(0, 0, w, h, fill=self.sheet.paint("paper"), opacity=0.16)

    def _road(self) -> Iterable[Node]:
        colours, road = self.colours, self.data["road"]
        for colour, width in ((colours["edge"], 66), (colours["road"], 58)):
            yield path(road, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")
        yield path(road, fill="none", stroke=colours["edge"], stroke_width=40, stroke_dasharray="1.5 15", opacity=0.55)
        prices = sorted({(space.row, space.price) for space in COMPONENTS.spaces}, key=lambda item: item[1])
        for (x, y), (_, price) in zip(self.data["prices"], prices, strict=False):
            yield circle(x, y, 21, fill=self.sheet.paint("gold"), stroke="#5d3d08", stroke_width=1.6)
            yield circle(x, y, 16, fill="none", stroke="#7a5313", stroke_dasharray="2 2")
            yield line(f"{price}+", x, y + 7, 20, "#3a2605", "display", "middle")

    # steps

    def _step(self, step: int) -> Node:
        """A lot, a shop under its owner's awning, or a printed space, with the pawns on its
        circles.
        """
        space = COMPONENTS.spaces[step - 1]
        x, y = self.data["steps"][str(step)]
        shop = self.standing.shops.get(str(step))
        here = self.standing.circles.get(str(step), ())
        said = [self.words("to.step", step=step)]
        if space.printed:
            said.append(self.kind(space.printed))
            drawn, circles = self._printed(space.printed, step, x, y), space.circles
        elif shop:
            kind, circles, owner = shop
            said.append(self.kind(kind) + (f" ({self.names[owner]})" if owner is not None else ""))
            drawn = self._shop(kind, owner, step, x, y)
        else:
            drawn, circles = self._lot(step, x, y), 0
        said += [self.names[seat] for seat in here]
        return group(
            [node("title", ". ".join(said)), *drawn, *self._circles(x, y + 33, max(circles, len(here)), here, step)],
            role="img",
            data_step=step,
            data_shop=shop[0] if shop else None,
        )

    def kind(self, kind: str) -> str:
        """The name of a shop or printed space."""
        return self.words.named(f"kind.{kind}.name")

    def _lot(self, step: int, x: float, y: float) -> list[Node]:
        colours = self.colours
        dashes: dict[str, Value] = {"stroke": colours["plot"], "stroke_width": 1.6, "stroke_dasharray": "5 5"}
        return [
            rect(x - 39, y - 46, 78, 92, rx=7, fill="#FFFFFF", fill_opacity=0.16, **dashes),
            line(step, x, y + 6, 17, colours["plot"], "bold", "middle"),
        ]

    def _tile(self, x: float, y: float, fill: str, stroke: str, width: float) -> Node:
        w, h = TILE
        drop = self.sheet.paint("drop")
        return rect(x - w / 2, y - h / 2, w, h, rx=9, fill=fill, stroke=stroke, stroke_width=width, filter=drop)

    def _printed(self, kind: str, step: int, x: float, y: float) -> list[Node]:
        colours, ink = self.colours, self.theme.map_ink
        icon, w, h = GOODS[kind]
        number = line(step, x + 36, y - 36, 14, ink, "bold", "end")
        name = fit(self.kind(kind).capitalize(), 15, 58, "display")
        return [
            self._tile(x, y, colours["printed"], "#2d1c12", 3.2),
            line(name, x - 37, y - 35, 15, ink, "display"),
            number,
            self.sheet.piece(icon, x - w / 2, y - 26, w, h, ink=ink, hole=colours["printed"]),
        ]

    def _shop(self, kind: str, owner: int | None, step: int, x: float, y: float) -> list[Node]:
        icon, w, h = GOODS.get(kind, GOODS["smith"])
        left, top = x - TILE[0] / 2, y - TILE[1] / 2
        nodes = [self._tile(x, y, self.colours["tile"], "#4a3222", 1.2)]
        if owner is not None:
            own = self.sheet.seat(owner)
            arch = f"M{left:g} {top + 9:g}a9 9 0 0 1 9-9h70a9 9 0 0 1 9 9v13"
            awning = arch + "q-7.33 9-14.67 0" + "t-14.67 0" * 5 + "z"
            nodes += [
                path(awning, fill=own.base, stroke=own.shade, stroke_width=1.2),
                path(arch + "h-88z", fill=self.sheet.hatch(owner, 1.5)),
                circle(left + 14, top + 12, 10, fill=own.base),
                self.sheet.emblem(owner, left + 8, top + 6, 12),
                circle(left + 75, top + 12, 10.5, fill=own.base),
            ]
        ink = own.on if owner is not None else self.colours["icon"]
        nodes.append(line(step, left + 75, top + 17, 14, ink, "bold", "middle"))
        icon_ink = self.colours["icon"]
        nodes.append(self.sheet.piece(icon, x - w / 2, y - 12 - h / 2, w, h, ink=icon_ink, hole=self.colours["tile"]))
        return nodes

    def _circles(self, x: float, y: float, circles: int, seats: Sequence[int], step: int) -> Iterable[Node]:
        places = [(x, y)] if circles == 1 else [(x - 20, y), (x + 20, y)] if circles == 2 else []
        if circles > 2:  # more pawns than a board has: still draw all of them
            places = [(x + (k - (circles - 1) / 2) * 80 / circles, y) for k in range(circles)]
        fill = self.colours["circle"]
        for cx, cy in places:
            yield circle(cx, cy, 16, fill=fill, stroke="#4a3222", stroke_opacity=0.6, stroke_width=1.4)
        for seat, (cx, cy) in zip(seats, places, strict=False):
            yield self._pawn(seat, cx, cy + 12, str(step))

    def _pawn(self, seat: int, x: float, foot: float, at: str, size: float = 1) -> Node:
        w, h = PAWN[0] * size, PAWN[1] * size
        where: dict[str, Value] = {"data_piece": "pawn", "data_seat": seat, "data_at": at}
        pawn = self.sheet.piece("pawn", x - w / 2, foot - h, w, h, seat=seat)
        return group([pawn], filter=self.sheet.paint("drop"), **where)

    # the two ends of the road

    def _cathedral(self) -> Node:
        ink = "#3a2415"
        walls = [
            path("M30 556V448h108v108z", fill="#E6D9BC"),
            path("M26 556V410h34v146zM108 556v-98h34v98z", fill="#D8C8A4"),
            path("M24 410 43 340l19 70z", fill="#6E7D86"),
            path("M106 458c2-26 34-26 38 0zM62 452 84 424l24 28z", fill="#9C4B33"),
        ]
        middle, foot = self.data["cathedral"]
        waiting = [(seat, list(steps).count(0)) for seat, steps in enumerate(self.standing.pawns) if 0 in steps]
        said = ", ".join(f"{self.names[seat]} {count}" for seat, count in waiting)
        nodes = [
            node("title", f"{self.words('to.cathedral')}. {said}"),
            group(walls, stroke=ink, stroke_width=1.5, stroke_linejoin="round"),
            circle(84, 478, 13, fill="#5f7f93", stroke=ink, stroke_width=1.5),
            path("M84 465v26M71 478h26M75 469l18 18M93 469 75 487", stroke="#e9dfc8"),
            path("M74 556v-34a10 12 0 0 1 20 0v34zM36 430h14v26H36zM118 478h13v22h-13z", fill="#33231a"),
            path("M43 334v12M38 338h10", stroke="#B98A2C", stroke_width=2.4),
        ]
        for k, (seat, count) in enumerate(waiting):
            x, low = middle - 34 + k % 2 * 48, foot + k // 2 * 46
            nodes.append(self._pawn(seat, x, low, "0"))
            nodes.append(line(count, x + 16, low - 4, 19, self.theme.map_ink, "bold", data_seat=seat))
        name = self.words("to.cathedral")
        nodes.append(line(name, middle - 48, 682, 16, self.theme.map_ink, "display"))
        return group(nodes, role="img", data_step=0)

    def _alcazar(self) -> Node:
        ink, (middle, top) = "#3a2415", self.data["alcazar"]
        walls = [
            path("M838 214V86h140v128z", fill=self.sheet.paint("stone")),
            path("M828 214V70h30v144zM958 214V70h30v144z", fill="#D9CBAA"),
            path("M824 70h38l-19-40zM954 70h38l-19-40z", fill="#7C3B2B"),
            path("M858 86v-12h10v8h12v-8h10v8h12v-8h10v8h12v-8h10v8h12v-8h12v12z", fill="#CDBF9F"),
            path("M866 214v-44a15 17 0 0 1 30 0v44zM920 214v-44a15 17 0 0 1 30 0v44z", fill="#3b2619"),
        ]
        bars = "".join(f"M{x} 190h30M{x} 202h30M{x + 7} 158v56M{x + 15} 154v60M{x + 23} 158v56" for x in (866, 920))
        windows = "".join(f"M{x} 102h10v14h-10z" for x in (838, 968, 874, 903, 932))
        inside = [(seat, step) for seat, steps in enumerate(self.standing.pawns) for step in steps if step >= 20]
        totals = sorted(Counter(seat for seat, _ in inside).items())
        said = ", ".join(f"{self.names[seat]} {count}" for seat, count in totals)
        crowd = len(inside) > 6  # then one pawn of each seat, with a number
        if crowd:
            inside = [(seat, 20) for seat, _ in totals]
        apart = min(27.0, 96 / max(1, len(inside)))
        places = [middle + (k - (len(inside) - 1) / 2) * apart for k in range(len(inside))]
        nodes = [
            node("title", f"{self.words('to.alcazar')}. {said}"),
            *(self._pawn(s, x, top, str(at), 0.82) for (s, at), x in zip(inside, places, strict=True)),
            group(walls, stroke=ink, stroke_width=1.6, stroke_linejoin="round"),
            path(bars, fill="none", stroke="#8a6238", stroke_width=1.4),
            path(windows, fill="#33231a"),
        ]
        if crowd:
            ink = self.theme.map_ink
            nodes += [line(n, x, top - 35, 15, ink, "bold", "middle") for (_, n), x in zip(totals, places, strict=True)]
        for (x, y), gate in zip(self.data["gates"], COMPONENTS.gates, strict=False):
            nodes.append(circle(x, y, 15, fill=self.colours["printed"], stroke="#2d1c12", stroke_width=2.5))
            nodes.append(line(gate, x, y + 5.5, 15, self.theme.map_ink, "bold", "middle"))
        nodes.append(line(self.words("to.alcazar"), middle, 276, 17, self.theme.map_ink, "display", "middle"))
        return group(nodes, role="img", data_step=20)

    def _moving(self) -> Iterable[Node]:
        """A pawn that has landed where every circle is taken: ringed, above the tile."""
        if self.standing.transit:
            seat, step = self.standing.transit
            x, y = self.data["steps"][str(step)]
            ring = circle(x, y - 70, 26, fill="#FFF9E8", stroke="#54203F", stroke_width=3)
            yield group([ring, self._pawn(seat, x, y - 50, str(step))], data_transit=step)

