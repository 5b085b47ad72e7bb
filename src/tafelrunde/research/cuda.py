"""A batch on a GPU: states stay in its memory, CuPy launches the kernels that numba-cuda built.

Arrays are stored cell by cell, so that neighbouring threads access neighbouring addresses. Callers
get views of them with the games first. They are CuPy arrays: PyTorch and JAX take them without a
copy (`torch.from_dlpack(batch.seat)`).
"""
from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..kernel import batching
from ..kernel.targets import cuda as target
from .asking import BatchError

if TYPE_CHECKING:
    from ..kernel import Game

THREADS = 128
LOOKING = 64
"""Threads of a block that writes observations: few, so that one block writes while another fetches
its states.
"""
SORTING = 8192
"""Shared memory that a kernel needs besides the states."""
SEAT, PERFECT = 1, 2


class Cuda:
    """The arrays of a batch in a GPU's memory, and the operations on them."""

    name = "cuda"

    def __init__(self, game: Game, configured: Any, colours: int, n: int) -> None:
        import numpy

        from ..kernel.record import state_dtype, to_record

        self.np = cp = cupy()
        self.game, self.n, self.players, self.colours = game, n, configured.players, colours
        self.dtype = target.spaced(state_dtype(game.fields))
        self.words = game.actions.words
        self.kernels = load(cp, game)
        template = numpy.zeros(1, self.dtype)
        to_record(configured, game.fields, template, 0)
        try:
            self.template = cp.asarray(template.view(numpy.uint8))
            self.pool = cp.zeros((n, self.dtype.itemsize), cp.uint8)
            self.by_word = cp.zeros((self.words, n), cp.uint32)
            self.seats = cp.full(n, -1, cp.int32)
            self.over = cp.zeros(n, cp.uint8)
            self.by_standing = cp.zeros((self.players, n), cp.int32)
            self.by_final = cp.zeros((self.players, n), cp.int32)
            self.seeds = cp.zeros(n, cp.int64)
            self.generators = cp.zeros(n, cp.int64)
            self.found = cp.zeros(1, cp.int32)
        except cp.cuda.memory.OutOfMemoryError:
            raise full(cp, n, self.dtype.itemsize) from None

    # ------------------------------------------------------------ views with the games first

    @property
    def masks(self) -> Any:
        """Words of 32 bits."""
        return self.by_word.T

    @property
    def standings(self) -> Any:
        """The standing of every seat at the end."""
        return self.by_standing.T

    @property
    def finals(self) -> Any:
        """The points of every seat at the end."""
        return self.by_final.T

    @property
    def done(self) -> Any:
        return self.over.view(self.np.bool_)

    @property
    def places(self) -> tuple[Any, ...]:
        """All that makes up the games, with the games first: what is copied to put one in another's
        place.
        """
        return self.pool, self.masks, self.seats, self.seeds

    # ------------------------------------------------------------ kernels

    def launch(self, name: str, *arguments: Any, threads: int = THREADS, each: int = 0) -> None:
        """Run a kernel with a thread and some bytes of shared memory for every game."""
        np, kernel = self.np, self.kernels[name]
        numbers = [np.int64(a) if isinstance(a, int) else a for a in arguments]
        if each:
            kernel.max_dynamic_shared_size_bytes = threads * each
        kernel(((self.n + threads - 1) // threads,), (threads,), tuple(numbers), shared_mem=threads * each)

    def array(self, data: Any, items: int, size: int) -> tuple[Any, ...]:
        """An array in the form in which Numba passes it to a kernel."""
        i = self.np.int64
        return i(0), i(0), i(items), i(size), data, i(items), i(size)

    @property
    def states(self) -> tuple[Any, ...]:
        """The pool as an argument."""
        return self.array(self.pool, self.n, self.dtype.itemsize)

    # ------------------------------------------------------------ games

    def given(self, actions: Any) -> Any:
        """Actions as whole numbers, one for every game; BatchError if they are anything else."""
        cp = self.np
        found = actions if isinstance(actions, cp.ndarray) else self.taken(actions)
        if found.shape != (self.n,) or found.dtype.kind not in "iu":
            raise BatchError(f"actions: one whole number for each of {self.n} games is needed, "
                             f"not {found.dtype} of shape {found.shape}")
        # A number that is too large for a narrow type must not wrap around
        if found.dtype.itemsize > 4:
            size = len(self.game.actions)
            found = cp.where((found >= 0) & (found < size), found, size)
        return cp.ascontiguousarray(found, dtype=cp.int32)

    def taken(self, given: Any) -> Any:
        """An array from another library, without a copy if it is already on the GPU."""
        return self.np.from_dlpack(given) if hasattr(given, "__dlpack__") and not hasattr(given, "__array_interface__") \
            else self.np.asarray(given)

    def begin_all(self, restart: bool) -> None:
        self.advance(self.np.full(self.n, batching.BEGIN, self.np.int32), restart)

    def first_illegal(self, actions: Any) -> int:
        """The first game whose action is illegal; -1 if all are legal."""
        self.found[:] = self.n
        self.launch("first_illegal", actions, self.by_word, self.seats, *self.array(self.found, 1, 4), self.n)
        found = int(self.found[0])
        return found if found < self.n else -1

    def advance(self, actions: Any, restart: bool) -> None:
        """One legal decision in every game; a block's states are in shared memory during the
        step.
        """
        self.launch("advance", self.template, self.pool, actions, self.seeds, self.n, int(restart), self.by_word, self.seats,
                    self.over, self.by_standing, self.by_final, self.players, self.n, threads=self.block, each=self.dtype.itemsize)

    @cached_property
    def block(self) -> int:
        """As many games as the shared memory of one multiprocessor holds: the more, the better they
        are sorted by phase.
        """
        room = self.np.cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"] - SORTING
        return max(32, min(384, room // self.dtype.itemsize // 32 * 32))

    def choose(self) -> Any:
        """A random legal action in every game."""
        actions = self.np.zeros(self.n, self.np.int32)
        self.launch("choose", self.by_word, self.seats, self.generators, actions, self.n)
        return actions

    def redraw(self, seats: Any, seeds: Any) -> None:
        """Redraw what a seat of every game cannot know."""
        self.launch("redraw", *self.states, seats, seeds, self.n)

    # ------------------------------------------------------------ looking

    def room(self, cells: int) -> Any:
        """Room for observations."""
        try:
            return self.np.empty((cells, self.n), self.np.int16)
        except self.np.cuda.memory.OutOfMemoryError:
            raise full(self.np, self.n, 2 * cells) from None

    def look(self, seats: Any, cells: int, perfect: bool) -> Any:
        """Observations, as whole numbers."""
        seen = self.room(cells)
        self.launch("look", self.pool, seats, seen, PERFECT if perfect else SEAT, self.players, self.colours, self.n,
                    threads=LOOKING, each=self.dtype.itemsize)
        return seen.T

    def legal(self, masks: Any) -> Any:
        """One flag for every action of every game, made word by word."""
        cp = self.np
        bits = cp.arange(32, dtype=cp.uint32)[None, :, None]
        spread = (masks.T[:, None, :] >> bits & 1).astype(cp.bool_).reshape(-1, self.n)
        return spread[:len(self.game.actions)].T

    def whose(self, wanted: Any) -> tuple[Any, Any]:
        """The pending seats of every game, as sets, and masks of the legal actions of the seats
        asked for.
        """
        cp = self.np
        masks, seats, waiting = cp.empty_like(self.by_word), cp.empty(self.n, cp.int32), cp.empty(self.n, cp.int32)
        self.launch("whose", *self.states, wanted, masks, seats, waiting, self.n)
        return waiting, masks.T

    def points(self) -> Any:
        """The points of every seat now."""
        totals = self.np.zeros((self.players, self.n), self.np.int32)
        self.launch("tally", *self.states, totals, self.players, self.n)
        return totals.T

    # ------------------------------------------------------------ single games

    def record(self, i: int) -> Any:
        """A copy of one game's record, in main memory, as an array of one."""
        from ..kernel.record import state_dtype

        there = state_dtype(self.game.fields)
        return self.np.asnumpy(self.pool[i, :there.itemsize]).view(there)

    def put(self, i: int, record: Any) -> None:
        """Put a record in the place of a game; its seat and mask follow."""
        import numpy

        self.pool[i, :record.itemsize] = self.np.asarray(numpy.frombuffer(record.tobytes(), numpy.uint8))
        wanted, waiting = self.np.full(self.n, -1, self.np.int32), self.np.empty(self.n, self.np.int32)
        self.launch("whose", *self.states, wanted, self.by_word, self.seats, waiting, self.n)
        self.over[i] = 0

    def copy(self) -> Cuda:
        """A copy of the games."""
        other = object.__new__(Cuda)
        other.__dict__.update(self.__dict__)
        for name in ("pool", "by_word", "seats", "over", "by_standing", "by_final", "seeds", "generators", "found"):
            setattr(other, name, getattr(self, name).copy())
        return other


# ------------------------------------------------------------ the device


def cupy() -> Any:
    """CuPy with a usable GPU; BatchError says what is missing."""
    try:
        import cupy as cp
    except ImportError:
        raise BatchError("device: a batch on a GPU needs CuPy. Install the one for your CUDA, such as cupy-cuda13x") from None
    runtime = cp.cuda.runtime
    try:
        count = runtime.getDeviceCount()
    except runtime.CUDARuntimeError as error:
        said = str(error)
        if "insufficient" in said.lower():
            raise BatchError(f"device: the NVIDIA driver is too old for this CuPy ({said})") from None
        raise BatchError(f"device: there is no NVIDIA GPU that can be used ({said})") from None
    if count == 0:
        raise BatchError("device: there is no NVIDIA GPU here; use device='cpu'")
    return cp


def load(cp: Any, game: Game) -> dict[str, Any]:
    """A title's kernels on the current GPU, loaded by its driver once; BatchError if the driver
    refuses them.
    """
    known: dict[int, dict[str, Any]] = vars(game).setdefault("_cuda_kernels", {})
    device = cp.cuda.Device().id
    if device not in known:
        known[device] = finished(cp, game)
    return known[device]


def finished(cp: Any, game: Game) -> dict[str, Any]:
    """A title's kernels as the current GPU's driver loads them."""
    folder, contents = target.find(game)
    major, minor = contents["compute"]
    have = cp.cuda.Device().compute_capability
    if int(have) < 10 * major + minor:
        raise BatchError(f"device: this GPU has compute capability {have[:-1]}.{have[-1]}; the kernels need {major}.{minor}")
    try:
        codes = {name: target.code_for(folder, name, have) for name in contents["kernels"]}
        return {name: cp.RawModule(path=str(path)).get_function(name) for name, path in codes.items()}
    except cp.cuda.driver.CUDADriverError as error:
        if "PTX" in str(error):
            raise BatchError(f"device: the NVIDIA driver is too old: it cannot read PTX {contents['ptx']} ({error})") from None
        raise BatchError(f"device: the driver refused the kernels in {folder} ({error})") from None


def full(cp: Any, n: int, each: int) -> BatchError:
    """The GPU's memory is too small."""
    free, total = cp.cuda.Device().mem_info
    return BatchError(f"n: {n} games of {each} bytes do not fit: the GPU has {free / 2**30:.1f} of {total / 2**30:.1f} GiB free")
