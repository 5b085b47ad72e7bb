"""A sentence stands once: no catalogue says what another one says already."""
from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from texts.test_glossary import spoken, texts

from tafelrunde.words import read

WORDS = 4
"""With this many words it is a sentence; what is shorter is a name or the label of a button."""
TWICE = {
    "the game is over": "pictures say it as a heading, without its full stop",
    "anybody may sit down": "a note behind a heading in the lobby, a sentence in the room",
    "this profile is hidden": "the server refuses with it, the page says it without asking",
    "you win with {n, plural, one {# point} other {# points}}": "a line of the log, and the heading of a result",
}
"""What stands twice all the same, and why."""


def plain(message: str) -> str:
    """A message without its full stop; what it speaks of stays in its braces."""
    return message.lower().replace("’", "'").rstrip(".!?…:")


def is_sentence(message: str) -> bool:
    return len(re.findall(r"[a-z']+", spoken(message).lower())) >= WORDS


def test_a_sentence_stands_once() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for place, key, message in texts("en"):
        if is_sentence(message) and not key.endswith(".rule"):  # rules that a tip is about
            found[plain(message)].append(f"{place}: {key}")
    said = {sentence: where for sentence, where in found.items() if len(where) > 1}
    assert {sentence: where for sentence, where in said.items() if sentence not in TWICE} == {}
    assert TWICE.keys() <= said.keys(), "stands once by now"


def test_a_key_that_says_the_same_is_read_as_the_other(tmp_path: Path) -> None:
    for folder, text in (("one", '[a]\nb = "Here."\n'), ("two", '[c]\nd = "There."\n[same]\n"c.e" = "c.d"\n"f.g.h" = "one/a.b"\n')):
        (tmp_path / folder / "text").mkdir(parents=True)
        (tmp_path / folder / "text" / "en.toml").write_text(text, "utf-8")
    assert read(tmp_path / "two", "en") == {"c": {"d": "There.", "e": "There."}, "f": {"g": {"h": "Here."}}}


@pytest.mark.parametrize("named", ["c.x", "one/a.b", "c"])
def test_a_key_must_say_the_same_as_something(named: str, tmp_path: Path) -> None:
    (tmp_path / "two" / "text").mkdir(parents=True)
    (tmp_path / "two" / "text" / "en.toml").write_text(f'[c]\nd = "There."\n[same]\n"c.e" = "{named}"\n', "utf-8")
    with pytest.raises(KeyError, match="says nothing"):
        read(tmp_path / "two", "en")
