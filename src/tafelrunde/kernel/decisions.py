"""Decisions: everything that the engine must know about a kind of decision, declared in one place.

A game lists its decisions once. From the list come the law's `legal`, `asks` and what an answer
does (`decide`), the frame of `why_not`, the prompts, and the words with which positions describe
the open decision. The dispatch code is generated from the list, so that readers see the rules in a
natural order.
"""
from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from .actions import Catalogue, Verb
from .game import Phrase, Refusal
from .rules import rule

Asked = tuple[str, dict[str, Any]]
"""The key of a sentence under `prompt`, and its arguments."""
Check = Callable[[Any, int, int], Refusal | None]
"""Why not: (state, seat, number of the action within its verb)."""


@dataclass(frozen=True)
class Decision:
    """One kind of decision.

    `kind` is its number.  `verbs` are the labels of the actions that it asks for, each with its
    check, which says why an action is not possible now (None: nothing is against it).  Another verb
    is refused by `rule` and `reason`.

    `legal(s, seat, mask)` and `apply(s, seat, action)` are rules; `numbered`, `apply` is handed the
    number of the action within the first verb.  What `apply` gives says what comes next: with
    `then` it gives 1 when the decision is finished, and `then` follows; with `once` it gives
    nothing, and `once` follows; else it gives what follows itself.  0 always means that a decision
    is open.

    `prompt` is the key of the sentence that asks, or finds it.  `asks` says that it is asked even
    when one option is left, because that follows from something hidden: always, or where the rule
    `asks(s, seat)` says so.  Several seats make it `together`.  What an answer shows of hidden
    things is said by its events (`Reveals`), from which undo follows.

    `name` is its word in positions (the first verb where there is none), `tells` names what else
    they say of it, and `counted` that they say how many are left.
    """

    kind: int
    verbs: Mapping[str, Check | None]
    legal: Callable[..., Any]
    apply: Callable[..., Any] | None
    rule: str
    reason: str
    prompt: str | Callable[[Any, int], Asked]
    then: int | None = None
    once: int | None = None
    numbered: bool = False
    asks: bool | Callable[..., Any] = False
    name: str = ""
    together: bool = False
    counted: bool = False
    tells: str = ""

    @property
    def word(self) -> str:
        """Its word in positions."""
        return self.name or next(iter(self.verbs))


def declared(*chapters: ModuleType) -> tuple[Decision, ...]:
    """The decisions that chapters declare, in their order.

    So a new one is named where it is declared, and nowhere else.
    """
    return tuple(d for chapter in chapters for d in vars(chapter).values() if isinstance(d, Decision))


class Decisions:
    """A game's decisions.

    `field` is the field that holds the kind of the open one; `over` is its value if none is open.
    """

    def __init__(self, field: str, over: int, actions: Catalogue, *decisions: Decision) -> None:
        self.field, self.actions = field, actions
        self.of = {d.kind: d for d in decisions}
        if len(self.of) != len(decisions):
            raise ValueError("a kind of decision is declared twice")
        if over in self.of:
            raise ValueError("nothing is decided when the game is over")
        self.legal = self.dispatch("legal", "s, seat, mask", {over: (None,)} | {k: (d.legal,) for k, d in self.of.items()}, call)
        self.asks = self.dispatch("asks", "s, seat", {over: (False,)} | {k: (d.asks,) for k, d in self.of.items()}, whether)
        if all(d.apply is not None for d in decisions):
            follows = {k: (d.apply, self.first(d), d.then, d.once) for k, d in self.of.items()}
            self.decide = self.dispatch("decide", "s, seat, action", follows, follow)

    def first(self, d: Decision) -> int:
        """What is subtracted from an action before `apply` gets it."""
        return int(getattr(self.actions.first, next(iter(d.verbs)).upper())) if d.numbered else 0

    def dispatch(self, name: str, parameters: str, cases: Mapping[int, Any], lines: Callable[..., list[str]]) -> Any:
        """A rule that does what the open decision declares."""
        told = {k: (lines(parameters, *case), case) for k, case in cases.items()}
        return made(name, parameters, f"s.{self.field}", told, next(iter(self.of.values())).legal)

    def words(self) -> dict[int, str]:
        """The words for the decisions in positions, by kind."""
        return {kind: d.word for kind, d in self.of.items()}

    def prompt(self, s: Any, seat: int) -> Phrase:
        """The sentence that asks for the open decision."""
        asked = self.of[getattr(s, self.field)].prompt
        key, arguments = (asked, {}) if isinstance(asked, str) else asked(s, seat)
        return Phrase(f"prompt.{key}", arguments)

    def refusal(self, s: Any, seat: int, action: int, **about: Any) -> Refusal | None:
        """Why an action is not possible: the decision does not ask for its verb, or the verb's
        check objects.
        """
        verb, open_one = self.actions.verb_of[action], self.of[getattr(s, self.field)]
        label = verb.label.lower()
        if label not in open_one.verbs:
            return Refusal(open_one.rule, open_one.reason, about)
        check = open_one.verbs[label]
        return None if check is None else check(s, seat, action - getattr(self.actions.first, verb.label))


# ------------------------------------------------------------ dispatch


def call(parameters: str, does: Any) -> list[str]:
    """Source that calls a rule, or does nothing."""
    return ["pass" if does is None else f"{does.__name__}({parameters})"]


def whether(parameters: str, asks: Any) -> list[str]:
    """Source that returns yes, no, or the result of a rule."""
    return [f"return {asks}" if isinstance(asks, bool) else f"return {asks.__name__}({parameters})"]


