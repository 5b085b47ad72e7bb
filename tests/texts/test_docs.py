"""The documentation is true where a machine can check it: files, commands, options and links
exist.
"""
from __future__ import annotations

import fnmatch
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
import typer.main

from tafelrunde.cli.main import app
from tafelrunde.server.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/**/*.md")])
KINDS = "py|pyi|ts|svelte|toml|md|css|json|svg|png|svelte.ts|wasm|service|yml|example"
PATH = re.compile(rf"(?:[\w.*<>{{}},-]+/)*[\w.*<>{{}},-]+\.(?:{KINDS})|(?:[\w.*<>-]+/)+")
COMMAND = re.compile(r"(?:^|bin/|python3? |`)(?:run\.py|tafelrunde) +([a-z][a-z-]*)(?![\w/])([^\n`|]*)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
MADE = {"index.html", ".fuzz/", "records/", "schema.json", "openapi.json"}
"""Paths in the docs that only exist once something has run."""


def spans(text: str) -> Iterator[str]:
    """Code spans, which may be wrapped over two lines."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", plain):
        yield " ".join(span.split())


@cache
def files() -> list[str]:
    """Every file and folder of the project."""
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    else:
        names = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()]
    folders = {parent.as_posix() + "/" for name in names for parent in Path(name).parents}
    return ["/" + name for name in [*names, *folders]]


def exists(path: str) -> bool:
    """Whether some file or folder of the project ends in this path; `*` and `<name>` stand for
    anything.
    """
    if path in MADE:
        return True
    pattern = "*/" + re.sub(r"<\w+>|\{[\w,]+\}", "*", path).rstrip("/")
    return any(fnmatch.fnmatchcase(name.rstrip("/"), pattern) for name in files())


def run_py() -> ModuleType:
    """The project's run.py as a module."""
    sys.path.insert(0, str(ROOT))
    try:
        import run
    finally:
        sys.path.remove(str(ROOT))
    return run


def commands() -> dict[str, set[str]]:
    """The commands of `tafelrunde` with their options."""
    found = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    settings = {"--" + field.name.replace("_", "-") for field in fields(Settings)} | {"--settings", "--open"}
    return {name: {option for p in command.params for option in (*p.opts, *p.secondary_opts)}
            | (settings if command.context_settings.get("ignore_unknown_options") else set()) for name, command in found.items()}


@pytest.fixture(params=PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def page(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_files_that_are_named_exist(page: Path) -> None:
    found = [span for span in spans(page.read_text("utf-8")) if PATH.fullmatch(span)]
    assert [span for span in found if not exists(span)] == []


def test_links_lead_somewhere(page: Path) -> None:
    targets = [target.partition("#")[0] for target in LINK.findall(page.read_text("utf-8"))]
    local = [target for target in targets if target and not target.startswith(("http", "mailto"))]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_commands_that_are_named_exist(page: Path) -> None:
    ours, theirs = commands(), run_py().COMMANDS
    text = page.read_text("utf-8")
    blocks = "\n".join(re.findall(r"^```(?:sh|)\n(.*?)^```", text, re.M | re.S))
    wrong: list[str] = []
    for said in [*spans(text), *blocks.splitlines()]:
        for match in COMMAND.finditer(said):
            name, rest = match.group(1), match.group(2)
            if "run.py" in match.group():
                wrong += [match.group()] if name not in theirs else []
            elif name not in ours:
                wrong.append(match.group())
            else:
                options = re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest)
                wrong += [f"{name} {option}" for option in options if option not in ours[name] | {"--help"}]
    assert wrong == []


def test_prose_fits_into_a_hundred_characters(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    prose = [line for line in text.splitlines() if not line.lstrip().startswith(("|", "<", ">", "!["))]
    assert [line for line in prose if len(line) > 100] == []


def test_rules_of_the_mutation_run_exist() -> None:
    text = (ROOT / "docs/mutation.md").read_text("utf-8")
    named = set(re.findall(r"^- `(\w+)\.(\w+)#", text, re.M))
    assert named
    folder = ROOT / "src/tafelrunde/games/el_grande"
    assert [name for name in named if f"def {name[1]}(" not in (folder / f"{name[0]}.py").read_text("utf-8")] == []
