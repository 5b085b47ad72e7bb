"""When a seat knows nothing that the others do not know."""
from __future__ import annotations

from typing import Any


def knows_no_more(s: Any, seat: int) -> bool:
    """Whether a seat that must decide has no secrets; `s` is the state as everybody sees it.

    Power cards are played openly, so a hand is no secret until a card is taken back unseen
    (EG-2.5). Modifiers are secret (EG-12.1). A dial is also secret: it is asked of several seats at
    once.
    """
    return not s.shift and not any(s.pool[seat])
