"""What a game package declares: one `Game`, made of its declarations, its law and a few plain
functions.
"""
from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from ..errors import BadOptions
from .actions import Catalogue
from .events import EventKind
from .fields import PUBLIC, Field, may_see, state_class
from .law import Law
from .rules import members


@dataclass(frozen=True)
class Slot:
    """One field of an entry to fill in: one of `choices` (or `several` of them), a number from
    `low` to `high`, or a `text` of `low` to `high` characters.

    `meaning` says what the choices are, where the game's texts name them ("card").  A slot `only`
    for some values of another one, ("deed", ("30", "50")), may be left empty, and must be
    elsewhere.
    """

    name: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    several: bool = False
    text: bool = False
    meaning: str = ""
    only: tuple[str, tuple[str, ...]] | None = None

    @property
    def kind(self) -> str:
        """`several`, `one`, `text` or `number`."""
        return "several" if self.several else "one" if self.choices else "text" if self.text else "number"

    def checked(self, value: Any) -> Any:
        """The value as it is stored; None if it is not allowed."""
        if self.several:
            good = isinstance(value, list) and value and all(isinstance(v, str) and v in self.choices for v in value)
            return [v for v in self.choices if v in value] if good else None
        if self.choices:
            return value if isinstance(value, str) and value in self.choices else None
        if self.text:
            text = " ".join(value.split()) if isinstance(value, str) else ""
            return text if self.low <= len(text) <= self.high and text.isprintable() else None
        number = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        return value if number else None

    def expects(self) -> str:
        """The allowed values."""
        if self.choices:
            return f"{'some' if self.several else 'one'} of {', '.join(self.choices)}"
        return f"{self.low} to {self.high} characters that can be seen" if self.text else f"a number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Option:
    """A choice made before the game: a flag (False/True), one of `choices`, a `several` list of
    them, or a list of up to `most` entries that have these `slots`.

    The game's texts describe its effect under `option.<name>`. `flags` are the choices that False
    and True stand for, if the notation treats the option as a flag. `unsaid` is the value in a
    record that does not name the option because it is older; None means the default. `examples` are
    lists of entries, for random tables.
    """

    name: str
    default: Any = False
    choices: tuple[str, ...] = ()
    several: bool = False
    flags: tuple[str, str] | None = None
    unsaid: Any = None
    slots: tuple[Slot, ...] = ()
    most: int = 0
    examples: tuple[list[dict[str, Any]], ...] = ()

    @property
    def kind(self) -> str:
        """`entries`, `several`, `one` or `flag`."""
        return "entries" if self.slots else "several" if self.several else "one" if self.choices else "flag"

    def others(self) -> list[Any]:
        """Every value but the default; for several choices each alone and all together; for entries
        the examples.
        """
        if self.slots:
            return [*self.examples]
        if self.several:
            return [*([c] for c in self.choices), [*self.choices]]
        return [v for v in (self.choices or (False, True)) if v != self.default]

    def entries(self, given: Any) -> list[dict[str, Any]]:
        """Entries, checked slot by slot; BadOptions names the entry and the slot."""
        where = f"options.{self.name}"
        if not isinstance(given, (list, tuple)) or len(given) > self.most:
            raise BadOptions(f"{where}: expected a list of up to {self.most} entries; not {str(given)[:60]!r}")
        return [self.entry(one, f"{where}.{number}") for number, one in enumerate(given)]

    def entry(self, given: Any, where: str) -> dict[str, Any]:
        """One entry, checked."""
        known = [slot.name for slot in self.slots]
        if not isinstance(given, Mapping):
            raise BadOptions(f"{where}: expected an object with {', '.join(known)}; not {str(given)[:60]!r}")
        for name in given:
            if name not in known:
                raise BadOptions(f"{where}: {str(name)[:60]!r} is not known (there are: {', '.join(known)})")
        found: dict[str, Any] = {}
        for slot in self.slots:
            value, (other, fitting) = given.get(slot.name), slot.only or ("", ())
            if slot.only and value is None:
                continue
            if slot.only and found[other] not in fitting:
                raise BadOptions(f"{where}.{slot.name}: it goes with {other} {', '.join(fitting)}; not with {found[other]}",
                                 self.name, f"no_{slot.name}", **{other: found[other]})
            found[slot.name] = slot.checked(value)
            if found[slot.name] is None:
                given_instead = f"not {str(value)[:60]!r}" if slot.name in given else "it is missing"
                raise BadOptions(f"{where}.{slot.name}: expected {slot.expects()}; {given_instead}", self.name, slot.kind,
                                 slot=slot.name, low=slot.low, high=slot.high)
        return found


