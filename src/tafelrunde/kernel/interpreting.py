"""Rules in the form that the interpreter runs fastest: the same source, with constants and small
rules written into it.

Most of what an interpreted decision costs is calling: a rule is small, and a call takes longer than
what it does.  So every rule is read once from its file, and in the copy that is played

- named numbers and constants are written out;
- a small rule stands where it is called, with its variables renamed;
- an event is put together only where a log is kept.

Lines keep their numbers, so debuggers and tracebacks show the rule as it is written.  Where a
source cannot be read, the rule is played as it is.

Writing all of that takes longer in a browser than a person likes to wait, so there a game's driver
begins with the rules as they are (`Warming`).
"""
from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, wraps
from pathlib import Path
from time import perf_counter
from types import FunctionType, ModuleType
from typing import Any

from .events import emit
from .law import Binder, Law, functions_of
from .rules import RULES
from .targets.cache import PRIMITIVES
from .writing_out import Rewriter, as_expression, assigned, calls, returns, size, used

SMALL = 40
"""The most parts of a syntax tree that are written out in place of a call."""
PAYS = 0.5
"""The seconds of play after which rules are written out: longer than that takes, so it at most
doubles the time.
"""


class Bound:
    """A template's functions bound to one game: `bound.settle(s, mask)`.

    `bases` are further templates that it calls; `names` maps placeholders of its own to what stands
    for them.
    """

    def __init__(self, template: ModuleType, law: Law, names: Mapping[Any, Any] | None = None,
                 bases: Iterable[ModuleType] = ()) -> None:
        own = functions_of(template)
        writer = Writer(law, [*own.values(), *(f for base in bases for f in functions_of(base).values())], names)
        for name, function in own.items():
            setattr(self, name, writer.rule(function))
        writer.finish()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


class Warming:
    """A template's functions bound to one game: at first as they are, then, when they have been at
    work for long enough, written out.
    """

    def __init__(self, template: ModuleType, law: Law) -> None:
        self._written: Bound | None = None
        self._write: Callable[[], Bound] = lambda: Bound(template, law)
        self._spent = 0.0
        own = functions_of(template)
        binder = Binder(law, own.values())
        for name, function in own.items():
            setattr(self, name, self._timed(binder.rule(function)))

    def _timed(self, as_it_is: FunctionType) -> Any:
        @wraps(as_it_is)
        def call(*given: Any) -> Any:
            if self._written is not None:
                return getattr(self._written, as_it_is.__name__)(*given)
            began = perf_counter()
            try:
                return as_it_is(*given)
            finally:
                self._spent += perf_counter() - began
                if self._spent > PAYS:
                    self.write_out()
        return call

    def write_out(self) -> None:
        """Play with the rules written out from now on."""
        if self._written is None:
            self._written = self._write()
            vars(self).update(vars(self._written))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


@cache
def definitions(path: str) -> dict[int, ast.FunctionDef]:
    """The functions that are written in a file, by the line on which they begin; empty if the file
    cannot be read.
    """
    try:
        tree = ast.parse(Path(path).read_text("utf-8"))
    except (OSError, SyntaxError):
        return {}
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(d.lineno for d in node.decorator_list)]): node for node in found}


def only_function(source: str) -> ast.FunctionDef | None:
    """The function of a rule made from declarations."""
    node = ast.parse(source).body[0]
    return node if isinstance(node, ast.FunctionDef) else None


def definition(function: FunctionType) -> ast.FunctionDef | None:
    """A rule's source; None if it has none, or takes arguments in another way than rules do."""
    code, made = function.__code__, getattr(function, "source", None)
    node = only_function(made) if made else definitions(code.co_filename).get(code.co_firstlineno)
    return None if node is None or node.name != function.__name__ or node.args.defaults else node


