"""The choices before a game, written into a state and read back from it."""
from __future__ import annotations

from typing import Any

from ...kernel import Option
from ..el_grande.tables import paid_places
from .tables import BASE, EXTRA_CARDS, PLAYERS_EDITION, VALUES

OPTIONS = (Option("short"), Option("players_edition"), Option("extra_cards"),
           *((Option("values", VALUES, (VALUES,)),) if VALUES else ()))


def configure(s: Any, players: int, options: dict[str, Any]) -> None:
    """Write checked options into an empty state."""
    s.players = s.colours = players
    s.paid = paid_places(players)
    s.short_game = int(options["short"])
    s.offered = BASE
    if options["players_edition"]:
        s.offered |= PLAYERS_EDITION
    if options["extra_cards"]:
        s.offered |= EXTRA_CARDS


def options_of(s: Any) -> dict[str, Any]:
    """The options of a state, as a position writes them."""
    return {"short": bool(s.short_game), "players_edition": bool(s.offered & PLAYERS_EDITION),
            "extra_cards": bool(s.offered & EXTRA_CARDS), **({"values": VALUES} if VALUES else {})}
