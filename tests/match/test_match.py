"""One running game: deciding, knowing, taking back, keeping.  Played with the kernel tests' little
game.
"""
import json
import random

import pytest
from harness import Table, play_on
from helpers.sealed_bids import GAME

from tafelrunde import CannotUndo, IllegalAction, Unverified
from tafelrunde.errors import BadRecord
from tafelrunde.kernel import BadOptions
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.match import Match
from tafelrunde.match.records import parse
from tafelrunde.match.replaying import rebuild, verify


def begin(players=3, seed="a", **options):
    return Table(players, options).match(GAME, seed)


def to_a_pairing(match, seed=0):
    """Random bids until somebody has won a prize and must pair."""
    choice = random.Random(seed)
    while len(match.pending) != 1 or not match.legal(match.pending[0])[0].startswith("pair"):
        play_on(match, choice, 1)
    return match.pending[0]


def test_the_same_seed_gives_the_same_match():
    assert begin(seed=5).record() == begin(seed=5).record()
    assert begin(seed=5).position() != begin(seed=7).position() or begin(seed=5).header != begin(seed=7).header


def test_every_pending_seat_has_its_own_legal_actions():
    match = begin()
    assert match.pending == (0, 1, 2)
    assert match.legal(0)[:3] == ["bid 1", "bid 2", "bid 3"]
    match.play("bid 7", seat=1)
    assert match.pending == (0, 2)
    assert match.legal(1) == []


@pytest.mark.parametrize(("action", "seat", "rule"), [
    ("bid 7", 1, "N-1"), ("bid 99", 0, "N-2"), ("", 0, "N-2"), ("bid", 0, "N-2"), ("x" * 10_000, 0, "N-2"),
    ("done", 0, "SB-1"), ("bid 3", 7, "N-1"), ("bid 3", -1, "N-1"), (None, 0, "N-2"), ("BID 3", 0, "N-2"),
])
def test_what_is_not_legal_names_its_rule_and_changes_nothing(action, seat, rule):
    match = begin()
    match.play("bid 7", seat=1)
    before = match.record(), match.position(), match.pending
    with pytest.raises(IllegalAction) as refused:
        match.play(action, seat=seat)
    assert refused.value.rule == rule
    assert refused.value.text
    assert (match.record(), match.position(), match.pending) == before


def test_white_space_in_an_action_does_not_matter():
    match = begin()
    match.play("  bid   7 ", seat=1)
    assert "1 bid 7" in match.record()


def test_the_seat_may_be_left_out_when_one_is_pending():
    match = begin()
    with pytest.raises(IllegalAction):
        match.play("bid 7")
    to_a_pairing(match)
    match.play("done")


def test_views_show_what_a_seat_may_know_and_null_for_the_rest():
    match = begin()
    match.play("bid 7", seat=1)
    own, other, nobody = match.view(1), match.view(0), match.view(None)
    assert own["bids"] == [None, 7, None]
    assert other["bids"] == [0, None, None]
    assert nobody["hands"] == [None, None, None]
    assert own["bag"] == [None] * 3
    assert match.position()["bids"] == [0, 7, 0]
    json.dumps([own, other, nobody])


def test_a_secret_answer_is_in_nobody_elses_record_until_all_have_answered():
    match = begin()
    match.play("bid 7", seat=1)
    assert "1 bid 7" in match.record(seat=1)
    assert "1 bid 7" not in match.record(seat=0)
    assert "1 bid 7" not in match.record(seat=None)
    match.play("bid 8", seat=0)
    match.play("bid 9", seat=2)
    assert "1 bid 7" in match.record(seat=0)
    assert "View: spectator" in match.record(seat=None)


def test_one_may_take_back_a_secret_answer_until_somebody_else_has_answered():
    match = begin()
    match.play("bid 7", seat=1)
    match.undo(1)
    match.play("bid 9", seat=1)
    match.play("bid 9", seat=0)
    with pytest.raises(CannotUndo) as refused:
        match.undo(1)
    assert refused.value.reason == "others"
    match.undo(0)
    assert match.pending == (0, 2)


def test_what_chance_followed_cannot_be_taken_back():
    match = begin()
    seat = to_a_pairing(match)
    with pytest.raises(CannotUndo) as refused:
        begin().undo(0)
    assert refused.value.reason == "nothing"
    match.play("done", seat=seat)
    with pytest.raises(CannotUndo) as refused:
        match.undo(seat)
    assert refused.value.reason == "chance"


def test_the_end_of_a_match():
    match = play_on(begin(), random.Random(1))
    assert match.over
    assert match.pending == ()
    assert [p for place in match.ranking for p in place] == sorted(range(3), key=lambda p: (-match.scores[p], p))
    assert match.header["Result"] == " ".join(map(str, match.scores))
    with pytest.raises(IllegalAction) as refused:
        match.play("done", seat=0)
    assert refused.value.rule == "N-1"


