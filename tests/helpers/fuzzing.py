"""Properties under `run.py fuzz`: the same tests with fresh seeds, told to the command that runs
them.

A property is a test that Hypothesis feeds, or one that uses a check of the harness with a seed.
Those checks ask `fresh(seed)` for the seed to use, which is the given one in `run.py test`.
"""
from __future__ import annotations

import json
import os
import time
from pathlib import Path
from random import Random

import pytest

SEED = int(os.environ.get("TAFELRUNDE_FUZZ", "0"))
"""0 outside `run.py fuzz`."""
UNTIL = float(os.environ.get("TAFELRUNDE_FUZZ_UNTIL", "inf"))
TOLD = os.environ.get("TAFELRUNDE_FUZZ_TOLD", "")


def fresh(seed: int) -> int:
    """The seed itself, or under `run.py fuzz` another one that follows from it."""
    return seed if SEED == 0 else Random(f"{SEED} {seed}").getrandbits(40)


def mark_properties(items: list[pytest.Item]) -> None:
    """Give every property its mark."""
    import harness

    checks = {name for name in vars(harness) if name.startswith("check_") and name not in harness.CERTAIN}
    for item in items:
        function = getattr(item, "function", None)
        inner = getattr(getattr(function, "hypothesis", None), "inner_test", function)
        names = set(getattr(getattr(inner, "__code__", None), "co_names", ()))
        if getattr(function, "is_hypothesis_test", False) or names & checks:
            item.add_marker(pytest.mark.property)


def shuffle(items: list[pytest.Item]) -> None:
    """A separate order for every seed, so that a short run is fair to every property."""
    Random(SEED).shuffle(items)


def stop_in_time(item: pytest.Item) -> None:
    """Start no test after the time is up."""
    if time.time() > UNTIL:
        item.session.shouldstop = "the time is up"


def tell(report: pytest.TestReport) -> None:
    """One line for the command that runs this."""
    if TOLD and (report.when == "call" or report.failed):
        line = {"test": report.nodeid, "outcome": report.outcome, "text": report.longreprtext if report.failed else ""}
        with Path(TOLD).open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
