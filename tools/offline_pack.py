"""Packs what plays without a server for the browser: Python (Pyodide), and what of Tafelrunde a
device needs.

    python tools/offline_pack.py FOLDER

FOLDER gets gzipped files that the client's worker unpacks itself, so that they travel small from
any web server: the interpreter (`python`), the part of its library that is used (`library`, a zip
file) and the house (`house`, a tar file: our own modules, their data, Babel's plural rules and
msgspec as built for Pyodide); and the interpreter's two scripts, gzipped and, for browsers that
must load them from a server, as they are: as `.js`, because many web servers do not know `.mjs`,
and browsers run no script that is not called one.  The weights of the titles' networks are files of
their own, which are fetched when a bot needs them.  `pack.json` names them with their sizes and
digests; a name changes with what is in it.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import pickle
import shutil
import subprocess
import sys
import tarfile
import tokenize
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "tafelrunde"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
WHEELS = ROOT / "web" / "node_modules" / ".wheels"
PINS = ROOT / "web" / "python.txt"
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
"""The name of Pyodide's Python on the package index."""
LANGUAGES = ("en", "hu", "cs", "de")

SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
"""The interpreter's scripts: the loader, and what it loads."""
FORM = 2
"""Of `pack.json`; a page that knows only earlier ones does not touch the pack."""
WEIGHTS = SOURCE / "bots" / "net" / "weights"
"""The weights of the titles' networks, in files of their own: they are fetched when a bot needs
them.
"""
BEGIN = ("offline/desk.py", "offline/compiling.py")
"""The modules that a device starts with; everything they import is included."""
WHOLE = ("games", "kernel", "match")
"""Folders that come along whole: matches are pinned to a fingerprint of them, which is to be the
server's.
"""
NOT_FOLLOWED = ("games/*/terminal.py", "kernel/targets/*.py", "kernel/record.py", "kernel/proving.py")
"""The parts of them that never run on a device: their imports are not followed."""
LEFT_OUT = ("kernel/targets", "server/house.py")
"""What a device does not need, although code that runs there names it."""
DATA = (".toml", ".json", ".svg", ".woff2", ".txt", ".wasm")

UNUSED = set("""
_pyrepl unittest pdb doctest tarfile pydoc _pyio xmlrpc argparse pickletools wsgiref statistics imaplib optparse
mailbox configparser smtplib bdb ftplib trace plistlib pstats profile cProfile modulefinder csv wave compileall
poplib zoneinfo cmd timeit code fileinput runpy html multiprocessing ctypes sqlite3 curses turtle nntplib
telnetlib tabnanny symtable sched rlcompleter pyclbr py_compile netrc mailcap imghdr sndhdr chunk crypt dbm ensurepip
filecmp getpass graphlib idlelib lib2to3 tkinter pty shelve stringprep this venv webbrowser xdrlib zipapp
socketserver difflib gettext lzma mimetypes aifc antigravity bz2 colorsys pydoc_data _aix_support _osx_support _ios_support
_android_support _sitebuiltins_unused nturl2path asynchat asyncore smtpd test email http xml csv
""".split())
"""Modules of the standard library that neither the interpreter nor we import."""
ENCODINGS = {"__init__", "aliases", "ascii", "utf_8", "latin_1", "cp437", "idna", "unicode_escape", "raw_unicode_escape", "utf_16",
             "utf_32", "utf_8_sig", "charmap", "undefined", "hex_codec", "base64_codec"}


class Trouble(Exception):
    """Something the person at the keyboard can fix."""


# ------------------------------------------------------------ our own part


def _one_of(path: Path, names: tuple[str, ...]) -> bool:
    inner = path.relative_to(SOURCE)
    return any(inner.match(one) or inner.is_relative_to(one) for one in names)


