"""The static edition: a folder that any web server can give out, in which everything happens on the
reader's own device.
"""
from __future__ import annotations

import re
import shutil
from pathlib import Path

from ..errors import TafelrundeError
from ..server.web.files import WEB

NOT_GIVEN_OUT = ("built.json", "chunks.json")
"""Files that only the build itself reads."""
MARK = '<meta name="tafelrunde" content="device" />'
"""Tells the client that there is no server of ours behind the page."""


class CannotExport(TafelrundeError):
    """The folder was not written; the message says why."""


def export_site(folder: Path, web: Path = WEB) -> int:
    """Write the static edition into a new or empty folder; returns its size in bytes."""
    if not (web / "index.html").is_file() or not (web / "pack" / "pack.json").is_file():
        raise CannotExport("The browser client is not built: python tools/build_web.py builds it.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotExport(f"{folder} is there already, and it is not empty.")
    shutil.copytree(web, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*NOT_GIVEN_OUT))
    page = (web / "index.html").read_text("utf-8").replace("</head>", f"  {MARK}\n  </head>", 1)
    # Where the folder will lie is not known: its page names files from where it lies itself.
    (folder / "index.html").write_text(re.sub(r'\b(href|src)="/', r'\1="./', page), "utf-8")
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
