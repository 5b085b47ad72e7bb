"""Puts the shapes of `pieces.svg` on a sheet: each is defined once, in the colours of its seat and
theme.
"""

import re
from functools import cache
from pathlib import Path

from .seats import Tincture, tincture
from .svg import Definitions, Node, Raw, Value, node
from .theme import Theme

_SHAPE = re.compile(r'<(?P<tag>\w+) id="(?P<id>[\w-]+)"(?P<attributes>[^>]*)>(?P<body>.*?)</(?P=tag)>', re.DOTALL)
_EMBLEM = re.compile(r'<use href="#emblem" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="[\d.]+" fill="([^"]+)"/>')


@cache
def _shapes() -> dict[str, tuple[str, dict[str, str], str]]:
    """Id: tag, attributes and body without the line breaks of the file."""
    source = (Path(__file__).parent / "pieces.svg").read_text("utf-8")
    shapes: dict[str, tuple[str, dict[str, str], str]] = {}
    for shape in _SHAPE.finditer(source):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', shape["attributes"]))
        shapes[shape["id"]] = (shape["tag"], attributes, re.sub(r"\s*\n\s*", "", shape["body"]))
    return shapes


class Sheet(Definitions):
    """The definitions of one picture, with its theme."""

    def __init__(self, game: str, theme: Theme) -> None:
        super().__init__(f"{''.join(word[0] for word in game.split('_'))}-{theme.name[0]}-")
        self.theme = theme

    def seat(self, seat: int) -> Tincture:
        """The colours of a seat in this picture."""
        return tincture(seat, self.theme)

    def paint(self, name: str) -> str:
        """A gradient or filter of `pieces.svg` as a value for fill or filter."""
        tag, attributes, body = _shapes()[name]
        self.add(name, node(tag, Raw(self._painted(body)), **attributes))
        return self.url(name)

    def _painted(self, body: str) -> str:
        """The body with its paints renamed for this picture."""
        for paint in set(re.findall(r"url\(#(\w+)\)", body)):
            body = body.replace(f"url(#{paint})", self.paint(paint))
        return body

    def hatch(self, seat: int, scale: float = 1) -> str:
        """The hatching of a seat as a fill."""
        colours = self.seat(seat)
        name = f"hatch-{colours.name}" + (f"-{scale:g}" if scale != 1 else "")
        self.add(
            name,
            node(
                "pattern",
                Raw(colours.hatching),
                width=4,
                height=4,
                patternUnits="userSpaceOnUse",
                patternTransform=f"scale({scale:g})" if scale != 1 else None,
            ),
        )
        return self.url(name)

    def piece(
        self,
        name: str,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        seat: int | None = None,
        ink: str | None = None,
        hole: str | None = None,
        **attributes: Value,
    ) -> Node:
        """A piece with its upper left corner at x, y; a seat's piece needs the seat, a plain icon
        its ink.
        """
        identity = self._define(name, seat, ink or self.theme.ink, hole or self.theme.panel)
        return node(
            "use", href=f"#{identity}", x=float(x), y=float(y), width=float(w), height=float(h), **attributes
        )

    def emblem(self, seat: int, x: float, y: float, size: float, fill: str | None = None) -> Node:
        """A seat's emblem in a square with its upper left corner at x, y."""
        colours = self.seat(seat)
        place = f"translate({x:.4g} {y:.4g}) scale({size / 10:.4g})"
        return node("g", Raw(colours.emblem), transform=place, fill=fill or colours.on)

    def _define(self, name: str, seat: int | None, ink: str, hole: str) -> str:
        tag, attributes, body = _shapes()[name]
        colours = {"ink": ink, "hole": hole}
        if attributes.get("class") == "seat":
            if seat is None:
                raise ValueError(f"the piece {name!r} belongs to a seat")
            own = self.seat(seat)
            full = f"{name}-{own.name}"
            colours |= {"base": own.base, "light": own.light, "shade": own.shade, "on": own.on}
            body = _EMBLEM.sub(lambda m: _inline(own.emblem, *m.groups()), body)
            if "url(#hatch)" in body:
                body = body.replace("url(#hatch)", self.hatch(seat))
        elif "$" in body:
            full = f"{name}-{ink.lstrip('#')}-{hole.lstrip('#')}"
        else:
            full = name
        if full in self:
            return self.prefix + full
        body = re.sub(r"\$(\w+)", lambda m: colours[m[1]], body)
        return self.add(full, node(tag, Raw(self._painted(body)), viewBox=attributes["viewBox"]))


def _inline(emblem: str, x: str, y: str, size: str, fill: str) -> str:
    return f'<g transform="translate({x} {y}) scale({float(size) / 10:.4g})" fill="{fill}">{emblem}</g>'
