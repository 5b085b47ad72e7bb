"""Compiled rules in a separate library, for machines without a compiler.

Numba's code lives in the process that compiled it. Here the same code becomes a shared library next
to the other kernels in the user's cache. Any x86 machine of the last ten years loads it with only
NumPy. This is how training plays on the processors of a machine with a GPU.
"""
from __future__ import annotations

import ctypes
import json
import re
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ...errors import TafelrundeError
from .. import chance
from ..record import state_dtype, to_record
from .cache import cache_directory, digest, version

if TYPE_CHECKING:
    from ..game import Game

PROCESSOR = "x86-64-v3"
LIBRARY, CONTENTS = "rules.so", "rules.json"


class NoLibrary(TafelrundeError):
    """A library that does not exist, or cannot be built; the message says what to do."""


def home(game: Game, template: ModuleType, names: Mapping[Any, Any]) -> Path:
    """The folder of a template's library in the user's cache, whether or not it is there."""
    return cache_directory() / digest(game, template, {**chance.COMPILED, **names}) / f"native-{version('native.py', PROCESSOR)}"


def build(game: Game, template: ModuleType, names: Mapping[Any, Any], compiled: Any) -> Path:
    """Write the library of what Numba has just compiled (`numba.Compiled`, every entry point called
    once).
    """
    import llvmlite.binding as llvm

    linker = shutil.which("cc") or shutil.which("gcc")
    if linker is None:
        raise NoLibrary("native: a C compiler is needed to link the library. On Debian: apt-get install gcc")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    whole: Any = None
    found: dict[str, dict[str, Any]] = {}
    for function in template.ENTRIES:
        for done in getattr(compiled, function.__name__).overloads.values():
            one = llvm.parse_assembly(re.sub(r'"target-(cpu|features)"="[^"]*"', "", done.library.get_llvm_str()))
            whole = one if whole is None else whole.link_in(one) or whole
            found[function.__name__] = {"symbol": done.fndesc.llvm_func_name, "gives": str(done.signature.return_type)}
    if whole is None:
        raise NoLibrary(f"native: nothing of {template.__name__} was compiled for {game.name}")
    machine = llvm.Target.from_default_triple().create_target_machine(cpu=PROCESSOR, opt=3, reloc="pic", codemodel="default")
    strip(whole, {one["symbol"] for one in found.values()}, machine)
    folder = home(game, template, names)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        object_, unused, library = Path(work) / "rules.o", Path(work) / "unused.c", Path(work) / LIBRARY
        object_.write_bytes(machine.emit_object(whole))
        missing = [f.name for f in whole.functions if f.is_declaration and f.name.startswith("NRT_")]
        # No array here has an owner
        unused.write_text("".join(f"void {name}(void) {{}}\n" for name in missing), "utf-8")
        done = subprocess.run([linker, "-shared", "-fPIC", "-o", library, object_, unused, "-lm"],  # noqa: S603
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NoLibrary(f"native: {game.name} could not be linked: {done.stderr.strip().splitlines()[-1]}")
        shutil.copyfile(library, folder / LIBRARY)
    (folder / CONTENTS).write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    return folder


def strip(whole: Any, wanted: set[str], machine: Any) -> None:
    """Leave nothing in a module but some functions and what they need: Numba's wrappers for Python
    go.
    """
    import llvmlite.binding as llvm

    for one in (*whole.functions, *whole.global_variables):
        if not one.is_declaration and one.name not in wanted:
            one.linkage = llvm.Linkage.internal
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(whole, builder)


class Native:
    """The same as `numba.Compiled`, from a library: the template's entry points as attributes."""

    def __init__(self, game: Game, template: ModuleType, names: Mapping[Any, Any]) -> None:
        folder = home(game, template, names)
        try:
            self.contents = json.loads((folder / CONTENTS).read_text("utf-8"))
            self.library = ctypes.CDLL(str(folder / LIBRARY))
        except OSError:
            raise NoLibrary(f"native: {game.name} has no library for {template.__name__} in {cache_directory()}. "
                            f"Build it: tafelrunde build-kernels --target native {game.name}") from None
        self.game, self.words, self.dtype = game, game.actions.words, state_dtype(game.fields)
        self.arrays = Arrays()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self.contents:
            raise AttributeError(name)
        function = getattr(self.library, self.contents[name]["symbol"])
        function.restype = ctypes.c_int
        bound = partial(call, function, self.contents[name]["gives"] != "none", self.arrays)
        setattr(self, name, bound)
        return bound

    def pool(self, n: int) -> Any:
        """Room for n states."""
        import numpy as np

        return np.zeros(n, self.dtype)

    def template(self, s: Any) -> Any:
        """A pool of one with a copy of an interpreted state."""
        pool = self.pool(1)
        to_record(s, self.game.fields, pool, 0)
        return pool


class Arrays:
    """Arrays as functions of a library take them: in parts, prepared once for every array.

    A search hands the same arrays over a thousand times a second.
    """

    def __init__(self) -> None:
        self.known: dict[int, tuple[weakref.ref[Any], list[Any]]] = {}

    def parts(self, one: Any) -> list[Any]:
        """An array's parts."""
        key = id(one)
        if key not in self.known:
            made = [None, None, *(ctypes.c_int64(n) for n in (one.size, one.itemsize)), ctypes.c_void_p(one.ctypes.data),
                    *(ctypes.c_int64(n) for n in (*one.shape, *one.strides))]
            self.known[key] = weakref.ref(one, lambda _: self.known.pop(key, None)), made
        return self.known[key][1]


def call(function: Any, gives: bool, arrays: Arrays, *arguments: Any) -> int | None:
    """Call a function of the library as Numba's own callers do: arrays in parts, the result behind
    an address.
    """
    import numpy as np

    result, raised = ctypes.c_int64(0), ctypes.c_void_p(0)
    parts: list[Any] = [ctypes.byref(result), ctypes.byref(raised)]
    for one in arguments:
        if isinstance(one, np.ndarray):
            parts += arrays.parts(one)
        else:
            parts.append(ctypes.c_int64(int(one)))
    if function(*parts) != 0:
        raise NoLibrary("native: the library failed; it was built for other arguments")
    return result.value if gives else None


def compiled_or_native(game: Game, template: ModuleType, names: Mapping[Any, Any]) -> Any:
    """A template's entry points: compiled here, or from a library if there is no compiler."""
    try:
        from .numba import Compiled
    except ImportError:
        return Native(game, template, names)
    return Compiled(game, template, names)
