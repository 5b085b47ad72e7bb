"""Games stored on this machine: saved after every decision, completely or not at all."""
from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from ..errors import TafelrundeError

FORMAT = 1


class BadSave(TafelrundeError):
    """A saved game that cannot be read."""


@dataclass(frozen=True)
class Save:
    """A stored game: its record and its secret, who sits where, and the language it is played in.
    """

    name: str
    record: str
    secret: str
    seats: list[str]
    lang: str
    over: bool
    format: int = FORMAT

    @property
    def game(self) -> str:
        return next((line[6:] for line in self.record.splitlines() if line.startswith("Game: ")), "")


def folder() -> Path:
    """The folder of this person's games: TAFELRUNDE_HOME, or the system's usual place."""
    home = os.environ.get("TAFELRUNDE_HOME")
    return (Path(home) if home else user_data_path("tafelrunde", appauthor=False)) / "games"


def new_name(game: str) -> str:
    """A name that no stored game has yet."""
    stem = f"{game}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    taken = {path.stem for path in folder().glob("*.json")} if folder().is_dir() else set[str]()
    return next(name for n in range(1, 10_000) if (name := stem if n == 1 else f"{stem}-{n}") not in taken)


def keep(save: Save) -> Path:
    """Save a game: the old file stays until the new one is complete on the disk."""
    return write_whole(folder() / f"{save.name}.json", json.dumps(asdict(save), ensure_ascii=False, indent=1) + "\n")


def write_whole(path: Path, text: str) -> Path:
    """Write a file so that it is never seen half written, not even after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, spare = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(spare).replace(path)
    except BaseException:
        Path(spare).unlink(missing_ok=True)
        raise
    return path


def read_save(path: Path) -> Save:
    """A stored game; BadSave says what is wrong with the file."""
    try:
        found: Any = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadSave(f"{path}: this saved game cannot be read: {error}") from None
    kinds = {"name": str, "record": str, "secret": str, "seats": list, "lang": str, "over": bool, "format": int}
    if not isinstance(found, dict) or {k: type(v) for k, v in found.items()} != kinds:
        raise BadSave(f"{path}: this is not a saved game")
    if found["format"] != FORMAT:
        raise BadSave(f"{path}: this game was saved by another version (format {found['format']}, not {FORMAT})")
    return Save(**found)


def played_before(game: str, name: str) -> bool:
    """Whether a title was played on this machine before the game of that name."""
    return any(path.stem != name for path in folder().glob(f"{game}-*.json"))


def kept(game: str | None = None, over: bool = False) -> list[Save]:
    """The stored games that are not over (or, with `over`, the finished ones), the latest first."""
    found: list[Save] = []
    paths = sorted(folder().glob("*.json"), key=lambda p: (p.stat().st_mtime_ns, p.name), reverse=True) \
        if folder().is_dir() else []
    for path in paths:
        try:
            save = read_save(path)
        except BadSave:
            continue
        if save.over == over and game in (None, save.game):
            found.append(save)
    return found
