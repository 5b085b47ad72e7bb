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
PLACE = {
    "en": "If that is not it, the folder may lie in the wrong place: it belongs at the root of its host.",
    "hu": "Ha nem ez a baj, talán rossz helyen van a mappa: a kiszolgáló gyökerébe való.",
    "cs": "Není-li to tím, leží složka možná na špatném místě: patří do kořene svého serveru.",
    "de": "Liegt es daran nicht, ist der Ordner vielleicht am falschen Ort: Er gehört ins oberste Verzeichnis seines Servers.",
}
"""What a page adds when nothing of it comes up: its folder may be in the wrong place."""


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
    for lang, said in PLACE.items():
        page = re.sub(rf'(<p lang="{lang}">.*?)(</p>)', rf"\1 {said}\2", page, count=1, flags=re.DOTALL)
    # Hosts that know no page of that name give out this one, so that links into the site work on
    # the first visit, too.
    for name in ("index.html", "404.html"):
        (folder / name).write_text(page, "utf-8")
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
