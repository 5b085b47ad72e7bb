"""The five seats: a heraldic tincture each, with the emblem on its pieces and its Petra Sancta
hatching.

Colour never stands alone: every piece carries the emblem, every large surface the hatching.
"""

from dataclasses import dataclass, replace

from .theme import Theme


@dataclass(frozen=True, slots=True)
class Tincture:
    """How one seat looks.

    `label` is the tone for text, where `base` is not dark or light enough.
    """

    name: str
    base: str
    light: str
    shade: str
    on: str
    label: str
    emblem: str  # drawn in a square of 10
    hatching: str  # drawn in a square of 4, repeated


GULES = Tincture(
    "gules", "#BE3527", "#E0694F", "#84201A", "#FFFFFF", "#A32B1F",
    '<path d="M5 .9 9.5 6v3.3L5 4.4.5 9.3V6z"/>',
    '<path d="M2 0v4" stroke="#fff" stroke-opacity=".34" stroke-width=".9"/>',
)  # fmt: skip
AZURE = Tincture(
    "azure", "#2460B4", "#5B94DF", "#153E7C", "#FFFFFF", "#1F549E",
    '<path d="M.7 1.5h8.6v2.7H.7zM.7 5.8h8.6v2.7H.7z"/>',
    '<path d="M0 2h4" stroke="#fff" stroke-opacity=".34" stroke-width=".9"/>',
)  # fmt: skip
OR = Tincture(
    "or", "#EDB834", "#FBDD80", "#A87712", "#33260A", "#7F5A08",
    '<circle cx="5" cy="5" r="4"/>',
    '<circle cx="2" cy="2" r=".8" fill="#5A3E00" fill-opacity=".42"/>',
)  # fmt: skip
VERT = Tincture(
    "vert", "#45A98A", "#82D1B6", "#1F6B54", "#0B2A20", "#1E6E57",
    '<path d="M5 .2 9.3 5 5 9.8.7 5z"/>',
    '<path d="M-1-1 5 5M-1 3 1 5M3-1 5 1" stroke="#06382a" stroke-opacity=".38" stroke-width=".9"/>',
)  # fmt: skip
SABLE = Tincture(
    "sable", "#322D30", "#5E565B", "#141113", "#FFFFFF", "#322D30",
    '<path d="M3.4.7h3.2v2.7h2.7v3.2H6.6v2.7H3.4V6.6H.7V3.4h2.7z"/>',
    '<path d="M2 0v4M0 2h4" stroke="#fff" stroke-opacity=".3" stroke-width=".7"/>',
)  # fmt: skip

SEATS = (GULES, AZURE, OR, VERT, SABLE)
_DARK = {
    "gules": {"label": "#F0907C"},
    "azure": {"label": "#8FBBF2"},
    "or": {"label": "#F2C95E"},
    "vert": {"label": "#7FD0B4"},
    "sable": {"base": "#4A4247", "light": "#8E8389", "shade": "#1D181B", "label": "#D8CCD0"},
}


def tincture(seat: int, theme: Theme) -> Tincture:
    """How the seat looks in a theme."""
    colours = SEATS[seat]
    return replace(colours, **_DARK[colours.name]) if theme.name == "dark" else colours
