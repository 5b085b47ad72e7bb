"""run.py: its output, and how it sets up, on a small project that needs no network."""

from __future__ import annotations

import ast
import base64
import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import IO

import pytest

ROOT = Path(__file__).resolve().parents[2]

BACKEND = '''
import zipfile

def build_editable(folder, settings=None, metadata=None):
    name = "tafelrunde-1-py3-none-any.whl"
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        wheel.writestr("tafelrunde.pth", SOURCE)
        info = "tafelrunde-1.dist-info/"
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tafelrunde\\nVersion: 1\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "RECORD", "")
    return name

build_wheel = build_editable
'''
SERVER = "import sys, pebble\nprint(sys.argv[1], 'with pebble', pebble.VERSION, *sys.argv[2:])\nsys.exit(7)\n"
BUILD = '''
import pathlib, sys

def is_built():
    return pathlib.Path("built").exists()

if __name__ == "__main__":
    print("building")
    sys.exit(pathlib.Path("broken").exists() and "the client cannot be built")
'''


class Place:
    """A project with run.py, one pinned package called pebble, and a registry that is a folder."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.registry = folder / "registry"
        for path in (self.registry, self.root / "requirements", self.root / "src" / "tafelrunde", self.root / "tools"):
            path.mkdir(parents=True)
        (self.root / "run.py").write_bytes((ROOT / "run.py").read_bytes())
        (self.root / "pyproject.toml").write_text(
            '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
            '[project]\nname = "tafelrunde"\nversion = "1"\n'
        )
        (self.root / "backend.py").write_text(BACKEND.replace("SOURCE", repr(str(self.root / "src"))))
        (self.root / "src" / "tafelrunde" / "server.py").write_text(SERVER)
        (self.root / "tools" / "build_web.py").write_text(BUILD)
        self.list("build", "", self.wheel("chisel", "1"))
        self.pin("1")

    def wheel(self, name: str, version: str) -> tuple[str, str, str]:
        """Put a package into the registry; returns its name, version and hash."""
        path = self.registry / f"{name}-{version}-py3-none-any.whl"
        info = f"{name}-{version}.dist-info"
        files = {
            f"{name}.py": f"VERSION = {version!r}\n",
            f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
            f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        record = "".join(f"{file},sha256={checksum(text)},{len(text)}\n" for file, text in files.items())
        with zipfile.ZipFile(path, "w") as wheel:
            for file, text in {**files, f"{info}/RECORD": record}.items():
                wheel.writestr(file, text)
        return name, version, hashlib.sha256(path.read_bytes()).hexdigest()

    def list(self, name: str, below: str, package: tuple[str, str, str]) -> None:
        """Write one list of pinned packages."""
        text = "{}=={} \\\n    --hash=sha256:{}\n".format(*package)
        (self.root / "requirements" / f"{name}.txt").write_text(below + text)

    def pin(self, version: str, digest: str = "") -> None:
        """Make play need this version of pebble."""
        name, version, own = self.wheel("pebble", version)
        self.list("play", "-r build.txt\n", (name, version, digest or own))

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run run.py there; pip finds packages in the folder only."""
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
        plain |= {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.registry)}
        return subprocess.run(
            [sys.executable, "run.py", *arguments],
            cwd=self.root, env=plain | environment, capture_output=True, text=True, check=False,
        )


def checksum(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place(tmp_path_factory.mktemp("place"))


def test_without_a_command_it_says_what_there_is() -> None:
    for arguments in ([], ["--help"], ["help"]):
        done = subprocess.run(
            [sys.executable, ROOT / "run.py", *arguments], capture_output=True, text=True, check=True
        )
        for command in ("play", "test", "test fast", "fuzz", "prove", "screens", "mutate", "bench", "setup", "lock"):
            assert f"run.py {command}" in done.stdout


@pytest.mark.parametrize("arguments", [["ply"], ["--play"], ["setup", "nonsense"], ["setup", "play", "test"]])
def test_nonsense_is_refused_in_one_line(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "run.py", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "There is no" in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_an_old_python_can_read_it_and_hear_why_not() -> None:
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))
    run = load(ROOT / "run.py")
    modules = re.findall(r"^\s*(?:import|from) (\w+)", source, re.M)
    assert len(modules) > 8
    assert set(modules) <= set(sys.stdlib_module_names)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
        with pytest.raises(run.Trouble, match=r"needs Python 3\.11 or newer"):
            run.main(["play"])


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("run_of_" + path.parent.name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_play_sets_up_once_and_passes_on_the_exit_code(place: Place) -> None:
    place.pin("1")
    first = place.run("play", "--as", "king")
    assert first.stdout.endswith("--open with pebble 1 --as king\n"), first.stderr
    assert first.returncode == 7
    assert "Installing 2 packages of requirements/play.txt" in first.stdout
    second = place.run("play")
    assert second.stdout == "building\n--open with pebble 1\n"
    assert second.returncode == 7
    (place.root / "built").touch()
    third = place.run("play")
    (place.root / "built").unlink()
    assert third.stdout == "--open with pebble 1\n"


def test_a_client_that_cannot_be_built_is_not_served(place: Place) -> None:
    place.pin("1")
    (place.root / "broken").touch()
    done = place.run("play")
    (place.root / "broken").unlink()
    assert done.returncode == 1
    assert "the client cannot be built" in done.stderr
    assert "with pebble" not in done.stdout


def test_a_new_version_in_the_list_is_installed(place: Place) -> None:
    place.run("play")
    place.pin("2")
    assert place.run("play").stdout.endswith("--open with pebble 2\n")


def test_a_package_with_another_hash_is_not_installed(place: Place) -> None:
    place.pin("3", digest="0" * 64)
    done = place.run("play")
    assert done.returncode == 2
    assert "its hash differs" in done.stderr
    assert "with pebble" not in done.stdout
    place.pin("3")
    assert place.run("play").stdout.endswith("--open with pebble 3\n")


def test_a_broken_environment_is_made_anew(place: Place) -> None:
    place.pin("1")
    place.run("play")
    load(place.root / "run.py").PYTHON.unlink()
    done = place.run("play")
    assert "Making a virtual environment" in done.stdout
    assert done.stdout.endswith("--open with pebble 1\n")


def test_an_environment_that_leads_to_another_python_does_not_count(place: Place) -> None:
    place.pin("1")
    place.run("play")
    run = load(place.root / "run.py")
    stamp = run.STAMP.read_text(encoding="utf-8")
    assert str(run.PYTHON.resolve()) in stamp
    assert run.installed()
    run.STAMP.write_text(stamp.replace(str(run.PYTHON.resolve()), "/another/python"), encoding="utf-8")
    assert run.installed() == {}
    run.STAMP.write_text(stamp, encoding="utf-8")


def test_what_a_larger_list_has_installed_is_not_forgotten(place: Place) -> None:
    place.pin("1")
    place.list("test", "-r play.txt\n", place.wheel("marble", "1"))
    assert place.run("setup", "test").returncode == 0
    (place.root / "pyproject.toml").write_text((place.root / "pyproject.toml").read_text() + "# changed\n")
    assert "Installing Tafelrunde itself" in place.run("play").stdout
    assert place.run("setup", "test").stdout == f"Ready: {load(place.root / 'run.py').PYTHON.relative_to(place.root)}\n"


def test_another_python_gets_an_environment_of_its_own(place: Place) -> None:
    place.pin("1")
    place.run("play")
    run = load(place.root / "run.py")
    assert run.needed("play").items() <= run.installed().items()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "version_info", (3, 99, 0, "final", 0))
        assert run.installed() == {}


