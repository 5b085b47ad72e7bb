"""Pin every dependency with its hashes: `python3 run.py lock` rewrites the lists in this folder.

Each list begins with the one it builds on and adds what that one lacks, so a version stands in one
place: build (installs the project) <- play (a player needs it) <- test (the checks need it) <-
bench (the peers). Versions already pinned are kept unless `--upgrade` is given.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "pyproject.toml"
PLAY = ("fast", "terminal", "pictures", "server", "client")
TEST = (*PLAY, "arena", "ray", "research", "cuda", "dev")
BENCH = (*TEST, "peers")
LAYERS: dict[str, tuple[str, ...]] = {"build": (), "play": PLAY, "test": TEST, "bench": BENCH}


def compile_layer(extras: tuple[str, ...], pinned: list[Path]) -> dict[str, str]:
    """The pins of a layer: `name==version ; marker` -> the whole entry with its hashes."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
    command += ["--python-version", "3.11", "--no-header", "--no-annotate", "--no-emit-index-url"]
    command += [str(PROJECT) if extras else str(HERE / "build.in")]
    for extra in extras:
        command += ["--extra", extra]
    for path in pinned:
        command += ["--constraint", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"The versions cannot be settled:\n{done.stderr.strip()}")
    entries = re.split(r"\n(?=\S)", done.stdout.strip())
    return {entry.split(" \\", 1)[0]: entry for entry in entries}


def main() -> None:
    """Rewrite the lists, each from the one it builds on."""
    parser = argparse.ArgumentParser(description="Pin every dependency with its hashes.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    upgrade: bool = parser.parse_args().upgrade
    known: dict[str, str] = {}
    before: list[Path] = []
    for name, extras in LAYERS.items():
        target = HERE / f"{name}.txt"
        pinned = list(before)
        if target.exists() and not upgrade:
            pinned.append(target)
        entries = compile_layer(extras, pinned)
        added = {key: entry for key, entry in entries.items() if key not in known}
        head = [f"-r {before[-1].name}"] if before else []
        target.write_text("\n".join([*head, *added.values()]) + "\n", encoding="utf-8")
        known |= added
        before.append(target)
        print(f"{target.name}: {len(added)} added, {len(known)} in all")


if __name__ == "__main__":
    main()
