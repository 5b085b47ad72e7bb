"""The parts of Tafelrunde and their imports: nothing below knows anything above."""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tafelrunde.games import NAMES as GAMES

HOUSE = Path(__file__).resolve().parents[2] / "src" / "tafelrunde"
WEB = HOUSE.parents[1] / "web" / "src"
TOP = "tafelrunde"
"""The package itself, `import tafelrunde`: the parts above the match may use it."""

ARROWS: dict[str, set[str]] = {
    "errors": set(), "version": set(), "words": set(), "drawing": {"words"},
    "kernel": {"errors"},
    "games": {"kernel", "errors"},
    "match": {"kernel", "errors", "version", "drawing", "words"},
    "bots": {"match", "kernel", "games", "errors"},
    "terminal": {"bots", "match", "kernel", "games", "errors", "words", TOP},
    "arena": {"bots", "match", "kernel", "games", "errors", TOP},
    "research": {"bots", "match", "kernel", "games", "errors", TOP},
    "learning": {"research", "bots", "kernel", "errors", TOP},
    "server": {"bots", "match", "kernel", "games", "errors", "version", "words", TOP},
    "offline": {"server", "bots", "match", "kernel", "games", "errors", TOP},
    "cli": {"arena", "games", "bots", "drawing", "errors", "kernel", "learning", "match", "offline", "research", "server",
            "terminal", TOP},
    "__init__": {"errors", "games", "kernel", "match", "version"},
}
"""What each part may import."""
ROOMS_OF_A_GAME = {"picture": {"drawing", "match"}, "terminal": {"terminal", "match"}}
"""The rooms of a game that show it know the room they show it in; their helpers are named in
DRAWN.
"""
DRAWN = {"chart", "city", "duchy", "river", "towers"}
EXPANSION = {"king_and_intriguer": "el_grande"}


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    """The modules of Tafelrunde that a file imports, anywhere in it."""
    package = ("tafelrunde", *path.relative_to(HOUSE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            inner = tuple(node.module.split(".")) if node.module else ()
            yield from [(*base, *inner)] if inner else [(*base, alias.name) for alias in node.names]


def files(room: str) -> list[Path]:
    return [HOUSE / f"{room}.py"] if (HOUSE / f"{room}.py").exists() else sorted((HOUSE / room).rglob("*.py"))


def known_to(path: Path) -> set[str]:
    """The parts that a file imports besides its own."""
    return {module[1] if len(module) > 1 else TOP for module in imported(path) if module[:1] == ("tafelrunde",)}


def test_every_room_is_named() -> None:
    rooms = {path.stem for path in HOUSE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert rooms - {"__main__"} == set(ARROWS)


@pytest.mark.parametrize("room", [room for room in ARROWS if room != "games"])
def test_a_room_knows_only_what_is_below(room: str) -> None:
    strangers = {f"{path.relative_to(HOUSE)}: {other}" for path in files(room) for other in known_to(path) - ARROWS[room] - {room}}
    assert strangers == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_the_kernel_and_no_other_game(game: str) -> None:
    for path in files(f"games/{game}"):
        room = "picture" if path.stem in DRAWN else path.stem
        allowed = ARROWS["games"] | ROOMS_OF_A_GAME.get(room, set()) | {"games"}
        assert known_to(path) <= allowed, path
        others = {module[2] for module in imported(path) if module[:2] == ("tafelrunde", "games") and len(module) > 2}
        assert not others & (set(GAMES) - {game, EXPANSION.get(game)}), path


FLOOR_PLAN = {
    "__init__", "actions", "decisions", "evaluation", "events", "fields", "inference", "invariants", "opening", "picture",
    "position", "questions", "resample", "setup", "state", "tables", "terminal", "data", "text",
}
"""What every game has, in a file or a folder with this name; modules for chapters of its rulebook
are added.
"""


@pytest.mark.parametrize("game", GAMES)
def test_the_games_have_the_same_floor_plan(game: str) -> None:
    rooms = {path.stem for path in (HOUSE / "games" / game).iterdir()}
    assert FLOOR_PLAN - rooms == set()


def names_a_game(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in GAMES


@pytest.mark.parametrize("room", [room for room in ARROWS if room != "games"])
def test_shared_code_names_no_game(room: str) -> None:
    assert [str(path) for path in files(room) if any(map(names_a_game, ast.walk(ast.parse(path.read_text("utf-8")))))] == []


PIECES = re.compile(r"castillo|caballero|\bgrandes?\b|intriguer|duch(?:y|ies)|\bdukes?\b|bishop|alcazar|fencing", re.I)
"""What stands on the boards of the house, and is nobody else's business."""


def said_in(path: Path) -> Iterator[str]:
    """Every name and every string of a module, without what docstrings tell."""
    tree = ast.parse(path.read_text("utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value
        elif isinstance(node, ast.Name | ast.FunctionDef | ast.Attribute | ast.arg | ast.keyword):
            yield str(getattr(node, "id", None) or getattr(node, "name", None) or getattr(node, "attr", None)
                      or getattr(node, "arg", None)).replace("_", " ")


@pytest.mark.parametrize("room", [room for room in ARROWS if room != "games"])
def test_shared_code_knows_no_pieces(room: str) -> None:
    assert [f"{path.name}: {said}" for path in files(room) for said in said_in(path) if PIECES.search(said)] == []


def test_pieces_are_found_where_they_are() -> None:
    for game in GAMES:
        assert any(PIECES.search(said) for path in files(f"games/{game}") for said in said_in(path)), game


TITLES = ("El Grande", "König & Intrigant", "Rheinländer", "Toledo")
LETTERS = "eg|ki|rh|to"
"""The games' abbreviations, under which their texts are stored."""


def shared_in_the_browser() -> Iterator[Path]:
    """The client without the games' own folders; a plain table serves any game."""
    own = {WEB / "games" / game for game in GAMES}
    sources = (path for path in sorted(WEB.rglob("*")) if path.suffix in (".ts", ".svelte", ".css"))
    yield from (path for path in sources if own.isdisjoint(path.parents))
    yield WEB.parent / "index.html"


def test_shared_rooms_of_the_browser_name_no_game() -> None:
    titles = "|".join((*GAMES, *TITLES))
    names = re.compile(rf"(?i:{PIECES.pattern})|{titles}|['\"](?:[a-z]+\.)*(?:{LETTERS})\.[a-z]|--(?:{LETTERS})-")
    assert [f"{path.relative_to(WEB.parent)}: {found.group()}" for path in shared_in_the_browser()
            if (found := names.search(path.read_text("utf-8")))] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_the_browser_speaks_its_own_words(game: str) -> None:
    """Keys of another game's texts belong to that game; an expansion may use those of its base."""
    letters = dict(zip(GAMES, LETTERS.split("|"), strict=True))
    others = [letters[other] for other in GAMES if other not in (game, EXPANSION.get(game))]
    foreign = re.compile(rf"t\((?:[^()]*\? )?'(?:{'|'.join(others)})\.")
    sources = [path for path in (WEB / "games" / game).rglob("*") if path.suffix in (".ts", ".svelte")]
    assert [path.name for path in sources if foreign.search(path.read_text("utf-8"))] == []
