"""`replay`, `verify` and `draw`: commands for records."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import tafelrunde as tr

from ..match.match import Match
from ..match.records import parse
from ..match.replaying import drawn_shown, recomputed
from .common import read_text

File = Annotated[Path, typer.Argument(help="A record.", show_default=False)]
At = Annotated[int | None, typer.Option("--at", help="Stop after this many decisions.")]
Lang = Annotated[str, typer.Option("--lang", help="en, hu, cs or de.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(replay)
    app.command()(verify)
    app.command()(draw)


def replay(file: File, at: At = None, lang: Lang = "en", moves: bool = True) -> None:
    """Tell a recorded game in sentences and show the position at its end."""
    match = tr.replay(read_text(file), decisions=at)
    if moves:
        for event in match.events(lang=lang):
            typer.echo(event["text"])
        typer.echo("")
    show_standing(match, lang)


def show_standing(match: Match, lang: str) -> None:
    """The scores as a table, and whose decision it is."""
    texts = match.texts(lang)
    table = Table(show_header=False, box=None)
    for place, seats in enumerate(match.ranking, start=1):
        for seat in seats:
            table.add_row(f"{place}.", texts.word("seat", seat), str(match.scores[seat]))
    Console().print(table)
    typer.echo(match.prompt(None, lang))


def verify(file: File,
           commitment: Annotated[str | None, typer.Option(help="The seed commitment that you saw before the game.")] = None,
           draws: Annotated[bool, typer.Option("--draws", help="List every draw, as JSON.")] = False) -> None:
    """Recompute every draw of a finished game from its revealed secret, with the rules."""
    text = read_text(file)
    header = parse(text).header
    if commitment is not None and header.get("Seed commitment") != commitment.strip().lower():
        raise tr.Unverified("the record has another seed commitment than the one that was shown before the game")
    found = recomputed(tr.game(header["Game"]), text)
    if draws:
        typer.echo(json.dumps({"drawn": [drawn_shown(draw, line) for draw, line in found]}, ensure_ascii=False, indent=1))
    else:
        typer.secho(f"Fair: all {len(found)} draws follow from the secret that was fixed before the game.", fg="green")


def draw(file: File, output: Annotated[Path, typer.Option("--output", "-o", help="board.svg or board.png")],
         at: At = None, seat: Annotated[int | None, typer.Option(help="As this seat sees it.")] = None,
         lang: Lang = "en", scale: Annotated[float, typer.Option(help="PNG only: pixels per unit.")] = 1.0) -> None:
    """Draw a position of a recorded game."""
    match = tr.replay(read_text(file), decisions=at)
    if seat is not None and not 0 <= seat < match.players:
        raise typer.BadParameter(f"this game has the seats 0 to {match.players - 1}", param_hint="--seat")
    picture = match.svg(seat, lang)
    kind = output.suffix.lower()
    if kind == ".svg":
        output.write_text(picture, encoding="utf-8")
    elif kind == ".png":
        from ..drawing.png import to_png

        output.write_bytes(to_png(picture, scale))
    else:
        raise typer.BadParameter("the picture's name ends in .svg or .png", param_hint="--output")
    typer.echo(f"{output}: the position after {match.decisions} decisions")