def test_one_failing_check_fails_the_whole_and_the_rest_still_run(
    place: Place, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place.pin("1")
    place.run("play")
    run = load(place.root / "run.py")

    def trouble(out: IO[str] | None) -> int:
        raise run.Trouble("no browser here")

    good = run.Check("Good", lambda out: run.job("-c", "print('the last one ran')", out=out))
    bad = run.Check("Bad", lambda out: run.job("-c", "raise SystemExit('all wrong')", out=out))
    browser = run.Check("Browser", trouble)
    monkeypatch.setattr(run, "set_up", lambda last: None)
    results = {"Good": "ok", "Bad": "FAILED", "Browser": "FAILED"}
    for found, code in (([[good]], 0), ([[bad], [good]], 1), ([[browser], [good]], 1), ([[bad, browser, good], [good]], 1)):
        monkeypatch.setattr(run, "checks", lambda fast, found=found: found)
        assert run.test(["fast"]) == code
        out, err = capfd.readouterr()
        assert out.count("the last one ran") == sum(group.count(good) for group in found)
        summary = [line.split() for line in out.partition("== Summary\n")[2].splitlines()]
        assert summary.pop()[-4:] == ["Tracked", "files", "as", "before"]
        names = [check.name for group in found for check in group]
        assert [(words[-1], words[0]) for words in summary] == [(name, results[name]) for name in names]
        if len(found[0]) > 1:  # side by side: what each has said stands under its name
            assert "== Side by side: Bad, Browser, Good\n" in out
            assert "\n== Bad: FAILED\nall wrong\n" in out
            assert "\n== Browser: FAILED\nno browser here\n" in out
            assert "\n== Good: ok\nthe last one ran\n" in out
            assert not err


def test_without_a_network_it_says_so(place: Place) -> None:
    place.pin("4")
    next(place.registry.glob("pebble-4*")).unlink()
    nowhere = {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "1"}
    done = place.run("play", **nowhere)
    assert done.returncode == 2
    assert "The package registry cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr


def test_fast_leaves_out_the_slow_and_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    run = load(ROOT / "run.py")
    called: list[str] = []

    def note(*arguments: str, **more: object) -> int:
        called.append(" ".join(arguments))
        return 0

    monkeypatch.setattr(run, "job", note)
    for check in (check for group in run.checks(fast=True) for check in group):
        check.work(None)
    assert any("pytest" in line and line.endswith("-m not browser and not slow") for line in called)
    assert any("ruff check" in line for line in called)
    assert any("mypy" in line for line in called)


@pytest.mark.parametrize("code", [0, 1, 4])
def test_what_fails_once_has_failed(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run = load(ROOT / "run.py")
    called: list[tuple[str, ...]] = []

    def answer(*arguments: str, **more: object) -> int:
        called.append(arguments)
        return code

    monkeypatch.setattr(run, "job", answer)
    assert run.pytest("browser", "2", None) == code
    assert len(called) == 1


def test_a_test_that_writes_a_tracked_file_is_noticed(
    place: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = load(place.root / "run.py")

    def git(*arguments: str) -> None:
        person = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *person, *arguments], cwd=place.root, check=True, capture_output=True)

    assert run.tracked() == {}  # no git here yet
    git("init")
    git("add", "run.py", "backend.py")
    git("commit", "-m", "first")
    (place.root / "backend.py").write_text("one's own change")
    before = run.tracked()
    assert list(before) == ["backend.py"]
    (place.root / "untracked").touch()
    assert run.unchanged(before)[1] == 0
    monkeypatch.setattr(run, "set_up", lambda last: None)
    writes = run.Check("Writes", lambda out: (place.root / "backend.py").write_text("") or 0)
    monkeypatch.setattr(run, "checks", lambda fast: [[writes]])
    assert run.test(["fast"]) == 1
    assert "  backend.py\n" in capsys.readouterr().out
