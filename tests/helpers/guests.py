"""A game of another package, built and installed into a folder of its own: the tests of doors for
others use it.
"""
from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tafelrunde.games import guests

ROOT = Path(__file__).resolve().parents[2]


def install(example: str, where: Path) -> Path:
    """Install an example as pip would, without its dependencies; the folder to put on the path."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
                    "--disable-pip-version-check", "--target", str(where), str(ROOT / "examples" / example)], check=True)
    return where


@contextmanager
def visiting(folder: Path) -> Iterator[None]:
    """While this lasts, the games of a folder are installed."""
    sys.path.insert(0, str(folder))
    guests.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        guests.cache_clear()
