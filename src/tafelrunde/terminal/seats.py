"""How seats look in a terminal: an emblem of one character each, and a colour that never stands
alone.
"""
from __future__ import annotations

from rich.style import Style
from rich.text import Text

from ..match.texts import Texts

EMBLEMS = "▲▬●◆✚"
"""Chevron, bar, roundel, lozenge and cross: the emblems on the pieces, seat by seat."""
COLOURS = ("#F0907C", "#8FBBF2", "#F2C95E", "#7FD0B4", "#D8CCD0")
CROWN, KING, CASTLE, CHURCH = "♛", "♚", "♜", "†"
"""Signs of pieces that several boards and their introductions share."""


def seat_style(seat: int, bold: bool = True) -> Style:
    """A seat's colour."""
    return Style(color=COLOURS[seat], bold=bold)


def emblem(seat: int) -> Text:
    """A seat's emblem in its colour."""
    return Text(EMBLEMS[seat], seat_style(seat))


def seat_name(texts: Texts, seat: int, form: str = "name") -> Text:
    """Emblem and name, in the seat's colour."""
    return Text(f"{EMBLEMS[seat]} {texts.word('seat', seat, form)}", seat_style(seat))
