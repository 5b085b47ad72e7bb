"""Nothing heavy is imported before it is needed."""
import subprocess
import sys

HEAVY = {"numpy", "numba", "gymnasium", "pettingzoo", "pyspiel", "cupy", "torch"}


def loaded(code: str) -> set[str]:
    program = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_the_catalogue_and_the_schema_need_nothing():
    found = loaded("from tafelrunde.research import actions_of, schema_of\nactions_of('toledo'); schema_of('toledo', 2)")
    assert "tafelrunde.research" in found
    assert HEAVY.isdisjoint(found)


def test_a_batch_brings_numpy_and_the_compiler_only():
    found = loaded("from tafelrunde.research import Batch")
    assert HEAVY.isdisjoint(found)
