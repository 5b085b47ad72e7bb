"""A duchy as a picture tells of it: its spaces, its owner, the centres beside it and what they are
worth.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...drawing.words import Words
from .board import BOARD
from .tables import COMPONENTS

AROUND = tuple(frozenset(BOARD.spaces[space] for space in site.spaces) for site in BOARD.sites)
"""The spaces around each site."""


@dataclass(frozen=True, slots=True)
class Duchy:
    """`value` is what the owner is paid for losing it now, `final` what it pays at the end (RH-7.2,
    RH-11.3).

    `centres` are the sites next to it, by number; the caller looks up their names in its language.
    """

    spaces: tuple[str, ...]
    owner: int | None
    centres: tuple[str, ...]
    knights: tuple[tuple[int, int], ...]  # seat, how many; most first
    value: int
    final: int

    def beside(self, words: Words, between: str) -> str:
        """The names of its centres, joined."""
        return between.join(words.named(f"site.{site}") for site in self.centres)

    def describe(self, words: Words, names: Sequence[str]) -> str:
        """Everything about the duchy in words."""
        owner = words("rh.duchy_of", seat=names[self.owner]) if self.owner is not None else words("rh.no_duke")
        knights = ", ".join(f"{names[seat]} {count}" for seat, count in self.knights)
        worth = words("rh.worth", now=self.value, final=self.final)
        return ". ".join(filter(None, (owner, self.beside(words, ", "), knights, worth))) + "."


def duchies(view: Mapping[str, Any]) -> list[Duchy]:
    """The duchies of a view, with the centres beside their knights (RH-7.3)."""
    knights: Mapping[str, int] = view.get("knights") or {}
    castles: Mapping[str, int] = view.get("castle_knights") or {}
    tiles: Mapping[str, str] = view.get("tiles") or {}
    points = {tile: entry["points"] for tile, entry in COMPONENTS["tiles"].items()}
    duke, at_the_end = (COMPONENTS["points"][key]["value"] for key in ("duke", "duke_at_the_end"))
    found: list[Duchy] = []
    for entry in filter(None, view.get("duchies") or ()):
        spaces, owner = tuple(map(str, entry.get("spaces") or ())), entry.get("owner")
        own = {space for space in spaces if space in knights}
        beside = [str(k) for k, spaces_there in enumerate(AROUND, start=1) if own & spaces_there]
        centres = sum(points.get(tiles.get(site, ""), 0) for site in beside)
        count = Counter(knights[space] for space in own)
        count.update(castles[site] for site in beside if castles.get(site) is not None)
        found.append(
            Duchy(
                spaces=spaces,
                owner=owner,
                centres=tuple(beside),
                knights=tuple(sorted(count.items(), key=lambda item: (-item[1], item[0]))),
                value=centres + duke,
                final=centres + at_the_end,
            )
        )
    return found
