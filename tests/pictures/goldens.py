"""Golden pictures: where every piece and every number of a position lies.

`python tests/pictures/goldens.py` writes them again; look at the pictures before you keep them.
"""

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"
TOLERANCE = 1.5  # units of the sheet; a piece that stands elsewhere is at least four units off

Line = list[str | float]


def snapshot(svg: str) -> list[Line]:
    """One line per piece or text: kind, name, where it belongs, and its middle."""
    from pictures.reading import marks

    return sorted(
        [mark.kind, mark.name, mark.place, round(mark.middle[0], 1), round(mark.middle[1], 1)] for mark in marks(svg)
    )


def differences(new: list[Line], old: list[Line]) -> list[str]:
    """What has come, gone or moved by more than the tolerance."""
    left = list(old)
    found: list[str] = []
    for line in new:
        match = next((k for k, other in enumerate(left) if _same(line, other)), None)
        if match is None:
            found.append(f"+ {line}")
        else:
            left.pop(match)
    return found + [f"- {line}" for line in left]


def _same(a: Line, b: Line) -> bool:
    near = all(abs(float(p) - float(q)) <= TOLERANCE for p, q in zip(a[3:], b[3:], strict=True))
    return a[:3] == b[:3] and near


def path(game: str, name: str, parts: str) -> Path:
    return FOLDER / f"{game}-{name}-{parts}.json"


def write() -> None:
    from pictures.games import CASES, drawn

    FOLDER.mkdir(exist_ok=True)
    for game, name in CASES:
        for parts in ("board", "table"):
            svg = drawn(game, name, parts=parts, fixed=True)
            lines = [json.dumps(line, ensure_ascii=False) for line in snapshot(svg)]
            path(game, name, parts).write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    write()
