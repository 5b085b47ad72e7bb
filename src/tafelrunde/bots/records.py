"""What only compiled thinking can do: read a record as the words it is made of."""
from __future__ import annotations

from typing import Any

import numba
from numba.extending import intrinsic

from ..kernel import rule

PRIME = 0x100000001B3


def _word_of(typing_context: Any, record: Any, k: Any) -> Any:
    """The k-th eight bytes of a record."""
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = builder.bitcast(arguments[0], context.get_value_type(numba.int64).as_pointer())
        return builder.load(builder.gep(words, [arguments[1]]), align=1)

    return numba.int64(record, numba.int64), code


word_of: Any = intrinsic(_word_of)


@rule
def fingerprint_of_record(pool: Any, i: int) -> int:
    """A number that equal records of a pool share."""
    s = pool[i]
    total = 0
    for k in range(pool.itemsize // 8):
        total = (total ^ word_of(s, k)) * PRIME
        total ^= total >> 31
    return total
