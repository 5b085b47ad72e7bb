"""No browser test waits for nothing: Playwright's `wait_for_function` takes the promise of an
answer for a yes.
"""
from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("tests", "benchmarks", "tools", "docs")


def texts(tree: ast.AST) -> dict[str, str]:
    """The names of a module that refer to texts."""
    return {target.id: text for node in ast.walk(tree) if isinstance(node, ast.Assign)
            for target in node.targets if isinstance(target, ast.Name) and (text := read(node.value, {}))}


def read(node: ast.expr, known: dict[str, str]) -> str:
    """The beginning of a text, as far as it is a literal."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[first, *_]):
            return read(first, known)
        case ast.FormattedValue(value=value):
            return read(value, known)
        case ast.BinOp(left=left):
            return read(left, known)
        case ast.Name(id=name):
            return known.get(name, "")
    return ""


def promised(source: str) -> list[int]:
    """The lines that wait for a function that returns a promise."""
    tree = ast.parse(source)
    known = texts(tree)
    return [node.lineno for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "wait_for_function"
            and node.args and read(node.args[0], known).lstrip().startswith("async")]


def test_nothing_waits_for_a_promise() -> None:
    found = [f"{path.relative_to(ROOT)}:{line}" for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))
             for line in promised(path.read_text("utf-8"))]
    assert found == [], "use helpers.waiting.until"


def test_a_promise_is_recognised_however_it_is_written() -> None:
    for source in ('page.wait_for_function("async () => 1")', 'HERE = """async id => 1"""\npage.wait_for_function(HERE, arg=1)',
                   'page.wait_for_function(f"async ([id]) => {x}")', 'page.wait_for_function("async " + x)',
                   'X = "async () => 1"\npage.wait_for_function(f"{X}")'):
        assert promised(source), source
    assert not promised('page.wait_for_function("() => asyncDone")')