def _for_types(node: ast.AST) -> bool:
    """Whether the block is for type checkers alone."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _imports(path: Path) -> Iterator[tuple[str, ...]]:
    """The modules of ours that a module of ours imports."""
    package = path.relative_to(SOURCE).parts[:-1]
    todo: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while todo:
        node = todo.pop()
        if _for_types(node):
            continue
        todo += ast.iter_child_nodes(node)
        if isinstance(node, ast.ImportFrom):
            inner = tuple(node.module.split(".")) if node.module else ()
            if node.level:
                base = package[: len(package) - node.level + 1]
            elif inner[:1] == ("tafelrunde",):
                base, inner = (), inner[1:]
            else:
                continue
            yield (*base, *inner)
            yield from ((*base, *inner, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (tuple(a.name.split(".")[1:]) for a in node.names if a.name.split(".")[0] == "tafelrunde")


def _file(module: tuple[str, ...]) -> Path | None:
    base = SOURCE.joinpath(*module)
    for path in (base.with_suffix(".py") if module else base / "__init__.py", base / "__init__.py"):
        if path.is_file():
            return path
    return None


def modules() -> list[Path]:
    """Every module of ours that a device needs."""
    whole = {path for folder in WHOLE for path in (SOURCE / folder).rglob("*.py")}
    todo = [*(SOURCE / name for name in BEGIN), *(path for path in whole if not _one_of(path, NOT_FOLLOWED))]
    found: set[Path] = set()
    while todo:
        path = todo.pop()
        if path in found or _one_of(path, LEFT_OUT):
            continue
        found.add(path)
        todo += [parent / "__init__.py" for parent in path.parents if parent.is_relative_to(SOURCE)]
        todo += [file for module in _imports(path) if (file := _file(module)) is not None]
    return sorted(found | whole)


def data(packages: set[Path]) -> list[Path]:
    """The data files that the modules read."""
    found = {path for folder in packages for path in folder.iterdir() if path.suffix in DATA}
    for folder in packages:
        found |= {path for name in ("data", "text", "fonts") if (folder / name).is_dir()
                  for path in (folder / name).rglob("*") if path.suffix in DATA}
    return sorted(found)


def sources() -> list[Path]:
    """Every file that affects the pack."""
    ours = modules()
    return [Path(__file__).resolve(), PINS, *ours, *data({path.parent for path in ours}), *networks()]


def networks() -> list[Path]:
    """The files of the titles' weights."""
    return sorted(WEIGHTS.glob("*.weights"))


# ------------------------------------------------------------ others' parts


def wheel() -> Path:
    """msgspec as it was built for Pyodide, from the package index, checked by its hash."""
    found = sorted(WHEELS.glob("msgspec-*.whl"))
    pinned = PINS.read_text("utf-8")
    for one in found:
        if hashlib.sha256(one.read_bytes()).hexdigest() in pinned:
            return one
    WHEELS.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:",
         "--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp", "--dest", str(WHEELS),
         "--requirement", str(PINS)],
        capture_output=True, text=True, check=False)
    found = sorted(WHEELS.glob("msgspec-*.whl"))
    if done.returncode or not found:
        raise Trouble(f"msgspec for the browser cannot be had from the package index:\n{done.stderr.strip()}")
    return found[-1]


def plurals() -> Iterator[tuple[str, bytes]]:
    """Babel, as far as its plural rules go: the modules, and of its data those of our languages."""
    import babel
    from babel import localedata

    folder = Path(babel.__file__).parent
    for name in ("__init__.py", "core.py", "localedata.py", "plural.py"):
        yield f"babel/{name}", (folder / name).read_bytes()
    whole = pickle.loads((folder / "global.dat").read_bytes())  # Babel's own file
    yield "babel/global.dat", pickle.dumps({name: type(value)() for name, value in whole.items()}, 4)
    yield "babel/locale-data/root.dat", pickle.dumps({}, 4)
    for lang in LANGUAGES:
        rule: Any = localedata.load(lang)["plural_form"]
        yield f"babel/locale-data/{lang}.dat", pickle.dumps({"plural_form": rule}, 4)


