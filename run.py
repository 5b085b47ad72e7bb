"""Run Tafelrunde and its tests on a machine that has only Python.

    python3 run.py play          set up and play in the browser
    python3 run.py test          set up and run every check and test

Other commands, for developers:

    python3 run.py test fast     leave out the slow tests and those in a browser
    python3 run.py test -k king  run only the tests that pytest selects with these arguments
    python3 run.py fuzz [MINUTES]  every random test with fresh seeds; failures are kept in .fuzz
    python3 run.py prove [TITLE]   play millions of random games; check the laws after every decision
    python3 run.py screens       take the pictures of docs/screens
    python3 run.py mutate        break the rules one line at a time and see that the tests notice
    python3 run.py bench         measure, side by side with other engines
    python3 run.py setup [LIST]  only set up: play, test (the default) or bench
    python3 run.py lock          pin the dependencies again (--upgrade takes the newest)
    python3 run.py audit         look up known vulnerabilities of the pinned dependencies
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed.json"
LISTS = ("build", "play", "test", "bench")  # each builds on the one before it


class Trouble(Exception):
    """The person at the keyboard can fix this; the message says how."""


# ---------------------------------------------------------------- setting up


def needed(last: str) -> dict[str, str]:
    """For every list up to `last`, a digest of everything that determines what is installed."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {ROOT}".encode())
    found: dict[str, str] = {}
    for name in LISTS[: LISTS.index(last) + 1]:
        digest.update((ROOT / "requirements" / f"{name}.txt").read_bytes())
        found[name] = digest.hexdigest()
    found["project"] = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    return found


def interpreter() -> str:
    """Which Python runs this, and which one the environment uses."""
    return f"{sys.version_info[:2]} {PYTHON.resolve(strict=True)}"


def installed() -> dict[str, str]:
    """What the last complete installation wrote down; nothing if the environment's Python is gone
    or another one.
    """
    try:
        found: dict[str, str] = json.loads(STAMP.read_text(encoding="utf-8"))
        return found if found.pop("python", "") == interpreter() else {}
    except (OSError, ValueError):
        return {}


def set_up(last: str) -> None:
    """Make .venv hold the packages of list `last` and the project itself, unless it does
    already.
    """
    want, have = needed(last), installed()
    if want.items() <= have.items():
        return
    if not have:
        make_environment()
    STAMP.unlink(missing_ok=True)
    if any(have.get(name) != want[name] for name in want if name != "project"):
        pip("--require-hashes", "-r", "requirements/build.txt")
        pip("--require-hashes", "--no-build-isolation", "-r", f"requirements/{last}.txt")
    pip("--no-deps", "--no-build-isolation", "--editable", ".")
    STAMP.write_text(json.dumps({**have, **want, "python": interpreter()}, indent=2) + "\n", encoding="utf-8")


def make_environment() -> None:
    say("Making a virtual environment in .venv")
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        raise Trouble(
            "This Python cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv"
        ) from None
    try:
        venv.EnvBuilder(with_pip=True, clear=True, symlinks=os.name != "nt").create(VENV)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Trouble(f"The virtual environment could not be made in {VENV}: {error}") from None


def pip(*arguments: str) -> None:
    """Run pip install and show its progress; print pip's output only if it fails."""
    total = len(pins(Path(arguments[-1]))) if "-r" in arguments else 1
    what = f"{total} packages of {arguments[-1]}" if "-r" in arguments else "Tafelrunde itself"
    say(f"Installing {what}")
    command = [str(PYTHON), "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    command += ["--progress-bar", "off", *arguments]
    lines: list[str] = []
    seen = 0
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip())
            if line.startswith(("Collecting ", "Requirement already satisfied")):
                seen += 1
                progress(f"{seen} of {total} found")
            elif line.startswith("Installing collected"):
                progress("unpacking")
    progress("")
    if process.returncode != 0:
        raise Trouble(pip_trouble(lines))


def pins(path: Path) -> list[str]:
    """The `name==version` lines of a list and of the lists below it."""
    text = (ROOT / path).read_text(encoding="utf-8")
    below = [pin for name in re.findall(r"^-r (\S+)", text, re.M) for pin in pins(path.parent / name)]
    return below + re.findall(r"^\S+==\S+", text, re.M)


def pip_trouble(lines: list[str]) -> str:
    """Say in one sentence why pip failed, and quote its last lines."""
    text = "\n".join(lines)
    last = "\n".join("    " + line for line in lines[-12:])
    if "DO NOT MATCH THE HASHES" in text:
        reason = "A downloaded package is not the pinned one: its hash differs. It was not installed."
    elif re.search(r"NewConnection|Temporary failure in name|Retrying \(|ConnectTimeout|ProxyError", text):
        reason = "The package registry cannot be reached. Is this machine connected to the network?"
    elif "No space left" in text:
        reason = "The disk is full. About 3 GB are needed."
    else:
        reason = "A package could not be installed."
    return f"{reason} pip said:\n{last}"


