"""What compiled thinking does otherwise: a state is copied and told apart as a record, by its
words.
"""
from __future__ import annotations

from typing import Any

from ..kernel import Game, rule
from . import thinking
from .judgement import judgement_of

PRIME = 0x100000001B3


def word_of(record: Any, k: int) -> int:
    """The k-th eight bytes of a record.  Replaced by what `intrinsics` makes."""
    raise NotImplementedError


@rule
def fingerprint_of_record(pool: Any, i: int) -> int:
    """A number that equal records of a pool have in common."""
    s = pool[i]
    total = 0
    for k in range(pool.itemsize // 8):
        total = (total ^ word_of(s, k)) * PRIME
        total ^= total >> 31
    return total


def names_of(game: Game) -> dict[Any, Any]:
    """The replacements for the templates' names in a title whose states are records."""
    return {**judgement_of(game).names(), thinking.copy_state: thinking.copy_record,
            thinking.fingerprint: fingerprint_of_record}


def intrinsics() -> dict[Any, Any]:
    """What only the compiler can do."""
    import numba
    from numba.extending import intrinsic

    def read(typing_context: Any, record: Any, k: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            words = builder.bitcast(arguments[0], context.get_value_type(numba.int64).as_pointer())
            return builder.load(builder.gep(words, [arguments[1]]), align=1)

        return numba.int64(record, numba.int64), code

    made: Any = intrinsic
    return {word_of: made(read)}
