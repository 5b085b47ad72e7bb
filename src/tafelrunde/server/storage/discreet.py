"""Errors without personal data: logs are read by more people than databases are."""
from __future__ import annotations

import re
from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext

VALUES = re.compile(r"\n(DETAIL|HINT|CONTEXT):.*|(?<=argument \$)(\d+): .*|(?<=for type )([\w ]+): .*", re.DOTALL)
"""Where PostgreSQL and its driver quote what somebody has sent."""


def discreet(engine: sa.Engine) -> sa.Engine:
    """An engine whose errors quote no values; its statements must be created with hidden
    parameters.
    """
    event.listen(engine, "handle_error", _cut)
    return engine


def _cut(context: ExceptionContext) -> None:
    for error in (context.sqlalchemy_exception, *_chain(context.original_exception)):
        if error is not None:
            error.args = tuple(without_values(a) if isinstance(a, str) else a for a in error.args)
            for name in ("detail", "hint"):
                if getattr(error, name, None) is not None and type(error).__module__.startswith("asyncpg"):
                    setattr(error, name, None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def without_values(text: str) -> str:
    """An error's text without the quoted values.

    >>> without_values('duplicate key\\nDETAIL:  Key (email)=(ada@example.org) already exists.')
    'duplicate key'
    >>> without_values("invalid input for query argument $3: 'ada' (an integer is required)")
    'invalid input for query argument $3'
    """
    return VALUES.sub(lambda found: found[2] or found[3] or "", text)
