"""A game of another package, built and installed into a folder of its own: the tests of doors for
others use it.
"""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def install(example: str, where: Path) -> Path:
    """Install an example as pip would, without its dependencies; the folder to put on the path."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
                    "--disable-pip-version-check", "--target", str(where), str(ROOT / "examples" / example)], check=True)
    return where