class Written:
    """A rule's copy, and what a caller must know about it."""

    def __init__(self, name: str, parameters: list[str], body: list[Any]) -> None:
        self.name, self.parameters, self.body = name, parameters, body

    @cached_property
    def changed(self) -> list[str]:
        """The variables that it assigns, once per assignment."""
        return assigned(self.body)

    @cached_property
    def small(self) -> bool:
        """Whether its calls may be replaced by its body."""
        return size(self.body) <= SMALL

    @cached_property
    def value(self) -> ast.expr | None:
        """The expression that it consists of, if it is a small one."""
        return as_expression(self.body) if self.small else None

    @cached_property
    def returns(self) -> int:
        """How many `return`s it has before its last statement."""
        return returns(self.body[:-1]) + (0 if self.ends else returns(self.body[-1:]))

    @property
    def ends(self) -> bool:
        """Whether its last statement is a `return`."""
        return isinstance(self.body[-1], ast.Return)

    def definition(self) -> ast.FunctionDef:
        arguments = ast.arguments([], [ast.arg(p) for p in self.parameters], None, [], [], None, [])
        return ast.fix_missing_locations(ast.copy_location(ast.FunctionDef(self.name, arguments, self.body, []), self.body[0]))


class Writer(Binder):
    """Makes the copies.

    All of them share one namespace, in which every object has a unique name.
    """

    def __init__(self, law: Law, rules: Iterable[Any], replace: Mapping[Any, Any] | None = None) -> None:
        super().__init__(law, [*rules, *RULES, *PRIMITIVES], replace)
        self.space: dict[str, Any] = {"__builtins__": builtins, "__name__": "tafelrunde.played"}
        self.named: dict[int, str] = {}
        self.known: dict[str, FunctionType] = {}
        self.written: dict[FunctionType, Written] = {}
        self.fresh = 0

    def rule(self, function: FunctionType) -> Any:
        """The copy of a rule; it gets its code in `finish`."""
        if function in self.ready:
            return self.ready[function]
        node = definition(function)
        if node is None:
            return super().rule(function)
        made = FunctionType(function.__code__, self.space, function.__name__)
        made.__module__, made.__doc__ = function.__module__, function.__doc__
        self.ready[function] = made
        name = self.name(made, function.__name__)
        self.known[name] = function
        self.written[function] = self.write(function, name, node)
        return made

    def name(self, thing: Any, wanted: str) -> str:
        """The unique name of an object."""
        if id(thing) not in self.named:
            while wanted in self.space or hasattr(builtins, wanted):
                wanted += "_"
            self.named[id(thing)] = wanted
            self.space[wanted] = thing
        return self.named[id(thing)]

    def finish(self) -> None:
        """Compile the written sources, file by file, and put the code into the copies."""
        files: dict[str, list[FunctionType]] = {}
        for function in self.written:
            files.setdefault(function.__code__.co_filename, []).append(function)
        for path, functions in files.items():
            made: dict[str, Any] = {}
            whole = ast.Module([self.written[f].definition() for f in functions], [])
            exec(compile(whole, path, "exec"), made)  # noqa: S102  # our own rules
            for f in functions:
                code = made[self.written[f].name].__code__
                self.ready[f].__code__ = code.replace(co_name=f.__name__, co_qualname=f.__qualname__)

    # ------------------------------------------------------------ one rule

    def write(self, function: FunctionType, name: str, source: ast.FunctionDef) -> Written:
        """A rule's copy, after those of the rules that it calls."""
        names: dict[str, Any] = {}
        for used_name in function.__code__.co_names:
            if used_name == "WORDS":
                names[used_name] = self.law.words
            elif used_name in function.__globals__:
                names[used_name] = self.stands_for(used_name, function.__globals__[used_name])
        body = source.body[1:] if ast.get_docstring(source, clean=False) is not None else source.body
        body = self.block(Rewriter(names).block(body), tail=True) or [ast.copy_location(ast.Pass(), source)]
        return Written(name, [a.arg for a in source.args.args], body)

    def stands_for(self, name: str, thing: Any) -> Any:
        """What a rule's name becomes: a number, or the object's name in the shared namespace."""
        value = self.value(thing)
        return value if isinstance(value, (int, ModuleType)) else self.name(value, name)

    def block(self, nodes: list[Any], tail: bool) -> list[Any]:
        """Statements with calls written out; `tail` if nothing follows them in the rule."""
        found: list[Any] = []
        for i, node in enumerate(nodes):
            last = tail and i == len(nodes) - 1
            if isinstance(node, (ast.If, ast.For, ast.While)):
                head = "iter" if isinstance(node, ast.For) else "test"
                setattr(node, head, self.expression(getattr(node, head)))
                follows = last and isinstance(node, ast.If)
                node.body, node.orelse = self.block(node.body, follows), self.block(node.orelse, follows)
                found.append(node)
            else:
                found += self.statement(Shortened(self).visit(node), last)
        return found

    def expression(self, node: ast.expr) -> ast.expr:
        """An expression with calls written out."""
        return Shortened(self).visit(node)

    def statement(self, node: Any, last: bool) -> list[Any]:
        """A statement, or the statements that replace the call in it."""
        call = getattr(node, "value", None)
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or isinstance(node, ast.AugAssign):
            return [node]
        if self.space.get(call.func.id) is self.ready.get(emit, emit):
            return [self.told(node, call)]
        callee = self.callee(call)
        if callee is None or not callee.small:
            return [node]
        if isinstance(node, ast.Return) or (isinstance(node, ast.Expr) and last):
            return self.inlined(callee, call)
        if callee.returns or not (callee.ends if isinstance(node, ast.Assign) else not callee.ends):
            return [node]
        found = self.inlined(callee, call)
        if callee.ends:
            node.value = found.pop().value
            found.append(node)
        return found

    def told(self, node: Any, call: ast.Call) -> Any:
        """An event that is built only if a log is kept; unless building it has side effects."""
        if any(calls(a) for a in call.args):
            return node
        log = ast.Attribute(call.args[0], "log", ast.Load())
        test = ast.Compare(log, [ast.IsNot()], [ast.Constant(None)])
        return ast.fix_missing_locations(ast.copy_location(ast.If(test, [node], []), node))

    def callee(self, call: ast.Call) -> Written | None:
        """The rule that is called, if it has been written already."""
        function = self.known.get(call.func.id) if isinstance(call.func, ast.Name) else None
        return None if function is None else self.written.get(function)

    def inlined(self, callee: Written, call: ast.Call) -> list[Any]:
        """A rule's statements in place of a call of it."""
        self.fresh += 1
        names: dict[str, Any] = {name: f"{name}_{self.fresh}" for name in callee.changed}
        found: list[Any] = []
        for parameter, given in zip(callee.parameters, call.args, strict=True):
            if parameter not in names and isinstance(given, (ast.Name, ast.Constant)):
                names[parameter] = given
            else:
                names[parameter] = f"{parameter}_{self.fresh}"
                variable = ast.Name(names[parameter], ast.Store())
                found.append(ast.fix_missing_locations(ast.copy_location(ast.Assign([variable], given), call)))
        rewriter = Rewriter(names, call)
        for node in callee.body:
            for copied in rewriter.block([node]):
                constant = self.constant(copied, node, callee)
                if constant:
                    names[constant] = copied.value
                else:
                    found.append(copied)
        return found

    @staticmethod
    def constant(copied: Any, node: Any, callee: Written) -> str:
        """The variable that is a constant from here on, because nothing else assigns it."""
        if not isinstance(node, ast.Assign) or not isinstance(copied.value, ast.Constant):
            return ""
        target = node.targets[0]
        if not isinstance(target, ast.Name):
            return ""
        return target.id if callee.changed.count(target.id) == 1 and target.id not in callee.parameters else ""


class Shortened(ast.NodeTransformer):
    """Replaces calls by the rule's expression if the rule is one expression."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A call, or the expression that replaces it."""
        self.generic_visit(node)
        callee = self.writer.callee(node)
        value = None if callee is None else callee.value
        if callee is None or value is None:
            return node
        given = dict(zip(callee.parameters, node.args, strict=True))
        if not all(self.fits(value, name, argument) for name, argument in given.items()):
            return node
        return Rewriter(given, node).node(value)

    @staticmethod
    def fits(value: ast.expr, name: str, argument: ast.expr) -> bool:
        """Whether an argument may be inserted wherever its parameter is used."""
        if isinstance(argument, (ast.Name, ast.Constant)):
            return True
        if calls(argument) or calls(value):
            return False
        return used(value, name) <= (2 if isinstance(argument, ast.Attribute) else 1)
