"""The CUDA kernels of templates for training: where they lie, and loading them."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..kernel import chance
from ..kernel.targets import cuda as target
from ..kernel.targets.cache import cache_directory, digest, version

if TYPE_CHECKING:
    from ..kernel import Game


def home(game: Game, template: ModuleType, names: Mapping[Any, Any]) -> Path:
    """The folder of a template's kernel in the user's cache, whether or not it is there.

    `names` are what the template's placeholders refer to.  The kernel of `deciding.py` is written
    in `deciding_kernels.py`, and so on.
    """
    here = Path(str(template.__file__))
    compiler = version("cuda.py", here.with_name(f"{here.stem}_kernels.py").read_bytes())
    return cache_directory() / digest(game, template, {**chance.COMPILED, **names}) / f"cuda-{compiler}"


def kernel(engine: Any, template: ModuleType, names: Mapping[Any, Any], name: str) -> Any:
    """A kernel on the current GPU, loaded once; NoKernels if it is not built."""
    game, cp = engine.game, engine.np
    known: dict[str, Any] = vars(game).setdefault("_training_kernels", {})
    if name not in known:
        path = target.code_for(home(game, template, names), name, cp.cuda.Device().compute_capability)
        if not path.exists():
            raise target.NoKernels(f"device: {game.name} has no CUDA kernel {name} in {cache_directory()}. "
                                   f"Build it: tafelrunde build-kernels --target cuda {game.name}")
        known[name] = cp.RawModule(path=str(path)).get_function(name)
    return known[name]
