"""Titles as WebAssembly modules: rules, search and beam in one file, `kernel.wasm` in the title's
folder.

A module describes itself in its section `tafelrunde`: whose it is, the digest of the sources that
it was made from, how a state is laid out in memory, what it exports.  `find` returns only a module
of the present sources.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import TafelrundeError
from ..games import find as find_game
from ..kernel import Game, chance
from ..kernel.packing import Packing
from ..kernel.targets.cache import digest
from ..kernel.targets.linking import LinkError, custom, sections
from . import exports, looking, search, tree
from .judgement import judgement_of
from .net import layout
from .records import intrinsics, names_of
from .thinking import WHOLE

FILE = "kernel.wasm"
SECTION = "tafelrunde"


class NoModule(TafelrundeError):
    """A title has no usable module; the message says why."""


def module_path(game: Game) -> Path:
    return game.folder / FILE


def names(game: Game) -> dict[Any, Any]:
    """The replacements for the names that the templates of `exports.py` use."""
    return {**names_of(game), **layout.names(game)}


def about(game: Game) -> dict[str, Any]:
    """What a module of the present sources says of itself, but for what it exports and who compiled
    it.
    """
    judgement = judgement_of(game)
    return {
        "title": game.name, "digest": digest(game, exports, {**chance.COMPILED, **names(game)}),
        "state": Packing(game.fields).size, "words": game.actions.words, "actions": len(game.actions), "seats": game.seats[1],
        "parts": len(judgement.parts), "settings": tree.settings_of(judgement),
        "beam": {"width": looking.WIDTH, "breadth": looking.BREADTH, "depth": looking.DEPTH, "samples": looking.SAMPLES},
        "tree": {"room": tree.ROOM, "depth": tree.DEPTH, "links": search.LINKS, "told": search.TOLD, "seat": search.SEAT,
                 "whole": WHOLE, "line": tree.LINE, "checks": tree.CHECKS, "unlikely": tree.UNLIKELY, "often": tree.OFTEN,
                 "near": tree.NEAR},
        "net": {"room": layout.MODULE_ROOM, "links": layout.LINKS},
    }


def read_about(module: bytes) -> dict[str, Any]:
    """What a module says of itself; NoModule if it is not one of ours or damaged."""
    try:
        list(sections(module))  # read to the end
        said: dict[str, Any] = json.loads(custom(module, SECTION) or b"")
    except (LinkError, ValueError):
        raise NoModule(f"{FILE}: this is no module of Tafelrunde, or it is damaged") from None
    return said


def find(game: Game) -> bytes:
    """A title's module; NoModule if there is none, or none of the current rules and bots."""
    path = module_path(game)
    try:
        content = path.read_bytes()
    except OSError:
        raise NoModule(f"{game.name}: there is no {FILE}; `tafelrunde build-kernels --target wasm` makes it") from None
    said, now = read_about(content), about(game)
    if said.get("digest") != now["digest"]:
        raise NoModule(f"{path}: made from another version of the rules or bots ({said.get('digest')}, not {now['digest']}); "
                       f"`tafelrunde build-kernels --target wasm {game.name}` makes it again")
    return content


@cache
def usable(title: str) -> str:
    """The digest of a title's module; empty if it has none of the current sources."""
    try:
        return str(read_about(find(find_game(title)))["digest"])
    except NoModule:
        return ""


def build(game: Game) -> Path:
    """Compile a title's module into its folder; NoModule if that is impossible here."""
    content = compiled(game)
    path = module_path(game)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise NoModule(f"{path}: it cannot be written here ({error.strerror})") from None
    return path


def compiled(game: Game) -> bytes:
    """A title's module, compiled in a separate Python process; NoModule says what is missing."""
    from ..kernel.targets.wasm import PLAIN

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / FILE
        done = subprocess.run([sys.executable, "-m", __name__, game.name, out], env={**os.environ, **PLAIN},  # noqa: S603
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NoModule(f"{game.name}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'the compiler died'}")
        return out.read_bytes()


def main(name: str, out: str) -> None:
    """Compile one title's module in this process."""
    from ..kernel.targets.wasm import check, module

    check()
    game = find_game(name)
    Path(out).write_bytes(module(game, exports, {**names(game), **intrinsics()}, (SECTION, about(game))))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except TafelrundeError as error:
        sys.exit(str(error))
