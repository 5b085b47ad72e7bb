"""Compiling a game's rules to WebAssembly: the same source again, as one small module without
imports.

Numba types the rules and writes LLVM's intermediate code for a plain processor. llvmlite's LLVM
also has a WebAssembly back end, and `linking.py` turns its output into a module. Every entry point
becomes an export that takes addresses in the module's memory and whole numbers.

The build runs in a separate Python process with the environment `PLAIN`. Numba's target must be set
before Numba is imported, and nothing compiled earlier in the process may affect the result. The
same source, compiled by the same versions, gives the same bytes.
"""
from __future__ import annotations

import json
import os
import platform
import re
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ...errors import TafelrundeError
from .. import chance
from ..law import Binder
from ..rules import RULES
from .linking import LinkError, link

if TYPE_CHECKING:
    from ..game import Game

PLAIN = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0",
         "NUMBA_BOUNDSCHECK": "0", "NUMBA_OPT": "0", "PYTHONHASHSEED": "0"}
"""What Numba must know before it is imported: a processor without extras, and not to improve the
code. LLVM does that once it knows the machine: loops that were unrolled before do not become
vectors any more.
"""
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"
"""The WebAssembly features that the module may use; every browser has had them since March 2023."""
TRIPLE = "wasm32-unknown-unknown"
STACK = 1 << 16
POOLS = {"pool", "template"}
MASKS = {"mask", "spare"}
ROWS = {"chances", "path", "wants", "scores", "best_line", "decisions", "traces", "told", "said"}
SHEETS = {"worth", "links", "gains", "new_links", "new_gains", "lines", "marks", "standings", "lore"}
BYTES = {"rows", "inner", "heads"}
HALVES = {"row_bias", "inner_bias", "head_bias", "seen", "sums", "deep", "both", "turned"}
TABLES = {"reading"}
"""What the arguments of entry points are, by their names; every other one is a number."""
CELLS = {"mask": 8, "row": 8, "sheet": 8, "bytes": 1, "half": 4, "table": 4}
"""Bytes in a number of an array of each kind."""
WIDE = {"sheet", "bytes", "table"}
"""The kinds of arrays that have rows."""


class WasmError(TafelrundeError):
    """A module cannot be built; the message says what is missing."""


def kind_of(argument: str) -> str:
    """How an argument is handed over: an address (pool, mask, row, or half for a row of 32-bit
    numbers), an address and the length of a row (sheet, bytes, or table for 32 bits), or a number.
    """
    named = {"pool": POOLS, "mask": MASKS, "row": ROWS, "sheet": SHEETS, "bytes": BYTES, "half": HALVES, "table": TABLES}
    return next((kind for kind, these in named.items() if argument in these), "number")


def compiler() -> str:
    """What the bytes depend on besides the source."""
    from importlib.metadata import version

    return (f"numba {version('numba')}, llvmlite {version('llvmlite')}, Python {sys.version_info[0]}.{sys.version_info[1]}, "
            f"{platform.machine()}")


