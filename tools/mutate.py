"""Break the rules of a game, one small thing at a time, and see whether its tests notice.

    python3 run.py mutate el_grande --minutes 20        go on where the last run stopped; survivors are listed
    python3 run.py mutate el_grande --fresh --sample 200

A mutant is one change in one rule: another comparison, a sign, a number, a condition turned round,
a statement left out.  Each is tried in a process of its own, in which the rule's code is replaced
before the game's tests run up to the first failure.  Results are kept in mutants/<game>.json.
"""
from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib
import io
import json
import os
import random
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "mutants"
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Mod: ast.Mult}
SECONDS = 240
"""A mutant that takes more CPU time than this counts as an endless loop, which counts as noticed.
"""


@dataclass(frozen=True)
class Mutant:
    """One change: in which module, rule and line, and what; with the changed code of the rule."""

    module: str
    rule: str
    line: int
    what: str
    number: int
    code: CodeType

    @property
    def key(self) -> str:
        """A name that stays the same as long as the rule does."""
        return f"{self.module}.{self.rule}#{self.number}: line {self.line}: {self.what}"


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Every small change of one node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        other = copy.deepcopy(node)
        other.ops[0] = COMPARISONS[type(node.ops[0])]()
        yield f"{ast.unparse(node)} -> {ast.unparse(other)}", other
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in OPERATORS:
        changed = copy.deepcopy(node)
        changed.op = OPERATORS[type(node.op)]()
        yield f"{ast.unparse(node)} -> {ast.unparse(changed)}", changed
    if isinstance(node, ast.BoolOp):
        joined = copy.deepcopy(node)
        joined.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"{ast.unparse(node)} -> {ast.unparse(joined)}", joined
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} -> {node.value + 1}", ast.Constant(node.value + 1)
    if isinstance(node, ast.If):
        turned = copy.deepcopy(node)
        turned.test = ast.UnaryOp(ast.Not(), turned.test)
        yield f"if {ast.unparse(node.test)} -> if not", turned
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        yield f"{ast.unparse(node)} -> left out", ast.Pass()
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and "emit(" not in ast.unparse(node):
        yield f"{ast.unparse(node)} -> left out", ast.Pass()


class Replace(ast.NodeTransformer):
    """Puts another node in the place of one."""

    def __init__(self, number: int, other: ast.AST) -> None:
        self.number, self.other, self.seen = number, other, -1

    def visit(self, node: ast.AST) -> Any:
        """Count the nodes in the order of the walk; replace the chosen one."""
        self.seen += 1
        if self.seen == self.number:
            return ast.copy_location(self.other, node)
        return self.generic_visit(node)


