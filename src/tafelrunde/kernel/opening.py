"""The open decision: how positions describe it, and how a state is brought there.

A title declares the keys of `open` once: each with its shape and the fields that it tells of, and
which of them go with each kind of decision.  Writing and reading follow.  A decision in the middle
of an action is reached by playing: what was chosen on the way is named in `open`, so the actions
that lead there are those whose words stand in it.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .bits import is_allowed, lowest_bit
from .decisions import Decisions
from .holds import SeatsInUse
from .reading import refuse
from .shapes import Shape, named, one_of, parts, seat

Given = dict[str, Any]
"""What was read of a position, by key; `Said` inside of it."""
WAY = 6
"""The most choices that lead from the beginning of an action to any decision of it."""


TURNS = "turns"
"""The phase of a game in which seats have their turns."""


class Said(dict[str, Any]):
    """What a position said about the open decision, key by key, and the words it used."""

    words: frozenset[str] = frozenset()


def words_in(value: Any) -> set[str]:
    """The words of a value, and those of a list joined together."""
    if isinstance(value, Mapping):
        return set().union(*map(words_in, value.values()))
    if isinstance(value, (list, tuple)):
        return {" ".join(map(str, value))}.union(*map(words_in, value))
    return {str(value)}


class Opening:
    """The key `open` of a title whose turns have parts.

    `phases` has the phase of the game by kind of decision; any other decision belongs to the turns.
    `apart` has phases whose decisions are those of a turn, by what is under way instead of a part
    of one.  Where nothing is said the phase is the `first`.  `parts` are the words of a turn's
    parts.

    Every decision says its word, and its seat unless several answer at once.  `frame(s)` is what
    every decision of a turn says besides.  `keys` are the others in the order in which they are
    written: shape and fields by name (no fields: the frame has it).  Which of them go with a kind
    of decision, while a part is under way, is told where it is declared (`Decision.tells`); `left`
    goes with all that are counted.
    """

    def __init__(self, decisions: Decisions, pending: Callable[[Any], int], frame: Callable[[Any], dict[str, Any]], *,
                 phases: Mapping[int, str], apart: Mapping[int, str], first: str, parts: Mapping[int, str],
                 keys: Mapping[str, tuple[Shape, str]]) -> None:
        self.decisions, self.pending, self.frame = decisions, pending, frame
        self.phases, self.apart, self.first, self.parts = phases, apart, first, parts
        self.asked_in = {decisions.of[kind].word: phase for kind, phase in sorted(phases.items(), reverse=True)
                         if kind in decisions.of}
        self.fields = {name: of.split() for name, (_, of) in keys.items() if of}
        written = {name: self.writer(keys[name][0], of) for name, of in self.fields.items()}
        self.told = {kind: [(name, written[name]) for name in self.fields
                            if name in d.tells.split() or (name == "left" and d.counted)]
                     for kind, d in decisions.of.items()}
        self.keys = {"decision!": one_of(tuple(decisions.words().values()), "decision"), "seat?": seat(),
                     "part?": named({word: part for part, word in parts.items()}, "part"),
                     **{f"{name}?": shape for name, (shape, _) in keys.items()}}

    def writer(self, shape: Shape, of: list[str]) -> Callable[[Any], Any]:
        """The function that writes a key of some fields; None where its one field is -1, which is
        nothing.
        """
        cells = [f"s.{name}" for name in of]
        source = shape.source(f"({', '.join(cells)})") if cells[1:] else f"None if {cells[0]} == -1 else {shape.source(cells[0])}"
        made: Callable[[Any], Any] = eval(f"lambda s: {source}")  # noqa: S307  # our own declarations
        return made

    def shape(self, further: Mapping[str, Shape] | None = None) -> Shape:
        """Its shape; reading it gives `Said`."""
        made = parts({**self.keys, **(further or {})})

        def read(value: Any, where: str, seats: SeatsInUse) -> Said:
            said = Said(made.read(value, where, seats))
            said.words = frozenset(words_in(value))
            return said

        return Shape(made.typed, read, made.source, made.agrees)

    def write(self, s: Any) -> dict[str, Any] | None:
        """The open decision with all it needs; None when the game is over."""
        kind = getattr(s, self.decisions.field)
        if kind not in self.decisions.of:
            return None
        found: dict[str, Any] = {"decision": self.decisions.of[kind].word}
        if not self.decisions.of[kind].together:
            found["seat"] = lowest_bit(self.pending(s))
        if self.phase(s) == TURNS:
            found |= self.frame(s)
            if s.part in self.parts:
                found["part"] = self.parts[s.part]
                found |= {name: value for name, write in self.told[kind] if (value := write(s)) is not None}
        return found

    def phase(self, s: Any) -> str:
        """The phase of a position."""
        return self.apart.get(s.part) or self.phases.get(getattr(s, self.decisions.field), TURNS)

    # ------------------------------------------------------------ reading

    def phase_said(self, given: Given) -> str:
        """The phase that is given, or that of the decision that is said to be open."""
        said = given.get("open", {}).get("decision")
        return str(given.get("phase", self.asked_in.get(said, TURNS) if said else self.first))

    def word(self, s: Any) -> str:
        """The word of the decision that is open."""
        return self.decisions.of[getattr(s, self.decisions.field)].word

    def reach(self, s: Any, said: Said) -> None:
        """Play from the beginning of an action to the decision that is said, and tell what is said
        of it.
        """
        for _ in range(WAY):
            if self.word(s) == said["decision"] or self.choose(s, said, self.pending(s).bit_length() - 1):
                break
        if self.word(s) != said["decision"]:
            refuse(f"open: {said['decision']!r} is not asked for here")
        for name, _ in self.told[getattr(s, self.decisions.field)]:
            if name in said:
                self.tell(s, name, said[name])

    def choose(self, s: Any, said: Said, seat: int) -> int:
        """Carry out the action that is named in what was said, or else the first; what follows when
        nothing is left to decide.
        """
        actions, mask = self.decisions.actions, [0] * self.decisions.actions.words
        self.decisions.legal(s, seat, mask)
        legal = actions.listed(mask)
        named = [a for a in legal if actions.name(a).partition(" ")[2] in said.words]
        chosen = max(named or legal[:1], key=lambda a: len(actions.name(a).split()), default=None)
        return 1 if chosen is None else int(self.decisions.decide(s, seat, chosen))

    def tell(self, s: Any, name: str, value: Any) -> None:
        """Put what was said into its fields.  No more can be left than at the beginning."""
        if name == "left" and not 1 <= value <= s.left:
            refuse(f"open: left: expected a number from 1 to {s.left}, not {value}")
        of = self.fields[name]
        for field, cell in zip(of, value if len(of) > 1 else [value], strict=True):
            setattr(s, field, cell)


def play(decisions: Decisions, s: Any, seat: int, action: int, key: str) -> None:
    """Carry out an action that was chosen already, as a key says; something must be left to
    decide.
    """
    mask = [0] * decisions.actions.words
    decisions.legal(s, seat, mask)
    if not is_allowed(mask, action) or decisions.decide(s, seat, action):
        refuse(f"{key}: seat {seat} cannot have chosen {decisions.actions.name(action)!r} here, or nothing is open after it")
