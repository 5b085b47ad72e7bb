"""Boards of characters: nothing falls off the sheet, neighbours touch, keys lead to every
choice.
"""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.games.el_grande.sources import printed
from tafelrunde.games.el_grande.terminal import boxes
from tafelrunde.games.rheinlaender.board import BOARD
from tafelrunde.games.rheinlaender.terminal import cell_of, places
from tafelrunde.match.match import Match
from tafelrunde.match.texts import LANGUAGES
from tafelrunde.terminal.canvas import Canvas, Look, fit, wrap
from tafelrunde.terminal.choices import COMMANDS, Choice, Entry, choices_of, closed_choices, entries_of
from tafelrunde.terminal.labels import Labels, face_of

TITLES = tr.games()
OPTIONS: dict[str, dict[str, Any]] = {
    "el_grande": {
        "modules": ["new_regent", "power_shift"], "alternatives": ["veto", "grand_strategy", "secret_ballot"]},
    "king_and_intriguer": {"players_edition": True, "extra_cards": True}}


@cache
def positions(title: str) -> list[Match]:
    """Matches of a title at many moments, at every number of players."""
    game, found = tr.game(title), []
    for players in range(game.seats[0], game.seats[1] + 1):
        match = tr.new(title, players=players, seed=players, options=OPTIONS.get(title))
        whims = Random(players)
        for step in range(260):
            if match.over:
                break
            if step % 61 == 0:
                found.append(tr.replay(match.record(), secret=match.secret))
            seat = whims.choice(match.pending)
            match.play(whims.choice(match.legal(seat)), seat=seat)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_nothing_falls_off_the_sheet(title: str, lang: str) -> None:
    face = face_of(tr.game(title))
    for match in positions(title):
        for seat in (None, match.pending[0]):
            view, texts = match.view(seat), match.texts(lang)
            for width, height in ((62, face.ROWS), (90, face.ROWS + 10)) if seat is None else ((62, face.ROWS),):
                look = Look(width, height, seat)
                rows = face.board(view, texts, look)
                assert len(rows) <= height
                assert all(row.cell_len <= width for row in rows)
            beside = face.side(view, texts, Look(36, 23, seat))
            assert all(row.cell_len <= 36 for row in beside), [row.plain for row in beside if row.cell_len > 36]
            assert len(beside) <= 26
            status = face.status(view, texts)
            assert status
            assert len(status) <= 80


def reached(entries: list[Entry], labels: Labels, above: int = 0) -> Iterator[Choice]:
    """Every choice that keys lead to, through all lists."""
    assert above < 6
    keys = [entry.key for entry in entries]
    assert all(len(key) == 1 and key not in COMMANDS for key in keys), keys
    assert len(set(keys)) == len(keys), keys
    for entry in entries:
        if len(entry.choices) == 1:
            yield entry.choices[0]
        else:
            yield from reached(entries_of(entry.choices, labels, entry.depth), labels, above + 1)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_choice_is_reached_by_keys_and_has_words_of_its_own(title: str, lang: str) -> None:
    face = face_of(tr.game(title))
    for match in positions(title):
        labels = Labels(match.game, match.texts(lang), face)
        for seat in match.pending:
            choices = choices_of(match, seat, labels)
            found = list(reached(entries_of(choices, labels), labels))
            assert sorted(c.action for c in found) == sorted(match.legal(seat))
            view = match.view(seat)
            for choice in choices:
                assert "_" not in choice.words, choice
                assert "{" not in choice.words, choice
                assert "{" not in face.detail(view, labels.texts, choice.action)
            twice = {c.words for c in choices if sum(c.words == other.words for other in choices) > 1}
            # Modifiers of equal value
            assert not twice or all(word.startswith(("+", "−")) for word in twice), twice


@pytest.mark.parametrize("title", TITLES)
def test_closed_choices_are_closed_and_not_by_the_hundred(title: str) -> None:
    face = face_of(tr.game(title))
    for match in positions(title)[::3]:
        labels = Labels(match.game, match.texts(), face)
        for seat in match.pending:
            closed = closed_choices(match, seat, labels)
            assert len(closed) <= 120
            for choice in closed:
                assert match.why_not(choice.action, seat) is not None


@pytest.mark.parametrize("size", [(62, 18), (75, 22), (104, 26)])
def test_boxes_of_el_grande_touch_exactly_where_regions_adjoin(size: tuple[int, int]) -> None:
    found = boxes(*size)
    for region in printed()["region"]:
        for other in printed()["region"]:
            if region["id"] < other["id"]:
                adjoins = other["id"] in region["neighbours"]
                shared = common_line(found[region["id"]], found[other["id"]])
                assert (shared >= 3) == adjoins, f"{region['id']} and {other['id']} share {shared} cells"
    castillo = found["castillo"]
    assert all(common_line(castillo, found[r["id"]]) == 0 for r in printed()["region"])


def common_line(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> int:
    """How many cells of their frames two boxes share."""

    def frame(box: tuple[int, int, int, int]) -> set[tuple[int, int]]:
        left, top, width, height = box
        inside = {(x, y) for x in range(left + 1, left + width - 1) for y in range(top + 1, top + height - 1)}
        return {(x, y) for x in range(left, left + width) for y in range(top, top + height)} - inside

    return len(frame(a) & frame(b))


def test_neighbours_on_the_river_lie_side_by_side() -> None:
    assert set(places()) == set(BOARD.spaces)
    assert len({cell_of(space) for space in places()}) == len(BOARD.spaces)
    for number, space in enumerate(BOARD.spaces):
        for other in BOARD.adjacent[number]:
            here, there = places()[space], places()[BOARD.spaces[other]]
            assert abs(here.column - there.column) + abs(here.row - there.row) in (1, 2), (space, BOARD.spaces[other])


def test_lines_join_and_words_are_cut() -> None:
    canvas = Canvas(9, 5)
    canvas.box(0, 0, 5, 3)
    canvas.box(4, 0, 5, 3)
    canvas.box(0, 2, 9, 3, heavy=True)
    assert [row.plain for row in canvas.rows()] == ["┌───┬───┐", "│   │   │", "┢━━━┷━━━┪", "┃       ┃", "┗━━━━━━━┛"]
    assert fit("Cataluña", 5) == "Cata…"
    assert [line.plain for line in wrap("one two three four", 9)] == ["one two", "three", "four"]
    assert [line.plain for line in wrap("one two three four", 9, 2)] == ["one two", "three …"]
