"""Write the pages of docs/ that are made from the games' own declarations: rules and states.

    python tools/pages.py            write them
    python tools/pages.py --check    say which ones are out of date
"""
from __future__ import annotations

import sys
from pathlib import Path

import tafelrunde as tr
from tafelrunde.kernel import describe
from tafelrunde.match.texts import Texts, chapter_of, rule_sentences

DOCS = Path(__file__).resolve().parent.parent / "docs"


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    found: dict[Path, str] = {}
    for name in tr.games():
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
    return found


def out_of_date() -> list[str]:
    """The generated pages that do not say what the declarations say now."""
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
