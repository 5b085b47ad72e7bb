"""The house stays in order: nothing foreign in its files, rooms of readable size, a light front
door.
"""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))

FOREIGN = {
    "a registry's host": r"pypi\.org|pythonhosted\.org|npmjs\.(org|com)|yarnpkg\.com|deb\.debian\.org",
    "a path of somebody's machine": r"(?<![\w.:/-])/(root|work|home|tmp|opt|Users)/",
    "a folder outside the project": r"\.\./shared\b",
    "an address in a lock file": r"\"resolved\"\s*:\s*\"",
}


def files_of_the_project() -> list[Path]:
    """All files that are, or would be, committed; in an unpacked archive, all that are there."""
    if not (ROOT / ".git").exists():
        made = {".venv", "node_modules", "__pycache__", "mutants"}
        return [path for path in ROOT.rglob("*") if path.is_file() and made.isdisjoint(path.parts)]
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_files_speak_of_the_project_alone() -> None:
    found: list[str] = []
    for path in files_of_the_project():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for what, pattern in FOREIGN.items():
            for match in re.finditer(pattern, text):
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{path.relative_to(ROOT)}:{line} has {what}: {match.group()}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("split", ["https://py~pi.org", "see /ro~ot/x", '"resol~ved": "x"', "../sha~red/x"])
def test_what_is_foreign_is_recognised(split: str) -> None:
    assert any(re.search(pattern, split.replace("~", "")) for pattern in FOREIGN.values())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_a_file_is_a_room_one_reader_can_hold(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500


def test_no_file_relaxes_its_types() -> None:
    for path in SOURCES:
        relaxed = re.findall(r"^\s*# ?(?:pyright|type|mypy): ?(?!ignore\[)(.*)", path.read_text(encoding="utf-8"), re.M)
        assert not relaxed, f"{path.name} relaxes the types by {relaxed}"


def run_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


HEAVY = {
    "numpy", "numba", "llvmlite", "fastapi", "starlette", "uvicorn", "pydantic", "sqlalchemy",
    "textual", "rich", "typer", "ray", "polars", "matplotlib", "hypothesis", "pytest",
}


def test_importing_loads_nothing_heavy() -> None:
    loaded = run_python("import sys, tafelrunde; tafelrunde.games(); print(*sys.modules)").split()
    assert "tafelrunde" in loaded
    assert HEAVY.isdisjoint(loaded)


def test_a_game_is_played_without_numpy_or_a_web_framework() -> None:
    """The readme's example, on a Python that has none of the extras."""
    code = f"import sys\nsys.modules.update(dict.fromkeys({sorted(HEAVY)!r}))\n{readme_example()}"
    assert run_python(code)


def readme_example() -> str:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [example] = re.findall(r"^```python\n(.*?)^```", readme, re.M | re.S)
    return example


def test_the_readme_runs() -> None:
    printed = run_python(readme_example()).splitlines()
    assert len(printed) == 3
    assert "power" in printed[1]


def test_every_file_of_the_package_is_in_the_wheel(tmp_path: Path) -> None:
    """The package reads more than Python at run time: tables, texts, fonts, pictures."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    inside = [path for path in files_of_the_project() if ROOT / "src" in path.parents]
    wanted = {path.relative_to(ROOT / "src").as_posix() for path in inside}
    assert wanted <= packed
    assert {"tafelrunde/py.typed", "tafelrunde/__init__.py"} <= wanted


@pytest.mark.parametrize("tool", ["tools/pages.py", "tools/wire.py"])
def test_what_is_generated_is_up_to_date(tool: str) -> None:
    done = subprocess.run([sys.executable, tool, "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