def test_wrong_options_name_what_is_wrong():
    for players, options, word in [(1, {}, "players"), (5, {}, "players"), ("3", {}, "players"), (3, {"x": 1}, "'x'"),
                                   (3, {"generous": 1}, "generous"), (True, {}, "players")]:
        with pytest.raises(BadOptions, match=word):
            GAME.configured(players, options)


# ---------------------------------------------------------------- records

def finished(seed=1):
    return play_on(begin(seed=seed), random.Random(seed))


def test_a_record_replays_byte_for_byte_without_the_generator():
    text = finished().record()
    assert rebuild(GAME, parse(text)).record() == text
    half = rebuild(GAME, parse(text), decisions=4)
    assert half.decisions == 4


def test_an_unfinished_record_can_be_played_on_but_is_not_verified_then():
    match = play_on(begin(), random.Random(2), 5)
    again = rebuild(GAME, parse(match.record()))
    assert again.record() == match.record()
    play_on(again, random.Random(3))
    with pytest.raises(Unverified):
        verify(GAME, again.record())


def test_the_owner_of_the_secret_can_continue_a_record_fairly():
    match = play_on(begin(seed="s"), random.Random(2), 5)
    again = rebuild(GAME, parse(match.record()), secret=secret_from("s"))
    for m in (match, again):
        play_on(m, random.Random(3))
    assert match.record() == again.record()
    assert verify(GAME, again.record()) > 0


def tampered(change):
    rows = finished().record().splitlines()
    change(rows)
    return "\n".join(rows) + "\n"


def row(rows, start):
    return next(i for i, r in enumerate(rows) if r.startswith(start))


@pytest.mark.parametrize(("change", "message"), [
    (lambda r: r.__setitem__(row(r, "Game"), "Game"), "line 1: expected a header"),
    (lambda r: r.pop(row(r, "Game")), "does not name the game"),
    (lambda r: r.insert(0, "Game: x"), "twice"),
    (lambda r: r.__setitem__(row(r, "Players"), "Players: many"), "players"),
    (lambda r: r.__setitem__(row(r, "Options"), "Options: {"), "JSON"),
    (lambda r: r.__setitem__(row(r, "Options"), 'Options: {"x": 1}'), "'x'"),
    (lambda r: r.__setitem__(row(r, "Options"), "Options: 3"), "JSON object"),
    (lambda r: r.__setitem__(row(r, "* start"), "* start 9"), "not among"),
    (lambda r: r.__setitem__(row(r, "* prize"), "* price 1"), "no chance of"),
    (lambda r: r.__setitem__(row(r, "* prize"), "* prize 1 2"), "arguments"),
    (lambda r: r.__setitem__(row(r, "* prize"), "* prize x"), "'x'"),
    (lambda r: r.pop(row(r, "* prize")), "missing"),
    (lambda r: r.insert(row(r, "* prize"), "* prize 1"), "line"),
    (lambda r: r.__setitem__(row(r, "0 bid"), "0 bid 77"), "is not an action"),
    (lambda r: r.__setitem__(row(r, "0 bid"), "0 done"), "SB-1"),
    (lambda r: r.__setitem__(row(r, "0 bid"), "7 bid 3"), "N-1"),
    (lambda r: r.__setitem__(row(r, "0 bid"), "nonsense"), "found 'nonsense'"),
    (lambda r: r.__delitem__(slice(-3, None)), "ends before the game"),
    (lambda r: r.__setitem__(row(r, "Result"), "Result: 1 2 3"), "result"),
    (lambda r: r.__setitem__(row(r, "Secret"), "Secret: zz"), "hexadecimal"),
    (lambda r: r.__setitem__(row(r, "Secret"), "Secret: 00"), "commitment"),
    (lambda r: r.insert(row(r, "Date"), "View: 2"), "one seat"),
])
def test_a_broken_record_names_its_line(change, message):
    with pytest.raises(BadRecord, match=message) as refused:
        rebuild(GAME, parse(tampered(change)))
    assert refused.value.line >= 1


def test_chance_that_the_secret_does_not_give_is_noticed():
    def swap(rows):
        i = row(rows, "* start")
        rows[i] = f"* start {(int(rows[i].split()[2]) + 1) % 3}"

    with pytest.raises(Unverified, match="the secret gives"):
        verify(GAME, tampered(swap))


def test_players_seeds_enter_the_chance():
    plain = Match.begin(GAME, 3, {}, secret_from(1))
    salted = Match.begin(GAME, 3, {}, secret_from(1), {0: "mine"})
    play_on(plain, random.Random(1))
    play_on(salted, random.Random(1))
    assert [r for r in plain.record().splitlines() if r.startswith("*")] != [
        r for r in salted.record().splitlines() if r.startswith("*")]
    assert verify(GAME, salted.record()) > 0


def test_comments_stay_where_they_were_made():
    match = begin()
    match.play("bid 7", seat=1)
    match.comment("a bold\nmove")
    text = play_on(match, random.Random(1)).record()
    assert "1 bid 7\n; a bold move\n" in text
    assert rebuild(GAME, parse(text)).record() == text
