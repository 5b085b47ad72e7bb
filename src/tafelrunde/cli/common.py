"""What several commands share: options typed at a terminal, and finding a game."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Any

import typer

import tafelrunde as tr

from ..games import NAMES
from ..kernel import BadOptions, Game

USUAL = NAMES[0]
"""The default title of a command."""
Data = Annotated[Path | None, typer.Option("--data", help="A TOML file with your own values: cards, board, components.")]


def chosen_game(name: str, data: Path | None) -> Game:
    """A game by its name; with a file, the game gets the values of that file. It reads them at its
    first use.
    """
    if data is not None:
        if not data.is_file():
            raise tr.TafelrundeError(f"--data: there is no file {data}")
        os.environ[f"TAFELRUNDE_{name.upper()}_DATA"] = str(data)
    return tr.game(name)


def typed_options(game: Game, words: list[str]) -> dict[str, Any]:
    """Options as typed: `short`, `memory=ledger`, `modules=new_regent,power_shift`.

    >>> typed_options(tr.game("el_grande"), ["short"])
    {'short': True}
    """
    known = {o.name: o for o in game.options}
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        option = known.get(name)
        if option is None:
            raise BadOptions(f"options: {game.name} has no option {name!r} (it has: {', '.join(known) or 'none'})")
        if option.slots:
            found[name] = entries(name, value)
        elif option.several:
            found[name] = [v for v in value.split(",") if v]
        elif option.choices:
            found[name] = value
        else:
            if value not in ("", "true", "false"):
                raise BadOptions(f"options: {name} is true or false; not {value!r}")
            found[name] = not equals or value == "true"
    return found


def entries(name: str, text: str) -> Any:
    """Entries typed as JSON, the list's brackets left out or not: `blank_cards={"value": 47,
    …}`.
    """
    try:
        return json.loads(text if text.lstrip().startswith("[") else f"[{text}]")
    except ValueError as error:
        raise BadOptions(f"options.{name}: expected JSON such as {{\"value\": 47, …}}: {error}") from None


def usual_players(game: Game) -> int:
    """Four if possible."""
    low, high = game.seats
    return min(max(4, low), high)


def read_text(path: Path) -> str:
    """A text file in UTF-8."""
    return path.read_text(encoding="utf-8")
