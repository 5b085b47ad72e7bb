"""The terminal's commands around the table server: serve, worker, bot, backup, restore, reports,
password.
"""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[str | None, typer.Option("--data-dir", help="Folder of the SQLite file.", show_default=False)]
Url = Annotated[str | None, typer.Option("--database", help="PostgreSQL by URL instead of SQLite.", show_default=False)]
File = Annotated[Path | None, typer.Option("--settings", help="A TOML file with settings (docs/settings.md).",
                                           show_default=False)]


def serve(context: typer.Context) -> None:
    """Serve tables to browsers (`tafelrunde serve --help` shows its flags)."""
    from ..server.__main__ import run

    run(context.args)


def worker(database: Url = None, settings: File = None,
           threads: Annotated[int, typer.Option(help="Bot turns at the same time.")] = 1) -> None:
    """Play bots' turns for a server on PostgreSQL, on this or any other machine."""
    from ..server.bots.jobs import work
    from ..server.settings import load

    work(load(settings, database=database), threads)


def bot(
    server: Annotated[str, typer.Option(help="The server's address, e.g. http://127.0.0.1:8080.")],
    table: Annotated[str, typer.Option(help="The table's id, or its link.")],
    level: Annotated[str, typer.Option(help="How strong: random, simple, strong, strong:50ms, master …")] = "strong",
    seat: Annotated[int | None, typer.Option(help="The seat to take; any that is free if not given.", show_default=False)] = None,
    invite: Annotated[str | None, typer.Option(help="The invitation, for tables that are not listed.", show_default=False)] = None,
    name: Annotated[str | None, typer.Option(help="The bot's name.", show_default=False)] = None,
    token: Annotated[str | None, typer.Option(help="Play as this person instead of a new guest; in the environment nobody "
                                              "else can read it.", show_default=False, envvar="TAFELRUNDE_TOKEN")] = None,
) -> None:
    """Let a bot on this machine sit down at a table and play to the end."""
    from ..server.bots.outside import play

    play(server, table, level, seat, invite, name, token)


def backup(file: Annotated[Path, typer.Argument(help="The file to write.")], database: Url = None, data_dir: Data = None,
           settings: File = None) -> None:
    """Write everything that a server keeps into one file, while it runs."""
    from ..server.settings import load
    from ..server.storage.backup import back_up

    rows = back_up(load(settings, database=database, data_dir=data_dir), file)
    typer.echo(f"{rows:,} rows are in {file}.")


def restore(file: Annotated[Path, typer.Argument(help="A file that `backup` has written.")], database: Url = None,
            data_dir: Data = None, settings: File = None) -> None:
    """Fill an empty database (SQLite or PostgreSQL) from a backup."""
    from ..server.settings import load
    from ..server.storage.backup import restore as put_back

    rows = put_back(load(settings, database=database, data_dir=data_dir), file)
    typer.echo(f"{rows:,} rows were restored from {file}.")


def reports(database: Url = None, data_dir: Data = None, settings: File = None,
            most: Annotated[int, typer.Option(help="How many.", min=1)] = 50) -> None:
    """Show the reports that people have made about others on this server, newest first."""
    from ..server.people.office import reports as read
    from ..server.settings import load

    found = read(load(settings, database=database, data_dir=data_dir), most)
    for one in found:
        by, about = (f"{name or 'somebody'} ({id_})" for name, id_ in (one["by"], one["about"]))
        typer.echo(f"{one['at']}  {by} about {about}{', table ' + one['table'] if one['table'] else ''}:\n    {one['text']!r}")
    if not found:
        typer.echo("Nobody has reported anything.")


def password(email: Annotated[str, typer.Argument(help="The account's address.")], database: Url = None, data_dir: Data = None,
             settings: File = None) -> None:
    """Set a new password for an account."""
    from ..server.people.office import set_password
    from ..server.settings import load

    chosen = load(settings, database=database, data_dir=data_dir)
    new = typer.prompt("New password", hide_input=True, confirmation_prompt=True)
    if not 8 <= len(new) <= 200:
        raise typer.BadParameter("a password has 8 to 200 characters")
    set_password(chosen, email, new)
    typer.echo(f"{email} has a new password.")


def register(app: typer.Typer) -> None:
    """Add the commands to the program; `serve` reads its flags itself."""
    app.command(add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(serve)
    for command in (worker, bot, backup, restore, reports, password):
        app.command()(command)
