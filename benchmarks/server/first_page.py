"""How long it takes from `python3 run.py play`, with everything installed, to the first page.

    python benchmarks/server/first_page.py [--starts 5] [--patience 600] [--write]

Each start is the whole command on an empty data folder.  The page counts as there when index.html
and every script and style sheet that it names have come complete; then it is asked who we are
(/api/me), which waits for the whole server. CPU time is that of the one process from its first
moment.  Before each start it waits for a second in which the machine has nothing else to do, for as
long as --patience says, and notes how idle it was.  --write keeps the table in
benchmarks/server/first_page.md.
"""
from __future__ import annotations

import argparse
import http.client
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from machine import machine

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_suffix(".md")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Start:
    """The duration of one start in seconds: wall-clock time and processor time."""

    idle: float
    page: float
    page_cpu: float
    server: float
    server_cpu: float


def measure(port: int, patience: float) -> Start:
    """One start, from the command to the page and to the first answer of the whole server; the
    client is built before.
    """
    subprocess.run([sys.executable, "tools/build_web.py"], cwd=ROOT, check=True)
    idle = quiet(patience)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "run.py", "play", "--port", str(port), "--data-dir", folder, "--log-level", "error"]
        plain = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        began = perf_counter()
        process = subprocess.Popen(command, cwd=ROOT, env=plain, stdout=subprocess.DEVNULL)
        try:
            load_page(port, process)
            page, page_cpu = perf_counter() - began, cpu(process.pid)
            get(port, "/api/me")
            return Start(idle, page, page_cpu, perf_counter() - began, cpu(process.pid))
        finally:
            process.terminate()
            process.wait(60)


def load_page(port: int, process: subprocess.Popen[bytes]) -> None:
    """The page with all that it is made of, as a browser asks for it: on a connection that is
    kept.
    """
    while True:
        try:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            line.connect()
            break
        except ConnectionRefusedError:
            if process.poll() is not None:
                raise SystemExit(f"run.py play ended with {process.returncode}") from None
            sleep(0.005)
    page = get(port, "/", line).decode()
    parts = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
    if not parts:
        raise SystemExit("the page names no script: is the client built?")
    for part in parts:
        get(port, part, line)
    line.close()


def get(port: int, path: str, line: http.client.HTTPConnection | None = None) -> bytes:
    """What the server answers."""
    line = line or http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path)
    answer = line.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}")
    return body


def quiet(patience: float) -> float:
    """Wait for a second in which the machine is idle, or for as long as patience lasts; what share
    of it was idle.
    """
    until = perf_counter() + patience
    while True:
        before = times()
        sleep(1)
        spent = [now - then for now, then in zip(times(), before, strict=True)]
        idle = (spent[3] + spent[4]) / max(1, sum(spent))
        if idle > 0.9 or perf_counter() > until:
            return idle


def times() -> list[int]:
    """How the machine's processors have spent their time; the fourth and fifth values are idle."""
    return [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]


def cpu(pid: int) -> float:
    """Processor seconds of a process: user and system time."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def table(starts: list[Start]) -> str:
    """The measurements as a page."""
    columns = list(zip(*(astuple(start) for start in starts), strict=True))
    rows = [f"| {name} | {median(wall):.2f} s | {max(wall):.2f} s | {median(used):.2f} s |"
            for name, wall, used in (("the page, with its scripts and styles", columns[1], columns[2]),
                                     ("the whole server (`/api/me`)", columns[3], columns[4]))]
    busy = "" if max(columns[0]) > 0.5 else " It was busy with other work, so the processor time tells more than the clock."
    return (f"# The first page\n\nMade by `python benchmarks/server/first_page.py --write`: {len(starts)} times the whole of "
            "`python3 run.py play`, everything installed, on an\nempty data folder, from the start of the process.\n\n"
            "| until | median | worst | processor time (median) |\n|---|---|---|---|\n" + "\n".join(rows)
            + f"\n\nMachine: {machine()}. "
            f"Before each start {min(columns[0]):.0%} to {max(columns[0]):.0%} of it were idle.{busy}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--patience", type=float, default=0, help="seconds to wait for an idle machine before each start")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    starts = []
    for number in range(chosen.starts + 1):
        start = measure(chosen.port, chosen.patience)
        if number:  # the first one brings the files into memory
            starts.append(start)
            print(f"{start.idle:.0%} idle: page {start.page:.2f} s, {start.page_cpu:.2f} s of the processor; "
                  f"server {start.server:.2f} s, {start.server_cpu:.2f} s", flush=True)
    text = table(starts)
    print("\n" + text)
    if chosen.write:
        FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
