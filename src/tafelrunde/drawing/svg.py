"""A small typed builder for SVG: nodes that escape their text, and a sheet that collects
definitions.

>>> render(node("g", text("Cataluña & more", 10, 20, size=12), fill="#333"))
'<g fill="#333"><text x="10" y="20" font-size="12">Cataluña &amp; more</text></g>'
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int | float | None
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom


def escape(text: str) -> str:
    """Text as it stands between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def quoted(text: str) -> str:
    """Text as a quoted attribute value."""
    value = escape(text).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    return f"'{value}'" if '"' in value and "'" not in value else '"' + value.replace('"', "&quot;") + '"'


class Raw(str):
    """Markup of our own that is written as it is. Never made from anything a person typed."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Node:
    """One element. Its children are nodes or plain text, which is escaped when written."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple["Node | str", ...] = ()

    def __iter__(self) -> Iterator["Node"]:
        """This node and every node below it, in drawing order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child

    def get(self, name: str, default: str = "") -> str:
        """The value of an attribute."""
        return dict(self.attributes).get(name, default)


def number(value: float) -> str:
    """A number with at most two decimals, as short as possible.

    >>> number(12.0), number(0.304), number(-0.001)
    ('12', '.3', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _value(value: str | int | float) -> str:
    return number(value) if isinstance(value, float) else str(value)


def node(tag: str, *children: "Node | str | None", **attributes: Value) -> Node:
    """An element; `stroke_width=2` becomes `stroke-width="2"`, a trailing underscore is dropped,
    None is left out.
    """
    named = tuple(
        (name.rstrip("_").replace("_", "-"), _value(value)) for name, value in attributes.items() if value is not None
    )
    return Node(tag, named, tuple(child for child in children if child is not None and child != ""))


def group(children: Iterable[Node | None], **attributes: Value) -> Node:
    """A `<g>` around nodes that come from an iterable."""
    return node("g", *children, **attributes)


def text(content: str | int, x: float, y: float, *, size: float, **attributes: Value) -> Node:
    """A line of text at its base line."""
    return node("text", str(content), x=float(x), y=float(y), font_size=float(size), **attributes)


def rect(x: float, y: float, w: float, h: float, **attributes: Value) -> Node:
    return node("rect", x=float(x), y=float(y), width=float(w), height=float(h), **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> Node:
    return node("circle", cx=float(x), cy=float(y), r=float(r), **attributes)


def path(d: str, **attributes: Value) -> Node:
    return node("path", d=d, **attributes)


def outline(points: Iterable[Point], *, closed: bool = True) -> str:
    """The path data of a polygon or polyline.

    >>> outline([(0, 0), (10.25, 0), (10.25, 5)])
    'M0 0 10.25 0 10.25 5z'
    """
    return "M" + " ".join(f"{number(x)} {number(y)}" for x, y in points) + ("z" if closed else "")


def render(item: Node | str) -> str:
    """The text of a node."""
    if isinstance(item, Raw):
        return str(item)
    if isinstance(item, str):
        return escape(item)
    attributes = "".join(f" {name}={quoted(value)}" for name, value in item.attributes)
    if not item.children:
        return f"<{item.tag}{attributes}/>"
    return f"<{item.tag}{attributes}>{''.join(map(render, item.children))}</{item.tag}>"


class Definitions:
    """What a picture refers to by id: gradients, patterns, symbols, clip paths.

    Each is written once. The prefix keeps pictures of different games and themes apart on one page.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.nodes: dict[str, Node] = {}

    def add(self, name: str, item: Node) -> str:
        """Defines `name` once and returns its id in this picture."""
        full = self.prefix + name
        if full not in self.nodes:
            self.nodes[full] = Node(item.tag, (("id", full), *item.attributes), item.children)
        return full

    def __contains__(self, name: str) -> bool:
        return self.prefix + name in self.nodes

    def url(self, name: str) -> str:
        """How a fill, clip path or filter refers to a definition."""
        return f"url(#{self.prefix}{name})"


def document(
    body: Iterable[Node],
    definitions: Definitions,
    *,
    box: tuple[float, float, float, float],
    width: int,
    title: str,
    description: str,
    language: str,
    credit: str = "",
    **attributes: Value,
) -> str:
    """A standalone SVG document: box is x, y, width and height in drawing units, width the size on
    screen.
    """
    height = round(width * box[3] / box[2])
    root = node(
        "svg",
        node("title", title),
        node("desc", description),
        node("metadata", credit) if credit else None,
        node("defs", *definitions.nodes.values()) if definitions.nodes else None,
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(number(v) for v in box),
        width=width,
        height=height,
        role="img",
        aria_label=title,
        lang=language,
        **attributes,
    )
    return render(root) + "\n"
