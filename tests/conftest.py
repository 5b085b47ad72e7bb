"""Settings for all tests."""

import os
from pathlib import Path

import pytest
from helpers import fuzzing
from hypothesis import HealthCheck, settings

# No test depends on how fast the machine is, and two runs draw the same examples; `run.py fuzz`
# draws fresh ones.
settings.register_profile("tafelrunde", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("fuzz", deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None, print_blob=True)
settings.load_profile("fuzz" if fuzzing.SEED else "tafelrunde")

# Bots think on the interpreter unless a test compiles on purpose: no test starts compilers in the
# background.
os.environ.setdefault("TAFELRUNDE_COMPILE", "no")

# Compiled rules are tested with bounds checks on; the variable counts only before Numba is
# imported.
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

# Small matrices are multiplied by one thread: several wait for each other where tests run side by
# side, and take thirty times as long. The variable counts only before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

HERE = Path(__file__).parent
SLOW_ROOMS = {"arena", "cli", "research", "server", "terminal"}
"""Their tests start servers, databases, terminals or other programs: `run.py test fast` leaves them
out.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow folders and properties; under `run.py fuzz` they come in a different order."""
    for item in items:
        if item.path.relative_to(HERE).parts[0] in SLOW_ROOMS:
            item.add_marker(pytest.mark.slow)
    fuzzing.mark_properties(items)
    if fuzzing.SEED:
        fuzzing.shuffle(items)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Report to `run.py fuzz`."""
    if fuzzing.SEED:
        fuzzing.tell(report)


def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Stop when the time of `run.py fuzz` is up."""
    if fuzzing.SEED:
        fuzzing.stop_in_time(item)
