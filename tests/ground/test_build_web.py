"""Whether the client must be built again: found out quickly, and never wrongly."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
OLD = time.time_ns() - 3600 * 10**9


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool, for a small project of its own, whose client is built."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    spec = importlib.util.spec_from_file_location("build_web_here", ROOT / "tools" / "build_web.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    out = tmp_path / "src" / "tafelrunde" / "web"
    for name, value in {"ROOT": tmp_path, "WEB": tmp_path / "web", "OUT": out, "STAMP": out / "built.json",
                        "PACKED": out / "pack" / "built.json", "SEEN": out / "seen.json", "SETTLED": 0}.items():
        monkeypatch.setattr(tool, name, value)
    for path in ("web/src/page.ts", "web/node_modules/much.js", "src/tafelrunde/rules.py", "tools/tool.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("one\n")
    rules = tmp_path / "src" / "tafelrunde" / "rules.py"
    monkeypatch.setattr(tool.offline_pack, "sources", lambda: [rules])
    (out / "pack").mkdir(parents=True)
    (out / "built.json").write_text(json.dumps({"digest": tool.digest(tool.sources())}))
    (out / "pack" / "built.json").write_text(json.dumps({"digest": tool.digest([rules])}))
    return tool


def reads(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Notes how often all files are read."""
    read: list[int] = []
    whole = tool.digest
    monkeypatch.setattr(tool, "digest", lambda paths: (read.append(1), whole(paths))[1])
    return read


def test_files_are_read_only_where_something_has_changed(web: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    read = reads(web, monkeypatch)
    assert web.is_built()
    assert read
    read.clear()
    assert web.is_built()
    assert not read
    (web.WEB / "node_modules" / "much.js").write_text("others' files do not count\n")
    assert web.is_built()
    assert not read


@pytest.mark.skipif(sys.platform == "win32", reason="there every time of a file can be set")
@pytest.mark.parametrize("path", ["web/src/page.ts", "src/tafelrunde/rules.py"])
def test_a_change_that_keeps_size_and_time_is_noticed(web: ModuleType, path: str) -> None:
    """As copying with times does.  The time of the change itself cannot be set."""
    assert web.is_built()
    file: Path = web.ROOT / path
    os.utime(file, ns=(OLD, OLD))
    assert web.is_built()  # the same text
    file.write_text("two\n")
    os.utime(file, ns=(OLD, OLD))
    assert not web.is_built()
    file.write_text("one\n")
    assert web.is_built()


def test_what_is_missing_or_new_is_noticed(web: ModuleType) -> None:
    assert web.is_built()
    (web.WEB / "src" / "more.ts").write_text("")
    assert not web.is_built()
    (web.WEB / "src" / "more.ts").unlink()
    assert web.is_built()
    (web.PACKED).unlink()
    assert not web.is_built()


def test_nothing_is_concluded_from_times_that_are_too_new(web: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SETTLED", 60)
    assert web.is_built()
    assert not web.SEEN.exists()
