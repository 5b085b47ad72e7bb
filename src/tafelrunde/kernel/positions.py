"""Positions: what a title writes and reads as JSON, declared key by key next to its fields.

A key of a plain field needs no more than its name: how it is written, what is accepted, who may see
it and its type for the client all follow from the field.  Other keys name their shape, the fields
they tell of and the function that writes them.

Reading is general.  What is left out is what a fresh game has, or what the title infers.  Then
three checks refuse what cannot be, so that no title writes them out: every key must come out as it
was given, the title's invariants must hold, and every seat that must decide needs a legal action.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import BadOptions
from .chance import seed_generator
from .fields import NOBODY, PUBLIC, Field
from .game import Game
from .holds import SeatsInUse
from .reading import mapping, of_game, refuse, shown
from .shapes import Shape, Words, number, of_field

BESIDE = ("pending", "seat")
"""Keys of views that say nothing about the position."""
PLAYERS = 4
"""The number of players if nothing says otherwise and the game allows it."""


@dataclass(frozen=True)
class Key:
    """One key: `Key("court")`, `Key("scores", "score")`, `Key("hands", "hand", shape=HANDS,
    write=hands)`.

    `of` names the fields that it tells of, its own name where nothing is said.  `write(s)` makes
    its value; one that is `rare` is left out where that is None.  One that is `fresh` is a fresh
    game's where nothing is given, even if the title begins with an empty board.  What is given for
    a key that `follows` or is `apart` does not go into its field at once: it is what the rest comes
    to, or for the title to infer from.  In the end a key must be what it was said to be, unless it
    is `loose`: then it may say less than is written.
    """

    name: str
    of: str = ""
    shape: Shape | None = None
    write: Callable[[Any], Any] | None = None
    rare: bool = False
    fresh: bool = False
    follows: bool = False
    apart: bool = False
    loose: bool = False

    @property
    def fields(self) -> list[str]:
        """The names of its fields."""
        return (self.of or self.name).split()


@dataclass(frozen=True)
class Position:
    """The position of a title.

    `options(s)` are the options by name; keys of `before` are options that are written on their
    own, before the players.  `also` names keys that are understood and say nothing, `nicknames`
    other names of keys, each with what it adds.  What is not given is that of a fresh game with
    seed 0, or of what `begin(s)` makes of an empty state instead.  Plain fields take what is given;
    then `infer(s, given, fresh)` finds the rest.  `given` has what was read by key, without keys
    that say nothing.  It is emptied where the game has gone on beyond what was given.

    `laws` has what to say where an invariant of the title is broken, by its number: a sentence that
    begins with the key, or nothing where a position may break it.
    """

    game: str
    fields: Sequence[Field]
    words: Words
    keys: Sequence[Key]
    options: Callable[[Any], dict[str, Any]]
    infer: Callable[[Any, dict[str, Any], Any], None]
    begin: Callable[[Any], None] | None = None
    before: Sequence[Key] = ()
    laws: Mapping[int, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    nicknames: Mapping[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    write: Callable[[Any], dict[str, Any]] = field(init=False)
    own: Callable[[Any], dict[str, Any]] = field(init=False)
    shapes: Mapping[str, Shape] = field(init=False)

    def __post_init__(self) -> None:
        named = {f.name: f for f in self.fields}
        head = (*self.before, Key("players"), Key("options", write=self.options))
        shapes = {key.name: key.shape or of_field(named[key.fields[0]], self.words) for key in (*self.before, *self.keys)}
        scope = {f"write_{key.name}": key.write for key in (*head, *self.keys)}
        own = [key for key in self.keys if any(named[name].visible not in (PUBLIC, NOBODY) for name in key.fields)]
        first = ["players = s.players", *(["colours = s.colours"] if "colours" in named else [])]
        typed = shapes | {"players": number(0, 9)}
        exec("\n".join([*function("write", [*first, f"found = {{'game': {self.game!r}}}"], (*head, *self.keys), typed),  # noqa: S102
                        *function("own", [*first, "found = {}"], own, typed)]), scope)
        for name, value in (("shapes", shapes), *((made, scope[made]) for made in ("write", "own"))):
            object.__setattr__(self, name, value)

    def typed(self, name: str) -> list[str]:
        """The type of the title's views for the client, line by line."""
        typed = {key.name + "?" * key.rare: self.shapes[key.name].typed for key in (*self.before, *self.keys)}
        every = {"game": "string", "players": "number", "options": "Record<string, unknown>", **typed, "pending": "number[]",
                 "seat": "number | null"}
        return [f"export interface {name} {{", *(f"  {key}: {kind}" for key, kind in every.items()), "}"]

    # ------------------------------------------------------------ reading

    def load(self, raw: Mapping[str, Any], game: Game) -> Any:
        """A state from a position that may be partial; BadPosition names what is wrong."""
        of_game(raw, self.game, ("game", "players", "options", *self.shapes, *self.also, *self.nicknames, *BESIDE))
        given = self.renamed(raw)
        s = self.configured(given, game)
        s.rng = seed_generator(0)
        fresh = s.clone()
        game.law.setup(fresh)
        if self.begin is None:
            s = fresh.clone()
            s.rng = seed_generator(0)
        else:
            self.begin(s)
        seats = SeatsInUse(s.players, getattr(s, "colours", s.players))
        read = {name: shape.read(given[name], name, seats) for name, shape in self.shapes.items()
                if name in given and not (given[name] is None and shape.unsaid)}
        for key in self.keys:
            if key.fresh:
                store(s, key.fields[0], getattr(fresh, key.fields[0]))
            if key.name in read and not (key.write or key.follows or key.apart):
                store(s, key.fields[0], read[key.name])
        self.infer(s, read, fresh)
        self.check(s, game)
        self.compare(s, given, read, seats)
        return s

    def renamed(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The raw position, with what stands under other names where it belongs."""
        given = dict(raw)
        for name, (key, adds) in self.nicknames.items():
            if given.get(name) is not None:
                if given.get(key) is not None:
                    refuse(f"{name}: it is another name for {key!r}; give one of them")
                given[key] = {**adds, **mapping(given[name], name)}
        return given

    def configured(self, given: Mapping[str, Any], game: Game) -> Any:
        """An empty state with the players and options that are given."""
        options = mapping(given.get("options", {}), "options")
        for name in [key.name for key in self.before if key.name in given]:
            self.shapes[name].read(given[name], name, SeatsInUse(0, 0))
            options[name] = given[name]
        try:
            return game.configured(given.get("players", self.players_in(given, game.seats)), options)
        except BadOptions as error:
            refuse(str(error))

    def check(self, s: Any, game: Game) -> None:
        """Refuse what breaks a law of the title, and a decision without a legal action."""
        for check in getattr(game.broken, "checks", (game.broken,)):
            broken = check(s)
            says_law = self.laws.get(broken, f"it cannot be: {game.laws[broken]} is broken") if broken else ""
            if says_law:
                refuse(says_law)
        for seat in range(s.players):
            if game.law.pending(s) >> seat & 1 and not game.legal_ids(s, seat):
                refuse(f"open: seat {seat} has nothing to decide here")

    def players_in(self, given: Mapping[str, Any], seats: tuple[int, int]) -> int:
        """How many play, where the position does not say it: as many as a list with an entry per
        seat has.
        """
        said = [given.get(name) for name, shape in self.shapes.items() if shape.lists_seats]
        lists = [row for value in said for row in (value.values() if isinstance(value, Mapping) else [value])]
        return next((len(row) for row in lists if isinstance(row, (list, tuple))), min(max(PLAYERS, seats[0]), seats[1]))

    def compare(self, s: Any, given: Mapping[str, Any], read: Mapping[str, Any], seats: SeatsInUse) -> None:
        """Refuse what was given for a key, where the position comes to something else."""
        written = self.write(s)
        for name in [key.name for key in self.keys if not key.loose and key.name in read]:
            shape, value = self.shapes[name], written.get(name)
            found = shape.read(value, name, seats) if value is not None or shape.nothing else None
            if found is None or not shape.agrees(read[name], found):
                refuse(disagreement(name, given[name], value))


def disagreement(where: str, said: Any, found: Any) -> str:
    """What a key was said to be and what it is; of objects, the first of their keys that
    differs.
    """
    if isinstance(said, Mapping) and isinstance(found, Mapping):
        for key, value in said.items():
            if value is not None and found.get(key) != value:
                return disagreement(f"{where}: {key}", value, found.get(key))
    return f"{where}: by the rest of the position it is {shown(found)}, not {shown(said)}"


def function(name: str, head: list[str], keys: Sequence[Key], shapes: Mapping[str, Shape]) -> list[str]:
    """The source of a function that writes some keys of a state."""
    lines = [f"def {name}(s):", *head]
    for key in keys:
        own = [f"s.{field}" for field in key.fields]
        value = own[0] if len(own) == 1 else f"({', '.join(own)})"
        source = f"write_{key.name}(s)" if key.write else shapes[key.name].source(value)
        lines += [f"value = {source}", f"if value is not None: found[{key.name!r}] = value"] if key.rare else \
            [f"found[{key.name!r}] = {source}"]
    return "\n    ".join([*lines, "return found"]).split("\n")


def store(s: Any, name: str, value: Any) -> None:
    """Put what was read into a field; what is not known stays as it is."""
    if isinstance(value, (list, dict)):
        fill(getattr(s, name), value)
    elif value is not None:
        setattr(s, name, value)


def fill(cells: list[Any], value: Any) -> None:
    """Put what was read into cells, row by row."""
    for i, v in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(v, (list, dict)):
            fill(cells[i], v)
        elif v is not None:
            cells[i] = v

