"""A game at this terminal: a match, who sits on each seat, whose view is shown, and where it is
saved.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import tafelrunde as tr

from .. import bots
from ..bots.bot import Bot
from ..errors import CannotUndo, TafelrundeError
from ..kernel import Game
from ..match.fairness import new_seed, secret_from
from ..match.match import Match
from ..match.replaying import verify
from ..match.texts import Texts
from ..match.witness import Kept
from . import saves

HUMAN = "human"


class BadSeats(TafelrundeError):
    """An impossible assignment of seats."""


def read_seats(words: Sequence[str], players: int, level: str) -> list[str]:
    """Who sits where, as typed: `human`, `bot` (of the default level) or a level's name; missing
    seats are bots.

    >>> read_seats(["human", "bot"], 3, "simple")
    ['human', 'simple', 'simple']
    """
    if len(words) > players:
        raise BadSeats(f"seats: {len(words)} seats are named, but {players} play")
    found = [level if word == "bot" else word for word in words] + [level] * (players - len(words))
    for seat in found:
        if seat != HUMAN:
            bots.Level.read(seat)
    return found


def usual_level() -> str:
    """The level of bots unless another is named."""
    return "simple" if "simple" in bots.LEVELS else bots.LEVELS[0]


class Session:
    """One game from its first decision to the last, or as far as people get."""

    def __init__(self, match: Match, seats: list[str], lang: str, name: str = "") -> None:
        self.match = match
        self.seats = seats
        self.lang = lang
        self.name = name or saves.new_name(match.game.name)
        self.people = [seat for seat, kind in enumerate(seats) if kind == HUMAN]
        self.viewer: int | None = self.people[0] if len(self.people) == 1 else None
        self.promised: Kept | None = None
        self._bots: dict[int, Bot] = {}

    # ------------------------------------------------------------ beginning

    @classmethod
    def begin(cls, game: Game, players: int, options: Mapping[str, Any], seats: list[str], lang: str,
              seed: object | None = None) -> Session:
        """A new game, kept from its first moment; people add random seeds of their own, unless
        chance must be repeatable.
        """
        added = {seat: new_seed() for seat, kind in enumerate(seats) if kind == HUMAN and seed is None}
        session = cls(Match.begin(game, players, options, secret_from(seed), added), seats, lang)
        session.promised = Kept(session.match.header["Seed commitment"], added)
        session.keep()
        return session

    @classmethod
    def resume(cls, save: saves.Save, lang: str | None = None) -> Session:
        """A saved game, at the exact position where it was left."""
        try:
            match = tr.replay(save.record, secret=bytes.fromhex(save.secret) if save.secret else None)
        except ValueError as error:
            raise saves.BadSave(f"{save.name}: this saved game is damaged: {error}") from None
        if len(save.seats) != match.players:
            raise saves.BadSave(f"{save.name}: {len(save.seats)} seats are named, but {match.players} play")
        return cls(match, read_seats(save.seats, match.players, "random"), lang or save.lang, save.name)

    def keep(self) -> None:
        """Save the game."""
        secret = self.match.secret.hex() if self.match.secret is not None else ""
        saves.keep(saves.Save(self.name, self.match.record(), secret, self.seats, self.lang, self.match.over))

    def verify(self) -> int:
        """Check the finished game against its commitment and count its draws; Unverified says what
        is wrong.
        """
        text = self.match.record()
        return self.promised.verify(self.match.game, text) if self.promised else verify(self.match.game, text)

    # ------------------------------------------------------------ deciding

    @property
    def texts(self) -> Texts:
        """The game's words in this session's language."""
        return self.match.texts(self.lang)

    @property
    def next_bot(self) -> int | None:
        """A bot that must decide; bots answer before people do, so that nobody waits."""
        return next((seat for seat in self.match.pending if self.seats[seat] != HUMAN), None)

    @property
    def next_person(self) -> int | None:
        """The person who must decide: the one at the keyboard if possible."""
        waiting = [seat for seat in self.match.pending if self.seats[seat] == HUMAN]
        return self.viewer if self.viewer in waiting else next(iter(waiting), None)

    @property
    def instead(self) -> bool:
        """Whether bots of another level stand in for `master`, because it has no network to use."""
        asked = any(seat.partition(":")[0] == "master" for seat in self.seats)
        return asked and "master" not in bots.levels_of(self.match.game)

    def bot(self, seat: int) -> Bot:
        """The bot of a seat."""
        if seat not in self._bots:
            self._bots[seat] = bots.make(self.seats[seat], self.match.game)
        return self._bots[seat]

    def decide(self, action: str, seat: int) -> None:
        """Carry out an action and save the game; IllegalAction says why it is illegal."""
        self.match.play(action, seat=seat)
        self.keep()

    # ------------------------------------------------------------ taking back

    def undo(self, seat: int) -> None:
        """Take back the seat's last decision; CannotUndo says why it is impossible."""
        self.match.undo(seat, self.lang)
        self.keep()

    def can_rewind(self, seat: int) -> bool:
        """Whether the others would agree to take back more than that: they do if all of them are
        bots.
        """
        return self.people == [seat] and any(d.seat == seat for d in self.match.history.decisions())

    def rewind(self, seat: int) -> None:
        """Go back to before the seat's last decision, whatever has happened since."""
        if not self.can_rewind(seat):
            raise CannotUndo("others", self.texts.say("undo.others"))
        decisions = self.match.history.decisions()
        last = max(n for n, d in enumerate(decisions) if d.seat == seat)
        self.match = rebuilt(self.match, last)
        self.keep()


def rebuilt(match: Match, decisions: int) -> Match:
    """The match as it was after a number of decisions."""
    from ..match.records import parse
    from ..match.replaying import rebuild

    return rebuild(match.game, parse(match.record()), match.secret, decisions)
