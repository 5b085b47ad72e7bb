"""The examples run unchanged, and do what they say."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "research"
RUNS = {
    "batch_random": (["rheinlaender", "3", "40"], r"seat 2: \d+\.\d% of the victories"),
    "gymnasium_bots": (["rheinlaender", "random", "2"], r"mean reward against random: [+-]"),
    "gymnasium_vector": (["rheinlaender", "16", "30"], r"480 decisions"),
    "pettingzoo_turns": (["rheinlaender", "3"], r"in parallel:  \{'seat_0'"),
    "openspiel_ismcts": (["6", "1", "25"], r"mean return of the search: [+-]\d"),
    "ppo": (["12"], r"against 1 random: (\d+\.\d)%"),
}


def test_every_example_is_run_here():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(RUNS)


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_an_example_runs(name):
    arguments, says = RUNS[name]
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, EXAMPLES / f"{name}.py", *arguments], capture_output=True, text=True, check=False,
                          env=environment)
    assert done.returncode == 0, done.stderr
    found = re.search(says, done.stdout)
    assert found, done.stdout
    if name == "ppo":  # a fair share is half of the games; it is the same network on every run
        assert float(found[1]) > 70
