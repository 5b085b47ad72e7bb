"""Syntax trees of rules: written once more with other names, and with everything worked out that is
constant.

Rules keep to a small subset of Python (docs/kernel.md §1), which is why so little has to be known
here.
"""
from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

from .rules import Table

OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.BitOr: operator.or_, ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_}
METHODS = frozenset({"bit_count", "bit_length"})
"""Calls that change nothing."""

Names = Mapping[str, Any]
"""What names are to stand for: another name, an expression, a constant table, or the module object
of some named numbers.
"""


# ------------------------------------------------------------ asking


def size(nodes: Iterable[ast.AST]) -> int:
    """How many parts a piece of source has."""
    return sum(isinstance(n, (ast.expr, ast.stmt)) for node in nodes for n in ast.walk(node))


def assigned(nodes: Iterable[ast.AST]) -> list[str]:
    """The names that are given a value, each as often as it is."""
    return [n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]


def used(node: ast.AST, name: str) -> int:
    """How often a name is read."""
    return sum(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


def calls(node: ast.AST) -> bool:
    """Whether anything is called that might change something."""
    return any(isinstance(n, ast.Call) and not (isinstance(n.func, ast.Attribute) and n.func.attr in METHODS)
               for n in ast.walk(node))


def returns(nodes: Iterable[ast.AST]) -> int:
    """How many `return`s there are."""
    return sum(isinstance(n, ast.Return) for node in nodes for n in ast.walk(node))


def as_expression(nodes: Sequence[ast.stmt]) -> ast.expr | None:
    """The one value that statements return, where it is chosen by conditions alone."""
    if not nodes:
        return None
    first = nodes[0]
    if isinstance(first, ast.Return):
        return first.value
    if isinstance(first, ast.If):
        here, there = as_expression(first.body), as_expression(first.orelse or nodes[1:])
        if here is not None and there is not None:
            return ast.copy_location(ast.IfExp(first.test, here, there), first)
    return None


# ------------------------------------------------------------ writing


class Rewriter:
    """Copies syntax trees: names become what they stand for, constants are worked out.

    The copies have the place of `at` in its file, or their own.
    """

    def __init__(self, names: Names, at: ast.AST | None = None) -> None:
        self.names, self.at = names, at

    def block(self, nodes: Iterable[Any]) -> list[Any]:
        """Statements; of a condition that is known, what follows from it."""
        found: list[Any] = []
        for node in nodes:
            copied = self.node(node)
            if isinstance(copied, ast.If) and isinstance(copied.test, ast.Constant):
                found += copied.body if copied.test.value else copied.orelse
            else:
                found.append(copied)
        return found

    def node(self, node: Any) -> Any:
        """One copy."""
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            numbers = self.names.get(node.value.id)
            if isinstance(numbers, ModuleType):
                return self.constant(node, getattr(numbers, node.attr))
        if isinstance(node, (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)):
            return node
        copied = type(node)()
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, ast.AST):
                value = self.node(value)
            elif isinstance(value, list):
                value = self.block(value)
            setattr(copied, field, value)
        return self.worked_out(self.placed(copied, node))

    def placed(self, made: Any, node: ast.AST) -> Any:
        """A node in its place."""
        at: Any = self.at or node
        if "lineno" in made._attributes:
            made.lineno, made.col_offset, made.end_lineno, made.end_col_offset = \
                at.lineno, at.col_offset, at.end_lineno, at.end_col_offset
        return made

    def constant(self, node: ast.AST, value: Any) -> Any:
        """A constant in the place of a node."""
        return self.placed(ast.Constant(value), node)

    def name(self, node: ast.Name) -> Any:
        """A name, or what stands for it."""
        other = self.names.get(node.id, node.id)
        if isinstance(other, ast.AST):
            return Rewriter({}, self.at or node).node(other)
        if isinstance(other, int):
            return self.constant(node, other)
        return self.placed(ast.Name(other, node.ctx), node)

    def worked_out(self, node: Any) -> Any:
        """A constant where a node can be nothing else."""
        if isinstance(node, ast.BinOp):
            return self.operated(node, node.op, node.left, node.right)
        if isinstance(node, ast.UnaryOp):
            return self.operated(node, node.op, node.operand)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self.operated(node, node.ops[0], node.left, node.comparators[0])
        if isinstance(node, ast.IfExp) and isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.value, ast.Constant):
            return self.constant(node, node.value.value[node.slice.value])  # type: ignore[index]  # a table
        if isinstance(node, (ast.If, ast.For, ast.While)) and not node.body:
            node.body = [self.placed(ast.Pass(), node)]
        return node

    def operated(self, node: ast.expr, op: ast.AST, *operands: ast.expr) -> Any:
        """A constant where all operands are."""
        values = [o.value for o in operands if isinstance(o, ast.Constant)]
        if len(values) == len(operands):
            return self.constant(node, OPERATORS[type(op)](*values))
        return node


__all__ = ["Names", "Rewriter", "Table", "as_expression", "assigned", "calls", "returns", "size", "used"]
