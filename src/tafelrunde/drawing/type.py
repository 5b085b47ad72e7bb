"""The four faces of the table's type: how wide a line is, where it breaks, how it is drawn."""

from base64 import b64encode
from functools import cache
from json import loads
from pathlib import Path
from typing import Literal, TypeAlias

from .svg import Node, Value, text

Face: TypeAlias = Literal["display", "italic", "text", "bold"]
Anchor: TypeAlias = Literal["start", "middle", "end"]

SERIF = "'TR Alegreya',Alegreya,'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif"
SANS = "'TR Alegreya Sans','Alegreya Sans','Gill Sans','Segoe UI',system-ui,sans-serif"
_STYLE: dict[Face, dict[str, Value]] = {
    "display": {"font_family": SERIF, "font_weight": 700},
    "italic": {"font_family": SERIF, "font_weight": 500, "font_style": "italic"},
    "text": {},
    "bold": {"font_weight": 700},
}
# what a whole picture sets once; figures stand on the line and have one width
ROOT: dict[str, Value] = {"font_family": SANS, "style": "font-variant-numeric:lining-nums tabular-nums"}


def line(
    content: str | int,
    x: float,
    y: float,
    size: float,
    fill: str,
    face: Face = "text",
    anchor: Anchor = "start",
    **attributes: Value,
) -> Node:
    """A line of text with its base line at y. A word keeps its width in our fonts even if another
    font replaces them.
    """
    end = None if anchor == "start" else anchor
    if len(str(content)) > 3 and "letter_spacing" not in attributes:
        attributes |= {"textLength": text_width(content, size, face), "lengthAdjust": "spacingAndGlyphs"}
    return text(content, x, y, size=size, fill=fill, text_anchor=end, **_STYLE[face], **attributes)


@cache
def embedded() -> str:
    """A style sheet that carries the fonts with it."""
    faces = {
        "TRAlegreya-Bold": ("TR Alegreya", 700, "normal"),
        "TRAlegreya-MediumItalic": ("TR Alegreya", 500, "italic"),
        "TRAlegreyaSans-Regular": ("TR Alegreya Sans", 400, "normal"),
        "TRAlegreyaSans-Bold": ("TR Alegreya Sans", 700, "normal"),
    }
    rules: list[str] = []
    for file, (family, weight, style) in faces.items():
        data = b64encode((Path(__file__).parent / f"fonts/{file}.woff2").read_bytes()).decode()
        source = f"src:url(data:font/woff2;base64,{data})format('woff2')"
        rules.append(f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};{source}}}")
    return "".join(rules)


def halo(colour: str, width: float, opacity: float = 0.75) -> dict[str, Value]:
    """A light outline that keeps letters legible on a map."""
    return {
        "stroke": colour,
        "stroke_width": width,
        "stroke_opacity": opacity,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }


@cache
def _widths() -> dict[str, dict[str, int]]:
    return loads((Path(__file__).parent / "fonts/widths.json").read_text("utf-8"))


def text_width(content: str | int, size: float, face: Face = "text") -> float:
    """How wide a line of text is in one of our fonts; kerning makes it at most a little narrower.

    >>> round(text_width("10", 100, "display"))
    90
    """
    table = _widths()[face]
    return sum(table.get(letter, 550) for letter in str(content)) * size / 1000


def wrap(content: str, size: float, room: float, face: Face = "text", lines: int = 99) -> list[str]:
    """Breaks a text into lines no wider than `room`; text that does not fit into the last line ends
    in an ellipsis.

    >>> wrap("Score every region whose first place is worth 5.", 13, 180)
    ['Score every region whose first place', 'is worth 5.']
    """
    rows: list[str] = []
    for word in content.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and text_width(longer, size, face) <= room:
            rows[-1] = longer
        else:
            rows.append(word)
    if len(rows) > lines:
        rows[lines - 1] = " ".join(rows[lines - 1 :])
        del rows[lines:]
    return [fit(row, size, room, face) for row in rows]


def fit(content: str, size: float, room: float, face: Face = "text") -> str:
    """Shortens one line to the room it has.

    >>> fit("Königswinter", 12, 40)
    'Königs…'
    """
    if text_width(content, size, face) <= room:
        return content
    while content and text_width(content + "…", size, face) > room:
        content = content[:-1]
    return content.rstrip(" ,;·") + "…"
