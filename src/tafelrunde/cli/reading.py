"""`rules` and `about`: reading about a game."""
from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import typer

import tafelrunde as tr

from ..kernel import Game
from ..match.texts import Texts, rule_sentences
from .common import USUAL
from .play import checked_language, on_terminal

Lang = Annotated[str | None, typer.Option(help="en, hu, cs or de.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(rules)
    app.command()(about)


# ------------------------------------------------------------ rules


def rules(what: Annotated[str | None, typer.Argument(help="A rule's id such as EG-8.2, or words to look for.")] = None,
          lang: Lang = None,
          plain: Annotated[bool, typer.Option("--plain", help="Print, even if a reader could be opened.")] = False,
          hints: Annotated[str | None, typer.Option("--hints", help="A game: show its book's advice.")] = None) -> None:
    """Read the numbered rules: one by its id, all that mention something, or all of them in a
    searchable reader.
    """
    spoken = checked_language(lang) or "en"
    if hints is not None:
        tell_hints(Texts(tr.game(hints), spoken))
        return
    if what is None and not plain and on_terminal():
        from ..terminal.app import TableApp

        TableApp(spoken, reading=True).run()
        return
    found = matching(what or "", spoken)
    if not found:
        raise tr.TafelrundeError(f"rules: nothing is numbered {what!r}, and no rule speaks of it")
    for rule_id, sentence in found:
        typer.secho(rule_id, bold=True)
        typer.echo(filled(sentence))


def tell_hints(texts: Texts) -> None:
    """Print the hints of a game."""
    for heading, sentences in texts.hints():
        typer.secho(heading, bold=True)
        for sentence in sentences:
            typer.echo(textwrap.fill(sentence, 100, initial_indent="  - ", subsequent_indent="    "))


def matching(what: str, lang: str) -> list[tuple[str, str]]:
    """Rules by id, by the beginning of an id, or by a word."""
    every = [(rule_id, sentence) for name in tr.games() for rule_id, sentence in all_rules(tr.game(name), lang)]
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


def filled(text: str, indent: str = "  ") -> str:
    """Wrap a paragraph into lines."""
    return textwrap.fill(text, 100, initial_indent=indent, subsequent_indent=indent)


# ------------------------------------------------------------ about


@dataclass(frozen=True)
class Origin:
    """Where an entry of a game's data files comes from."""

    file: str
    what: str
    source: str

    @property
    def reconstructed(self) -> bool:
        """Whether it is our best guess, wholly or in part."""
        return "reconstructed" in self.source or "placeholder" in self.source


def about(name: Annotated[str, typer.Argument(help="A game, such as el_grande.")] = USUAL,
          lang: Lang = None,
          every: Annotated[bool, typer.Option("--all", help="Show every entry, not only the reconstructed ones.")] = False,
          ) -> None:
    """Show the edition: who made the game, and which of its data are printed, public, derived or
    reconstructed.
    """
    from ..terminal.words import Words

    spoken = checked_language(lang) or "en"
    game, words = tr.game(name), Words(spoken)
    texts = Texts(game, spoken)
    typer.secho(str(texts.find("game.name") or name), bold=True)
    for key in ("by", "says"):
        if texts.find(f"game.{key}"):
            typer.echo(filled(str(texts.find(f"game.{key}")), ""))
    typer.echo("")
    for note in notes(texts):
        typer.echo(note)
    typer.echo(filled(words("about.intro"), ""))
    found = list(origins(game))
    for file in dict.fromkeys(origin.file for origin in found):
        listed = [o for o in found if o.file == file and (every or o.reconstructed)]
        n = sum(1 for o in found if o.file == file and o.reconstructed)
        total = sum(1 for o in found if o.file == file)
        typer.echo("")
        typer.secho(words("about.file", file=file, n=n, all=total), bold=True)
        for origin in listed:
            typer.echo(filled(f"{origin.what}: {origin.source}"))


def notes(texts: Texts) -> Iterator[str]:
    """What a title says about its edition: paragraphs with a title and a source."""
    for note in (texts.find("about") or {}).values():
        if isinstance(note, dict) and "text" in note:
            yield f"{note.get('title', '')}\n{filled(note['text'])}\n{filled('[' + note['source'] + ']')}\n"


def origins(game: Game, replaced: frozenset[str] = frozenset()) -> Iterator[Origin]:
    """Every entry of the data files that names its source; at the end those of a title's parent
    that it keeps.
    """
    files = {path.name: path for path in sorted((game.folder / "data").glob("*.toml")) if path.name not in replaced}
    for name, path in files.items():
        tables = tomllib.loads(path.read_text("utf-8"))
        yield from _origins(tables, name, "")
        replaced |= {name, *tables.get("instead_of", ())}
    if game.parent is not None:
        yield from origins(game.parent, replaced)


def _origins(value: Any, file: str, above: str) -> Iterator[Origin]:
    if isinstance(value, list):
        for row in value:
            yield from _origins(row, file, above)
    elif isinstance(value, dict):
        own = next((str(value[k]) for k in ("id", "value", "n") if isinstance(value.get(k), str | int)), "")
        what = " ".join(word for word in (above, own) if word)
        source = value.get("provenance")
        if isinstance(source, str):
            yield Origin(file, what or file.removesuffix(".toml"), source)
        elif isinstance(source, dict):
            for datum, one in source.items():
                yield Origin(file, f"{what}, {datum}" if what else datum, str(one))
        for key, inner in value.items():
            if key != "provenance" and isinstance(inner, dict | list):
                yield from _origins(inner, file, f"{above} {key}".strip() if isinstance(inner, dict) else key)
