"""The rule modules stay inside the subset that every machine understands."""
import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tafelrunde
from tafelrunde.games import NAMES
from tafelrunde.kernel.lint import check, rules

HOUSE = Path(tafelrunde.__file__).parent
MODULES = [p for room in ("kernel", "games", "bots") for p in sorted((HOUSE / room).rglob("*.py")) if rules(p)]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(HOUSE)))
def test_rules_stay_inside_the_subset(path):
    assert check(path) == []


@pytest.mark.parametrize(("body", "what"), [
    ("return [1, 2]", "List"),
    ("return {1: 2}", "Dict"),
    ("return f'{s}'", "JoinedStr"),
    ("return 'text'", "str constants"),
    ("return 1.5", "float constants"),
    ("for x in s.court: pass", "range"),
    ("return sum(range(3))", "sum()"),
    ("return scoring.points(s)", "plain name"),
    ("return place(s, n=1)", "keyword"),
    ("return s.regions[1, 2]", "one axis"),
    ("try:\n        pass\n    except ValueError:\n        pass", "Try"),
    ("x = lambda: 1", "Lambda"),
    ("if s:\n        return 1\n    return", "on one path"),
    ("a = b = 1", "one target"),
    ("return [i for i in range(3)]", "ListComp"),
    ("with s:\n        pass", "With"),
])
def test_what_leaves_the_subset_is_named(tmp_path, body, what):
    source = tmp_path / "law.py"
    source.write_text(f"@rule\ndef forbidden(s):\n    {body}\n")
    found = check(source)
    assert any(what in f for f in found), found
    assert found[0].startswith("law.py:")


def test_a_rule_inside_the_subset_passes(tmp_path):
    source = tmp_path / "law.py"
    source.write_text('@rule\ndef fine(s, p):\n    """EG-1: fine."""\n    n = 0\n    for r in range(9):\n'
                      "        if s.regions[r][p] > 0 and r != s.king:\n            n += min(s.court[p], 2)\n"
                      "    return n, p\n")
    assert check(source) == []


@pytest.mark.parametrize("game", NAMES)
def test_rules_name_only_declared_fields(game):
    """mypy checks the annotated functions by `state.py`; rules carry no annotations."""
    found = tafelrunde.game(game)
    known = set(found.named_fields)
    for path in sorted(found.folder.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef) and any(ast.unparse(d) == "rule" for d in function.decorator_list):
                used = {n.attr for n in ast.walk(function)
                        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id == "s"}
                assert used <= known, (path.name, function.name, used - known)


def test_a_misspelt_field_is_an_error_to_mypy(tmp_path):
    """In every function that is given a state; `state.py` is written from the declared fields."""
    lines = []
    for name in NAMES:
        game = tafelrunde.game(name)
        folder = tmp_path / "games" / name
        folder.mkdir(parents=True)
        shutil.copy(game.folder / "state.py", folder)
        fields = ", ".join(f"s.{field.name}" for field in game.fields)
        lines += [f"from games.{name} import state as {name}",
                  f"def all_of_{name}(s: {name}.State) -> tuple[object, ...]: return {fields}",
                  f"def misspelt_in_{name}(s: {name}.State) -> object: return s.{game.fields[0].name}s_"]
    (tmp_path / "probe.py").write_text("\n".join(lines) + "\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-pretty", "probe.py"], cwd=tmp_path, capture_output=True,
                          text=True, check=False)
    misspelt = [f"probe.py:{3 * i + 3}: error: \"State\" has no attribute \"{tafelrunde.game(name).fields[0].name}s_\""
                for i, name in enumerate(NAMES)]
    assert [line.partition(";")[0].partition("  [")[0] for line in done.stdout.splitlines()[:-1]] == misspelt
