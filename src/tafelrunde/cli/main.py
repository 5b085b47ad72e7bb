"""The program `tafelrunde` and its commands."""
from __future__ import annotations

import sys
from importlib import import_module

import typer

from ..errors import TafelrundeError

app = typer.Typer(help="A table for board games: play them, replay them, let bots play them.", no_args_is_help=True,
                  pretty_exceptions_enable=False, add_completion=False)

ROOMS = ("play", "records", "reading", "simulate", "bench", "kernels", "train", "arena", "serve", "site")
"""The modules of this package that add commands, in the order of the help page."""

for room in ROOMS:
    try:
        module = import_module(f"{__package__}.{room}")
    except ModuleNotFoundError as missing:
        # A module whose extra is not installed adds no commands. A missing module of our own is an
        # error.
        if (missing.name or "").startswith("tafelrunde.") and missing.name != f"{__package__}.{room}":
            raise
        continue
    module.register(app)


def main() -> None:
    """Run a command; report a user's mistake in one sentence, without a stack trace."""
    try:
        app()
    except TafelrundeError as error:
        typer.secho(str(error), fg="red", err=True)
        sys.exit(2)
    except (FileNotFoundError, IsADirectoryError, PermissionError, UnicodeDecodeError) as error:
        typer.secho(f"The file cannot be read: {error}", fg="red", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
