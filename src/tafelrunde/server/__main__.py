"""`python -m tafelrunde.server`: the command `tafelrunde serve` alone.  It loads only what the
first page needs.
"""
from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path

from ..errors import TafelrundeError
from .running import serve
from .settings import Settings, flag, load


def parser() -> argparse.ArgumentParser:
    """A flag for every setting except the one that must stay secret on the machine."""
    made = argparse.ArgumentParser("tafelrunde serve", description="Serve tables to browsers.", allow_abbrev=False)
    made.add_argument("--open", action="store_true", help="open the page in the browser")
    made.add_argument("--settings", type=Path, metavar="FILE", help="a TOML file with settings (docs/settings.md)")
    for f in fields(Settings):
        says = f.metadata["says"]
        if f.type == "bool":
            made.add_argument(flag(f.name), action=argparse.BooleanOptionalAction, default=None, help=says)
        elif flag(f.name):
            kind, usual = "NUMBER" if f.type == "int" else "TEXT", f" [{f.default}]" if f.default else ""
            made.add_argument(flag(f.name), metavar=kind, help=says + usual)
    return made


def run(arguments: list[str]) -> None:
    """Serve with these flags."""
    flags = vars(parser().parse_args(arguments))
    show, file = flags.pop("open"), flags.pop("settings")
    serve(load(file, **flags), show)


def main() -> None:
    """Run the server; report a mistake in one sentence."""
    try:
        run(sys.argv[1:])
    except TafelrundeError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
