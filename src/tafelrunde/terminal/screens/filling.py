"""Lines of the start menu for an option that is a list of entries: their number, then a line for
each slot.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...kernel import Option, Slot
from ...match.texts import Texts
from ..words import Words
from .lines import Line

Entry = dict[str, Any]


def entry_lines(option: Option, entries: list[Entry], texts: Texts, words: Words) -> list[Line]:
    """The lines; they change `entries` in place."""
    said = f"option.{option.name}"

    def turn(by: int) -> None:
        n = (len(entries) + by) % (option.most + 1)
        entries[n:] = []
        entries.extend({slot.name: first(slot) for slot in option.slots if not slot.only} for _ in range(n - len(entries)))

    lines = [Line(str(texts.find(f"{said}.name")), str(len(entries)), str(texts.find(f"{said}.says")), turn)]
    for number, entry in enumerate(entries, 1):
        for slot in option.slots:
            if fits(slot, entry):
                lines.append(slot_line(f"  {number}: {texts.find(f'{said}.slot.{slot.name}')}", option, slot, entry, texts, words))
    return lines


def first(slot: Slot) -> Any:
    """The initial value of a slot."""
    return slot.choices[0] if slot.choices else "" if slot.text else slot.low


def fits(slot: Slot, entry: Entry) -> bool:
    """Whether a slot applies, given the values of the others."""
    return slot.only is None or entry.get(slot.only[0]) in slot.only[1]


def slot_line(title: str, option: Option, slot: Slot, entry: Entry, texts: Texts, words: Words) -> Line:
    """A line for one slot: numbers and choices are stepped through, a text is typed."""
    now = entry.get(slot.name)
    if slot.text:
        return Line(title, f"{now}_", words("menu.says_text"), write=writer(slot, entry))
    values: list[Any] = [*slot.choices] if slot.choices else [*range(slot.low, slot.high + 1)]
    if slot.several:
        values = [[v for k, v in enumerate(slot.choices) if bits >> k & 1] for bits in range(1, 1 << len(slot.choices))]
    if slot.only:
        values.insert(0, None)

    def turn(by: int) -> None:
        entry[slot.name] = values[(values.index(now) + by) % len(values)]
        for one in option.slots:
            if entry.get(one.name) is None or not fits(one, entry):
                entry.pop(one.name, None)

    says = texts.named(slot.meaning, str(now), "says") if slot.meaning else ""
    return Line(title, shown(slot, now, texts, words), says, turn)


def shown(slot: Slot, value: Any, texts: Texts, words: Words) -> str:
    """A value in words."""
    if value is None:
        return words("menu.as_printed")
    if slot.several:
        return ", ".join(value)
    return texts.named(slot.meaning, value) if slot.meaning else str(value)


def writer(slot: Slot, entry: Entry) -> Callable[[str], None]:
    """What a typed letter does; an empty one deletes the last letter."""

    def write(letter: str) -> None:
        now = str(entry.get(slot.name, ""))
        entry[slot.name] = (now + letter)[:slot.high] if letter else now[:-1]

    return write
