"""Pictures as PNG, with our own fonts, so that text shows on machines without installed fonts."""

from functools import cache
from pathlib import Path


@cache
def _fonts() -> list[str]:
    return sorted(str(font) for font in (Path(__file__).parent / "fonts").glob("*.ttf"))


def to_png(svg: str, scale: float = 1) -> bytes:
    """Rasterises a picture at `scale` times its own width.

    Needs the extra `pictures`; without it the error says so.
    """
    try:
        import resvg_py
    except ImportError as missing:
        raise RuntimeError("PNG pictures need resvg: pip install 'tafelrunde[pictures]'") from missing
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=scale,
        skip_system_fonts=True,
        font_files=_fonts(),
        serif_family="TR Alegreya",
        sans_serif_family="TR Alegreya Sans",
        font_family="TR Alegreya Sans",
    )
    return bytes(drawn)