def house() -> bytes:
    """Our package as an archive."""
    ours = modules()
    files = [(f"tafelrunde/{path.relative_to(SOURCE)}", path.read_bytes())
             for path in [*ours, *data({path.parent for path in ours})]]
    files += plurals()
    with zipfile.ZipFile(wheel()) as built:
        names = [name for name in built.namelist() if name.startswith("msgspec/") and not name.endswith(".pyi")]
        files += [(name, built.read(name)) for name in names]
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def bare(source: bytes) -> bytes:
    """A module without its comments and documentation; every line stays where it was, and so do the
    first comments.
    """
    tokens = list(tokenize.tokenize(io.BytesIO(source).readline))
    lines = source.decode(tokens[0].string).splitlines(keepends=True)
    cuts: list[tuple[tokenize.TokenInfo, str]] = []
    begins, head = True, True
    for token, following in pairwise(tokens):
        if token.type == tokenize.COMMENT and not head:
            cuts.append((token, ""))
        elif token.type == tokenize.STRING and begins and following.type == tokenize.NEWLINE:
            # Something must stand there: a class without a docstring would get one
            cuts.append((token, f'"""{" " + token.string.count(chr(10)) * chr(10)}"""'))
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            begins = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
            head = head and token.type == tokenize.ENCODING
    for token, instead in reversed(cuts):
        (first, begin), (last, end) = token.start, token.end
        lines[first - 1:last] = [lines[first - 1][:begin] + instead + lines[last - 1][end:]]
    return "".join(lines).encode(tokens[0].string)


def library() -> bytes:
    """The standard library without what is never imported or only read by people; stored, because
    the whole is compressed.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as part:
        for entry in sorted(whole.infolist(), key=lambda one: one.filename):
            first, _, rest = entry.filename.partition("/")
            name = rest.removesuffix(".py")
            if entry.is_dir() or first.removesuffix(".py") in UNUSED or (first == "encodings" and name not in ENCODINGS):
                continue
            content = whole.read(entry)
            part.writestr(zipfile.ZipInfo(entry.filename, (1980, 1, 1, 0, 0, 0)),
                          bare(content) if entry.filename.endswith(".py") else content)
    return out.getvalue()


# ------------------------------------------------------------ writing


def write(folder: Path) -> dict[str, Any]:
    """Write the pack; returns the content of `pack.json`."""
    shutil.rmtree(folder, ignore_errors=True)
    version = json.loads((PYODIDE / "package.json").read_text("utf-8"))["version"]
    (folder / version).mkdir(parents=True)

    def part(name: str, content: bytes) -> dict[str, Any]:
        packed, digest = gzip.compress(content, 9, mtime=0), hashlib.sha256(content).hexdigest()
        file = f"{name}-{digest[:10]}.gz"
        (folder / file).write_bytes(packed)
        return {"file": file, "size": len(packed), "digest": digest[:20]}

    parts = {"python": part("python", (PYODIDE / "pyodide.asm.wasm").read_bytes()), "library": part("library", library()),
             "house": part("house", house())}
    weights = {path.stem: part(path.stem, path.read_bytes()) for path in networks()}
    scripts: list[dict[str, Any]] = []
    for original in SCRIPTS:
        content, name = (PYODIDE / original).read_bytes(), original.replace(".mjs", ".js")
        packed = gzip.compress(content, 9, mtime=0)
        (folder / version / name).write_bytes(content)
        (folder / version / f"{name}.gz").write_bytes(packed)
        scripts.append({"file": f"{version}/{name}", "size": len(packed), "digest": hashlib.sha256(content).hexdigest()[:20]})
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    said = {"form": FORM, "version": hashlib.sha256(json.dumps([version, parts, weights]).encode()).hexdigest()[:10],
            "folder": f"{version}/", "python": lock, "parts": parts, "scripts": scripts, "weights": weights}
    (folder / "pack.json").write_text(json.dumps(said) + "\n", "utf-8")
    return said


if __name__ == "__main__":
    print(json.dumps(write(Path(sys.argv[1])), indent=1))
