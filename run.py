"""Tafelrunde's two commands, on a machine that has only Python.

    python3 run.py play          set up and play in the browser
    python3 run.py test          set up and run every check and test

Further, for people who work on it:

    python3 run.py test fast     leave out the slow tests and those in a browser
    python3 run.py test -k king  only the tests that pytest chooses by these arguments
    python3 run.py mutate        break the rules one line at a time and see that the tests notice
    python3 run.py bench         measure, side by side with other engines
    python3 run.py setup [LIST]  only set up: play, test (the usual) or bench
    python3 run.py lock          pin the dependencies anew (--upgrade takes the newest)
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

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed.json"
LISTS = ("build", "play", "test", "bench")  # each builds on the one before it


class Trouble(Exception):
    """Something the person at the keyboard can mend; the message says how."""


# ---------------------------------------------------------------- setting up


def needed(last: str) -> dict[str, str]:
    """For every list up to `last`, a digest of all that decides what is installed."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {ROOT}".encode())
    found: dict[str, str] = {}
    for name in LISTS[: LISTS.index(last) + 1]:
        digest.update((ROOT / "requirements" / f"{name}.txt").read_bytes())
        found[name] = digest.hexdigest()
    found["project"] = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    return found


def interpreter() -> str:
    """Which Python runs this, and which the environment leads to."""
    return f"{sys.version_info[:2]} {PYTHON.resolve(strict=True)}"


def installed() -> dict[str, str]:
    """What the last complete installation wrote down; nothing if the environment's Python is gone or another one."""
    try:
        found: dict[str, str] = json.loads(STAMP.read_text(encoding="utf-8"))
        return found if found.pop("python", "") == interpreter() else {}
    except (OSError, ValueError):
        return {}


def set_up(last: str) -> None:
    """Make .venv hold the packages of list `last` and the project itself, unless it does already."""
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
    """A new virtual environment in .venv."""
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
    """Run pip install and show how far it is; its own words only when it fails."""
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
    """The `name==version` lines of a list and of those it builds on."""
    text = (ROOT / path).read_text(encoding="utf-8")
    below = [pin for name in re.findall(r"^-r (\S+)", text, re.M) for pin in pins(path.parent / name)]
    return below + re.findall(r"^\S+==\S+", text, re.M)


def pip_trouble(lines: list[str]) -> str:
    """Say in one sentence why pip failed, with its last words."""
    text = "\n".join(lines)
    last = "\n".join("    " + line for line in lines[-12:])
    if "DO NOT MATCH THE HASHES" in text:
        reason = "A downloaded package is not the pinned one: its hash differs. It was not installed."
    elif re.search(r"NewConnection|Temporary failure in name|Retrying \(|ConnectTimeout|ProxyError", text):
        reason = "The package registry cannot be reached. Is this machine connected to the network?"
    elif "No space left" in text:
        reason = "The disk is full. About 2 GB are needed."
    else:
        reason = "A package could not be installed."
    return f"{reason} pip said:\n{last}"


# ---------------------------------------------------------------- the commands


def play(arguments: list[str]) -> int:
    """Set up, build the client, start a server of one's own and open its page."""
    set_up("play")
    builder = ROOT / "tools" / "build_web.py"
    built = runpy.run_path(str(builder))["is_built"]()  # asked here: to start a Python for it would hold up the page
    return (0 if built else job(str(builder))) or become("-m", "tafelrunde.server", "--open", *arguments)


def test(arguments: list[str]) -> int:
    """Set up and run every check; then one line for each. With pytest's own arguments, only pytest."""
    set_up("test")
    if arguments and arguments != ["fast"]:
        return job("-m", "pytest", *arguments)
    results: list[tuple[str, int, float]] = []
    for name, check in checks(fast=bool(arguments)):
        say(name)
        began = time.monotonic()
        try:
            code = check()
        except Trouble as trouble:
            print(trouble)
            code = 2
        results.append((name, code, time.monotonic() - began))
    say("Summary")
    for name, code, seconds in results:
        print(f"  {'ok    ' if code == 0 else 'FAILED'}  {seconds:6.1f} s  {name}")
    return int(any(code for _, code, _ in results))


def checks(fast: bool) -> list[tuple[str, Callable[[], int]]]:
    """Every check with its headline, in the order in which they run; each returns its exit code."""
    chosen = "not browser and not slow" if fast else "not browser"
    workers = str(min(4, os.cpu_count() or 1))
    found: list[tuple[str, Callable[[], int]]] = [
        ("Lint (ruff)", lambda: job("-m", "ruff", "check", ".")),
        ("Types (mypy, strict)", lambda: job("-m", "mypy")),
        ("Compile the rules (numba, with bounds checks)", lambda: job("tools/compile_rules.py", NUMBA_BOUNDSCHECK="1")),
        ("Tests (pytest)", lambda: job("-m", "pytest", "-n", workers, "--dist", "worksteal", "-m", chosen)),
    ]
    if not fast:
        found.append(("The client (eslint, svelte-check, tsc, vitest)", lambda: job("tools/build_web.py", "check")))
        if (ROOT / "tests" / "browser").is_dir():
            found.append(("Tests in a browser (playwright)", browser_tests))
    return found


def browser_tests() -> int:
    """The tests that drive a real browser, which is installed first where it is missing."""
    provide_chromium()
    return job("tools/build_web.py") or job("-m", "pytest", "-m", "browser")


def provide_chromium() -> None:
    """The browser tests drive Debian's chromium; install it where that is possible."""
    if shutil.which("chromium"):
        return
    if not shutil.which("apt-get") or os.name == "nt" or os.geteuid() != 0:
        raise Trouble("The browser tests need chromium. On Debian: apt-get install chromium (as root)")
    say("Installing chromium")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        done = subprocess.run(
            ["apt-get", "-qq", *command], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise Trouble(f"chromium could not be installed. apt-get said:\n{done.stderr.strip()}")


def mutate(arguments: list[str]) -> int:
    """Set up and run the mutation check over the rule modules."""
    set_up("test")
    return job("tools/mutate.py", *arguments)


def bench(arguments: list[str]) -> int:
    """Set up with the peers and measure."""
    set_up("bench")
    return job("benchmarks/run.py", *arguments)


def setup(arguments: list[str]) -> int:
    """Only set up."""
    wanted = arguments or ["test"]
    if len(wanted) != 1 or wanted[0] not in LISTS:
        raise Trouble(f"There is no list {' '.join(wanted)!r}. Lists: {', '.join(LISTS)}")
    set_up(wanted[0])
    print(f"Ready: {PYTHON.relative_to(ROOT)}")
    return 0


def lock(arguments: list[str]) -> int:
    """Pin the dependencies anew and install what changed."""
    set_up("test")
    code = job("requirements/lock.py", *arguments)
    if code == 0:
        set_up("test")
    return code


COMMANDS = {"play": play, "test": test, "mutate": mutate, "bench": bench, "setup": setup, "lock": lock}


# ---------------------------------------------------------------- small things


def job(*arguments: str, **variables: str) -> int:
    """Run the environment's Python in the project's folder and return its exit code."""
    return subprocess.run([str(PYTHON), *arguments], cwd=ROOT, env=environment() | variables, check=False).returncode


def become(*arguments: str) -> int:
    """Go on as the environment's Python in the project's folder: no second process, so that signals reach the right one."""
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
    """A headline."""
    print(f"\n== {headline}", flush=True)


def progress(text: str) -> None:
    """A line that overwrites itself; only where somebody watches."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K   {text}" if text else "\r\x1b[K", end="", flush=True)


def main(arguments: list[str]) -> int:
    """Run the command that is asked for."""
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
