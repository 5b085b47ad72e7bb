"""The list of a game's actions: flat ids on one side, notation strings on the other."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from .bits import WORD
from .rules import names


class SeatNumbers(tuple[int, ...]):
    """The seats as an argument of a verb: those who look from another seat count them from
    there.
    """

    __slots__ = ()

    def __new__(cls, seats: int) -> SeatNumbers:
        """The seats 0, 1, …"""
        return super().__new__(cls, range(seats))


class Verb:
    """A verb with its arguments: `Verb("tile", ("8-4-0", "4-0-0"), PLACES)` has one action per
    combination.

    `label` names the verb's first id in rules (`Act.TILE`); it is the verb itself unless two groups
    share one verb. `secret` actions are written into other seats' records only when the secret
    ends: "resolved" (when every pending seat has answered), "over" (when the game is over), or
    "left" (what goes to the left neighbour: it reads it when every pending seat has answered, the
    others when the game is over).  `aliases` are other words for its last argument that are read,
    and never written.  An argument that is a range stands for its numbers: `counts_from` has their
    first. `means` says what each argument is, by the names of words in the texts ("seat region");
    `n` is a plain number.
    """

    def __init__(self, verb: str, *arguments: Iterable[Any], label: str = "", secret: str = "",
                 aliases: Mapping[str, str] | None = None, means: str = "") -> None:
        self.verb = verb
        self.means = tuple(means.split())
        self.label = (label or verb).upper()
        self.secret = secret
        self.aliases = aliases or {}
        given = [a if isinstance(a, SeatNumbers) else list(a) for a in arguments]
        self.names_seat = [isinstance(a, SeatNumbers) for a in given]
        self.counts_from = [a.start if isinstance(a, range) else 0 for a in arguments]
        self.arguments = [list(a) for a in given]
        self.names = [" ".join([verb, *map(str, combination)]) for combination in product(*self.arguments)]


class Catalogue:
    """All actions of a game in notation order.

    >>> c = Catalogue([Verb("power", range(1, 14)), Verb("done")])
    >>> len(c), c.name(8), c.id("done"), c.first.DONE
    (14, 'power 9', 13, 13)
    """

    def __init__(self, verbs: Sequence[Verb]) -> None:
        self.verbs = tuple(verbs)
        self.names: list[str] = []
        self.verb_of: list[Verb] = []
        firsts: dict[str, int] = {}
        for verb in verbs:
            if verb.label in firsts:
                raise ValueError(f"two verbs are labelled {verb.label}")
            firsts[verb.label] = len(self.names)
            self.names += verb.names
            self.verb_of += [verb] * len(verb.names)
        self.ids = {name: i for i, name in enumerate(self.names)}
        if len(self.ids) != len(self.names):
            raise ValueError("two actions have the same name")
        self.aliases = {f"{name.removesuffix(word)}{alias}": self.ids[name] for verb in verbs
                        for alias, word in verb.aliases.items() for name in verb.names if name.split()[-1] == word}
        if self.aliases.keys() & self.ids.keys():
            raise ValueError("an alias is an action's name")
        self.words = (len(self.names) + WORD - 1) // WORD
        self.first = names("Act", **firsts)

    def __len__(self) -> int:
        return len(self.names)

    def name(self, action: int) -> str:
        """The notation of an action id."""
        return self.names[action]

    def id(self, name: str) -> int:
        """The id of a notation string; KeyError if no action of this game reads like this."""
        plain = " ".join(name.split())
        return self.aliases[plain] if plain in self.aliases else self.ids[plain]

    def knows(self, name: str) -> bool:
        """Whether a notation string names an action of this game."""
        plain = " ".join(name.split())
        return plain in self.ids or plain in self.aliases

    def listed(self, mask: Sequence[int]) -> list[int]:
        """The ids in a mask, ascending."""
        found: list[int] = []
        for w, word in enumerate(mask):
            bits = int(word)
            while bits:
                found.append(w * WORD + (bits & -bits).bit_length() - 1)
                bits &= bits - 1
        return found