# ---------------------------------------------------------------- the commands


def play(arguments: list[str]) -> int:
    """Set up, build the client, start a private server and open its page."""
    set_up("play")
    builder = ROOT / "tools" / "build_web.py"
    # Asked here because starting another Python would delay the page
    built = runpy.run_path(str(builder))["is_built"]()
    return (0 if built else job(str(builder))) or become("-m", "tafelrunde.server", "--open", *arguments)


class Check(NamedTuple):
    """Something that `test` looks at; `work` returns an exit code and writes to the file that it is
    given, if any.
    """

    name: str
    work: Callable[[IO[str] | None], int]


def test(arguments: list[str]) -> int:
    """Set up and run every check; then one line for each. With pytest's own arguments, only
    pytest.
    """
    set_up("test")
    if arguments and arguments != ["fast"]:
        return job("-m", "pytest", *arguments)
    before = tracked()
    results = [result for group in checks(fast=bool(arguments)) for result in run_group(group)]
    results.append(unchanged(before))
    say("Summary")
    for name, code, seconds in results:
        print(f"  {'ok    ' if code == 0 else 'FAILED'}  {seconds:6.1f} s  {name}")
    return int(any(code for _, code, _ in results))


def checks(fast: bool) -> list[list[Check]]:
    """Every check, in the order in which they run; those that keep one core busy stand together and
    run side by side.
    """
    chosen = "not browser and not slow" if fast else "not browser"
    workers = str(min(4, (os.cpu_count() or 1) + 1))  # tests often wait for servers
    first = [
        Check("Lint (ruff)", lambda out: job("-m", "ruff", "check", ".", out=out)),
        Check("Types (mypy, strict)", lambda out: job("-m", "mypy", out=out)),
    ]
    rules = Check(
        "Compile the rules (numba, with bounds checks)",
        lambda out: job("tools/compile_rules.py", out=out, NUMBA_BOUNDSCHECK="1"),
    )
    tests = Check("Tests (pytest)", lambda out: pytest(chosen, workers, out))
    if fast:
        return [first, [rules], [tests]]
    first.append(Check("The client (eslint, svelte-check, tsc, vitest, vite)", client))
    first.append(Check("A browser for the tests (chromium)", provide_chromium))
    # Two servers, two browsers
    browser = Check("Tests in a browser (playwright)", lambda out: pytest("browser", "2", out))
    return [first, [rules], [tests], [browser]]


def run_group(group: list[Check]) -> list[tuple[str, int, float]]:
    """Run the checks of a group, side by side when there are several: then what each has said comes
    whole at its end.
    """
    if len(group) == 1:
        say(group[0].name)
        return [run_check(group[0], None)]
    from concurrent.futures import ThreadPoolExecutor

    say("Side by side: " + ", ".join(check.name for check in group))
    with ThreadPoolExecutor(len(group)) as pool:
        return list(pool.map(run_beside, group))


def run_beside(check: Check) -> tuple[str, int, float]:
    """Run a check in the background, then print its output."""
    import tempfile

    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
        result = run_check(check, out)
        out.seek(0)
        print(f"\n== {result[0]}: {'ok' if result[1] == 0 else 'FAILED'}\n{out.read()}", end="", flush=True)
    return result


def run_check(check: Check, out: IO[str] | None) -> tuple[str, int, float]:
    """Run one check: its name, its exit code and how long it took."""
    began = time.monotonic()
    try:
        code = check.work(out)
    except Trouble as trouble:
        print(trouble, file=out)
        code = 2
    return check.name, code, time.monotonic() - began


def pytest(chosen: str, workers: str, out: IO[str] | None) -> int:
    """Run the tests with these marks side by side. Nothing is tried twice: what fails once has
    failed.
    """
    return job("-m", "pytest", "-n", workers, "--dist", "worksteal", "-m", chosen, out=out)


