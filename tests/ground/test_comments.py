"""Comments and documentation fit into a hundred characters, in Python also those at line ends."""
from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src", "tests", "tools", "benchmarks", "examples", "requirements")
SOURCES = sorted([*(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")), ROOT / "run.py"])
MOST = 100
FOR_TOOLS = re.compile(r"# ?(noqa|type: ignore)")
AS_TYPED = re.compile(r" *(>>> |\.\.\. |python3? |tafelrunde |npm ).*")
"""What somebody would type: commands and examples stay in one line."""


def comments(text: str) -> list[str]:
    """Comments that end too far right, but for those that begin with a word to a tool."""
    found = [t for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type == tokenize.COMMENT and t.end[1] > MOST]
    return [f"{t.start[0]}: {t.string}" for t in found if not FOR_TOOLS.match(t.string)]


def documentation(text: str) -> list[str]:
    """Lines of docstrings that are too long; a string that stands alone is one."""
    said = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)]
    lines = text.splitlines()
    numbers = {n for node in said for n in range(node.lineno, (node.end_lineno or 0) + 1)}
    return [f"{n}: {lines[n - 1]}" for n in sorted(numbers) if len(lines[n - 1]) > MOST and not AS_TYPED.fullmatch(lines[n - 1])]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_people_read_fits_into_a_hundred_characters(path: Path) -> None:
    text = path.read_text("utf-8")
    assert comments(text) + documentation(text) == []


def test_what_is_too_long_is_found() -> None:
    far = "x" * 90
    assert len(comments(f"y = '{far}'  # why\n")) == 1
    assert comments(f"y = '{far}'  # noqa: S101\n") == []
    assert len(documentation(f'"""Says.\n\n{far} {far}\n"""\n')) == 1
    assert documentation(f'"""Says.\n\n    >>> {far}{far}\n"""\n') == []


def test_so_do_whole_lines_of_the_client() -> None:
    found: list[str] = []
    for path in sorted(path for kind in ("ts", "svelte") for path in (ROOT / "web" / "src").rglob(f"*.{kind}")):
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if len(line) > MOST and re.match(r"\s*(//|/\*|\* |<!--)", line) and not re.search(r"eslint-|svelte-ignore", line):
                found.append(f"{path.relative_to(ROOT)}:{n}")
    assert found == []
