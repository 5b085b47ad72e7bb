"""Every rule that is named is there: in comments and docstrings, tests, documentation and the
client.
"""
from __future__ import annotations

import re
from pathlib import Path

import pytest

import tafelrunde as tr
from tafelrunde.match.texts import chapter_of, rule_sentences

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"\b(?:EG|KI|RH|TO)-(?:C-[a-z0-9_]+|[A-Z]?\d+(?:\.\d+)*)\b")
INVENTED = {"EG-99", "KI-4", "EG-C-siesta", "TO-R99", "RH-8.99"}
"""What tests ask for to be told that there is none."""
FOLDERS = {"src": (".py", ".toml"), "tests": (".py",), "web/src": (".ts", ".svelte"), "docs": (".md",), "tools": (".py",)}


def rules() -> set[str]:
    """Every rule, and the chapters that they stand in."""
    found = {rule for title in tr.games() for rule in rule_sentences(tr.game(title))}
    return found | {chapter_of(rule) for rule in found}


def named_in(folder: str) -> dict[str, str]:
    """The rules that the files of a folder name, each with one of the places."""
    paths = [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in FOLDERS[folder]]
    return {rule: f"{path.relative_to(ROOT)}" for path in paths for rule in NAMED.findall(path.read_text("utf-8"))}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_rule_that_is_named_is_there(folder: str) -> None:
    known = rules() | INVENTED
    assert {rule: place for rule, place in named_in(folder).items() if rule not in known} == {}


@pytest.mark.parametrize("gone", sorted(INVENTED))
def test_a_rule_that_is_not_there_is_found_out(gone: str) -> None:
    assert NAMED.findall(f'"""{gone}: the king."""') == [gone]
    assert gone not in rules()
