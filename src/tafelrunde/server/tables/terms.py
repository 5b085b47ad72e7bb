"""Rated or casual: the conditions for ratings, and why a table has none."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ..errors import Refused
from ..games import options_of
from .table import Config, Table

Casual = Literal["hotseat", "played_on", "own_cards", "bots", "chosen"]


def obstacle(config: Config, kinds: Iterable[str]) -> Casual | None:
    """Why a game cannot be rated, whoever wants it; `kinds` are those of its seats."""
    if config.hotseat:
        return "hotseat"
    if config.played_on:
        return "played_on"
    if own_cards(config):
        return "own_cards"
    return "bots" if "bot" in kinds else None


def own_cards(config: Config) -> bool:
    """Whether the table has filled in cards of its own."""
    return any(option.kind == "entries" and config.options.get(option.name) for option in options_of(config.game))


def why_casual(table: Table) -> Casual | None:
    """Why a table is not rated; None if it is."""
    if table.config.rated:
        return None
    return obstacle(table.config, (s.kind for s in table.seats)) or "chosen"


def gives_hints(table: Table) -> bool:
    """Whether a bot may be asked for advice: at casual tables with help where one person plays
    against bots alone.
    """
    config = table.config
    alone = sum(s.user is not None for s in table.seats) == 1
    return config.help and alone and not config.strict and not config.exercise and not config.hotseat


def check_rated(config: Config, kinds: Iterable[str]) -> None:
    """Refused if a table that is to be rated cannot be rated."""
    if config.rated and (found := obstacle(config, kinds)) is not None:
        raise Refused("conflict", f"rated_{found}", field="body.rated")
