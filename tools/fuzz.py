"""Every property with fresh seeds on all cores, for as long as one likes.

    python3 run.py fuzz [MINUTES] [--cores N] [-k EXPRESSION]   search (10 minutes, all cores)
    python3 run.py fuzz --seed SEED [TEST]                      once more with the seed of a failure

What fails is kept in .fuzz/, one file for each: the test, its seed, what it said and how to see it
again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".fuzz"
PYTEST_STOPPED = 2  # pytest's exit code when the time was up
PYTEST_EMPTY = 5  # and when the chosen tests contain no property


class Search:
    """What all workers share: the deadline, the counts and the failures."""

    def __init__(self, minutes: float, chosen: list[str]) -> None:
        self.until = time.time() + minutes * 60
        self.chosen = chosen
        self.lock = threading.Lock()
        self.runs = 0
        self.tests: Counter[str] = Counter()
        self.failures: dict[str, Path] = {}
        self.trouble = ""

    def work(self) -> None:
        """Run the properties repeatedly, each time with another seed, until the time is up."""
        while time.time() < self.until and not self.trouble:
            self.once(secrets.randbits(40) | 1)

    def once(self, seed: int) -> int:
        """One run of pytest with a seed."""
        with tempfile.TemporaryDirectory() as folder:
            told = Path(folder) / "told"
            told.touch()
            process = start(seed, self.chosen, {"TAFELRUNDE_FUZZ_UNTIL": str(self.until), "TAFELRUNDE_FUZZ_TOLD": str(told)},
                            Path(folder) / "out")
            with told.open(encoding="utf-8") as lines:
                ended = False
                while not ended:
                    ended = process.poll() is not None
                    self.read(lines.read().splitlines(), seed)
                    time.sleep(0.2)
            code = process.returncode
            if code not in (0, 1, PYTEST_STOPPED):
                said = (Path(folder) / "out").read_text(encoding="utf-8", errors="replace")
                self.trouble = "No property is chosen." if code == PYTEST_EMPTY else said[-3000:]
        with self.lock:
            self.runs += 1
        return code

    def read(self, lines: list[str], seed: int) -> None:
        """Count what a worker has reported, and keep failures."""
        for line in lines:
            told: dict[str, Any] = json.loads(line)
            with self.lock:
                self.tests[told["test"]] += 1
                if told["outcome"] == "failed" and told["test"] not in self.failures:
                    self.failures[told["test"]] = keep(told, seed)
                    print(f"\r\x1b[KFAILED {told['test']} (seed {seed})", flush=True)

    def progress(self) -> str:
        """The progress of the search, in a line."""
        left = max(0, self.until - time.time())
        return (f"{int(left // 60)}:{int(left % 60):02} left · {sum(self.tests.values())} runs of {len(self.tests)} properties · "
                f"{len(self.failures)} failed")


def start(seed: int, chosen: list[str], variables: dict[str, str], out: Path | None) -> subprocess.Popen[bytes]:
    """Start pytest on the properties with a seed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}", *chosen]
    if "-m" not in chosen:
        command += ["-m", "property and not browser"]
    variables = {**os.environ, "TAFELRUNDE_FUZZ": str(seed), **variables}
    if out is None:
        return subprocess.Popen(command, cwd=ROOT, env=variables)
    with out.open("wb") as file:
        return subprocess.Popen(command, cwd=ROOT, env=variables, stdout=file, stderr=subprocess.STDOUT)


def keep(told: dict[str, Any], seed: int) -> Path:
    """Save a failure to a file."""
    KEPT.mkdir(exist_ok=True)
    name = re.sub(r"[^\w.-]+", "_", told["test"].rpartition("/")[2])[:120]
    path = KEPT / f"{name}_{seed}.txt"
    again = f"python3 run.py fuzz --seed {seed} '{told['test']}'"
    path.write_text(f"{told['test']}\nseed {seed}\nonce more: {again}\n\n{told['text']}\n", encoding="utf-8")
    return path


def search(minutes: float, cores: int, chosen: list[str]) -> int:
    """Search on several cores and show the progress; returns 1 if something failed."""
    found = Search(minutes, chosen)
    workers = [threading.Thread(target=found.work) for _ in range(cores)]
    for worker in workers:
        worker.start()
    told = 0.0
    while any(worker.is_alive() for worker in workers):
        time.sleep(0.5)
        if sys.stdout.isatty():
            print(f"\r\x1b[K{found.progress()}", end="", flush=True)
        elif time.time() - told > 60:
            told = time.time()
            print(found.progress(), flush=True)
    if found.trouble:
        print(f"\n{found.trouble}", file=sys.stderr)
        return 2
    print(f"\r{sum(found.tests.values())} runs of {len(found.tests)} properties with fresh seeds, "
          f"{minutes:g} minutes on {cores} cores: {len(found.failures)} failed")
    for test, path in sorted(found.failures.items()):
        print(f"  {test}\n    {path.relative_to(ROOT)}")
    return int(bool(found.failures))


def main() -> int:
    """Read the command line and search, or run once with a given seed."""
    parser = argparse.ArgumentParser(prog="run.py fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", nargs="?", type=float, default=10)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int)
    if "--seed" in sys.argv:  # a test follows it, not a number of minutes
        parser = argparse.ArgumentParser(prog="run.py fuzz")
        parser.add_argument("--seed", type=int, required=True)
    given, chosen = parser.parse_known_args()
    if given.seed is not None:
        return start(given.seed, chosen, {}, None).wait()
    if given.minutes <= 0 or given.cores < 1:
        parser.error("minutes and cores are greater than nothing")
    return search(given.minutes, given.cores, chosen)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
