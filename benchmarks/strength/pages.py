"""Putting measured tables into docs/strength.md."""
from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/strength.md"


def put(name: str, text: str) -> None:
    """Replace what stands between the marks of a name."""
    page = PAGE.read_text("utf-8")
    begin, end = f"<!-- {name}: written by benchmarks/strength -->", f"<!-- end of {name} -->"
    before, after = page[:page.index(begin) + len(begin)], page[page.index(end):]
    PAGE.write_text(f"{before}\n\n{text}\n\n{after}", "utf-8")
