"""The games as environments for research: batches of games as arrays, and the interfaces of the
field.

>>> from tafelrunde.research import actions_of, schema_of
>>> actions_of("toledo").size, len(schema_of("toledo", players=2))
(482, 778)

Nothing heavy is imported until it is asked for: `Batch` brings NumPy and the compiled rules,
`gymnasium`, `pettingzoo` and `openspiel` (modules of this package) bring their frameworks.  See
docs/research.md.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .catalogue import Actions, actions_of, schema_of

if TYPE_CHECKING:
    from .batch import Batch, BatchError

__all__ = ["Actions", "Batch", "BatchError", "actions_of", "schema_of"]


def __getattr__(name: str) -> Any:
    if name in ("Batch", "BatchError"):
        from . import batch

        return getattr(batch, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
