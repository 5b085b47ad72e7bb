"""Python compiled once on the device, so that its next start need not compile it again.

Shipped compiled, the library would be too large to download; the compiled files stay in the
browser.
"""
from __future__ import annotations

import io
import marshal
import zipfile
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path

UNCHECKED = 1
"""The flag of a compiled file that is never compared with its source: both are made and thrown away
together.
"""


def _compiled(source: bytes, name: str, optimize: int) -> bytes:
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC_NUMBER + UNCHECKED.to_bytes(4, "little") + source_hash(source) + marshal.dumps(code)


def library(archive: str) -> bytes:
    """The standard library of a zip file, compiled and without its docstrings, as a zip file."""
    made = io.BytesIO()
    with zipfile.ZipFile(archive) as whole, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as part:
        for entry in whole.infolist():
            content = whole.read(entry)
            if entry.filename.endswith(".py"):
                part.writestr(entry.filename + "c", _compiled(content, f"{archive}/{entry.filename}", 2))
            else:
                part.writestr(entry.filename, content)
    return made.getvalue()


def house(folder: str) -> list[tuple[str, bytes]]:
    """The compiled files of all modules in a folder, each with the path where Python looks for
    it.
    """
    return [(cache_from_source(str(path)), _compiled(path.read_bytes(), str(path), 0)) for path in Path(folder).rglob("*.py")]
