"""Kernels for NVIDIA GPUs from the same rules: building them (with numba-cuda, no GPU needed), and
finding them.

A title's kernels are one PTX file each, with a table of contents next to them.  They lie in the
user's cache under the digest that the processor's code has too; a GPU's driver finishes them when
they are loaded.
"""
from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from ...errors import TafelrundeError
from .. import batching, chance
from ..holds import One
from ..law import Binder
from ..observing import encoder
from ..rules import RULES
from .cache import cache_directory, digest, version

if TYPE_CHECKING:
    from ..game import Game

COMPUTE = (7, 5)
"""The oldest GPUs that the kernels run on; newer ones take the same files."""
PTX_VERSION = "8.3"
"""What drivers from CUDA 12.3 on read.  The compiler writes a newer number, though it uses nothing
newer.
"""
CONTENTS = "contents.json"


class NoKernels(TafelrundeError):
    """Kernels that do not exist, or cannot be built; the message says what to do."""


def observers(game: Game) -> dict[Any, Any]:
    """What the encoders of `batching.py` refer to in a game; made once."""
    known: dict[Any, Any] = vars(game).setdefault("_observers", {})
    if not known:
        known.update({batching.encode: encoder(game), batching.encode_all: encoder(game, perfect=True)})
    return known


def home(game: Game) -> Path:
    """The folder of a game's kernels in the user's cache, whether or not it is there."""
    replace = {**chance.COMPILED, **observers(game)}
    compiler = version("cuda.py", (Path(__file__).parent / "cuda_kernels.py").read_bytes())
    return cache_directory() / digest(game, batching, replace) / f"cuda-{compiler}"


def find(game: Game) -> tuple[Path, dict[str, Any]]:
    """The folder of a game's kernels and their table of contents; NoKernels when they are not
    built.
    """
    folder = home(game)
    try:
        return folder, json.loads((folder / CONTENTS).read_text("utf-8"))
    except FileNotFoundError:
        raise NoKernels(f"device: {game.name} has no CUDA kernels for the present rules in {cache_directory()}. "
                        f"Build them: tafelrunde build-kernels --target cuda {game.name}") from None


# ------------------------------------------------------------ building


def build(game: Game, only: tuple[str, ...] = ()) -> Path:
    """Build a game's kernels (or only some of them) into the cache; NoKernels when numba-cuda is
    not installed.
    """
    kernels = kernels_here()
    folder = home(game)
    folder.mkdir(parents=True, exist_ok=True)
    with without_gpu():
        compiler = Compiler(game, kernels)
        found = {}
        for kernel in kernels.KERNELS:
            if not only or kernel.__name__ in only:
                found[kernel.__name__] = keep(folder, kernel.__name__, compiler.ptx(kernel))
    contents = {"title": game.name, "kernels": found, "compute": COMPUTE, "ptx": PTX_VERSION,
                "state": compiler.bytes, "words": game.actions.words}
    (folder / CONTENTS).write_text(json.dumps(contents, indent=2) + "\n", "utf-8")
    return folder


def keep(folder: Path, name: str, code: str) -> str:
    """Write a kernel's code, whole or not at all; returns the file's name."""
    whole = folder / f"{name}.ptx"
    whole.with_suffix(".part").write_text(code, "utf-8")
    whole.with_suffix(".part").replace(whole)
    return whole.name


