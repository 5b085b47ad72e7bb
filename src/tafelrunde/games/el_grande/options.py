"""The options of a game: checked together, written into a state and read back from it."""
from __future__ import annotations

from typing import Any, Literal

from ...kernel import BadOptions, Option
from ..switches import named_start, start_of, start_option
from .fields import SWITCHES
from .state import State
from .tables import EDITIONS, SEATS, VALUES, paid_places

MODULES = ("new_regent", "power_shift")
ALTERNATIVES = ("grand_strategy", "secret_ballot", "veto")
MEMORIES = ("strict", "notes", "ledger")
COPIES = {"grand_strategy": 1, "secret_ballot": 1, "veto": 2}

OPTIONS = (
    Option("edition", "2023", EDITIONS),
    Option("short"),
    Option("modules", [], MODULES, several=True),
    Option("alternatives", [], ALTERNATIVES, several=True),
    Option("merge_decks"),
    Option("memory", "strict", MEMORIES, flags=("strict", "ledger")),
    start_option(SEATS),
    *SWITCHES.options(),
    *((Option("values", VALUES, (VALUES,)),) if VALUES else ()),
)


def configure(s: State, players: int, options: dict[str, Any]) -> None:
    """Write checked options into an empty state; BadOptions if they contradict each other."""
    modules, alternatives = options["modules"], options["alternatives"]
    for name in MODULES:
        if modules.count(name) > 1:
            raise BadOptions(f"options: modules names {name} twice")
    for name in ALTERNATIVES:
        if alternatives.count(name) > COPIES[name]:
            raise BadOptions(f"options: alternatives names {name} {alternatives.count(name)} times; "
                             f"there {'is one card' if COPIES[name] == 1 else 'are two cards'} of it")
    if options["edition"] == "1995" and modules:
        raise BadOptions("options: modules belong to the 2023 edition; the 1995 edition has none", "modules")
    if options["edition"] == "1995" and alternatives:
        raise BadOptions("options: alternatives do not go with the 1995 edition, which has these cards in its decks already",
                         "alternatives")
    if options["merge_decks"] and players > 3:
        raise BadOptions(f"options: merge_decks is for 3 players (and the rule for 2); {players} need all five decks",
                         "merge_decks")
    s.players = players
    s.colours = 3 if players == 2 else players
    s.paid = paid_places(players)
    s.edition = EDITIONS.index(options["edition"])
    s.short_game = int(options["short"])
    s.regent = int("new_regent" in modules)
    s.shift = int("power_shift" in modules)
    s.extra[:] = [alternatives.count("grand_strategy"), alternatives.count("veto"), alternatives.count("secret_ballot")]
    s.merged = int(options["merge_decks"] or players == 2)
    s.memory = MEMORIES.index(options["memory"])
    s.first = named_start(options, players)
    s.readings = SWITCHES.packed(options)


def options_of(s: State) -> dict[str, Any]:
    """The options of a state, as a position writes them (the edition is a key of its own)."""
    strategy, vetoes, ballot = s.extra
    return {
        "short": bool(s.short_game),
        "modules": [name for name, on in zip(MODULES, (s.regent, s.shift), strict=True) if on],
        "alternatives": ["grand_strategy"] * strategy + ["secret_ballot"] * ballot + ["veto"] * vetoes,
        "merge_decks": bool(s.merged),
        "memory": MEMORIES[s.memory],
        "start": start_of(s.first),
        **SWITCHES.unpacked(s.readings),
        **({"values": VALUES} if VALUES else {}),
    }


def shows_memory(s: State) -> bool | Literal["own"]:
    """EG-13.1: who sees what is in the castillo: nobody, each seat its own caballeros, or
    everybody.
    """
    if s.memory == 1:
        return "own"
    return s.memory == 2
