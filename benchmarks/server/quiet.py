"""Everything that needs a quiet machine, one after the other, each with the size that fits into 30
minutes.

    python benchmarks/server/quiet.py                    all of it, into the pages beside this file
    python benchmarks/server/quiet.py --only load,kill   some of it
    python benchmarks/server/quiet.py --try              the same in a few seconds each; nothing is written

A page is written after every row, so a run that is broken off keeps what it has; run the rest with
--only.  A part that takes twice its time is ended and the next one begins.
"""
from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Part:
    """One program: its arguments, its approximate minutes, and the arguments for a trial run."""

    name: str
    arguments: str
    minutes: float
    trial: str


PARTS = (
    Part("first_page", "--starts 5", 0.5, "--starts 1"),
    Part("load", "--tables 500,2000 --seconds 30 --peer", 5.5, "--tables 20 --seconds 5 --peer"),
    Part("stranger", "--seconds 24", 12, "--seconds 3 --kinds registrations,frames,pieces,chunks,knocks"),
    Part("scale", "--processes 1,2,4 --tables 300 --seconds 20", 4, "--processes 1 --tables 5 --seconds 5"),
    Part("kill", "--games 200 --tournaments 2 --every 2000", 4.5, "--games 2 --tournaments 0 --every 60 --storage sqlite"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(part.name for part in PARTS), help="with commas")
    parser.add_argument("--try", action="store_true", dest="trial")
    chosen = parser.parse_args()
    failed: list[str] = []
    for part in (part for part in PARTS if part.name in chosen.only.split(",")):
        arguments = part.trial.split() if chosen.trial else [*part.arguments.split(), "--write"]
        print(f"--- {part.name} {' '.join(arguments)}", flush=True)
        began = perf_counter()
        try:
            done = subprocess.run([sys.executable, str(HERE / f"{part.name}.py"), *arguments], check=False,
                                  timeout=120 * part.minutes)
            if done.returncode:
                failed.append(f"{part.name} ended with {done.returncode}")
        except subprocess.TimeoutExpired:
            failed.append(f"{part.name} took too long")
        print(f"--- {part.name}: {perf_counter() - began:.0f} s", flush=True)
    sys.exit("; ".join(failed) or 0)


if __name__ == "__main__":
    main()
