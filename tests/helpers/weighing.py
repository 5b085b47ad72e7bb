"""How much of the built client a player downloads, packed with gzip; fonts are left out."""
from __future__ import annotations

import gzip
import json
from pathlib import Path

BUILT = Path(__file__).resolve().parents[2] / "src/tafelrunde/web"
LANGUAGES = ("en", "hu", "cs", "de")
TITLES = ("el_grande", "king_and_intriguer", "rheinlaender", "toledo")
LOBBY = "index.html"
TABLE = "src/pages/TablePage.svelte"


class Scales:
    """Weighs parts of the client by the build's own list of what needs what."""

    def __init__(self) -> None:
        self.chunks: dict[str, dict[str, list[str]]] = json.loads((BUILT / "chunks.json").read_text("utf-8"))

    def files(self, *parts: str) -> set[str]:
        """The files that some parts need: they themselves, all they import, and their styles."""
        found, todo = set[str](), list(parts)
        while todo:
            chunk = self.chunks[todo.pop()]
            file = str(chunk["file"])
            if file not in found:
                found |= {file, *chunk.get("css", [])}
                todo += chunk.get("imports", [])
        return found

    def weight(self, files: set[str]) -> int:
        return sum(len(gzip.compress((BUILT / file).read_bytes(), 9)) for file in files)

    def spoken(self, lang: str) -> set[str]:
        return self.files(f"src/i18n/{lang}.ts")

    def lobby(self, lang: str) -> int:
        """What the first screen needs."""
        return self.weight({"index.html"} | self.files(LOBBY) | self.spoken(lang))

    def title(self, game: str, lang: str) -> int:
        """What a player downloads on the way through the lobby to a table of one title."""
        return self.weight({"index.html"} | self.files(LOBBY, TABLE, f"src/games/{game}/index.ts") | self.spoken(lang))

    def everything(self, lang: str) -> int:
        """Every page and every title, in one language."""
        built = {file for part in self.chunks for file in self.files(part) if file.endswith((".js", ".css"))}
        foreign = set[str]().union(*map(self.spoken, LANGUAGES)) - self.spoken(lang) - self.understood()
        return self.weight(({"index.html"} | built) - foreign)

    def understood(self) -> set[str]:
        """English words that the text table understands in every language."""
        return self.spoken("en") - {str(self.chunks["src/i18n/en.ts"]["file"])}
