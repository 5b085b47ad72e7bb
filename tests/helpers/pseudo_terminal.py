"""The real program in a terminal: one that the test emulates itself, or tmux."""
from __future__ import annotations

import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path

COMMAND = [sys.executable, "-m", "tafelrunde.cli.main"]
ESCAPE = re.compile(
    r"\x1b\[([?<>=]?)([\d;:]*)([ -/]*[@-~])"  # a command with numbers
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[P_^][^\x1b]*\x1b\\"  # a message to the terminal
    r"|\x1b[()][A-Z0-9]|\x1b[^\[\]P_^()]")
COLOURS = {*range(30, 39), *range(40, 49), *range(90, 108)}
PATIENCE = 120.0
"""Seconds until a test gives up on a program that does not answer."""


class Screen:
    """What a terminal shows: enough of one for programs that write text at places."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = [[" "] * width for _ in range(height)]
        self.x = self.y = 0
        self.coloured = False

    def feed(self, text: str) -> str:
        """Show what a program writes; what is left over is the beginning of something
        unfinished.
        """
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self.write(text[at])
                at += 1
                continue
            found = ESCAPE.match(text, at)
            if found is None:
                return text[at:]
            self.obey(found)
            at = found.end()
        return ""

    def write(self, character: str) -> None:
        if character == "\r":
            self.x = 0
        elif character == "\n":
            self.y = min(self.y + 1, self.height - 1)
        elif character >= " " and self.y < self.height:
            if self.x < self.width:
                self.cells[self.y][self.x] = character
            self.x += 1

    def obey(self, found: re.Match[str]) -> None:
        private, numbers, command = found.group(1), found.group(2) or "", found.group(3) or ""
        if private:
            return
        given = [int(n) if n else 0 for n in re.split("[;:]", numbers)]
        if command == "H":
            self.y = max(1, given[0]) - 1
            self.x = max(1, given[1] if len(given) > 1 else 1) - 1
        elif command == "J":
            self.cells = [[" "] * self.width for _ in range(self.height)]
        elif command == "m":
            self.coloured = self.coloured or not COLOURS.isdisjoint(given)

    def text(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.cells)


class PseudoTerminal:
    """The program under a pseudo-terminal."""

    def __init__(self, arguments: list[str], home: Path, size: tuple[int, int] = (100, 30), **environment: str) -> None:
        self.screen = Screen(*size)
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.environ.update({"TAFELRUNDE_HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor",
                               "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": str(size[0]),
                               "LINES": str(size[1]), **environment})
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            os.execv(COMMAND[0], [*COMMAND, *arguments])
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        left, undecoded = "", b""
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            undecoded += data
            text = undecoded.decode("utf-8", errors="ignore")
            undecoded = undecoded[len(text.encode("utf-8")):]
            left = self.screen.feed(left + text)

    def shown(self) -> str:
        return self.screen.text()

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode("utf-8"))

    def kill(self) -> None:
        """End the program as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.master)

    def close(self) -> None:
        self.kill()


class Tmux:
    """The program in a window of tmux."""

    def __init__(self, arguments: list[str], home: Path, size: tuple[int, int] = (100, 30)) -> None:
        self.tmux = ["tmux", "-S", str(home / "tmux")]
        environment = {**os.environ, "TAFELRUNDE_HOME": str(home), "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
        for size_of_another_terminal in ("COLUMNS", "LINES"):
            environment.pop(size_of_another_terminal, None)
        width, height = map(str, size)
        subprocess.run([*self.tmux, "-u", "new-session", "-d", "-s", "table", "-x", width, "-y", height, *COMMAND,
                        *arguments], check=True, env=environment)

    def shown(self) -> str:
        found = subprocess.run([*self.tmux, "capture-pane", "-p", "-t", "table"], check=False, capture_output=True)
        return found.stdout.decode("utf-8")

    def press(self, keys: str) -> None:
        names = {"\r": "Enter", "\x1b": "Escape"}
        for key in keys:
            literal = [] if key in names else ["-l"]
            subprocess.run([*self.tmux, "send-keys", "-t", "table", *literal, names.get(key, key)], check=True)

    def close(self) -> None:
        subprocess.run([*self.tmux, "kill-server"], check=False, capture_output=True)


def has_tmux() -> bool:
    """Whether tmux is there; it is installed where that is possible."""
    if shutil.which("tmux") is None and shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "-y", "--no-install-recommends", "tmux"]):
            subprocess.run(["apt-get", "-qq", *words], env=quiet, check=False, capture_output=True)
    return shutil.which("tmux") is not None


def wait_for(what: Callable[[], bool], why: Callable[[], str] = lambda: "") -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, f"it never came to that\n{why()}"
        time.sleep(0.03)


def comes_soon(what: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Wait a little for something; whether it came.  A busy machine may not hear a key, so one
    presses again.
    """
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.03)
    return what()