def tracked() -> dict[str, str]:
    """Every tracked file that differs from the last commit, with a digest of what it says; nothing
    without git.
    """
    try:
        done = subprocess.run(["git", "diff", "HEAD", "--name-only", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return {}
    names = [name for name in done.stdout.split("\0") if name]
    return {name: digest_of(ROOT / name) for name in names}


def digest_of(path: Path) -> str:
    """A digest of a file; empty when it is gone."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def unchanged(before: dict[str, str]) -> tuple[str, int, float]:
    """Fail if a test wrote a tracked file: compare with the digests taken before."""
    after = tracked()
    written = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    if written:
        say("Tracked files were changed while the tests ran")
        print("\n".join(f"  {name}" for name in written))
    return "Tracked files as before", int(bool(written)), 0.0


def client(out: IO[str] | None) -> int:
    """Check the client and build it, for the tests in a browser."""
    checked = job("tools/build_web.py", "check", out=out)
    return job("tools/build_web.py", out=out) or checked


def provide_chromium(out: IO[str] | None) -> int:
    """The browser tests use Debian's chromium; install it where that is possible."""
    if shutil.which("chromium"):
        return 0
    if not shutil.which("apt-get") or os.name == "nt" or os.geteuid() != 0:
        raise Trouble("The browser tests need chromium. On Debian: apt-get install chromium (as root)")
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        done = subprocess.run(["apt-get", "-qq", *command], env=variables, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Trouble(f"chromium could not be installed. apt-get said:\n{done.stderr.strip()}")
    print("installed", file=out)
    return 0


def fuzz(arguments: list[str]) -> int:
    set_up("test")
    return job("tools/fuzz.py", *arguments)


def prove(arguments: list[str]) -> int:
    """Set up and play random games, checking the laws after every decision."""
    set_up("test")
    return job("tools/prove.py", *arguments)


def screens(arguments: list[str]) -> int:
    """Set up, build the client and take the pictures of docs/screens."""
    set_up("test")
    provide_chromium(None)
    return job("tools/build_web.py") or job("-m", "pytest", "tests/browser/screens.py", *arguments)


def mutate(arguments: list[str]) -> int:
    """Set up and run the mutation tests of the rule modules."""
    set_up("test")
    return job("tools/mutate.py", *arguments)


def bench(arguments: list[str]) -> int:
    """Set up with the peers and run the benchmarks."""
    set_up("bench")
    return job("benchmarks/run.py", *arguments)


def setup(arguments: list[str]) -> int:
    wanted = arguments or ["test"]
    if len(wanted) != 1 or wanted[0] not in LISTS:
        raise Trouble(f"There is no list {' '.join(wanted)!r}. Lists: {', '.join(LISTS)}")
    set_up(wanted[0])
    print(f"Ready: {PYTHON.relative_to(ROOT)}")
    return 0


def lock(arguments: list[str]) -> int:
    """Update the pins of the dependencies and install what changed."""
    set_up("test")
    code = job("requirements/lock.py", *arguments)
    if code == 0:
        set_up("test")
    return code


def audit(arguments: list[str]) -> int:
    """Look up known vulnerabilities of the pinned dependencies."""
    set_up("play")
    return job("tools/audit.py", *arguments)


COMMANDS = {"play": play, "test": test, "fuzz": fuzz, "prove": prove, "screens": screens, "mutate": mutate, "bench": bench,
            "setup": setup, "lock": lock, "audit": audit}


# ---------------------------------------------------------------- small things


def job(*arguments: str, out: IO[str] | None = None, **variables: str) -> int:
    """Run the environment's Python in the project's folder and return its exit code; `out` gets
    what it says.
    """
    return subprocess.run(
        [str(PYTHON), *arguments], cwd=ROOT, env=environment() | variables, check=False,
        stdout=out, stderr=None if out is None else subprocess.STDOUT,
    ).returncode  # fmt: skip


def become(*arguments: str) -> int:
    """Go on as the environment's Python in the project's folder: no second process, so that signals
    reach the right one.
    """
    if os.name != "nt":  # Windows knows no way to go on as another program
        os.chdir(ROOT)
        os.execve(PYTHON, [str(PYTHON), *arguments], environment())
    return job(*arguments)


def environment() -> dict[str, str]:
    """The variables for the environment's Python."""
    path = os.pathsep.join([str(PYTHON.parent), os.environ.get("PATH", "")])
    found = {**os.environ, "PYTHONUTF8": "1", "PATH": path}
    found.pop("PYTHONHOME", None)
    return found


def say(headline: str) -> None:
    print(f"\n== {headline}", flush=True)


def progress(text: str) -> None:
    """Print a line that overwrites itself, on a terminal only."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K   {text}" if text else "\r\x1b[K", end="", flush=True)


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  (an older Python must say so itself)
        raise Trouble(f"Tafelrunde needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__)
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        raise Trouble(f"There is no command {name!r}. Commands: {', '.join(COMMANDS)}")
    return COMMANDS[name](rest)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        print(f"\n{trouble}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        sys.exit(130)
