"""The measurements as tables of docs/benchmarks.md."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from tafelrunde.arena.report import markdown_table

PAGE = Path(__file__).resolve().parents[2] / "docs/benchmarks.md"
BEGIN, END = "<!-- machines: written by benchmarks/machines -->", "<!-- end of machines -->"
MACHINES = ("interpreted", "compiled", "wasmtime", "Node", "Chromium")
TABLES = {"decisions": "Random games, decisions/s", "playouts": "Search from the opening, playouts/s"}
SPEED = """## Rules and search on every machine

Machine: {machine}; one core used. {load}

Made by `benchmarks/machines/measure.py`, all machines in one run. Each figure is the best of eighty
short pieces, because other programs make a piece slower, never faster. The games and trees of all
machines were compared and are the same; the interpreter played fewer and was left out.
"""
NEWCOMER = """### The first minutes

A fresh process with an empty cache: `strong` (400 ms, all cores) decides one move after the other
while another process compiles. "before": without modules. The first move includes imports.
"later": compiling took longer than was measured ({seconds} s).
"""


def page(found: dict[str, Any]) -> str:
    """The tables."""
    titles: dict[str, Any] = found["speed"]
    parts = [SPEED.format(machine=found["machine"], load=found["load"]).replace(" \n", "\n")]
    for what, title in TABLES.items():
        rows = []
        for name, one in titles.items():
            rates = [one["rates"][m].get(what) for m in MACHINES]
            rows.append((name, *(f"{rate:,.0f}" if rate else "–" for rate in rates),
                         f"{100 * rates[-1] / rates[1]:.0f} %" if rates[1] else "–"))
        parts.append(markdown_table((title, *MACHINES, "Chromium of compiled"), rows) + "\n")
    sizes = [(name, f"{one['raw'] / 1000:.0f} kB", f"{one['packed'] / 1000:.0f} kB", f"{1000 * one['loaded']:.0f} ms")
             for name, one in titles.items()]
    parts.append(markdown_table(("module", "raw", "gzipped", "read by wasmtime in"), sizes) + "\n")
    if "newcomer" in found:
        rows = [row(name, how, one) for name, pair in found["newcomer"].items() for how, one in pair.items()]
        head = ("title", "", "first move after", "playouts/s interpreted", "playouts/s in the module", "compiled after")
        parts += [NEWCOMER.format(seconds=found["seconds"]), markdown_table(head, rows) + "\n"]
    return "\n".join(parts).rstrip()


def row(name: str, how: str, one: dict[str, Any]) -> tuple[str, ...]:
    """A newcomer's first minutes."""
    rates = [f"{one['rates'][kind]:,.0f}" if kind in one["rates"] else "–" for kind in ("Machine", "WasmMachine")]
    after = one["compiled_after"]
    return name, how, f"{one['first']:.2f} s", *rates, "later" if after is None else f"{after:.0f} s"


def put(text: str) -> None:
    """Replace what stands between the marks; without marks, append it to the page."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2] or "\n"
    PAGE.write_text(f"{before.rstrip()}\n\n{BEGIN}\n\n{text}\n\n{END}{after}", "utf-8")
