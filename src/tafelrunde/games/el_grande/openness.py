"""When a seat knows nothing that the others may not know as well."""
from __future__ import annotations

from typing import Any


def knows_no_more(s: Any, seat: int) -> bool:
    """Whether a seat that must decide has no secrets; `s` is the state as everybody sees it.

    Powers are played openly, so a hand is no secret until a card is taken back unseen (EG-2.5).
    Modifiers are (EG-12.1).  What a seat dials is asked for as a secret, and told to all at once.
    """
    return not s.shift and not any(s.pool[seat])
