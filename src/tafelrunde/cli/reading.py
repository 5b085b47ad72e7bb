"""`rules` and `about`: what there is to read about a game."""
from __future__ import annotations

import textwrap
from typing import Annotated

import typer

import tafelrunde as tr

from ..games import names
from ..kernel import Game
from ..match.texts import Texts, rule_sentences


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.command()(rules)


def rules(what: Annotated[str | None, typer.Argument(help="A rule's id such as EG-8.2, or words to look for.")] = None,
          lang: Annotated[str, typer.Option(help="en, hu, cs or de.")] = "en",
          plain: Annotated[bool, typer.Option(help="Print instead of opening the reader.")] = False) -> None:
    """Read the numbered rules: one by its id, all that speak of something, or every one."""
    found = matching(what or "", lang)
    if not found:
        raise tr.TafelrundeError(f"rules: nothing is numbered {what!r}, and no rule speaks of it")
    for rule_id, sentence in found:
        typer.secho(rule_id, bold=True)
        typer.echo(textwrap.fill(sentence, 100, initial_indent="  ", subsequent_indent="  "))


def matching(what: str, lang: str) -> list[tuple[str, str]]:
    """Rules by id, by the beginning of an id, or by a word."""
    every = [(rule_id, sentence) for name in names() for rule_id, sentence in all_rules(tr.game(name), lang)]
    every = list(dict(every).items())
    wanted = what.strip().lower()
    exact = [r for r in every if r[0].lower() == wanted]
    if exact or not wanted:
        return exact or every
    chapter = [r for r in every if r[0].lower().startswith(wanted + ".")]
    return chapter or [r for r in every if wanted in r[1].lower()]


def all_rules(game: Game, lang: str) -> list[tuple[str, str]]:
    """A game's rules in a language, in the order of the rulebook."""
    texts = Texts(game, lang)
    return [(rule_id, texts.rule(rule_id)) for rule_id in rule_sentences(game)]
