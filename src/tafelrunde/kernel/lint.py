"""Checks the subset that rules are written in: no rule may contain what some machine would refuse.

`check(path)` reads a module's source and names every place in a rule that leaves the subset of
docs/kernel.md §1.
"""
from __future__ import annotations

import ast
import builtins
from pathlib import Path

STATEMENTS = (ast.If, ast.While, ast.For, ast.Return, ast.Assign, ast.AugAssign, ast.Expr, ast.Pass, ast.Break,
              ast.Continue)
EXPRESSIONS = (ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.Constant, ast.Attribute, ast.Subscript,
               ast.Name, ast.Tuple)
BUILTINS = frozenset({"range", "min", "max", "abs"})


def rules(path: Path) -> list[ast.FunctionDef]:
    """The definitions in a file that carry the mark `@rule`."""
    return [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)
            and any(isinstance(d, ast.Name) and d.id == "rule" for d in node.decorator_list)]


def check(path: Path) -> list[str]:
    """Every place where a rule of the file leaves the subset, as "file:line: what"."""
    return [f"{path.name}:{line}: {node.name}: {what}" for node in rules(path) for line, what in _Checker().run(node)]


class _Checker:
    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []

    def run(self, function: ast.FunctionDef) -> list[tuple[int, str]]:
        arguments = function.args
        if arguments.defaults or arguments.kwonlyargs or arguments.vararg or arguments.kwarg:
            self.note(function, "default, keyword or star arguments")
        for statement in function.body:
            self.statement(statement)
        self.returns(function)
        return self.found

    def note(self, node: ast.AST, what: str) -> None:
        self.found.append((getattr(node, "lineno", 0), what))

    def returns(self, function: ast.FunctionDef) -> None:
        values = [n.value is not None for n in ast.walk(function) if isinstance(n, ast.Return)]
        if any(values) and not all(values):
            self.note(function, "returns something on one path and nothing on another")

    def statement(self, node: ast.stmt) -> None:
        if not isinstance(node, STATEMENTS):
            self.note(node, f"{type(node).__name__} is outside the subset")
            return
        if isinstance(node, ast.For):
            if not (isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name)
                    and node.iter.func.id == "range"):
                self.note(node, "a for loop runs over range(…) only")
            if node.orelse:
                self.note(node, "for … else")
        if isinstance(node, ast.While) and node.orelse:
            self.note(node, "while … else")
        if isinstance(node, ast.Assign) and len(node.targets) > 1:
            self.note(node, "assign to one target at a time")
        for field in ast.iter_child_nodes(node):
            if isinstance(field, ast.stmt):
                self.statement(field)
            elif isinstance(field, ast.expr):
                self.expression(field, returned=isinstance(node, (ast.Return, ast.Assign)))

    def expression(self, node: ast.expr, returned: bool = False) -> None:
        if not isinstance(node, EXPRESSIONS):
            self.note(node, f"{type(node).__name__} is outside the subset")
            return
        if isinstance(node, ast.Tuple) and not returned:
            self.note(node, "a tuple is only returned or unpacked")
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes, float)) \
                and not self.is_docstring(node):
            self.note(node, f"{type(node.value).__name__} constants are outside the subset")
        if isinstance(node, ast.Call):
            self.call(node)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, (ast.Tuple, ast.Slice)):
            self.note(node, "index one axis at a time: x[r][p]")
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expression(child)

    def is_docstring(self, node: ast.Constant) -> bool:
        return isinstance(node.value, str) and node.col_offset == 4

    def call(self, node: ast.Call) -> None:
        if node.keywords:
            self.note(node, "keyword arguments in a call")
        if not isinstance(node.func, ast.Name):
            self.note(node, "call rules by their plain name")
        elif hasattr(builtins, node.func.id) and node.func.id not in BUILTINS:
            self.note(node, f"{node.func.id}() is outside the subset")
