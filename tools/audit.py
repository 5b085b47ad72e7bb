"""Looks up known vulnerabilities of every pinned dependency, if the registries can be reached.

    python3 run.py audit

Python's packages are looked up one by one in the JSON interface of the index that pip uses, npm's
by `npm audit`. Ends with 1 when a weakness is known, with 3 when a registry could not tell: no news
is not good news then.
"""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOUND, UNKNOWN = 1, 3
PATIENCE = 20


class Weakness(NamedTuple):
    """A known vulnerability of a pinned package."""

    package: str
    id: str
    says: str
    fixed: str


class CannotTell(Exception):
    """A registry that cannot be reached, or does not know about vulnerabilities."""


def pinned(folder: Path = ROOT / "requirements") -> dict[str, str]:
    """Every pinned Python package with its version."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.txt")):
        found |= dict(re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", path.read_text("utf-8"), re.MULTILINE))
    return found


def index() -> str:
    """The root of the index that pip installs from."""
    asked = subprocess.run([sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True,
                           text=True, check=False)
    url = os.environ.get("PIP_INDEX_URL") or (asked.stdout.strip() if asked.returncode == 0 else "")
    if not url:
        usual = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
        url = subprocess.run([sys.executable, "-c", usual], capture_output=True, text=True, check=True).stdout.strip()
    return url.rstrip("/").removesuffix("/simple")


def of_python(root: str, name: str, version: str) -> list[Weakness]:
    """The vulnerabilities of one version of a Python package."""
    try:
        with urllib.request.urlopen(f"{root}/pypi/{name}/{version}/json", timeout=PATIENCE) as answer:
            told: Any = json.loads(answer.read())
    except (OSError, ValueError, urllib.error.HTTPError) as error:
        raise CannotTell(f"{name} {version}: {error}") from None
    if not isinstance(told, dict) or "vulnerabilities" not in told:
        raise CannotTell(f"{name} {version}: the index does not tell weaknesses")
    return [Weakness(f"{name} {version}", _id(one), " ".join((one.get("summary") or one.get("details") or "").split())[:120],
                     ", ".join(one.get("fixed_in") or []) or "nothing yet")
            for one in told["vulnerabilities"] if not one.get("withdrawn")]


def _id(one: dict[str, Any]) -> str:
    return next((a for a in one.get("aliases") or [] if a.startswith("CVE")), str(one.get("id")))


def of_npm(folder: Path = ROOT / "web") -> list[Weakness]:
    """The vulnerabilities of the packages that build the browser client."""
    npm = shutil.which("npm")
    if npm is None:
        raise CannotTell("npm is not installed")
    done = subprocess.run([npm, "audit", "--json", "--package-lock-only"], cwd=folder, capture_output=True, text=True,
                          check=False, timeout=10 * PATIENCE)
    return read_npm(done.stdout, done.stderr)


def read_npm(said: str, beside: str = "") -> list[Weakness]:
    """The findings in the output of `npm audit --json`."""
    try:
        told: Any = json.loads(said)
    except ValueError:
        raise CannotTell(beside.strip().partition("\n")[0] or "npm audit says nothing") from None
    if not isinstance(told, dict) or not isinstance(told.get("vulnerabilities"), dict):
        error = told.get("error") or told.get("message") if isinstance(told, dict) else None
        words = error.get("summary") or error.get("code") if isinstance(error, dict) else error
        raise CannotTell(str(words or "npm audit says nothing"))
    found: list[Weakness] = []
    for name, one in told["vulnerabilities"].items():
        fixed = one.get("fixAvailable")
        version = fixed.get("version", "") if isinstance(fixed, dict) else "a newer one" if fixed else "nothing yet"
        found += [Weakness(f"{name} {one.get('range', '')}", str(via.get("url", via.get("source"))).rpartition("/")[2],
                           str(via.get("title", ""))[:120], version) for via in one["via"] if isinstance(via, dict)]
    return found


def every() -> Iterator[list[Weakness] | CannotTell]:
    """All answers."""
    root, pins = index(), pinned()

    def one(item: tuple[str, str]) -> list[Weakness] | CannotTell:
        try:
            return of_python(root, *item)
        except CannotTell as trouble:
            return trouble

    with ThreadPoolExecutor(8) as pool:
        yield from pool.map(one, pins.items())
    try:
        yield of_npm()
    except CannotTell as trouble:
        yield CannotTell(f"npm: {trouble}")


def main() -> int:
    """Report what was found, and what could not be looked up."""
    answers = list(every())
    weak = sorted({w for answer in answers if isinstance(answer, list) for w in answer})
    silent = [answer for answer in answers if isinstance(answer, CannotTell)]
    for one in weak:
        print(f"{one.package}: {one.id}, mended in {one.fixed}. {one.says}")
    told = len(answers) - len(silent)
    print(f"{told} of {len(answers)} lookups were answered ({len(answers) - 1} Python packages, and npm's tree); "
          f"{len(weak)} published weaknesses.")
    if silent:
        print(f"{len(silent)} could not be answered, so nothing is known about them here; the first: {silent[0]}")
    return FOUND if weak else UNKNOWN if silent else 0


if __name__ == "__main__":
    sys.exit(main())
