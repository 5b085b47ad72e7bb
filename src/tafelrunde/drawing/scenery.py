"""Ornaments that more than one map uses."""

from math import cos, pi, sin

from .svg import Node, circle, group, path
from .theme import Theme


def compass(theme: Theme, x: float, y: float, r: float) -> Node:
    dark, light, foot = "", "", r * 0.2
    for k in range(16):
        a, tip = k * pi / 8, r * (1 if k % 4 == 0 else 0.72 if k % 2 == 0 else 0.5)
        end = f"{tip * cos(a):.1f} {tip * sin(a):.1f}"
        dark += f"M{end} {foot * cos(a + 0.2):.1f} {foot * sin(a + 0.2):.1f} 0 0z"
        light += f"M{end} {foot * cos(a - 0.2):.1f} {foot * sin(a - 0.2):.1f} 0 0z"
    ink = theme.map_frame if theme.name == "light" else theme.sea_line
    ring = circle(0, 0, r * 0.8, fill="none", stroke=ink, stroke_width=1.5)
    rays = [path(dark, fill=ink), path(light, fill=theme.map_paper)]
    return group([ring, *rays], transform=f"translate({x} {y})", opacity=0.8)