def follow(parameters: str, does: Any, first: int, then: int | None, once: int | None) -> list[str]:
    """Source that carries an answer out and returns what follows."""
    done = f"{does.__name__}({parameters} - {first})" if first else f"{does.__name__}({parameters})"
    if once is not None:
        return [done, f"return {once}"]
    if then is not None:
        return [f"if {done}:", f"    return {then}", "return 0"]
    return [f"return {done}"]


def by_number(name: str, number_of: Callable[..., Any], rules: Mapping[int, Any]) -> Any:
    """A rule `(s, seat)` that calls the rule for the number `number_of(s)`; every number from 0 on
    has one.
    """
    if sorted(rules) != list(range(len(rules))):
        raise ValueError(f"{name}: every number from 0 to {max(rules)} needs a rule")
    cases = {number: ([f"return {does.__name__}(s, seat)"], (does, number_of)) for number, does in rules.items()}
    return made(name, "s, seat", f"{number_of.__name__}(s)", cases, number_of)


def go_on_by(rules: Mapping[int, Any]) -> Any:
    """The rule `go_on(s, code)`: from one rule to the next, until a decision is open.

    A rule `(s)` stands for every code; it gives the code of what follows, or 0 for a decision.
    """
    cases = {code: ([f"number = {does.__name__}(s)"], (does,)) for code, does in rules.items()}
    return made("go_on", "s, code", "code", cases, next(iter(rules.values())), until_decided)


def until_decided(cases: Sequence[tuple[int, list[str]]]) -> list[str]:
    """Source that does one case after another, until the number is 0."""
    return ["    while number != 0:", *(f"    {line}" for line in told_apart(cases))]


def by_verb(name: str, actions: Catalogue, rules: Mapping[str, Any]) -> Any:
    """A rule `(s, seat, action)` that passes an action's arguments to the rule of its verb.

    An argument that is a range is passed as the number in the notation, any other as its index in
    the verb's list.
    """
    cases = {}
    for verb in actions.verbs:
        does = rules[verb.label.lower()]
        given = ", ".join(["s", "seat", *decoded(verb, getattr(actions.first, verb.label))])
        cases[getattr(actions.first, verb.label)] = ([f"{does.__name__}({given})"], (does,))
    return made(name, "s, seat, action", "action", cases, next(iter(rules.values())), halved)


def decoded(verb: Verb, first: int) -> list[str]:
    """Expressions for the arguments of a verb's action; arguments with only one value are left out.
    """
    rest = f"(action - {first})" if first else "action"
    found, scale = list[str](), 1
    for arguments, low in zip(reversed(verb.arguments), reversed(verb.counts_from), strict=True):
        value = f"{rest} // {scale}" if scale > 1 else rest
        if scale * len(arguments) < len(verb.names):
            value = f"{value} % {len(arguments)}"
        if len(arguments) > 1:
            found.insert(0, f"{value} + {low}" if low else value)
        scale *= len(arguments)
    return found


def told_apart(cases: Sequence[tuple[int, list[str]]]) -> list[str]:
    """Source that finds a case by its number; the most common case comes last.

    Compilers turn it into a jump table.
    """
    same: dict[str, list[int]] = {}
    for number, lines in cases:
        same.setdefault("\n".join(lines), []).append(number)
    found = list[str]()
    for source, numbers in sorted(same.items(), key=lambda case: (len(case[1]), case[1])):
        test = " or ".join(f"number == {number}" for number in numbers)
        found += [f"    {'elif' if found else 'if'} {test}:", *(f"        {line}" for line in source.split("\n"))]
    last = max(i for i, line in enumerate(found) if line.startswith(("    if", "    elif")))
    found[last] = "    else:" if last else "    if True:"
    return found


def halved(cases: Sequence[tuple[int, list[str]]], indent: str = "    ") -> list[str]:
    """Source that finds the case by bisection. Each case covers the numbers up to the next one."""
    if len(cases) == 1:
        return [f"{indent}{line}" for line in cases[0][1]]
    middle = len(cases) // 2
    return [f"{indent}if number < {cases[middle][0]}:", *halved(cases[:middle], indent + "    "),
            f"{indent}else:", *halved(cases[middle:], indent + "    ")]


def made(name: str, parameters: str, on: str, cases: Mapping[int, tuple[list[str], Sequence[Any]]], beside: Any,
         found: Callable[[Sequence[tuple[int, list[str]]]], list[str]] = told_apart) -> Any:
    """A rule made of cases: by number, the source and the names that it uses; `found` writes how a
    case is found.

    Tracebacks show its source under its name and the game of the rule `beside`.
    """
    scope: dict[str, Any] = {"__name__": __name__}
    for _, named in cases.values():
        for f in named:
            if callable(f) and scope.setdefault(f.__name__, f) is not f:
                raise ValueError(f"{name}: two rules are named {f.__name__}")
    told = sorted((number, lines) for number, (lines, _) in cases.items())
    source = "\n".join([f"def {name}({parameters}):", f"    number = {on}", *found(told)]) + "\n"
    package = beside.__module__.rpartition(".")[0].removesuffix(".decisions")
    where = f"<{name} of {package}>"
    # For tracebacks
    linecache.cache[where] = (len(source), None, source.splitlines(keepends=True), where)
    exec(compile(source, where, "exec"), scope)  # noqa: S102  # made from our own declarations
    function = rule(scope[name])
    function.source = source
    return function
