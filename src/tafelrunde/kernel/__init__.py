"""The building blocks of rules, and the machines that run them.  See docs/kernel.md."""
from ..errors import BadData, BadOptions, BadPosition, TafelrundeError
from .actions import Catalogue, SeatNumbers, Verb
from .bits import allow, allow_set, count_actions, count_bits, is_allowed, leave_out, lowest_bit, nth_action, nth_bit
from .chance import (
    ImpossibleOutcome,
    draw_between,
    draw_bit,
    draw_kind,
    draw_member,
    draw_of_two,
    random_below,
    seed_generator,
)
from .decisions import Decision, Decisions, by_number, by_verb, declared, go_on_by
from .events import EventKind, Reveals, emit
from .fields import (
    LISTED,
    MEMORY,
    NOBODY,
    OWN_MEMORY,
    OWNER,
    PUBLIC,
    RNG,
    Field,
    conceal,
    describe,
    difference,
    may_see,
)
from .game import Game, Option, Phrase, Receipt, Refusal, Slot, bits_of
from .holds import Case, Coded, Counts, Derived, Letters, Maybe, Number, One, Packed, Place, Seat, SeatFromBehind, Seats, Set
from .law import Law
from .laws import first_broken
from .questions import ANY, Compare, Question, Tallies, Tally
from .rules import members, name_of, names, rule, table

__all__ = [
    "ANY", "LISTED", "MEMORY", "NOBODY", "OWNER", "OWN_MEMORY", "PUBLIC", "RNG", "BadData", "BadOptions", "BadPosition",
    "Case", "Catalogue", "Coded", "Compare", "Counts", "Decision", "Decisions", "Derived", "EventKind", "Field", "Game",
    "ImpossibleOutcome", "Law", "Letters", "Maybe", "Number", "One", "Option", "Packed", "Phrase", "Place", "Question",
    "Receipt", "Refusal", "Reveals", "Seat", "SeatFromBehind", "SeatNumbers", "Seats", "Set", "Slot", "TafelrundeError",
    "Tallies", "Tally", "Verb", "allow", "allow_set", "bits_of", "by_number", "by_verb", "conceal", "count_actions",
    "count_bits", "declared", "describe", "difference", "draw_between", "draw_bit", "draw_kind", "draw_member", "draw_of_two",
    "emit", "first_broken", "go_on_by", "is_allowed", "leave_out", "lowest_bit", "may_see", "members", "name_of", "names",
    "nth_action", "nth_bit", "random_below", "rule", "seed_generator", "table",
]
