"""Compiling a game's rules with Numba: the same source, on records instead of objects.

Every rule is copied with its names bound to compiled rules (`law.Binder`) and passed to Numba. The
disk cache is `cache.py`'s, with a folder for every version of the compiler.
"""
from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils
from numba.extending import intrinsic as untyped_intrinsic

from .. import bits, chance, driver, events
from ..law import Binder
from ..record import state_dtype, to_record
from ..rules import RULES
from .cache import cache_directory, digest, version

if TYPE_CHECKING:
    from ..game import Game


intrinsic: Any = untyped_intrinsic
settings: Any = numba.config


@intrinsic
def _count(typing_context: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.int64(numba.int64), code


@intrinsic
def _trailing(typing_context: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.false_bit)

    return numba.int64(numba.int64), code


def spreads_bits() -> bool:
    """Whether the target machine spreads bits in one instruction (x86's `pdep`)."""
    try:
        return not (settings.CPU_NAME or settings.CPU_FEATURES) and bool(binding.get_host_cpu_features().get("bmi2"))
    except RuntimeError:  # unknown for this machine
        return False


def _nth_by_steps(word: Any, n: Any) -> Any:
    while n > 0:
        word &= word - 1
        n -= 1
    return _trailing(word)


@intrinsic
def _nth(typing_context: Any, word: Any, n: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if not spreads_bits():
            return context.compile_internal(builder, _nth_by_steps, signature, arguments)
        integer = ir.IntType(64)
        kind = ir.FunctionType(integer, [integer, integer])
        spread = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        found = builder.call(spread, [builder.shl(integer(1), arguments[1]), arguments[0]])
        return builder.cttz(found, cgutils.false_bit)

    return numba.int64(numba.int64, numba.int64), code


def _count_bits(bits: Any) -> Any:
    return _count(numba.int64(bits))


def _lowest_bit(bits: Any) -> Any:
    return _trailing(numba.int64(bits))


def _nth_bit(bits: Any, n: Any) -> Any:
    return _nth(numba.int64(bits), numba.int64(n))


def _clear(mask: Any, words: Any) -> None:
    for w in range(words):
        mask[w] = 0


def _count_actions(mask: Any) -> Any:
    n = 0
    for w in range(mask.shape[0]):
        n += _count(numba.int64(mask[w]))
    return n


def _nth_action(mask: Any, n: Any) -> Any:
    for w in range(mask.shape[0]):
        word = numba.int64(mask[w])
        here = _count(word)
        if n < here:
            return w * bits.WORD + _nth(word, numba.int64(n))
        n -= here
    return -1


def _emit(s: Any, kind: Any, a: Any = 0, b: Any = 0, c: Any = 0, d: Any = 0) -> None:
    return


SHARED = (bits.__name__, chance.__name__)
GAMES = ".games."
PRIMITIVES = {bits.count_bits: _count_bits, bits.lowest_bit: _lowest_bit, bits.nth_bit: _nth_bit, bits.clear: _clear,
              bits.count_actions: _count_actions, bits.nth_action: _nth_action, events.emit: _emit}


def as_array(rows: Any) -> Any:
    """A constant table as compiled rules read it."""
    return np.array(rows, dtype=np.int64)


class Compiled:
    """A game's compiled entry points: the functions of `driver.ENTRIES` (and of further templates)
    as attributes.

    Creating it is quick; Numba compiles an entry point at its first call, or takes it from the disk
    cache (`home`). `names` maps placeholders of the template's own to the rules that stand for
    them; `keep` says whether the cache is used.
    """

    def __init__(self, game: Game, template: ModuleType = driver, names: Mapping[Any, Any] | None = None,
                 keep: bool = True) -> None:
        self.game = game
        self.words = game.actions.words
        self.dtype = state_dtype(game.fields)
        check = bool(settings.BOUNDSCHECK)
        options: dict[str, Any] = {"nogil": True, "boundscheck": check}
        # Rules create no arrays and are never called from Python. Without reference counts and
        # wrappers they run twice as fast and compile in half the time.
        njit: Any = numba.njit
        inner = njit(_nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)
        replace = {**chance.COMPILED, **(names or {})}
        shared, tables = self.already(game, check, inner)
        binder = Binder(game.law, RULES, replace, wrap=inner, ready=shared, tables=as_array)
        binder.converted = tables
        module = ModuleType(f"tafelrunde_compiled_{game.name}_{template.__name__.rpartition('.')[2]}")
        sys.modules[module.__name__] = module
        copies = [binder.entry(f, module) for f in template.ENTRIES]
        shared |= {f: rule for f, rule in binder.ready.items() if f.__module__ in SHARED or GAMES in f.__module__}
        before = settings.CACHE_DIR
        compiler = version("numba.py", numba.__version__, np.__version__, sys.version, check)
        self.home = cache_directory() / digest(game, template, replace) / f"numba-{compiler}"
        settings.CACHE_DIR = str(self.home)
        try:
            for copied in copies:
                entry = numba.njit(cache=keep, **options)(copied)
                setattr(module, copied.__name__, entry)
                setattr(self, copied.__name__, entry)
        finally:
            settings.CACHE_DIR = before

    @staticmethod
    def already(game: Game, check: bool, inner: Any) -> tuple[dict[Any, Any], dict[int, Any]]:
        """The rules and tables of a game that another template has already compiled in this
        process.
        """
        known: dict[bool, Any] = vars(game).setdefault("_compiled_rules", {})
        if check not in known:
            known[check] = {f: inner(g) for f, g in PRIMITIVES.items()}, {}
        return known[check]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def pool(self, n: int) -> Any:
        """Room for n states."""
        return np.zeros(n, self.dtype)

    def mask(self) -> Any:
        """An empty mask of actions."""
        return np.zeros(self.words, np.int64)

    def template(self, s: Any) -> Any:
        """A pool of one with a copy of an interpreted state."""
        pool = self.pool(1)
        to_record(s, self.game.fields, pool, 0)
        return pool

    def play_seeds(self, configured: Any, first: int, games: int) -> tuple[Any, Any, Any]:
        """Whole random games of a configured state: lengths, hashes and final standings per
        seat.
        """
        decisions = np.zeros(games, np.int64)
        traces = np.zeros(games, np.int64)
        standings = np.zeros((games, configured.players), np.int64)
        self.playouts(self.pool(1), self.template(configured), self.mask(), first, games, decisions, traces, standings)
        return decisions, traces, standings
