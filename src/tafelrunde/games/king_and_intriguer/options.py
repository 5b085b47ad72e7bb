"""The choices before a game, written into a state and read back from it."""
from __future__ import annotations

from typing import Any

from ...kernel import Option
from ..el_grande.tables import SEATS, paid_places
from ..switches import named_start, start_of, start_option
from .blanks import OPTION, check, entries_of, fill
from .fields import SWITCHES
from .state import State
from .tables import BASE, EXTRA_CARDS, PLAYERS_EDITION, VALUES

OPTIONS = (Option("short"), Option("players_edition"), Option("extra_cards"), OPTION, start_option(SEATS), *SWITCHES.options(),
           *((Option("values", VALUES, (VALUES,)),) if VALUES else ()))


def configure(s: State, players: int, options: dict[str, Any]) -> None:
    """Write checked options into an empty state; BadOptions if they contradict each other."""
    s.players = s.colours = players
    s.paid = paid_places(players)
    s.short_game = int(options["short"])
    s.first = named_start(options, players)
    s.switches = SWITCHES.packed(options)
    s.offered = BASE
    if options["players_edition"]:
        s.offered |= PLAYERS_EDITION
    if options["extra_cards"]:
        s.offered |= EXTRA_CARDS
    check(options["blank_cards"], options["players_edition"])
    fill(s, options["blank_cards"])


def options_of(s: State) -> dict[str, Any]:
    """The options of a state, as a position writes them."""
    return {"short": bool(s.short_game), "players_edition": bool(s.offered & PLAYERS_EDITION),
            "extra_cards": bool(s.offered & EXTRA_CARDS), "blank_cards": entries_of(s), "start": start_of(s.first),
            **SWITCHES.unpacked(s.switches),
            **({"values": VALUES} if VALUES else {})}
