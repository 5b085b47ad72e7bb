"""`play`: the table in this terminal."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tafelrunde as tr

from ..errors import TafelrundeError
from ..match.texts import LANGUAGES
from .common import Data, chosen_game, read_text, typed_options, usual_players

if TYPE_CHECKING:
    from ..terminal.app import TableApp


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(play)


def play(name: Annotated[str | None, typer.Argument(help="A game, such as el_grande; otherwise a menu asks.")] = None,
         players: Annotated[int | None, typer.Option(help="Seats; four where that is possible.")] = None,
         lang: Annotated[str | None, typer.Option(help="en, hu, cs or de; otherwise the terminal's own.")] = None,
         level: Annotated[str | None, typer.Option(help="How strong bots are: random, simple, strong …")] = None,
         option: Annotated[list[str] | None, typer.Option("--option", "-o", help="short, memory=ledger …")] = None,
         seats: Annotated[str | None, typer.Option(help="Who sits where: human,bot,human,random …")] = None,
         seed: Annotated[str | None, typer.Option(help="The same seed draws the same cards.")] = None,
         resume: Annotated[bool, typer.Option("--resume", help="Continue the last game.")] = False,
         replay: Annotated[Path | None, typer.Option(help="Step through a record.")] = None,
         data: Data = None,
         pace: Annotated[float, typer.Option(min=0.0, help="Seconds between decisions of bots.")] = 0.45) -> None:
    """Play in this terminal, against bots or with people who share the keyboard."""
    # The full-screen table takes a third of a second to import, so it is imported only to play.
    from ..terminal.app import TableApp
    from ..terminal.saves import kept
    from ..terminal.session import HUMAN, Session, read_seats, usual_level
    from ..terminal.words import usual_language

    spoken = checked_language(lang) or usual_language()
    if replay is not None:
        run(TableApp(spoken, record=tr.replay(read_text(replay))))
    elif resume:
        found = kept(name)
        if not found:
            raise TafelrundeError("There is no unfinished game to continue.")
        session = Session.resume(found[0], lang)
        run(TableApp(session.lang, session, pace=pace))
    elif name is not None:
        game = chosen_game(name, data)
        n = players or usual_players(game)
        words = [word.strip() for word in seats.split(",")] if seats else [HUMAN]
        filled = read_seats(words, n, level or usual_level())
        session = Session.begin(game, n, typed_options(game, option or []), filled, spoken, seed)
        run(TableApp(spoken, session, pace=pace))
    else:
        run(TableApp(spoken, pace=pace))


def checked_language(lang: str | None) -> str | None:
    """A language that was typed, if any."""
    if lang is not None and lang not in LANGUAGES:
        raise typer.BadParameter(f"{lang!r} is not one of {', '.join(LANGUAGES)}", param_hint="--lang")
    return lang


def on_terminal() -> bool:
    """Whether there is an interactive terminal."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def run(app: TableApp) -> None:
    """Fill the terminal, if there is one."""
    if not on_terminal():
        raise TafelrundeError("This needs a terminal, but its input or output is a file or a pipe.")
    app.run()
    if app.return_code:
        sys.exit(app.return_code)
