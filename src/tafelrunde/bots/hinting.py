"""A hint for a person: what a bot would do at this seat, and why."""
from __future__ import annotations

from dataclasses import dataclass

from ..match.match import Match
from .explaining import explained
from .levels import make, strongest
from .observation import Observation


@dataclass(frozen=True)
class Hint:
    """An action in notation, with the reason in one or two sentences."""

    action: str
    why: str


def hint(match: Match, seat: int, lang: str = "en", level: str = "", seed: int | None = None) -> Hint:
    """What a bot would do at a seat that must decide: from what the seat may know and nothing
    else.  Unless a level is named, it is the title's strongest.
    """
    return advise(Observation.of(match, seat), lang, level, seed)


def advise(observation: Observation, lang: str = "en", level: str = "", seed: int | None = None,
           threads: int | None = None) -> Hint:
    """The same from an observation. The search may use `threads` cores."""
    bot = make(level or strongest(observation.game), observation.game, seed, threads=threads)
    try:
        action = bot.decide(observation)
        thought = getattr(bot, "thought", None)
        return Hint(action, explained(thought, lang, you=True) if thought is not None else bot.explain(lang))
    finally:
        bot.close()
