"""Every dependency is pinned once, with hashes, and the lists agree with pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LISTS = ["build", "play", "test", "bench"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
WHERE = {"fast": "play", "terminal": "play", "pictures": "play", "server": "play", "client": "play",
         "arena": "test", "ray": "test", "dev": "test", "research": "test", "peers": "bench", "cuda": "test"}


def entries(name: str) -> list[str]:
    """The entries of one list, continuation lines joined."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return re.sub(r"\s*\\\n\s*", " ", text).splitlines()


def pins(name: str) -> dict[str, set[str]]:
    """Versions by package that installing a list brings, including those of the lists below."""
    found: dict[str, set[str]] = {}
    for below in LISTS[: LISTS.index(name) + 1]:
        for entry in entries(below):
            if not entry.startswith("-r "):
                pin = Requirement(entry.split(" --hash", 1)[0])
                [version] = pin.specifier
                found.setdefault(canonicalize_name(pin.name), set()).add(version.version)
    return found


@pytest.mark.parametrize("name", LISTS)
def test_every_entry_is_one_version_with_hashes(name: str) -> None:
    first, *rest = entries(name)
    if name != "build":
        assert first == f"-r {LISTS[LISTS.index(name) - 1]}.txt"
    for entry in rest if name != "build" else [first, *rest]:
        assert re.fullmatch(r"[a-z0-9-]+==[\w.+]+( ; [^\\#]+?)?( --hash=sha256:[0-9a-f]{64})+", entry), entry


@pytest.mark.parametrize("name", LISTS)
def test_a_package_is_pinned_in_one_list_only(name: str) -> None:
    below = pins(LISTS[LISTS.index(name) - 1]) if name != "build" else {}
    own = {canonicalize_name(re.split(r"==", entry)[0]) for entry in entries(name) if "==" in entry}
    assert own.isdisjoint(below)


def test_every_extra_belongs_to_a_list() -> None:
    assert set(EXTRAS) == set(WHERE)


@pytest.mark.parametrize("extra", ["", *WHERE])
def test_what_is_declared_is_pinned(extra: str) -> None:
    found = pins(WHERE.get(extra, "play"))
    for line in EXTRAS[extra] if extra else PROJECT["dependencies"]:
        wanted = Requirement(line)
        versions = found.get(canonicalize_name(wanted.name), set())
        assert versions, f"{line} is not pinned"
        assert all(wanted.specifier.contains(version) for version in versions), f"{line}: pinned {versions}"
