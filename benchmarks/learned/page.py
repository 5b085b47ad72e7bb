"""Write the tables and plots of docs/what_the_bots_learned.md from the games that were played.

    python benchmarks/learned/page.py --results learned.sqlite
"""
from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from games import LEVELS, PLAYERS, WEAKER, equals, unequals

import tafelrunde as tr
from tafelrunde.arena import Store
from tafelrunde.arena.answers import Answer, title_of
from tafelrunde.arena.course import luck
from tafelrunde.arena.facts import facts_of, questions_of
from tafelrunde.arena.lab import everything
from tafelrunde.arena.report import machine, markdown_table
from tafelrunde.version import __version__

DOCS = Path(__file__).parents[2] / "docs"
PAGE, PICTURES = DOCS / "what_the_bots_learned.md", DOCS / "pictures" / "learned"
EVERY = 10**6
ENDS = 8
"""Long tables show only this many rows from the top and from the bottom."""
SHOWN = {
    "el_grande": ("course", "seats", "sources", "power-by-round", "card-value", "home-value", "deeds", "regions", "luck"),
    "king_and_intriguer": ("course", "seats", "sources", "laid-value", "aside-value", "roles", "deeds", "luck"),
    "rheinlaender": ("course", "seats", "sources", "opening-value", "deeds", "luck"),
    "toledo": ("course", "seats", "sources", "shop-value", "where-value", "sword-value", "deeds", "luck"),
}
"""The tables of each title: the lab has more."""
DRAWN = {"el_grande": ("power-by-round", "card-value"), "king_and_intriguer": ("laid-value",), "rheinlaender": ("deeds",),
         "toledo": ("sword-value",)}
GLANCE = {"course": ("won by three points or fewer", "equal points at the top",
                     "first after 50 % of the decisions, and in the end"),
          "luck": ("strength", "the deal", "what came later", "somebody weaker wins")}
"""The figures that compare the titles."""


def put(name: str, text: str) -> None:
    """Replace what stands between the marks of a name."""
    page = PAGE.read_text("utf-8")
    begin, end = f"<!-- {name}: written by benchmarks/learned -->", f"<!-- end of {name} -->"
    before, after = page[:page.index(begin) + len(begin)], page[page.index(end):]
    PAGE.write_text(f"{before}\n\n{text}\n\n{after}", "utf-8")


def shortened(answer: Answer) -> list[tuple[str, ...]]:
    """The rows of a table, the middle of a long one left out."""
    rows = [tuple(row) for row in answer.rows]
    if len(rows) <= 2 * ENDS + 4:
        return rows
    return [*rows[:ENDS], ("…",) * len(answer.columns), *rows[-ENDS:]]


def drawn(title: str, answer: Answer) -> Iterator[str]:
    """A plot, as the page shows it."""
    if answer.draw is None or answer.name not in DRAWN[title]:
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    name = f"{title}-{answer.name}.svg"
    with tempfile.TemporaryDirectory() as folder:
        made = answer.draw(Path(folder) / "plot")
        shutil.copyfile(next(f for f in made if f.suffix == ".svg"), PICTURES / name)
    yield f"![{answer.title}](pictures/learned/{name})"


def answers_of(title: str, store: Store) -> list[Answer]:
    """All the lab's answers about a title."""
    game, unequal = tr.game(title), unequals(title, EVERY)
    facts = list(facts_of(game, store.results(equals(title, EVERY)), questions_of(game)))
    return [*everything(game, facts), *luck(game, unequal, store.results(unequal))]


def section(title: str, answers: list[Answer]) -> str:
    """The tables of a title."""
    parts = [f"Played by {PLAYERS} `{LEVELS[title]}`, seed 0; for luck, one of them against {PLAYERS - 1} `{WEAKER}`."]
    for answer in (a for name in SHOWN[title] for a in answers if a.name == name):
        heading = answer.title.partition(": ")[2]
        parts += [f"**{heading[0].upper()}{heading[1:]}**", markdown_table(answer.columns, shortened(answer))]
        parts += drawn(title, answer)
    return "\n\n".join(parts)


def glance(found: dict[str, list[Answer]]) -> str:
    """The titles side by side."""
    rows: list[tuple[str, ...]] = []
    for name, measures in GLANCE.items():
        cells = {title: dict(tuple(row) for a in answers if a.name == name for row in a.rows) for title, answers in found.items()}
        games = {title: next(a.columns[1] for a in answers if a.name == name) for title, answers in found.items()}
        rows.append((f"*{'equal bots' if name == 'course' else f'one against three `{WEAKER}`'}*", *games.values()))
        rows += [(measure, *(cells[title][measure] for title in found)) for measure in measures]
    named = [title_of(tr.game(title)) for title in found]
    machine_line = f"Tafelrunde {__version__}; played on {machine()}, which does not matter for the games."
    return markdown_table(("", *named), rows) + f"\n\n{machine_line}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", help=f"of {', '.join(LEVELS)}; all of them")
    parser.add_argument("--results", type=Path, default=Path("learned.sqlite"))
    asked = parser.parse_args()
    with Store(asked.results) as store:
        found = {title: answers_of(title, store) for title in asked.titles or LEVELS}
    for title, answers in found.items():
        put(title, section(title, answers))
    if len(found) == len(LEVELS):
        put("glance", glance(found))


if __name__ == "__main__":
    main()
