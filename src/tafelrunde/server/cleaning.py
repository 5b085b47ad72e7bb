"""Cleans everything that people type and others read: names, titles, messages."""
from __future__ import annotations

import re
import unicodedata
from typing import Any

BLANK = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
                  "\U00013441\U00013442\U00016fe4\U0001d159")
"""Characters that count as letters, signs or marks but are invisible."""
MARKS = 2
"""Combining marks that may stand on one letter: enough to write with, too few to pile up over the
lines around it.
"""
FOLDED = 120
"""The length of a folded name; folding can turn one character into several."""
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Control, direction and format characters, lone surrogates, and what no standard has given a
meaning.
"""


def clean(text: str, lines: bool = False) -> str:
    """A text in composed form (NFC), without invisible characters, on one line unless `lines` is
    set.

    >>> clean("  Ada\\u202e \\u200bLovelace\\n")
    'Ada Lovelace'
    """
    kept: list[str] = []
    marks = MARKS  # a mark needs a character to stand on
    for c in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(c)
        if lines and c == "\n":
            kept.append(c)
            marks = MARKS
        elif kind[0] == "Z" or c in "\t\n\v\f\r\x85":
            kept.append(" ")
            marks = MARKS
        elif c == "\ufe0f" and kept and unicodedata.category(kept[-1]) == "So":
            kept.append(c)  # the sign before it is to be drawn in colours
        elif kind in UNSEEN or c in BLANK or "\ufe00" <= c <= "\ufe0f" or "\U000e0100" <= c <= "\U000e01ef":
            continue
        elif kind in ("Mn", "Me"):
            if marks < MARKS:
                kept.append(c)
            marks += 1
        else:
            kept.append(c)
            marks = 0
    rows = (" ".join(row.split()) for row in "".join(kept).split("\n"))
    return re.sub("\n{3,}", "\n\n", "\n".join(rows)).strip()


def folded(text: str) -> str:
    """A name in the form used for searching: without capitals and accents.

    >>> folded("Ádám Škoda")
    'adam skoda'
    """
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in split if not unicodedata.combining(c))[:FOLDED]


def unstorable(value: Any, path: str = "") -> str | None:
    """The place of a text in a JSON value that no database can store (NUL, a lone surrogate), or
    None.
    """
    todo: list[tuple[str, Any]] = [(path, value)]
    while todo:
        where, found = todo.pop()
        if isinstance(found, str):
            if is_unstorable(found):
                return where
        elif isinstance(found, dict):
            for key, inner in found.items():
                if is_unstorable(key):
                    return where
                todo.append((f"{where}.{key[:40]}" if where else key[:40], inner))
        elif isinstance(found, list):
            todo += [(f"{where}.{n}" if where else str(n), inner) for n, inner in enumerate(found)]
    return None


def is_unstorable(text: str) -> bool:
    """Whether a text has a NUL or a lone surrogate in it."""
    return "\0" in text or any("\ud800" <= c <= "\udfff" for c in text)