def ordered(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree in the order in which `Replace` meets them."""
    yield node
    for child in ast.iter_child_nodes(node):
        yield from ordered(child)


def mutants_of(module: ModuleType) -> Iterator[Mutant]:
    """Every mutant of the rules of a module."""
    path = Path(str(module.__file__))
    for function in ast.parse(path.read_text("utf-8")).body:
        marks = [d.id for d in getattr(function, "decorator_list", []) if isinstance(d, ast.Name)]
        if not isinstance(function, ast.FunctionDef) or "rule" not in marks:
            continue
        function.decorator_list = []
        inside = {id(n) for told in ast.walk(function) if isinstance(told, ast.Call)
                  and isinstance(told.func, ast.Name) and told.func.id == "emit" for n in ast.walk(told)}
        # A rule that answers yes with 1 may answer yes with 2 as well: no test could tell.
        inside |= {id(n.value) for n in ast.walk(function) if isinstance(n, ast.Return)
                   and isinstance(n.value, ast.Constant) and n.value.value == 1}
        found = 0
        for number, node in enumerate(ordered(function)):
            if id(node) in inside:
                continue
            for what, other in changes(node):
                with contextlib.suppress(SyntaxError, TypeError):
                    tree = ast.fix_missing_locations(Replace(number, other).visit(copy.deepcopy(function)))
                    whole = compile(ast.Module([tree], []), str(path), "exec")
                    code = next(c for c in whole.co_consts if isinstance(c, CodeType))
                    yield Mutant(module.__name__.rpartition(".")[2], function.name, getattr(node, "lineno", 0), what,
                                 found, code)
                found += 1


def rule_modules(game: str) -> list[ModuleType]:
    """The modules of a game that rules are written in (its law, not what bots think of a
    position).
    """
    from tafelrunde.kernel.lint import rules

    folder = ROOT / "src" / "tafelrunde" / "games" / game
    paths = [p.relative_to(folder).with_suffix("") for p in sorted(folder.rglob("*.py")) if p.stem != "evaluation" and rules(p)]
    names = [".".join(path.parts).removesuffix(".__init__") for path in paths]
    return [importlib.import_module(f"tafelrunde.games.{game}.{name}") for name in names]


def tests_of(game: str) -> list[str]:
    """A game's tests of its law: quick ones of single rules first, whole games after them, all
    actions of them last.
    """
    apart = ("test_coverage_of_rules.py", "test_custom.py", "test_texts.py")
    last = ("test_golden.py", "test_positions.py", "test_knowledge.py", "test_invariants.py", "test_machines.py")
    files = [p for p in sorted((ROOT / "tests" / game).glob("test_*.py")) if p.name not in apart]
    return [str(p) for p in sorted(files, key=lambda p: (last.index(p.name) if p.name in last else -1, p.name))]


def run_tests(files: list[str]) -> int:
    """Run the tests quietly up to the first failure; returns their exit status."""
    import pytest

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main(["-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", *files]))


def noticed(mutant: Mutant, module: ModuleType, files: list[str]) -> bool:
    """Whether the tests fail, crash or never end with the mutant in place."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        status = 1
        with contextlib.suppress(BaseException):
            getattr(module, mutant.rule).__code__ = mutant.code
            status = run_tests(files)
        os._exit(0 if status == 0 else 1)
    return os.waitpid(child, 0)[1] != 0


def main() -> int:
    """Try mutants until the time is up, save the results, and list the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="el_grande")
    parser.add_argument("--minutes", type=float, default=30.0, help="stop after so long")
    parser.add_argument("--sample", type=int, default=0, help="try so many, drawn at random; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="of the sample and of the order")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    chosen = parser.parse_args()
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    os.chdir(ROOT)
    modules = {m.__name__.rpartition(".")[2]: m for m in rule_modules(chosen.game)}
    every = [mutant for module in modules.values() for mutant in mutants_of(module)]
    random.Random(chosen.seed).shuffle(every)
    wanted = every[:chosen.sample] if chosen.sample else every
    kept = KEPT / f"{chosen.game}.json"
    results: dict[str, bool] = json.loads(kept.read_text()) if kept.exists() and not chosen.fresh else {}
    files = tests_of(chosen.game)
    if run_tests(files) != 0:
        print("the tests fail without any change; mend them first")
        return 1
    KEPT.mkdir(exist_ok=True)
    end = time.monotonic() + 60 * chosen.minutes
    for i, mutant in enumerate(wanted):
        if mutant.key in results:
            continue
        if time.monotonic() > end:
            break
        results[mutant.key] = noticed(mutant, modules[mutant.module], files)
        kept.write_text(json.dumps(results, indent=0, ensure_ascii=False) + "\n")
        word = "noticed" if results[mutant.key] else "SURVIVED"
        print(f"\r{i + 1}/{len(wanted)} {word:8} {mutant.key[:90]:90}", end="", flush=True)
    print()
    tried = [m.key for m in wanted if m.key in results]
    survivors = sorted(key for key in tried if not results[key])
    print(*survivors, sep="\n")
    share = 100 * (1 - len(survivors) / len(tried)) if tried else 0.0
    print(f"{len(tried)} of {len(every)} mutants tried, {len(tried) - len(survivors)} noticed ({share:.1f} %)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
