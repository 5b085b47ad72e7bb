"""A match is pinned to the rules it began with; newer rules take it over only after a replay that
agrees throughout.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

import tafelrunde

from ...kernel import Game, TafelrundeError
from ...version import __version__
from ..errors import Refused
from ..games import is_here, title_of
from ..storage.entries import Entry
from .table import Table

PACKAGE = Path(tafelrunde.__file__).parent


@lru_cache(maxsize=32)
def rules_version(game_name: str) -> str:
    """What a match under today's rules is pinned to: the version and a fingerprint of everything
    that shapes a game.  Refused if the title is no longer installed.
    """
    if not is_here(game_name):
        raise Refused("not_found", "title_gone", title=title_of(game_name, "en"))
    game: Game | None = tafelrunde.game(game_name)
    folders = [PACKAGE / "kernel", PACKAGE / "match"]
    while game is not None:
        folders.append(game.folder)
        game = game.parent
    fingerprint = sha256()
    for folder in folders:
        for path in sorted([*folder.rglob("*.py"), *folder.glob("data/*.toml")]):
            fingerprint.update(path.relative_to(folder).as_posix().encode())
            fingerprint.update(path.read_bytes())
    return f"{__version__}+{fingerprint.hexdigest()[:12]}"


def owned(entry: Entry, merged: Mapping[str, str]) -> Entry:
    """An entry with the accounts that its guests have become."""
    if entry.user is None or entry.user not in merged:
        return entry
    body = entry.body
    if entry.kind == "create":
        seats = [s | {"user": merged.get(s["user"], s["user"])} if s.get("user") else s for s in body["seats"]]
        body = body | {"seats": seats}
    return msgspec.structs.replace(entry, user=merged[entry.user], body=body)


def replayed(table: Table, entries: Iterable[Entry], merged: Mapping[str, str]) -> Table:
    """A table from its log.  `held_because` says why it cannot go on, `adopts` which rules take it
    over.
    """
    table.held_because = ""
    table.adopts = ""
    rules = rules_version(table.config.game) if table.version else ""
    found = list(entries)
    for entry in found:
        entry = owned(entry, merged)
        if entry.kind == "create":
            rules = rules_version(entry.body["config"]["game"])
        foreign = table.rules != rules and entry.kind not in ("create", "adopt")
        if foreign:
            difference = _difference(table, entry)
            if difference:
                table.held_because, table.status, table.version = difference, "held", found[-1].version
                break
        table.apply(entry)
    if not table.held_because and table.rules != rules:
        table.adopts = rules
    return table


def _difference(table: Table, entry: Entry) -> str:
    """How today's rules differ from the log; empty when they agree."""
    if entry.before is not None and table.digest() not in (None, entry.before):
        return f"the position before version {entry.version} is another under the newer rules"
    if entry.kind == "decide" and table.match is not None:
        try:
            reason = table.match.why_not(entry.body["action"], entry.seat if entry.seat is not None else -1)
        except TafelrundeError as error:
            return str(error)
        if reason is not None:
            return f"version {entry.version}, {entry.body['action']!r}: {reason}"
    return ""
