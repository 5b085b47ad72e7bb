"""A game's invariants as one rule: its checks are declared, and asked one after another."""
from __future__ import annotations

from typing import Any

from .rules import rule


def first_broken(*checks: Any) -> Any:
    """The rule `broken(s)`: the result of the first check that finds anything; 0 if none does.

    Every check is a rule that gives 0, or the number of what is broken.  `broken.checks` are all of
    them: a position may break one and must keep the others.
    """
    lines = ["def broken(s):"]
    for check in checks:
        lines += [f"    found = {check.__name__}(s)", "    if found != 0:", "        return found"]
    source = "\n".join([*lines, "    return 0"]) + "\n"
    scope: dict[str, Any] = {check.__name__: check for check in checks} | {"__name__": __name__}
    exec(compile(source, __file__, "exec"), scope)  # noqa: S102  # made from our own declarations
    made = rule(scope["broken"])
    made.source, made.checks = source, checks
    return made
