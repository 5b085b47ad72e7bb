"""Reads a picture back: every piece and every line of text with the place it has on the sheet."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from tafelrunde.drawing.type import Face, text_width

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Mark:
    """A piece ("use") or a line ("text"): its name, its box, and the data attributes around it."""

    kind: str
    name: str
    box: tuple[float, float, float, float]
    data: tuple[tuple[str, str], ...]
    level: bool  # not rotated

    @property
    def seat(self) -> str:
        return dict(self.data).get("data-seat", "")

    @property
    def place(self) -> str:
        return dict(self.data).get("data-at", "")

    @property
    def piece(self) -> str:
        return dict(self.data).get("data-piece", "")

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


def root(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def marks(svg: str) -> list[Mark]:
    """Everything drawn, in drawing order; shapes of the ground (regions, panels) are left out."""
    found: list[Mark] = []
    _walk(root(svg), 1.0, (0.0, 0.0), True, {}, {}, found)
    return found


def _walk(
    element: ElementTree.Element,
    scale: float,
    origin: tuple[float, float],
    level: bool,
    style: dict[str, str],
    data: dict[str, str],
    found: list[Mark],
) -> None:
    if element.tag == SVG + "defs":
        return
    attributes = element.attrib
    for name, x, y in re.findall(
        r"(translate|scale|rotate)\((-?[\d.e]+)[ ,]?(-?[\d.e]+)?", attributes.get("transform", "")
    ):
        if name == "translate":
            origin = origin[0] + scale * float(x), origin[1] + scale * float(y or 0)
        elif name == "scale":
            scale *= float(x)
        else:
            level = False
    style = style | {
        key: attributes[key] for key in ("font-family", "font-weight", "font-style") if key in attributes
    }
    data = data | {key: value for key, value in attributes.items() if key.startswith("data-")}

    def number(key: str) -> float:
        return float(attributes.get(key, 0))

    def place(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        (x, y), s = origin, scale
        return x + left * s, y + top * s, x + right * s, y + bottom * s

    known = tuple(sorted(data.items()))
    if element.tag == SVG + "use" and "width" in attributes:
        x, y = number("x"), number("y")
        box = place(x, y, x + number("width"), y + number("height"))
        found.append(Mark("use", re.sub(r"^#\w+-\w-", "", attributes["href"]), box, known, level))
    if element.tag == SVG + "text" and element.text:
        size = number("font-size")
        width = text_width(element.text, size, face(style))
        x, y = number("x"), number("y")
        x -= {"middle": width / 2, "end": width}.get(attributes.get("text-anchor", ""), 0)
        box = place(x, y - size * 0.68, x + width, y + size * 0.02)
        found.append(Mark("text", element.text, box, known, level))
    for child in element:
        _walk(child, scale, origin, level, style, data, found)


def face(style: dict[str, str]) -> Face:
    if "TR Alegreya'" in style.get("font-family", ""):
        return "italic" if style.get("font-style") == "italic" else "display"
    return "bold" if style.get("font-weight") == "700" else "text"


def texts(svg: str) -> list[str]:
    """Every line of text, titles and descriptions included."""
    return [text for element in root(svg).iter() for text in [element.text] if text and text.strip()]


def overlaps(svg: str, slack: float = 1.0) -> list[tuple[str, str]]:
    """Pairs of level lines of text that run into each other."""
    lines = [mark for mark in marks(svg) if mark.kind == "text" and mark.level and mark.name.strip()]
    return [
        (a.name, b.name)
        for k, a in enumerate(lines)
        for b in lines[:k]
        if a.box[0] < b.box[2] - slack
        and b.box[0] < a.box[2] - slack
        and a.box[1] < b.box[3] - slack
        and b.box[1] < a.box[3] - slack
    ]


def outside(svg: str, slack: float = 1.0) -> list[str]:
    """Level lines of text that reach beyond the sheet."""
    x, y, w, h = map(float, root(svg).attrib["viewBox"].split())
    return [
        mark.name
        for mark in marks(svg)
        if mark.kind == "text"
        and mark.level
        and not (
            mark.box[0] >= x - slack
            and mark.box[1] >= y - slack
            and mark.box[2] <= x + w + slack
            and mark.box[3] <= y + h + slack
        )
    ]
