"""What can be taken back, and what a preview tells, follows from declarations; imagined worlds only
check them.
"""
import json
import re
from pathlib import Path
from random import Random

import pytest
from harness import Table, check_taking_back, option_sets, play_on

import tafelrunde
from tafelrunde.kernel import seed_generator
from tafelrunde.match.match import Match
from tafelrunde.server.tables.preview import preview

WORLDS = 200
PAGE = Path(__file__).parents[2] / "docs" / "undo.md"
EVERY_TITLE = pytest.mark.parametrize("title", ["el_grande", "king_and_intriguer", "rheinlaender", "toledo"])


def game_of(title):
    return tafelrunde.game(title)


def tables_of(title):
    """Every option; Toledo's random games need a cap to end soon."""
    found = option_sets(game_of(title))
    if title == "toledo":
        return [Table(t.players, {**t.options, "turn_cap": "25"}) for t in found]
    return found


def page_of(title):
    """The table of verbs in the docs: whether a verb can be taken back at all, and what may stand
    against it.
    """
    chapter = PAGE.read_text("utf-8").split(f"### {title}\n")[1].split("\n### ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (yes|no)\b[^|]*\| ([^|]*)\|$", chapter, re.M)
    return {verb: (can == "yes", {r.strip() for r in reasons.split(",") if r.strip()}) for verb, can, reasons in rows}


@EVERY_TITLE
def test_the_page_has_every_verb_once(title):
    assert list(page_of(title)) == list(dict.fromkeys(v.verb for v in game_of(title).actions.verbs))


@pytest.mark.slow
@EVERY_TITLE
def test_an_undo_that_is_offered_never_follows_a_step_that_told_anybody_anything(title):
    page, offered = page_of(title), 0
    for number, table in enumerate(tables_of(title)):
        for verb, reasons in check_taking_back(game_of(title), table, number, WORLDS).items():
            can, against = page[verb]
            assert reasons - {""} <= against, f"{verb}: the page does not say {reasons}"
            assert can or "" not in reasons, f"{verb}: the page says that it can never be taken back"
            offered += "" in reasons
    assert offered > 20


@EVERY_TITLE
def test_what_an_event_reveals_is_a_hidden_field_and_the_row_of_a_seat(title):
    game = game_of(title)
    for kind in game.events:
        if kind.reveals is not None:
            field = game.named_fields[kind.reveals.field]
            assert field.visible.name in ("OWNER", "MEMORY", "OWN_MEMORY"), kind.name
            assert dict(kind.names())[kind.reveals.of] == "seat", kind.name


@EVERY_TITLE
def test_points_are_counted_from_the_declared_fields_alone(title):
    game = game_of(title)

    class Watched:
        def __init__(self, state):
            self.state, self.read = state, set()

        def __getattr__(self, name):
            self.read.add(name)
            return getattr(self.state, name)

    for table in tables_of(title)[:4]:
        match = table.match(game, 3)
        while not match.over:
            watched = Watched(match.state)
            for seat in range(match.players):
                game.law.points(watched, seat)
            assert {n for n in watched.read if game.named_fields[n].visible.name != "PUBLIC"} <= set(game.points_from)
            assert watched.read <= {*game.points_from, "phase", "players"}
            play_on(match, Random(match.decisions), 25)


@pytest.mark.slow
@EVERY_TITLE
def test_a_preview_is_the_same_whatever_the_seat_cannot_know(title):
    game, certain = game_of(title), {True: 0, False: 0}
    for number, table in enumerate(tables_of(title)):
        choice, match = Random(number), table.match(game, number)
        while not match.over:
            seat = choice.choice(match.pending)
            action = choice.choice(match.legal(seat))
            shown = preview(match, seat, action, "en")
            certain[shown["certain"]] += 1
            other = Match(game, match.state.clone(), None, {})
            other.state.rng = seed_generator(match.decisions)
            game.law.resample(other.state, seat)
            assert json.dumps(preview(other, seat, action, "en")) == json.dumps(shown), f"{table}: {seat} {action}"
            before = match.view(seat)
            match.play(action, seat=seat)
            if shown["certain"] and not match.over:
                after = match.view(seat)
                changed = {k for k in {*before, *after} if before.get(k) != after.get(k)}
                assert {c["path"][0] for c in shown["changes"]} == changed, f"{table}: {seat} {action}"
                assert [s - g for s, g in zip(match.game.points_known(match.state, seat), shown["points"], strict=True)
                        if g is not None] == [b for b in shown["scores"]["before"] if b is not None]
    assert min(certain.values()) > 40


def test_a_card_laid_from_a_hidden_hand_is_never_taken_back_and_one_set_aside_always():
    for players in (2, 4):
        match = Table(players).match(game_of("king_and_intriguer"), 1)
        while match.legal(match.pending[0])[0].startswith("discard"):
            seat = match.pending[0]
            match.play(match.legal(seat)[0], seat=seat)
            assert match.undo_barrier(seat) == ""
        while not match.legal(match.pending[0])[0].startswith("action"):
            match.play(match.legal(match.pending[0])[0], seat=match.pending[0])
        seat = match.pending[0]
        match.play(match.legal(seat)[0], seat=seat)
        assert match.undo_barrier(seat) == "revealed"


def test_the_barriers_of_a_range_of_decisions():
    match = Table(3).match(game_of("rheinlaender"), 5)
    seat = match.pending[0]
    match.play("fort L40")
    assert match.barriers(seat) == [""]
    match.play(next(a for a in match.legal(seat) if a.startswith("card")))
    assert match.barriers(seat) == ["", "revealed"]
    assert match.barriers((seat + 1) % 3) == ["others", "others"]
    play_on(match, Random(1), 6)
    assert len(match.barriers(seat)) == 8
    assert match.barriers(seat, 7) == match.barriers(seat)[7:]


def test_when_another_seat_takes_back_one_may_take_back_what_came_before():
    match = Table(3).match(game_of("king_and_intriguer"), 1)
    before = match.position()
    match.play(match.legal(0)[0], seat=0)
    match.play(match.legal(1)[0], seat=1)
    assert (match.undo_barrier(0), match.undo_barrier(1)) == ("others", "")
    match.undo(1)
    assert match.undo_barrier(0) == ""
    match.undo(0)
    assert match.position() == before
    assert match.undo_barrier(0) == "nothing"