def assemble(folder: Path, capability: int) -> None:
    """Turn every kernel of a folder into machine code for GPUs of one compute capability (90 is
    9.0).

    Otherwise the driver does that whenever a process loads them, and takes minutes for the large
    ones.
    """
    assembler = shutil.which("ptxas")
    if assembler is None:
        raise NoKernels("arch: machine code is made by `ptxas`, which is not installed. It comes with NVIDIA's CUDA toolkit")
    for code in folder.glob("*.ptx"):
        whole = code.with_suffix(f".{capability}.cubin")
        part = whole.with_suffix(".part")
        done = subprocess.run([assembler, f"-arch=sm_{capability}", "-o", part, code],  # noqa: S603
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NoKernels(f"arch: ptxas refused {code.name}: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
        part.replace(whole)


def code_for(folder: Path, name: str, capability: str) -> Path:
    """The file of a kernel for a GPU: its machine code where that was made (`assemble`), otherwise
    PTX for the driver.
    """
    whole = folder / f"{name}.{capability}.cubin"
    return whole if whole.exists() else folder / f"{name}.ptx"


def cuda() -> Any:
    """Numba's package for GPUs."""
    from numba import cuda

    return cuda


def kernels_here() -> Any:
    """The module of the kernels; NoKernels if numba-cuda is not installed."""
    try:
        cuda().compile  # noqa: B018  # Numba's own cuda, without numba-cuda, cannot do this
        from . import cuda_kernels
    except (ImportError, AttributeError):
        raise NoKernels("device: building CUDA kernels needs numba-cuda. Install the extra `cuda`: "
                        "pip install 'tafelrunde[cuda]'") from None
    return cuda_kernels


@contextmanager
def without_gpu() -> Iterator[None]:
    """Let numba-cuda compile without a GPU: it only asks for what to compile for."""
    from numba.cuda import dispatcher

    asked: Any = dispatcher
    before = asked.get_current_device
    asked.get_current_device = lambda: SimpleNamespace(compute_capability=COMPUTE)
    try:
        yield
    finally:
        asked.get_current_device = before


class Compiler:
    """A game's rules bound to numba-cuda.

    `names` maps placeholders of the kernels' own to the rules that stand for them, `constants`
    names to numbers.
    """

    def __init__(self, game: Game, kernels: Any, names: Mapping[Any, Any] | None = None,
                 constants: Mapping[str, int] | None = None) -> None:
        import numba

        from ..record import state_dtype

        self.game = game
        self.numba: Any = numba
        dtype = spaced(state_dtype(game.fields))
        self.bytes = dtype.itemsize
        self.record = numba.from_dtype(dtype)
        self.wrap: Any = cuda().jit(device=True)
        self.module = ModuleType(f"{kernels.__name__}_{game.name}")
        self.known: dict[str, Any] = {}
        """Types of further arguments, by name."""
        self.constants = {"STATE": self.bytes // 8, "MASK": game.actions.words, **(constants or {})}
        replace = {**chance.COMPILED, **observers(game), **(names or {})}
        self.binder = Binder(game.law, RULES, replace, wrap=self.wrap, tables=narrow)
        self.binder.ready |= {f: self.wrap(self.named(g)) for f, g in kernels.PRIMITIVES.items()}
        self.binder.ready |= {f: self.wrap(self.named(f)) for f in kernels.HELPERS}
        self.binder.ready[kernels.phase_of] = self.wrap(reader(phase_field(game)))

    def named(self, function: Any) -> Any:
        """A copy of a function of `cuda_kernels.py` in which the names refer to this game."""
        copied = self.binder.entry(function, self.module)
        copied.__globals__.update(self.constants, RECORD=self.record)
        return copied

    def ptx(self, kernel: Any) -> str:
        """A kernel's code."""
        code, _ = cuda().compile(self.named(kernel), self.signature(kernel), device=False, abi="numba", cc=COMPUTE, output="ptx")
        text = code if isinstance(code, str) else code.decode()
        [entry] = re.findall(r"\.visible \.entry (\w+)\(", text)
        text = text.replace(entry, kernel.__name__)
        return once(re.sub(r"^\.version .*", f".version {PTX_VERSION}", text, flags=re.M))

    def signature(self, kernel: Any) -> Any:
        """The types of a kernel's arguments, by name."""
        types = self.numba.types
        records = types.Array(self.record, 1, "C")
        found = types.Array(types.int32, 1, "C")
        known = {"pool": records, "found": found}
        known |= {name: types.CPointer(types.int32) for name in
                  ("actions", "seats", "wanted", "waiting", "standings", "finals", "totals")}
        known |= {name: types.CPointer(types.int64) for name in
                  ("template", "states", "seeds", "generators", "decisions", "lengths", "traces", "games", "hashes")}
        known |= {"done": types.CPointer(types.uint8), "seen": types.CPointer(types.int16),
                  "masks": types.CPointer(types.uint32)}
        known |= self.known
        names = kernel.__code__.co_varnames[:kernel.__code__.co_argcount]
        return types.void(*(known.get(name, types.int64) for name in names))


def spaced(dtype: Any) -> Any:
    """A state's type, an odd count of 64-bit numbers long: the same field of many states lies in
    different banks then.
    """
    import numpy as np

    fields = [dtype.fields[name] for name in dtype.names]
    return np.dtype({"names": list(dtype.names), "formats": [f[0] for f in fields], "offsets": [f[1] for f in fields],
                     "itemsize": dtype.itemsize | 8}, align=True)


def phase_field(game: Game) -> str:
    """The field that says which decision is open."""
    return next(f.name for f in game.fields if isinstance(f.holds, One) and f.holds.kind == "phase")


CONSTANT = re.compile(r"^\.const (\.align \d+ \.b8) (\S+?)\[(\d+)\] = (\{[^}]*\});\n", re.M)
"""A constant table in PTX: how it is aligned, its name, its length and its bytes."""


def once(ptx: str) -> str:
    """The same code with every constant table in it once: each function brings its own copies, and
    there is room for 64 KiB.
    """
    names: dict[tuple[str, ...], str] = {}
    copies: dict[str, str] = {}
    for align, name, length, content in CONSTANT.findall(ptx):
        first = names.setdefault((align, length, content), name)
        if first != name:
            copies[name] = first
    kept = CONSTANT.sub(lambda found: "" if found[2] in copies else found[0], ptx)
    return re.sub(r"_cudapy_cmem[\w$]*", lambda found: copies.get(found[0], found[0]), kept)


def reader(field: str) -> Any:
    """The rule that reads a field."""
    scope: dict[str, Any] = {}
    exec(f"def read(s):\n    return s.{field}\n", scope)  # noqa: S102  # made from our own declarations
    return scope["read"]


def narrow(rows: Any) -> Any:
    """A constant table in the smallest cells that hold it: all of them share 64 KiB of constant
    memory.
    """
    import numpy as np

    whole = np.array(rows, dtype=np.int64)
    for cell in (np.int8, np.int16, np.int32):
        if np.iinfo(cell).min <= whole.min() and whole.max() <= np.iinfo(cell).max:
            return whole.astype(cell)
    return whole