@dataclass(frozen=True)
class Refusal:
    """Why an action is not legal: the rule that forbids it, the key of a sentence, and the
    sentence's arguments.

    An argument is `name=(meaning, index)`, e.g. `seat=("seat", 2)`; plain numbers and strings stand
    for themselves.
    """

    rule: str
    reason: str
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Phrase:
    """A key of the game's texts with arguments, as in `Refusal`."""

    key: str
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Receipt:
    """Where the points of a finished game came from.

    `points[seat][i]` came from `sources[i]`; a seat's row adds up to its points.  `rounds` are the
    same points in the order in which they were scored: a phrase that names the round or the
    scoring, and each seat's points in it. `ties` say for seats with equal points what decided
    between them, or that they share a place.
    """

    sources: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]
    rounds: tuple[tuple[Phrase, tuple[int, ...]], ...] = ()
    ties: tuple[Phrase, ...] = ()


@dataclass(frozen=True)
class Game:
    """Everything that a match needs to know of a game.

    Interpreted only, besides the law:

    - `configure(s, players, options)` writes checked options into an empty state (BadOptions if
      they do not go together)
    - `why_not(s, seat, action)` is None when the action is legal, else a Refusal: a second
      formulation of the law
    - `prompt(s, seat)` is the sentence that asks for the open decision
    - `position(s)` is the JSON position of the notation; it formats concealed states too, where
      hidden values are None
    - `own(s)` is the part of the position that a seat may see otherwise than a spectator; None:
      all of it
    - `load(position)` makes a state from a position that may be partial (BadPosition when it
      contradicts itself)
    - `word(meaning, index)` is the notation word of an argument ("card", 3 -> "fiesta")
    - `shows_memory(s)` says whether options let views show MEMORY fields
    - `folder` holds data/ and text/
    - texts that a title has not itself come from its `parent`
    - `hint(action)` is what others see of a secret action
    - `certain(s, line)` says whether a record's chance line tells what is no chance here, so
      that it needs no draw
    - `own_words` are a person's own names ("card.fiesta") by language
    - `words_of(options)` are the words of a table's own things: by form ("card.blank_1.short"),
      a text or a Phrase
    - `points_from` names the fields that `points` reads: where one of them is hidden, so are
      the points
    - `aliases` are other words of arguments by meaning, which records may use: {"card":
      {"deck2_veto": "veto"}}
    - `broken(s)` is a rule that gives 0, or the number of the invariant that does not hold;
      `laws[number]` names it
    - `receipt(s, events)` says of a finished game where its points came from
    - `package` is the game's own (`__name__` of the module that makes the `Game`): its rooms
      are modules there
    - `minutes` is about how long people take for a game at a table
    """

    name: str
    seats: tuple[int, int]
    fields: tuple[Field, ...]
    actions: Catalogue
    events: tuple[EventKind, ...]
    options: tuple[Option, ...]
    law: Law
    configure: Callable[[Any, int, dict[str, Any]], None]
    why_not: Callable[[Any, int, int], Refusal | None]
    prompt: Callable[[Any, int], Phrase]
    position: Callable[[Any], dict[str, Any]]
    load: Callable[[dict[str, Any]], Any]
    word: Callable[[str, int], str]
    folder: Path
    editions: tuple[str, ...] = ()
    shows_memory: Callable[[Any], bool | Literal["own"]] = lambda s: False
    parent: Game | None = None
    hint: Callable[[int], str] | None = None
    certain: Callable[[Any, str], bool] = lambda s, line: False
    own_words: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    words_of: Callable[[Mapping[str, Any]], Mapping[str, str | Phrase]] = lambda options: {}
    points_from: tuple[str, ...] = ("score",)
    aliases: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    broken: Callable[[Any], int] = lambda s: 0
    laws: tuple[str, ...] = ()
    receipt: Callable[[Any, Sequence[tuple[int, ...]]], Receipt] | None = None
    own: Callable[[Any], dict[str, Any]] | None = None
    package: str = ""
    minutes: int | None = None

    @classmethod
    def declared(cls, package: str, decisions: Any, positions: Any, broken: Any, named: Any, *, setup: Any, pending: Any,
                 apply: Any, resample: Any, points: Any, standing: Any = None, **further: Any) -> Game:
        """The game of a package that declares its `decisions`, its `positions` and its invariants
        (`broken`, with the names of what can be): what they say is not said again.

        `standing` is `points` where nothing is said.
        """
        actions = decisions.actions
        law = Law(words=actions.words, setup=setup, pending=pending, legal=decisions.legal, apply=apply, asks=decisions.asks,
                  resample=resample, points=points, standing=standing or points)
        game = cls(name=positions.game, fields=tuple(positions.fields), actions=actions, law=law, prompt=decisions.prompt,
                   position=positions.write, own=positions.own, load=lambda given: positions.load(given, game), package=package,
                   folder=Path(str(sys.modules[package].__file__)).parent, broken=broken, laws=tuple(members(named)), **further)
        return game

    def room(self, name: str) -> Any:
        """A module of the game's package that the law does not need; None if the game has none.

        Rooms are `picture`, `terminal`, `evaluation`, `notes`, `orders`, `opening`, `openness` and
        `questions` (docs/kernel.md §9).
        """
        if name not in self._rooms:
            has_rooms = hasattr(sys.modules.get(self.package), "__path__")
            found = find_spec(f"{self.package}.{name}") if has_rooms else None
            self._rooms[name] = None if found is None else import_module(found.name)
        return self._rooms[name]

    @cached_property
    def _rooms(self) -> dict[str, Any]:
        return {}

    @cached_property
    def state(self) -> type[Any]:
        """The class of interpreted states."""
        return state_class("".join(w.capitalize() for w in self.name.split("_")) + "State", self.fields)

    @cached_property
    def secret_fields(self) -> tuple[Field, ...]:
        """The fields that not everybody sees, whatever the options say."""
        return tuple(f for f in self.fields if f.visible is not PUBLIC)

    @cached_property
    def driver(self) -> Any:
        """The driver bound to this game, interpreted; in a browser, where every second is waited
        for, the rules are written out only when that pays.
        """
        from . import driver
        from .interpreting import Bound, Warming

        return (Warming if sys.platform == "emscripten" else Bound)(driver, self.law)

    @cached_property
    def compiled(self) -> Any:
        """The driver's entry points, compiled (needs the extra `fast`)."""
        from .targets.numba import Compiled

        return Compiled(self)

    def mask(self) -> list[int]:
        """An empty mask of this game's actions."""
        return [0] * self.actions.words

    def legal_ids(self, s: Any, seat: int) -> list[int]:
        """The legal actions of a pending seat, ascending."""
        mask = self.mask()
        self.law.legal(s, seat, mask)
        return self.actions.listed(mask)

    @cached_property
    def named_fields(self) -> Mapping[str, Field]:
        return {f.name: f for f in self.fields}

    def tells(self, before: Any, event: Sequence[int], seat: int | None) -> bool:
        """Whether an event shows a seat something that was hidden from it before the decision."""
        kind, numbers = self.events[event[0]], tuple(event[1:])
        shown = kind.reveals
        if shown is None or not kind.visible_to(seat, numbers):
            return False
        if shown.unless is not None and shown.unless(before, numbers):
            return False
        return not may_see(self.named_fields[shown.field], kind.row_shown(numbers), seat, self.shows_memory(before))

    @cached_property
    def points_hidden(self) -> tuple[Field, ...]:
        """The fields that points are counted from and that not everybody sees."""
        return tuple(f for name in self.points_from if (f := self.named_fields[name]).visible is not PUBLIC)

    def points_known(self, s: Any, seat: int | None) -> list[int | None]:
        """Each seat's points; None if the reader (None: a spectator) may not see what they are
        counted from.
        """
        if not self.points_hidden:
            return [int(self.law.points(s, p)) for p in range(s.players)]
        memory = self.shows_memory(s)
        return [int(self.law.points(s, p)) if all(may_see(f, p, seat, memory) for f in self.points_hidden) else None
                for p in range(s.players)]

    def configured(self, players: int, options: Mapping[str, Any] | None = None) -> Any:
        """An empty state with players and options in it, checked."""
        low, high = self.seats
        if not isinstance(players, int) or isinstance(players, bool) or not low <= players <= high:
            raise BadOptions(f"players: {self.name} is for {low} to {high} players, not {players!r}")
        s = self.state()
        self.configure(s, players, self.checked(options or {}))
        return s

    def checked(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values; BadOptions names what is unknown or impossible."""
        known = {o.name: o for o in self.options}
        if not isinstance(options, Mapping):
            raise BadOptions(f"options: expected an object; not {str(options)[:60]!r}")
        for name in options:
            if name not in known:
                raise BadOptions(f"options: {self.name} has no option {name!r} (it has: {', '.join(known) or 'none'})")
        return {o.name: self.value(o, options.get(o.name, o.default)) for o in self.options}

    def recorded(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a record. An option that it does not name has the value from before the
        option existed.
        """
        older = {o.name: o.unsaid for o in self.options if o.unsaid is not None}
        return {**older, **options}

    @staticmethod
    def value(o: Option, v: Any) -> Any:
        """One option's value, checked."""
        if o.slots:
            return o.entries(v)
        if o.several:
            if not isinstance(v, (list, tuple)) or any(x not in o.choices for x in v):
                raise BadOptions(f"options: {o.name} is a list of {', '.join(o.choices)}; not {v!r}")
            return list(v)
        if o.flags and isinstance(v, bool):
            return o.flags[v]
        if o.choices:
            if v not in o.choices:
                raise BadOptions(f"options: {o.name} is one of {', '.join(o.choices)}; not {v!r}")
        elif not isinstance(v, bool):
            raise BadOptions(f"options: {o.name} is true or false; not {v!r}")
        return v


def bits_of(members: Sequence[int]) -> int:
    """The bit set of some members.

    >>> bits_of([0, 3])
    9
    """
    total = 0
    for i in members:
        total |= 1 << i
    return total
