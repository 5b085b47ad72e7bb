"""`export-site`: the static edition."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export-site")(export)


def export(folder: Annotated[Path, typer.Argument(help="A new or empty folder.")]) -> None:
    """Write a folder that any web server can serve: the whole table, without a server of ours.

    Try it with `python3 -m http.server --directory FOLDER`.
    """
    from ..games import guests
    from ..offline.site import export_site

    size = export_site(folder)
    if left_out := ", ".join(guests()):
        typer.echo(f"Not in it: {left_out}. Games of other packages need a server.")
    typer.echo(f"{folder}: {size / 1e6:.1f} MB. Try it: python3 -m http.server --directory {folder}")