class Building:
    """One module under construction."""

    def __init__(self, game: Game, template: ModuleType, names: Mapping[Any, Any], about: tuple[str, Mapping[str, Any]]) -> None:
        import numba

        from ..record import state_dtype
        from .numba import PRIMITIVES, as_array

        self.game, self.template, self.about = game, template, about
        self.dtype = state_dtype(game.fields)
        njit: Any = numba.njit
        self.rule = njit(_nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, nogil=True, boundscheck=False,
                         error_model="numpy")
        replace = {**chance.COMPILED, **names}
        ready = {f: self.rule(g) for f, g in PRIMITIVES.items()}
        self.binder = Binder(game.law, RULES, replace, wrap=self.rule, ready=ready, tables=as_array)
        self.kinds: dict[str, list[str]] = {}
        self.returns: dict[str, bool] = {}

    def types_of(self, kinds: list[str]) -> tuple[Any, ...]:
        """Numba's types of an entry point's arguments."""
        import numba
        from numba import types

        whole = {8: types.int64, 4: types.int32, 1: types.int8}
        made = {kind: types.Array(whole[size], 2 if kind in WIDE else 1, "C") for kind, size in CELLS.items()}
        made |= {"pool": types.Array(numba.from_dtype(self.dtype), 1, "C"), "number": types.int64}
        return tuple(made[kind] for kind in kinds)

    def text(self) -> str:
        """All entry points as LLVM's intermediate code."""
        import llvmlite.binding as llvm
        from numba.core import types

        whole: Any = None
        exports: list[str] = []
        module = ModuleType("tafelrunde_module")
        names: Mapping[Any, str] = getattr(self.template, "NAMES", {})
        for function in self.template.ENTRIES:
            name = names.get(function, function.__name__)
            kinds = [kind_of(a) for a in function.__code__.co_varnames[:function.__code__.co_argcount]]
            entry = self.rule(self.binder.entry(function, module))
            entry.compile(self.types_of(kinds))
            found = entry.overloads[self.types_of(kinds)]
            self.kinds[name], self.returns[name] = kinds, found.signature.return_type != types.none
            one = llvm.parse_assembly(found.library.get_llvm_str())
            exports.append(self.export(name, found.fndesc.llvm_func_name, kinds))
            if whole is None:
                whole = one
            else:
                whole.link_in(one)
        return str(whole) + "\n".join(exports)

    def export(self, name: str, inner: str, kinds: list[str]) -> str:
        """A function with plain arguments around one with Numba's."""
        takes: list[str] = []
        gives: list[str] = ["ptr %result", "ptr %raised"]
        lines: list[str] = []
        for i, kind in enumerate(kinds):
            if kind == "number":
                takes.append(f"i64 %a{i}")
                gives.append(f"i64 %a{i}")
                continue
            takes.append(f"ptr %a{i}")
            cell = self.dtype.itemsize if kind == "pool" else CELLS[kind]
            length = self.game.actions.words if kind == "mask" else 0
            array = ["ptr null", "ptr null", "i64 0", f"i64 {cell}", f"ptr %a{i}"]
            if kind in WIDE:
                takes.append(f"i64 %n{i}")
                lines.append(f"  %s{i} = mul i64 %n{i}, {cell}")
                array += ["i64 0", f"i64 %n{i}", f"i64 %s{i}", f"i64 {cell}"]
            else:
                array += [f"i64 {length}", f"i64 {cell}"]
            gives += array
        result = "i64" if self.returns[name] else "void"
        end = ["  %value = load i64, ptr %result", "  ret i64 %value"] if self.returns[name] else ["  ret void"]
        lines = ["  %result = alloca i64", "  %raised = alloca ptr", "  store i64 0, ptr %result", *lines,
                 f"  %status = call i32 @{inner}({', '.join(gives)})", *end]
        return "\n".join([f"define {result} @{name}({', '.join(takes)}) {{", *lines, "}", ""])

    def module(self) -> bytes:
        import llvmlite.binding as llvm

        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        try:
            target = llvm.Target.from_triple(TRIPLE)
        except RuntimeError as error:
            raise WasmError(f"this machine's llvmlite was built without WebAssembly ({error}): the wheel from the package "
                            "index has it (pip install --force-reinstall --only-binary :all: llvmlite)") from None
        machine = target.create_target_machine(opt=3, features=FEATURES)
        text = self.text()
        text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
        text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', text)
        text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
        whole = llvm.parse_assembly(text)
        whole.verify()
        names = list(self.kinds)
        for one in (*whole.functions, *whole.global_variables):
            if not one.is_declaration and one.name not in names:
                one.linkage = llvm.Linkage.internal
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        # Networks are loops over bytes; whole numbers come out the same in whatever order
        tuning.loop_vectorization, tuning.slp_vectorization = True, False
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(whole, builder)
        name, said = self.about
        said = {**said, "exports": {n: {"takes": self.kinds[n], "gives": self.returns[n]} for n in names}, "compiler": compiler()}
        return link(machine.emit_object(whole), names, STACK, (name, json.dumps(said, separators=(",", ":")).encode()))


def check() -> None:
    """WasmError if this Python cannot compile a module; it says what is missing and where to get
    it.
    """
    wrong = [name for name, value in PLAIN.items() if os.environ.get(name) != value]
    if wrong:
        raise WasmError(f"a module is compiled in its own environment; {', '.join(wrong)} is not set")
    if find_spec("numba") is None:
        raise WasmError("a module is compiled by Numba, which is not installed: pip install 'tafelrunde[fast]'")


def module(game: Game, template: ModuleType, names: Mapping[Any, Any], about: tuple[str, Mapping[str, Any]]) -> bytes:
    """A title's entry points as a WebAssembly module.

    `about` is a section that describes it; what it exports is added.  WasmError says what is
    missing.
    """
    check()
    try:
        return Building(game, template, names, about).module()
    except LinkError as error:
        raise WasmError(f"{game.name}: {error}") from None
