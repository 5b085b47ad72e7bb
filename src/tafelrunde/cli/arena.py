"""`arena`, `lab` and `check-bot`: bots against each other, and what many games tell about a
game.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import tafelrunde as tr

from .common import USUAL, typed_options, usual_players

if TYPE_CHECKING:
    from ..arena.answers import Answer

GameName = Annotated[str, typer.Argument(help="A game, such as el_grande.")]
Players = Annotated[int | None, typer.Option(help="Seats; four where that is possible.")]
Games = Annotated[int, typer.Option(min=1, help="How many games, at least.")]
Seed = Annotated[int, typer.Option(help="The seed of the deals.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="short, memory=ledger …")]
Workers = Annotated[int, typer.Option(min=1, help="Processes on this machine.")]
Ray = Annotated[str | None, typer.Option(help="Address of a Ray cluster; `local` starts one here.")]
Results = Annotated[Path, typer.Option("--results", help="The file that keeps every game.")]
Output = Annotated[Path | None, typer.Option("--output", "-O", help="A folder for the report and its plots.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(arena)
    app.command()(lab)
    app.command("check-bot")(check_bot)


def arena(name: GameName = USUAL, players: Players = None,
          bots: Annotated[str, typer.Option(help="Who plays: strong:50ms,simple,simple,random")] = "strong:50ms,simple",
          games: Games = 400, seed: Seed = 0, option: Options = None, workers: Workers = 1, ray: Ray = None,
          threads: Annotated[int, typer.Option(min=1, help="Cores for one decision.")] = 1,
          results: Results = Path("arena.sqlite"), output: Output = None,
          records: Annotated[bool, typer.Option(help="Keep every game's record too.")] = False) -> None:
    """Let bots play a tournament with the same deals in every seating. You can interrupt it and
    start it again.
    """
    from rich.console import Console

    from ..arena.report import COLUMNS, bot_row, interval, write_report
    from ..arena.running import run
    from ..arena.statistics import summarise
    from ..arena.store import Store
    from ..arena.tournament import Tournament
    from .tables import show_table

    game = tr.game(name)
    asked = lineup(bots, players or (usual_players(game) if "," not in bots else None))
    tournament = Tournament(name, asked, games, seed, typed_options(game, option or []), threads)
    with Store(results) as store:
        done = len(store.done(tournament, recorded=records))
        with_progress(f"{name}: {len(tournament.tasks())} games", len(tournament.tasks()), done,
                      lambda tick: run(tournament, store, workers, ray, records, tick))
        summary = summarise(store.results(tournament))
    console = Console()
    console.print(f"{name}, {summary.games} games in {len(tournament.seatings)} seatings", style="bold")
    show_table(COLUMNS, [bot_row(line) for line in summary.bots], "", console)
    console.print("Wins by seat: " + ", ".join(f"{p}: {interval(rate)}" for p, rate in enumerate(summary.seats)))
    if output is not None:
        for path in write_report(tournament, summary, output):
            console.print(f"[dim]{path}[/dim]")


def lineup(text: str, players: int | None) -> tuple[str, ...]:
    """The bots of a line-up; the last one fills the remaining seats.

    >>> lineup("strong:50ms,simple", 4)
    ('strong:50ms', 'simple', 'simple', 'simple')
    """
    found = [b.strip() for b in text.split(",") if b.strip()]
    if not found:
        raise tr.TafelrundeError("bots: name at least one, such as strong:50ms,simple,simple,random")
    if players is not None and len(found) > players:
        raise tr.TafelrundeError(f"bots: {len(found)} bots do not fit {players} seats")
    return tuple(found + [found[-1]] * ((players or len(found)) - len(found)))


def with_progress(title: str, total: int, done: int, work: Callable[[Callable[[Any], None]], Any]) -> None:
    """Run something that reports ticks, with a progress bar and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                  console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total, completed=min(done, total))
        try:
            work(lambda result: progress.advance(task))
        except KeyboardInterrupt:
            progress.stop()
            played = int(progress.tasks[task].completed)
            typer.echo(f"Interrupted. {played} of {total} games are kept; the same command goes on with the rest.", err=True)
            raise typer.Exit(130) from None


def lab(question: Annotated[str, typer.Argument(help="everything, seats, course, sources, cards, luck, module, "
                                                     "or a question of the title's own, such as power")],
        name: GameName = USUAL, players: Players = None,
        level: Annotated[str, typer.Option(help="Who plays all seats; with luck, one seat.")] = "simple", games: Games = 1000,
        seed: Seed = 0, option: Options = None, workers: Workers = 1, ray: Ray = None,
        verb: Annotated[str | None, typer.Option(help="cards: the verb whose arguments are compared.")] = None,
        change: Annotated[list[str] | None, typer.Option("--with", help="module: options to compare with.")] = None,
        against: Annotated[str, typer.Option(help="luck: who plays the other seats.")] = "random",
        results: Results = Path("lab.sqlite"), output: Output = None) -> None:
    """Ask many games: what each card is worth, what a seat is worth, how games go, how much luck
    there is, what a module changes.
    """
    from ..arena.asking import ask, tournaments
    from ..arena.lab import play
    from ..arena.store import Store

    game, seats = tr.game(name), players or usual_players(tr.game(name))
    options = typed_options(game, option or [])
    other = typed_options(game, [*(option or []), *change]) if change else None
    asked = tournaments(game, question, lineup(f"{level},{against}" if question == "luck" else level, seats), games, seed,
                        options, other)
    with Store(results) as store:
        for t in asked:
            with_progress(f"{name}: {games} games", len(t.tasks()), len(store.done(t, recorded=True)),
                          partial(play, t, store, workers, ray))
        answers = ask(game, question, asked, store, verb)
    for answer in answers:
        show(answer, output)


def show(answer: Answer, output: Path | None) -> None:
    """Print a table; with a folder, write it as a page and a plot too."""
    from rich.console import Console

    from .tables import show_table

    console = Console()
    show_table(answer.columns, answer.rows, answer.title, console)
    if output is not None:
        for path in answer.write(output):
            console.print(f"[dim]{path}[/dim]")


def check_bot(command: Annotated[str, typer.Argument(help="The command that starts the program: 'python3 mybot.py'")],
              name: GameName = USUAL,
              decisions: Annotated[int, typer.Option(min=1, help="How many decisions to ask for.")] = 200) -> None:
    """Check whether another program follows the protocol for bots (docs/bots.md)."""
    from ..bots.outside import check_conformance

    called = check_conformance(command, tr.game(name), decisions)
    typer.secho(f"{called or 'The program'} keeps to the protocol.", fg="green")
