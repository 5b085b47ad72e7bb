"""Write what is made from the games' own declarations: pages of rules and states, and types for
mypy and the client.

    python tools/pages.py            write them
    python tools/pages.py --check    say which ones are out of date
"""
from __future__ import annotations

import sys
from pathlib import Path

import tafelrunde as tr
from tafelrunde.games import NAMES
from tafelrunde.kernel import Field, Game, describe
from tafelrunde.kernel.positions import Position
from tafelrunde.match.texts import Texts, chapter_of, rule_sentences

DOCS = Path(__file__).resolve().parent.parent / "docs"
CLIENT = DOCS.parent / "web" / "src" / "games"


def pages() -> dict[Path, str]:
    """Every generated file with its text."""
    found: dict[Path, str] = {}
    for name in NAMES:
        game = tr.game(name)
        texts = Texts(game, "en")
        title = texts.say("game.name")
        rows = [f"# {title}: the rules, numbered", "",
                "In our own words; where this page and the printed rulebook disagree, the rulebook is right."]
        chapter = ""
        for rule_id, sentence in rule_sentences(game).items():
            if chapter_of(rule_id) != chapter:
                chapter = chapter_of(rule_id)
                rows += ["", f"## {chapter} {texts.chapter(rule_id)}", ""]
            rows.append(f"- **{rule_id}** {sentence}")
        for heading, sentences in texts.hints():
            rows += ["", f"## {heading}", "", *(f"- {sentence}" for sentence in sentences)]
        found[DOCS / "rules" / f"{name}.md"] = "\n".join(rows) + "\n"
        found[DOCS / "states" / f"{name}.md"] = describe(title, game.fields)
        found[game.folder / "state.py"] = types_of(game)
        found[CLIENT / name / "position.ts"] = type_of_views(game)
    return found


def type_of_views(game: Game) -> str:
    """A module with the type of a title's views, for the client."""
    position: Position = game.room("position").POSITION
    says = "/* The view of a seat. Written by tools/pages.py from position.py; docs/notation.md explains it. */"
    return "\n".join([says, "", *position.typed("".join(w.capitalize() for w in game.name.split("_")) + "View")]) + "\n"


def types_of(game: Game) -> str:
    """A module with the type of the game's states: a field that is not declared is an error to
    mypy.

    What an expansion has in common with its base game is a type of its own, for the functions that
    serve both.
    """
    rows = ['"""The fields of a state, for mypy.', "", "Written by tools/pages.py from `fields.py`; "
            f"docs/states/{game.name}.md explains them.", '"""', "from __future__ import annotations", "",
            "from typing import Protocol"]
    heirs = [other for name in NAMES if (other := tr.game(name)).parent is game]
    shared = common(game, heirs) or (common(game.parent, [game]) if game.parent else [])
    if heirs:
        rows += heading("Shared", "Protocol", "What a state has in common with those of the expansion.")
        rows += map(typed, shared)
    elif shared and game.parent:
        rows += ["", f"from ..{game.parent.name}.state import Shared"]
    rows += heading("State", "Shared, Protocol" if shared else "Protocol", "An interpreted state.")
    known = {f.name for f in shared}
    rows += [typed(f) for f in game.fields if f.name not in known]
    return "\n".join([*rows, "", "    def clone(self) -> State:", '        """A copy."""', "        ..."]) + "\n"


def common(game: Game, heirs: list[Game]) -> list[Field]:
    """The fields of a game that its expansions have too."""
    return [f for f in game.fields if heirs and all(f.name in other.named_fields for other in heirs)]


def heading(name: str, bases: str, says: str) -> list[str]:
    """The first lines of a class."""
    return ["", "", f"class {name}({bases}):", f'    """{says}"""', ""]


def typed(field: Field) -> str:
    """A field as a line of a class."""
    return f"    {field.name}: {('int', 'list[int]', 'list[list[int]]')[len(field.shape)]}"


def out_of_date() -> list[str]:
    """The generated pages that differ from the declarations."""
    return [path.name for path, text in pages().items()
            if not path.exists() or path.read_text("utf-8") != text]


def main() -> None:
    """Write or check."""
    if "--check" in sys.argv:
        stale = out_of_date()
        sys.exit(f"out of date: {', '.join(stale)}" if stale else 0)
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
